"""Facts travel as facts, and a rule is stated once. These checks read the source and never run it.

An event has typed fields, not a sentence; a decision states what it offers, and that statement also refuses; nobody
takes a sentence apart again to find out what it was about.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "bocage"
ROOMS = ("arena", "cli", "games", "lab", "players", "review", "runs", "server")
"""Where sentences pass through. The kernel reads notation (actions, hex names, data files), `draw` its own drawings."""
UNTYPED = {"Noted", "Tallied", "Disclosed"}
PARSING = re.compile(
    r"\.(?:match|matchAll|split|exec|test|search|replace|replaceAll)\(|\bRegExp\b|\.(?:starts|ends)With\("
    r"|\.(?:includes|indexOf|lastIndexOf)\([\"'`]"
)
PYTHON_PARSING = re.compile(
    r"\bre\.[a-z]+\(|\.(?:r?split|r?partition|splitlines)\(|^import re\b|^from re\b"
    r"|\.(?:startswith|endswith|removeprefix|removesuffix)\(f?\(?b?[\"'][^\"'\n{]*[A-Za-z]{3}"
    r"|(?<![A-Z])\.(?:find|r?index)\([\"']|\.rfind\("
    r"|\bin (?!self\b)\w+\.(?:text|sentence|trail|prompt|meaning)\b"
    r"|[\"'][^\"'\n]+[\"'] (?:not )?in (?:\w+\.)*(?:text|sentence|words|meaning|trail|prompt|title|why|said|told)\b"
)

# Where a text is taken apart that is no sentence, and what it is. Key: the file, and a piece of the line.
SCRIPTS: dict[tuple[str, str], str] = {
    ("layer.js", "piece.factors?.[0]"): "a printed factor: a number, perhaps in brackets",
    ("api.js", "pathname.replace"): "the address of the page",
    ("api.js", '"Content-Type"'): "the header of an answer",
    ("stream.js", 'text.split("\\n\\n")'): "the frames of a stream of events, by the grammar of such streams",
    ("stream.js", "Object.fromEntries(part.split"): "the fields of a frame",
    ("board.js", 'name.split(" ")'): "the key of a cell of the minimap, two numbers",
    ("choices.js", 'found.action.split(" ")'): "an action is a line of words by its own grammar",
    ("counters.js", "/^\\d+$/.test(one)"): "a printed factor is a number or a word",
    ("dom.js", 'name.startsWith("on")'): "the name of a property",
    ("drawer.js", "field.value.toLowerCase().split"): "what a person types into a search field",
    ("drawer.js", "name.replaceAll"): "the name of a column for the eye",
    ("five.js", "location.pathname.split"): "the address of the page",
    ("keyboard.js", "/^[1-9]$/.test(event.key)"): "a key",
    ("hover.js", 'queries.includes("supply")'): "the list of questions that a game answers",
    ("questions.js", 'queries.includes("sketch")'): "the list of questions that a game answers",
    ("stream.js", 'line.indexOf(": ")'): "the fields of a frame",
    ("stream.js", 'line.slice(0, line.indexOf(":"))'): "the fields of a frame",
    ("log.js", "kind.replace(/(?<=[a-z])(?=[A-Z])/g"): "the name of an event for the eye: StepLost, Step Lost",
    ("newgame.js", "seat.url.replace"): "the address of a seat",
    ("panel.js", 'words.toLowerCase().trim().split(" ")'): "what a person types into a search field",
    ("scrubber.js", "location.href.split"): "the address of the page",
    ("shades.js", 'points(name).replaceAll(" ", "L")'): "the outline of a hex as a path",
    ("shades.js", "kept.startsWith(PLAIN)"): "a class of our own style sheet",
    ("shades.js", "FIGURE.test(word)"): "whether the value of an overlay is a number",
    ("shades.js", "/\\p{N}/u.test(word)"): "whether the value of an overlay has a number, to be written on the map",
    ("sprites.js", 'replaceAll("<", "")'): "a style sheet",
    ("sprites.js", 'svg.replace("<svg "'): "a drawing",
    ("stream.js", "text.split("): "the frames of an event stream",
    ("stream.js", "part.split("): "the lines of a frame of the stream",
    ("table.js", "location.pathname.split"): "the address of the page",
    ("table.js", "location.hash.slice(1).split"): "the address of the page",
}
MODULES: dict[tuple[str, str], str] = {
    ("cli/__init__.py", '{error}".split()'): "runs of blanks in what somebody else's fault says",
    ("cli/__init__.py", "' '.join(text.split())"): "runs of blanks",
    ("cli/answers.py", 'line.partition(" ")'): "what a person types",
    ("cli/answers.py", "line.lower().split()"): "what a person types",
    ("cli/answers.py", "text.lower().split()"): "actions, searched for what a person types",
    ("cli/check.py", '"license"'): "the names of files",
    ("cli/common.py", 'partition("=")'): "the command line",
    ("cli/play.py", '.rpartition("\\n{")'): "the last line of a log",
    ("cli/rules.py", "rule.number.split"): "the number of a rule",
    ("cli/rules.py", 'removeprefix("bocage.games.")'): "the name of a module",
    ("cli/screen.py", "option.action.split()"): "an action is a line of words by its own grammar",
    ("games/bradley/loading.py", "row.slots.split"): "the cell of a data file",
    ("games/bradley/loading.py", 'text.split(":")'): "the cell of a data file",
    ("games/bradley/rules/r17_victory.py", 'text.split("/")'): "a hexside as the map file writes it",
    ("games/normandy44/rules/r06_landings.py", 'removeprefix("followup-")'): "the id of a box: followup-omaha",
    ("games/normandy44/rules/r20_invasion.py", 'startswith("omaha")'): "the id of a beach: omaha-west",
    ("games/normandy71/board.py", 'startswith("beach-")'): "a tag of the map: beach-3",
    ("games/normandy71/imagine.py", 'index("german-reinforcements")'): "the name of a phase",
    ("games/normandy44/rules/r20_invasion.py", ".read(roll, column).split()"): "a result as it is printed on the table",
    ("games/normandy44/sides.py", "replacement.partition"): "the name of a kind of replacement: us-armor",
    ("games/normandy71/rules/r13_paradrop.py", "result.split()"): "a result as it is printed on the table",
    ("lab/cluster.py", 'name.partition(".")'): "the name of a module",
    ("lab/cluster.py", "str(error).split()"): "runs of blanks in what somebody else's fault says",
    ("lab/dice.py", "column.partition(sign)"): "the head of a column of a printed table: 3-1",
    ("lab/extra.py", '.split(".")'): "the name of a module",
    ("lab/plots.py", 'text.index("<svg")'): "a drawing",
    ("lab/results.py", 'endswith("_score")'): "the name of a column",
    ("lab/plots.py", "import re"): "drawings",
    ("lab/plots.py", "re.sub("): "a drawing",
    ("lab/plots.py", "re.search("): "a drawing",
    ("runs/batch.py", '{error}".split()'): "runs of blanks in what somebody else's fault says",
    ("review/ledger.py", 'stroke.rolled.partition(" ")'): "an action is a line of words by its own grammar: roll 4",
    ("review/pictures.py", 'drawing.index(">")'): "a drawing",
    ("review/plots.py", 'drawing.index("<svg")'): "a drawing",
    ("review/pictures.py", "import re"): "drawings",
    ("review/pictures.py", "inside = re.sub"): "a drawing",
    ("review/plots.py", "import re"): "drawings",
    ("review/plots.py", "drawing = re.sub"): "a drawing",
    ("review/plots.py", "drawing.partition"): "a drawing",
    ("review/plots.py", "head = re.sub"): "a drawing",
    ("review/plots.py", "rest = re.sub"): "a drawing",
    ("server/auth.py", "import re"): "tokens",
    ("server/auth.py", "_TOKEN = re.compile"): "a token",
    ("server/auth.py", "header.partition"): "the header of a request",
    ("server/auth.py", 'normalize("NFC", text).split()'): "runs of blanks in a person's name",
    ("server/events.py", "import re"): "cursors",
    ("server/events.py", "_CURSOR = re.compile"): "the cursor of a stream",
    ("server/guard.py", 'startswith(b"image/svg")'): "the header of an answer",
    ("server/guard.py", 'startswith("/api/")'): "the path of a request",
    ("server/refusals.py", 'startswith(("/api/"'): "the path of a request",
    ("server/routes_titles.py", 'removesuffix(".css")'): "the name of a file",
    ("server/reference.py", "cell.split()"): "the units of a data file's cell, one after the other",
    ("server/bringing.py", 'partition("\\n")'): "the first line of a log",
    ("server/gate.py", '"content-type"'): "the header of a request",
    ("server/guides.py", "text.splitlines"): "the rows of a data file",
    ("server/ways.py", 'entry.do.partition(" ")'): "an action is a line of words by its own grammar",
    ("server/ways.py", "rest.split()"): "an action is a line of words by its own grammar",
    ("server/pictures.py", '"viewBox"'): "a drawing",
    ("server/pictures.py", '"class"'): "a drawing",
    ("server/routes_queries.py", "text.split(SEVERAL)"): "picks one after the other, each by the grammar of actions",
    ("server/pictures.py", "kind.partition"): "the name of a picture",
    ("server/reviews.py", "import re"): "names of files",
    ("server/reviews.py", "NAME = re.compile"): "the name of a file",
    ("server/reviews.py", "line.decode().split"): "the progress line of our own process: two numbers and a word",
    ("server/routes_table.py", "units.split"): "a list of counters in the address of a request",
    ("server/routes_table.py", "sign in data.text"): "runs of blanks in what a person wrote",
    ("server/routes_table.py", "isprintable()"): "runs of blanks in what a person wrote",
    ("server/settings.py", "forwarded.split"): "the header of a request",
    ("server/settings.py", "partition("): "the address of a machine",
    ("server/static.py", "import re"): "paths",
    ("server/static.py", "_PART = re.compile"): "a path",
    ("server/static.py", "name.strip("): "a path",
    ("server/store.py", "script.split"): "statements of the database",
    ("server/store.py", "faults[0].split()"): "runs of blanks in what the database says of a fault",
    ("server/words.py", "choice.action.split()"): "an action is a line of words by its own grammar",
}
Classes = Mapping[str, tuple[str, ast.ClassDef]]
"""The classes of a package by name, each with its module."""


@cache
def classes(folder: Path) -> dict[str, tuple[str, ast.ClassDef]]:
    found: dict[str, tuple[str, ast.ClassDef]] = {}
    for file in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                found[node.name] = (file.name, node)
    return found


def bases(node: ast.ClassDef) -> list[str]:
    """The names of a class's bases: `Decision` of `flow.Decision[Tiny]`."""
    return [ast.unparse(base).partition("[")[0].rpartition(".")[2] for base in node.bases]


