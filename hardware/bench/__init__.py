"""The simulated table: reader chips, tags, radio and wires, behind stand-ins for spidev and RPi.GPIO."""

from hardware.bench.bench import Bench
from hardware.bench.clock import PacedClock, VirtualClock

__all__ = ["Bench", "PacedClock", "VirtualClock"]
