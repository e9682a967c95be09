"""The chapters of a report about one run: each a few plots, and captions that say what they show."""

from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path
from shlex import quote

from bocage.lab import dice, plots
from bocage.lab.front import front_map
from bocage.lab.pieces import figure, figures, folded, games, heat, percent, table
from bocage.lab.study import Study, median, quantile
from bocage.runs.intervals import wilson

FEW = 30
"""With fewer games than this a report says that it knows little."""
OFTEN = 15
"""How many rules are shown at once; the rest unfolds."""
MOMENTS = 8
"""Turns by which it is told what had come about."""


def whole(study: Study, name: str) -> str:
    """Every chapter that has something to say."""
    return "".join(
        f'<section id="{name}-{key}"><h2>{word}</h2>{write(study, f"{name}-{key}")}</section>'
        for key, word, has, write in CHAPTERS
        if has(study)
    )


def contents(study: Study) -> list[tuple[str, str]]:
    """The chapters by key and heading."""
    return [(key, word) for key, word, has, _ in CHAPTERS if has(study)]


# --- the chapters ------------------------------------------------------------------------------------


def balance(study: Study, _: str) -> str:
    """Who wins, and by how much."""
    sides = [share for share in study.wins if share.name != "Draw"]
    best = max(sides, key=lambda share: share.share)
    won = sum(share.many for share in sides)
    low, _high = wilson(best.many, won)
    verdict = f"<b>{escape(best.name)}</b> wins {best.share:.0%} of the games ({best.low:.0%} to {best.high:.0%})."
    if low > 1 / len(sides):
        verdict += " With these players the scenario favours that side; chance alone does not explain it."
    else:
        verdict += " That is within what chance explains: these games do not show that either side is favoured."
    if study.many < FEW:
        few = "1 game is little" if study.many == 1 else f"{study.many} games are few"
        verdict += f" {few}: expect these figures to move."
    caption = (
        "The dot is what was seen; the band holds the true share in 95 of 100 cases "
        "(Wilson's interval). The dotted line marks one half."
    )
    shares = figure(plots.wins([study]), f"Share of {games(study.many)}", caption)
    level = figure(plots.levels(study), "How often each result came out, in the colour of its winner")
    return f'<p class="lead">{verdict}</p>{shares}{level}'


def points(study: Study, _: str) -> str:
    """Victory points over time."""
    words = f"The line is the median game, the band holds the middle half of the games.{_dropping(study)}"
    return figure(plots.points(study), "Victory points at the end of each turn", words)


def gauges(study: Study, _: str) -> str:
    """The game's own gauges."""
    words = "Numbers: median and middle half of the games."
    if study.facts:
        words += " Percentages: the share of games in which it is so, with its 95 % interval."
    words += _dropping(study)
    title = "At the end of each turn, unless the plot says otherwise"
    return _reached(study) + figure(plots.gauges(study), title, words)


