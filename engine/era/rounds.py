"""Between two rounds, and after the last one (ROUND-1 to ROUND-9, END-1)."""

from typing import Final

from msgspec.structs import replace

from engine.era import final_market
from engine.era.dealing import begin_round, deck_in_turn, next_round
from engine.era.events import CardsDiscarded, CardsRemoved, DeckShuffled, Event, GameOver, RoundEnded
from engine.era.shuffle import shuffled
from engine.era.state import DEALING, EMPTY, OVER, State
from engine.era.tables import Tables, tables_of

RIGHTMOST: Final = 3
"""Spaces at the right end of the row and of the display's path whose cards are discarded (ROUND-2, ROUND-6). Ruling:
the path is p0 to p6, so these are p4, p5 and p6 (ROUND-3)."""


def end_round(state: State) -> tuple[State, tuple[Event, ...]]:
    """Begin the next round, or end the game: after the last round neither marker nor pawn moves, and no card (ROUND-9).

    In depth "full" new cards are dealt first, and the final market follows the last round.
    """
    ended = RoundEnded(state.round)
    if state.depth == "full":
        if state.round == state.rounds:
            return final_market.begin(state), (ended,)
        after, events = _clear(state)
        if deck_in_turn(after) is not None:
            return after, (ended, *events)
        after, begun = begin_round(after)
        return after, (ended, *events, *begun)
    if state.round == state.rounds:
        return replace(state, phase=OVER), (ended, GameOver(state.round))
    after, events_of_next = next_round(state)
    return after, (ended, *events_of_next)


def _clear(state: State) -> tuple[State, list[Event]]:
    """ROUND-1 to ROUND-6, up to the dealing."""
    tables = tables_of(state.edition)
    events: list[Event] = []
    after = _clear_display(state, tables, events)
    after = _make_invention_deck(after, events)
    after = _clear_row(after, tables, events)
    return replace(after, phase=DEALING), events


def _clear_display(state: State, tables: Tables, events: list[Event]) -> State:
    """Start cards leave the game (ROUND-1), the rightmost spaces are cleared, the rest slides (ROUND-2)."""
    display = state.display
    started = [number for number in display if number != EMPTY and tables.cards[number].original < 0]
    if started:
        events.append(CardsRemoved(tuple([tables.cards[number].card.id for number in started])))
        display = tuple([EMPTY if number in started else number for number in display])
    display, discarded = _slid(display)
    if discarded:
        told = tuple([tables.cards[number].card.id for number in discarded])
        events.append(CardsDiscarded("invention", told, "ROUND-2"))
    return replace(state, display=display, invention_discards=state.invention_discards + discarded)


def _make_invention_deck(state: State, events: list[Event]) -> State:
    """After new originals all that does not lie on the display is shuffled together (ROUND-4, ruling); else only where
    the deck is too small (ROUND-5)."""
    if state.new_cards:
        clause = "ROUND-4"
    elif len(state.invention_deck) < state.display.count(EMPTY) and state.invention_discards:
        clause = "ROUND-5"
    else:
        return state
    random, deck = _deck(state, state.invention_deck + state.invention_discards + state.new_cards)
    events.append(DeckShuffled("invention", len(deck), clause))
    return replace(state, random=random, invention_deck=deck, invention_discards=(), new_cards=())


def _clear_row(state: State, tables: Tables, events: list[Event]) -> State:
    """The rightmost factories are discarded, the rest slides, and a deck too small is made anew (ROUND-6)."""
    row, discarded = _slid(state.row)
    if discarded:
        told = tuple([tables.factories[number].card.id for number in discarded])
        events.append(CardsDiscarded("factory", told, "ROUND-6"))
    random, deck, discards = state.random, state.factory_deck, state.factory_discards + discarded
    if len(deck) < row.count(EMPTY) and discards:
        random, deck = _deck(state, deck + discards)
        discards = ()
        events.append(DeckShuffled("factory", len(deck), "ROUND-6"))
    return replace(state, random=random, row=row, factory_deck=deck, factory_discards=discards)


def _slid(spaces: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The spaces after their right end is cleared and the other cards have slid there in their order; and the cards
    cleared away."""
    staying = tuple([number for number in spaces[:-RIGHTMOST] if number != EMPTY])
    discarded = tuple([number for number in spaces[-RIGHTMOST:] if number != EMPTY])
    return (EMPTY,) * (len(spaces) - len(staying)) + staying, discarded


def _deck(state: State, cards: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    """The random state and the deck of these cards: in a shuffled order, or by number where people shuffle."""
    ordered = tuple(sorted(cards))
    return shuffled(state.random, ordered) if state.dealing == "virtual" else (state.random, ordered)
