"""Display and lights found at a first set-up: something is shown on each port in turn, a person says what is seen."""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import get_args

from hardware.clock import Clock
from hardware.displays.display import DisplayWorker, Screen
from hardware.lights.frame import Frame
from hardware.lights.lights import LightsWorker
from hardware.serial_port import PortEvent, SerialPort

from ..config import Display, DisplayKind
from ..lamps import Tracks
from ..light_config import Adalight
from ..service import Worker
from .pads import Person

SHOW_S = 3.0
"""How long a display or a controller gets to show what it is sent: an Arduino starts for two seconds."""
END = "end"
LIT = (60, 60, 60)
"""A white that no supply minds."""


def serial_ports(root: Path) -> list[str]:
    """The ports to try, by names that stay: those on USB, and the one on the header's pins. root: what stands for /."""
    by_id = sorted((root / "dev/serial/by-id").glob("*"))
    header = root / "dev/serial0"
    return [f"/{port.relative_to(root)}" for port in (*by_id, *([header] if header.exists() else []))]


def yes(person: Person, question: str) -> bool:
    """What the person answers: `y` or `n`, in words that begin so."""
    while True:
        said = person.ask(f"{question} (y/n)").lower()
        if said[:1] in ("y", "n"):
            return said[0] == "y"
        person.say("Answer y or n.")


def find_display(ports: Sequence[str], clock: Clock, person: Person) -> Display | None:
    """The port on which a word is read that was sent there, and the kind of display that it was sent for; else None."""
    for number, port in enumerate(ports, start=1):
        for kind in get_args(DisplayKind):
            display = Display(driver=kind, port=port)
            word = f"{kind} {number}"  # short enough for every size
            lost: list[PortEvent] = []
            worker = DisplayWorker(SerialPort(port, display.speed, lost.append), display.made())
            with closing(worker):
                # Letters come through in any display's language: where they stand shows whether it is the right one.
                blank = [""] * (worker.rows - 2)
                worker.show(Screen((word, *blank, END.rjust(worker.columns)), worker.columns, worker.rows))
                _step(worker, clock)
                if lost:
                    person.say(getattr(lost[0], "why", ""))
                    break
                if yes(person, f'Does a display say "{word}" at the upper left, "{END}" at the lower right, no more?'):
                    return display
    return None


def find_lights(ports: Sequence[str], clock: Clock, person: Person) -> Adalight | None:
    """The port on which LEDs light up; None if there is none. No LED controller says by itself what it is."""
    count = Tracks().count
    for port in ports:
        lights = Adalight(port=port)
        lost: list[PortEvent] = []
        worker = LightsWorker(SerialPort(port, lights.baud, lost.append), count, lights.settle_s)
        with closing(worker):
            worker.show(Frame.of([LIT] * count))
            _step(worker, clock)
            if lost:
                person.say(getattr(lost[0], "why", ""))
            elif yes(person, f"Are the lights at {port} white now?"):
                return lights
    return None


def _step(worker: Worker, clock: Clock) -> None:
    """Let a worker do what takes it some time."""
    end = clock.now() + SHOW_S
    while (now := clock.now()) < end:
        clock.sleep(min(worker.step(now), end) - now)
