"""The server of the pages on a port of this machine, with a table behind it that keeps what it is asked."""

import http.client
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from websockets import Origin
from websockets.sync.client import ClientConnection, connect

from firmware_bridge.web import messages as m
from firmware_bridge.web.app import Site, made
from firmware_bridge.web.hosts import Hosts
from firmware_bridge.web.hub import Client, Hub
from firmware_bridge.web.server import Listening, WebServer
from firmware_bridge.web.tickets import Tickets

SECRET = "abcdefghijklmnopqrstuv"
WAIT_S = 10.0
"""Real seconds that something may take on a machine however busy."""


@dataclass(eq=False)
class KeptTable:
    """Answers a hello with a state, and keeps who came, what was asked and who went."""

    hub: Hub
    state: bytes = b'{"type":"state"}'
    came: list[Client] = field(default_factory=list)
    asked: list[m.AnyAsked] = field(default_factory=list)
    left: list[Client] = field(default_factory=list)
    changed: threading.Condition = field(default_factory=threading.Condition)

    def ask(self, client: Client, asked: m.AnyAsked) -> None:
        with self.changed:
            self.asked.append(asked)
            if isinstance(asked, m.Hello):
                self.came.append(client)
                self.hub.post([client], "state", self.state)
            self.changed.notify_all()

    def leave(self, client: Client) -> None:
        with self.changed:
            self.left.append(client)
            self.changed.notify_all()

    def wait_until_left(self, count: int = 1) -> None:
        with self.changed:
            assert self.changed.wait_for(lambda: len(self.left) >= count, WAIT_S)


@dataclass(frozen=True)
class Served:
    """A server that runs; now: the time of its tickets, in a list of one."""

    table: KeptTable
    hub: Hub
    port: int
    tickets: Tickets
    now: list[float]
    server: WebServer

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    def get(self, path: str, host: str | None = None, **headers: str) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body."""
        wire = http.client.HTTPConnection("127.0.0.1", self.port, timeout=WAIT_S)
        try:
            wire.putrequest("GET", path, skip_host=True)
            wire.putheader("Host", self.host if host is None else host)
            for name, value in headers.items():
                wire.putheader(name.replace("_", "-"), value)
            wire.endheaders()
            answer = wire.getresponse()
            return answer.status, {key.lower(): value for key, value in answer.getheaders()}, answer.read()
        finally:
            wire.close()

    def socket(self, origin: str | None = None, name: str = "127.0.0.1", **headers: str) -> ClientConnection:
        """name: what it calls this machine."""
        more = {name.replace("_", "-"): value for name, value in headers.items()}
        return connect(
            f"ws://{name}:{self.port}/ws",
            sock=socket.create_connection(("127.0.0.1", self.port), WAIT_S),
            origin=None if origin is None else Origin(origin),
            additional_headers=more,
            compression=None,
            open_timeout=WAIT_S,
            proxy=None,
        )


@contextmanager
def served(folder: Path, simulated: bool = True) -> Iterator[Served]:
    """A server until the end of the block."""
    hub, tickets, now = Hub(), Tickets(), [0.0]
    table = KeptTable(hub)
    listening = Listening("127.0.0.1", 0)
    site = Site(
        table=table,
        hosts=Hosts("127.0.0.1", machine="pi"),
        url=lambda: "http://192.0.2.1:8080",
        simulated=simulated,
        seat=lambda secret: secret == SECRET,
        tickets=tickets,
        journal=folder / "games.journal",
        recording=folder / "recording.jsonl.gz",
        now=lambda: now[0],
        language="en",
    )
    server = WebServer(made(site), listening, hub)
    with server:
        yield Served(table, hub, listening.port, tickets, now, server)
