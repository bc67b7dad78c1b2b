"""The people at a simulated table: they lay and lift tokens by colour and area, and trip over cables."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from engine.era.components import AREAS, COLOURS, SPACES_PER_AREA

from ..errors import PeopleError

PLACES = tuple(f"{area}:{space}" for area in AREAS for space in range(1, SPACES_PER_AREA + 1))
"""A simulated table has one reader a space, in board order."""


class World(Protocol):
    """What hands can do to a table of the bench, in this process or in another."""

    def place(self, uid: bytes, reader: int) -> None:
        """A tag lies on the reader's pad from now on."""
        ...

    def lift(self, uid: bytes) -> None:
        """A tag is taken off."""
        ...

    def unplug(self, reader: int) -> None:
        """A reader's plug comes off."""
        ...

    def plug(self, reader: int) -> None:
        """It goes back in."""
        ...


class People:
    """world: what they have their hands on; tokens: the UIDs of each player's tokens; lying: the tags that lie on each
    reader's pad already, if the world is older than they are. PeopleError where somebody can't do what is asked.
    """

    def __init__(
        self, world: World, tokens: Mapping[str, Sequence[bytes]], lying: Sequence[Sequence[bytes]] = ()
    ) -> None:
        self._world = world
        self._tokens = tokens
        self._lying = {uid: reader for reader, uids in enumerate(lying) for uid in uids}

    def lay(self, player: str, area: str) -> None:
        """The player lays a token from the hand on a free space of the area, or on top of the token on its first."""
        hand = [uid for uid in self.tokens_of(player) if uid not in self._lying]
        if not hand:
            raise PeopleError(f"{player} has no token in hand: all lie on the table")
        self.lay_tag(hand[0], area)

    def lay_tag(self, uid: bytes, area: str) -> None:
        """Somebody lays any tag there."""
        reader = self.free(area)
        self._world.place(uid, reader)
        self._lying[uid] = reader

    def lift(self, player: str, area: str) -> bytes:
        """The player's token that was laid last on the area goes up; its UID."""
        spaces = self.readers(area)
        mine = [uid for uid, reader in self._lying.items() if uid in self.tokens_of(player) and reader in spaces]
        if not mine:
            raise PeopleError(f"no token of {player} lies on {area}")
        self.lift_tag(mine[-1])
        return mine[-1]

    def lies(self, player: str, area: str) -> bool:
        """Whether a token of the player lies on the area."""
        spaces = self.readers(area)
        return any(uid in self.tokens_of(player) and reader in spaces for uid, reader in self._lying.items())

    def free(self, area: str) -> int:
        """The reader on which a token goes that is laid there: the first that is free, else the first."""
        spaces = self.readers(area)
        return next((reader for reader in spaces if reader not in self._lying.values()), spaces[0])

    @property
    def lying(self) -> dict[bytes, int]:
        """The reader on whose pad each tag lies; a copy."""
        return dict(self._lying)

    def lift_tag(self, uid: bytes) -> None:
        """Somebody takes a tag off."""
        self._world.lift(uid)
        del self._lying[uid]

    def unplug(self, place: str) -> None:
        """The plug of the reader at the place comes off."""
        self._world.unplug(self.readers(place)[0])

    def plug(self, place: str) -> None:
        """The plug goes back in."""
        self._world.plug(self.readers(place)[0])

    def tokens_of(self, player: str) -> Sequence[bytes]:
        """The UIDs of the player's tokens."""
        if player not in self._tokens:
            raise PeopleError(f"nobody here is {player}: there are {', '.join(self._tokens)}")
        return self._tokens[player]

    def readers(self, where: str) -> list[int]:
        """The readers of an area, or the one of a place such as `build:1`, or by its number."""
        readers = [
            reader
            for reader, place in enumerate(PLACES)
            if where in (place, place.partition(":")[0], str(reader))
        ]
        if not readers:
            raise PeopleError(f"there is no {where!r}: name one of {', '.join(AREAS)}, or a place such as {PLACES[0]}")
        return readers


def token_uid(colour: int, number: int) -> bytes:
    """A simulated UID: of 4 bytes for every other colour, else of 7, as the chips of one maker (0x04) are numbered."""
    serial = 0x10 * (colour + 1) + number
    return bytes((0x5A, 0x31, 0xC4, serial)) if colour % 2 == 0 else bytes((0x04, 0x6B, 0x91, serial, 0x2E, 0x65, 0x80))


def tokens_of(players: Sequence[str], each: int) -> dict[str, list[bytes]]:
    """Simulated tokens of the players, so many each; a colour has the same ones in every game."""
    return {player: [token_uid(COLOURS.index(player), number) for number in range(each)] for player in players}
