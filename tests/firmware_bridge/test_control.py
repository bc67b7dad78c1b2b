"""The control socket, from both ends: what a service makes of its clients, good and hostile, and what a client hears."""

import contextlib
import json
import signal
import socket
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge.control import LONGEST_LINE, MOST_CLIENTS, STALL_S, ControlServer, ask
from firmware_bridge.errors import ConfigError, NoService, PlaceError, ServiceError

ROOT = Path(__file__).parents[2]

SERVICE = """
import sys
from pathlib import Path
from firmware_bridge.control import ControlServer
from firmware_bridge.lock import TableLock

folder, name = Path(sys.argv[1]), sys.argv[2]
with TableLock(folder / "lock", name), ControlServer(folder / "control.socket", lambda request: {"name": name}) as server:
    print("listens", flush=True)
    while True:
        server.wait(1)
        server.step(0)
"""


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


@pytest.fixture()
def server(tmp_path: Path) -> Iterator[ControlServer]:
    with ControlServer(tmp_path / "control.socket", handle) as made:
        yield made


@pytest.fixture()
def path(server: ControlServer, tmp_path: Path) -> Path:
    """Where the server listens."""
    return tmp_path / "control.socket"


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
    with contextlib.suppress(BlockingIOError):
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
    except ConnectionResetError:  # it ended it with bytes of ours unread
        return True


def refusal(answers: list[dict[str, Any]]) -> str:
    """The words of the one answer, which is a refusal."""
    (answer,) = answers
    assert answer.keys() == {"ok", "error"}
    assert answer["ok"] is False
    return str(answer["error"])


# What the protocol promises.


def test_a_request_is_answered(server: ControlServer, path: Path) -> None:
    with client(path) as wire:
        wire.sendall('{"command": "echo", "word": "Zähltrack"}\n'.encode())
        steps(server)
        assert heard(wire) == [{"ok": True, "heard": {"word": "Zähltrack"}}]


def test_an_error_of_ours_reaches_the_client_in_its_words(server: ControlServer, path: Path) -> None:
    with client(path) as wire:
        wire.sendall(b'{"command": "dance"}\n')
        steps(server)
        assert refusal(heard(wire)) == "no command 'dance': echo and grow are known"
        assert not hung_up(wire)


def test_words_that_are_no_text_are_told_as_far_as_they_are(tmp_path: Path) -> None:
    def missing(request: dict[str, Any]) -> dict[str, Any]:
        raise ConfigError("t\udcffble.toml: is not there")  # how Python names a file whose name holds the byte FF

    with ControlServer(tmp_path / "socket", missing) as server, client(tmp_path / "socket") as wire:
        wire.sendall(b'{"command": "new"}\n')
        steps(server)
        assert refusal(heard(wire)) == "t?ble.toml: is not there"


def test_a_fault_of_the_program_is_not_hidden(tmp_path: Path) -> None:
    def faulty(request: dict[str, Any]) -> dict[str, Any]:
        raise ZeroDivisionError

    with ControlServer(tmp_path / "socket", faulty) as server, client(tmp_path / "socket") as wire:
        wire.sendall(b'{"command": "state"}\n')
        with pytest.raises(ZeroDivisionError):
            steps(server)


def test_one_byte_at_a_time_comes_to_the_same(server: ControlServer, path: Path) -> None:
    with client(path) as wire:
        for byte in '{"command": "echo", "word": "ü"}\n{"command": "dance"}\n'.encode():
            wire.send(bytes([byte]))
            steps(server, 2)
        first, second = heard(wire)
        assert first == {"ok": True, "heard": {"word": "ü"}}
        assert second["ok"] is False


def test_several_requests_on_one_connection_are_answered_in_order(server: ControlServer, path: Path) -> None:
    with client(path) as wire:
        wire.sendall(b"".join(b'{"command": "echo", "n": %d}\n' % n for n in range(10)))
        steps(server, 12)  # one to be let in, one a request
        assert [answer["heard"]["n"] for answer in heard(wire)] == list(range(10))


