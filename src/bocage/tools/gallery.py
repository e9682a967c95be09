"""The gallery: screenshots of every game in a real browser, remade by `make gallery`.

    python -m bocage.tools.gallery                       all pictures, and the page that shows them
    python -m bocage.tools.gallery --only battle-normandy44 --only rule
    python -m bocage.tools.gallery --only overlay        all whose names begin so

A server of its own plays seeded games, so that the same code gives the same pictures.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Browser, Error

from bocage.tools.gallery_pictures import CHAPTERS, PICTURES, Picture
from bocage.tools.gallery_stage import Stage
from bocage.tools.table_speed import browsing, serving

FOLDER = Path("docs/gallery")
SUFFIX = ".webp"
HEAD = """# The gallery

What Bocage looks like. Every picture is a screenshot of a seeded game in a real browser, or a drawing that
`bocage.draw` makes from data alone. `make gallery` takes them all anew, `make gallery ARGS="--only battle"` those
whose names begin so.
"""


def index() -> str:
    """The page that shows the pictures, one caption each."""
    parts = [HEAD]
    for chapter, pictures in CHAPTERS.items():
        parts.append(f"\n## {chapter}\n")
        parts += [f"\n{picture.caption}\n\n![{alt(picture)}]({picture.name}{SUFFIX})\n" for picture in pictures]
    return "".join(parts)


def alt(picture: Picture) -> str:
    """The caption without emphasis, for those who cannot see the picture."""
    return picture.caption.replace("*", "")


def chosen(only: Sequence[str]) -> list[Picture]:
    """The pictures whose names begin with one of the words; all without any."""
    return [picture for picture in PICTURES if not only or any(picture.name.startswith(word) for word in only)]


def shoot(browser: Browser, address: str, picture: Picture) -> bytes:
    """One picture, as a WebP file."""
    stage = Stage(browser, address, picture.size, picture.skin)
    try:
        picture.steps(stage)
        return stage.take()
    finally:
        stage.close()


def main(argv: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="gallery", description="Take the screenshots of docs/gallery again.")
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help="pictures that begin with this")
    parser.add_argument("--folder", type=Path, default=FOLDER, help=f"where they go ({FOLDER})")
    parser.add_argument("--list", action="store_true", help="only say which pictures there are")
    given = parser.parse_args(argv)
    wanted = chosen(given.only)
    if not wanted:
        parser.error(
            f"there is no picture {' or '.join(given.only)}; choose from: {', '.join(p.name for p in PICTURES)}"
        )
    if given.list:
        print("\n".join(f"{picture.name:28}{picture.caption}" for picture in wanted))
        return 0
    given.folder.mkdir(parents=True, exist_ok=True)
    failed = 0
    with serving() as address, browsing() as browser:
        for number, picture in enumerate(wanted, 1):
            start = time.monotonic()
            try:
                taken = shoot(browser, address, picture)
            except (Error, RuntimeError) as error:  # the others are taken all the same
                failed += 1
                print(f"{number:3}/{len(wanted)}  {picture.name:30} {str(error).splitlines()[0]}", flush=True)
                continue
            (given.folder / f"{picture.name}{SUFFIX}").write_bytes(taken)
            spent = time.monotonic() - start
            print(f"{number:3}/{len(wanted)}  {picture.name:30}{len(taken) // 1024:5} KB  {spent:5.1f} s", flush=True)
    (given.folder / "README.md").write_text(index(), encoding="utf-8")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
