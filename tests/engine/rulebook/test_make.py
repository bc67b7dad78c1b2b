"""MAKE-1 and MAKE-2: what is manufactured, and how it is paid."""

import pytest

from engine.era.move_text import read_move
from engine.errors import UnreadableMove
from tests.engine.rulebook.box import BOX
from tests.engine.rulebook.table import change, changes, menu, next_in_turn, played, position, refused, seen


def test_make_1_a_card_is_paid_in_full_and_its_profit_gained_at_once() -> None:
    start = position({"yellow": "manufacture"}, display=["gramophone-1"], fields={"gramophone original": "yellow"})
    after = played(start, "resolve manufacture", "manufacture gramophone-1")
    # In the box: 2 technology and 2 coal for 4 coins, 1 development and 1 influence.
    gained = {"coins": 4, "development": 1, "influence": 1}
    assert changes(start, after) == {"yellow": {"technology": -2, "coal": -2, **gained}}


def test_make_1_one_card_is_enough() -> None:
    start = position({"yellow": "manufacture"}, display=["kettle", "compass"])
    after = played(start, "resolve manufacture", "manufacture kettle", "done")
    assert seen(after).in_turn == "green"
    assert seen(after).display[:2] == (None, "compass")


def test_make_1_three_cards_in_an_action_and_no_fourth() -> None:
    start = position({"yellow": "manufacture"}, display=["kettle", "compass", "loom", "pump"])
    three = ["manufacture loom", "manufacture kettle", "manufacture compass"]
    after = played(start, "resolve manufacture", *three)
    # Each start card of the box: a coal for a coin.
    assert changes(start, after) == {"yellow": {"coal": -3, "coins": 3}}
    refused(after, "manufacture pump", "MAKE-1")


@pytest.mark.parametrize("short", ["metal", "technology", "tools", "coal", "coins"])
def test_make_1_who_can_not_pay_the_whole_price_can_not_manufacture(short: str) -> None:
    # The airplane of the box costs 2 metal, 2 technology, 2 tools, 1 coal and 1 coin.
    price = {"metal": 2, "technology": 2, "tools": 2, "coal": 1, "coins": 1}
    enough = position(
        {"yellow": "manufacture"},
        display=["airplane-1"],
        fields={"airplane original": "green"},
        has={"yellow": price},
    )
    after = played(enough, "resolve manufacture", "manufacture airplane-1")
    assert change(enough, after, "yellow") == {kind: -count for kind, count in price.items()} | {"influence": 8}
    lacking = position(
        {"yellow": "manufacture"},
        display=["airplane-1"],
        fields={"airplane original": "green"},
        has={"yellow": price | {short: price[short] - 1}},
    )
    refused(played(lacking, "resolve manufacture"), "manufacture airplane-1", "MAKE-1")


def test_make_1_the_card_is_discarded_at_once_and_nobody_can_have_it_in_this_round() -> None:
    start = position({"yellow": "manufacture", "green": "manufacture"}, display=["kettle", "compass"], deck=["loom"])
    made = played(start, "resolve manufacture", "manufacture kettle")
    assert seen(made).display == (None, "compass", *[None] * 5)
    assert seen(made).invention_discards == ("kettle",)
    greens = played(made, "done", "resolve manufacture")
    refused(greens, "manufacture kettle", "MAKE-1")
    assert seen(greens).display == seen(made).display  # the display is not refilled during the round
    assert seen(greens).invention_deck == 1


def test_make_1_a_card_of_the_deck_or_of_no_developed_invention_is_not_to_be_had() -> None:
    start = position({"yellow": "manufacture"}, display=["kettle"], deck=["loom"], fields={"car original": "green"})
    manufacturing = played(start, "resolve manufacture")
    refused(manufacturing, "manufacture loom", "MAKE-1")
    refused(manufacturing, "manufacture car-1", "MAKE-1")
    refused(manufacturing, "manufacture airplane-1", "MAKE-1")


@pytest.mark.parametrize(("taken", "left"), [("car-1", "car-2"), ("car-2", "car-1")])
def test_make_1_two_alike_cards_are_told_apart(taken: str, left: str) -> None:
    start = position({"yellow": "manufacture"}, display=["car-1", "kettle", "car-2"], fields={"car original": "green"})
    after = played(start, "resolve manufacture", f"manufacture {taken}")
    assert taken not in seen(after).display
    assert left in seen(after).display


def test_resolve_5_what_a_card_gives_may_pay_for_the_next() -> None:
    # The kettle costs a coal and gives a coin; the camera costs 2 technology, 1 tools and 2 coins.
    start = position(
        {"yellow": "manufacture"},
        display=["camera-1", "kettle"],
        fields={"camera original": "green"},
        has={"yellow": {"coins": 1}},
    )
    manufacturing = played(start, "resolve manufacture")
    refused(manufacturing, "manufacture camera-1", "MAKE-1")
    after = played(manufacturing, "manufacture kettle", "manufacture camera-1")
    assert change(start, after, "yellow") == {"coal": -1, "technology": -2, "tools": -1, "coins": -1, "influence": 5}