def lineage(name: str, known: Classes) -> list[str]:
    """A class and all it descends from, nearest first."""
    if name not in known:
        return [name]
    return [name, *(older for base in bases(known[name][1]) for older in lineage(base, known))]


def has(name: str, what: str, known: Classes) -> bool:
    """Whether a class or one that it descends from, in this package, defines a method."""
    ours = (known[older][1] for older in lineage(name, known) if older in known)
    return any(isinstance(part, ast.FunctionDef) and part.name == what for node in ours for part in node.body)


def has_number(name: str, known: Classes) -> bool:
    marks = [ast.unparse(mark) for mark in known[name][1].decorator_list]
    return any(mark.startswith("rule(") for mark in marks) or has(name, "rule_number", known)


def is_abstract(name: str, known: Classes) -> bool:
    """Whether others of the package descend from it, so that they may say what it leaves out."""
    return any(name in bases(node) for _, node in known.values())


def fields(node: ast.ClassDef) -> set[str]:
    return {
        part.target.id for part in node.body if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)
    }


def untyped_events(known: Classes, kernel: Classes | None = None) -> Iterator[str]:
    """Events that are a sentence and not a fact."""
    older = {**(kernel or {}), **known}
    for name, (file, node) in known.items():
        if "Event" in lineage(name, older) and "text" in fields(node):
            yield f"{file}: event {name} has a field `text`: say what happened in typed fields"
        if UNTYPED & set(bases(node)):
            yield f"{file}: event {name} is a sentence and no fact"


