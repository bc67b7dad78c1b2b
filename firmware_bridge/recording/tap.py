"""Where a running table is overheard for a recording: between scanner and presence, and where the session is told."""

import gzip
import threading
import time
from collections import deque
from collections.abc import Callable, Collection
from contextlib import suppress
from io import BufferedWriter
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from hardware.readers.presence import Presence
from hardware.readers.reading import PadEvent, Reading

from ..config import TableConfig
from ..errors import RecordingError
from ..happenings import Event, Tick
from ..session import Session
from .form import Encoder, Ended, Header, Line, Taken

MOST_BYTES = 256 << 20
"""A recording that grows larger is ended: twelve hours of twelve pads at 17 to 21 MB each, 0.9 to 1.3 MB if gzipped."""
WRITE_S = 0.5
"""How often what was overheard is written."""


class OverheardPresence(Presence):
    """A presence that tells each reading to `listener`, if there is one, and counts the events that it made of all.

    Whoever changes the listener or asks what it remembers holds `lock`: the pads have a thread of their own.
    """

    def __init__(self, readers: int, neighbours: Collection[tuple[int, int]]) -> None:
        super().__init__(readers, neighbours)
        self.listener: Callable[[Reading], None] | None = None
        self.told = 0
        self.lock = threading.Lock()

    def feed(self, reading: Reading) -> list[PadEvent]:
        """As `Presence.feed`."""
        with self.lock:
            if self.listener is not None:
                self.listener(reading)
            events = super().feed(reading)
            self.told += len(events)
        return events


class RecordingFile:
    """A file that a recording is written to, gzipped if its name ends in `.gz`.

    bytes: so many were written, before gzip. trouble: of the disk, in words; then nothing more is written. Raises
    RecordingError where no new file can be made at `path`.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.bytes = 0
        self.trouble = ""
        self._file: BufferedWriter | gzip.GzipFile
        try:
            self._file = gzip.open(path, "xb") if path.suffix == ".gz" else path.open("xb")  # noqa: SIM115  # see close
        except FileExistsError:
            raise RecordingError(f"{path} is there already: name a file that is not, or move it away") from None
        except (OSError, ValueError) as error:  # a name with a NUL, or with half a letter, is a ValueError
            why = getattr(error, "strerror", None) or error
            raise RecordingError(
                f"{path} can't be made ({why}): the user that runs the table writes it; name a file in a folder of "
                "that user's"
            ) from error

    def write(self, data: bytes) -> None:
        """Add whole lines."""
        if self.trouble:
            return
        self.bytes += len(data)
        try:
            self._file.write(data)
            self._file.flush()
        except OSError as error:
            self.trouble = f"{self.path} can't be written: {error.strerror}"

    def close(self) -> None:
        """Let go of the file; twice is fine."""
        with suppress(OSError):  # what is the matter with the disk is known by then
            self._file.close()


class Tap:
    """Records a running table when it is asked to; a worker of the thread that runs the session.

    presence, config: the table's. tell: is told in words when a recording ends by itself. wall: Unix time.
    """

    def __init__(
        self,
        presence: OverheardPresence,
        config: TableConfig,
        tell: Callable[[str], None],
        wall: Callable[[], float] = time.time,
    ) -> None:
        self._presence = presence
        self._config = config
        self._tell = tell
        self._wall = wall
        self._taken = 0                                 # pad events that the session has taken in, since the start ...
        self._before = 0                                # ... and before the recording
        self._file: RecordingFile | None = None
        self._encoder: Encoder | None = None            # None until the recording has begun
        self._lines: deque[Line] = deque()

    def start(self, path: Path) -> None:
        """Record to a new file from the next moment on at which the session knows all that the presence has told.

        RecordingError where that can't be.
        """
        if self._file is not None:
            raise RecordingError(f"{self._file.path} is being recorded: stop that first (era-table record --stop)")
        self._file = RecordingFile(path)

    def stop(self, why: str = "it was stopped") -> None:
        """End the recording, if there is one."""
        if self._file is not None:
            self._end(why)

    def values(self) -> dict[str, Any]:
        """The recording that there is, as values of JSON: file, and bytes before gzip."""
        if self._file is None:
            return {"file": None}
        return {"file": str(self._file.path), "bytes": self._file.bytes}

    def took(self, event: Event, session: Session, changed: bool) -> None:
        """The session took an event; session: after it; changed: whether it is another one than before."""
        if isinstance(event, PadEvent):
            self._taken += 1
        elif self._encoder is not None:
            if changed or not isinstance(event, Tick):
                self._lines.append(Taken(event, self._taken - self._before))
        elif self._file is not None and isinstance(event, Tick):
            self._begin(session, event.at)

    def _begin(self, session: Session, at: float) -> None:
        assert self._file is not None
        with self._presence.lock:
            if self._presence.told != self._taken:
                return  # an event is on its way between the threads: the next tick comes soon
            memory = self._presence.memory()
            self._presence.listener = self._lines.append
        # What is sent with a fault report holds no PIN, and nothing of [web] plays a part in a replay.
        config: dict[str, Any] = msgspec.to_builtins(replace(self._config, web=None))
        header = Header.of(session, memory, config, self._config.neighbours(), at, self._wall())
        self._before = self._taken
        self._encoder = Encoder(at)
        self._file.write(msgspec.json.encode(header) + b"\n")

    def step(self, now: float) -> float:
        """Write what was overheard; when to be called again (s)."""
        if self._file is not None and self._encoder is not None:
            self._write()
            full = f"it has grown to {MOST_BYTES >> 20} MiB" if self._file.bytes > MOST_BYTES else ""
            why = self._file.trouble or full
            if why:
                self._tell(f"The recording has ended: {why}")
                self._end(why)
        return now + WRITE_S

    def _write(self) -> None:
        assert self._file is not None
        assert self._encoder is not None
        lines = [self._lines.popleft() for _ in range(len(self._lines))]
        self._file.write(b"".join(map(self._encoder.line, lines)))

    def _end(self, why: str) -> None:
        assert self._file is not None
        with self._presence.lock:
            self._presence.listener = None
        if self._encoder is not None:
            self._lines.append(Ended(why))
            self._write()
        self._file.close()
        self._file = self._encoder = None
        self._lines.clear()

    def close(self) -> None:
        """The table ends, and a recording with it; twice is fine."""
        self.stop()
