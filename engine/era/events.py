"""What a move brought about: who, what, and by which clause; display, lights and log live on these values.

A log line is a template and data: `key` names the template, the fields fill it in.
"""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class TokenPlaced:
    """A player has put an action token on an area."""

    key: ClassVar[str] = "token-placed"
    player: str
    area: str
    clause: str = "PLACE-1"


@dataclass(frozen=True, slots=True)
class PlacingEnded:
    """All tokens are down: the second half of the round begins."""

    key: ClassVar[str] = "placing-ended"
    round: int
    clause: str = "PLACE-1"


@dataclass(frozen=True, slots=True)
class TokenTakenBack:
    """A player has carried out an area's action, or declined it (RESOLVE-2), and has the token in hand again."""

    key: ClassVar[str] = "token-taken-back"
    player: str
    area: str
    declined: bool
    clause: str


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """No token is left on the board: this round is over."""

    key: ClassVar[str] = "round-ended"
    round: int
    clause: str = "RESOLVE-1"


@dataclass(frozen=True, slots=True)
class RoundMarkerMoved:
    """The round marker stands on the space of the new round."""

    key: ClassVar[str] = "round-marker-moved"
    round: int
    clause: str = "ROUND-8"


@dataclass(frozen=True, slots=True)
class StartPlayerMoved:
    """The start player's pawn has gone to `player`."""

    key: ClassVar[str] = "start-player-moved"
    player: str
    clause: str = "ROUND-8"


@dataclass(frozen=True, slots=True)
class GameOver:
    """The last round, number `round`, has been played."""

    key: ClassVar[str] = "game-over"
    round: int
    clause: str = "END-1"


Event = (
    TokenPlaced | PlacingEnded | TokenTakenBack | RoundEnded | RoundMarkerMoved | StartPlayerMoved | GameOver
)
