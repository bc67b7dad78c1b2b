"""For tests: the service manager's end of sd_notify(3), a datagram socket in a folder."""

import socket
import time
from pathlib import Path
from types import TracebackType
from typing import Self


class Manager:
    """Hears what a service says; a context manager. `environment` is what systemd would give the service.

    watchdog_s: how long it waits for a sign of life before it would kill.
    """

    def __init__(self, folder: Path, watchdog_s: float = 10.0) -> None:
        path = folder / "notify"
        self._wire = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._wire.bind(str(path))
        self.environment = {"NOTIFY_SOCKET": str(path), "WATCHDOG_USEC": str(round(watchdog_s * 1e6))}
        self.told: list[str] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._wire.close()

    def hear(self, seconds: float = 0.0) -> list[str]:
        """All that was said within so many seconds of real time, a datagram each; what has come already if 0."""
        heard = []
        end = time.monotonic() + seconds
        while True:
            self._wire.settimeout(max(end - time.monotonic(), 1e-6))
            try:
                heard.append(self._wire.recv(4096).decode())
            except TimeoutError:
                self.told += heard
                return heard

    def until(self, said: str, patience_s: float = 20.0) -> None:
        """Wait for a datagram that begins so."""
        end = time.monotonic() + patience_s
        while not any(line.startswith(said) for line in self.told):
            assert time.monotonic() < end, f"waited in vain for {said}: {self.told}"
            self.hear(0.02)

    def alive(self, seconds: float) -> int:
        """How often the service says within so many seconds that it is alive."""
        return self.hear(seconds).count("WATCHDOG=1")
