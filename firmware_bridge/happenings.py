"""What happens to a session, and what comes of it: frozen values; `at` is always in seconds on the table's clock."""

from dataclasses import dataclass

from engine.era.events import Event as GameEvent
from engine.era.moves import Move
from engine.era.state import State
from hardware.readers.reading import PadEvent

from .referee import Problem


@dataclass(frozen=True, slots=True)
class Tick:
    """Time passes; `at` in seconds."""

    at: float


@dataclass(frozen=True, slots=True)
class Play:
    """A move that is chosen, not read off the pads: a step of an action, a card that came, an operator's correction, or
    a token on a pad that tells nothing."""

    move: Move
    at: float


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The last move is taken back: by its player, where the rules of the table still let that be (architecture page,
    undo), or by the operator, who may go back to the beginning."""

    at: float
    operator: bool = True


@dataclass(frozen=True, slots=True)
class Accept:
    """The operator takes the table as it lies for the state of the game."""

    at: float


@dataclass(frozen=True, slots=True)
class Begin:
    """A game begins with this state; what lies on the table is judged by it.

    Tokens that lie there already count once they were lifted. seed: what shuffled its cards, in dealing "virtual".
    """

    game: State
    at: float
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Enrol:
    """A tag becomes a token of the player."""

    tag: str
    player: str
    at: float


@dataclass(frozen=True, slots=True)
class Replace:
    """A tag is lost; another one stands for the same token from now on, wherever that lies in the game."""

    old: str
    new: str
    at: float


@dataclass(frozen=True, slots=True)
class Forget:
    """Tags are nobody's tokens any more."""

    tags: tuple[str, ...]
    at: float


@dataclass(frozen=True, slots=True)
class Pause:
    """The game waits, or goes on: until then nothing that is done with tokens is judged, and no clock runs."""

    on: bool
    at: float


@dataclass(frozen=True, slots=True)
class End:
    """The game is given up; nobody plays until a new one begins."""

    at: float


@dataclass(frozen=True, slots=True)
class Away:
    """A player has left the table, or somebody plays the seat again.

    While a seat is away its turns pass: the others lay its tokens where the display says, and lift them unused.
    """

    player: str
    away: bool
    at: float


@dataclass(frozen=True, slots=True)
class HandOver:
    """Somebody else plays the seat from now on: its clock begins anew, and it is not away."""

    player: str
    at: float


@dataclass(frozen=True, slots=True)
class MoveTrack:
    """In depth "referee" people moved a player's pawn (track `influence`) or patent marker (`patents`) to a space."""

    player: str
    track: str
    space: int
    at: float


@dataclass(frozen=True, slots=True)
class ShowClocks:
    """Whether the players' clocks are shown."""

    on: bool
    at: float


Seating = Away | HandOver
"""Who plays a seat."""
Command = (
    Play | TakeBack | Accept | Begin | Enrol | Replace | Forget | Pause | End | Seating | MoveTrack | ShowClocks
)
Event = PadEvent | Tick | Command


@dataclass(frozen=True, slots=True)
class MoveMade:
    """The table made a move of the game; `game` is the state after it, `events` what happened by it. player: None where
    nobody was in turn, as for a card that is dealt."""

    player: str | None
    move: Move
    game: State
    at: float
    events: tuple[GameEvent, ...] = ()


@dataclass(frozen=True, slots=True)
class MoveTakenBack:
    """The last move was taken back, by its player or by the operator; `game` is the state now."""

    player: str | None
    move: Move
    game: State
    at: float


@dataclass(frozen=True, slots=True)
class TableAccepted:
    """The operator took the table as it lies; `game` is the state now."""

    game: State
    at: float


@dataclass(frozen=True, slots=True)
class GameBegun:
    """A new game began; `game` is its first state."""

    game: State
    at: float


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game was given up; `game` is the state in which it was."""

    game: State
    at: float


@dataclass(frozen=True, slots=True)
class GamePaused:
    """The game waits, or goes on."""

    on: bool
    at: float


@dataclass(frozen=True, slots=True)
class SeatChanged:
    """A player has left the table, or the seat is played again; anew: by somebody else."""

    player: str
    away: bool
    at: float
    anew: bool = False


@dataclass(frozen=True, slots=True)
class TrackMoved:
    """A pawn or a patent marker was moved by buttons, from one space to another (depth "referee")."""

    player: str
    track: str
    before: int
    after: int
    at: float


@dataclass(frozen=True, slots=True)
class Enrolled:
    """A tag is the player's token from now on."""

    tag: str
    player: str
    at: float


@dataclass(frozen=True, slots=True)
class Replaced:
    """The player's token has the tag `new` from now on, and `old` is nobody's."""

    old: str
    new: str
    player: str
    at: float


@dataclass(frozen=True, slots=True)
class Forgotten:
    """A tag, the player's until now, is nobody's."""

    tag: str
    player: str
    at: float


@dataclass(frozen=True, slots=True)
class ProblemFound:
    """Something that was right until now is wrong."""

    problem: Problem
    at: float


@dataclass(frozen=True, slots=True)
class ProblemMended:
    """Something that was wrong is right again."""

    problem: Problem
    at: float


@dataclass(frozen=True, slots=True)
class GameGoesOn:
    """The table has been looked at after a start in the middle of a game; begun: when that was, as people say it."""

    begun: str
    at: float


News = MoveMade | MoveTakenBack | TrackMoved | GameGoesOn
"""What stands on the display for a while, unless something is wrong."""
GameOutcome = (
    MoveMade | MoveTakenBack | TableAccepted | GameBegun | GameEnded | GamePaused | SeatChanged | TrackMoved
)
"""What must not be lost: it is journalled before anybody is shown it."""
TagOutcome = Enrolled | Replaced | Forgotten
"""What becomes of tags: it stands in the roster's file, and in the journal of the game that goes on."""
Outcome = GameOutcome | TagOutcome | ProblemFound | ProblemMended