def spoken_events(folder: Path) -> Iterator[str]:
    """Where a sentence is emitted instead of a fact."""
    for file in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in UNTYPED:
                yield f"{file.name}:{node.lineno}: emits {ast.unparse(node.func)}: write an event with typed fields"


def loose_decisions(known: Classes) -> Iterator[str]:
    """Decisions that do not state what they offer, or under which rule."""
    for name, (file, node) in known.items():
        if "Decision" not in lineage(name, known) or "Chance" in lineage(name, known):
            continue
        own = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
        if twice := own & {"options", "refuse"}:
            yield f"{file}: {name} has its own {' and '.join(sorted(twice))}: `offers` is the one statement"
        if is_abstract(name, known):
            continue
        if not has(name, "offers", known):
            yield f"{file}: {name} does not say what it `offers`"
        if not has_number(name, known):
            yield f"{file}: {name} has no rule number: mark it @rule, or write `rule_number`"


def faults_of(game: Path) -> list[str]:
    known = classes(game)
    return [*untyped_events(known, classes(SOURCE / "kernel")), *spoken_events(game), *loose_decisions(known)]


def games() -> list[Path]:
    return sorted(file.parent for file in (SOURCE / "games").glob("*/__init__.py"))


def taken_apart(name: str, text: str, parsing: re.Pattern[str], allowed: Mapping[tuple[str, str], str]) -> list[str]:
    """The lines of a file that take a text apart more often than the table gives reasons for."""
    pieces = [piece for file, piece in allowed if file == name]
    return [
        f"{name}:{number}: {line.strip()[:100]}"
        for number, line in enumerate(text.splitlines(), 1)
        if len(parsing.findall(line)) > sum(piece in line for piece in pieces)
    ]


