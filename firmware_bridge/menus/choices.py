"""What may be chosen now, as a menu: the engine's legal moves, each with what it costs and gives, long lists in groups.

The engine says what is legal and what follows; nothing of the rules is told again here.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.era.events import Gained, Paid
from engine.era.game import apply, legal_moves
from engine.era.moves import Deal, Develop, Give, Move, Patent
from engine.era.state import Action, Phase, State

FLAT = 9
"""Up to so many choices stand in one list: with a cursor that goes around, the farthest is four steps away."""

Goods = tuple[tuple[str, int], ...]
"""Pairs of a kind and how many, as the engine's events have them."""


@dataclass(frozen=True, slots=True)
class Change:
    """What a move would do at once: paid and gained by its player, and what others gain by it (MAKE-3)."""

    paid: Goods = ()
    gained: Goods = ()
    others: tuple[tuple[str, Goods], ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """One line of a menu: a move, or with `inside` a group that opens a list of its own.

    subject: for a group what its moves have in common, in the engine's words: `telephone`, `give coal`.
    """

    move: Move
    subject: str = ""
    inside: tuple["Option", ...] = ()


def options(game: State) -> tuple[Option, ...]:
    """The choices of the player in turn, or of the table while cards come; none where tokens or nobody are to move.

    The engine's order. Nothing is grouped that stands in one list of FLAT, and a group of one is the move itself.
    """
    if game.phase in (Phase.PLACING, Phase.OVER) or (game.phase is Phase.RESOLVING and game.action is None):
        return ()   # tokens move; that an action may be declined is asked when its token is in the hand
    return _grouped(legal_moves(game))


def change(game: State, move: Move) -> Change:
    """What the move would bring at once; what is paid or gained by its second half is told there."""
    _, events = apply(game, move)
    player = game.in_turn
    paid: dict[str, int] = {}
    gained: dict[str, dict[str, int]] = {}
    for event in events:
        if isinstance(event, Paid) and event.player == player:
            _add(paid, event.goods)
        elif isinstance(event, Gained):
            _add(gained.setdefault(event.player, {}), event.goods)
    own = gained.pop(player or "", {})
    others = tuple((other, tuple(what.items())) for other, what in gained.items())
    return Change(tuple(paid.items()), tuple(own.items()), others)


def declines(action: Action | None) -> bool:
    """Whether `done` would now leave the action without anything done, so that it counts as declined (RESOLVE-4). In
    the final market, which no token is used for, nothing is declined (END-3)."""
    return bool(action and action.area and not action.steps and not action.bonus and action.kind != "bonus")


def _add(total: dict[str, int], goods: Iterable[tuple[str, int]]) -> None:
    for kind, count in goods:
        total[kind] = total.get(kind, 0) + count


def _grouped(moves: Sequence[Move]) -> tuple[Option, ...]:
    flat = tuple(Option(move) for move in moves)
    if len(flat) <= FLAT:
        return flat
    groups: dict[str, list[Option]] = {}
    for option in flat:
        groups.setdefault(_subject(option.move), []).append(option)
    return tuple(_as_options(groups))


def _as_options(groups: dict[str, list[Option]]) -> Iterator[Option]:
    for subject, inside in groups.items():
        yield inside[0] if len(inside) == 1 else Option(inside[0].move, subject, tuple(inside))


def _subject(move: Move) -> str:
    """What long lists are grouped by; moves that have none in common stand alone."""
    verb, *rest = str(move).split()
    match move:
        case Deal(card=card):
            return card.rpartition("-")[0] or card  # `telephone-2`: the invention's cards are numbered
        case Develop() | Patent() | Give():
            return f"{verb} {rest[0]}"
    return str(move)
