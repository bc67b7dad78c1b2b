"""What a browser may say: typed values, each known by its `do`, with who may say it."""

from enum import IntEnum
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

LONGEST: Final = 4096
"""Bytes of a browser's message."""

Words = Annotated[str, Meta(max_length=200)]
Number = Annotated[int, Meta(ge=-1, le=2**53)]
"""As browsers count exactly."""


class Role(IntEnum):
    """Who speaks; each may do what those before it may."""

    SPECTATOR = 0
    SEAT = 1
    OPERATOR = 2


class Asked(msgspec.Struct, frozen=True, kw_only=True, tag_field="do"):
    """id: counted by the browser, for the answer; state: the number of the state that it was made for."""

    id: Number = 0
    state: Number | None = None


class Hello(Asked, frozen=True, tag="hello"):
    """First of all, and again to change language or role. seat: a seat's secret; far: the simulated table's display,
    lights and tags are to be told too."""

    language: Words = ""
    seat: Words | None = None
    pin: Words | None = None
    far: bool = False


class Play(Asked, frozen=True, tag="play"):
    """A move that is offered, in its notation."""

    move: Words


class TakeBack(Asked, frozen=True, tag="take-back"):
    """The last move; operator: whoever's it is, and however long ago."""

    operator: bool = False


class LaidOut(Asked, frozen=True, tag="laid-out"):
    """The cards lie where the table said."""


class Pause(Asked, frozen=True, tag="pause"):
    """The game waits, or goes on."""

    on: bool


class Accept(Asked, frozen=True, tag="accept"):
    """The table counts as it lies."""


class Correct(Asked, frozen=True, tag="correct"):
    """A correction in the notation of moves: `correct green coins 5`."""

    move: Words


class MoveTrack(Asked, frozen=True, tag="move-track"):
    """In depth "referee" a pawn or marker stands elsewhere."""

    player: Words
    track: Words
    space: Number


class New(Asked, frozen=True, tag="new"):
    """A new game."""

    players: Annotated[list[Words], Meta(max_length=10)]
    start: Words
    depth: Words = "referee"
    dealing: Words = "virtual"


class End(Asked, frozen=True, tag="end"):
    """The game is given up."""


class Clocks(Asked, frozen=True, tag="clocks"):
    """Whether the clocks are shown."""

    on: bool


class Away(Asked, frozen=True, tag="away"):
    """A player has left, or is back."""

    player: Words
    away: bool


class HandOver(Asked, frozen=True, tag="hand-over"):
    """Somebody else plays the seat: its old link holds no longer."""

    player: Words


class Language(Asked, frozen=True, tag="language"):
    """Of the table's display."""

    language: Words


class Retry(Asked, frozen=True, tag="retry"):
    """A reader that is lost is tried again at once; reader: by its number."""

    reader: Number


class SwapReader(Asked, frozen=True, tag="swap-reader", rename={"other": "with"}):
    """Two readers change what they read, until the next start of the service."""

    reader: Number
    other: Number


class Record(Asked, frozen=True, tag="record"):
    """A recording begins, or ends."""

    on: bool


class Ticket(Asked, frozen=True, tag="ticket"):
    """Leave to download, once."""

    what: Literal["journal", "recording"]


class BenchLay(Asked, frozen=True, tag="bench.lay"):
    """A tag, or a token from the player's hand, is laid on a place such as `build:1`."""

    place: Words
    tag: Words | None = None
    player: Words | None = None


class BenchLift(Asked, frozen=True, tag="bench.lift"):
    """A tag is taken off the table."""

    tag: Words


class BenchPress(Asked, frozen=True, tag="bench.press"):
    """A button of the table goes down, or comes up again; down None: a short press, whole."""

    button: Literal["left", "right", "ok"]
    down: bool | None = None


class BenchUnplug(Asked, frozen=True, tag="bench.unplug"):
    """A reader's plug comes off."""

    reader: Number


class BenchPlug(Asked, frozen=True, tag="bench.plug"):
    """It goes back in."""

    reader: Number


class BenchPull(Asked, frozen=True, tag="bench.pull"):
    """The plug of display or lights comes off."""

    what: Literal["display", "lights"]


class BenchPlugIn(Asked, frozen=True, tag="bench.plug-in"):
    """It goes back in."""

    what: Literal["display", "lights"]


class BenchNoise(Asked, frozen=True, tag="bench.noise"):
    """Much of what readers and tags say to each other fails, or all is well again."""

    on: bool


BenchAsked = BenchLay | BenchLift | BenchPress | BenchUnplug | BenchPlug | BenchPull | BenchPlugIn | BenchNoise
"""What hands do to a simulated table."""

TableAsked = (
    Play | TakeBack | LaidOut | Pause | Accept | Correct | MoveTrack | New | End | Clocks | Away | HandOver
    | Language | Retry | SwapReader | Record | Ticket
)  # fmt: skip
"""What is asked of any table."""

FOR_SEATS: Final = (Play, TakeBack, LaidOut, BenchLay, BenchLift)
"""What who plays a seat may say; whether it is theirs just now is looked at then. All the rest is the operator's."""

UNDATED: Final = (Language, Retry, SwapReader, Record, Ticket, *BenchAsked.__args__)
"""What does not depend on the state that it was made for."""

AnyAsked = Hello | TableAsked | BenchAsked

_decoder: Final[msgspec.json.Decoder[AnyAsked]] = msgspec.json.Decoder(AnyAsked)


def decode(text: str | bytes) -> AnyAsked:
    """What the browser says. ValueError for what is none of all that."""
    try:
        return _decoder.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise ValueError(str(error)) from error