def scripts() -> Iterator[tuple[str, str]]:
    for file in sorted((SOURCE / "web" / "js").rglob("*.js")):
        yield file.name, file.read_text(encoding="utf-8")


def modules() -> Iterator[tuple[str, str]]:
    for folder in ROOMS:
        for file in sorted((SOURCE / folder).rglob("*.py")):
            yield file.relative_to(SOURCE).as_posix(), file.read_text(encoding="utf-8")


# The checks applied to the project


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_a_game_states_facts_and_each_rule_once(game: Path) -> None:
    faults = faults_of(game)
    assert not faults, "\n" + "\n".join(faults)


def test_the_kernel_has_no_event_without_a_subject() -> None:
    known = classes(SOURCE / "kernel")
    assert not list(untyped_events(known))
    assert not UNTYPED & set(known), "nobody needs the events that are a sentence any longer"


def test_nobody_takes_a_sentence_apart() -> None:
    faults = [line for name, text in scripts() for line in taken_apart(name, text, PARSING, SCRIPTS)]
    faults += [line for name, text in modules() for line in taken_apart(name, text, PYTHON_PARSING, MODULES)]
    assert not faults, "give the fact a field of its own, or the table a reason:\n" + "\n".join(faults)


def test_the_table_of_reasons_names_nothing_that_is_gone() -> None:
    there = {**dict(scripts()), **dict(modules())}
    gone = [(file, piece) for file, piece in (*SCRIPTS, *MODULES) if piece not in there.get(file, "")]
    assert not gone, f"take these off the tables: {gone}"


SIDES = re.compile(r"""["'`](?:German|Allied|Germans|Allies)["'`]""")
NAMELESS = ("arena", "cli", "draw", "kernel", "lab", "players", "review", "runs", "server", "testing", "web/js")
"""Rooms in which no side has a name: a side is a value that each game declares."""


def sides_by_name(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if SIDES.search(line)]


