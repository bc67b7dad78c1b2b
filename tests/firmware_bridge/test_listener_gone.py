"""Whoever reads the service's JSON lines may go: the table goes on for those who sit at it."""

import json
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from firmware_bridge.control import ask
from firmware_bridge.lamps import MINIMAL
from firmware_bridge.simulation.people import token_uid
from hardware.bench.hands import Hands
from hardware.bench.process import WorldProcess

from .services import ENVIRONMENT, PATIENCE_S, until


def test_a_table_whose_listener_has_gone_goes_on(tmp_path: Path) -> None:
    with (
        WorldProcess(tmp_path / "world", leds=sum(MINIMAL.values())) as world,
        Hands(world.path) as hands,
        tempfile.TemporaryFile("w+") as log,
        subprocess.Popen(
            [sys.executable, "-m", "firmware_bridge", "run", "--json", "--world", world.path, "--state", tmp_path],
            stdout=subprocess.PIPE,
            stderr=log,
            env=ENVIRONMENT,
        ) as service,
    ):
        try:
            assert service.stdout is not None
            assert json.loads(service.stdout.readline())["event"] == "begun"
            service.stdout.close()
            for colour, (player, place) in enumerate((("yellow", 0), ("green", 2))):  # one word too many, and one more
                hands.place(token_uid(colour, number=0), place)
                until(lambda player=player: player in board(tmp_path), f"{player}'s token counts")  # type: ignore[misc]
            service.send_signal(signal.SIGTERM)
            assert service.wait(PATIENCE_S) == 0
        finally:
            service.kill()
        log.seek(0)
        assert log.read().count("Whoever listened to the JSON lines has gone; the table goes on.") == 1


def board(state: Path) -> list[str]:
    """Whose tokens lie on the table in the game."""
    areas = ask(state / "control.socket", {"command": "state"})["board"].values()
    return [player for players in areas for player in players]
