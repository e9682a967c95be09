"""`bocage report`: a page about the games of one simulation, or of several beside each other."""

import argparse
from pathlib import Path

from bocage.cli.common import Commands, command, lab_faults
from bocage.cli.files import make_folder


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = command(
        commands,
        "report",
        run,
        "make a page of what came out of a simulation",
        description=(
            "RESULTS is a folder that bocage simulate -o wrote; several are compared. The page is one file that needs\n"
            "nothing else: who wins and how sure that is, points over time, casualties, results of the tables, rules\n"
            "that came up, the front on the map turn by turn, length, thinking times."
        ),
        examples=[
            "bocage report balance -o report.html",
            "bocage report before after -o compared.html",
        ],
    )
    parser.add_argument("results", metavar="RESULTS", nargs="+", type=Path, help="a folder of results")
    parser.add_argument("-o", "--output", metavar="FILE", type=Path, required=True, help="the page to write")


def run(options: argparse.Namespace) -> int:
    """Write the page."""
    with lab_faults():
        from bocage.lab.report import make_report

        page = make_report(options.results)
    file: Path = options.output
    make_folder(file)
    file.write_text(page, encoding="utf-8")
    print(f"wrote {file} ({len(page.encode()) // 1024 + 1} KB)")
    return 0
