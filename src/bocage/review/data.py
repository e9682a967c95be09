"""The review as plain data, for scripts: the ledger with exact fractions, and the win chance at every moment."""

from fractions import Fraction
from typing import Any

from bocage.review.chances import Curve
from bocage.review.luck import Stroke
from bocage.review.story import Story
from bocage.review.worth import unit


def data(story: Story, curve: Curve) -> dict[str, Any]:
    """What the page shows, without its words. Values are the first side's, in `unit`; `exact` are fractions as text."""
    total = sum((stroke.luck for stroke in story.strokes), Fraction(0))
    kinds: dict[str, Fraction] = {}
    for stroke in story.strokes:
        kinds[stroke.kind] = kinds.get(stroke.kind, Fraction(0)) + stroke.luck
    first, second = story.game.sides[:2]
    return {
        "game": story.game.id,
        "scenario": story.log.header.scenario,
        "finished": story.over,
        **({"note": story.note, "ended": story.ended} if story.note else {}),
        "picks": len(story.picks),
        "rolls": story.rolls,
        "unit": unit(story.game),
        "mattered": len(story.strokes),
        "left_out": dict(story.silent.most_common()),
        "luck": {first: float(total), second: float(-total)},
        "luck_exact": {first: str(total), second: str(-total)},
        "luck_by_kind": {kind: {first: float(luck), second: float(-luck)} for kind, luck in kinds.items()},
        "ledger": [_stroke(stroke) for stroke in story.strokes],
        "chances": [
            {"pick": moment.n, "moment": moment.label, first: chance.share, "interval": [chance.low, chance.high]}
            for moment, chance in zip(story.moments, curve.chances, strict=True)
        ],
        "playing_on": {"by": curve.policy, "moments": curve.outsets, "games": curve.outsets * curve.games},
    }


def _stroke(stroke: Stroke) -> dict[str, Any]:
    return {
        "pick": stroke.n,
        "kind": stroke.kind,
        "what": stroke.what,
        "where": " > ".join(stroke.trail),
        "rolled": stroke.rolled,
        "expected": float(stroke.expected),
        "actual": float(stroke.actual),
        "luck": float(stroke.luck),
        "exact": {"expected": str(stroke.expected), "actual": str(stroke.actual), "luck": str(stroke.luck)},
        "chance": str(stroke.chance()),
        "about": stroke.about,
    }
