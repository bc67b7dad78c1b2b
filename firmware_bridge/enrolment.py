"""Tags become tokens at the table: each is laid on a pad and named, and is on the disk before the next is asked for."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol

from engine.era.components import SETUPS

from .errors import RosterError
from .roster import Roster

POLL_S = 0.2
"""How often the pads are asked what lies there."""

Say = Callable[[str], None]


class Pads(Protocol):
    """What is needed of the table: of a running service's or of its own."""

    def lying(self) -> Sequence[tuple[str, str | None]]:
        """The tags that lie on the pads: UID in hex, and whose token it is, None for nobody's."""
        ...

    def roster(self) -> Roster:
        """Which tag is whose, and which of them stand in the table's file; its places are of no interest here."""
        ...

    def missing(self) -> Mapping[str, str] | None:
        """UID to place of the tokens that lie there in the game and on no pad; None before that is known."""
        ...

    def changing(self) -> Sequence[str]:
        """The places where something lies that has another UID at each look, so that it can be no token."""
        ...

    def enrol(self, tag: str, player: str) -> None:
        """The tag is a token of the player; on the disk on return. RosterError if it can't be."""
        ...

    def replace(self, old: str, new: str) -> None:
        """The new tag stands for the token of the old one; on the disk on return. RosterError if it can't."""
        ...

    def forget(self, tags: Sequence[str]) -> None:
        """The tags are nobody's; on the disk on return. RosterError if one of them is so already, or must stay."""
        ...

    def wait(self, seconds: float) -> None:
        """Let so much time pass."""
        ...


def enrol_all(pads: Pads, players: Sequence[str], say: Say) -> int:
    """Ask for every token that the players still lack (SETUP-1), until none is missing; how many were enrolled."""
    enrolled = 0
    for player, number, tokens in _lacking(pads, players):
        known = {tag for tag, owner in pads.lying() if owner is not None}
        say(f"{player.upper()}: lay token {number} of {tokens} on any pad.")
        tag = _one_unknown(pads, known, say)
        pads.enrol(tag, player)
        enrolled += 1
        say(f"{player.upper()} has token {number} of {tokens}: {tag}. It may be taken off.")
    return enrolled


def replace_lost(pads: Pads, who: str, new: str | None, say: Say) -> None:
    """Give a token whose tag is lost another one, in the middle of a game if need be.

    who: the lost tag, or the player, whose lost one is then found out; new: its successor, laid on a pad if None.
    RosterError where none is lost or the tag can't be replaced.
    """
    lost = who if who in pads.roster().tags else _lost(pads, who, say)
    pads.roster().forgotten([lost])  # whether it may be, before anybody is asked for anything
    player = pads.roster().tags[lost].upper()
    if new is None:
        known = {tag for tag, owner in pads.lying() if owner is not None}
        place = (pads.missing() or {}).get(lost)
        where = "on any pad" if place is None else f"on {_said(place)}, where the lost one lay"
        say(f"{player}: lay a new tag {where}.")
        new = _one_unknown(pads, known, say)
    pads.replace(lost, new)
    say(f"{new} stands for {player}'s {lost} now; the game goes on.")


def forget_tags(pads: Pads, who: str, say: Say) -> None:
    """who: a tag, or a player, who then has no token any more. RosterError where that can't be."""
    mine = [tag for tag, player in pads.roster().tags.items() if who in (tag, player)]
    pads.forget(mine or [who])
    for tag in mine:
        say(f"Tag {tag} is nobody's token any more.")


def _lost(pads: Pads, player: str, say: Say) -> str:
    """Which of the player's tags is lost: the one that is missing on the table, or the last that nobody can lay."""
    mine = [tag for tag, owner in pads.roster().tags.items() if owner == player]
    if not mine:
        raise RosterError(f"{player} is neither a tag nor a player of the roster: era-table tags list shows both")
    while (gone := pads.missing()) is None:
        pads.wait(POLL_S)
    missing = [tag for tag in mine if tag in gone]
    for tag in missing:
        say(f"{player.upper()}'s token {tag} is missing on {_said(gone[tag])}.")
    left = missing or mine
    told = 0
    while True:
        lying = [tag for tag, _ in pads.lying()]
        left = [tag for tag in left if tag not in lying]
        if not left:
            raise RosterError(f"no token of {player} is lost: {', '.join(mine)} have all been seen on the pads")
        if len(left) == 1:
            return left[0]
        if len(left) != told:
            say(f"{len(left)} tokens of {player.upper()} lie nowhere: lay those that you have on any pad for a moment.")
            told = len(left)
        pads.wait(POLL_S)


def _one_unknown(pads: Pads, known: set[str], say: Say) -> str:
    """Wait for the one tag that is nobody's; says once, if so, why what lies there does not do.

    known: somebody's tags that nobody needs to be told of, since they lay there before.
    """
    told = 0
    before: list[str] = []
    changing: Sequence[str] = ()
    while True:
        told_changing, changing = changing, pads.changing()
        for place in changing:
            if place not in told_changing:
                say(f"{_said(place)}: its number changes each time, as a phone's or a bank card's: take another tag.")
        lying = pads.lying()
        unknown = [tag for tag, player in lying if player is None]
        if len(unknown) == 1 and unknown == before:  # at two looks: of two that are laid at once one is seen first
            return unknown[0]
        if len(unknown) > 1 and len(unknown) != told:
            say(f"{len(unknown)} unknown tags lie on the pads: leave one of them.")
            told = len(unknown)
        before = unknown
        for tag, player in lying:
            if player is not None and tag not in known:
                say(f"Tag {tag} is a token of {player.upper()} already: take another.")
        known = known | {tag for tag, player in lying if player is not None}
        pads.wait(POLL_S)


def _lacking(pads: Pads, players: Sequence[str]) -> Iterator[tuple[str, int, int]]:
    """(player, number from 1, of how many) for each token that is not enrolled yet."""
    tokens = SETUPS[len(players)].tokens
    counts = Counter(pads.roster().tags.values())
    for player in players:
        for number in range(counts[player] + 1, tokens + 1):
            yield player, number, tokens


def _said(place: str) -> str:
    return place.replace(":", " ").upper()