def test_a_step_answers_one_request_of_each_client(server: ControlServer, path: Path) -> None:
    with client(path) as greedy, client(path) as modest:
        steps(server)
        greedy.sendall(b'{"command": "echo"}\n' * 1000)
        modest.sendall(b'{"command": "echo"}\n')
        server.step(0.0)
        assert len(heard(greedy)) == 1
        assert len(heard(modest)) == 1


def test_two_clients_interleaved_each_hear_their_own(server: ControlServer, path: Path) -> None:
    with client(path) as left, client(path) as right:
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


def test_who_has_said_all_is_answered_all_and_let_go(server: ControlServer, path: Path) -> None:
    with client(path) as wire:
        wire.sendall(b'{"command": "echo"}\n' * 3)
        wire.shutdown(socket.SHUT_WR)
        steps(server, 10)
        assert heard(wire) == 3 * [{"ok": True, "heard": {}}]
        assert hung_up(wire)


def test_the_socket_is_its_owners(server: ControlServer, path: Path) -> None:
    assert stat.S_ISSOCK(path.stat().st_mode)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_closed_it_leaves_nothing_behind(server: ControlServer, path: Path) -> None:
    with client(path) as wire:
        steps(server)
        server.close()
        server.close()
        assert hung_up(wire)
    assert not path.exists()


# Clients that do what they should not.


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
def test_garbage_is_refused_and_the_next_request_answered(server: ControlServer, path: Path, line: bytes) -> None:
    with client(path) as wire:
        wire.sendall(line + b'\n{"command": "echo"}\n')
        steps(server, 1)
        while not (answers := heard(wire)):
            steps(server, 1)
        assert '{"command": "state"}' in refusal(answers)  # an example of how it goes
        steps(server)
        assert heard(wire) == [{"ok": True, "heard": {}}]


def request_of(length: int) -> bytes:
    """A good request of so many bytes with its newline."""
    empty = b'{"command": "echo", "word": ""}\n'
    return empty.replace(b'""', b'"' + b"x" * (length - len(empty)) + b'"')


def test_a_request_may_be_64_kib_long(server: ControlServer, path: Path) -> None:
    with client(path) as wire:
        wire.sendall(request_of(65536))
        steps(server, 10)
        # The answer {"ok":true,"heard":{"word":""}} takes 31 bytes and a newline, as many as the request did.
        ((answer),) = heard(wire)
        assert len(answer["heard"]["word"]) == 65536 - 32


def test_a_longer_request_is_refused_and_the_client_let_go(server: ControlServer, path: Path) -> None:
    with client(path) as wire:
        wire.sendall(request_of(65537))
        steps(server, 10)
        assert "at most 64 KiB" in refusal(heard(wire))
        assert hung_up(wire)


def test_a_line_that_never_ends_is_not_kept(server: ControlServer, path: Path) -> None:
    with client(path) as wire:
        with contextlib.suppress(BrokenPipeError):  # what we wait for
            while True:
                with contextlib.suppress(BlockingIOError):
                    wire.send(b"x" * 100000)
                server.step(0.0)


def test_a_longer_answer_is_refused_in_words(server: ControlServer, path: Path) -> None:
    with client(path) as wire:
        wire.sendall(b'{"command": "grow", "bytes": 65536}\n{"command": "grow", "bytes": 65000}\n')
        steps(server, 10)
        first, second = heard(wire)
        assert first["ok"] is False
        assert "ask for less" in first["error"]
        assert len(second["grown"]) == 65000


def test_half_a_line_and_gone(server: ControlServer, path: Path) -> None:
    with client(path) as wire:
        wire.sendall(b'{"command": "echo"}\n{"command"')
        wire.shutdown(socket.SHUT_WR)
        steps(server, 6)
        first, second = heard(wire)
        assert first["ok"] is True
        assert "newline" in second["error"]
        assert hung_up(wire)