def _reached(study: Study) -> str:
    """By which turn something has come about, and how often it is so: for facts, which hold or do not."""
    turns = [turn for turn in study.by_turn if turn]
    if not study.facts or not turns:
        return ""
    columns = turns[:: -(-len(turns) // MOMENTS)]
    if columns[-1] != turns[-1]:  # how it ended is told in any case
        columns.append(turns[-1])
    rows = []
    for name in study.facts:
        by = study.reached(name)
        rows.append([escape(name), *(heat(by[turn].share) for turn in columns), escape(percent(study.often(name)))])
    head = ["by turn", *(str(turn) for turn in columns), "of turns"]
    words = (
        f"In which share of {games(study.many)} it has been so at the end of a turn by then, also if it was lost "
        "again or the game ended early. Last: the share of the turns in which it is so, where it can be said at all."
    )
    shown = table(head, rows, "." + "n" * (len(head) - 1), raw=True, kind="shares")
    return f'{shown}<p class="note">{words}</p>'


def front(study: Study, name: str) -> str:
    """The front on the map."""
    first, second = study.sides[:2]
    holds = "was the last to be there" if study.game.measure.held is None else "controls it"
    words = (
        f"Ground held at the end of the turn: the stronger the colour, the more games in which {escape(first)} or "
        f"{escape(second)} {holds}. Black dots are spaces in which the sides stood in contact. "
        f"Move the slider, or press Play; point at a space for its figures.{_dropping(study)}"
    )
    return f"<figure>{front_map(study, f'{name}-map')}<figcaption>{words}</figcaption></figure>"


def losses(study: Study, _: str) -> str:
    """Casualties by turn and by arm."""
    totals = []
    for side in study.sides:
        values = study.per_game(study.of(side, "steps_lost"))
        low, high = quantile(values, 25), quantile(values, 75)
        totals.append(
            f"{escape(side)} loses {figures(median(values))} steps in the median game "
            f"(middle half: {figures(low)} to {figures(high)})"
        )
    by_turn = figure(
        plots.losses(study),
        f"Steps lost in each turn of a mean game, by arm: {' and '.join(study.sides)}, to the same scale",
        f"A counter without steps counts as one.{_dropping(study)}",
    )
    return f"<p>{'; '.join(totals)}.</p>{by_turn}{figure(plots.arms(study), 'The same over the whole game')}"


def rules(study: Study, _: str) -> str:
    """How often each rule came up, and which never did."""
    book = {rule.number: rule.heading for rule in study.game.rulebook.rule}
    most = max((times for _, times, _ in study.rules), default=1.0)
    rows = [
        (
            escape(number),
            escape(book.get(number, "")),
            figures(times),
            escape(percent(share)),
            f'<span class="bar" style="width:{8 * times / most:.2f}em"></span>',
        )
        for number, times, share in study.rules
    ]
    head = ("rule", "", "a game", "of games", "")
    at_once = len(rows) if len(rows) < OFTEN + 6 else OFTEN
    shown = table(head, rows[:at_once], "..nn.", raw=True)
    more = table(head, rows[at_once:], "..nn.", raw=True)
    rare = [row for row in study.rules if row[2] < 0.05]
    words = (
        f"{len(study.rules)} numbered rules were told of in these games"
        + (f"; {len(rare)} of them in fewer than one game in twenty" if rare else "")
        + ". A rule is counted when the log of a game quotes it."
    )
    rest = folded(f"The other {len(rows) - at_once}", more if len(rows) > at_once else "")
    return f"<p>{words}</p>{shown}{rest}"


def length(study: Study, _: str) -> str:
    """How long games are."""
    turns, actions = study.lengths("turns"), study.lengths("actions")
    drawn = plots.histogram(turns, "turns", whole=True) if min(turns) < max(turns) else ""
    drawn += plots.histogram(actions, "decisions and rolls")
    words = (
        f"Length of the games. The median game has {median(turns):g} turns and {median(actions):,.0f} decisions and "
        f"rolls, and took {figures(median(study.lengths('seconds')))} seconds to play."
    )
    return f'<figure><div class="pair">{drawn}</div><figcaption>{words}</figcaption></figure>'


def thinking(study: Study, _: str) -> str:
    """How long players thought."""
    rows = [
        (side, study.settings.players[side], *(figures(value) for value in _spread(times)))
        for side, times in study.thinking.items()
        if times
    ]
    shown = table(("side", "player", "median", "nine in ten", "worst"), rows, "..nnn")
    words = (
        "Seconds of processor time on one core that the player of a side thought in each game turn: median, and the "
        "middle half of the games"
    )
    note = '<p class="note">Seconds of processor time in a player-turn.</p>'
    return f"{shown}{note}{figure(plots.thinking(study, study.thinking), words)}"


def making(study: Study, _: str) -> str:
    """How to play the same games again."""
    settings = study.settings
    words = ["bocage simulate", settings.game, f"--scenario {settings.scenario}", f"--games {settings.games}"]
    words += [f"--{side.lower()} {player}" for side, player in settings.players.items()]
    words += [f"--seed {settings.seed}", *(f"--set {name}='{value}'" for name, value in settings.options.items())]
    if settings.data:  # the folder of this game in the pack
        words.append(f"--data {quote(str(Path(settings.data).parent))}")
    line = " ".join(f"<span>{escape(word)}</span>" for word in words)
    planner = f", planners of version {settings.planner}" if settings.planner else ""
    parts = [f"<p>Played with bocage {escape(settings.version)}{planner}:</p><p><code>{line}</code></p>"]
    missing = settings.games - study.many - len(study.errors)
    if missing:
        parts.append(f"<p>Still to be played, with <code>--resume</code>: {games(missing)} of {settings.games:,}.</p>")
    if study.errors:
        rows = [(str(row["seed"]), row["error"]) for row in study.errors[:20]]
        parts.append(f"<p>{games(len(study.errors))} failed:</p>{table(('seed', 'error'), rows, 'n.')}")
    return "".join(parts)


def _spread(times: Sequence[float]) -> tuple[float, float, float]:
    return median(times), quantile(times, 90), max(times)


def _dropping(study: Study) -> str:
    """What to say where games end early."""
    many = [len(rows) for turn, rows in study.by_turn.items() if turn]
    if many and many[-1] < many[0]:
        reach = "reaches" if many[-1] == 1 else "reach"
        return f" Only {many[-1]:,} of {many[0]:,} games {reach} the last turn; each turn shows those that went on."
    return ""


def _always(_: Study) -> bool:
    return True


CHAPTERS: tuple[tuple[str, str, Callable[[Study], bool], Callable[[Study, str], str]], ...] = (
    ("balance", "Who wins", _always, balance),
    ("points", "Victory points over time", lambda study: bool(study.scoring), points),
    ("gauges", "How the battle goes", lambda study: bool(study.gauges), gauges),
    ("front", "The front by turn", lambda study: len(study.sides) > 1 and study.table.num_rows > 0, front),
    ("losses", "Casualties", lambda study: bool(study.losses_by_arm), losses),
    ("results", "What the dice said", lambda study: bool(study.tables), dice.results),
    ("rules", "Rules that came up", lambda study: bool(study.rules), rules),
    ("length", "Length", _always, length),
    ("thinking", "Thinking time", lambda study: any(study.thinking.values()), thinking),
    ("making", "How these games were made", _always, making),
)
