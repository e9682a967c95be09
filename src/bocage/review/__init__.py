"""The review of a finished game: how it stood when, what turned it, and how lucky each side was.

`worth.py` says what a position is worth and in what unit, `episodes.py` how far a roll is followed, `luck.py` keeps the
exact account of the dice, `chances.py`
estimates the win chance, `story.py` tells the log again, `turns.py` finds the turning points, and `page.py` makes one
HTML file of it all.
"""

from bocage.review.making import Bar, Tick, measure, review
from bocage.review.plots import NoPlots, need_plots
from bocage.review.worth import Unjudged

__all__ = ["Bar", "NoPlots", "Tick", "Unjudged", "measure", "need_plots", "review"]
