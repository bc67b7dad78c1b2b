"""A connection that knows nothing of our client: bytes out, lines in."""

import json
import select
import socket
from pathlib import Path
from types import TracebackType
from typing import Any, Self

PATIENCE_S = 20.0


class Talk:
    """One connection to a table's socket."""

    def __init__(self, path: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(PATIENCE_S)
        self._socket.connect(str(path))
        self._lines = self._socket.makefile("rb")

    def send(self, line: str | bytes) -> None:
        self.send_raw((line.encode() if isinstance(line, str) else line) + b"\n")

    def send_raw(self, data: bytes) -> None:
        self._socket.sendall(data)

    def hear(self) -> Any:
        """The next line, decoded; None when the table has closed the connection."""
        line = self._lines.readline()
        return json.loads(line) if line else None

    def hear_nothing(self, seconds: float) -> bool:
        """Whether the table says nothing for so long."""
        return not select.select([self._socket], [], [], seconds)[0]

    def ask(self, **request: object) -> Any:
        self.send(json.dumps(request))
        return self.hear()

    def close(self) -> None:
        self._lines.close()
        self._socket.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
