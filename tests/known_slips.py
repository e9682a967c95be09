"""What is known to fail, and why. A test that is mended is taken off the list; nothing else may be on it."""

BUDGET = "tests/players/test_budget.py::test_"
LATE = f"{BUDGET}who_is_late_gives_hasty_orders_and_looks_at_nothing"
CAPPED = f"{BUDGET}a_turn_is_capped_on_a_slow_machine"
NO_LOOK = "fails; the cause was not looked for (its planner does not look ahead, which may be it)"

MERGED = "not seen green as a whole since the server, the table and the new games came together"

SLIPS: dict[str, str] = {
    "tests/browser/": MERGED,
    "tests/server/": MERGED,
    "tests/testing/": MERGED,
    "tests/tools/": MERGED,
    "tests/runs/": MERGED,
    "tests/test_conformance.py": MERGED,
    "tests/cli/": MERGED,
    "tests/lab/": MERGED,
    f"{CAPPED}[bradley]": NO_LOOK,
    f"{LATE}[bradley]": NO_LOOK,
    "tests/lab/test_record.py::test_a_recorded_game_is_the_same_game_and_its_turns_are_whole[bradley]": (
        "its first turn has no row of its own"
    ),
    "tests/cli/test_review.py::test_a_whole_review_of_a_large_game_has_all_parts": "fails; cause not found yet",
}
