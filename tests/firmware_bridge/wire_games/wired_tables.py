"""table.toml files for the tests of the wiring, as TOML and read."""

from pathlib import Path

from firmware_bridge.config import TableConfig, load
from firmware_bridge.simulation.people import PLACES

GAME = '[game]\nplayers = ["yellow", "green", "brown"]\n'
UART_DISPLAY = '[display]\ndriver = "vt100"\nport = "/dev/serial0"\n'
REGISTERS = '[lights]\ndriver = "hc595"\ndata = 22\nclock = 23\nlatch = 24\n'


def reader(bus: int, device: int, reads: str, more: str = "") -> str:
    return f'[[reader]]\nbus = {bus}\ndevice = {device}\nreads = "{reads}"\n{more}\n'


def twelve(more: str = "") -> str:
    """Six readers on each bus, one for each space in board order."""
    return "".join(reader(number // 6, number % 6, place, more) for number, place in enumerate(PLACES))


FULL = GAME + twelve("reset_pin = 25") + UART_DISPLAY + REGISTERS + "[buttons]\nlanguage = 3\n"
"""Everything that fits: 12 selects, 6 for SPI, 2 of the EEPROM, reset, 2 serial, 3 for lights, 1 button: 27 pins."""


def config_of(folder: Path, text: str) -> tuple[TableConfig, Path]:
    path = folder / "table.toml"
    path.write_text(text, encoding="utf-8")
    return load(path), path
