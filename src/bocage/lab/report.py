"""The report: one page that stands alone, with what came out of one run or of several beside each other."""

from collections.abc import Sequence
from html import escape
from importlib import resources
from pathlib import Path

from bocage.lab.extra import need
from bocage.lab.results import Results

with need("matplotlib"):
    from bocage.lab import chapters, pieces, plots
    from bocage.lab.study import Study, median


def make_report(folders: Sequence[Path]) -> str:
    """The page about the results in these directories."""
    studies = [Study(Results(folder), label) for folder, label in zip(folders, _labels(folders), strict=True)]
    title = _title(studies)
    here = resources.files("bocage.lab")
    css = here.joinpath("page.css").read_text(encoding="utf-8")
    script = here.joinpath("page.js").read_text(encoding="utf-8")
    body = [f"<header><h1>{escape(title)}</h1>{_subtitle(studies)}{_nav(studies)}</header>"]
    if len(studies) == 1:
        body.append(chapters.whole(studies[0], "run1"))
    else:
        body.append(_comparison(studies))
        for n, study in enumerate(studies, 1):
            head = f'<h1>{escape(study.label)}</h1><p class="sub">{_about(study)}</p>'
            body.append(f'<div class="chapter" id="run{n}">{head}{chapters.whole(study, f"run{n}")}</div>')
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{css}</style></head><body>{body[0]}<main>{''.join(body[1:])}</main><script>{script}</script></body></html>\n"
    )


def _labels(folders: Sequence[Path]) -> list[str]:
    """Short names that tell the directories apart."""
    names = [folder.resolve().name for folder in folders]
    return names if len(set(names)) == len(names) else [str(folder) for folder in folders]


def _title(studies: Sequence[Study]) -> str:
    games = list(dict.fromkeys(study.game.name for study in studies))
    if len(games) > 1:
        return "Several games compared"
    scenarios = {study.settings.scenario for study in studies}
    if len(scenarios) > 1:
        return f"{games[0]}: scenarios compared"
    whole = studies[0].game.titled(studies[0].settings.scenario)
    return whole + (", runs compared" if len(studies) > 1 else "")


def _about(study: Study) -> str:
    settings = study.settings
    parts = [
        pieces.games(study.many),
        study.who,
        f"seeds from {settings.seed}",
        *(f"{name} {value}" for name, value in settings.options.items()),
        *([f"data pack {settings.data}"] if settings.data else []),
        *([f"{pieces.games(len(study.errors))} failed"] if study.errors else []),
    ]
    return escape(" · ".join(parts))


def _subtitle(studies: Sequence[Study]) -> str:
    if len(studies) == 1:
        return f'<p class="sub">{_about(studies[0])}</p>'
    return f'<p class="sub">{len(studies)} runs, {pieces.games(sum(study.many for study in studies))}</p>'


def _nav(studies: Sequence[Study]) -> str:
    if len(studies) == 1:
        links = [(f"run1-{key}", word) for key, word in chapters.contents(studies[0])]
    else:
        links = [("comparison", "Comparison"), *((f"run{n}", study.label) for n, study in enumerate(studies, 1))]
    return "<nav>" + "".join(f'<a href="#{escape(to)}">{escape(word)}</a>' for to, word in links) + "</nav>"


def _comparison(studies: Sequence[Study]) -> str:
    """All runs in one plot and one table."""
    figure = pieces.figure(
        plots.wins(studies),
        "Share of games that each side won",
        "The dot is what was seen, the band holds the true share in 95 of 100 "
        "cases: runs whose bands do not overlap differ.",
    )
    head = ("run", "players", "games", "length, turns", "seconds a game")
    rows = [
        (
            study.label,
            study.who,
            f"{study.many:,}",
            f"{median(study.lengths('turns')):g}",
            pieces.figures(median(study.lengths("seconds"))),
        )
        for study in studies
    ]
    parts = [
        f'<section id="comparison"><h2>Comparison</h2>{figure}',
        pieces.table(head, rows, "..nnn"),
        '<p class="note">Length and seconds are medians.</p>',
    ]
    if len({study.settings.game for study in studies}) == 1:
        for side in dict.fromkeys(side for study in studies for side in study.scoring):
            words = f"{side} victory points at the end of each turn, the median of each run"
            parts.append(pieces.figure(plots.compared_points(studies, side), words))
    return "".join(parts) + "</section>"
