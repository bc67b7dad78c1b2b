"""Tells the service manager how the service does: ready, alive, ending; sd_notify(3) without a library.

Each word is one datagram to the socket that `$NOTIFY_SOCKET` names. Nobody waits for it and nothing depends on it: a
table that nobody watches runs as well.
"""

import os
import socket
from collections.abc import Callable, Mapping
from contextlib import suppress

from hardware.clock import Clock

from .service import Worker


class Notifier:
    """Sends to the manager of this process, if there is one; never waits, never raises.

    address: of the manager's datagram socket, a path or, with `@` in front, an abstract name; None for nobody.
    """

    def __init__(self, address: str | None) -> None:
        self._address = None if not address else f"\0{address[1:]}" if address[0] == "@" else address

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> "Notifier":
        """The one that the environment names in `$NOTIFY_SOCKET`."""
        return cls(environment.get("NOTIFY_SOCKET"))

    @property
    def heard(self) -> bool:
        """Whether there is a manager."""
        return self._address is not None

    def ready(self, status: str) -> None:
        """The service works: whoever waits for its start need wait no longer."""
        self._send(f"READY=1\nSTATUS={_line(status)}")

    def status(self, status: str) -> None:
        """One line of what it does, for `systemctl status`."""
        self._send(f"STATUS={_line(status)}")

    def reloading(self, clock: Clock) -> None:
        """It reads its configuration again; `ready` ends that. clock: the machine's monotonic one."""
        self._send(f"RELOADING=1\nMONOTONIC_USEC={round(clock.now() * 1e6)}")

    def stopping(self) -> None:
        """It has begun to end."""
        self._send("STOPPING=1")

    def alive(self) -> None:
        """It need not be killed and started anew."""
        self._send("WATCHDOG=1")

    def _send(self, words: str) -> None:
        if self._address is None:
            return
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as wire:
            wire.setblocking(False)
            wire.sendto(words.encode(errors="replace"), self._address)


class CountedRounds:
    """A worker as it is, with its steps counted: how many there were says whether its loop still goes round."""

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self.rounds = 0

    def step(self, now: float) -> float:
        """As the worker's; counted when it has ended."""
        due = self._worker.step(now)
        self.rounds += 1
        return due


class Watchdog:
    """Says that the service is alive as long as the loop of the pads goes round; a worker of the table's own loop.

    So either loop, if it stands still, ends the words. What the loop meets on its round does not count: a bus that was
    pulled off or a display that takes nothing is no reason to start anew, for nothing would be better then.

    rounds: how often the loop has gone round; every_s: how often the manager is told, in s.
    """

    def __init__(self, notifier: Notifier, rounds: Callable[[], int], every_s: float) -> None:
        self._notifier = notifier
        self._rounds = rounds
        self._every_s = every_s
        self._seen = -1

    def step(self, now: float) -> float:
        """Tell, if the loop has gone round since the last time; when to look again (s)."""
        rounds = self._rounds()
        if rounds != self._seen:
            self._seen = rounds
            self._notifier.alive()
        return now + self._every_s


def watchdog_s(environment: Mapping[str, str], process: int | None = None) -> float | None:
    """How often the manager wants to hear of this process: half its patience, as sd_watchdog_enabled(3) advises.

    None if it does not watch, or watches another process. process: this one's number.
    """
    if environment.get("WATCHDOG_PID") not in (None, "", str(os.getpid() if process is None else process)):
        return None
    patience = environment.get("WATCHDOG_USEC", "")
    return int(patience) / 2e6 if patience.isdecimal() and int(patience) > 0 else None


def _line(text: str) -> str:
    return " ".join(text.split())
