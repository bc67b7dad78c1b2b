"""A recording of a table: the form of its file, line by line. What a user sends with a fault report.

A header, then a line of JSON for each thing that happened, oldest first; the file may be gzipped. Times are seconds on
the table's clock. After the header there are

    [pause, reader, 0]                   a look at a pad: nobody; pause: ns since the look before (or the header)
    [pause, reader, 1]                   the same tags as at this pad's last look with tags
    [pause, reader, 2, tag, ...]         these tags
    [pause, reader, 3, why]              garbled
    [pause, reader, 4, why, trouble]     dead
    {"tick": at, "after": n}             the session judged the table, with n of the recording's pad events taken in
    {"do": name, "with": {...}, "after": n}    a command of the operator
    {"end": why}                         the recording was ended; without it, it was cut off
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from enum import IntEnum
from typing import Any, Final, get_args

import msgspec

from engine.era.components import Edition
from engine.era.edition import house
from engine.era.game import RULES_VERSION, apply
from engine.era.move_text import read_move
from engine.era.notation import read_state, write_state
from engine.era.state import State
from engine.era.tables import tables_of
from hardware.readers.memory import Memory
from hardware.readers.reading import Reading, Seen
from hardware.readers.trouble import Trouble

from ..happenings import Begin, Command, Play, Tick
from ..journal import PROGRAM_VERSION
from ..referee import Problem
from ..roster import Roster
from ..session import Made, Session
from ..snapshot import read_snapshot, write_snapshot
from ..table import Table

FORMAT: Final = 1
"""Raised whenever the lines change their meaning."""


class Look(IntEnum):
    """What a look said, in a recording."""

    NOBODY = 0
    SAME = 1
    TAGS = 2
    GARBLED = 3
    DEAD = 4


_COMMANDS: Final[dict[str, type[Command]]] = {kind.__name__: kind for kind in get_args(Command)}


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line: the table as it was when the recording began.

    recording: the format; rules, program: the versions then; began: Unix time, s; at: the same moment on the table's
    clock, s; config: table.toml; places: what each reader reads; tags: UID to player; the session: snapshot; what
    stands in no snapshot; and `past`, the state in which its first move was made and all moves since; memory: what the
    presence remembered.
    """

    recording: int
    program: str
    rules: int
    began: float
    at: float
    config: dict[str, Any]
    neighbours: tuple[tuple[int, int], ...]
    places: list[str]
    tags: dict[str, str]
    snapshot: str
    past: list[str]
    just_moved: bool
    known: bool
    idle: bool
    paused: bool
    judge_at: float | None
    moved_at: float | None
    table: Table
    problems: tuple[Problem, ...]
    memory: Memory

    @classmethod
    def of(
        cls,
        session: Session,
        memory: Memory,
        config: dict[str, Any],
        neighbours: tuple[tuple[int, int], ...],
        at: float,
        began: float,
    ) -> "Header":
        """The header of a recording that begins now (`at` s on the table's clock, `began` Unix time)."""
        return cls(
            recording=FORMAT,
            program=PROGRAM_VERSION,
            rules=RULES_VERSION,
            began=began,
            at=at,
            config=config,
            neighbours=neighbours,
            places=[str(place) for place in session.roster.places],
            tags=dict(session.roster.tags),
            snapshot=write_snapshot(session),
            past=_past_texts(session.past),
            just_moved=session.just_moved,
            known=session.known,
            idle=session.idle,
            paused=session.paused,
            judge_at=session.judge_at,
            moved_at=session.moved_at,
            table=session.table,
            problems=session.problems,
            memory=memory,
        )

    def session(self) -> Session:
        """The session as it was. Raises errors of ours for texts that make none."""
        roster = Roster.of(self.tags.items(), self.places)
        return replace(
            read_snapshot(self.snapshot, roster),
            past=tuple(_past(*self.past)) if self.past else (),
            just_moved=self.just_moved,
            known=self.known,
            idle=self.idle,
            paused=self.paused,
            judge_at=self.judge_at,
            moved_at=self.moved_at,
            table=self.table,
            problems=self.problems,
        )


def _past_texts(past: Sequence[Made]) -> list[str]:
    return [write_state(past[0].before), *(str(made.move) for made in past)] if past else []


def _past(state: str, *moves: str) -> Iterator[Made]:
    game = read_state(state)
    for text in moves:
        made = Made(game, read_move(text, _edition(game)))
        yield made
        game, _ = apply(game, made.move)


