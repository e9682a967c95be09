"""What the planner knows of Normandy: plans of landing and of defence, roads to open or to shut, attacks that pay.

`orders.py` makes a side's orders for a phase (`allied.py`, `german.py`); the modules named `..._advice` follow them,
one kind of decision after another.
"""

from bocage.games.normandy71.computer import battle_advice, movement_advice, plan_advice, shore_advice
from bocage.games.normandy71.computer.orders import KNOWLEDGE

__all__ = ["KNOWLEDGE", "battle_advice", "movement_advice", "plan_advice", "shore_advice"]
