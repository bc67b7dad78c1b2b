"""The control socket and clients that do what they should not: the service goes on and serves the others."""

import contextlib
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge.control import MOST_CLIENTS, STALL_S, ControlServer

from .control_clients import client, handle, heard, hung_up, refusal, steps


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ControlServer]:
    with ControlServer(tmp_path / "control.socket", handle) as made:
        yield made


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"state",
        b'{"command": "echo"',
        b'["command", "echo"]',
        b'"echo"',
        b"\xff\xfe\x00\x01",
        b'{"command": "\xff"}',
        b'{"command": "\\ud800"}',
        b'{"command": NaN}',
        b'{"command": ' + b"[" * 60000,  # deeper than any parser goes
        b"{}",
        b'{"command": 7}',
        b'{"command": null}',
    ],
)
def test_garbage_is_refused_and_the_next_request_answered(server: ControlServer, line: bytes) -> None:
    with client(server.path) as wire:
        wire.sendall(line + b'\n{"command": "echo"}\n')
        steps(server, 10)
        first, second = heard(wire)
        assert '{"command": "state"}' in refusal([first])  # an example of how it goes
        assert second == {"ok": True, "heard": {}}


def request_of(length: int) -> bytes:
    """A good request of so many bytes with its newline."""
    empty = b'{"command": "echo", "word": ""}\n'
    return empty.replace(b'""', b'"' + b"x" * (length - len(empty)) + b'"')


def test_a_request_may_be_64_kib_long(server: ControlServer) -> None:
    with client(server.path) as wire:
        wire.sendall(request_of(65536))
        steps(server, 10)
        # The answer {"ok":true,"heard":{"word":""}} takes 31 bytes and a newline, as many as the request did.
        ((answer),) = heard(wire)
        assert len(answer["heard"]["word"]) == 65536 - 32


def test_a_longer_request_is_refused_and_the_client_let_go(server: ControlServer) -> None:
    with client(server.path) as wire:
        wire.sendall(request_of(65537))
        steps(server, 10)
        assert "at most 64 KiB" in refusal(heard(wire))
        assert hung_up(wire)


def test_a_line_that_never_ends_is_not_kept(server: ControlServer) -> None:
    with client(server.path) as wire, pytest.raises(BrokenPipeError):
        pour(wire, server, 100_000_000)


def pour(wire: socket.socket, server: ControlServer, size: int) -> None:
    """Send so many bytes of a line, as fast as the server takes them."""
    sent = 0
    while sent < size:
        with contextlib.suppress(BlockingIOError):
            sent += wire.send(b"x" * 100_000)
        server.step(0.0)


def test_a_longer_answer_is_refused_in_words(server: ControlServer) -> None:
    with client(server.path) as wire:
        wire.sendall(b'{"command": "grow", "bytes": 65536}\n{"command": "grow", "bytes": 65000}\n')
        steps(server, 10)
        first, second = heard(wire)
        assert first["ok"] is False
        assert "ask for less" in first["error"]
        assert len(second["grown"]) == 65000


def test_half_a_line_and_gone(server: ControlServer) -> None:
    with client(server.path) as wire:
        wire.sendall(b'{"command": "echo"}\n{"command"')
        wire.shutdown(socket.SHUT_WR)
        steps(server, 6)
        first, second = heard(wire)
        assert first["ok"] is True
        assert "newline" in second["error"]
        assert hung_up(wire)


def test_clients_that_are_gone_at_once_disturb_nobody(server: ControlServer) -> None:
    for sent in (b"", b"{", b'{"command": "echo"}\n', b'{"command": "echo"}\n' * 100):
        with client(server.path) as wire:
            wire.sendall(sent)
    with client(server.path) as wire:
        steps(server, 5)
        with client(server.path) as other:  # this one goes after it was let in
            steps(server)
            other.sendall(b'{"command": "grow", "bytes": 65000}\n' * 20)
        wire.sendall(b'{"command": "echo"}\n')
        steps(server)
        assert heard(wire) == [{"ok": True, "heard": {}}]


def test_who_never_reads_is_not_heard_for_long_and_given_up(tmp_path: Path) -> None:
    worked_out = 0

    def grow(request: dict[str, Any]) -> dict[str, Any]:
        nonlocal worked_out
        worked_out += 1
        return {"grown": "x" * 65000}

    with ControlServer(tmp_path / "socket", grow) as server, client(server.path) as hog:
        hog.sendall(b'{"command": "grow"}\n' * 1000)
        steps(server, 1000)
        server.step(STALL_S - 0.01)
        assert not is_dropped(hog)
        server.step(STALL_S)
        assert is_dropped(hog)
        answered = b""
        with contextlib.suppress(ConnectionResetError):
            while more := hog.recv(1 << 20):
                answered += more
    # Beside what the kernel held for it, the service held one answer at most.
    assert 0 < answered.count(b"\n") < 1000
    assert worked_out - answered.count(b"\n") <= 1


def is_dropped(wire: socket.socket) -> bool:
    """Whether the other end is closed, found out by writing: for one that must not read."""
    try:
        wire.send(b"\n")
    except BrokenPipeError:
        return True
    except BlockingIOError:
        return False
    return False


def test_the_seventeenth_takes_the_place_of_who_was_silent_longest(server: ControlServer) -> None:
    with contextlib.ExitStack() as opened:
        wires = []
        for number in range(MOST_CLIENTS):
            wires.append(opened.enter_context(client(server.path)))
            server.step(float(number))
        wires[0].sendall(b'{"command": "echo"}\n')  # so the second is now the silent one
        steps(server, now=20.0)
        assert heard(wires[0]) == [{"ok": True, "heard": {}}]
        late = opened.enter_context(client(server.path))
        late.sendall(b'{"command": "echo"}\n')
        steps(server, now=21.0)
        assert heard(late) == [{"ok": True, "heard": {}}]
        assert [hung_up(wire) for wire in wires] == [number == 1 for number in range(MOST_CLIENTS)]
