"""The socket by which commands reach a running service.

One JSON object a line, UTF-8, over a UNIX stream socket: `{"command": "state", ...}` is answered by `{"ok": true, ...}`
or `{"ok": false, "error": "what is wrong, in words"}`. A line is at most 64 KiB; one connection may carry many, each
answered before the next is looked at.
"""

import os
import selectors
import socket
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from hardware.clock import RealClock

from .errors import OURS, NoService, PlaceError, ServiceError

LONGEST_LINE = 65536
"""Bytes of a request or an answer, its newline included."""
LONGEST_PATH = 107
"""Bytes of a socket's path: `sun_path` has 108, the last of them a zero (unix(7))."""
MOST_CLIENTS = 16
LONGEST_WORDS = 4000
"""Letters of a refusal: whatever they are, the line is short enough."""
STALL_S = 5.0
"""A client that takes nothing of its answer for so long is given up."""
POLL_S = 0.05
"""How soon clients are looked at again when nothing is going on ..."""
BUSY_S = 0.001
"""... and when something is: a step does little for each client, so that none of them holds the table up."""

AGAIN_S = 0.01
"""How soon a client asks again to be let in where too many wait."""

Handle = Callable[[dict[str, Any]], dict[str, Any]]


@dataclass(eq=False, slots=True)
class _Client:
    """One connection.

    heard: not yet answered; unsent: of one answer at most; moved_at: when bytes last went either way (s); ended: no
    more comes; last: it is to be closed once its answer is out.
    """

    wire: socket.socket
    moved_at: float
    heard: bytearray = field(default_factory=bytearray)
    unsent: bytes = b""
    ended: bool = False
    last: bool = False

    @property
    def has_line(self) -> bool:
        """Whether there is something to answer: a line, or what can become none any more."""
        return b"\n" in self.heard or len(self.heard) >= LONGEST_LINE or (self.ended and len(self.heard) > 0)


class ControlServer:
    """Answers clients in steps that never wait, and survives whatever they do.

    path: where the socket is made, for its owner only. What a killed service left there is replaced, so the caller must
    hold the table's lock from before until after. handle: is given a request with its "command", a text, and whatever
    else the client wrote, unchecked; answers what to say beside "ok". An error of ours that it raises is told to the
    client; any other is a fault of the program and goes through.

    Raises PlaceError if no socket can be made at `path`.
    """

    def __init__(self, path: Path, handle: Handle) -> None:
        self.path = path
        self._handle = handle
        self._clients: list[_Client] = []
        self._listener = _listen(path)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._listener, selectors.EVENT_READ)
        self._open = True

    def fileno(self) -> int:
        """A descriptor that is readable when a client wants something, for the `select` of a larger loop.

        Requests that were heard and not yet answered do not show on it: they are why `step` may be due soon.
        """
        return self._selector.fileno()

    def wait(self, seconds: float) -> None:
        """Return when there is something to do for a step, or after so many seconds of real time."""
        self._selector.select(0 if self._has_lines() else max(0.0, seconds))

    def step(self, now: float) -> float:
        """Answer one request of each client at most; `now` in s. Answers when it is due next."""
        happened = self._selector.select(0)
        for key, _ in happened:
            if key.data is not None:
                self._move(key.data, now)
        self._accept(now)
        for client in tuple(self._clients):
            self._serve(client, now)
        return now + (BUSY_S if happened or self._has_lines() else POLL_S)

    def close(self) -> None:
        """Hang up on everybody and remove the socket. Twice is fine."""
        if not self._open:
            return
        self._open = False
        for client in tuple(self._clients):
            self._drop(client)
        self._selector.close()
        self._listener.close()
        self.path.unlink(missing_ok=True)

    def __enter__(self) -> "ControlServer":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _has_lines(self) -> bool:
        return any(client.has_line and not client.unsent for client in self._clients)

    def _accept(self, now: float) -> None:
        try:
            wire, _ = self._listener.accept()
        except OSError:  # nobody is there, or gone again, or no descriptor is left: the next step tries anew
            return
        wire.setblocking(False)
        if len(self._clients) == MOST_CLIENTS:
            # Sixteen idle programs must not lock out the person who wants to know what is the matter.
            self._drop(min(self._clients, key=lambda client: client.moved_at))
        client = _Client(wire, now)
        self._clients.append(client)
        self._selector.register(wire, selectors.EVENT_READ, client)

    def _move(self, client: _Client, now: float) -> None:
        """Let bytes go where the selector says they can; a client is not heard while its answer waits to be taken."""
        if client.unsent:
            self._send(client, now)
        elif not client.has_line:
            try:
                data = client.wire.recv(LONGEST_LINE - len(client.heard))
            except BlockingIOError:
                return
            except OSError:
                self._drop(client)
                return
            client.heard += data
            client.ended = not data
            client.moved_at = now

    def _serve(self, client: _Client, now: float) -> None:
        if client.unsent:
            if now - client.moved_at >= STALL_S:
                self._drop(client)
        elif client.has_line:
            client.unsent = self._answer(client)
            self._send(client, now)
        elif client.ended:
            self._drop(client)

    def _answer(self, client: _Client) -> bytes:
        line, newline, rest = client.heard.partition(b"\n")
        client.heard = rest
        if not newline:
            client.last = True
            client.heard.clear()
            return _refuse("that is no whole line: a request is one line of at most 64 KiB with a newline at its end")
        try:
            request = msgspec.json.decode(line, type=dict[str, Any])
        except (msgspec.DecodeError, RecursionError) as error:
            return _refuse(f'not a request ({error}): send one JSON object a line, such as {{"command": "state"}}')
        if not isinstance(request.get("command"), str):
            return _refuse('a request needs a "command", a text, such as {"command": "state"}')
        try:
            answer = _line({"ok": True, **self._handle(request)})
        except OURS as error:
            return _refuse(str(error))
        if len(answer) > LONGEST_LINE:
            return _refuse(f"the answer has {len(answer)} bytes, a line at most 64 KiB: ask for less at a time")
        return answer

    def _send(self, client: _Client, now: float) -> None:
        try:
            sent = client.wire.send(client.unsent)
        except BlockingIOError:
            sent = 0
        except OSError:
            self._drop(client)
            return
        client.unsent = client.unsent[sent:]
        if sent:
            client.moved_at = now
        if client.last and not client.unsent:
            self._drop(client)
        else:
            wanted = selectors.EVENT_WRITE if client.unsent else selectors.EVENT_READ
            self._selector.modify(client.wire, wanted, client)

    def _drop(self, client: _Client) -> None:
        self._clients.remove(client)
        self._selector.unregister(client.wire)
        client.wire.close()


