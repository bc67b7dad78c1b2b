"""The control socket: what its protocol promises, and how it behaves as a worker of the service."""

import contextlib
import json
import socket
import stat
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge.control import ControlServer
from firmware_bridge.errors import ConfigError

from .control_clients import client, handle, heard, hung_up, refusal, steps


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ControlServer]:
    with ControlServer(tmp_path / "control.socket", handle) as made:
        yield made


def test_a_request_is_answered(server: ControlServer) -> None:
    with client(server.path) as wire:
        wire.sendall('{"command": "echo", "word": "Zähltrack"}\n'.encode())
        steps(server)
        assert heard(wire) == [{"ok": True, "heard": {"word": "Zähltrack"}}]


def test_an_error_of_ours_reaches_the_client_in_its_words(server: ControlServer) -> None:
    with client(server.path) as wire:
        wire.sendall(b'{"command": "dance"}\n')
        steps(server)
        assert refusal(heard(wire)) == "no command 'dance': echo and grow are known"
        assert not hung_up(wire)


def test_words_that_are_no_text_are_told_as_far_as_they_are(tmp_path: Path) -> None:
    def missing(request: dict[str, Any]) -> dict[str, Any]:
        raise ConfigError("t\udcffble.toml: is not there")  # how Python names a file whose name holds the byte FF

    with ControlServer(tmp_path / "socket", missing) as server, client(server.path) as wire:
        wire.sendall(b'{"command": "new"}\n')
        steps(server)
        assert refusal(heard(wire)) == "t?ble.toml: is not there"


def test_a_fault_of_the_program_is_not_hidden(tmp_path: Path) -> None:
    def faulty(request: dict[str, Any]) -> dict[str, Any]:
        raise ZeroDivisionError

    with ControlServer(tmp_path / "socket", faulty) as server, client(server.path) as wire:
        wire.sendall(b'{"command": "state"}\n')
        with pytest.raises(ZeroDivisionError):
            steps(server)


def test_one_byte_at_a_time_comes_to_the_same(server: ControlServer) -> None:
    with client(server.path) as wire:
        for byte in '{"command": "echo", "word": "ü"}\n{"command": "dance"}\n'.encode():
            wire.send(bytes([byte]))
            steps(server, 2)
        first, second = heard(wire)
        assert first == {"ok": True, "heard": {"word": "ü"}}
        assert second["ok"] is False


def test_several_requests_on_one_connection_are_answered_in_order(server: ControlServer) -> None:
    with client(server.path) as wire:
        wire.sendall(b"".join(b'{"command": "echo", "n": %d}\n' % n for n in range(10)))
        steps(server, 12)  # one to be let in, one a request
        assert [answer["heard"]["n"] for answer in heard(wire)] == list(range(10))


def test_a_slow_reader_hears_it_all(server: ControlServer) -> None:
    with client(server.path) as wire:
        wire.sendall(b'{"command": "grow", "bytes": 65000}\n' * 20)  # 1.3 MB of answers: more than the kernel holds
        steps(server, 30)
        data = b""
        for _ in range(1000):
            with contextlib.suppress(BlockingIOError):
                data += wire.recv(10000)
            server.step(0.0)
        assert [len(json.loads(line)["grown"]) for line in data.splitlines()] == [65000] * 20


def test_a_step_answers_one_request_of_each_client(server: ControlServer) -> None:
    with client(server.path) as greedy, client(server.path) as modest:
        steps(server)
        greedy.sendall(b'{"command": "echo"}\n' * 1000)
        modest.sendall(b'{"command": "echo"}\n')
        server.step(0.0)
        assert len(heard(greedy)) == 1
        assert len(heard(modest)) == 1


def test_two_clients_interleaved_each_hear_their_own(server: ControlServer) -> None:
    with client(server.path) as left, client(server.path) as right:
        left.sendall(b'{"command": "echo", ')
        right.sendall(b'{"command": "ec')
        steps(server)
        assert heard(left) == heard(right) == []
        left.sendall(b'"who": "left"}\n')
        steps(server)
        right.sendall(b'ho", "who": "right"}\n')
        steps(server)
        assert heard(left) == [{"ok": True, "heard": {"who": "left"}}]
        assert heard(right) == [{"ok": True, "heard": {"who": "right"}}]


def test_who_has_said_all_is_answered_all_and_let_go(server: ControlServer) -> None:
    with client(server.path) as wire:
        wire.sendall(b'{"command": "echo"}\n' * 3)
        wire.shutdown(socket.SHUT_WR)
        steps(server, 10)
        assert heard(wire) == 3 * [{"ok": True, "heard": {}}]
        assert hung_up(wire)


def test_the_socket_is_its_owners(server: ControlServer) -> None:
    assert stat.S_ISSOCK(server.path.stat().st_mode)
    assert stat.S_IMODE(server.path.stat().st_mode) == 0o600


def test_closed_it_leaves_nothing_behind(server: ControlServer) -> None:
    with client(server.path) as wire:
        steps(server)
        server.close()
        server.close()
        assert hung_up(wire)
    assert not server.path.exists()


def test_it_is_due_soon_while_there_is_something_to_do(server: ControlServer) -> None:
    assert server.step(100.0) - 100.0 > 0.02  # idle: no reason to hurry
    with client(server.path) as wire:
        wire.sendall(b'{"command": "echo"}\n' * 3)
        dues = [server.step(100.0) - 100.0 for _ in range(3)]  # it is let in, its first two requests are answered
        assert len(heard(wire)) == 2
        assert max(dues) < 0.01
        steps(server)
        assert server.step(100.0) - 100.0 > 0.02


def test_a_wait_ends_when_something_comes(server: ControlServer) -> None:
    with client(server.path) as wire:
        steps(server)
        sender = threading.Timer(0.05, wire.sendall, [b'{"command": "echo"}\n{"command": "echo"}\n'])
        sender.start()
        begun = time.monotonic()
        server.wait(60.0)
        server.step(0.0)
        server.wait(60.0)  # the second request was heard with the first: nothing more will come
        server.step(0.0)
        assert time.monotonic() - begun < 30.0
        assert len(heard(wire)) == 2
        sender.join()


def test_a_wait_is_no_longer_than_asked(server: ControlServer) -> None:
    begun = time.monotonic()
    server.wait(0.05)
    server.wait(-1.0)
    assert 0.04 < time.monotonic() - begun < 30.0