def test_clients_that_are_gone_at_once_disturb_nobody(server: ControlServer, path: Path) -> None:
    for sent in (b"", b"{", b'{"command": "echo"}\n', b'{"command": "echo"}\n' * 100):
        with client(path) as wire:
            wire.sendall(sent)
    with client(path) as wire:
        steps(server, 5)
        with client(path) as other:  # this one goes after it was let in
            steps(server)
            other.sendall(b'{"command": "grow", "bytes": 65000}\n' * 20)
        wire.sendall(b'{"command": "echo"}\n')
        steps(server)
        assert heard(wire) == [{"ok": True, "heard": {}}]


def test_who_never_reads_is_not_heard_for_long_and_given_up(server: ControlServer, path: Path) -> None:
    with client(path) as hog, client(path) as other:
        asked = 0
        for _ in range(1000):
            with contextlib.suppress(BlockingIOError):
                hog.send(b'{"command": "grow", "bytes": 65000}\n')
                asked += 1
            server.step(0.0)
        server.step(STALL_S - 0.01)
        assert not is_dropped(hog)
        server.step(STALL_S + 0.01)
        other.sendall(b'{"command": "echo"}\n')
        steps(server, now=STALL_S + 0.01)
        assert heard(other) == [{"ok": True, "heard": {}}]
        assert is_dropped(hog)
        hog.settimeout(0)
        answered = b""
        with contextlib.suppress(BlockingIOError, ConnectionResetError):
            while more := hog.recv(1 << 20):
                answered += more
        # It was given what the kernel holds for it, and of what it asked for no more was worked out than one beside.
        assert 0 < answered.count(b"\n") < asked


def is_dropped(wire: socket.socket) -> bool:
    """Whether the other end is closed, found out by writing: for one that must not read."""
    try:
        wire.send(b"\n")
    except BrokenPipeError:
        return True
    except BlockingIOError:
        return False
    return False


def test_the_seventeenth_takes_the_place_of_who_was_silent_longest(server: ControlServer, path: Path) -> None:
    with contextlib.ExitStack() as opened:
        wires = []
        for number in range(MOST_CLIENTS):
            wires.append(opened.enter_context(client(path)))
            server.step(float(number))
        wires[0].sendall(b'{"command": "echo"}\n')  # so the second is now the silent one
        steps(server, now=20.0)
        assert heard(wires[0]) == [{"ok": True, "heard": {}}]
        late = opened.enter_context(client(path))
        late.sendall(b'{"command": "echo"}\n')
        steps(server, now=21.0)
        assert heard(late) == [{"ok": True, "heard": {}}]
        assert [hung_up(wire) for wire in wires] == [number == 1 for number in range(MOST_CLIENTS)]


# As a worker of the service.


def test_it_is_due_soon_while_there_is_something_to_do(server: ControlServer, path: Path) -> None:
    assert server.step(100.0) - 100.0 > 0.02  # idle: no reason to hurry
    with client(path) as wire:
        wire.sendall(b'{"command": "echo"}\n{"command": "echo"}\n')
        dues = []
        while len(heard(wire)) == 0:
            dues.append(server.step(100.0) - 100.0)
        assert max(dues) < 0.01  # and the second request still waits
        steps(server)
        assert server.step(100.0) - 100.0 > 0.02


def test_a_wait_ends_when_something_comes(server: ControlServer, path: Path) -> None:
    with client(path) as wire:
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


# Where the socket lies.


def test_a_socket_left_behind_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "control.socket"
    with socket.socket(socket.AF_UNIX) as killed:
        killed.bind(str(path))
    with ControlServer(path, handle) as server, client(path) as wire:
        wire.sendall(b'{"command": "echo"}\n')
        steps(server)
        assert heard(wire) == [{"ok": True, "heard": {}}]


def test_a_file_that_is_no_socket_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "control.socket"
    path.write_text("somebody's", encoding="utf-8")
    with pytest.raises(PlaceError) as caught:
        ControlServer(path, handle)
    assert str(path) in str(caught.value)
    assert path.read_text(encoding="utf-8") == "somebody's"


