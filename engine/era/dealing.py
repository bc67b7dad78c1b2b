"""Laying out cards, which is chance, and what follows when all lie (SETUP-3, SETUP-4, ROUND-3 to ROUND-8).

In dealing "virtual" the deck is in shuffled order and its first card comes; in "cards" people shuffle, and tell.
"""

from msgspec.structs import replace

from engine.era.events import CardDealt, Event, LoadsRefilled, RoundMarkerMoved, StartPlayerMoved
from engine.era.moves import Deal, Move
from engine.era.state import DEALING, EMPTY, PLACING, SETTING_UP, State
from engine.era.tables import tables_of
from engine.errors import IllegalMove

Result = tuple[State, tuple[Event, ...]]


def legal_deals(state: State) -> tuple[Move, ...]:
    """The card that comes next; in dealing "cards", all that may come, by number."""
    tables = tables_of(state.edition)
    if deck_in_turn(state) == "factory":
        return tuple([tables.factories[number].deal for number in _possible(state, state.factory_deck)])
    return tuple([tables.cards[number].deal for number in _possible(state, state.invention_deck)])


def deal(state: State, move: Move) -> Result:
    """Lay the card on its space; with the last one the round begins. Raises IllegalMove."""
    deck = deck_in_turn(state)
    clause = _clause(state, deck)
    if type(move) is not Deal or move.deck != deck:
        raise IllegalMove(clause, f"{str(move)!r} has to wait: the next card of the {deck} deck is to be dealt")
    tables = tables_of(state.edition)
    if deck == "factory":
        number, cards, spaces = tables.factory_numbers.get(move.card, EMPTY), state.factory_deck, state.row
    else:
        number, cards, spaces = tables.card_numbers.get(move.card, EMPTY), state.invention_deck, state.display
    if number != cards[0] and (state.dealing == "virtual" or number not in cards):
        raise IllegalMove(clause, f"{move.card!r} can't come from the {deck} deck now")
    index, space = cards.index(number), spaces.index(EMPTY)
    cards = cards[:index] + cards[index + 1 :]
    spaces = spaces[:space] + (number,) + spaces[space + 1 :]
    if deck == "factory":
        after = replace(state, row=spaces, factory_deck=cards)
    else:
        after = replace(state, display=spaces, invention_deck=cards)
    dealt = CardDealt(deck, move.card, space, clause)
    if deck_in_turn(after) is not None:
        return after, (dealt,)
    after, events = begin_round(after)
    return after, (dealt, *events)


def begin_round(state: State) -> Result:
    """With all cards laid out the first round begins, or the next one, after loads are refilled (ROUND-7, ROUND-8)."""
    if state.phase is SETTING_UP:
        return replace(state, phase=PLACING), ()
    after, refilled = _refill(state)
    after, begun = next_round(after)
    return after, (refilled, *begun)


def next_round(state: State) -> Result:
    """The round marker goes on and the start player's pawn to the left neighbour (ROUND-8)."""
    # Seats are counted clockwise, and the left neighbour of somebody who faces the table is the next one clockwise.
    start = (state.start + 1) % len(state.players)
    holdings = tuple([replace(player, built=0) if player.built else player for player in state.holdings])
    after = replace(state, round=state.round + 1, start=start, phase=PLACING, holdings=holdings)
    return after, (RoundMarkerMoved(after.round), StartPlayerMoved(after.start_player))


def _refill(state: State) -> tuple[State, LoadsRefilled]:
    """An empty load gets what it began with, each other one cube more. Ruling: without an upper limit (ROUND-7)."""
    loads = tables_of(state.edition).loads
    added = [1 if cubes else load.first_stock for load, cubes in zip(loads, state.stock, strict=True)]
    stock = tuple([cubes + more for cubes, more in zip(state.stock, added, strict=True)])
    told = tuple([(load.id, more) for load, more in zip(loads, added, strict=True)])
    return replace(state, stock=stock), LoadsRefilled(told)


def deck_in_turn(state: State) -> str | None:
    """From which deck the next card comes: set-up lays out the factories first, a round's end the inventions. None when
    all lie (ROUND-9: decks too small in all fill what they can)."""
    inventions = state.invention_deck and EMPTY in state.display
    if inventions and state.phase is DEALING:
        return "invention"
    if state.factory_deck and EMPTY in state.row:
        return "factory"
    return "invention" if inventions else None


def _possible(state: State, deck: tuple[int, ...]) -> tuple[int, ...]:
    return deck[:1] if state.dealing == "virtual" else deck


def _clause(state: State, deck: str | None) -> str:
    """By which clause the next card is laid out."""
    if state.phase is SETTING_UP:
        return "SETUP-3" if deck == "factory" else "SETUP-4"
    return "ROUND-6" if deck == "factory" else "ROUND-3"
