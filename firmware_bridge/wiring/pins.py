"""Which pin of a Raspberry Pi goes where, worked out from table.toml; refused where the pins do not suffice.

The table of the buses stands here once: the pin table, the drawing and the device-tree overlay are made from it.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final

from ..config import TableConfig
from ..errors import WiringRefused
from ..light_config import Adalight, Hc595

HEADER: Final = (
    27, 28, 3, 5, 7, 29, 31, 26, 24, 21, 19, 23, 32, 33, 8, 10, 36, 11, 12, 35, 38, 40, 15, 16, 18, 22, 37, 13,
)  # fmt: skip
"""The pin of the 40-pin header on which GPIO 0, 1, ... 27 comes out (Raspberry Pi documentation, GPIO)."""
PINS: Final = len(HEADER)
"""How many GPIOs the header of a Pi has."""
ID_PINS: Final = {0: "ID_SD", 1: "ID_SC"}
"""Read at start to find a HAT's EEPROM: nothing else may hang there."""
UART_PINS: Final = {14: "TXD", 15: "RXD"}
UART_PORTS: Final = ("/dev/serial0", "/dev/ttyAMA0", "/dev/ttyS0")
"""Names of the serial port on the header; any other one is on USB and takes no pin."""
OVERLAY: Final = "era-table-spi"
MOST_ON_PLAIN_BUS: Final = 4
"""Readers beyond which clones that hold MISO want a buffer (hardware notes: 4 to 6 work on one plain bus)."""


@dataclass(frozen=True, slots=True)
class SpiBus:
    """GPIOs of one bus by BCM number.

    selects: those of device 0 to 5, of which the system's own overlays give the first `stock`. The others were chosen
    so that the serial port, I2C and six more pins stay free.
    """

    miso: int
    mosi: int
    sck: int
    selects: tuple[int, ...]
    stock: int

    @property
    def lines(self) -> dict[str, int]:
        """What all readers of the bus share."""
        return {"SCK": self.sck, "MOSI": self.mosi, "MISO": self.miso}


BUSES: Final = {
    0: SpiBus(miso=9, mosi=10, sck=11, selects=(8, 7, 5, 6, 4, 12), stock=2),
    1: SpiBus(miso=19, mosi=20, sck=21, selects=(18, 17, 16, 26, 13, 27), stock=3),
}


HC595_PINS: Final = {"data": "SER", "clock": "SRCLK", "latch": "RCLK", "enable": "OE"}
"""What the pins of a 74HC595 are called in its datasheet."""


class Purpose(Enum):
    """What a pin is needed for."""

    EEPROM = "the ID EEPROM"
    SPI = "SPI"
    SELECT = "chip selects"
    RESET = "resets"
    SERIAL = "the serial port"
    REGISTER = "shift registers"
    BUTTON = "buttons"


REMEDIES: Final = {
    Purpose.SERIAL: "a serial adapter on USB gives {} back",
    Purpose.REGISTER: "lights on a USB controller (adalight) give {} back",
    Purpose.RESET: "readers that are reset by command, without reset_pin, give {} back",
    Purpose.BUTTON: "buttons left out give {} back",
}
"""How the pins of a purpose can be saved, and how many."""


@dataclass(frozen=True, slots=True)
class Wire:
    """From a GPIO to a pin of a module.

    signal: what the Pi calls it, the same for all wires that may share the GPIO; module, pin: where it ends. Without a
    module the GPIO is taken and has no wire.
    """

    gpio: int
    purpose: Purpose
    signal: str
    module: str = ""
    pin: str = ""

    @property
    def header(self) -> int:
        """The pin of the 40-pin header."""
        return HEADER[self.gpio]


@dataclass(frozen=True, slots=True)
class Wiring:
    """All wires of a table; settings: lines for the Pi's config.txt; hints: what the builder should know."""

    wires: tuple[Wire, ...]
    settings: tuple[str, ...]
    hints: tuple[str, ...]

    @property
    def by_gpio(self) -> dict[int, list[Wire]]:
        """The wires of each GPIO that is taken, in the order of the GPIOs."""
        wires: dict[int, list[Wire]] = {}
        for wire in sorted(self.wires, key=lambda wire: wire.gpio):
            wires.setdefault(wire.gpio, []).append(wire)
        return wires

    @property
    def taken(self) -> tuple[int, ...]:
        """The GPIOs that are in use."""
        return tuple(self.by_gpio)

    @property
    def free(self) -> tuple[int, ...]:
        """The GPIOs that are left."""
        return tuple(gpio for gpio in range(PINS) if gpio not in self.taken)


def wiring(config: TableConfig, path: Path) -> Wiring:
    """The wires of the table in the file `path`.

    Raises WiringRefused where a reader hangs on a bus or select that a Pi does not have, where more pins are asked for
    than there are, or one pin twice; the message says which, by what, and how to get along.
    """
    for reader in config.reader:
        if reader.bus not in BUSES or reader.device >= len(BUSES[reader.bus].selects):
            raise WiringRefused(
                f"{path}: the reader of {reader.reads} hangs on bus {reader.bus}, device {reader.device}: the header "
                "of a Pi has bus 0 and bus 1, each with devices 0 to 5"
            )
    wires = tuple(_wires(config))
    _check(wires, path)
    return Wiring(wires, tuple(_settings(config)), tuple(_hints(config)))


