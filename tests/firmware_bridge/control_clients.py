"""For the tests of the control socket: a service that knows two commands, and clients that speak to it in bytes."""

import contextlib
import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from firmware_bridge.control import ControlServer
from firmware_bridge.errors import ConfigError


def handle(request: dict[str, Any]) -> dict[str, Any]:
    """A service that knows a few commands."""
    match request:
        case {"command": "echo", **arguments}:
            return {"heard": arguments}
        case {"command": "grow", "bytes": int(size)}:
            return {"grown": "x" * size}
        case {"command": command}:
            raise ConfigError(f"no command {command!r}: echo and grow are known")
    raise AssertionError("a request with no command must not come this far")


@contextlib.contextmanager
def client(path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX) as wire:
        wire.connect(str(path))
        wire.settimeout(0)
        yield wire


def steps(server: ControlServer, count: int = 4, now: float = 0.0) -> None:
    """Enough by default for a client to be let in, heard and answered."""
    for _ in range(count):
        server.step(now)


def heard(wire: socket.socket) -> list[dict[str, Any]]:
    """The answers that lie ready for a client, and nothing beside them."""
    data = b""
    with contextlib.suppress(BlockingIOError, ConnectionResetError):  # reset: ended with bytes of ours unread
        while more := wire.recv(1 << 20):
            data += more
    assert data == b"" or data.endswith(b"\n")
    return [json.loads(line) for line in data.splitlines()]


def hung_up(wire: socket.socket) -> bool:
    """Whether the server has ended the connection (whose answers were all heard)."""
    try:
        return wire.recv(1) == b""
    except BlockingIOError:
        return False
    except ConnectionResetError:
        return True


def refusal(answers: list[dict[str, Any]]) -> str:
    """The words of the one answer, which is a refusal."""
    (answer,) = answers
    assert answer.keys() == {"ok", "error"}
    assert answer["ok"] is False
    return str(answer["error"])