def test_the_longest_path_that_a_socket_may_have(tmp_path: Path) -> None:
    # unix(7): sun_path has 108 bytes with the zero at its end
    longest = tmp_path / ("s" * (107 - len(str(tmp_path)) - 1))
    with ControlServer(longest, handle):
        assert longest.is_socket()
    longer = longest.with_name(longest.name + "s")
    with pytest.raises(PlaceError, match=r"108 bytes.* at most 107: choose a shorter --state"):
        ControlServer(longer, handle)
    with pytest.raises(PlaceError, match="shorter --state"):
        ask(longer, {"command": "state"})


def test_after_kill_9_a_new_service_takes_over(tmp_path: Path) -> None:
    path = tmp_path / "control.socket"
    for name in ("first", "second"):
        command = [sys.executable, "-c", SERVICE, str(tmp_path), name]
        with subprocess.Popen(command, cwd=ROOT, text=True, stdout=subprocess.PIPE) as service:
            try:
                assert service.stdout is not None
                assert service.stdout.readline() == "listens\n"
                assert ask(path, {"command": "state"}, 30.0) == {"ok": True, "name": name}
            finally:
                service.send_signal(signal.SIGKILL)
        assert path.is_socket()  # nobody was there to remove it
        with pytest.raises(NoService):
            ask(path, {"command": "state"})


# What a client hears.


@contextlib.contextmanager
def served(path: Path) -> Iterator[None]:
    """A service in a thread of its own."""
    done = threading.Event()
    with ControlServer(path, handle) as server:

        def serve() -> None:
            while not done.is_set():
                server.wait(0.02)
                server.step(0.0)

        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield
        finally:
            done.set()
            thread.join()


def test_a_client_asks_and_is_answered(tmp_path: Path) -> None:
    path = tmp_path / "socket"
    with served(path):
        assert ask(path, {"command": "echo", "word": "Zähltrack"}) == {"ok": True, "heard": {"word": "Zähltrack"}}
        assert ask(path, {"command": "dance"})["ok"] is False
        assert len(ask(path, {"command": "grow", "bytes": 65000})["grown"]) == 65000


@pytest.mark.parametrize("name", ["control.socket", "missing/control.socket", "file/control.socket", "file", "left"])
def test_where_no_service_runs_the_client_hears_how_to_start_one(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with socket.socket(socket.AF_UNIX) as killed:
        killed.bind(str(tmp_path / "left"))
    with pytest.raises(NoService) as caught:
        ask(tmp_path / name, {"command": "state"})
    assert str(caught.value) == (
        f"no table runs here (looked at {tmp_path / name}): start one with era-table run --config table.toml, "
        "or era-table run --simulate"
    )


def test_a_service_that_hangs_is_not_waited_for_for_ever(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as hanging:
        hanging.bind(str(tmp_path / "socket"))
        hanging.listen()
        with pytest.raises(ServiceError, match=r"did not answer within 0\.1 s"):
            ask(tmp_path / "socket", {"command": "state"}, timeout_s=0.1)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (b"", "hung up"),
        (b'{"ok": true, "half', "hung up"),
        (b"HTTP/1.1 400 Bad Request\r\n", "is no table"),
        (b"[1]\n", "is no table"),
        (b"x" * 2 * LONGEST_LINE, "is no table"),
    ],
)
def test_what_does_not_answer_as_a_table_does(tmp_path: Path, answer: bytes, words: str) -> None:
    path = tmp_path / "socket"

    def stranger() -> None:
        wire, _ = listener.accept()
        with wire:
            wire.recv(1000)
            wire.sendall(answer)

    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen()
        thread = threading.Thread(target=stranger)
        thread.start()
        with pytest.raises(ServiceError, match=words) as caught:
            ask(path, {"command": "state"})
        thread.join()
    assert str(path) in str(caught.value)


def test_a_request_that_can_not_be_sent(tmp_path: Path) -> None:
    with pytest.raises(ServiceError, match="64 KiB"):
        ask(tmp_path / "socket", {"command": "echo", "word": "x" * 65536})
    with pytest.raises(ServiceError, match="UTF-8"):
        ask(tmp_path / "socket", {"command": "echo", "word": "\udcff"})  # the byte FF on a command line