def _wires(config: TableConfig) -> Iterator[Wire]:
    for gpio, signal in ID_PINS.items():
        yield Wire(gpio, Purpose.EEPROM, signal)
    yield from _bus_wires(config)
    for reader in config.reader:
        if reader.reset_pin is not None:
            yield Wire(reader.reset_pin, Purpose.RESET, "reset of readers", reader.reads, "RST")
    ports = [("display", config.display.port)] if config.display else []
    ports += [(_string(config, number), each.port) for number, each in enumerate(config.light_strings)
              if isinstance(each, Adalight)]  # fmt: skip
    for module, port in ports:
        if port in UART_PORTS:
            yield Wire(14, Purpose.SERIAL, f"UART TXD for the {module}", module, "RX")
            yield Wire(15, Purpose.SERIAL, f"UART RXD for the {module}", module, "TX")
    for number, string in enumerate(config.light_strings):
        if isinstance(string, Hc595):
            module = _string(config, number)
            for name, gpio in string.pins.items():
                yield Wire(gpio, Purpose.REGISTER, f"{name} of the {module}", module, HC595_PINS[name])
    for name, gpio in config.buttons.pins.items():
        yield Wire(gpio, Purpose.BUTTON, f"button {name}", "buttons", name)


def _bus_wires(config: TableConfig) -> Iterator[Wire]:
    overlay = needs_overlay(config)
    for number, bus in BUSES.items():
        readers = {reader.device: reader for reader in config.reader if reader.bus == number}
        if not readers and not overlay:
            continue
        for signal, gpio in bus.lines.items():
            yield Wire(gpio, Purpose.SPI, f"SPI{number} {signal}")
            for reader in readers.values():
                yield Wire(gpio, Purpose.SPI, f"SPI{number} {signal}", reader.reads, signal)
        for device in range(len(bus.selects) if overlay else stock_selects(number, config)):
            signal, gpio = f"SPI{number} CS{device}", bus.selects[device]
            if device in readers:
                yield Wire(gpio, Purpose.SELECT, signal, readers[device].reads, "SDA")
            else:
                yield Wire(gpio, Purpose.SELECT, signal)  # the kernel has it whether a reader hangs there or not


def needs_overlay(config: TableConfig) -> bool:
    """Whether some reader hangs on a chip select that the system's own overlays do not give."""
    return any(reader.device >= BUSES[reader.bus].stock for reader in config.reader)


def stock_selects(bus: int, config: TableConfig) -> int:
    """How many chip selects the system's own overlays claim: both of SPI0, of SPI1 as many as are asked for."""
    devices = [reader.device for reader in config.reader if reader.bus == bus]
    if bus == 0:
        return BUSES[0].stock if devices else 0
    return max(devices, default=-1) + 1


def _string(config: TableConfig, number: int) -> str:
    return "lights" if len(config.light_strings) == 1 else f"lights {number}"


def _settings(config: TableConfig) -> Iterator[str]:
    if needs_overlay(config):
        yield f"dtoverlay={OVERLAY}"
    else:
        if stock_selects(0, config):
            yield "dtparam=spi=on"
        if stock_selects(1, config):
            yield f"dtoverlay=spi1-{stock_selects(1, config)}cs"
    if any(wire.gpio in UART_PINS and wire.module for wire in _wires(config)):
        yield "enable_uart=1"


def _hints(config: TableConfig) -> Iterator[str]:
    yield "readers run at 3.3 V, never 5 V; RST of a reader without a reset pin goes to 3.3 V; common ground for all"
    for device in config.buttons.devices:
        yield f"the kernel reads {device}: its pins are those of its overlay in config.txt, and not counted here"
    for number in BUSES:
        readers = sum(reader.bus == number for reader in config.reader)
        if readers > MOST_ON_PLAIN_BUS:
            yield (
                f"SPI{number} carries {readers} readers: clones that do not let go of MISO want a 74HC125 gate each "
                "(see docs/wiring.md)"
            )


def _check(wires: Sequence[Wire], path: Path) -> None:
    signals: dict[int, dict[str, Purpose]] = {}
    for wire in wires:
        signals.setdefault(wire.gpio, {})[wire.signal] = wire.purpose
    purposes = Counter(purpose for each in signals.values() for purpose in each.values())
    needed = purposes.total()
    if needed > PINS:
        told = ", ".join(f"{purposes[purpose]} for {purpose.value}" for purpose in Purpose if purposes[purpose])
        ways = "; ".join(words.format(purposes[saved]) for saved, words in REMEDIES.items() if purposes[saved])
        raise WiringRefused(f"{path}: the table needs {needed} pins, and a Pi has {PINS}: {told}. Ways out: {ways}")
    twice = {gpio: list(each) for gpio, each in signals.items() if len(each) > 1}
    if twice:
        told = "; ".join(
            f"GPIO{gpio} (pin {HEADER[gpio]}) is asked for by {' and by '.join(each)}" for gpio, each in twice.items()
        )
        free = ", ".join(f"GPIO{gpio}" for gpio in range(PINS) if gpio not in signals)
        raise WiringRefused(f"{path}: {told}: give one of them another. Free are {free}")
