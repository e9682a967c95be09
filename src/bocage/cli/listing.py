"""`bocage games`: what there is to play."""

import argparse

import msgspec

from bocage.cli.common import Commands, add_json, command, print_json
from bocage.cli.console import paint, wrap
from bocage.games import all_games
from bocage.kernel.game import Game


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = command(
        commands,
        "games",
        run,
        "list the games, their sides and scenarios",
        examples=["bocage games", "bocage games --json"],
    )
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print every game."""
    games = all_games().values()
    if options.json:
        print_json([describe(game) for game in games])
        return 0
    print("\n\n".join(_text(game) for game in games))
    return 0


def describe(game: Game) -> dict[str, object]:
    """A game as data for scripts."""
    return {
        "id": game.id,
        "name": game.name,
        "version": game.version,
        "summary": game.summary,
        "sides": list(game.sides),
        "players": game.players,
        "minutes": game.minutes,
        "difficulty": game.difficulty,
        "scenarios": [msgspec.to_builtins(scenario) for scenario in game.scenarios],
        "options": [msgspec.to_builtins(option) for option in game.options],
    }


def _text(game: Game) -> str:
    sides = " against ".join(game.sides) if len(game.sides) == 2 else ", ".join(game.sides)
    lines = [
        f"{paint(game.id, 'bold')}  {game.name}",
        wrap(game.summary, "  "),
        f"  {sides}; about {game.minutes} minutes; {game.difficulty}",
    ]
    for scenario in game.scenarios:
        turns = f" ({scenario.turns} turns)" if scenario.turns else ""
        lines.append(wrap(f"--scenario {scenario.id}: {scenario.name}{turns}. {scenario.summary}", "    "))
    for option in game.options:
        values = " | ".join(f"'{value}'" if " " in value else value for value in option.values)
        rule = f" (rule {option.rule})" if option.rule else ""
        lines.append(wrap(f"--set {option.id}={values}: {option.name}{rule}", "    "))
    return "\n".join(lines)
