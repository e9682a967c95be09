"""How fast everything is: whole random games against python-chess, and the kernel's own costs."""

from bocage.tools.bench.costs import Cost, kernel_costs
from bocage.tools.bench.speed import Speed, measure_games

__all__ = ["Cost", "Speed", "kernel_costs", "measure_games"]
