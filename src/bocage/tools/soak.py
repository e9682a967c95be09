"""Many random games, each checked all the way, a flood of bad actions, and near misses by the thousand: `make soak`.

    python -m bocage.tools.soak --game tinybeach --games 500 --fuzz 1000000 --near 35000 --jobs 2

The first failure ends the run with exit code 1 and the seed that shows it again. Otherwise a table tells
what was met: picks, results, frames (and which frames never came up), refusals by code, and how many actions
beside those on offer were asked about, each refused for a reason that holds.
"""

import argparse
import itertools
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, as_completed
from functools import cache, wraps
from multiprocessing import get_context
from typing import Any

import msgspec

from bocage.games import all_games, find_game
from bocage.kernel.game import Game, UnknownChoice
from bocage.testing.conformance import LIMIT, whole_game
from bocage.testing.fuzz import Fuzzer, fuzz_session
from bocage.testing.near_misses import ASKED, near_misses_explained
from bocage.testing.playing import Moment, Plan, blame, play, random_options
from bocage.testing.secrecy import WORLDS
from bocage.testing.sessions import pick_at_random
from bocage.tools.progress import progress, table

FRAME = "frame "
FUZZ_CHUNK, NEAR_CHUNK = 20_000, 5_000
SMALL = 20  # counters: a small game is played more often, and each of its decisions is checked
GAMES, EVERY = (500, 100), (1, 41)


class Task(msgspec.Struct, frozen=True):
    """A piece of work for one process: a game to check, bad actions to send, or near misses to ask about."""

    game: str
    scenario: str
    seed: int
    every: int = 1
    fuzz: int = 0
    near: int = 0
    limit: int = LIMIT

    @property
    def again(self) -> str:
        """The arguments that do this and nothing else."""
        what = f"--fuzz {self.fuzz} --near {self.near} --games {int(not (self.fuzz or self.near))}"
        return f"--game {self.game} --scenario {self.scenario} --seed {self.seed} {what} --jobs 1"


class Report(msgspec.Struct, frozen=True):
    """What came out of a task: counts, the result of the game, or the failure."""

    task: Task
    counts: dict[str, int] = {}
    result: str = ""
    failure: str = ""
    seconds: float = 0.0


def run(task: Task) -> Report:
    """Do a task; failures are reported, not raised, because they travel between processes."""
    start = time.perf_counter()
    game, counts = find_game(task.game), dict[str, int]()
    plan = Plan(game, task.scenario, random_options(game, task.seed), task.seed, task.limit)
    result = ""
    try:
        if task.fuzz:
            _fuzz(plan, task.fuzz, counts)
        elif task.near:
            _near(plan, task, counts)
        else:
            _watch(game.package)
            outcome = whole_game(plan, every=task.every, tally=counts, also=(_note_frame,)).outcome
            result = outcome.level if outcome is not None else "none"
    except AssertionError as error:
        return Report(task, counts, failure=str(error), seconds=time.perf_counter() - start)
    return Report(task, counts, result, seconds=time.perf_counter() - start)


def _note_frame(m: Moment) -> None:
    m.count(FRAME + type(m.frame).__name__)
    while _STARTED:
        m.count(FRAME + _STARTED.pop())


_STARTED: list[str] = []


@cache
def _watch(package: str) -> None:
    """Note the procedures of a game as they start: many of them never wait, so that no decision shows them."""
    for kind in next(game for game in all_games().values() if game.package == package).frames.values():
        begin = kind.__dict__.get("start")
        if begin is not None and not hasattr(begin, "__wrapped__"):
            kind.start = _noting(begin)  # type: ignore[attr-defined]


