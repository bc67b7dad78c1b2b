"""Bonus tokens: one more action, of one step, right after a regular one (BONUS-1 to BONUS-4).

The token is spent when the step has been made (`turn.step_made`); a bonus without effect spends none.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from msgspec.structs import replace

from engine.era import build, buy, develop, manufacture, market, produce, turn
from engine.era.components import AREAS
from engine.era.moves import BONUS_KINDS, DONE, Bonus, Move
from engine.era.state import Action, State
from engine.errors import IllegalMove

KIND_OF_AREA: Final = dict(zip(AREAS, ("build", "produce", "buy", "manufacture", "exchange", "develop"), strict=True))
"""What kind of action each area gives."""


class Kind(NamedTuple):
    """A kind of action: what its steps may be, how one is made, and whether it would have any effect as a bonus."""

    legal: Callable[[State, Action], list[Move]]
    step: Callable[[State, Action, Move], turn.Result]
    possible: Callable[[State, int], bool]


KINDS: Final = {
    "build": Kind(build.legal, build.step, build.possible),
    "produce": Kind(produce.legal, produce.step, produce.possible),
    "buy": Kind(buy.legal, buy.step, buy.possible),
    "manufacture": Kind(manufacture.legal, manufacture.step, manufacture.possible),
    "exchange": Kind(market.legal, market.step, market.possible),
    "develop": Kind(develop.legal, develop.step, develop.possible),
    "patent": Kind(develop.legal_patents, develop.step_patent, develop.patent_possible),
}
"""By the words of BONUS_KINDS; the regular actions are of these kinds too."""

_BONUSES: Final = tuple((Bonus(kind), KINDS[kind].possible) for kind in BONUS_KINDS)


def legal(state: State, action: Action) -> list[Move]:
    """The kinds of bonus that have any effect now (BONUS-4: whatever the action before it was), and `done`."""
    seat = action.seat
    moves: list[Move] = [bonus for bonus, possible in _BONUSES if possible(state, seat)]
    moves.append(DONE)
    return moves


def step(state: State, action: Action, move: Move) -> turn.Result:
    """Choose a kind of bonus; its limits are its own, apart from those of the action before it (BONUS-4). Raises
    IllegalMove."""
    if type(move) is not Bonus:
        raise turn.not_now(state, action, move)
    kind = KINDS.get(move.kind)
    if kind is None:
        raise IllegalMove("BONUS-1", f"{move.kind!r} is no bonus action: it is one of {', '.join(BONUS_KINDS)}")
    if not kind.possible(state, action.seat):
        raise IllegalMove("BONUS-1", f"a bonus {move.kind} would have no effect: choose another, or none")
    begun = Action(action.seat, action.area, move.kind, action.usable, bonus=True)
    return replace(state, action=begun), ()


def _never(state: State, seat: int) -> bool:
    return False


CHOICE: Final = Kind(legal, step, _never)
"""The choice itself stands beside the kinds: it is no bonus."""
