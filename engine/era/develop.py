"""Developing inventions and registering patents (DEV-1 to DEV-4, PAT-1 to PAT-3)."""

from typing import Final

from msgspec.structs import replace

from engine.era import turn
from engine.era.components import PATENT_SPACES
from engine.era.events import CardsSetAside, CircleMarked, Event, FieldDeveloped, Gained, Paid, PatentRegistered
from engine.era.influence import collect_symbol
from engine.era.moves import DONE, Develop, Move, Patent
from engine.era.state import NOBODY, Action, State
from engine.era.tables import COINS, DEVELOPMENT, DEVELOPS, FIELD_NUMBERS, PATENT_NOTHING, PATENTS, tables_of
from engine.errors import IllegalMove

DEVELOPMENT_AN_ACTION: Final = 7
"""Development that one action invests at most (DEV-2)."""

PATENTS_AN_ACTION: Final = 2
"""Patents that one action registers (PAT-1)."""


def legal(state: State, action: Action) -> list[Move]:
    """The fields that the player may develop, in board order, while neither is chosen the patents, and `done`."""
    moves: list[Move] = []
    player = state.holdings[action.seat]
    means = min(player.goods[DEVELOPMENT], DEVELOPMENT_AN_ACTION - action.invested)
    if means and player.markers:
        owners = state.owners
        fields = tables_of(state.edition).fields
        for number, owner in enumerate(owners):
            if owner == NOBODY and fields[number].cost <= means and _open(owners, number):
                moves.append(DEVELOPS[number])
    if not action.bonus and action.steps == 0:  # DEV-1: one of two
        _add_patents(moves, state, action)
    moves.append(DONE)
    return moves


def legal_patents(state: State, action: Action) -> list[Move]:
    """The own fields that a patent may mark, in board order, the patent that marks nothing, and `done`."""
    moves: list[Move] = []
    _add_patents(moves, state, action)
    moves.append(DONE)
    return moves


def possible(state: State, seat: int) -> bool:
    """Whether the player can develop any field now, in an action of its own."""
    player = state.holdings[seat]
    means = min(player.goods[DEVELOPMENT], DEVELOPMENT_AN_ACTION)
    if not means or not player.markers:
        return False
    owners = state.owners
    fields = tables_of(state.edition).fields
    for number, owner in enumerate(owners):
        if owner == NOBODY and fields[number].cost <= means and _open(owners, number):
            return True
    return False


def patent_possible(state: State, seat: int) -> bool:
    """Whether the player can register a patent now, in an action of its own."""
    player = state.holdings[seat]
    if player.patents >= PATENT_SPACES:
        return False
    return player.goods[COINS] >= tables_of(state.edition).patent_costs[player.patents]


def step(state: State, action: Action, move: Move) -> turn.Result:
    """Develop a field or, as the first step of a regular action, register a patent; raises IllegalMove."""
    if type(move) is Patent and not action.bonus:
        if action.steps:
            raise IllegalMove("DEV-1", "develop or register patents: not both in one action")
        return step_patent(state, replace(action, kind="patent"), move)
    if type(move) is not Develop:
        raise turn.not_now(state, action, move)
    number = FIELD_NUMBERS.get(move.field)
    if number is None:
        raise IllegalMove("DEV-2", f"there is no field {move.field!r}")
    return _develop(state, action, number)


