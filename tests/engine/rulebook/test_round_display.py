"""ROUND-1 to ROUND-5, and ROUND-9 of the invention cards: how the display is made anew between two rounds.

Cards come by name here: the menu of the dealing is the deck, so that it tells what has been shuffled into it. The
display's path is p0 to p6: the bottom row from right to left, then the top row from left to right.
"""

from engine.era.components import INVENTIONS
from engine.era.events import CardDealt, CardsRemoved, DeckShuffled
from engine.era.state import Phase, State
from tests.engine.rulebook.box import FACTORIES, cards_of
from tests.engine.rulebook.table import (
    dealt,
    happened,
    last_of_round,
    may_come,
    menu,
    played,
    position,
    round_over,
    seen,
)

CARS = {"car original": "green"}
CAR_1, CAR_2, CAR_COPY = cards_of("car")
STARTS = ["pump", "press", "anvil", "scales", "lantern", "compass", "bellows"]


def lying(state: State) -> set[str]:
    """All invention and start cards that lie on the display, in the discard pile or aside; the deck's are not seen."""
    view = seen(state)
    return {card for card in (*view.display, *view.invention_discards, *view.new_cards) if card is not None}


def test_round_1_start_cards_on_the_display_leave_the_game() -> None:
    # From all spaces alike, the three rightmost too; those in the deck and in the discard pile stay.
    shown = ["kettle", CAR_1, None, "pump", CAR_2, "press", "whistle"]
    over = round_over(position(display=shown, deck=["loom"], discards=["anvil"], fields=CARS))
    gone = {"kettle", "pump", "press", "whistle"}
    assert not lying(over) & gone
    # Six spaces are free, and the deck has the loom and the car's copy: it is made anew of all that is left (ROUND-5).
    assert may_come(over) == {"loom", "anvil", CAR_2, CAR_COPY}
    assert seen(dealt(over)).invention_discards == ()


def test_round_1_cards_of_inventions_do_not_leave() -> None:
    for invention in INVENTIONS:
        start = position(display=[None, f"{invention}-1", "press"], fields={f"{invention} original": "green"})
        removed = [event for event in last_of_round(start) if isinstance(event, CardsRemoved)]
        assert removed == [CardsRemoved(("press",))]
        assert seen(round_over(start)).display[6] == f"{invention}-1"


def test_round_1_a_start_card_manufactured_this_round_stays_in_the_game() -> None:
    start = position({"yellow": "manufacture"}, display=["kettle", "pump"])
    over = round_over(played(start, "resolve manufacture", "manufacture kettle", "done"))
    # The only card in the game now: the deck is made of it.
    assert may_come(over) == {"kettle"}


def test_round_1_a_start_card_dealt_again_leaves_if_nobody_manufactures_it() -> None:
    start = position({"yellow": "manufacture"}, display=["kettle"])
    again = dealt(round_over(played(start, "resolve manufacture", "manufacture kettle", "done")))
    assert seen(again).display[0] == "kettle"
    while again.phase is Phase.PLACING:
        again = played(again, menu(again)[0])
    over = round_over(again)
    assert seen(over).display == (None,) * 7
    assert seen(over).invention_deck == 0
    assert seen(over).invention_discards == ()


def test_round_2_the_three_rightmost_of_the_top_row_are_discarded_before_anything_slides() -> None:
    fields = {"car original": "green", "camera original": "brown"}
    shown = [CAR_1, None, "camera-1", "camera-2", CAR_2, None, CAR_COPY]
    over = round_over(position(display=shown, deck=["loom", "pump", "press", "anvil"], fields=fields))
    # p4 and p6 are discarded; p0, p2 and p3 slide to p4, p5, p6 in their order.
    assert seen(over).display == (None, None, None, None, CAR_1, "camera-1", "camera-2")
    assert seen(over).invention_discards == (CAR_2, CAR_COPY)


def test_round_2_without_cards_there_nothing_is_discarded() -> None:
    over = round_over(position(display=[CAR_1, CAR_2, None, CAR_COPY], deck=["loom"] + STARTS[:3], fields=CARS))
    assert seen(over).display == (None, None, None, None, CAR_1, CAR_2, CAR_COPY)
    assert seen(over).invention_discards == ()


def test_round_3_new_cards_fill_the_free_spaces_from_p0_up() -> None:
    over = round_over(position(display=[CAR_1, CAR_2], deck=[*STARTS, CAR_COPY], fields=CARS))
    assert seen(over).display == (None, None, None, None, None, CAR_1, CAR_2)
    assert happened(over, "deal invention scales") == [CardDealt("invention", "scales", 0, "ROUND-3")]
    after = dealt(over, ["scales", "pump", "anvil", CAR_COPY, "press"])
    assert seen(after).display == ("scales", "pump", "anvil", CAR_COPY, "press", CAR_1, CAR_2)


