"""Somebody switches the table off by its buttons: it ends in order, with the status that the unit acts upon."""

import re
import subprocess
import time
from functools import partial
from pathlib import Path

from firmware_bridge.commands.run import POWER_OFF
from firmware_bridge.lamps import DARK, Tracks
from firmware_bridge.simulation.bench_table import PINS
from hardware.bench.hands import Hands
from hardware.bench.process import WorldProcess
from tests.firmware_bridge.services import Service, until

UNIT = Path(__file__).parents[2] / "systemd/era-table.service"
DOWN, UP = 0, 1
PRESS_S = 0.1
"""Longer than a bounce, shorter than a long press."""
STILL_S = 0.15
"""A display that says the same for so long is not just being written: a whole screen takes 0.11 s at 9600 baud."""
MOST_LINES = 20
"""Of a menu."""


def press(hands: Hands, name: str) -> None:
    hands.drive_pin(PINS[name], DOWN)
    time.sleep(PRESS_S)
    hands.drive_pin(PINS[name], UP)


def read(hands: Hands) -> tuple[str, ...]:
    """What stands still on the display."""
    lines: tuple[str, ...] = ()
    while lines != hands.lines():
        lines = hands.lines()
        time.sleep(STILL_S)
    return lines


def choose(hands: Hands, line: str) -> None:
    """Go along the menu until the cursor stands at that line, and press ok."""
    for _ in range(MOST_LINES):
        lines = read(hands)
        if any(shown.rstrip() == f"> {line}" for shown in lines):
            press(hands, "ok")
            return
        press(hands, "left")  # the line is the menu's last one
        until(partial(said_new, hands, lines), "an answer to the press")
    raise AssertionError(f"no line says {line!r}: {hands.lines()}")


def said_new(hands: Hands, before: tuple[str, ...]) -> bool:
    return hands.lines() != before


def test_whoever_chooses_to_switch_off_ends_the_service_with_a_status_of_its_own(tmp_path: Path) -> None:
    with (
        WorldProcess(tmp_path / "world", leds=Tracks().count) as world,
        Hands(world.path) as hands,
        Service("--world", world.path, "--state", tmp_path / "state") as service,
    ):
        service.until_told("begun")
        until(lambda: any(led != DARK for led in hands.leds()), "lights on")
        press(hands, "ok")
        until(lambda: hands.lines()[0].startswith("Menu"), "the menu")
        choose(hands, "switch off")
        until(lambda: any("Switch off?" in line for line in hands.lines()), "the question")
        assert service.process.poll() is None  # not before it is answered
        choose(hands, "yes")
        assert service.ended() == POWER_OFF == 10, service.log
        until(lambda: set(hands.leds()) == {DARK}, "lights out")


def test_the_unit_switches_the_computer_off_for_that_status_and_no_other() -> None:
    """The service itself may not: systemd does it for it, with full rights, and does not start the table anew."""
    unit = UNIT.read_text()
    assert f"SuccessExitStatus={POWER_OFF}\n" in unit
    assert "Restart=on-failure\n" in unit  # systemd.service(5): not after a status that is a success
    (command,) = re.findall(r"^ExecStopPost=\+/bin/sh -c '(.*)'$", unit, re.MULTILINE)
    script = command.replace("$$", "$").replace("systemctl", "echo systemctl")
    for status, said in ((POWER_OFF, "systemctl --no-block poweroff\n"), (0, ""), (2, ""), ("TERM", "")):
        done = subprocess.run(
            ["sh", "-c", script], env={"EXIT_STATUS": str(status)}, capture_output=True, text=True, check=False
        )
        assert (done.stdout, done.returncode) == (said, 0)
