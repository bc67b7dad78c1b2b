"""What was played so far, in words and as a chart of influence over the rounds. Pure."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from engine.era.moves import Correct, Deal
from engine.era.state import State

from ..menus.choices import change
from ..menus.move_words import move_words, said_in_words
from ..session import Made
from ..texts import Texts
from ..view import View

LONGEST = 60
"""Moves that the log tells, the newest last."""


def log(past: Sequence[Made], words: Texts) -> list[dict[str, Any]]:
    """The last moves that stand, with who made them; what the engine's own shuffle deals is nobody's move.

    cost, gain, others: as of a choice.
    """
    told: list[dict[str, Any]] = []
    for made in reversed(past):
        if len(told) == LONGEST:
            break
        if not (isinstance(made.move, Deal) and made.before.dealing == "virtual"):
            told.append(_told(_Kept(made), words))
    return told[::-1]


class _Kept:
    """A move that was made, known by being the same one: comparing all of two states takes longer than telling it."""

    __slots__ = ("made",)

    def __init__(self, made: Made) -> None:
        self.made = made

    def __hash__(self) -> int:
        return id(self.made)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Kept) and self.made is other.made


@lru_cache(maxsize=8 * LONGEST)
def _told(kept: _Kept, words: Texts) -> dict[str, Any]:
    before, move = kept.made.before, kept.made.move
    player = move.player if isinstance(move, Correct) else before.in_turn
    what = words.text(move_words(move, before))
    brings, said = change(before, move), said_in_words(move)
    return {
        "round": before.round,
        "player": player,
        "text": what if player is None else f"{words.word(player)}: {what}",
        "cost": brings.paid if brings.paid != said.paid else (),
        "gain": brings.gained if brings.gained != said.gained else (),
        "others": brings.others,
    }


def history(past: Sequence[Made], seen: View) -> list[dict[str, Any]]:
    """Each player's influence at the end of each round, and as the last of them now, where it is kept."""
    if not seen.influence:
        return []
    ended: dict[int, State] = {}
    for made in past:
        if made.before.holdings and made.before.round > 1:
            ended.setdefault(made.before.round - 1, made.before)
    told = [
        {"round": number, "scores": _influence(state)} for number, state in ended.items() if number < seen.round
    ]
    return [*told, {"round": seen.round, "scores": dict(seen.influence)}]


def _influence(state: State) -> dict[str, int]:
    return {name: player.influence for name, player in zip(state.players, state.holdings, strict=True)}
