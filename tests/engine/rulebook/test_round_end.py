"""ROUND-6 to ROUND-9: factories, loads, round marker and start player between two rounds.

Cards come by name here: the menu of the dealing is the deck, so that it tells what has been shuffled into it.
"""

import pytest

from engine.era.events import (
    CardDealt,
    CardsDiscarded,
    CardsRemoved,
    LoadsRefilled,
    RoundEnded,
    RoundMarkerMoved,
    StartPlayerMoved,
)
from engine.era.state import Phase
from tests.engine.games import FIVE, FOUR, THREE
from tests.engine.rulebook.box import FACTORIES, LOADS, cards_of
from tests.engine.rulebook.table import (
    changes,
    dealt,
    happened,
    last_of_round,
    may_come,
    menu,
    of,
    played,
    position,
    round_over,
    seen,
)

CAR_1, CAR_2, _ = cards_of("car")
CARS = {"car original": "green"}
STARTS = ["pump", "press", "anvil", "scales", "lantern", "compass", "bellows"]
EMPTY_ROW = (None,) * 5
ALL = [card.id for card in FACTORIES]


def test_round_6_the_three_rightmost_factories_are_discarded_the_others_slide_right() -> None:
    row = ["foundry-1", "bank-1", "quarry-1", "quarry-2", "quarry-3"]
    over = round_over(position(row=row))
    assert seen(over).row == (None, None, None, "foundry-1", "bank-1")
    assert seen(over).factory_discards == ("quarry-1", "quarry-2", "quarry-3")
    assert happened(over, "deal factory bank-3") == [CardDealt("factory", "bank-3", 0, "ROUND-6")]
    after = dealt(over, ["academy-1", "bank-3", "sawmill-1"])
    assert seen(after).row == ("academy-1", "bank-3", "sawmill-1", "foundry-1", "bank-1")


def test_round_6_spaces_count_and_not_cards() -> None:
    # Yellow builds two of the three at the right: the two at the left stay all the same.
    row = ["foundry-1", "bank-1", "quarry-1", "quarry-2", "quarry-3"]
    start = position({"yellow": "build"}, row=row)
    over = round_over(played(start, "resolve build", "build quarry-3", "build quarry-1", "done"))
    assert seen(over).row == (None, None, None, "foundry-1", "bank-1")
    assert seen(over).factory_discards == ("quarry-2",)


def test_round_6_order_is_kept_over_a_gap() -> None:
    start = position({"yellow": "build"}, row=["foundry-1", "bank-1", "quarry-1", None, "quarry-3"])
    over = round_over(played(start, "resolve build", "build foundry-1", "done"))
    assert seen(over).row == (None, None, None, None, "bank-1")


def test_round_6_a_deck_that_is_short_is_shuffled_with_the_discards() -> None:
    # Five are in the row, two in the deck; the other seventeen lie in the discard pile.
    row, deck, discards = ALL[:5], ALL[5:7], ALL[7:]
    over = round_over(position(row=row, factory_discards=discards))
    assert seen(over).factory_deck == len(deck) + len(discards) + 3
    # Three are needed. The row's three rightmost have just been discarded, and may come again.
    assert may_come(over) == {*deck, *discards, *row[2:]}
    assert seen(over).factory_discards == ()


def test_round_6_a_deck_that_suffices_is_not_shuffled() -> None:
    row, deck, discards = ALL[:5], ALL[5:8], ALL[8:]
    over = round_over(position(row=row, factory_discards=discards))
    assert may_come(over) == set(deck)
    after = dealt(over, reversed(deck))
    assert seen(after).row == (*reversed(deck), *row[:2])
    assert seen(after).factory_deck == 0
    assert set(seen(after).factory_discards) == {*discards, *row[2:]}


