"""`bocage map`: the map as a drawing."""

import argparse
from pathlib import Path

from bocage.cli.common import Commands, Fault, add_data, add_game, command, find_game, pack_of


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = command(
        commands,
        "map",
        run,
        "draw a game's map as an SVG file",
        description="With a scenario, the counters are shown as they stand when the game begins.",
        examples=["bocage map tinybeach --svg tinybeach.svg", "bocage map tinybeach --scenario dawn --svg dawn.svg"],
    )
    add_game(parser)
    parser.add_argument("--svg", metavar="FILE", type=Path, required=True, help="the file to write")
    parser.add_argument("--scenario", metavar="S", help="also draw the counters of this scenario")
    add_data(parser)


def run(options: argparse.Namespace) -> int:
    """Write the drawing."""
    game = find_game(options.game)
    try:
        from bocage.draw import map_svg
    except ImportError as error:
        raise Fault(f"maps cannot be drawn here: {error}") from None
    data = pack_of(game, options.data)
    g = game.new(options.scenario, data=data) if options.scenario or data else None
    drawing: str = map_svg(game, g)
    file: Path = options.svg
    file.write_text(drawing, encoding="utf-8")
    print(f"wrote {file} ({len(drawing) // 1024 + 1} KB)")
    return 0