def test_make_2_every_choice_of_the_three_kinds_pays_a_counterfeit() -> None:
    # The box's typewriter-copy shows two question marks and no coal, and gives a development.
    start = position({"yellow": "manufacture"}, display=["typewriter-copy"], fields={"typewriter original": "green"})
    paying = played(start, "resolve manufacture", "manufacture typewriter-copy")
    # Of three kinds, two cubes in any order: 3 alike and 3 mixed.
    ways = {
        "metal metal", "metal technology", "metal tools", "technology technology", "technology tools", "tools tools",
    }  # fmt: skip
    assert set(menu(paying)) == {f"pay {way}" for way in ways}
    alike = played(paying, "pay tools tools")
    assert changes(start, alike) == {"yellow": {"tools": -2, "development": 1}}
    mixed = played(paying, "pay technology metal")
    assert changes(start, mixed) == {"yellow": {"metal": -1, "technology": -1, "development": 1}}


def test_make_2_only_as_many_cubes_as_there_are_question_marks() -> None:
    start = position({"yellow": "manufacture"}, display=["typewriter-copy"], fields={"typewriter original": "green"})
    paying = played(start, "resolve manufacture", "manufacture typewriter-copy")
    refused(paying, "pay metal", "MAKE-2")
    refused(paying, "pay metal metal tools", "MAKE-2")


@pytest.mark.parametrize("kind", ["wood", "coal", "coin", "coins", "development"])
def test_make_2_nothing_else_pays_a_question_mark(kind: str) -> None:
    with pytest.raises(UnreadableMove, match="metal, technology, tools"):
        read_move(f"pay metal {kind}", BOX)


def test_make_2_coal_is_paid_as_coal_in_the_amount_shown() -> None:
    # The steam engine's counterfeit in the box: two question marks, 3 coal, 3 influence.
    fields = {"steam-engine original": "green"}
    start = position({"yellow": "manufacture"}, display=["steam-engine-copy"], fields=fields)
    after = played(start, "resolve manufacture", "manufacture steam-engine-copy", "pay metal metal")
    assert changes(start, after) == {"yellow": {"metal": -2, "coal": -3, "influence": 3}}
    short = position(
        {"yellow": "manufacture"}, display=["steam-engine-copy"], fields=fields, has={"yellow": {"coal": 2}}
    )
    refused(played(short, "resolve manufacture"), "manufacture steam-engine-copy", "MAKE-2")


def test_make_2_who_holds_too_few_cubes_for_the_question_marks_can_not_manufacture() -> None:
    few = {"metal": 1, "technology": 0, "tools": 0}
    start = position(
        {"yellow": "manufacture"},
        display=["typewriter-copy"],
        fields={"typewriter original": "green"},
        has={"yellow": few},
    )
    refused(played(start, "resolve manufacture"), "manufacture typewriter-copy", "MAKE-2")


def test_make_2_the_last_cubes_are_enough() -> None:
    start = position(
        {"yellow": "manufacture"},
        display=["typewriter-copy"],
        fields={"typewriter original": "green"},
        has={"yellow": {"metal": 1, "technology": 0, "tools": 1}},
    )
    paying = played(start, "resolve manufacture", "manufacture typewriter-copy")
    assert menu(paying) == ["pay metal tools"]


def test_make_2_only_cubes_that_are_there_can_be_chosen() -> None:
    few = {"metal": 1, "technology": 2, "tools": 0}
    start = position(
        {"yellow": "manufacture"},
        display=["typewriter-copy"],
        fields={"typewriter original": "green"},
        has={"yellow": few},
    )
    paying = played(start, "resolve manufacture", "manufacture typewriter-copy")
    assert set(menu(paying)) == {"pay metal technology", "pay technology technology"}
    refused(paying, "pay metal metal", "MAKE-2")
    refused(paying, "pay metal tools", "MAKE-2")


def test_make_2_a_counterfeit_counts_among_the_three_cards() -> None:
    fields = {"typewriter original": "green", "sewing-machine original": "green"}
    display = ["kettle", "typewriter-copy", "sewing-machine-copy", "loom"]
    start = position({"yellow": "manufacture"}, display=display, fields=fields)
    after = played(
        start, "resolve manufacture", "manufacture typewriter-copy", "pay metal metal", "manufacture kettle",
        "manufacture sewing-machine-copy", "pay tools",
    )  # fmt: skip
    refused(after, "manufacture loom", "MAKE-1")
    assert seen(after).invention_discards == ("typewriter-copy", "kettle", "sewing-machine-copy")


def test_make_1_players_later_in_the_round_manufacture_what_is_left() -> None:
    start = position({"yellow": "manufacture", "orange": "manufacture"}, display=["kettle", "compass"])
    after = next_in_turn(played(start, "resolve manufacture", "manufacture kettle", "done"), "orange")
    after = played(after, "resolve manufacture", "manufacture compass")
    assert changes(start, after) == {"yellow": {"coal": -1, "coins": 1}, "orange": {"coal": -1, "coins": 1}}