def test_round_4_after_a_new_original_discards_deck_and_new_cards_are_shuffled_together() -> None:
    start = position(
        {"yellow": "develop"},
        display=["kettle", CAR_1, None, None, CAR_2],
        deck=[*STARTS, CAR_COPY],
        discards=["loom"],
        fields=CARS,
    )
    over = round_over(played(start, "resolve develop", "develop camera original", "done"))
    # The deck alone would have done. p4's card, just discarded, is shuffled in; what lies on the display is not.
    assert may_come(over) == {*STARTS, CAR_COPY, "loom", CAR_2, *cards_of("camera")}
    assert seen(over).display == (None,) * 6 + (CAR_1,)
    assert (seen(over).invention_discards, seen(over).new_cards) == ((), ())
    over = dealt(over, STARTS[:6])
    assert seen(over).display == (*STARTS[:6], CAR_1)


def test_round_4_a_technical_field_is_no_new_invention() -> None:
    start = position({"yellow": "develop"}, deck=[*STARTS], discards=list(cards_of("car")), fields=CARS)
    over = round_over(played(start, "resolve develop", "develop car technical", "done"))
    assert may_come(over) == set(STARTS)
    assert seen(over).invention_discards == cards_of("car")


def test_round_5_a_deck_that_suffices_is_not_shuffled() -> None:
    # Seven spaces are free, and seven cards are in the deck.
    over = round_over(position(deck=STARTS, discards=["loom"]))
    assert may_come(over) == set(STARTS)
    assert seen(over).invention_discards == ("loom",)
    after = dealt(over, STARTS)
    assert seen(after).display == tuple(STARTS)
    assert seen(after).invention_deck == 0


def test_round_5_a_deck_that_is_short_is_shuffled_with_the_discards() -> None:
    shown = [None, None, None, None, None, None, CAR_1]
    start = position(display=shown, deck=[*STARTS[:6]], discards=["loom", CAR_2, CAR_COPY], fields=CARS)
    over = round_over(start)
    # Seven are needed and six there. p6's card has just been discarded, and is among them.
    assert may_come(over) == {*STARTS[:6], "loom", *cards_of("car")}
    assert seen(over).invention_discards == ()


def test_round_5_shuffled_together_first_not_after_the_old_deck_is_dealt() -> None:
    over = round_over(position(deck=["pump"], discards=["loom", "kettle"]))
    # A card of the discard pile may come before the one that was in the deck.
    after = dealt(over, ["kettle", "loom", "pump"])
    assert seen(after).display == ("kettle", "loom", "pump", None, None, None, None)


def test_round_9_with_too_few_cards_the_display_is_filled_as_far_as_they_go() -> None:
    over = round_over(position(display=[CAR_1], discards=["loom"], deck=[CAR_2, CAR_COPY], fields=CARS))
    after = dealt(over, ["loom", CAR_COPY, CAR_2])
    assert seen(after).display == ("loom", CAR_COPY, CAR_2, None, None, None, CAR_1)


def test_round_9_an_empty_display_and_no_cards() -> None:
    over = round_over(position(row=[card.id for card in FACTORIES[:5]]))
    # No card is in the game, so that the factories come at once.
    assert may_come(over) == {card.id for card in FACTORIES[5:]}
    assert seen(dealt(over)).display == (None,) * 7


def test_round_4_virtual_dealing_shuffles_the_same_cards() -> None:
    start = position({"yellow": "develop"}, deck=STARTS, discards=["loom"], dealing="virtual")
    developed = played(start, "resolve develop", "develop camera original", "done")
    over = round_over(developed)
    assert seen(over).invention_deck == len([*STARTS, "loom", *cards_of("camera")])
    came = []
    while over.phase is Phase.DEALING:
        texts = menu(over)
        assert len(texts) == 1  # the deck's order is settled
        came.append(texts[0].split()[2])
        over = played(over, texts[0])
    assert len(set(came)) == 7 + 5
    assert set(came[:7]) <= {*STARTS, "loom", *cards_of("camera")}


def test_round_4_the_shuffle_is_told() -> None:
    start = position({"yellow": "develop"}, deck=STARTS, discards=["loom"])
    events = last_of_round(played(start, "resolve develop", "develop camera original", "done"))
    shuffles = [event for event in events if isinstance(event, DeckShuffled)]
    assert [(event.deck, event.cards, event.clause) for event in shuffles] == [("invention", 7 + 1 + 3, "ROUND-4")]