def test_no_room_knows_a_side_by_its_name() -> None:
    files = [file for room in NAMELESS for kind in ("*.py", "*.js") for file in (SOURCE / room).rglob(kind)]
    faults = [f"{file}: {line}" for file in files for line in sides_by_name(file.read_text(encoding="utf-8"))]
    assert not faults, "\n" + "\n".join(faults)


# The checks can fail


@pytest.mark.parametrize("line", ['if side == "German": ...', "const side = piece.army === 'Allied' ? 0 : 1;"])
def test_a_side_that_is_known_by_its_name_is_found(line: str) -> None:
    assert sides_by_name(line)


def parsed(*texts: str) -> Classes:
    nodes = [node for text in texts for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ClassDef)]
    return {node.name: ("here.py", node) for node in nodes}


@pytest.mark.parametrize(
    "text",
    [
        "class Fell(Event):\n    text: str",
        "class A(Event): ...\nclass Fell(A):\n    text: str",
        "class Fell(Noted): ...",
    ],
)
def test_an_event_that_is_a_sentence_is_found(text: str) -> None:
    assert len(list(untyped_events(parsed(text)))) == 1


def test_an_emitted_sentence_is_found(tmp_path: Path) -> None:
    (tmp_path / "r01_fall.py").write_text("g.emit(events.Disclosed(text=f'{name} falls.'))", encoding="utf-8")
    assert len(list(spoken_events(tmp_path))) == 1


OFFERS = "    def offers(self, g): ..."


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        (f"@rule('1')\nclass Hide(Decision[G]):\n{OFFERS}", 0),
        (f"class Hide(Decision):\n{OFFERS}\n    def rule_number(self): ...", 0),
        (f"class Hand(Decision):\n{OFFERS}\n@rule('1')\nclass Hide(Hand): ...", 0),
        ("class Luck(Chance[G]):\n    def options(self, g): ...", 0),
        (f"class Hide(Decision):\n{OFFERS}", 1),
        ("@rule('1')\nclass Hide(flow.Decision[G]): ...", 1),
        (f"@rule('1')\nclass Hide(Decision):\n{OFFERS}\n    def refuse(self, g, a): ...", 1),
        (f"class Hand(Decision):\n    def options(self, g): ...\n@rule('1')\nclass Hide(Hand):\n{OFFERS}", 1),
    ],
)
def test_a_decision_that_does_not_state_what_it_offers_is_found(text: str, faults: int) -> None:
    assert len(list(loose_decisions(parsed(text)))) == faults


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("log.js", 'const hexes = entry.text.split(" ");'),
        ("log.js", "if (/^German/.test(entry.text)) shade();"),
        ("table.js", 'location.pathname.split("/"); view.prompt.match(/turn/)'),
        ("panel.js", "new RegExp(word)"),
        ("log.js", 'const isLoss = line => line.text.includes("loses a step");'),
        ("log.js", 'entry.text.slice(0, entry.text.indexOf(" "))'),
    ],
)
def test_a_script_that_takes_a_sentence_apart_is_found(name: str, line: str) -> None:
    assert taken_apart(name, line, PARSING, SCRIPTS)


@pytest.mark.parametrize(
    "line",
    [
        "import re",
        "found = re.search(r'turn', text)",
        "who = said.text.split()[0]",
        "side = 1 if text.startswith('The German') else 0",
        "name = text[: text.find(' ')]",
        "if 'retreats' in said.text:",
        "return max(view.trail.rfind(word) for word in self.words)",
        "and self.trail in view.trail",
    ],
)
def test_a_module_that_takes_a_sentence_apart_is_found(line: str) -> None:
    assert taken_apart("server/words.py", line, PYTHON_PARSING, MODULES)


def test_what_the_table_allows_is_let_through() -> None:
    assert not taken_apart("table.js", 'const id = location.pathname.split("/").pop();', PARSING, SCRIPTS)
    assert not taken_apart("server/auth.py", 'scheme, _, given = header.partition(" ")', PYTHON_PARSING, MODULES)
