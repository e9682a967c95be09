"""Rules run in several threads of the server at once: nothing that games share may tell."""

import json
import subprocess
import sys

from bocage.games import all_games

PLAY = """
import json, random, sys, threading
sys.setswitchinterval(1e-6)
from bocage.games import all_games
from bocage.kernel.session import Session

def play(title, seed):
    game = all_games()[title]
    session, rng = Session.open(game, seed=seed), random.Random(seed)
    while session.to_decide is not None and session.seq < 60:
        session.pick(game.format(session.state, rng.choice(session.options())))
    digests[f"{title} {seed}"] = session.log.chain + " " + session.state.digest()

digests, plans = {}, [(title, seed) for title in sys.argv[2:] for seed in (1, 2)]
threads = [threading.Thread(target=play, args=plan) for plan in plans]
for thread in threads:
    thread.start()
    if sys.argv[1] == "alone":
        thread.join()
for thread in threads:
    thread.join()
print(json.dumps(digests, sort_keys=True))
"""


def test_games_played_in_threads_at_once_are_the_games_played_alone() -> None:
    found = []
    for how in ("alone", "together"):
        words = [sys.executable, "-c", PLAY, how, *all_games()]
        done = subprocess.run(words, capture_output=True, text=True, check=True, timeout=120)
        assert not done.stderr
        found.append(json.loads(done.stdout))
    assert len(found[0]) == 2 * len(all_games())
    assert found[0] == found[1]
