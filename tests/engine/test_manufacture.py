"""MAKE-1 to MAKE-6: cards of the display, counterfeits, and what the owners of the fields get."""

import pytest

from engine.era.events import Gained
from engine.era.state import State
from tests.engine.table import do, happened, has, menu, position, refused, shown

RICH = {"coal": 9, "metal": 9, "technology": 9, "tools": 9}
SEWING = {"sewing-machine original": "yellow"}


def green_makes(owners: dict[str, str], *patented: str, green: dict[str, int] | None = None) -> State:
    """Green, second in turn, has a token on manufacture; the three cards of the sewing machine lie on the display."""
    return do(
        position(
            "manufacture",
            hands={"green": green or RICH},
            display=("sewing-machine-1", "sewing-machine-2", "sewing-machine-copy", "light-bulb"),
            owners=owners,
            patented=patented,
        ),
        "decline manufacture", "resolve manufacture",
    )  # fmt: skip


def test_make_1_a_card_costs_what_it_shows_and_gives_its_profit_at_once() -> None:
    state = position("manufacture", hands={"yellow": {"metal": 1, "coal": 1}}, display=("light-bulb", "pocket-watch"))
    after = do(state, "resolve manufacture", "manufacture light-bulb")
    assert has(after, "yellow") == {"development": 2}
    assert shown(after)[:2] == [None, "pocket-watch"]


def test_make_1_what_one_card_gives_pays_for_the_next() -> None:
    # X6, RESOLVE-5: the tools cube of space 6 pays for the watch, whose card costs 1 tools in these tests.
    hands = {"yellow": {"metal": 1, "influence": 5}}
    state = do(position("manufacture", hands=hands, display=("bicycle", "pocket-watch")), "resolve manufacture")
    refused(state, "manufacture pocket-watch", "MAKE-1")
    after = do(state, "manufacture bicycle", "manufacture pocket-watch")
    assert has(after, "yellow") == {"influence": 6, "coins": 2}


def test_make_1_three_cards_and_no_more() -> None:
    display = ("light-bulb", "pocket-watch", "bicycle", "stove")
    state = do(position("manufacture", hands={"yellow": RICH}, display=display), "resolve manufacture")
    three = do(state, "manufacture light-bulb", "manufacture pocket-watch", "manufacture bicycle")
    assert menu(three) == ["done"]
    refused(three, "manufacture stove", "MAKE-1")


def test_make_1_only_what_lies_on_the_display_and_can_be_paid() -> None:
    state = do(
        position("manufacture", hands={"yellow": {"tools": 1}}, display=("light-bulb", "pocket-watch")),
        "resolve manufacture",
    )
    assert menu(state) == ["manufacture pocket-watch", "done"]
    refused(state, "manufacture light-bulb", "MAKE-1")
    refused(state, "manufacture bicycle", "MAKE-1")
    refused(do(state, "manufacture pocket-watch"), "manufacture pocket-watch", "MAKE-1")


def test_make_1_two_alike_cards_are_told_apart() -> None:
    after = do(green_makes(SEWING), "manufacture sewing-machine-2")
    assert shown(after)[:3] == ["sewing-machine-1", None, "sewing-machine-copy"]


def test_make_1_the_display_is_not_refilled_and_nobody_else_has_the_card() -> None:
    state = position("manufacture", hands={"yellow": RICH, "green": RICH}, display=("light-bulb", "pocket-watch"))
    after = do(state, "resolve manufacture", "manufacture light-bulb", "done", "resolve manufacture")
    assert after.in_turn == "green"
    assert menu(after) == ["manufacture pocket-watch", "done"]


def test_make_2_question_marks_are_paid_by_choice_repeats_allowed() -> None:
    # The copy of the sewing machine shows two question marks in these tests.
    chosen = do(green_makes({"sewing-machine original": "brown"}), "manufacture sewing-machine-copy")
    assert menu(chosen) == [
        "pay metal metal", "pay metal technology", "pay metal tools",
        "pay technology technology", "pay technology tools", "pay tools tools",
    ]  # fmt: skip
    after = do(chosen, "pay tools tools")
    assert has(after, "green") == {**RICH, "tools": 7, "coins": 2}


def test_make_2_only_cubes_that_the_player_has() -> None:
    poor = {"metal": 1, "tools": 1, "coal": 9, "coins": 9}
    chosen = do(green_makes({"sewing-machine original": "brown"}, green=poor), "manufacture sewing-machine-copy")
    assert menu(chosen) == ["pay metal tools"]
    refused(chosen, "pay metal metal", "MAKE-2")
    refused(chosen, "pay metal", "MAKE-2")
    refused(chosen, "done", "MAKE-2")


def test_make_2_never_with_coal_wood_or_coins() -> None:
    poor = {"metal": 1, "wood": 9, "coal": 9, "coins": 9, "development": 9}
    refused(green_makes({"sewing-machine original": "brown"}, green=poor), "manufacture sewing-machine-copy", "MAKE-2")


