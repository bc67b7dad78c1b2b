"""The log for people: levels and fields in the journal, plain lines elsewhere, and no trouble told over and over."""

import logging
import os
import re
import socket
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hardware.clock import Clock

EVERY_S = 10.0
"""The same trouble has at most one line in so long."""
JOURNAL = Path("/run/systemd/journal/socket")
"""Where systemd-journald(8) takes entries."""
ERROR_OUTPUT = 2
"""File descriptor of every process's error output (stderr(3))."""
_PRIORITIES = ((logging.CRITICAL, 2), (logging.ERROR, 3), (logging.WARNING, 4), (logging.INFO, 6))
"""syslog(3) priorities; 7 is for the rest."""
_CHANGING = re.compile(r"0x[0-9a-f]{2}\b")
"""What may differ between two lines of the same trouble: a byte that a bad wire made up."""


class Sparse(logging.Filter):
    """Lets a warning through at most every `EVERY_S`, and says then how often it was left out.

    Moves and other news pass: only what is a warning or worse is held back. clock: the machine's.
    """

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self._clock = clock
        self._told: dict[str, tuple[float, int]] = {}  # when (s), and how many were left out since

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the record is to be written."""
        if record.levelno < logging.WARNING:
            return True
        now = self._clock.now()
        words = record.getMessage()
        key = _CHANGING.sub("0x..", words)
        at, left_out = self._told.get(key, (float("-inf"), 0))
        if now - at < EVERY_S:
            self._told[key] = (at, left_out + 1)
            return False
        self._told = {key: held for key, held in self._told.items() if held[1] or now - held[0] < EVERY_S}
        self._told[key] = (now, 0)
        if left_out:
            record.msg, record.args = f"{words} (and {left_out} times more since it was last told)", ()
        return True


class JournalHandler(logging.Handler):
    """Writes to systemd's journal in its own protocol, one datagram an entry, with the fields of the record.

    A record's `fields` become `ERA_...`: `journalctl -t era-table ERA_PLACE=build:1` finds them. path: the journal's
    socket. A journal that is not there or full loses the line: the table goes on.
    """

    def __init__(self, path: Path = JOURNAL) -> None:
        super().__init__()
        self._path = str(path)
        self._wire = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._wire.setblocking(False)

    def emit(self, record: logging.LogRecord) -> None:
        """Send it."""
        priority = next((number for level, number in _PRIORITIES if record.levelno >= level), 7)
        fields = {"MESSAGE": self.format(record), "PRIORITY": str(priority), "SYSLOG_IDENTIFIER": "era-table"}
        fields |= {f"ERA_{name.upper()}": str(value) for name, value in getattr(record, "fields", {}).items()}
        try:
            self._wire.sendto(b"".join(_field(name, value.encode(errors="replace")) for name, value in fields.items()),
                              self._path)  # fmt: skip
        except OSError:
            self.handleError(record)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  # logging's name
        """Nobody is left to be told that nobody hears."""

    def close(self) -> None:
        """Let go of the socket."""
        self._wire.close()
        super().close()


def _field(name: str, value: bytes) -> bytes:
    """One field of an entry: a line, or where the value has several lines, its length in 64 bits and then the value."""
    if b"\n" not in value:
        return b"%s=%s\n" % (name.encode(), value)
    return b"%s\n%s%s\n" % (name.encode(), len(value).to_bytes(8, "little"), value)


def set_up_log(level: int, environment: Mapping[str, str], clock: Clock) -> None:
    """Where all lines of this process go: to the journal if its error output does ($JOURNAL_STREAM), else there."""
    journal = goes_to_journal(environment, os.fstat(ERROR_OUTPUT)) and JOURNAL.exists()
    handler: logging.Handler = JournalHandler() if journal else logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(message)s"))
    handler.addFilter(Sparse(clock))
    logging.basicConfig(level=level, handlers=[handler])


def goes_to_journal(environment: Mapping[str, str], held: os.stat_result) -> bool:
    """Whether a stream is the one that systemd.exec(5) means with $JOURNAL_STREAM, device:inode."""
    return environment.get("JOURNAL_STREAM") == f"{held.st_dev}:{held.st_ino}"


def fields_of(values: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """What a log call takes as `extra`: the values that say something, without the words, which are the message."""
    telling = {name: value for name, value in values.items() if name not in ("text", "at") and value is not None}
    return {"fields": telling}
