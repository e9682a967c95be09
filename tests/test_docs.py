from pathlib import Path

import pytest

from bocage.tools import docs

RULEBOOK = """
[[rule]]
number = "8.5.2"
heading = "Bonds stop movement"
summary = "A unit may not cross a bond | ever."

[[rule]]
number = "9"
heading = "Weather"
summary = "Storms close the beaches."
not_modelled = "the printed game leaves it to the players"
"""


@pytest.fixture
def folders(tmp_path: Path) -> list[str]:
    game = tmp_path / "games" / "atoll"
    game.mkdir(parents=True)
    (game / "rulebook.toml").write_text(RULEBOOK, encoding="utf-8")
    return ["--games", str(tmp_path / "games"), "--out", str(tmp_path / "pages")]


def test_each_rule_is_a_row_with_its_status(tmp_path: Path, folders: list[str]) -> None:
    assert docs.main(folders) == 0
    page = (tmp_path / "pages" / "atoll.md").read_text(encoding="utf-8")
    assert "| 8.5.2 | Bonds stop movement | A unit may not cross a bond \\| ever. | enforced |" in page
    assert "| not modelled: the printed game leaves it to the players |" in page
    assert "1 of 2 numbered rules are enforced" in page


def test_the_title_is_the_heading_of_the_readme(tmp_path: Path, folders: list[str]) -> None:
    (tmp_path / "games" / "atoll" / "README.md").write_text("# Lonely Atoll\n", encoding="utf-8")
    docs.main(folders)
    assert "# Lonely Atoll: the rules" in (tmp_path / "pages" / "atoll.md").read_text(encoding="utf-8")


def test_check_fails_on_a_missing_page_and_passes_once_it_is_written(folders: list[str]) -> None:
    assert docs.main([*folders, "--check"]) == 1
    docs.main(folders)
    assert docs.main([*folders, "--check"]) == 0


def test_check_fails_on_a_changed_rulebook(tmp_path: Path, folders: list[str]) -> None:
    docs.main(folders)
    changed = RULEBOOK.replace("Storms", "Gales")
    (tmp_path / "games" / "atoll" / "rulebook.toml").write_text(changed, encoding="utf-8")
    assert docs.main([*folders, "--check"]) == 1


def test_a_page_whose_game_is_gone_is_removed_but_a_page_by_hand_stays(tmp_path: Path, folders: list[str]) -> None:
    docs.main(folders)
    (tmp_path / "pages" / "README.md").write_text("# By hand\n", encoding="utf-8")
    (tmp_path / "games" / "atoll" / "rulebook.toml").unlink()
    assert docs.main([*folders, "--check"]) == 1
    docs.main(folders)
    assert [file.name for file in (tmp_path / "pages").iterdir()] == ["README.md"]
