"""The whole first set-up by its command: a person does what is asked, and the table that comes of it runs."""

import re
from contextlib import closing
from pathlib import Path

import pytest

from firmware_bridge.cli import main
from firmware_bridge.commands import setup
from firmware_bridge.config import Buttons, Display, load
from firmware_bridge.lamps import Tracks
from firmware_bridge.light_config import Adalight
from firmware_bridge.places import Places
from firmware_bridge.running import RunningTable
from firmware_bridge.simulation.people import token_uid
from hardware.bench import Bench
from hardware.bench.far_ends import FarEnds

PADS = {"BUILD 1": 3, "BUILD 2": 1, "DEVELOP 1": 0, "DEVELOP 2": 2}
"""Which reader lies under which space: four spaces suffice for a table of two areas."""
BUTTONS = {"left": 22, "right": 23, "ok": 24}
PLAYERS = ("yellow", "green", "brown")
LOOKS = 4
"""Polls after which a hand has done what was asked for."""
DOWN, UP = 0, 1


class Person:
    """Does with one token, the buttons, and then with the players' tokens whatever is asked, a little later."""

    def __init__(self, bench: Bench, far: FarEnds) -> None:
        self._bench, self._far = bench, far
        self._wanted = ""
        self._polls = 0
        self._pin: int | None = None
        self._numbers = dict.fromkeys(PLAYERS, 0)
        self.said: list[str] = []

    def say(self, words: str) -> None:
        self.said.append(words)
        if self._pin is not None:
            self._bench.gpio.drive(self._pin, UP)
            self._pin = None
        place = re.search(r"lay it on ([A-Z]+ \d)", words)
        button = re.match(r"Press the button for (?:the next )?(\w+)", words)
        token = re.match(r"([A-Z]+): lay token (\d)", words)
        if place or button:
            self._wanted, self._polls = (place or button)[1], 0  # type: ignore[index]
        elif token:
            player, number = token[1].lower(), int(token[2])
            self._bench.place(token_uid(PLAYERS.index(player), number - 1), 0)
        elif "may be taken off" in words:
            for uid in self._bench.lying_on(0):
                self._bench.lift(uid)

    def ask(self, question: str) -> str:
        self.said.append(question)
        self._far.step(self._bench.clock.now())
        if "clockwise" in question:
            return " ".join(PLAYERS)
        word = re.search(r'say "([^"]*)"', question)
        if word:
            shown = "".join(self._far.lines())
            return "y" if shown.startswith(word[1]) and shown.endswith("end") else "n"
        if "white" in question:
            return "y" if set(self._far.leds()) == {(60, 60, 60)} else "n"
        return "y"

    def skips(self) -> bool:
        self._polls += 1
        spare = token_uid(4, 0)
        if self._wanted in PADS:
            if self._polls == 1:
                for pad in range(len(PADS)):
                    if spare in self._bench.lying_on(pad):
                        self._bench.lift(spare)
            elif self._polls == LOOKS:
                self._bench.place(spare, PADS[self._wanted])
        elif self._wanted in BUTTONS:
            if self._polls == LOOKS:
                self._pin = BUTTONS[self._wanted]
                self._bench.gpio.drive(self._pin, DOWN)
        else:
            for pad in range(len(PADS)):
                if spare in self._bench.lying_on(pad):
                    self._bench.lift(spare)
            return True
        return False


def test_a_person_who_does_as_told_ends_with_a_table_that_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(FarEnds(Tracks().count)) as far, Bench(len(PADS), tag_startup=0.005) as bench:
        display, lights = far.screen_wire.path, far.strip_wire.path
        person = Person(bench, far)
        monkeypatch.setattr(setup, "RealClock", lambda: bench.clock)
        monkeypatch.setattr(setup, "Terminal", lambda: person)
        monkeypatch.setattr(setup, "serial_ports", lambda root: [display, lights])
        monkeypatch.setattr(setup, "input_devices", lambda root: [])
        state = tmp_path / "state"
        assert main(["setup", "--state", str(state), "--lang", "cs"]) == 0
        config = load(state / "table.toml")
        assert {reader.reads: reader.device for reader in config.reader} == {
            "build:1": 3, "build:2": 1, "develop:1": 0, "develop:2": 2,
        }  # fmt: skip
        assert (config.game.players, config.game.language) == (list(PLAYERS), "cs")
        assert config.display == Display(driver="vt100", port=display)
        assert config.light_strings == [Adalight(port=lights)]
        assert config.buttons == Buttons(left=22, right=23, ok=24)
        assert "9 tokens enrolled; every player has all." in person.said  # three players have three each (SETUP-1)
        places = Places(state, state)
        with RunningTable(
            config, state / "table.toml", places, bench.clock, False, lambda *_: None, lambda _: None, lambda _: None
        ) as table:
            table.add(far)
            table.run_for(3.0)
            assert far.lines()[0].split() == ["Kolo", "1/9", "ŽLUTÝ"]  # round, and yellow; three play nine rounds
            bench.place(token_uid(PLAYERS.index("yellow"), 0), PADS["BUILD 1"])
            table.run_for(2.0)
            assert table.parts.worker.session.game.in_turn == "green"
