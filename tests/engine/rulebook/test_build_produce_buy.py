"""BUILD, PRODUCE and BUY: factories and cubes."""

import pytest

from engine.era.state import State
from tests.engine.rulebook.box import FACTORIES
from tests.engine.rulebook.table import (
    change,
    changes,
    dealt,
    menu,
    next_in_turn,
    of,
    played,
    position,
    refused,
    round_over,
    seen,
)

ROW = ("foundry-1", "sawmill-3", "workshop-1", "bank-2", "academy-1")


def test_build_1_any_factory_of_the_row_at_its_printed_cost() -> None:
    for card in FACTORIES:
        start = position({"yellow": "build"}, row=["quarry-1" if card.id != "quarry-1" else "quarry-2", card.id])
        after = played(start, "resolve build", f"build {card.id}")
        paid = {"wood": -card.cost.wood, "coal": -card.cost.coal, "influence": card.influence}
        assert change(start, after, "yellow") == {what: count for what, count in paid.items() if count}
        assert of(after, "yellow").factories == ("starting-factory", card.id)
        assert card.id not in seen(after).row


def test_build_1_a_factory_that_costs_coal_alone() -> None:
    start = position({"yellow": "build"}, row=["coal-mine-3"], has={"yellow": {"wood": 0, "coal": 2}})
    after = played(start, "resolve build", "build coal-mine-3")
    assert changes(start, after) == {"yellow": {"coal": -2}}


@pytest.mark.parametrize("short", ["wood", "coal"])
def test_build_1_the_whole_cost_has_to_be_paid(short: str) -> None:
    # The box's third sawmill costs 2 wood and 2 coal.
    start = position({"yellow": "build"}, row=["sawmill-3"], has={"yellow": {"wood": 2, "coal": 2} | {short: 1}})
    refused(played(start, "resolve build"), "build sawmill-3", "BUILD-1")


def test_build_1_three_factories_in_a_round_and_no_fourth() -> None:
    start = position({"yellow": "build"}, row=ROW)
    three = played(start, "resolve build", "build foundry-1", "build academy-1", "build bank-2")
    assert of(three, "yellow").factories_built == 3
    refused(three, "build workshop-1", "BUILD-1")


def test_build_1_the_next_round_begins_anew() -> None:
    start = position({"yellow": "build"}, row=ROW)
    three = played(start, "resolve build", "build foundry-1", "build academy-1", "build bank-2")
    next_round = dealt(round_over(three))
    assert of(next_round, "yellow").factories_built == 0


def test_build_1_the_row_is_not_refilled_and_the_card_is_gone_for_the_others() -> None:
    start = position({"yellow": "build", "green": "build"}, row=ROW)
    greens = played(start, "resolve build", "build sawmill-3", "done", "resolve build")
    assert seen(greens).row == ("foundry-1", None, "workshop-1", "bank-2", "academy-1")
    refused(greens, "build sawmill-3", "BUILD-1")


def test_build_1_not_from_the_deck() -> None:
    start = position({"yellow": "build"}, row=ROW)
    refused(played(start, "resolve build"), "build quarry-1", "BUILD-1")


def test_build_2_a_card_with_the_symbol_gives_one_influence() -> None:
    start = position({"yellow": "build"}, row=["sawmill-2", "sawmill-1"], has={"yellow": {"influence": 0}})
    with_symbol = played(start, "resolve build", "build sawmill-2")
    assert changes(start, with_symbol) == {"yellow": {"wood": -1, "coal": -2, "influence": 1}}
    without = played(with_symbol, "build sawmill-1")
    assert changes(with_symbol, without) == {"yellow": {"wood": -1}}


def test_produce_1_all_own_factories_give_what_they_show() -> None:
    own = ["sawmill-3", "coal-mine-2", "foundry-2", "laboratory-3", "workshop-1", "bank-2", "academy-3"]
    start = position({"yellow": "produce"}, factories={"yellow": own, "green": ["bank-3", "foundry-3"]})
    after = played(start, "resolve produce")
    # The starting factory's wood and the third sawmill's 3: 4 wood. Green's factories do not produce.
    made = {"wood": 4, "coal": 3, "metal": 2, "technology": 3, "tools": 1, "coins": 2, "development": 2}
    assert changes(start, after) == {"yellow": made}


def test_produce_1_the_second_player_there_produces_too() -> None:
    start = position({"yellow": "produce", "green": "produce"}, factories={"green": ["bank-3"]})
    after = played(start, "resolve produce", "resolve produce")
    assert changes(start, after) == {"yellow": {"wood": 1}, "green": {"wood": 1, "coins": 3}}


def test_produce_1_building_gives_nothing_until_the_factory_produces() -> None:
    start = position({"yellow": "build produce"}, row=["bank-2"])
    built = played(start, "resolve build", "build bank-2", "done")
    assert changes(start, built) == {"yellow": {"wood": -3, "coal": -1}}
    producing = next_in_turn(built, "yellow")
    assert changes(producing, played(producing, "resolve produce")) == {"yellow": {"wood": 1, "coins": 2}}


LOADS = ("wood-ship", "coal-warehouse-1", "technology-warehouse", "tools-ship")


@pytest.mark.parametrize("count", [1, 2, 3])
def test_buy_1_one_two_or_three_loads_for_as_many_coins(count: int) -> None:
    cubes = {"wood": 2, "coal": 3, "technology": 2}  # SETUP-5
    start = position({"yellow": "buy"})
    after = played(start, "resolve buy", *[f"buy {load}" for load in LOADS[:count]], "done")
    bought = dict(list(cubes.items())[:count])
    assert changes(start, after) == {"yellow": {"coins": -count, **bought}}
    assert [seen(after).loads[load] for load in LOADS[:count]] == [0] * count


def test_buy_1_no_fourth_load() -> None:
    start = position({"yellow": "buy"})
    after = played(start, "resolve buy", *[f"buy {load}" for load in LOADS[:3]])
    assert menu(after) == ["done"]
    refused(after, f"buy {LOADS[3]}", "BUY-1")


def test_buy_1_the_load_is_taken_whole_for_one_coin() -> None:
    start = position({"yellow": "buy"}, stock={"coal-ship": 7})
    after = played(start, "resolve buy", "buy coal-ship")
    assert changes(start, after) == {"yellow": {"coins": -1, "coal": 7}}


def test_buy_1_an_empty_ship_or_warehouse_can_not_be_chosen() -> None:
    start = position({"yellow": "buy", "green": "buy"}, stock={"wood-ship": 0})
    buying = played(start, "resolve buy")
    refused(buying, "buy wood-ship", "BUY-1")
    emptied = played(buying, "buy wood-warehouse")
    refused(emptied, "buy wood-warehouse", "BUY-1")
    refused(played(emptied, "done", "resolve buy"), "buy wood-warehouse", "BUY-1")


def test_buy_1_without_a_coin_no_load() -> None:
    start = position({"yellow": "buy"}, has={"yellow": {"coins": 1}})
    after = played(start, "resolve buy", "buy wood-ship")
    refused(after, "buy coal-ship", "BUY-1")


def buying_nothing_left() -> State:
    """Yellow is at buy, and all ships and warehouses are empty."""
    stock = dict.fromkeys(seen(position()).loads, 0)
    return played(position({"yellow": "buy"}, stock=stock), "resolve buy")


def test_buy_1_with_nothing_to_buy_the_action_can_only_be_declined() -> None:
    state = buying_nothing_left()
    assert menu(state) == ["done"]
    assert played(state, "done").in_turn == "green"
