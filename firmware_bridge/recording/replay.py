"""A recording, replayed: its readings through presence and session again, and what comes of each."""

import zlib
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from engine.errors import GameError
from hardware.readers.presence import Presence
from hardware.readers.reading import PadEvent, Reading

from ..errors import RecordingError, TableError
from ..happenings import Event, Outcome, Tick
from ..reducer import step
from ..session import Session
from .form import FORMAT, Decoder, Ended, Header, Line, Taken


@dataclass(frozen=True, slots=True)
class Happened:
    """One thing that came of a recording; in_turn: who was, then."""

    event: PadEvent | Outcome
    in_turn: str | None


class Replay:
    """A recording's events and outcomes, in order: iterate over it once.

    RecordingError for a file that is none, of a newer program or damaged: it names the line. A recording that was cut
    off, as by a power cut, is replayed as far as it goes. After the iteration `session` is what it ended with; `ended`
    says why the recording ended, empty if it was cut off; `same` whether presence told the session as much as when it
    was recorded: if the program has changed since, it may tell other things, and the session is then told of time
    whenever there is something to judge.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lines = _lines(path)
        try:
            _, first = next(self._lines)
        except StopIteration:
            raise RecordingError(f"{path} is empty, and no recording: make one with era-table record FILE") from None
        self.header = _header(path, first)
        try:
            self.session: Session = self.header.session()
        except (TableError, GameError) as error:
            raise _damaged(path, 1, str(error)) from error
        self.ended = ""
        self.same = True
        self._presence = Presence(len(self.header.places), self.header.neighbours)
        self._presence.recall(self.header.memory)
        self._told: deque[PadEvent] = deque()
        self._taken = 0

    def __iter__(self) -> Iterator[Happened]:
        decoder = Decoder(self.header.at, len(self.header.places), self.session.game)
        for number, text in self._lines:
            try:
                line = decoder.line(text)
            except ValueError as error:
                if not text.endswith(b"\n"):
                    break  # the last line, cut off
                raise _damaged(self.path, number, str(error)) from error
            try:
                yield from self._happens(line)
            except (TableError, GameError) as error:
                raise _damaged(self.path, number, f"the table can't do this: {error}") from error
        yield from self._take(len(self._told))

    def _happens(self, line: Line) -> Iterator[Happened]:
        match line:
            case Reading(at=at):
                for event in self._presence.feed(line):
                    yield Happened(event, self.session.game.in_turn)
                    self._told.append(event)
                due = self.session.judge_at
                if not self.same:
                    yield from self._take(len(self._told))
                    if due is not None and due <= at:
                        yield from self._step(Tick(at))
            case Taken(event=event, after=after):
                wanted = after - self._taken
                if self.same and not 0 <= wanted <= len(self._told):
                    self.same = False
                yield from self._take(wanted if self.same else len(self._told))
                yield from self._step(event)
            case Ended(why=why):
                self.ended = why

    def _take(self, count: int) -> Iterator[Happened]:
        for _ in range(count):
            self._taken += 1
            yield from self._step(self._told.popleft())

    def _step(self, event: Event) -> Iterator[Happened]:
        self.session, outcomes = step(self.session, event)
        for outcome in outcomes:
            yield Happened(outcome, self.session.game.in_turn)


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Number and bytes of each line, from 1; the last one may lack its newline."""
    number, rest = 1, b""
    try:
        for chunk in _unpacked(path):
            *whole, rest = (rest + chunk).split(b"\n")
            for line in whole:
                yield number, line + b"\n"
                number += 1
    except zlib.error as error:
        raise RecordingError(f"{path} is damaged, its gzip can't be unpacked ({error}): get another copy") from error
    except OSError as error:
        raise RecordingError(f"{path} can't be read: {error.strerror}. Name a file of era-table record") from error
    if rest:
        yield number, rest


def _unpacked(path: Path) -> Iterator[bytes]:
    """The file piece by piece; of a gzip that was cut off, all that there is, which `gzip` would keep to itself."""
    unpack = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)
    with path.open("rb") as file:
        packed = file.peek(2).startswith(b"\x1f\x8b")
        while data := file.read(65536):
            yield unpack.decompress(data) if packed else data


def _header(path: Path, line: bytes) -> Header:
    none = f"{path} is no recording of a table: make one with era-table record FILE"
    try:
        values = msgspec.json.decode(line)
    except (msgspec.DecodeError, RecursionError):
        raise RecordingError(none) from None
    if not isinstance(values, dict) or not isinstance(values.get("recording"), int):
        raise RecordingError(none)
    if values["recording"] > FORMAT:
        raise RecordingError(
            f"{path} was recorded by a newer era-table ({values.get('program')}; format {values['recording']}, and "
            f"this one knows {FORMAT}): update era-table"
        )
    try:
        return msgspec.convert(values, Header, str_keys=True)
    except msgspec.ValidationError as error:
        raise _damaged(path, 1, str(error)) from error


def _damaged(path: Path, line: int, what: str) -> RecordingError:
    before = f"; head -n {line - 1} {path} is what can be replayed" if line > 1 else ""
    return RecordingError(f"{path} is damaged in line {line} ({what}): get another copy{before}")
