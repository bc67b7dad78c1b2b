"""What an operator sets to what lies on the table, where the engine and the table differ. It stands in no rule: the
move is never among the legal ones, and the record keeps it."""

from typing import Final

from msgspec.structs import replace

from engine.era.components import GOODS, PATENT_SPACES
from engine.era.events import Corrected, Event
from engine.era.market import BONUS_TOKENS
from engine.era.moves import Correct
from engine.era.state import Player, State
from engine.errors import IllegalMove

CLAUSE: Final = "OPERATOR"
"""Named where a clause is, though the rules know no operator."""

CORRECTED: Final = (*GOODS, "influence", "bonus-tokens", "patents")
"""What can be set: cubes, coins and development, the influence track, bonus tokens, the patent track."""

MOST: Final = 9999
"""More than this of anything is a slip of the finger."""


def correct(state: State, move: Correct) -> tuple[State, tuple[Event, ...]]:
    """Set what a player has; a choice that was half made is asked anew. Raises IllegalMove."""
    if state.depth != "full":
        raise IllegalMove(CLAUSE, f"in depth {state.depth!r} the players keep count: there is nothing to correct")
    if move.player not in state.players:
        raise IllegalMove(CLAUSE, f"there is no player {move.player!r}: they are {', '.join(state.players)}")
    seat = state.players.index(move.player)
    player = state.holdings[seat]
    before = _now(player, move.what)
    most = limit_of(state, move.player, move.what)
    if not 0 <= move.amount <= most:
        raise IllegalMove(CLAUSE, f"{move.what} can be 0 to {most}, not {move.amount}")
    action = state.action
    if action is not None:
        usable = action.usable
        if move.what == "bonus-tokens" and action.seat == seat and action.area:  # none is used in the final market
            # Those bought in this action stay apart from those held before it (BONUS-3).
            usable = min(max(usable + move.amount - before, 0), move.amount)
            if not usable and (action.bonus or action.kind == "bonus"):
                raise IllegalMove(CLAUSE, f"{move.player} is at a bonus, which takes a token: finish the turn first")
        action = replace(action, usable=usable, pending=())
    holdings = state.holdings[:seat] + (_set(player, move.what, move.amount),) + state.holdings[seat + 1 :]
    event = Corrected(move.player, move.what, before, move.amount)
    return replace(state, holdings=holdings, action=action), (event,)


def limit_of(state: State, player: str, what: str) -> int:
    """The most that can be set: the patent track's end, the bonus tokens that nobody else has, or MOST."""
    others = sum(
        other.bonus for name, other in zip(state.players, state.holdings, strict=True) if name != player
    )
    return {"patents": PATENT_SPACES, "bonus-tokens": BONUS_TOKENS - others}.get(what, MOST)


def _now(player: Player, what: str) -> int:
    if what in GOODS:
        return player.goods[GOODS.index(what)]
    tracks = {"influence": player.influence, "bonus-tokens": player.bonus, "patents": player.patents}
    if what not in tracks:
        raise IllegalMove(CLAUSE, f"{what!r} can't be corrected: it is one of {', '.join(CORRECTED)}")
    return tracks[what]


def _set(player: Player, what: str, amount: int) -> Player:
    if what == "influence":
        return replace(player, influence=amount)
    if what == "bonus-tokens":
        return replace(player, bonus=amount)
    if what == "patents":
        return replace(player, patents=amount)
    index = GOODS.index(what)
    return replace(player, goods=player.goods[:index] + (amount,) + player.goods[index + 1 :])
