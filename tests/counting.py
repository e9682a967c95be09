"""What is on a map, for tests that hold it against the printed one."""

from bocage.kernel.board import Board
from bocage.kernel.spaces import count


def totals(board: Board) -> dict[str, int]:
    """What is on a map, counted, for holding against the printed one."""
    found = {"hexes": count(board.hexes), "boxes": count(board.boxes), "areas": count(board.areas)}
    found |= {f"terrain {kind}": count(mask) for kind, mask in sorted(board.of_terrain.items())}
    found |= {f"hexsides {kind}": len(edges) // 2 for kind, edges in sorted(board.sides.items())}
    found |= {f"road {kind}": len(edges) // 2 for kind, edges in sorted(board.roads.items())}
    found |= {f"links {kind}": len(edges) // 2 for kind, edges in sorted(board.links.items())}
    found |= {f"places {kind}": count(mask) for kind, mask in sorted(board.of_place.items())}
    return {name: number for name, number in found.items() if number}
