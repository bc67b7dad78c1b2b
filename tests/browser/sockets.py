"""Sockets to the table that no page of ours holds: somebody who says what no page would, and a line that is slow."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Page, WebSocketRoute
from websockets.sync.client import ClientConnection, connect

from tests.firmware_bridge.services import PATIENCE_S

from .tables import WebTable

FROM_ELSEWHERE = {"X-Forwarded-For": "192.0.2.7"}
"""A request that somebody passed on does not come from the table's own machine (RFC 5737: an address of nobody)."""


class Stranger:
    """A socket without a page: whatever it likes is said to the table."""

    def __init__(self, socket: ClientConnection, secret: str | None) -> None:
        self._socket = socket
        self.say({"do": "hello", "id": 1, "language": "en", "seat": secret, "pin": None})
        self.role = self.hear("welcome")["role"]
        self._number: int | None = None

    def say(self, message: dict[str, Any]) -> None:
        self._socket.send(json.dumps(message))

    def ask(self, do: str, **fields: Any) -> dict[str, Any]:
        """The answer to something that is asked with the number of the state that is shown."""
        if self._number is None:
            self._number = self.hear("state")["number"]
        self.say({"do": do, "id": 2, "state": self._number, **fields})
        while True:
            answer: dict[str, Any] = json.loads(self._socket.recv(PATIENCE_S))
            if answer.get("id") == 2:
                return answer

    def hear(self, kind: str) -> dict[str, Any]:
        while True:
            message: dict[str, Any] = json.loads(self._socket.recv(PATIENCE_S))
            if message["type"] == kind:
                return message


@contextmanager
def stranger(table: WebTable, secret: str | None = None) -> Iterator[Stranger]:
    """Somebody in the hall, or with a seat's secret."""
    with connect(_address(table), additional_headers=FROM_ELSEWHERE) as socket:
        yield Stranger(socket, secret)


def links(table: WebTable) -> dict[str, str]:
    """The path of each player's seat, as whoever sits at the machine itself is told."""
    with connect(_address(table)) as socket:
        return {seat["player"]: seat["path"] for seat in Stranger(socket, None).hear("seats")["seats"]}


def _address(table: WebTable) -> str:
    return table.address.replace("http", "ws") + "/ws"


class SlowLine:
    """The line between a page and the table; what it `holds` of the states that the table tells comes later."""

    def __init__(self, page: Page) -> None:
        self.holds = False
        self._held: list[str | bytes] = []
        self._page: WebSocketRoute | None = None
        page.route_web_socket("**/ws", self._connect)

    def let_go(self) -> None:
        """All that was held comes, in its order."""
        self.holds = False
        assert self._page is not None  # the page has its socket
        for message in self._held:
            self._page.send(message)

    def _connect(self, page: WebSocketRoute) -> None:
        self._page = page
        page.connect_to_server().on_message(self._told)

    def _told(self, message: str | bytes) -> None:
        assert self._page is not None  # it is told by its own socket
        if self.holds and json.loads(message)["type"] == "state":
            self._held.append(message)
        else:
            self._page.send(message)
