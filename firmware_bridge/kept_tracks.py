"""The tracks of depth "referee": where people keep pawns and patent markers by buttons, since the engine does not."""

from dataclasses import dataclass
from typing import Final

from engine.era.components import PATENT_SPACES
from engine.era.state import State

from .errors import NoSuchSpace

INFLUENCE: Final = "influence"
PATENTS: Final = "patents"
MOST: Final = {INFLUENCE: 199, PATENTS: PATENT_SPACES}
"""The last space that can be set; no game comes near so much influence (SYM-3: the track's end is not told)."""


@dataclass(frozen=True, slots=True)
class KeptTracks:
    """spaces: (track, player, space) for each piece that was ever moved; who keeps none leaves it empty."""

    spaces: tuple[tuple[str, str, int], ...] = ()

    def space(self, track: str, player: str) -> int:
        """Where the piece stands; at the beginning (SETUP-2) before it was ever moved."""
        return next((space for on, who, space in self.spaces if (on, who) == (track, player)), 0)

    def moved(self, game: State, track: str, player: str, space: int) -> "KeptTracks":
        """The tracks once the piece stands there. NoSuchSpace for a space, a track or a player that is not there, and
        where the engine keeps the tracks by itself."""
        if game.holdings:
            raise NoSuchSpace('in depth "full" the tracks follow the moves: put right a number instead')
        if player not in game.players:
            raise NoSuchSpace(f"there is no player {player!r}: they are {', '.join(game.players)}")
        if track not in MOST:
            raise NoSuchSpace(f"there is no track {track!r}: they are {', '.join(MOST)}")
        if not 0 <= space <= MOST[track]:
            raise NoSuchSpace(f"the {track} track has the spaces 0 to {MOST[track]}, not {space}")
        others = tuple(each for each in self.spaces if each[:2] != (track, player))
        return KeptTracks((*others, (track, player, space)))

    def of(self, track: str, players: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
        """Each player's space in order of seats; empty while nobody keeps that track."""
        if all(on != track for on, _, _ in self.spaces):
            return ()
        return tuple((player, self.space(track, player)) for player in players)
