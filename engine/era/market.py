"""The exchange market (MARKET-1 to MARKET-3), in a turn and at the end of the game (END-3)."""

from itertools import combinations_with_replacement
from typing import Final

from msgspec.structs import replace

from engine.era import turn
from engine.era.components import GOODS
from engine.era.events import BonusTokenBought, Event, Gained, Paid
from engine.era.influence import collect_symbol
from engine.era.moves import DONE, TRADED, Exchange, Give, Move, Take
from engine.era.state import FINAL_MARKET, Action, Player, State
from engine.era.tables import COINS, DEVELOPMENT, tables_of
from engine.errors import IllegalMove

EXCHANGES_AN_ACTION: Final = 5
"""Exchanges in all that one action makes (MARKET-1)."""

EXCHANGES_A_FIELD: Final = 3
"""Exchanges of them in one field (MARKET-1)."""

BONUS_TOKENS: Final = 20
"""Bonus tokens in the game. Ruling: no more can be had, while coins, cubes and development never end (MARKET-3)."""

TOP, MIDDLE, BOTTOM = range(3)

BUY_DEVELOPMENT: Final = Exchange("2 coins", "development")
SELL_DEVELOPMENT: Final = Exchange("development", "2 coins")
COINS_FOR_INFLUENCE: Final = Exchange("2 coins", "influence")
DEVELOPMENT_FOR_INFLUENCE: Final = Exchange("development", "influence")
BUY_BONUS_TOKEN: Final = Exchange("2 coins", "bonus token")
EXCHANGES: Final = (
    BUY_DEVELOPMENT, SELL_DEVELOPMENT, COINS_FOR_INFLUENCE, DEVELOPMENT_FOR_INFLUENCE, BUY_BONUS_TOKEN,
)  # fmt: skip
"""The exchanges whose two sides are printed, from the top field down."""

FREE_DEVELOPMENT: Final = Take("development")

_FIELD: Final = {
    BUY_DEVELOPMENT: TOP,
    SELL_DEVELOPMENT: TOP,
    COINS_FOR_INFLUENCE: MIDDLE,
    DEVELOPMENT_FOR_INFLUENCE: MIDDLE,
    BUY_BONUS_TOKEN: BOTTOM,
}
_FIELD_NAMES: Final = ("top", "middle", "bottom")

# Pairs of pieces by their numbers in TRADED, which are their numbers in GOODS too.
_PAIRS: Final = tuple(combinations_with_replacement(range(len(TRADED)), 2))
_PIECES: Final = {piece: number for number, piece in enumerate(TRADED)}
_GIVEN: Final = {
    (one, other): ((GOODS[one], 2),) if one == other else ((GOODS[one], 1), (GOODS[other], 1)) for one, other in _PAIRS
}
_GIVES: Final = {Give(TRADED[one], TRADED[other]): (one, other) for one, other in _PAIRS}
# MARKET-2, ruling: what is received differs from both pieces paid.
_TAKES: Final[dict[tuple[int, ...], list[Move]]] = {
    pair: [Take(piece) for number, piece in enumerate(TRADED) if number not in pair] for pair in _PAIRS
}
_GIVES_BY_HELD: Final[dict[tuple[int, ...], list[Move]]] = {}


def legal(state: State, action: Action) -> list[Move]:
    """The free development, the exchanges from the top field down, and `done`; or, with two pieces given, what may be
    taken for them."""
    if action.pending:
        return list(_TAKES[action.pending])
    moves: list[Move] = []
    if _may_take_free_development(state, action):
        moves.append(FREE_DEVELOPMENT)
    if action.steps < EXCHANGES_AN_ACTION:
        goods = state.holdings[action.seat].goods
        two_coins, development = goods[COINS] >= 2, goods[DEVELOPMENT] >= 1
        top, middle, bottom = action.exchanges
        if top < EXCHANGES_A_FIELD:
            if two_coins:
                moves.append(BUY_DEVELOPMENT)
            if development:
                moves.append(SELL_DEVELOPMENT)
        if middle < EXCHANGES_A_FIELD:
            if two_coins:
                moves.append(COINS_FOR_INFLUENCE)
            if development:
                moves.append(DEVELOPMENT_FOR_INFLUENCE)
        if bottom < EXCHANGES_A_FIELD:
            if two_coins and _bonus_tokens_for_sale(state):
                moves.append(BUY_BONUS_TOKEN)
            moves += _legal_gives(goods)
    moves.append(DONE)
    return moves


def possible(state: State, seat: int) -> bool:
    """Whether the player can make any exchange now: any two pieces can be given, and a development sold."""
    goods = state.holdings[seat].goods
    return goods[DEVELOPMENT] > 0 or sum(goods[: len(TRADED)]) >= 2


def step(state: State, action: Action, move: Move) -> turn.Result:
    """Take the free development, or make an exchange or half of one; raises IllegalMove."""
    if action.pending:
        return _take(state, action, move)
    if type(move) is Take:
        return _take_free_development(state, action, move)
    if type(move) is Give:
        pair = _GIVES.get(move)
        if pair is None:
            raise IllegalMove("MARKET-1", f"{move.one} and {move.other} are no two of {', '.join(TRADED)}")
        _check_limits(action, BOTTOM)
        if not _holds(state.holdings[action.seat].goods, pair):
            raise turn.lacking(state, action.seat, "MARKET-1", f"{move.one} and {move.other}")
        return replace(state, action=replace(action, pending=pair)), ()
    if type(move) is Exchange and move in _FIELD:
        return _exchange(state, action, move)
    raise turn.not_now(state, action, move)