@pytest.mark.parametrize("load", [load.id for load in LOADS])
def test_round_7_an_empty_load_gets_two_a_coal_warehouse_three_every_other_one_more(load: str) -> None:
    full = {"coal-warehouse-1": 3, "coal-warehouse-2": 3}
    stock = {other.id: 4 for other in LOADS} | {load: 0}
    after = dealt(round_over(position(stock=stock)))
    assert seen(after).loads == {other.id: 5 for other in LOADS} | {load: full.get(load, 2)}


def test_round_7_a_load_with_one_cube_gets_one() -> None:
    after = dealt(round_over(position(stock={"coal-warehouse-1": 1, "wood-ship": 1})))
    assert seen(after).loads["coal-warehouse-1"] == 2
    assert seen(after).loads["wood-ship"] == 2


def test_round_7_no_upper_limit() -> None:
    after = dealt(round_over(position(stock={"coal-ship": 30})))
    assert seen(after).loads["coal-ship"] == 31


def test_round_7_a_load_bought_in_the_round_counts_as_empty() -> None:
    start = position({"yellow": "buy"}, stock={"metal-ship": 6})
    after = dealt(round_over(played(start, "resolve buy", "buy metal-ship", "done")))
    assert seen(after).loads["metal-ship"] == 2


@pytest.mark.parametrize("players", [THREE, FOUR, FIVE])
def test_round_8_marker_and_start_player(players: tuple[str, ...]) -> None:
    for seat, name in enumerate(players):
        after = dealt(round_over(position(players=players, start=name, round=4)))
        assert after.round == 5
        # The left neighbour is the next one clockwise, and seats go clockwise.
        assert after.start_player == players[(seat + 1) % len(players)] == after.in_turn
        assert all(of(after, other).tokens_in_hand == after.setup.tokens for other in players)


def test_round_the_steps_come_in_their_order() -> None:
    shown = ["kettle", CAR_1, None, None, CAR_2]
    row = ["foundry-1", "bank-1", "quarry-1", "quarry-2", "quarry-3"]
    start = position({"orange": "build develop"}, display=shown, row=row, deck=STARTS, fields=CARS)
    events = last_of_round(start)
    told = [type(event) for event in events[1:]]
    assert told == [RoundEnded, CardsRemoved, CardsDiscarded, CardsDiscarded]
    assert [event.clause for event in events[2:]] == ["ROUND-1", "ROUND-2", "ROUND-6"]
    state = round_over(start)
    kinds = []
    while state.phase is Phase.DEALING:
        texts = menu(state)
        kinds += [type(event) for event in happened(state, texts[0])]
        state = played(state, texts[0])
    # Six cards for the display, three factories.
    assert kinds == [CardDealt] * (6 + 3) + [LoadsRefilled, RoundMarkerMoved, StartPlayerMoved]


def test_round_9_all_factories_can_be_built() -> None:
    owned = {"yellow": ALL[:8], "green": ALL[8:16], "brown": ALL[16:]}
    after = round_over(position(factories=owned, row=EMPTY_ROW))
    assert after.phase is Phase.PLACING
    assert seen(after).row == EMPTY_ROW
    few = round_over(position(factories=owned | {"brown": ALL[16:22]}, row=[ALL[22]], factory_discards=[ALL[23]]))
    # One stays and slides, one is shuffled in: no more can be laid.
    assert may_come(few) == {ALL[23]}
    assert seen(dealt(few)).row == (ALL[23], None, None, None, ALL[22])


def test_round_9_after_the_last_round_nothing_of_this_is_done() -> None:
    row = ["foundry-1", "bank-1", "quarry-1", "quarry-2", "quarry-3"]
    shown = ["kettle", CAR_1, None, None, CAR_2]
    start = position(round=8, display=shown, row=row, deck=STARTS, fields=CARS, stock={"wood-ship": 0})
    over = round_over(start)
    assert over.phase is Phase.FINAL_MARKET
    before, after = seen(start), seen(over)
    assert (after.display, after.row, after.loads) == (before.display, before.row, before.loads)
    assert (after.round, after.start_player) == (8, "yellow")
    assert changes(start, over) == {}
