"""The hands at a simulated table, as browsers move them: each deed as it comes to the world, and what is told of it."""

import queue
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any, cast

import msgspec
import pytest

from firmware_bridge.lamps import MINIMAL
from firmware_bridge.simulation.people import tokens_of
from firmware_bridge.web import hands as hands_module
from firmware_bridge.web.hands import WebHands
from firmware_bridge.web.hub import Client, Hub
from firmware_bridge.web.messages import BenchAsked, decode
from hardware.bench.hands import Hands
from hardware.clock import RealClock

TOKENS = tokens_of(("yellow", "green"), 2)
YELLOW = [uid.hex() for uid in TOKENS["yellow"]]
WAIT_S = 10.0


class KeptHub(Hub):
    """Keeps what is sent."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: queue.Queue[tuple[Client, dict[str, Any]]] = queue.Queue()

    def post(self, clients: Iterable[Client], kind: str, message: bytes) -> None:
        for client in clients:
            self.sent.put((client, msgspec.json.decode(message)))


class KeptWorld:
    """Stands for the world: a bench's tags, and what was done to pins and plugs."""

    def __init__(self) -> None:
        self.pads: dict[bytes, int] = {}
        self.done: list[tuple[Any, ...]] = []

    def place(self, uid: bytes, reader: int) -> None:
        self.pads[uid] = reader

    def lift(self, uid: bytes) -> None:
        del self.pads[uid]

    def lying(self) -> tuple[tuple[bytes, ...], ...]:
        return tuple(tuple(uid for uid, on in self.pads.items() if on == reader) for reader in range(12))

    def lines(self) -> tuple[str, ...]:
        return ("Round 1/9 YELLOW    ", "lay a token         ")

    def leds(self) -> tuple[tuple[int, int, int], ...]:
        return ((255, 16, 0),)

    def __getattr__(self, name: str) -> Callable[..., None]:
        if not hasattr(Hands, name):
            raise AttributeError(name)
        return lambda *arguments: self.done.append((name, *arguments))


class Player:
    """A browser, the hands and the world."""

    def __init__(self, world: KeptWorld, hub: KeptHub, hands: WebHands) -> None:
        self.world, self.hub, self.hands = world, hub, hands
        self.client = Client("127.0.0.1", local=True)

    def say(self, **fields: Any) -> dict[str, Any]:
        """The answer to a deed."""
        asked = decode(msgspec.json.encode({"id": 5, **fields}))
        assert isinstance(asked, BenchAsked)
        self.hands.ask(self.client, "en", asked)
        return self.until(lambda message: message["type"] != "far")

    def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        while True:
            client, message = self.hub.sent.get(timeout=WAIT_S)
            assert client is self.client
            if wanted(message):
                return message


@pytest.fixture
def player(monkeypatch: pytest.MonkeyPatch) -> Iterator[Player]:
    monkeypatch.setattr(hands_module, "LOOK_S", 0.01)
    monkeypatch.setattr(hands_module, "PRESS_S", 0.02)
    world, hub = KeptWorld(), KeptHub()
    with WebHands(cast(Hands, world), TOKENS, MINIMAL, hub, RealClock()) as hands:
        yield Player(world, hub, hands)


def test_tokens_are_laid_moved_and_lifted(player: Player) -> None:
    first, second = TOKENS["yellow"]
    assert player.say(do="bench.lay", player="yellow", place="build:1") == {"type": "done", "id": 5}
    assert player.say(do="bench.lay", player="yellow", place="develop:2")["type"] == "done"
    assert player.world.pads == {first: 0, second: 11}  # in board order, two an area
    no_more = player.say(do="bench.lay", player="yellow", place="buy:1")
    assert (no_more["type"], no_more["id"], no_more["why"]) == ("refused", 5, "There is no such token to be moved.")
    assert player.say(do="bench.lay", tag=YELLOW[0].upper(), place="buy:1")["type"] == "done"
    assert player.world.pads == {first: 4, second: 11}
    assert player.say(do="bench.lift", tag=YELLOW[0])["type"] == "done"
    assert player.world.pads == {second: 11}