def _exchange(state: State, action: Action, move: Exchange) -> turn.Result:
    field = _FIELD[move]
    _check_limits(action, field)
    seat = action.seat
    name = state.players[seat]
    player = state.holdings[seat]
    goods = list(player.goods)
    paid, count = (COINS, 2) if move.paid == "2 coins" else (DEVELOPMENT, 1)
    if goods[paid] < count:
        raise turn.lacking(state, seat, "MARKET-1", move.paid)
    goods[paid] -= count
    events: list[Event] = [Paid(name, ((GOODS[paid], count),), "MARKET-1")]
    if move.received == "influence":
        return _gain_influence(state, action, player, goods, events)
    if move.received == "bonus token":
        if not _bonus_tokens_for_sale(state):
            clause = "END-3" if state.phase is FINAL_MARKET else "MARKET-3"
            raise IllegalMove(clause, "no bonus token is for sale")
        events.append(BonusTokenBought(name))
        player = replace(player, goods=tuple(goods), bonus=player.bonus + 1)
    else:
        gained, count = (DEVELOPMENT, 1) if move.received == "development" else (COINS, 2)
        goods[gained] += count
        events.append(Gained(name, ((GOODS[gained], count),), "market", "MARKET-1"))
        player = replace(player, goods=tuple(goods))
    return turn.step_made(_counted(action, field), player, events, state)


def _gain_influence(
    state: State, action: Action, player: Player, goods: list[int], events: list[Event]
) -> turn.Result:
    """The middle field; SYM-2: in the final market there are no symbols."""
    name = state.players[action.seat]
    gained = (("influence", 1),)
    if state.phase is FINAL_MARKET:
        events.append(Gained(name, gained, "market", "END-3"))
        player = replace(player, goods=tuple(goods), final_market=player.final_market + 1)
    else:
        events.append(Gained(name, gained, "market", "MARKET-1"))
        collect_symbol(tables_of(state.edition), goods, player.influence + 1, name, events)
        player = replace(player, goods=tuple(goods), influence=player.influence + 1)
    return turn.step_made(_counted(action, MIDDLE), player, events, state)


def _take(state: State, action: Action, move: Move) -> turn.Result:
    one, other = action.pending
    if type(move) is not Take or move.what not in _PIECES:
        raise IllegalMove("MARKET-1", f"say what is taken for {TRADED[one]} and {TRADED[other]}")
    taken = _PIECES[move.what]
    if taken in action.pending:
        raise IllegalMove("MARKET-2", f"{move.what} was given: take something else")
    name = state.players[action.seat]
    player = state.holdings[action.seat]
    goods = list(player.goods)
    goods[one] -= 1
    goods[other] -= 1
    goods[taken] += 1
    events: list[Event] = [
        Paid(name, _GIVEN[one, other], "MARKET-1"),
        Gained(name, ((GOODS[taken], 1),), "market", "MARKET-1"),
    ]
    return turn.step_made(_counted(action, BOTTOM), replace(player, goods=tuple(goods)), events, state)


def _take_free_development(state: State, action: Action, move: Take) -> turn.Result:
    if move != FREE_DEVELOPMENT:
        raise IllegalMove("MARKET-1", f"{move.what} is taken for two pieces given: give them first")
    if not _may_take_free_development(state, action):
        clause = "BONUS-1" if action.bonus else "END-3" if state.phase is FINAL_MARKET else "MARKET-1"
        raise IllegalMove(clause, "the free development is the whole of a regular action, instead of exchanges")
    seat = action.seat
    player = state.holdings[seat]
    goods = player.goods[:DEVELOPMENT] + (player.goods[DEVELOPMENT] + 1,)
    events: list[Event] = [Gained(state.players[seat], (("development", 1),), "market", "MARKET-1")]
    after = replace(state, holdings=turn.with_player(state, seat, replace(player, goods=goods)))
    return turn.carried_out(after, action, events)


def _may_take_free_development(state: State, action: Action) -> bool:
    """Instead of exchanges (MARKET-1), never as a bonus (BONUS-1) nor in the final market (END-3, ruling)."""
    return action.steps == 0 and not action.bonus and state.phase is not FINAL_MARKET


def _bonus_tokens_for_sale(state: State) -> bool:
    """Whether the supply has any (MARKET-3) and the market sells them, as it does until the end (END-3)."""
    if state.phase is FINAL_MARKET:
        return False
    return sum([player.bonus for player in state.holdings]) < BONUS_TOKENS


def _check_limits(action: Action, field: int) -> None:
    if action.steps >= EXCHANGES_AN_ACTION:
        raise IllegalMove("MARKET-1", f"{EXCHANGES_AN_ACTION} exchanges are all that one action makes")
    if action.exchanges[field] >= EXCHANGES_A_FIELD:
        name = _FIELD_NAMES[field]
        raise IllegalMove("MARKET-1", f"{EXCHANGES_A_FIELD} exchanges are all that the {name} field makes in an action")


def _counted(action: Action, field: int) -> Action:
    """The action with one exchange more, and nothing pending."""
    made = list(action.exchanges)
    made[field] += 1
    top, middle, bottom = made
    return replace(action, steps=action.steps + 1, exchanges=(top, middle, bottom), pending=())


def _holds(goods: tuple[int, ...], pair: tuple[int, int]) -> bool:
    one, other = pair
    return goods[one] >= 2 if one == other else goods[one] >= 1 and goods[other] >= 1


def _legal_gives(goods: tuple[int, ...]) -> list[Move]:
    """The pairs that the goods hold. Two of a kind are as good as more, so there are 3 to the 6th answers: kept."""
    held = tuple([2 if count > 2 else count for count in goods[: len(TRADED)]])
    gives = _GIVES_BY_HELD.get(held)
    if gives is None:
        gives = _GIVES_BY_HELD[held] = [give for give, pair in _GIVES.items() if _holds(held, pair)]
    return gives
