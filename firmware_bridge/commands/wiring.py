"""era-table wiring: which pin of the Pi goes where, as a table, as a drawing, and as a device-tree overlay."""

import argparse
import json
from pathlib import Path
from typing import Any

from ..config import load
from ..errors import PlaceError
from ..wiring.drawing import drawing
from ..wiring.overlay import overlay_source
from ..wiring.pins import PINS, Wiring, wiring
from .common import add_config, add_json


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Describe the arguments."""
    command = commands.add_parser("wiring", help="which pin of the Pi goes where")
    add_config(command)
    command.add_argument("--svg", type=Path, metavar="FILE", help="draw the wiring, too")
    command.add_argument("--dts", type=Path, metavar="FILE", help="write the source of the device-tree overlay, too")
    add_json(command)
    command.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    """Work it out, say it, and draw it if asked."""
    planned = wiring(load(asked.config), asked.config)
    if asked.svg is not None:
        _write(asked.svg, drawing(planned))
    if asked.dts is not None:
        _write(asked.dts, overlay_source())
    print(json.dumps(as_values(planned)) if asked.json else as_words(planned))
    return 0


def as_values(planned: Wiring) -> dict[str, Any]:
    """The wiring as values of JSON; `gpio` is the BCM number, `header` the pin of the 40-pin header."""
    return {
        "pins": [
            {
                "gpio": gpio,
                "header": wires[0].header,
                "signal": wires[0].signal,
                "purpose": wires[0].purpose.value,
                "to": [{"module": wire.module, "pin": wire.pin} for wire in wires if wire.module],
            }
            for gpio, wires in planned.by_gpio.items()
        ],
        "taken": len(planned.taken),
        "of": PINS,
        "free": list(planned.free),
        "config_txt": list(planned.settings),
        "hints": list(planned.hints),
    }


def as_words(planned: Wiring) -> str:
    """The wiring for people: a line for each pin in the order of the GPIOs, then what is left and what else to do."""
    lines = [f"{'GPIO':>4} {'pin':>3}  {'signal':<36} goes to"]
    for gpio, wires in planned.by_gpio.items():
        ends = [wire for wire in wires if wire.module]
        pins = sorted({wire.pin for wire in ends})
        to = f"{' '.join(pins)} of {', '.join(wire.module for wire in ends)}" if ends else "(taken)"
        lines.append(f"{gpio:>4} {wires[0].header:>3}  {wires[0].signal:<36} {to}")
    free = ", ".join(f"GPIO{gpio}" for gpio in planned.free) or "none"
    lines += ["", f"{len(planned.taken)} of {PINS} pins are taken; free: {free}", "in config.txt of the Pi:"]
    lines += [f"  {setting}" for setting in planned.settings]
    lines += [f"- {hint}" for hint in planned.hints]
    return "\n".join(lines)


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise PlaceError(f"{path} can't be written: {error.strerror}: name another file") from error
