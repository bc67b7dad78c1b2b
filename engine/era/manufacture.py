"""Manufacturing cards of the display (MAKE-1 to MAKE-6)."""

from typing import Final

from msgspec.structs import replace

from engine.era import turn
from engine.era.events import CardManufactured, Event, Gained, Paid
from engine.era.influence import collect_symbol
from engine.era.moves import DONE, Manufacture, Move, Pay
from engine.era.state import EMPTY, NOBODY, Action, Player, State
from engine.era.tables import COINS, FIELDS, METAL, TECHNOLOGY, TOOLS, Amounts, Card, Tables, payments, tables_of, told
from engine.errors import IllegalMove

CARDS_AN_ACTION: Final = 3
"""Cards that one action manufactures (MAKE-1)."""


def legal(state: State, action: Action) -> list[Move]:
    """The cards of the display that the player may manufacture, from p0 on, and `done`; or, with a counterfeit chosen,
    the ways to pay its question marks."""
    tables = tables_of(state.edition)
    goods = state.holdings[action.seat].goods
    if action.pending:
        card = tables.cards[action.pending[0]]
        left = _after(goods, card.cost)
        return [pay for pay, taken in payments(card.wild).items() if turn.can_pay(left, taken)]
    moves: list[Move] = []
    if action.steps < CARDS_AN_ACTION:
        for number in state.display:
            if number != EMPTY:
                card = tables.cards[number]
                if _can_pay(goods, card) and not _own_counterfeit(state, action.seat, card):
                    moves.append(card.manufacture)
    moves.append(DONE)
    return moves


def possible(state: State, seat: int) -> bool:
    """Whether the player can manufacture any card now."""
    cards = tables_of(state.edition).cards
    goods = state.holdings[seat].goods
    for number in state.display:
        if number != EMPTY and _can_pay(goods, cards[number]) and not _own_counterfeit(state, seat, cards[number]):
            return True
    return False


def step(state: State, action: Action, move: Move) -> turn.Result:
    """Manufacture one card, or choose a counterfeit, or pay for the one chosen; raises IllegalMove."""
    if action.pending:
        return _pay(state, action, move)
    if type(move) is not Manufacture:
        raise turn.not_now(state, action, move)
    tables = tables_of(state.edition)
    number = tables.card_numbers.get(move.card)
    if number is None or number not in state.display:
        raise IllegalMove("MAKE-1", f"card {move.card!r} does not lie on the display")
    if action.steps >= CARDS_AN_ACTION:
        raise IllegalMove("MAKE-1", f"{CARDS_AN_ACTION} cards are all that one action manufactures")
    card = tables.cards[number]
    if _own_counterfeit(state, action.seat, card):
        raise IllegalMove("MAKE-5", f"{state.players[action.seat]} developed this: {move.card} is its counterfeit")
    if not _can_pay(state.holdings[action.seat].goods, card):
        raise turn.lacking(state, action.seat, "MAKE-2" if card.wild else "MAKE-1", move.card)
    if card.wild:
        return replace(state, action=replace(action, pending=(number,))), ()
    return _make(state, action, tables, number, ())


def _pay(state: State, action: Action, move: Move) -> turn.Result:
    tables = tables_of(state.edition)
    number = action.pending[0]
    card = tables.cards[number]
    if type(move) is not Pay:
        raise IllegalMove("MAKE-2", f"{card.card.id} is to be paid first: say which cubes")
    taken = payments(card.wild).get(move)
    if taken is None:
        raise IllegalMove("MAKE-2", f"{card.card.id} takes {card.wild} cubes of metal, technology or tools")
    if not turn.can_pay(_after(state.holdings[action.seat].goods, card.cost), taken):
        raise turn.lacking(state, action.seat, "MAKE-2", " ".join(move.cubes))
    return _make(state, replace(action, pending=()), tables, number, taken)


def _make(state: State, action: Action, tables: Tables, number: int, chosen: Amounts) -> turn.Result:
    """Pay, gain the profit, and reward the owners of the fields, in this order (MAKE-3)."""
    card = tables.cards[number]
    seat = action.seat
    name = state.players[seat]
    player = state.holdings[seat]
    goods = list(player.goods)
    events: list[Event] = []
    if card.cost:
        events.append(Paid(name, card.told_cost, "MAKE-1"))
        for kind, count in card.cost:
            goods[kind] -= count
    if chosen:
        events.append(Paid(name, told(chosen), "MAKE-2"))
        for kind, count in chosen:
            goods[kind] -= count
    if card.told_profit:
        events.append(Gained(name, card.told_profit, card.card.id, "MAKE-1"))
        for kind, count in card.profit:
            goods[kind] += count
    influence = player.influence
    if card.influence:
        influence += card.influence
        collect_symbol(tables, goods, influence, name, events)
    clause = "MAKE-1" if card.original >= 0 else "MAKE-6"
    events.append(CardManufactured(name, card.card.id, clause))
    after = replace(
        state,
        display=tuple([EMPTY if other == number else other for other in state.display]),
        invention_discards=(*state.invention_discards, number),
    )
    if card.original >= 0:
        for field in (card.original, card.original + 1):
            after = _reward(after, seat, tables, field, card.counterfeit, events)
    player = replace(player, goods=tuple(goods), influence=influence)
    return turn.step_made(replace(action, steps=action.steps + 1), player, events, after)


def _reward(state: State, maker: int, tables: Tables, field: int, counterfeit: bool, events: list[Event]) -> State:
    """Pay the owner of a field, where it is another player (MAKE-3) and, for a counterfeit, the field is patented
    (MAKE-4). SYM-2: on another's turn the pawn wins no symbol."""
    owner = state.owners[field]
    if owner in (NOBODY, maker) or (counterfeit and field not in state.patented):
        return state
    printed = tables.fields[field]
    clause = "MAKE-4" if counterfeit else "MAKE-3"
    events.append(Gained(state.players[owner], printed.told_reward, FIELDS[field], clause))
    paid = _rewarded(state.holdings[owner], printed.reward_coins, printed.reward_influence)
    return replace(state, holdings=turn.with_player(state, owner, paid))


def _rewarded(player: Player, coins: int, influence: int) -> Player:
    goods = player.goods
    if coins:
        goods = goods[:COINS] + (goods[COINS] + coins,) + goods[COINS + 1 :]
    return replace(player, goods=goods, influence=player.influence + influence)


def _own_counterfeit(state: State, seat: int, card: Card) -> bool:
    """Whether this is the counterfeit of an invention of which the player owns a field, patented or not (MAKE-5)."""
    return card.counterfeit and seat in state.owners[card.original : card.original + 2]


def _can_pay(goods: tuple[int, ...], card: Card) -> bool:
    if not turn.can_pay(goods, card.cost):
        return False
    if not card.wild:
        return True
    left = _after(goods, card.cost)
    return left[METAL] + left[TECHNOLOGY] + left[TOOLS] >= card.wild


def _after(goods: tuple[int, ...], cost: Amounts) -> tuple[int, ...]:
    """The goods without the cost; wild cubes come on top of it (MAKE-2)."""
    left = list(goods)
    for kind, count in cost:
        left[kind] -= count
    return tuple(left)
