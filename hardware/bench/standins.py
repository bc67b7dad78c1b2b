"""Puts the stand-ins for spidev and RPi.GPIO where programs import them from, and takes them away again.

The module objects are made once and stay the same: the mfrc522 package keeps the ones that it imported first. Only what
answers behind them changes (`backing`).
"""

import sys
import time
from collections.abc import Callable
from types import ModuleType

from hardware.bench import backing, gpio, spi
from hardware.errors import BenchError


def _module(name: str, doc: str, face: ModuleType) -> ModuleType:
    module = ModuleType(name, doc)
    for public in face.__all__:
        setattr(module, public, getattr(face, public))
    return module


SPIDEV = _module("spidev", "Stand-in for the spidev package, on the simulated table.", spi)
RPI_GPIO = _module("RPi.GPIO", "Stand-in for the RPi.GPIO package, on the simulated table.", gpio)
RPI = ModuleType("RPi", "Stand-in for the package that holds RPi.GPIO.")
RPI.__path__ = []
vars(RPI)["GPIO"] = RPI_GPIO

_SLEEP = time.sleep
_STAND_INS = {"spidev": SPIDEV, "RPi": RPI, "RPi.GPIO": RPI_GPIO}


class Installed:
    """The stand-ins in place, with `table` behind them; `remove` puts back what was there before.

    sleep: takes the place of `time.sleep`, if given. Raises BenchError when a table is in place already, and when
    drivers have imported the real modules before.
    """

    def __init__(self, table: backing.Backing, sleep: Callable[[float], None] | None = None) -> None:
        if backing.current() is not None:
            raise BenchError("a simulated table is in place already: leave its `with` block before entering another")
        _refuse_real_modules()
        self._before = {name: sys.modules.get(name) for name in _STAND_INS}
        sys.modules.update(_STAND_INS)
        backing.put(table)
        table.watch(gpio.edge_seen)
        self._table = table
        if sleep is not None:
            vars(time)["sleep"] = sleep

    def remove(self) -> None:
        """Put everything back; from here on opening a device fails as it does on a desktop."""
        vars(time)["sleep"] = _SLEEP
        self._table.watch(None)
        gpio.forget()
        backing.put(None)
        for name, module in self._before.items():
            if module is None:
                sys.modules.pop(name, None)
            else:
                sys.modules[name] = module


def _refuse_real_modules() -> None:
    """Whoever holds the real module, on a Pi, would go on speaking to the real wires, and nobody would see why."""
    for name, module in list(sys.modules.items()):
        held = vars(module).get("spidev") if isinstance(module, ModuleType) else None
        if isinstance(held, ModuleType) and held is not SPIDEV:
            raise BenchError(f"{name} has the real spidev: enter the simulated table first, and import {name} then")
