"""A running service whose display and lights are not there: it says so once, the game goes on, they come up right."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_bridge.control import ask
from firmware_bridge.lamps import DARK, Tracks
from firmware_bridge.simulation.people import PLACES, token_uid
from hardware.bench.hands import Hands
from hardware.bench.process import WorldProcess

from .services import Service, until


@pytest.fixture
def world(tmp_path: Path) -> Iterator[WorldProcess]:
    with WorldProcess(tmp_path / "world", leds=Tracks().count) as world:
        yield world


def test_without_display_and_lights_the_game_goes_on_and_both_come_up_right(
    world: WorldProcess, tmp_path: Path
) -> None:
    with Hands(world.path) as hands:
        hands.pull_port("display")
        hands.pull_port("lights")
        with Service("--world", world.path, "--state", tmp_path) as service:
            service.until_told("begun")
            until(lambda: ask(tmp_path / "control.socket", {"command": "state"})["known"], "the table is known")
            hands.place(token_uid(0, 0), PLACES.index("build:1"))   # yellow, who begins
            service.until_told("move")
            assert not any(line.strip() for line in hands.lines())
            assert set(hands.leds()) == {DARK}
            hands.plug_port("display")
            hands.plug_port("lights")
            until(lambda: "GREEN" in hands.lines()[0], "the right screen")
            until(lambda: hands.leds()[Tracks().players + 1] != DARK, "the lamp of the player in turn")
            assert hands.faults() == []
            assert service.stop() == 0
            missing = "is not there: plug it in, and look in /dev/serial/by-id for the name it has"
            said = service.log.splitlines()
            assert [line for line in said if line.startswith("display")] == [
                f"display: {world.display}: {missing}", f"display: {world.display} is back"
            ]  # fmt: skip
            assert [line for line in said if line.startswith("lights")] == [
                f"lights: {world.lights}: {missing}", f"lights: {world.lights} is back"
            ]  # fmt: skip
