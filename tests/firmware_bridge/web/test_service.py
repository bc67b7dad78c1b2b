"""The service as it runs, in processes of its own: tokens dragged in a browser, a kill, and the same links after it."""

import json
import os
import re
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from firmware_bridge.lamps import Tracks
from hardware.bench.process import WorldProcess

PATIENCE_S = 60.0
"""Real seconds that something may take on a machine however busy."""


class Page:
    """A browser's socket."""

    def __init__(self, wire: ClientConnection) -> None:
        self._wire = wire
        self._ids = 0
        self.newest: dict[str, dict[str, Any]] = {}

    def until(self, kind: str, **fields: Any) -> dict[str, Any]:
        """The next message of that kind that says so."""
        end = time.monotonic() + PATIENCE_S
        while True:
            message: dict[str, Any] = json.loads(self._wire.recv(max(0.0, end - time.monotonic())))
            self.newest[message["type"]] = message
            if message["type"] == kind and all(message[name] == value for name, value in fields.items()):
                return message

    def say(self, do: str, **fields: Any) -> dict[str, Any]:
        """The answer."""
        self._ids += 1
        self._wire.send(json.dumps({"do": do, "id": self._ids, **fields}))
        return self.until("done", id=self._ids)

    def state_with(self, name: str, value: Any) -> dict[str, Any]:
        """The state once that is so; it may have come already."""
        state = self.newest.get("state")
        return state if state is not None and state[name] == value else self.until("state", **{name: value})


@contextmanager
def page(address: str, **hello: Any) -> Iterator[Page]:
    with connect(address.replace("http", "ws") + "/ws", origin=None, proxy=None, max_size=None) as wire:
        made = Page(wire)
        made.say("hello", **hello)
        yield made


@contextmanager
def service(world: Path, state: Path) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """The process, and where its pages are."""
    process = subprocess.Popen(
        [sys.executable, "-m", "firmware_bridge", "run", "--world", world, "--state", state, "--web", "0", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    try:
        told = (json.loads(line) for line in process.stdout)
        yield process, next(values["address"] for values in told if values["event"] == "web")
    finally:
        process.kill()
        process.communicate()


def test_a_table_in_the_browser_and_its_links_outlive_a_killed_service(tmp_path: Path) -> None:
    state = tmp_path / "state"
    with WorldProcess(tmp_path / "world", leds=Tracks().count) as world:
        with service(world.path, state) as (process, address):
            assert re.fullmatch(r"http://127\.0\.0\.1:\d+", address)
            assert stat.S_IMODE((state / "web.key").stat().st_mode) == 0o600
            with page(address, far=True) as operator:
                links = {seat["player"]: seat["path"].rpartition("/")[2] for seat in operator.until("seats")["seats"]}
                assert operator.newest["welcome"]["role"] == "operator"
                # A token that is dragged goes through antenna, chip, presence and referee as a real one does.
                with page(address, seat=links["yellow"]) as phone:
                    phone.say("bench.lay", player="yellow", place="build:2")
                    assert phone.state_with("in_turn", "green")["news"] == "yellow: build"
                far = operator.until("far")
                while not far["table"]:
                    far = operator.until("far")
                assert [(tag["place"], tag["player"]) for tag in far["table"]] == [("build:2", "yellow")]
                assert far["display"]["columns"] == 20
                assert [track["count"] for track in far["leds"]["tracks"]] == [12, 5, 10]
                assert len(far["leds"]["colours"]) == 27
                # A token out of turn is a problem, and mended by lifting it.
                operator.say("bench.lay", player="yellow", place="buy:1")
                wrong = operator.until("state")
                while not wrong["problems"]:
                    wrong = operator.until("state")
                assert wrong["problems"][0]["clause"] == "PLACE-1"
                tag = next(each["tag"] for each in wrong["lying"] if each["place"] == "buy:1")
                operator.say("bench.lift", tag=tag)
                operator.state_with("problems", [])
                operator.say("bench.unplug", reader=11)
                hardware = operator.until("hardware")
                while hardware["readers"][11]["state"] == "well":
                    hardware = operator.until("hardware")
                assert [each["reads"] for each in hardware["readers"] if each["state"] != "well"] == ["develop:2"]
                process.send_signal(signal.SIGKILL)
                process.wait()
                with pytest.raises(ConnectionClosed):
                    operator.until("nothing")
        with service(world.path, state) as (process, address):
            with page(address, seat=links["yellow"]) as phone, page(address, seat=links["green"]) as other:
                assert (phone.newest["welcome"]["seat"], other.newest["welcome"]["seat"]) == ("yellow", "green")
                other.say("bench.lay", player="green", place="build:1")
                looks = [space["player"] for space in other.state_with("in_turn", "brown")["spaces"]]
                assert looks[:2] == ["green", "yellow"]  # on build, where each was laid
                process.terminate()
                with pytest.raises(ConnectionClosed) as closed:
                    phone.until("nothing")
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 1012
            assert process.wait(PATIENCE_S) == 0


def test_nothing_of_the_web_is_imported_where_nobody_asks_for_it() -> None:
    code = (
        "import sys\n"
        "import firmware_bridge.running\n"
        "from firmware_bridge.cli import parser\n"
        "parser()\n"  # imports every command
        "names = ('starlette', 'uvicorn', 'websockets', 'segno', 'asyncio', 'firmware_bridge.web.')\n"
        "print([name for name in sys.modules if name.startswith(names)])"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout == "[]\n"


@pytest.fixture
def short_folder() -> Iterator[Path]:
    """A folder in which a socket has room for its name: `sun_path` has 108 bytes (unix(7))."""
    with TemporaryDirectory(prefix="era-") as folder:
        yield Path(folder)


def test_the_demo_is_a_whole_game_to_be_played_on_and_leaves_nothing_behind(short_folder: Path) -> None:
    demo = subprocess.Popen(
        [sys.executable, "-m", "firmware_bridge", "demo", "--web", "0", "--lang", "cs"],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"TMPDIR": str(short_folder)},
    )
    assert demo.stdout is not None
    try:
        said = re.compile(r"Open (http://127\.0\.0\.1:\d+) in a browser\. Ctrl-C ends it\.\n")
        found = (said.fullmatch(line) for line in demo.stdout)
        address = next(match[1] for match in found if match is not None)
        with page(address) as visitor:
            assert (visitor.newest["welcome"]["role"], visitor.newest["welcome"]["language"]) == ("operator", "cs")
            told = visitor.until("state") if "state" not in visitor.newest else visitor.newest["state"]
            assert (told["depth"], told["dealing"], len(told["players"])) == ("full", "virtual", 3)
        demo.send_signal(signal.SIGINT)
        assert demo.wait(PATIENCE_S) == 0
        assert list(short_folder.iterdir()) == []
    finally:
        demo.kill()
        demo.communicate()
