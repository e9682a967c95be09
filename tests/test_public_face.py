"""The ten names of `import bocage`: as quick as the kernel below them, give or take the texts."""

import pytest

import bocage


def test_a_state_finds_its_game_once_and_not_at_every_option(monkeypatch: pytest.MonkeyPatch) -> None:
    g = bocage.new("tinybeach", seed=1)
    assert bocage.options(g)

    def look_again() -> list[str]:
        raise AssertionError("the games were looked for again")

    monkeypatch.setattr(bocage, "ids", look_again)
    for _ in range(20):
        g, _ = bocage.apply(g, bocage.options(g)[0])
        assert bocage.explain(g, bocage.options(g)[0]) is None


def test_options_are_what_apply_takes() -> None:
    g = bocage.new("tinybeach", seed=1)
    for option in bocage.options(g):
        bocage.apply(g, option)
