"""Building factories (BUILD-1, BUILD-2)."""

from typing import Final

from msgspec.structs import replace

from engine.era import turn
from engine.era.events import Event, FactoryBuilt, Gained, Paid
from engine.era.influence import collect_symbol
from engine.era.moves import DONE, Build, Move
from engine.era.state import EMPTY, Action, State
from engine.era.tables import tables_of
from engine.errors import IllegalMove

FACTORIES_A_ROUND: Final = 3
"""Factories that a player builds in a round. Ruling: taken literally, so one built as a bonus counts (BUILD-1)."""


def legal(state: State, action: Action) -> list[Move]:
    """The factories of the row that the player can pay for, left to right, and `done`."""
    player = state.holdings[action.seat]
    moves: list[Move] = []
    if player.built < FACTORIES_A_ROUND:
        goods = player.goods
        factories = tables_of(state.edition).factories
        for number in state.row:
            if number != EMPTY:
                factory = factories[number]
                if turn.can_pay(goods, factory.cost):
                    moves.append(factory.build)
    moves.append(DONE)
    return moves


def possible(state: State, seat: int) -> bool:
    """Whether the player can build any factory now."""
    player = state.holdings[seat]
    if player.built >= FACTORIES_A_ROUND:
        return False
    factories = tables_of(state.edition).factories
    goods = player.goods
    for number in state.row:  # noqa: SIM110 - as in `turn.can_pay`
        if number != EMPTY and turn.can_pay(goods, factories[number].cost):
            return True
    return False


def step(state: State, action: Action, move: Move) -> turn.Result:
    """Build one factory; raises IllegalMove."""
    if type(move) is not Build:
        raise turn.not_now(state, action, move)
    tables = tables_of(state.edition)
    seat = action.seat
    player = state.holdings[seat]
    number = tables.factory_numbers.get(move.card)
    if number is None or number not in state.row:
        raise IllegalMove("BUILD-1", f"factory {move.card!r} does not lie in the row")
    if player.built >= FACTORIES_A_ROUND:
        raise IllegalMove("BUILD-1", f"{state.players[seat]} has built {FACTORIES_A_ROUND} factories in this round")
    factory = tables.factories[number]
    if not turn.can_pay(player.goods, factory.cost):
        raise turn.lacking(state, seat, "BUILD-1", move.card)
    name = state.players[seat]
    goods = list(player.goods)
    for kind, count in factory.cost:
        goods[kind] -= count
    events: list[Event] = [Paid(name, factory.told_cost, "BUILD-1"), FactoryBuilt(name, move.card)]
    influence = player.influence
    if factory.influence:
        influence += factory.influence
        events.append(Gained(name, (("influence", factory.influence),), move.card, "BUILD-2"))
        collect_symbol(tables, goods, influence, name, events)
    player = replace(
        player, goods=tuple(goods), influence=influence, factories=(*player.factories, number), built=player.built + 1
    )
    row = tuple([EMPTY if card == number else card for card in state.row])
    return turn.step_made(replace(action, steps=action.steps + 1), player, events, replace(state, row=row))