def test_nobody_makes_tags_or_places_up(player: Player) -> None:
    assert player.say(do="bench.lay", tag="d3b07384", place="build:1")["type"] == "done"  # the key that is no token
    for fields in (
        {"do": "bench.lay", "tag": "00112233", "place": "build:1"},
        {"do": "bench.lay", "player": "purple", "place": "build:1"},
        {"do": "bench.lay", "place": "build:1"},
        {"do": "bench.lay", "player": "yellow", "place": "nowhere"},
        {"do": "bench.unplug", "reader": 12},
        {"do": "bench.plug", "reader": -1},
    ):
        assert player.say(**fields)["type"] == "refused", fields
    assert list(player.world.pads.values()) == [0]


def test_plugs_noise_and_buttons(player: Player) -> None:
    for fields in (
        {"do": "bench.unplug", "reader": 3},
        {"do": "bench.plug", "reader": 3},
        {"do": "bench.pull", "what": "lights"},
        {"do": "bench.plug-in", "what": "lights"},
        {"do": "bench.noise", "on": True},
        {"do": "bench.noise", "on": False},
        {"do": "bench.press", "button": "right"},
    ):
        assert player.say(**fields)["type"] == "done", fields
    assert player.world.done == [
        ("unplug", 3), ("plug", 3), ("pull_port", "lights"), ("plug_port", "lights"), ("noise", 0.3, 0.15),
        ("noise", 0.0, 0.0), ("drive_pin", 23, 0), ("drive_pin", 23, 1),
    ]  # fmt: skip


def test_a_button_is_down_from_down_to_up_and_comes_up_when_its_browser_goes(player: Player) -> None:
    since = time.monotonic()
    player.say(do="bench.press", button="left", down=True)
    assert time.monotonic() - since >= 0.02  # PRESS_S: an up that comes at once is seen, too
    assert player.world.done == [("drive_pin", 22, 0)]
    player.say(do="bench.press", button="left", down=False)
    assert player.world.done == [("drive_pin", 22, 0), ("drive_pin", 22, 1)]
    player.say(do="bench.press", button="ok", down=True)
    time.sleep(0.1)
    assert player.world.done[2:] == [("drive_pin", 24, 0)]
    player.client.gone = True
    end = time.monotonic() + WAIT_S
    while len(player.world.done) < 4 and time.monotonic() < end:
        time.sleep(0.01)
    assert player.world.done[2:] == [("drive_pin", 24, 0), ("drive_pin", 24, 1)]


def test_who_watches_is_told_what_is_new_and_nobody_else_anything(player: Player) -> None:
    player.say(do="bench.lay", player="green", place="build:2")
    time.sleep(0.1)
    assert player.hub.sent.empty()
    player.hands.watched_by([player.client])
    far = player.until(lambda message: message["type"] == "far")
    assert far["display"] == {"columns": 20, "rows": 2, "lines": list(player.world.lines())}
    assert far["leds"]["colours"] == ["#ff1000"]
    assert far["table"] == [{"tag": TOKENS["green"][0].hex(), "place": "build:2", "player": "green"}]
    assert far["noise"] is False
    time.sleep(0.1)
    assert player.hub.sent.empty()  # nothing changed
    player.say(do="bench.noise", on=True)
    told = player.until(lambda message: message["type"] == "far")
    assert told["noise"] is True
    player.hands.watched_by([])
    time.sleep(0.1)
    player.hands.watched_by([player.client])
    assert player.until(lambda message: message["type"] == "far") == told  # who comes anew has it at once


def test_a_world_that_has_gone_ends_the_hands_and_nothing_else(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone() -> tuple[str, ...]:
        raise OSError(19, "No such device")

    monkeypatch.setattr(player.world, "lines", gone)
    player.hands.watched_by([player.client])
    player.hands._thread.join(WAIT_S)
    assert not player.hands._thread.is_alive()
