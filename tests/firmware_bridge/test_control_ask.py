"""Where the control socket lies, who takes it over, and what the asking side hears."""

import contextlib
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_bridge.control import LONGEST_LINE, ControlServer, ask
from firmware_bridge.errors import NoService, PlaceError, ServiceError

from .control_clients import client, handle, heard, steps

ROOT = Path(__file__).parents[2]

SERVICE = """
import sys
from pathlib import Path
from firmware_bridge.control import ControlServer
from firmware_bridge.lock import TableLock

folder, name = Path(sys.argv[1]), sys.argv[2]
socket = folder / "control.socket"
with TableLock(folder / "lock", name), ControlServer(socket, lambda request: {"name": name}) as server:
    print("listens", flush=True)
    while True:
        server.wait(1)
        server.step(0)
"""


def test_a_socket_left_behind_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "control.socket"
    with socket.socket(socket.AF_UNIX) as killed:
        killed.bind(str(path))
    with ControlServer(path, handle) as server, client(server.path) as wire:
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


def test_where_too_many_wait_a_client_asks_again_to_be_let_in(tmp_path: Path) -> None:
    """A backlog of 0 holds one client (unix(7): connect fails with EAGAIN); the second is let in when that one is."""
    path = tmp_path / "socket"

    def serve() -> None:
        time.sleep(0.1)
        for _ in range(2):
            wire, _ = listener.accept()
            with wire:
                if wire.recv(1000):
                    wire.sendall(b'{"ok": true}\n')

    with socket.socket(socket.AF_UNIX) as listener, socket.socket(socket.AF_UNIX) as first:
        listener.bind(str(path))
        listener.listen(0)
        listener.settimeout(30.0)
        first.connect(str(path))
        with pytest.raises(ServiceError, match=r"did not answer within 0\.05 s"):
            ask(path, {"command": "state"}, timeout_s=0.05)
        first.close()
        thread = threading.Thread(target=serve)
        thread.start()
        assert ask(path, {"command": "state"}, timeout_s=30.0) == {"ok": True}
        thread.join()


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
        with wire, contextlib.suppress(BrokenPipeError):  # who has heard enough hangs up
            wire.recv(1000)
            wire.sendall(answer)

    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen()
        listener.settimeout(30.0)
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
