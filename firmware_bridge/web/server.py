"""The server of the pages, in a thread of its own beside the table's: it only carries what that makes."""

import asyncio
import errno
import socket
import threading
from types import TracebackType
from typing import Final, Self

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from ..errors import ServiceError
from .hosts import neighbourhood
from .hub import Hub
from .messages import LONGEST

MOST_CONNECTIONS: Final = 256
"""At a time, sockets among them: a process may hold 1024 files, and a table that can't open one more can't go on."""
MOST_OF_ONE: Final = 192
"""Of these from one address, or a network's share of IPv6: no single guest keeps all the others out."""
REQUEST_S: Final = 10.0
"""A connection on which nothing was asked for in so long is cut, also where a request was begun."""
START_S: Final = 10.0
END_S: Final = 1.0


class _Connection(H11Protocol):
    """As uvicorn's, which counts neither sockets nor who asks for nothing, and waits for the latter without end."""

    _asked: RequestResponseCycle | None = None
    _patience: asyncio.TimerHandle

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        before = list(self.connections)
        super().connection_made(transport)
        self._patience = self.loop.call_later(REQUEST_S, self._look)
        from_there = sum(_source(getattr(other, "client", None)) == _source(self.client) for other in before)
        if len(before) >= MOST_CONNECTIONS or from_there >= MOST_OF_ONE:
            transport.abort()

    def _look(self) -> None:
        if self.cycle is self._asked and (self.cycle is None or self.cycle.response_complete):
            self.transport.abort()
            return
        self._asked = self.cycle
        self._patience = self.loop.call_later(REQUEST_S, self._look)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._patience.cancel()  # a socket has its own: `sockets.HELLO_S`
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._patience.cancel()
        super().connection_lost(exc)


def _source(client: tuple[str, int] | None) -> str:
    """Whose connection it is, as far as an address tells."""
    return "" if client is None else neighbourhood(client[0])


class _Sockets(WebSocketsSansIOProtocol):
    """As uvicorn's, whose application may cut the connection: who reads nothing would hold it open otherwise."""

    async def run_asgi(self) -> None:
        self.scope["state"]["abort"] = self.transport.abort
        await super().run_asgi()


class _Uvicorn(uvicorn.Server):
    """Tells when it listens, and in which loop."""

    def __init__(self, config: uvicorn.Config, hub: Hub) -> None:
        super().__init__(config)
        self._hub = hub
        self.up = threading.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        self._hub.loop = asyncio.get_running_loop()
        self.up.set()


class Listening:
    """A port that is ours, before anybody is served. Raises ServiceError where it can't be had."""

    def __init__(self, host: str, port: int) -> None:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        both = host == "::" and socket.has_dualstack_ipv6()  # all addresses: those of IPv4 too
        try:
            socket.getaddrinfo(host or None, port, family)  # what is no name is found out before there is a socket
            self.socket = socket.create_server((host, port), family=family, backlog=128, dualstack_ipv6=both)
        except (OSError, ValueError, TypeError) as error:  # the latter two for what can't be looked up as a name at all
            raise ServiceError(f"the pages can't be served at {host}, port {port}: {_mistake(error)}") from error
        # asyncio does so only where a socket names its protocol. Else an answer in two pieces, or a state soon after
        # another, waits 40 ms for the browser's acknowledgement; what is accepted has it from here (tcp(7)).
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.port: int = self.socket.getsockname()[1]


def _mistake(error: OSError | ValueError | TypeError) -> str:
    """What is wrong with a port or an address, and what to do about it."""
    number = error.errno if isinstance(error, OSError) else None
    if number in (errno.EADDRINUSE, errno.EACCES):
        why = "another program has it" if number == errno.EADDRINUSE else "it is not this user's to take"
        return f"{why}. Take another port with --web PORT or under [web] in table.toml"
    return "this machine has no such address. Write one that it has as host under [web] in table.toml: 0.0.0.0 is all"


class WebServer:
    """Serves the application from `start` to `close`, on a port that was opened before; a context manager."""

    def __init__(self, app: ASGIApp, listening: Listening, hub: Hub) -> None:
        config = uvicorn.Config(
            app,
            loop="asyncio",
            http=_Connection,
            ws=_Sockets,
            ws_max_size=LONGEST,
            ws_per_message_deflate=False,
            lifespan="off",
            log_config=None,
            log_level="error",
            access_log=False,
            proxy_headers=False,  # nobody may say for somebody else where a request comes from
            server_header=False,
            timeout_graceful_shutdown=1,
        )
        self._listening = listening
        self._server = _Uvicorn(config, hub)
        self._hub = hub
        self._thread = threading.Thread(
            target=self._server.run, args=([listening.socket],), name="web", daemon=True
        )

    @property
    def connections(self) -> int:
        """How many are open."""
        return len(self._server.server_state.connections)

    def __enter__(self) -> Self:
        self._thread.start()
        if not self._server.up.wait(START_S):
            raise ServiceError("the server of the pages did not start: look at the log")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Tell every browser that the service ends (1012); it comes back when that is there again. Twice is fine."""
        self._server.should_exit = True
        self._thread.join(END_S)
        self._hub.loop = None
        self._listening.socket.close()
