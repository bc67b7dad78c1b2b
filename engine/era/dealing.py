"""Laying out cards, which is chance, and what follows when all lie (SETUP-3, SETUP-4, ROUND-3 to ROUND-8).

In dealing "virtual" the deck is in shuffled order and its first card comes; in "cards" people shuffle, and tell.
"""

from msgspec.structs import replace

from engine.era.events import CardDealt, Event, LoadsRefilled, RoundMarkerMoved, StartPlayerMoved
from engine.era.moves import Deal, Move
from engine.era.state import EMPTY, Phase, State
from engine.era.tables import tables_of
from engine.errors import IllegalMove

Result = tuple[State, tuple[Event, ...]]


def legal_deals(state: State) -> tuple[Move, ...]:
    """The card that comes next; in dealing "cards", all that may come, by number."""
    tables = tables_of(state.edition)
    if _deck_in_turn(state) == "factory":
        deals = [tables.factories[number].deal for number in _possible(state, state.factory_deck)]
    else:
        deals = [tables.cards[number].deal for number in _possible(state, state.invention_deck)]
    return tuple(deals)


def deal(state: State, move: Move) -> Result:
    """Lay the card on its space; with the last one the round begins. Raises IllegalMove."""
    deck = _deck_in_turn(state)
    factory = deck == "factory"
    clause = _clause(state, factory)
    if type(move) is not Deal or move.deck != deck:
        raise IllegalMove(clause, f"{str(move)!r} has to wait: the next card of the {deck} deck is to be dealt")
    tables = tables_of(state.edition)
    number = (tables.factory_numbers if factory else tables.card_numbers).get(move.card)
    possible = _possible(state, state.factory_deck if factory else state.invention_deck)
    if number not in possible:
        raise IllegalMove(clause, f"{move.card!r} can't come from the {deck} deck now")
    if factory:
        space = state.row.index(EMPTY)
        row = state.row[:space] + (number,) + state.row[space + 1 :]
        after = replace(state, row=row, factory_deck=_without(state.factory_deck, number))
    else:
        space = state.display.index(EMPTY)
        display = state.display[:space] + (number,) + state.display[space + 1 :]
        after = replace(state, display=display, invention_deck=_without(state.invention_deck, number))
    after, events = deal_on(after)
    return after, (CardDealt(deck, move.card, space, clause), *events)


def deal_on(state: State) -> Result:
    """The state itself while there are cards to deal, else the first round or the next one (ROUND-9: a deck too small
    fills what it can)."""
    if _deck_in_turn(state) is not None:
        return state, ()
    if state.phase is Phase.SETTING_UP:
        return replace(state, phase=Phase.PLACING), ()
    after, refilled = _refill(state)
    after, begun = next_round(after)
    return after, (refilled, *begun)


def next_round(state: State) -> Result:
    """The round marker goes on and the start player's pawn to the left neighbour (ROUND-8)."""
    # Seats are counted clockwise, and the left neighbour of somebody who faces the table is the next one clockwise.
    start = (state.start + 1) % len(state.players)
    holdings = tuple([replace(player, built=0) if player.built else player for player in state.holdings])
    after = replace(state, round=state.round + 1, start=start, phase=Phase.PLACING, holdings=holdings)
    return after, (RoundMarkerMoved(after.round), StartPlayerMoved(after.start_player))


def _refill(state: State) -> tuple[State, LoadsRefilled]:
    """An empty load gets what it began with, each other one cube more. Ruling: without an upper limit (ROUND-7)."""
    loads = tables_of(state.edition).loads
    added = [1 if cubes else load.first_stock for load, cubes in zip(loads, state.stock, strict=True)]
    stock = tuple([cubes + more for cubes, more in zip(state.stock, added, strict=True)])
    told = tuple([(load.id, more) for load, more in zip(loads, added, strict=True)])
    return replace(state, stock=stock), LoadsRefilled(told)


def _deck_in_turn(state: State) -> str | None:
    """From which deck the next card comes: set-up lays out the factories first, a round's end the inventions."""
    factories = bool(state.factory_deck) and EMPTY in state.row
    inventions = bool(state.invention_deck) and EMPTY in state.display
    if state.phase is Phase.SETTING_UP:
        return "factory" if factories else "invention" if inventions else None
    return "invention" if inventions else "factory" if factories else None


def _possible(state: State, deck: tuple[int, ...]) -> tuple[int, ...]:
    return deck[:1] if state.dealing == "virtual" else deck


def _without(deck: tuple[int, ...], number: int) -> tuple[int, ...]:
    index = deck.index(number)
    return deck[:index] + deck[index + 1 :]


def _clause(state: State, factory: bool) -> str:
    if state.phase is Phase.SETTING_UP:
        return "SETUP-3" if factory else "SETUP-4"
    if factory:
        return "ROUND-6"
    return "ROUND-3"
