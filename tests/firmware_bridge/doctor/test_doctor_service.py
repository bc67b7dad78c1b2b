"""The doctor at a service that runs: it opens nothing, and asks what the service has heard, and how well."""

import json
import os
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from firmware_bridge.doctor.finding import Verdict
from firmware_bridge.doctor.machine import RPI_LGPIO, Machine
from firmware_bridge.doctor.whole_table import examine
from firmware_bridge.lamps import Tracks
from firmware_bridge.places import Places
from firmware_bridge.simulation.bench_table import BenchTable
from firmware_bridge.simulation.people import token_uid
from firmware_bridge.table_commands import handle
from hardware.bench import Bench
from hardware.bench.hands import Hands
from hardware.bench.process import WorldProcess

from ..services import Service, era_table, until
from ..wire_games.wired_tables import GAME, config_of, reader
from .test_machine import space


def test_a_running_service_measures_how_well_its_tags_are_heard_when_it_is_asked(tmp_path: Path) -> None:
    with BenchTable(tmp_path / "state", ("yellow", "green", "brown", "orange")) as table:
        table.lay("yellow", "build")
        table.run(2.0)
        request: dict[str, Any] = {"command": "doctor"}
        assert handle(table.table.parts, request)["measuring"] is False
        answer = handle(table.table.parts, request | {"measure": True})
        assert answer["measuring"] is True
        assert not any("to spare" in each["what"] for each in answer["findings"])
        table.run(10.0)
        answer = handle(table.table.parts, request)
        assert answer["measuring"] is False
        # 33 dB less 18, which is the chip's least gain.
        heard = {each["part"]: each["what"] for each in answer["findings"] if "to spare" in each["what"]}
        assert list(heard) == ["reader build:1"]
        assert heard["reader build:1"].endswith("; its tag is heard with 15 dB to spare")
        table.lift("yellow", "build")
        table.run(2.0)
        assert not any("to spare" in each["what"] for each in handle(table.table.parts, request)["findings"])


class Measuring:
    """A service that takes so many questions to measure, and the findings that it has then."""

    def __init__(self, questions: float) -> None:
        self._questions = questions
        self.asked: list[dict[str, Any]] = []

    def __call__(self, request: dict[str, Any]) -> dict[str, Any]:
        self.asked.append(request)
        measuring = len(self.asked) <= self._questions
        return {"process": os.getpid(), "simulated": False, "findings": [], "measuring": measuring}


def test_a_service_that_measures_is_waited_for_but_not_for_ever(tmp_path: Path) -> None:
    _, path = config_of(tmp_path, GAME + reader(0, 0, "build"))
    places = Places(tmp_path, tmp_path)
    machine = Machine(tmp_path, 0.0, 64, frozenset({RPI_LGPIO}), 0, frozenset(), lambda _: space(4 << 30))
    with Bench(1) as bench:
        service = Measuring(3)
        findings = examine(machine, path, places, service, nullcontext, bench.clock)
        assert service.asked == [{"command": "doctor", "measure": True}, *[{"command": "doctor"}] * 3]
        assert "margins" not in [each.part for each in findings]
        findings = examine(machine, path, places, Measuring(float("inf")), nullcontext, bench.clock)
        (margins,) = [each for each in findings if each.part == "margins"]
        assert margins.verdict is Verdict.NOTE


def test_through_a_running_service(tmp_path: Path) -> None:
    """Nothing is opened: what the service has heard of late is told."""
    folder = tmp_path / "state"
    with (
        WorldProcess(tmp_path / "world", leds=Tracks().count) as world,
        Hands(world.path) as hands,
        Service("--world", world.path, "--state", folder) as service,
    ):
        service.until_told("begun")
        hands.unplug(2)
        hands.place(token_uid(0, 0), 0)
        hands.pull_port("display")

        def told() -> dict[str, dict[str, str]]:
            done = era_table("doctor", "--json", "--state", folder, "--config", tmp_path / "none.toml")
            assert done.returncode == 1, done.stderr
            return {each["part"]: each for each in json.loads(done.stdout)}

        until(lambda: told().get("reader produce:1", {}).get("verdict") == "bad", "the reader is missed")
        until(lambda: told()["display"]["verdict"] == "bad", "the display is missed")
        parts = told()
        assert parts["service"]["what"] == f"runs as process {service.process.pid}"
        assert "does not answer" in parts["reader produce:1"]["what"]
        assert parts["reader build:1"]["verdict"] == "well"
        assert parts["lights"]["verdict"] == "well"
        assert parts["config"]["what"] == "a simulated table runs, which needs no file"
        assert parts["display"]["remedy"]
