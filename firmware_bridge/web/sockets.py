"""A browser's socket: what it says is read, looked at and handed on; what it is told is sent."""

import asyncio
from collections.abc import Callable
from typing import Final, Protocol

from starlette.websockets import WebSocket, WebSocketDisconnect

from . import messages as m, refusals
from .answers import refusal
from .hosts import calls_this_machine_itself, is_loopback, origin_fits
from .hub import Client, TooSlow
from .refusals import Refused

A_SECOND: Final = 20.0
"""Messages that a browser may send in the long run ..."""
AT_ONCE: Final = 40
"""... and at once."""
HELLO_S: Final = 10.0
"""How soon it has to say hello."""
POLICY: Final = 1008
"""Closing code: it did what it may not (RFC 6455, 7.4.1)."""
FORWARDED: Final = ("forwarded", "via", "x-forwarded-", "x-real-ip", "cf-connecting-ip")
"""How headers begin of a request that somebody passed on: it comes from elsewhere, whatever the address."""


class Table(Protocol):
    """Where requests go: `worker.WebWorker`."""

    def ask(self, client: Client, asked: m.AnyAsked) -> None:
        """A browser says something."""
        ...

    def leave(self, client: Client) -> None:
        """It has gone."""
        ...


class Allowance:
    """How often somebody may speak: `A_SECOND`, and `AT_ONCE` after a silence. clock: in s."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._left = float(AT_ONCE)
        self._at = clock()

    def take(self) -> bool:
        """One message; whether it was allowed."""
        now = self._clock()
        self._left = min(AT_ONCE, self._left + (now - self._at) * A_SECOND) - 1
        self._at = now
        return self._left >= 0


async def serve(socket: WebSocket, table: Table, language: str) -> None:
    """One browser, from its handshake until it has gone or is dropped. language: of a refusal before its hello."""
    if not origin_fits(socket.headers.get("origin"), socket.headers.get("host")):
        await socket.close(POLICY)
        return
    await socket.accept()
    address = socket.client.host if socket.client is not None else ""
    passed_on = any(name.startswith(FORWARDED) for name in socket.headers)
    here = is_loopback(address) and calls_this_machine_itself(socket.headers.get("host"))
    client = Client(address, here and not passed_on)
    sending = asyncio.create_task(client.send_all(socket.send_text))
    hearing = asyncio.create_task(_hear(socket, client, table, language))
    try:
        over, _ = await asyncio.wait((sending, hearing), return_when=asyncio.FIRST_COMPLETED)
        for task in over:
            _result(task, socket)
    finally:
        sending.cancel()
        hearing.cancel()
        table.leave(client)
        await asyncio.gather(sending, hearing, return_exceptions=True)


def _result(task: "asyncio.Task[None]", socket: WebSocket) -> None:
    try:
        task.result()
    except TooSlow:
        # Whoever reads nothing reads no closing either: the connection is cut.
        socket.scope["state"]["abort"]()
    except (WebSocketDisconnect, OSError):  # it went while something was sent to it
        return


async def _hear(socket: WebSocket, client: Client, table: Table, language: str) -> None:
    allowance = Allowance(asyncio.get_running_loop().time)
    patience: float | None = HELLO_S
    while True:
        try:
            heard = await asyncio.wait_for(socket.receive(), patience)
        except TimeoutError:
            await socket.close(POLICY, "say hello first")
            return
        if heard["type"] == "websocket.disconnect":
            return
        if not allowance.take():
            await socket.close(POLICY, "too many messages")
            return
        try:
            asked = m.decode(heard.get("text") or heard.get("bytes") or b"")
        except ValueError as error:
            client.put("", refusal(0, Refused(refusals.UNREADABLE, detail=str(error)), language).decode())
            continue
        if isinstance(asked, m.Hello):
            patience = None
        table.ask(client, asked)
