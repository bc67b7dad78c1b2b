"""A service on the file of a real table, its wires the bench's: SIGHUP reads the file again, SIGTERM ends it."""

import re
import signal
import subprocess
import sys
import time
from pathlib import Path

from firmware_bridge.config import Buttons, Display, Reader
from firmware_bridge.lamps import Tracks
from firmware_bridge.light_config import Adalight
from firmware_bridge.setup.table_file import table_text
from firmware_bridge.simulation.people import PLACES
from hardware.bench.hands import Hands
from hardware.bench.process import WorldProcess

from .manager import Manager
from .services import ENVIRONMENT, PLAYERS, until

ON_THE_BENCH = """
import sys
from firmware_bridge.cli import main
from hardware.bench.remote import RemoteBench
with RemoteBench(sys.argv[1]):
    sys.exit(main(sys.argv[2:]))
"""
"""`era-table` in a process in which the stand-ins for spidev and RPi.GPIO stand before the command begins."""


def test_sighup_reads_the_file_again_and_a_bad_one_changes_nothing(tmp_path: Path) -> None:
    path, log = tmp_path / "table.toml", tmp_path / "log"
    readers = [Reader(bus=number // 6, device=number % 6, reads=place) for number, place in enumerate(PLACES)]
    with (
        Manager(tmp_path) as manager,
        WorldProcess(tmp_path / "world", leds=Tracks().count) as world,
        Hands(world.path) as hands,
        log.open("w") as errors,
    ):
        display, lights = Display(driver="vt100", port=world.display), Adalight(port=world.lights)
        english = table_text(PLAYERS, "en", readers, display, lights, Buttons())
        path.write_text(english)
        service = subprocess.Popen(
            [sys.executable, "-c", ON_THE_BENCH, world.path, "run", "--config", path, "--state", tmp_path / "state"],
            env=ENVIRONMENT | manager.environment,
            stdin=subprocess.DEVNULL,
            stderr=errors,
        )
        try:
            manager.until("READY=1")
            until(lambda: hands.lines()[0].startswith("Round"), "the first screen")

            path.write_text(english.replace('"en"', '"cs"').replace('"orange"', '"purple"'))
            service.send_signal(signal.SIGHUP)
            until(lambda: hands.lines()[0].startswith("Kolo"), "a screen in Czech")
            manager.hear(0.1)
            told = [line.partition("\n")[0] for line in manager.told if not line.startswith("WATCHDOG")]
            assert told == ["READY=1", "RELOADING=1", "READY=1"]
            # sd_notify(3): a reload says when it began, in microseconds of the monotonic clock.
            assert any(re.fullmatch(r"RELOADING=1\nMONOTONIC_USEC=\d+", line) for line in manager.told)
            words = "the language changed. What it says of game counts from the next start."
            until(lambda: words in log.read_text(), "the log says so")

            path.write_text("[[reader]]\n")
            service.send_signal(signal.SIGHUP)
            until(lambda: "The table goes on as it was" in log.read_text(), "the mistake is told")
            assert hands.lines()[0].startswith("Kolo")

            began = time.monotonic()
            service.terminate()
            assert service.wait(20) == 0
            assert time.monotonic() - began < 2.0
        finally:
            service.kill()
            service.wait()