def _edition(game: State) -> Edition:
    return tables_of(game.edition).edition if game.edition else house()


@dataclass(frozen=True, slots=True)
class Taken:
    """What the session was told beside pad events, once it had taken in so many of the recording's (`after`)."""

    event: Tick | Command
    after: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The recording was ended; why: in words."""

    why: str


Line = Reading | Taken | Ended


class Encoder:
    """Writes lines; at: when the recording began (s)."""

    def __init__(self, at: float) -> None:
        self._ns = _ns(at)
        self._tags: dict[int, tuple[str, ...]] = {}

    def line(self, line: Line) -> bytes:
        """One line, its newline included."""
        return msgspec.json.encode(self._values(line)) + b"\n"

    def _values(self, line: Line) -> Any:
        match line:
            case Reading():
                return self._reading(line)
            case Taken(event=Tick(at=at), after=after):
                return {"tick": at, "after": after}
            case Taken(event=event, after=after):
                return {"do": type(event).__name__, "with": _fields(event), "after": after}
            case Ended(why=why):
                return {"end": why}

    def _reading(self, reading: Reading) -> list[Any]:
        ns = _ns(reading.at)
        head = [ns - self._ns, reading.reader]
        self._ns = ns
        match reading.seen:
            case Seen.NOBODY:
                return [*head, Look.NOBODY]
            case Seen.GARBLED:
                return [*head, Look.GARBLED, reading.why]
            case Seen.DEAD:
                return [*head, Look.DEAD, reading.why, reading.trouble]
            case Seen.TAGS if self._tags.get(reading.reader) == reading.tags:
                return [*head, Look.SAME]
        self._tags[reading.reader] = reading.tags
        return [*head, Look.TAGS, *reading.tags]


def _fields(command: Tick | Command) -> dict[str, Any]:
    values = {field.name: getattr(command, field.name) for field in fields(command)}
    if isinstance(command, Play):
        values["move"] = str(command.move)
    if isinstance(command, Begin):
        values["game"] = write_state(command.game)
    return values


class Decoder:
    """Reads the lines after the header, in order.

    at: when the recording began (s); readers: how many there are; game: the one that is played then.
    """

    def __init__(self, at: float, readers: int, game: State) -> None:
        self._ns = _ns(at)
        self._readers = readers
        self._edition = _edition(game)
        self._tags: dict[int, tuple[str, ...]] = {}

    def line(self, text: bytes) -> Line:
        """What the line says; ValueError, in words, for one that no recording has."""
        try:
            values: Any = msgspec.json.decode(text)
        except RecursionError as error:
            raise ValueError("it is nested without end") from error
        try:
            return self._reading(*values) if isinstance(values, list) else self._other(values)
        except (TypeError, KeyError, ValueError, OverflowError) as error:
            raise ValueError("it is no line of a recording") from error

    def _reading(self, pause: int, reader: int, code: int, *more: str) -> Reading:
        if not (isinstance(pause, int) and pause >= 0 and 0 <= reader < self._readers):
            raise ValueError
        self._ns += pause
        at = self._ns / 1e9
        match Look(code), more:
            case Look.NOBODY, ():
                return Reading(reader, Seen.NOBODY, at)
            case Look.SAME, ():
                return Reading(reader, Seen.TAGS, at, self._tags[reader])
            case Look.TAGS, (_, *_):
                self._tags[reader] = msgspec.convert(more, tuple[str, ...])
                return Reading(reader, Seen.TAGS, at, self._tags[reader])
            case Look.GARBLED, (str(why),):
                return Reading(reader, Seen.GARBLED, at, why=why)
            case Look.DEAD, (str(why), trouble):
                return Reading(reader, Seen.DEAD, at, why=why, trouble=None if trouble is None else Trouble(trouble))
        raise ValueError

    def _other(self, values: dict[str, Any]) -> Line:
        match values:
            case {"tick": float(at), "after": int(after)}:
                return Taken(Tick(at), after)
            case {"do": str(name), "with": dict(held), "after": int(after)}:
                return Taken(self._command(name, held), after)
            case {"end": str(why)}:
                return Ended(why)
        raise ValueError

    def _command(self, name: str, held: dict[str, Any]) -> Command:
        if name == "Begin":
            game = read_state(held.pop("game"))
            self._edition = _edition(game)
            return Begin(game, **held)
        if name == "Play":
            return Play(read_move(held.pop("move"), self._edition), **held)
        return msgspec.convert(held, _COMMANDS[name])


def _ns(at: float) -> int:
    return round(at * 1e9)
