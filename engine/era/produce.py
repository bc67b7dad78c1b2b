"""Production of factories (PRODUCE-1)."""

from msgspec.structs import replace

from engine.era import turn
from engine.era.events import Event, Gained
from engine.era.moves import DONE, Move, Produce
from engine.era.state import Action, State
from engine.era.tables import tables_of
from engine.errors import IllegalMove


def all_factories(state: State, action: Action) -> turn.Result:
    """All factories of the player produce, which is the whole action (RESOLVE-4)."""
    tables = tables_of(state.edition)
    seat = action.seat
    name = state.players[seat]
    player = state.holdings[seat]
    goods = list(player.goods)
    events: list[Event] = []
    for number in player.factories:
        factory = tables.factories[number]
        goods[factory.output] += factory.amount
        events.append(Gained(name, factory.told_output, factory.card.id, "PRODUCE-1"))
    player = replace(player, goods=tuple(goods))
    after = replace(state, holdings=turn.with_player(state, seat, player))
    return turn.carried_out(after, action, events)


def legal(state: State, action: Action) -> list[Move]:
    """As a bonus: each own factory, in the order in which they came, and `done`."""
    factories = tables_of(state.edition).factories
    moves: list[Move] = [factories[number].produce for number in state.holdings[action.seat].factories]
    moves.append(DONE)
    return moves


def possible(state: State, seat: int) -> bool:
    """Whether the player has a factory to produce with; the starting factory is never lost."""
    return bool(state.holdings[seat].factories)


def step(state: State, action: Action, move: Move) -> turn.Result:
    """As a bonus: one own factory produces (BONUS-4: one that has just produced or was just built too)."""
    if type(move) is not Produce:
        raise turn.not_now(state, action, move)
    tables = tables_of(state.edition)
    player = state.holdings[action.seat]
    number = tables.factory_numbers.get(move.card)
    if number is None or number not in player.factories:
        raise IllegalMove("BONUS-1", f"{state.players[action.seat]} has no factory {move.card!r}")
    factory = tables.factories[number]
    goods = list(player.goods)
    goods[factory.output] += factory.amount
    events: list[Event] = [Gained(state.players[action.seat], factory.told_output, move.card, "PRODUCE-1")]
    return turn.step_made(action, replace(player, goods=tuple(goods)), events, state)