def step_patent(state: State, action: Action, move: Move) -> turn.Result:
    """Register a patent; raises IllegalMove."""
    if type(move) is Develop and not action.bonus:
        raise IllegalMove("DEV-1", "develop or register patents: not both in one action")
    if type(move) is not Patent:
        raise turn.not_now(state, action, move)
    seat = action.seat
    name = state.players[seat]
    player = state.holdings[seat]
    if action.steps >= PATENTS_AN_ACTION:
        raise IllegalMove("PAT-1", f"{PATENTS_AN_ACTION} patents are all that one action registers")
    space = player.patents  # its number on the track, counted from 0
    if space >= PATENT_SPACES:
        raise IllegalMove("PAT-1", f"{name} has registered all {PATENT_SPACES} patents")
    tables = tables_of(state.edition)
    cost, influence = tables.patent_costs[space], tables.patent_influence[space]
    if player.goods[COINS] < cost:
        raise turn.lacking(state, seat, "PAT-1", f"{cost} coins")
    number = _circle(state, seat, move)
    # PAT-2: pay, patent marker, influence, symbol, circle.
    goods = list(player.goods)
    goods[COINS] -= cost
    events: list[Event] = [Paid(name, (("coins", cost),), "PAT-1"), PatentRegistered(name, space + 1)]
    if influence:
        events.append(Gained(name, (("influence", influence),), f"patent {space + 1}", "PAT-1"))
        collect_symbol(tables, goods, player.influence + influence, name, events)
    marked = 0 if number is None else 1
    events.append(CircleMarked(name, move.field, "PAT-2" if marked else "PAT-3"))
    player = replace(
        player,
        goods=tuple(goods),
        influence=player.influence + influence,
        patents=space + 1,
        markers=player.markers - marked,
    )
    after = state
    if number is not None:
        after = replace(state, patented=tuple(sorted((*state.patented, number))))
    return turn.step_made(replace(action, steps=action.steps + 1), player, events, after)


def _develop(state: State, action: Action, number: int) -> turn.Result:
    seat = action.seat
    name = state.players[seat]
    player = state.holdings[seat]
    field = DEVELOPS[number].field
    tables = tables_of(state.edition)
    printed = tables.fields[number]
    owner = state.owners[number]
    if owner != NOBODY:
        raise IllegalMove("DEV-2", f"{field} has {state.players[owner]}'s marker")
    if not _open(state.owners, number):
        raise IllegalMove("DEV-2", f"{field} comes after its original, which nobody has developed")
    if not player.markers:
        raise IllegalMove("DEV-4", f"{name} has no invention marker left")
    invested = action.invested + printed.cost
    if invested > DEVELOPMENT_AN_ACTION:
        raise IllegalMove("DEV-2", f"one action invests at most {DEVELOPMENT_AN_ACTION} development")
    if player.goods[DEVELOPMENT] < printed.cost:
        raise turn.lacking(state, seat, "DEV-2", f"{printed.cost} development")
    goods = list(player.goods)
    goods[DEVELOPMENT] -= printed.cost
    events: list[Event] = [Paid(name, (("development", printed.cost),), "DEV-2"), FieldDeveloped(name, field)]
    if printed.influence:
        events.append(Gained(name, (("influence", printed.influence),), field, "DEV-2"))
        collect_symbol(tables, goods, player.influence + printed.influence, name, events)
    owners = state.owners[:number] + (seat,) + state.owners[number + 1 :]
    if printed.cards:
        events.append(CardsSetAside(tuple([tables.cards[card].card.id for card in printed.cards])))
        after = replace(state, owners=owners, new_cards=state.new_cards + printed.cards)
    else:
        after = replace(state, owners=owners)
    player = replace(
        player, goods=tuple(goods), influence=player.influence + printed.influence, markers=player.markers - 1
    )
    return turn.step_made(replace(action, steps=action.steps + 1, invested=invested), player, events, after)


def _open(owners: tuple[int, ...], number: int) -> bool:
    """Whether the field is an original, or a technical one whose original anybody has developed (DEV-2)."""
    return number % 2 == 0 or owners[number - 1] != NOBODY


def _add_patents(moves: list[Move], state: State, action: Action) -> None:
    seat, patented = action.seat, state.patented
    if action.steps >= PATENTS_AN_ACTION or not patent_possible(state, seat):
        return
    if state.holdings[seat].markers:
        for number, owner in enumerate(state.owners):
            if owner == seat and number not in patented:
                moves.append(PATENTS[number])
    moves.append(PATENT_NOTHING)


def _circle(state: State, seat: int, move: Patent) -> int | None:
    """The field whose circle the patent marks, None for none; raises IllegalMove."""
    if move.field is None:
        return None
    number = FIELD_NUMBERS.get(move.field)
    if number is None:
        raise IllegalMove("PAT-2", f"there is no field {move.field!r}")
    name = state.players[seat]
    if state.owners[number] != seat:
        raise IllegalMove("PAT-2", f"{move.field} is not {name}'s")
    if number in state.patented:
        raise IllegalMove("PAT-2", f"{move.field} is patented already")
    if not state.holdings[seat].markers:
        raise IllegalMove("DEV-4", f"{name} has no invention marker left: the patent marks nothing")
    return number