def test_make_2_coal_on_the_card_is_paid_as_coal() -> None:
    # The telephone's copy shows a coal and two question marks in these tests, and gives 2 influence.
    state = position(
        "manufacture",
        hands={"yellow": {"metal": 2, "coal": 1}},
        display=("telephone-copy",),
        owners={"telephone original": "green"},
    )
    after = do(state, "resolve manufacture", "manufacture telephone-copy", "pay metal metal")
    assert has(after, "yellow") == {"influence": 2}


def test_make_3_an_official_card_rewards_the_owner_of_the_original() -> None:
    # The rulebook: 1 influence for the sewing machine's original; the card gives 3 coins in these tests.
    after = do(green_makes(SEWING), "manufacture sewing-machine-1")
    assert has(after, "yellow") == {"influence": 1}
    assert has(after, "green") == {**RICH, "metal": 8, "tools": 8, "coins": 3}


def test_make_3_both_owners_are_rewarded_original_first_after_the_profit() -> None:
    state = green_makes(SEWING | {"sewing-machine technical": "brown"})
    after, events = happened(state, "manufacture sewing-machine-1")
    assert has(after, "yellow") == {"influence": 1}
    assert has(after, "brown") == {"coins": 1}
    gained = [(event.player, event.goods, event.clause) for event in events if isinstance(event, Gained)]
    assert gained == [
        ("green", (("coins", 3),), "MAKE-1"),
        ("yellow", (("influence", 1),), "MAKE-3"),
        ("brown", (("coins", 1),), "MAKE-3"),
    ]


def test_make_3_who_owns_both_is_rewarded_for_both() -> None:
    after = do(green_makes(SEWING | {"sewing-machine technical": "yellow"}), "manufacture sewing-machine-1")
    assert has(after, "yellow") == {"influence": 1, "coins": 1}


@pytest.mark.parametrize(
    ("owners", "brown"),
    [
        ({"sewing-machine original": "green", "sewing-machine technical": "brown"}, {"coins": 1}),
        ({"sewing-machine original": "brown", "sewing-machine technical": "green"}, {"influence": 1}),
    ],
)
def test_make_3_the_maker_gains_nothing_from_an_own_field(owners: dict[str, str], brown: dict[str, int]) -> None:
    after = do(green_makes(owners), "manufacture sewing-machine-1")
    assert has(after, "green") == {**RICH, "metal": 8, "tools": 8, "coins": 3}
    assert has(after, "brown") == brown


def test_make_4_a_counterfeit_rewards_nobody_without_a_patent() -> None:
    owners = SEWING | {"sewing-machine technical": "brown"}
    after = do(green_makes(owners), "manufacture sewing-machine-copy", "pay metal metal")
    assert (has(after, "yellow"), has(after, "brown")) == ({}, {})


def test_make_4_a_counterfeit_rewards_the_patented_field_only() -> None:
    state = green_makes(SEWING | {"sewing-machine technical": "brown"}, "sewing-machine technical")
    after = do(state, "manufacture sewing-machine-copy", "pay metal metal")
    assert (has(after, "yellow"), has(after, "brown")) == ({}, {"coins": 1})


@pytest.mark.parametrize("patented", [(), ("sewing-machine original",)])
@pytest.mark.parametrize("field", ["sewing-machine original", "sewing-machine technical"])
def test_make_5_never_a_counterfeit_of_the_own_invention(field: str, patented: tuple[str, ...]) -> None:
    owners = {"sewing-machine original": "brown"} | {field: "green"}
    state = green_makes(owners, *patented)
    refused(state, "manufacture sewing-machine-copy", "MAKE-5")
    assert "manufacture sewing-machine-1" in menu(state)


def test_make_6_start_cards_reward_nobody() -> None:
    after = do(green_makes(SEWING, "sewing-machine original"), "manufacture light-bulb")
    assert [has(after, player) for player in ("yellow", "brown", "orange")] == [{}, {}, {}]


def test_sym_2_a_reward_on_anothers_turn_wins_no_symbol() -> None:
    # Yellow's pawn comes to space 6, which shows tools.
    state = do(
        position(
            "manufacture",
            hands={"green": RICH, "yellow": {"influence": 5}},
            display=("sewing-machine-1",),
            owners=SEWING,
        ),
        "decline manufacture", "resolve manufacture", "manufacture sewing-machine-1",
    )  # fmt: skip
    assert has(state, "yellow") == {"influence": 6}


def test_x6_symbols_card_after_card() -> None:
    # Telephone 1 metal, 1 technology, 1 tools, 2 coal -> 3; cash register 1 metal, 1 technology, 1 coal -> 2: from 6
    # to 9 a coin and nothing for passing 7, then to 11 a wood.
    state = position(
        "manufacture",
        hands={"yellow": {"metal": 2, "technology": 2, "tools": 1, "coal": 3, "influence": 6}},
        display=("telephone-1", "cash-register-2"),
        owners={"telephone original": "green", "cash-register original": "green"},
    )
    first = do(state, "resolve manufacture", "manufacture telephone-1")
    assert has(first, "yellow") == {"metal": 1, "technology": 1, "coal": 1, "coins": 1, "influence": 9}
    second = do(first, "manufacture cash-register-2")
    assert has(second, "yellow") == {"coins": 1, "wood": 1, "influence": 11}