def _noting(begin: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(begin)
    def start(frame: Any, g: Any) -> Any:
        _STARTED.append(type(frame).__name__)
        return begin(frame, g)

    return start


def _fuzz(plan: Plan, count: int, counts: dict[str, int]) -> None:
    """Send bad actions at random moments of random games."""
    rng = plan.rng("fuzz")
    left = count
    while left > 0:
        one = msgspec.structs.replace(plan, seed=rng.randrange(1 << 30))
        session = one.open()
        fuzzer = Fuzzer(plan.game, session.state.board, rng)
        while left > 0 and session.to_decide is not None:
            with blame(one, session.seq, session.state):
                found = fuzz_session(session, fuzzer, min(left, 100))
                for _ in range(3):
                    if session.to_decide is not None:
                        pick_at_random(session, rng)
            left -= sum(found.values())
            for code, times in found.items():
                counts[code] = counts.get(code, 0) + times


def _near(plan: Plan, task: Task, counts: dict[str, int]) -> None:
    """Ask about near misses in random games, one after another."""
    for seed in itertools.count(1_000 * plan.seed):
        if counts.get(ASKED, 0) >= task.near:
            return
        play(msgspec.structs.replace(plan, seed=seed), near_misses_explained, every=task.every, tally=counts)


def tasks(games: Sequence[Game], options: argparse.Namespace) -> list[Task]:
    """All work, the scenarios in turn, so that a failure anywhere shows early."""
    places: list[tuple[str, str]] = []
    played: list[Task] = []
    for game in games:
        large, near = len(game.board().counters) > SMALL, options.near // len(games)
        count = GAMES[large] if options.games is None else options.games
        for scenario in game.scenarios:
            if options.scenario in (None, scenario.id):
                places.append((game.id, scenario.id))
                task = Task(game.id, scenario.id, 0, every=options.every or EVERY[large], limit=options.limit)
                played += [msgspec.structs.replace(task, seed=options.seed + n) for n in range(count)]
                played += _misses(task, options.seed, near // (1 if options.scenario else len(game.scenarios)))
    return [*_bad(places, options), *sorted(played, key=lambda task: task.seed)]


def _misses(task: Task, seed: int, count: int) -> Iterator[Task]:
    """Near misses of one scenario, a number in all. They cost less than all checks: more decisions have them."""
    task = msgspec.structs.replace(task, every=-(-task.every // 4))
    for n, done in enumerate(range(0, count, NEAR_CHUNK)):
        yield msgspec.structs.replace(task, seed=seed + n, near=min(count - done, NEAR_CHUNK))


def _bad(places: Sequence[tuple[str, str]], options: argparse.Namespace) -> Iterator[Task]:
    left, turn = options.fuzz, itertools.cycle(places)
    for n in itertools.count() if places else ():
        if left <= 0:
            return
        game, scenario = next(turn)
        yield Task(game, scenario, options.seed + n, fuzz=min(left, FUZZ_CHUNK), limit=options.limit)
        left -= FUZZ_CHUNK


def reports(work: Sequence[Task], jobs: int) -> Iterator[Report]:
    """Do the work, on several processes if asked for."""
    if jobs <= 1:
        yield from map(run, work)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield from _collect(pool, work)


def _collect(pool: Executor, work: Sequence[Task]) -> Iterator[Report]:
    futures: list[Future[Report]] = [pool.submit(run, task) for task in work]
    try:
        for future in as_completed(futures):
            yield future.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m bocage.tools.soak", description=__doc__.split("\n", 1)[0])
    parser.add_argument("--games", type=int, help="random games per scenario (500 of a small game, 100 of a large one)")
    parser.add_argument("--game", action="append", help="only this game; may be repeated")
    parser.add_argument("--scenario", help="only this scenario")
    parser.add_argument("--fuzz", type=int, default=1_000_000, help="bad actions in all (1000000)")
    parser.add_argument("--near", type=int, default=210_000, help="near misses to ask about, over all games (210000)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (all cores)")
    parser.add_argument("--seed", type=int, default=1, help="first seed (1)")
    parser.add_argument("--every", type=int, help="check every Nth decision (1, in a large game 41)")
    parser.add_argument("--limit", type=int, default=LIMIT, help=f"more picks than this are a runaway game ({LIMIT})")
    options = parser.parse_args(arguments)
    try:
        games = [find_game(wanted) for wanted in options.game] if options.game else list(all_games().values())
    except UnknownChoice as error:
        parser.error(str(error))
    work = tasks(games, options)
    done: list[Report] = []
    with progress("Soak", len(work)) as bar:
        for report in reports(work, options.jobs):
            done.append(report)
            bar.advance()
            if report.failure:
                break
    _tell(done)
    failed = next((report for report in done if report.failure), None)
    if failed is not None:
        print(f"\nFAILED: {failed.failure}", file=sys.stderr)
        print(f"Again: python -m bocage.tools.soak {failed.task.again}", file=sys.stderr)
        return 1
    return 0


def _tell(done: Sequence[Report]) -> None:
    """The summary: what was played, what was met, what was refused."""
    games, frames, refused, near = [], [], [], []
    for game in dict.fromkeys(report.task.game for report in done):
        mine = [report for report in done if report.task.game == game]
        played = [report for report in mine if not (report.task.fuzz or report.task.near)]
        near.append((game, *_asked(mine)))
        games += [
            (game, scenario, *_played([one for one in played if one.task.scenario == scenario]))
            for scenario in dict.fromkeys(report.task.scenario for report in played)
        ]
        if played:
            frames.append((game, *_frames(find_game(game), _sum(played))))
        sent = _sum([report for report in mine if report.task.fuzz])
        if sent:
            answers = ", ".join(f"{code} {n:,}" for code, n in sent.most_common())
            refused.append((game, f"{sent.total():,}", answers))
    near.append(("all games", *_asked(done)))
    for title, head, rows in (
        ("Random games", ("game", "scenario", "games", "picks", "worlds compared", "seconds", "results"), games),
        ("Frames", ("game", "never met", "met"), frames),
        ("Bad actions", ("game", "sent", "answers"), refused),
        ("Near misses", ("game", "asked about", "refused without a rule, or for a reason that does not hold"), near),
    ):
        if rows:
            print(f"\n{title}\n{table(rows, head, '  ')}")


def _asked(found: Sequence[Report]) -> tuple[str, str]:
    """How many near misses were asked about, and how many tasks found a false reason among them."""
    return f"{_sum(found)[ASKED]:,}", str(sum(1 for report in found if report.failure and report.task.near))


def _sum(found: Sequence[Report]) -> Counter[str]:
    total: Counter[str] = Counter()
    for report in found:
        total.update(report.counts)
    return total


def _played(found: Sequence[Report]) -> tuple[str, ...]:
    total = _sum(found)
    results = Counter(report.result for report in found if report.result)
    seconds = sum(report.seconds for report in found)
    words = ", ".join(f"{result} {times}" for result, times in results.most_common())
    return f"{len(found):,}", f"{total['picks']:,}", f"{total[WORLDS]:,}", f"{seconds:.1f}", words


def _frames(game: Game, counts: Counter[str]) -> tuple[str, str]:
    met = {name.removeprefix(FRAME): times for name, times in counts.items() if name.startswith(FRAME)}
    own = {name for name, kind in game.frames.items() if kind.__module__.startswith(game.package)}
    words = ", ".join(f"{name} {times:,}" for name, times in sorted(met.items(), key=lambda item: -item[1]))
    return ", ".join(sorted(own - met.keys())) or "-", words


if __name__ == "__main__":
    sys.exit(main())
