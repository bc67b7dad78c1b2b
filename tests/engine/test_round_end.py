"""ROUND-1 to ROUND-9 in depth "full": cards leave, slide, are shuffled and dealt; loads are filled up."""

from msgspec.structs import replace

from engine.era.events import CardDealt, CardsDiscarded, CardsRemoved, DeckShuffled, Event
from engine.era.game import apply, legal_moves
from engine.era.moves import Decline, Place
from engine.era.state import EMPTY, Phase, State
from tests.engine.table import EDITION, Hand, do, in_row, position, shown

LOADS = [load.id for load in EDITION.loads]


def ended(state: State) -> tuple[State, list[Event]]:
    """Every token is declined: the round is over, and nothing is dealt yet. All events of it."""
    events: list[Event] = []
    while state.phase is Phase.RESOLVING:
        move = next(move for move in legal_moves(state) if isinstance(move, Decline))
        state, told = apply(state, move)
        events += told
    return state, events


def dealt(state: State) -> tuple[State, list[CardDealt]]:
    """All cards are dealt as they come."""
    cards: list[CardDealt] = []
    while state.phase is Phase.DEALING:
        state, told = apply(state, legal_moves(state)[0])
        cards += [event for event in told if isinstance(event, CardDealt)]
    return state, cards


def test_round_1_start_cards_on_the_display_leave_the_game() -> None:
    state = position(
        "build", display=("light-bulb", "telephone-1", None, "stove"), owners={"telephone original": "yellow"}
    )
    after, events = ended(state)
    assert CardsRemoved(("light-bulb", "stove")) in events
    gone = {27 + [card.id for card in EDITION.start_cards].index(card) for card in ("light-bulb", "stove")}
    assert not gone & {*after.display, *after.invention_deck, *after.invention_discards}
    assert len(after.invention_deck) == 10  # the other start cards stay in


def test_round_2_the_three_rightmost_are_discarded_the_rest_slides() -> None:
    # The path is p0 to p6 (ROUND-3): p4, p5 and p6 go; what lay on p1 and p3 comes to p5 and p6.
    cards = (None, "telephone-1", None, "camera-2", "telephone-2", None, "camera-1")
    state = position("build", display=cards, owners={"telephone original": "green", "camera original": "green"})
    after, events = ended(state)
    assert CardsDiscarded("invention", ("telephone-2", "camera-1"), "ROUND-2") in events
    assert shown(after) == [None, None, None, None, None, "telephone-1", "camera-2"]


def test_round_3_free_spaces_are_filled_from_p0() -> None:
    state = position("build", display=(None, "telephone-1"), owners={"telephone original": "green"})
    after, cards = dealt(ended(state)[0])
    assert [card.space for card in cards if card.deck == "invention"] == [0, 1, 2, 3, 4, 5]
    assert shown(after)[6] == "telephone-1"


def test_round_4_new_originals_shuffle_all_but_the_display_together() -> None:
    # Deck of 10 start cards, the telephone's other two in the discard pile, three new cards of the sewing machine.
    state = position(
        "develop",
        hands={"yellow": {"development": 1}},
        display=("telephone-1", "light-bulb", "stove"),
        owners={"telephone original": "green"},
    )
    after, events = ended(do(state, "resolve develop", "develop sewing-machine original", "done"))
    assert DeckShuffled("invention", 10 + 2 + 3, "ROUND-4") in events
    assert (after.new_cards, after.invention_discards) == ((), ())
    assert shown(after)[6] == "telephone-1"


def test_round_4_technical_fields_alone_shuffle_nothing() -> None:
    state = position("develop", hands={"yellow": {"development": 4}}, owners={"telephone original": "green"})
    _, events = ended(do(state, "resolve develop", "develop telephone technical", "done"))
    assert not [event for event in events if isinstance(event, DeckShuffled) and event.deck == "invention"]


