"""What table.toml says should hang on the machine, held against what is there: devices, rights, who else has them."""

import re
from collections.abc import Collection, Iterator
from pathlib import Path

from engine.era.edition import check_edition, house

from ..config import TableConfig, Web, load
from ..errors import WiringRefused
from ..light_config import Adalight
from ..wiring.pins import PINS, Purpose, Wire, wiring
from .finding import Finding, bad, note, well
from .machine import Machine, holders, listening, pin_users

UARTS = ("serial0", "ttyS0", "ttyAMA0", "ttyAMA10")
"""Names that the kernel gives to the serial port on the header's pins (GPIO 14 and 15)."""


def config_finding(path: Path) -> tuple[Finding, TableConfig | None]:
    """The table's file, and what it says if it can be read."""
    try:
        config = load(path)
    except ValueError as error:  # ConfigError and RosterError: both name the file
        return bad("config", str(error), f"mend {path}, or make it anew: era-table setup"), None
    readers = len(config.reader)
    return well("config", f"{path}: {readers} reader{'s' if readers > 1 else ''}, depth {config.game.depth}"), config


def edition_finding() -> Finding:
    """The numbers that the table plays with."""
    edition = house()
    return well("edition", f"{edition.name}: {len(edition.cards)} cards, {len(edition.factories)} factories")


def edition_file_finding(path: Path) -> Finding:
    """An owner's own numbers, read from a file."""
    try:
        found = check_edition(path.read_bytes())
    except OSError as error:
        return bad("edition", f"{path} can't be read: {error.strerror}", "name another file at [game] edition")
    except ValueError as error:
        return bad("edition", f"{path}: {error}", "era-table edition check says what is wrong")
    wrong = [str(finding) for finding in found if finding.kind != "contradicts"]
    if wrong:
        return bad("edition", f"{path}: {len(wrong)} values are missing or can't be, the first: {wrong[0]}",
                   f"era-table edition check {path}")  # fmt: skip
    return well("edition", f"{path}: whole")


def wire_findings(machine: Machine, config: TableConfig, path: Path, ours: Collection[int]) -> list[Finding]:
    """Devices and pins of the table of that file; ours: the processes that may have them open, the service if any."""
    return [
        _spi(machine, config, ours),
        *[_port(machine, section, port, ours) for section, port in _ports(config)],
        *[_input_device(machine, name) for name in config.buttons.devices],
        *_pins(machine, config, path),
        *_web(machine, config.web, ours),
    ]


def _spi(machine: Machine, config: TableConfig, ours: Collection[int]) -> Finding:
    part = "SPI devices"
    devices = [machine.root / f"dev/spidev{reader.bus}.{reader.device}" for reader in config.reader]
    missing = [device.name for device in devices if not device.exists()]
    if len(missing) == len(devices):
        return bad(part, "there are none", "turn SPI on: sudo raspi-config, Interface Options, SPI; restart the Pi")
    if missing:
        return bad(
            part, f"{', '.join(missing)} {'is' if len(missing) == 1 else 'are'} not there",
            "load the overlay that gives each bus its chip selects (the guide: docs/wiring.md), or mend table.toml",
        )  # fmt: skip
    refused = [device.name for device in devices if not machine.allowed(device)]
    if refused:
        return bad(part, f"{', '.join(refused)} may not be opened", "put this user into the group spi; log in again")
    others = sorted({who for device in devices for who in holders(machine, device, ours)})
    if others:
        return bad(part, f"held by {', '.join(others)} too", "stop that program: two that speak at once hear nonsense")
    return well(part, f"all {len(devices)} are there")


def _ports(config: TableConfig) -> Iterator[tuple[str, str]]:
    if config.display is not None:
        yield "display port", config.display.port
    for string in config.light_strings:
        if isinstance(string, Adalight):
            yield "lights port", string.port


def _port(machine: Machine, part: str, name: str, ours: Collection[int]) -> Finding:
    device = machine.root / name.lstrip("/")
    if not device.exists():
        return bad(part, f"{name} is not there", "plug it in; ls /dev/serial/by-id shows the name that it has")
    if not machine.allowed(device):
        return bad(part, f"{name} may not be opened", "put this user into the group dialout, and log in again")
    console = _console(machine)
    if console is not None and device.resolve().name in (console, (machine.root / "dev" / console).resolve().name):
        return bad(
            part, f"the login console talks on {name}",
            "sudo raspi-config, Interface Options, Serial Port: no login shell, but the port on; then restart the Pi",
        )  # fmt: skip
    others = holders(machine, device, ours)
    if others:
        return bad(part, f"{name} is held by {', '.join(others)}", "stop that program")
    if not name.startswith("/dev/serial/by-id/") and re.search(r"tty(USB|ACM)\d", name):
        return note(part, f"{name} is there, by a name that changes with the order in which things are plugged in",
                    "write its name of /dev/serial/by-id into table.toml")  # fmt: skip
    return well(part, f"{name} is there")


def _input_device(machine: Machine, name: str) -> Finding:
    part, device = "buttons", machine.root / name.lstrip("/")
    if not device.exists():
        return bad(part, f"{name} is not there", "ls /dev/input/by-path says what there is; is its overlay loaded?")
    if not machine.allowed(device):
        return bad(part, f"{name} may not be read", "put this user into the group input, and log in again")
    return well(part, f"{name} is there")


def _console(machine: Machine) -> str | None:
    """The serial port of the header on which the kernel has its console, None if it has none there."""
    for name in re.findall(r"\bconsole=(\w+)", machine.read("proc/cmdline")):
        if name in UARTS:
            return str(name)
    return None


def _pins(machine: Machine, config: TableConfig, path: Path) -> list[Finding]:
    try:
        planned = wiring(config, path)
    except WiringRefused as error:
        return [bad("pins", str(error), "era-table wiring shows what hangs where, once that is mended")]
    users = pin_users(machine)
    taken = {gpio: wires[0] for gpio, wires in planned.by_gpio.items()}
    findings = [
        bad("pins", f"GPIO {gpio}, which is for {wire.signal}, is held by {users[gpio]}",
            "take that overlay or module away (/boot/firmware/config.txt), or another pin")
        for gpio, wire in taken.items()
        if gpio in users and not _may_hold(users[gpio], wire)
    ]  # fmt: skip
    return findings or [well("pins", f"{len(taken)} of {PINS} are taken, and nobody else has them")]


def _may_hold(user: str, wire: Wire) -> bool:
    """Whether the kernel's name of a pin's holder is that of whoever works the wire: its SPI driver, or we by lgpio."""
    if wire.purpose is Purpose.SELECT:
        return user.startswith("spi")
    return user.lower() in ("lg", "rpi-lgpio")


def _web(machine: Machine, web: Web | None, ours: Collection[int]) -> list[Finding]:
    if web is None or not web.port:
        return []
    part, where = "web page", f"{web.host}, port {web.port}"
    taken = web.port in listening(machine)
    if not ours:
        if taken:
            return [bad(part, f"port {web.port} is another program's", "stop it, or take another port in [web]")]
        return [well(part, f"{where}: free, and nobody serves it now")]
    if taken:
        return [well(part, where)]
    return [bad(part, f"nobody answers at {where}", "sudo systemctl restart era-table; its log says why")]