def ask(path: Path, request: dict[str, Any], timeout_s: float = 5.0) -> dict[str, Any]:
    """Send one request to the service whose socket is at `path` and return its answer, "ok" true or false.

    timeout_s: for the whole of it, real time. Raises NoService where no service runs, ServiceError where it does not
    answer or must not be asked.
    """
    _check_length(path)
    try:
        line = _line(request)
    except UnicodeEncodeError as error:
        raise ServiceError("the request is no text in UTF-8: look for odd characters on the command line") from error
    if len(line) > LONGEST_LINE:
        raise ServiceError(f"the request has {len(line)} bytes, a line at most 64 KiB: ask for less at a time")
    try:
        heard = _exchange(path, line, timeout_s)
    except (FileNotFoundError, NotADirectoryError, ConnectionRefusedError) as error:
        raise NoService(
            f"no table runs here (looked at {path}): start one with era-table run --config table.toml, "
            "or era-table run --simulate"
        ) from error
    except (TimeoutError, BlockingIOError) as error:
        raise ServiceError(
            f"the service at {path} did not answer within {timeout_s:g} s: look at its log; if it hangs, stop it and "
            "start it anew, the game goes on where it stood"
        ) from error
    except PermissionError as error:
        raise ServiceError(f"{path}: only the user that runs the table may command it: ask as that user") from error
    except OSError as error:
        raise ServiceError(
            f"the service at {path} hung up without an answer: look whether it still runs, and at its log; ask again"
        ) from error
    try:
        answer = msgspec.json.decode(heard, type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError) as error:
        raise ServiceError(f"what answers at {path} is no table: stop it, or name another --state DIR") from error
    return answer


def _exchange(path: Path, line: bytes, timeout_s: float) -> bytes:
    """What answers the line: a line, or more than a line may have. Raises the OSError that fits if nothing does."""
    clock = RealClock()
    end = clock.now() + timeout_s
    heard = bytearray()
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as wire:
        wire.settimeout(timeout_s)
        while True:
            try:
                wire.connect(str(path))
                break
            except BlockingIOError:  # so many wait already that the kernel takes no more: some of them will be served
                if clock.now() >= end:
                    raise
                clock.sleep(AGAIN_S)
        wire.sendall(line)
        while not heard.endswith(b"\n") and len(heard) <= LONGEST_LINE:
            left = end - clock.now()
            if left <= 0:
                raise TimeoutError
            wire.settimeout(left)
            data = wire.recv(LONGEST_LINE)
            if not data:
                raise ConnectionResetError
            heard += data
    return bytes(heard)


def _listen(path: Path) -> socket.socket:
    _check_length(path)
    wire = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        if path.is_socket():
            path.unlink()
        wire.bind(str(path))
        path.chmod(0o600)  # before anybody can get in: nobody can until we listen
        wire.listen(MOST_CLIENTS)
    except OSError as error:
        wire.close()
        raise PlaceError(
            f"{path}: no socket can be made there ({error.strerror}): its folder must be there and belong to the user "
            "that runs the table, and no other file may have that name; or choose another with --state DIR"
        ) from error
    wire.setblocking(False)
    return wire


def _check_length(path: Path) -> None:
    length = len(os.fsencode(path))
    if length > LONGEST_PATH:
        raise PlaceError(
            f"{path}: {length} bytes, and the path of a socket has at most {LONGEST_PATH}: choose a shorter --state DIR"
        )


def _line(message: dict[str, Any]) -> bytes:
    return msgspec.json.encode(message) + b"\n"


def _refuse(why: str) -> bytes:
    # Words may name a file, and a file's name may be no text: what can't be written is written as "?".
    return _line({"ok": False, "error": why.encode(errors="replace").decode()[:LONGEST_WORDS]})
