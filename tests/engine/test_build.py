"""BUILD-1, BUILD-2: factories of the row, what they cost, and the influence that some give."""

import pytest

from tests.engine.table import Hand, do, factories, has, in_row, menu, position, refused

ROW = ("sawmill-1", "coal-mine-2", "foundry-1", "bank-1", "academy-1")
RICH = {"wood": 9, "coal": 9}


def test_build_1_a_factory_costs_what_it_shows_and_is_the_builders_at_once() -> None:
    before = position("build", hands={"yellow": {"wood": 3, "coal": 3}}, row=ROW)
    after = do(before, "resolve build", "build bank-1")
    assert has(after, "yellow") == {"wood": 3 - 2, "coal": 3 - 1}
    assert factories(after, "yellow") == ["starting-factory", "bank-1"]


def test_build_1_a_factory_may_cost_coal_alone() -> None:
    after = do(position("build", hands={"yellow": {"coal": 2}}, row=ROW), "resolve build", "build foundry-1")
    assert has(after, "yellow") == {}


def test_build_1_the_row_is_not_refilled_before_the_round_ends() -> None:
    after = do(position("build", hands={"yellow": RICH}, row=ROW), "resolve build", "build coal-mine-2", "done")
    assert in_row(after) == ["sawmill-1", None, "foundry-1", "bank-1", "academy-1"]


def test_build_1_what_can_not_be_paid_is_refused() -> None:
    begun = do(position("build", hands={"yellow": {"wood": 1}}, row=ROW), "resolve build")
    assert menu(begun) == ["build sawmill-1", "build academy-1", "done"]
    for card in ("coal-mine-2", "foundry-1", "bank-1"):
        refused(begun, f"build {card}", "BUILD-1")


def test_build_1_only_cards_of_the_row() -> None:
    begun = do(position("build", hands={"yellow": RICH}, row=ROW), "resolve build")
    refused(begun, "build coal-mine-4", "BUILD-1")
    refused(do(begun, "build sawmill-1"), "build sawmill-1", "BUILD-1")


def test_build_1_three_factories_in_a_round_and_no_more() -> None:
    begun = do(position("build", hands={"yellow": RICH}, row=ROW), "resolve build")
    three = do(begun, "build sawmill-1", "build coal-mine-2", "build foundry-1")
    assert menu(three) == ["done"]
    refused(three, "build bank-1", "BUILD-1")


def test_build_1_one_built_with_a_bonus_token_counts() -> None:
    built = ("sawmill-2", "sawmill-3")
    hand: Hand = {**RICH, "coins": 1, "bonus-tokens": 2, "factories-built": 2, "factories": built}
    bonus = do(position("buy", hands={"yellow": hand}, row=ROW), "resolve buy", "buy wood-ship", "done")
    bonus = do(bonus, "bonus build", "build sawmill-1")
    assert has(bonus, "yellow")["bonus-tokens"] == 1
    assert bonus.holdings[0].built == 3


def test_build_1_three_built_leave_no_bonus_to_build() -> None:
    hands = {"yellow": {**RICH, "bonus-tokens": 1}}
    three = do(position("build", hands=hands, row=ROW), "resolve build", "build sawmill-1", "build coal-mine-2")
    three = do(three, "build foundry-1", "done")
    assert "bonus build" not in menu(three)
    refused(three, "bonus build", "BONUS-1")


def test_build_2_the_symbol_gives_one_influence_at_once() -> None:
    after = do(position("build", hands={"yellow": RICH}, row=ROW), "resolve build", "build coal-mine-2")
    assert has(after, "yellow") == {"wood": 8, "coal": 8, "influence": 1}


def test_build_2_the_influence_may_win_a_symbol_of_the_track() -> None:
    # Space 7 shows a metal cube (SYM-1).
    hands = {"yellow": {**RICH, "influence": 6}}
    after = do(position("build", hands=hands, row=ROW), "resolve build", "build coal-mine-2")
    assert has(after, "yellow") == {"wood": 8, "coal": 8, "metal": 1, "influence": 7}


@pytest.mark.parametrize("text", ["buy wood-ship", "resolve build", "place build", "bonus build", "take coal"])
def test_resolve_1_other_moves_are_no_steps_of_building(text: str) -> None:
    refused(do(position("build", hands={"yellow": RICH}, row=ROW), "resolve build"), text, "RESOLVE-1")
