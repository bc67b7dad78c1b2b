"""A table on the bench with the web's worker beside it, all stepped in one thread; what browsers are told is kept."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from firmware_bridge.places import Places
from firmware_bridge.simulation.bench_table import BenchTable
from firmware_bridge.web import messages as m
from firmware_bridge.web.guests import Guests
from firmware_bridge.web.hub import Client, Hub
from firmware_bridge.web.pins import Pins
from firmware_bridge.web.requests import Requests
from firmware_bridge.web.seats import Seats
from firmware_bridge.web.tickets import Tickets
from firmware_bridge.web.worker import WebWorker

KEY = bytes(range(32))
PLAYERS = ("yellow", "green", "brown")
URL = "http://192.0.2.1:8080"


class KeptHub(Hub):
    """Keeps what is sent to each browser."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: dict[Client, list[dict[str, Any]]] = {}

    def post(self, clients: Iterable[Client], kind: str, message: bytes) -> None:
        for client in clients:
            self.sent.setdefault(client, []).append(msgspec.json.decode(message))


class KeptHands:
    """Keeps what a simulated table's hands are asked for."""

    def __init__(self) -> None:
        self.asked: list[m.BenchAsked] = []

    def ask(self, client: Client, language: str, asked: m.BenchAsked) -> None:
        self.asked.append(asked)

    def watched_by(self, clients: Iterable[Client]) -> None:
        pass


class Browser:
    """One browser at the rig; what it says is answered within a step of the table."""

    def __init__(self, rig: "Rig", address: str, local: bool) -> None:
        self._rig = rig
        self.client = Client(address, local)
        self._ids = 0

    @property
    def heard(self) -> list[dict[str, Any]]:
        return self._rig.hub.sent.setdefault(self.client, [])

    def last(self, kind: str) -> dict[str, Any]:
        return [message for message in self.heard if message["type"] == kind][-1]

    def hello(self, **fields: Any) -> dict[str, Any]:
        self.say("hello", **fields)
        return self.last("welcome")

    def say(self, do: str, **fields: Any) -> dict[str, Any]:
        """The answer."""
        self._ids += 1
        text = msgspec.json.encode({"do": do, "id": self._ids, **fields})
        self._rig.worker.ask(self.client, m.decode(text))
        self._rig.run(0.1)
        answers = [each for each in self.heard if each["type"] in ("done", "refused") and each["id"] == self._ids]
        return answers[0] if answers else {}

    def now(self, do: str, **fields: Any) -> dict[str, Any]:
        """Said with the number of the state that it was sent last."""
        return self.say(do, state=self.last("state")["number"], **fields)

    @property
    def state(self) -> dict[str, Any]:
        return self.last("state")

    def leave(self) -> None:
        self._rig.worker.leave(self.client)
        self._rig.run(0.1)


class Rig:
    """table: on the bench; worker: the web's; hub: what is told to browsers; url: how phones reach it."""

    def __init__(self, table: BenchTable, folder: Path, pin: str, simulated: bool) -> None:
        self.table = table
        self.hub = KeptHub()
        self.hands = KeptHands()
        self.url = URL
        self.tickets = Tickets()
        parts = table.table.parts
        self.places = Places(folder, folder)
        self.requests = Requests(parts, table.table.desk, self.tickets, self.places.web_recording, simulated)
        self.seats = Seats(KEY, parts.journal, parts.recorder)
        guests = Guests(
            lambda: parts.worker.session, self.hub, self.seats, Pins(pin), "en", self.hands if simulated else None,
            lambda: self.url,
        )  # fmt: skip
        self.worker = WebWorker(
            parts, table.table.desk, self.hub, self.requests, guests, lambda: {"type": "hardware"}, lambda: 1000.0
        )
        table.table.add(self.worker)
        self.run(1.0)

    def run(self, seconds: float) -> None:
        self.table.run(seconds)

    def browser(self, address: str = "127.0.0.1", local: bool = True) -> Browser:
        return Browser(self, address, local)

    def operator(self) -> Browser:
        """A browser on the machine itself, that has said hello."""
        browser = self.browser()
        assert browser.hello()["role"] == "operator"
        return browser

    def seat(self, player: str) -> Browser:
        """A phone that has scanned the link of the player's seat."""
        phone = self.browser("192.0.2.7", local=False)
        assert phone.hello(seat=self.seats.secret(player))["seat"] == player
        return phone

    def spectator(self) -> Browser:
        """Somebody else in the hall."""
        browser = self.browser("192.0.2.9", local=False)
        assert browser.hello()["role"] == "spectator"
        return browser

    def full_game(self) -> None:
        """A new game of depth "full" begins, all its cards laid out."""
        operator = self.operator()
        assert operator.now("new", players=PLAYERS, start="yellow", depth="full")["type"] == "done"
        assert operator.now("laid-out")["type"] == "done"
        operator.leave()


@contextmanager
def rig(folder: Path, pin: str = "", simulated: bool = True) -> Iterator[Rig]:
    """A table of three players, depth "referee"."""
    with BenchTable(folder, PLAYERS) as table:
        yield Rig(table, folder, pin, simulated)
