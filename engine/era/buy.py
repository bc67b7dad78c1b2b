"""Buying loads of ships and warehouses (BUY-1)."""

from typing import Final

from msgspec.structs import replace

from engine.era import turn
from engine.era.events import Event, Gained, Paid
from engine.era.moves import DONE, Buy, Move
from engine.era.state import Action, State
from engine.era.tables import COINS, tables_of
from engine.errors import IllegalMove

LOADS_AN_ACTION: Final = 3
"""Loads that one action buys; each costs a coin (BUY-1)."""

_ONE_COIN: Final = (("coins", 1),)


def legal(state: State, action: Action) -> list[Move]:
    """The loads that are not empty, in the edition's order, and `done`."""
    moves: list[Move] = []
    if action.steps < LOADS_AN_ACTION and state.holdings[action.seat].goods[COINS]:
        loads = tables_of(state.edition).loads
        moves += [load.buy for load, cubes in zip(loads, state.stock, strict=True) if cubes]
    moves.append(DONE)
    return moves


def possible(state: State, seat: int) -> bool:
    """Whether the player can buy any load now."""
    return state.holdings[seat].goods[COINS] > 0 and any(state.stock)


def step(state: State, action: Action, move: Move) -> turn.Result:
    """Buy one load, whole; raises IllegalMove."""
    if type(move) is not Buy:
        raise turn.not_now(state, action, move)
    tables = tables_of(state.edition)
    number = tables.load_numbers.get(move.load)
    if number is None:
        raise IllegalMove("BUY-1", f"there is no ship or warehouse {move.load!r}")
    if action.steps >= LOADS_AN_ACTION:
        raise IllegalMove("BUY-1", f"{LOADS_AN_ACTION} loads are all that one action buys")
    cubes = state.stock[number]
    if not cubes:
        raise IllegalMove("BUY-1", f"{move.load} is empty: choose another")
    player = state.holdings[action.seat]
    if not player.goods[COINS]:
        raise turn.lacking(state, action.seat, "BUY-1", "1 coin")
    load = tables.loads[number]
    goods = list(player.goods)
    goods[COINS] -= 1
    goods[load.resource] += cubes
    name = state.players[action.seat]
    events: list[Event] = [
        Paid(name, _ONE_COIN, "BUY-1"),
        Gained(name, ((load.resource_name, cubes),), move.load, "BUY-1"),
    ]
    stock = state.stock[:number] + (0,) + state.stock[number + 1 :]
    bought = replace(action, steps=action.steps + 1)
    return turn.step_made(bought, replace(player, goods=tuple(goods)), events, replace(state, stock=stock))