def test_round_5_a_deck_too_small_is_shuffled_with_the_discards() -> None:
    # Six spaces are free and five cards are in the deck; on p6 lies what ROUND-2 has just discarded.
    full = position(
        "build",
        display=("telephone-1", None, None, None, None, None, "camera-1"),
        owners={"telephone original": "green", "camera original": "green"},
    )
    state = replace(full, invention_deck=full.invention_deck[:5])
    after, events = ended(state)
    assert DeckShuffled("invention", 5 + 5, "ROUND-5") in events  # 4 in the discard pile and camera-1
    assert after.invention_discards == ()


def test_round_5_a_deck_just_large_enough_is_not() -> None:
    full = position("build", display=("telephone-1",), owners={"telephone original": "green"})
    after, events = ended(replace(full, invention_deck=full.invention_deck[:6]))
    assert not [event for event in events if isinstance(event, DeckShuffled)]
    after, _ = dealt(after)
    assert (after.invention_deck, len(after.invention_discards)) == ((), 2)


def test_round_6_factories_slide_and_new_ones_come_from_the_left() -> None:
    state = position("build", row=("sawmill-1", "coal-mine-2", "foundry-1", "bank-1", "academy-1"))
    after, events = ended(state)
    assert CardsDiscarded("factory", ("foundry-1", "bank-1", "academy-1"), "ROUND-6") in events
    assert in_row(after) == [None, None, None, "sawmill-1", "coal-mine-2"]
    after, cards = dealt(after)
    assert [card.space for card in cards if card.deck == "factory"] == [0, 1, 2]
    assert in_row(after)[3:] == ["sawmill-1", "coal-mine-2"]


def test_round_6_a_deck_too_small_is_shuffled_with_the_discards() -> None:
    full = position("build", row=("sawmill-1", "coal-mine-2", "foundry-1", "bank-1", "academy-1"))
    state = replace(full, factory_deck=full.factory_deck[:2], factory_discards=full.factory_deck[2:])
    after, events = ended(state)
    assert DeckShuffled("factory", 19 + 3, "ROUND-6") in events  # all but the two that stay in the row
    assert after.factory_discards == ()


def test_round_7_empty_loads_begin_anew_others_grow_by_one() -> None:
    # A coal warehouse begins with 3 cubes, all others with 2, a coal ship too (SETUP-5).
    stock = dict.fromkeys(LOADS, 0) | {"wood-ship": 1, "coal-warehouse-1": 3, "metal-ship": 9}
    after, _ = dealt(ended(position("build", stock=stock))[0])
    filled = dict(zip(LOADS, after.stock, strict=True))
    grown = {"wood-ship": 2, "coal-warehouse-1": 4, "metal-ship": 10}
    assert filled == dict.fromkeys(LOADS, 2) | {"coal-warehouse-2": 3} | grown


def test_round_8_the_next_round_begins_with_the_left_neighbour() -> None:
    after, _ = dealt(ended(position("build"))[0])
    assert (after.round, after.start_player, after.in_turn, after.phase) == (2, "green", "green", Phase.PLACING)
    assert isinstance(legal_moves(after)[0], Place)


def test_round_8_factories_of_a_round_are_counted_anew() -> None:
    hand: Hand = {"factories": ("sawmill-2",), "factories-built": 1}
    after, _ = dealt(ended(position("build", hands={"yellow": hand}))[0])
    assert after.holdings[0].built == 0


def test_round_9_too_few_cards_fill_what_they_can_from_p0() -> None:
    full = position("build", display=("light-bulb",))
    state, _ = ended(replace(full, invention_deck=full.invention_deck[:2]))
    after, cards = dealt(state)
    assert [card.space for card in cards if card.deck == "invention"] == [0, 1]
    assert after.display[2:] == (EMPTY,) * 5


def test_round_9_after_the_last_round_nothing_moves() -> None:
    state = position("build", row=("sawmill-1",), display=("light-bulb",), stock={"wood-ship": 0}, round=8)
    after, _ = ended(state)
    assert (after.phase, after.round, after.start_player) == (Phase.FINAL_MARKET, 8, "yellow")
    assert (after.row, after.display, after.stock) == (state.row, state.display, state.stock)
