"""The computer under the table, looked at through its files: power, clock, disk, memory, GPIO package, who holds what.

Where facts come from: get_throttled is the Raspberry Pi firmware's (bit 0 under-voltage now, bits 16 to 19 since the
start); rpi_volt is the kernel's hwmon driver; /proc and /sys as in proc(5) and sysfs(5).
"""

import os
import re
import stat
import sys
import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from .finding import Finding, bad, note, well

LEAST_FREE = 100 << 20
"""Bytes of the disk with the table's state: a journal grows by some 10 KiB a move."""
LEAST_MEMORY = 100 << 20
"""Bytes that are to be had without swapping."""
OLDEST = 1_735_689_600.0
"""Unix time of 2025-01-01: a clock before it is that of a Pi without a clock chip that has not been told the time."""
UNDER_VOLTAGE, CAPPED, THROTTLED, HOT = 0x1, 0x2, 0x4, 0x8
SINCE_START = 16

RPI_GPIO, RPI_LGPIO = "RPi.GPIO", "rpi-lgpio"
KERNEL_WITHOUT_SYSFS_BASE = (6, 6)
"""From here on GPIOs no longer begin at 0 in sysfs, which RPi.GPIO counts on for its edges; a Pi 5 it can't drive."""


@dataclass(frozen=True, slots=True)
class Machine:
    """What is looked at. root: the folder that stands for /; wall: Unix time, s; bits: of the system's addresses.

    packages: which of `RPI_GPIO` and `RPI_LGPIO` are installed; user, groups: who will use the wires; space: what
    `os.statvfs` says of a folder.
    """

    root: Path
    wall: float
    bits: int
    packages: frozenset[str]
    user: int
    groups: frozenset[int]
    space: Callable[[Path], os.statvfs_result] = os.statvfs

    def read(self, path: str) -> str:
        """A file below the root as text, without zero bytes at the end; nothing if it can't be read."""
        try:
            return (self.root / path).read_text(errors="replace").strip().rstrip("\0")
        except OSError:
            return ""

    def allowed(self, path: Path) -> bool:
        """Whether this user may read and write the device or file at `path`."""
        if self.user == 0:
            return True
        held = path.stat()
        if held.st_uid == self.user:
            bits = stat.S_IRUSR | stat.S_IWUSR
        elif held.st_gid in self.groups:
            bits = stat.S_IRGRP | stat.S_IWGRP
        else:
            bits = stat.S_IROTH | stat.S_IWOTH
        return held.st_mode & bits == bits


def this_machine() -> Machine:
    """The one that this process runs on, as its user sees it."""
    there = {name for name in (RPI_GPIO, RPI_LGPIO) if _installed(name)}
    bits = 64 if sys.maxsize > 1 << 32 else 32
    return Machine(
        Path("/"), time.time(), bits, frozenset(there), os.geteuid(), frozenset((os.getegid(), *os.getgroups()))
    )


def _installed(distribution: str) -> bool:
    try:
        metadata.distribution(distribution)
    except metadata.PackageNotFoundError:
        return False
    return True


def machine_findings(machine: Machine, state: Path) -> list[Finding]:
    """The computer itself; state: the folder in which the table keeps its own."""
    return [
        _system(machine),
        _gpio_package(machine),
        _power(machine),
        _clock(machine),
        _disk(machine, state),
        _memory(machine),
    ]


def _system(machine: Machine) -> Finding:
    model = machine.read("proc/device-tree/model") or "no Raspberry Pi"
    if machine.bits < 64:
        return bad("system", f"{model}, a {machine.bits}-bit system", "install Raspberry Pi OS (64-bit)")
    return well("system", f"{model}, {machine.bits} bits, kernel {kernel_words(machine)}")


def kernel_words(machine: Machine) -> str:
    """The kernel's release."""
    return machine.read("proc/sys/kernel/osrelease") or "unknown"


def _gpio_package(machine: Machine) -> Finding:
    part = "GPIO package"
    model = machine.read("proc/device-tree/model")
    release = re.match(r"(\d+)\.(\d+)", kernel_words(machine))
    kernel = (int(release[1]), int(release[2])) if release else (0, 0)
    if machine.packages == {RPI_GPIO, RPI_LGPIO}:
        return bad(
            part, f"{RPI_GPIO} and {RPI_LGPIO} are both installed, and whichever is found first answers",
            f"take one away: sudo apt remove python3-rpi.gpio; in an environment: pip uninstall {RPI_GPIO}",
        )  # fmt: skip
    if "Raspberry Pi 5" in model and RPI_GPIO in machine.packages:
        return bad(
            part,
            f"{RPI_GPIO} can't drive the pins of a {model}",
            "sudo apt install python3-rpi-lgpio: it takes its place",
        )
    if RPI_LGPIO in machine.packages:
        why = "the only one for a Pi 5" if "Raspberry Pi 5" in model else "it asks the kernel, and works on every Pi"
        return well(part, f"{RPI_LGPIO}: {why}")
    if RPI_GPIO in machine.packages:
        if kernel >= KERNEL_WITHOUT_SYSFS_BASE:
            return note(
                part, f"{RPI_GPIO} on kernel {kernel_words(machine)}: pins work, edges do not; this table uses none",
                "sudo apt install python3-rpi-lgpio, which replaces it",
            )  # fmt: skip
        return well(part, f"{RPI_GPIO}: this Pi and its kernel suit it")
    if not model:
        return note(part, "none, and this is no Raspberry Pi: only a simulated table can run here")
    return bad(part, "none is installed", "sudo apt install python3-rpi-lgpio")


def _power(machine: Machine) -> Finding:
    remedy = "take the supply that is made for this Pi, and a short cable; feed lights and readers from another"
    flags = _throttled(machine)
    if flags is None:
        alarm = _volt_alarm(machine)
        if alarm is None:
            return note("power", "this machine does not tell")
        if not alarm:
            return well("power", "enough")
        return bad("power", "the supply has been too weak since the start", remedy)
    if flags & UNDER_VOLTAGE:
        return bad("power", "the supply is too weak now", remedy)
    if flags & (UNDER_VOLTAGE << SINCE_START):
        return bad("power", "the supply has been too weak since the start", remedy)
    if flags & (HOT | THROTTLED | CAPPED):
        return note("power", "enough, but the Pi is too hot and slows itself down", "give it air")
    return well("power", "enough")


def _throttled(machine: Machine) -> int | None:
    said = machine.read("sys/devices/platform/soc/soc:firmware/get_throttled")
    return int(said, 16) if re.fullmatch(r"[0-9a-fA-F]+", said) else None


def _volt_alarm(machine: Machine) -> bool | None:
    for name in sorted((machine.root / "sys/class/hwmon").glob("*/name")):
        if machine.read(str(name.relative_to(machine.root))) == "rpi_volt":
            alarm = machine.read(str((name.parent / "in0_lcrit_alarm").relative_to(machine.root)))
            return None if not alarm else alarm != "0"
    return None


def _clock(machine: Machine) -> Finding:
    said = time.strftime("%Y-%m-%d %H:%M", time.localtime(machine.wall))
    if machine.wall < OLDEST:
        return bad(
            "clock", f"it stands at {said}: the games' dates will be wrong; the games themselves don't mind",
            "connect the Pi to a network once, or give it a clock module",
        )  # fmt: skip
    if (machine.root / "run/systemd/timesync/synchronized").exists() or (machine.root / "dev/rtc0").exists():
        return well("clock", said)
    return note("clock", f"{said}, by memory: no network has set it, and there is no clock module", "is that the time?")


def _disk(machine: Machine, state: Path) -> Finding:
    folder = state
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    held = machine.space(folder)
    free = held.f_bavail * held.f_frsize
    if held.f_flag & os.ST_RDONLY:
        return bad(
            "disk", f"{folder} can't be written: its disk is mounted read-only, as after a fault of the card",
            "restart the Pi; if it stays so, copy what you need and take a new SD card",
        )  # fmt: skip
    if free < LEAST_FREE:
        return bad(
            "disk", f"{free >> 20} MiB free at {folder}",
            f"make room, {LEAST_FREE >> 20} MiB at least: sudo apt clean, sudo journalctl --vacuum-size=50M",
        )  # fmt: skip
    if folder == state and not machine.allowed(state):
        return bad(
            "disk", f"{state} may not be written by this user", "run it as the table is run: sudo era-table doctor"
        )
    return well("disk", f"{free >> 20} MiB free at {folder}")


def _memory(machine: Machine) -> Finding:
    found = re.search(r"^MemAvailable:\s+(\d+) kB", machine.read("proc/meminfo"), re.MULTILINE)
    if found is None:
        return note("memory", "this machine does not tell")
    free = int(found[1]) << 10
    if free < LEAST_MEMORY:
        return bad("memory", f"{free >> 20} MiB left", "stop what else runs on this Pi, a desktop above all")
    return well("memory", f"{free >> 20} MiB left")


def holders(machine: Machine, device: Path, but: Collection[int]) -> list[str]:
    """The processes that have the device open, `name (number)` each, but those; only root sees other users'."""
    real = os.path.realpath(device)
    found = []
    for process, fds in _open_files(machine):
        if process not in but and real in fds:
            found.append(f"{machine.read(f'proc/{process}/comm') or '?'} ({process})")
    return found


def _open_files(machine: Machine) -> Iterator[tuple[int, set[str]]]:
    for folder in (machine.root / "proc").glob("[0-9]*/fd"):
        files = set()
        try:
            for file in folder.iterdir():
                files.add(os.readlink(file))
        except OSError:  # it has ended, or is another user's
            continue
        yield int(folder.parent.name), files


def pin_users(machine: Machine) -> dict[int, str]:
    """BCM number to the kernel's name of whoever holds the pin, as /sys/kernel/debug/gpio tells root.

    A line of it is ` gpio-519 (GPIO7               |spi0 CS1            ) out hi ACTIVE LOW`.
    """
    lines = machine.read("sys/kernel/debug/gpio").splitlines()
    found = (re.match(r"\s*gpio-\d+\s+\((?:GPIO|ID_SD|ID_SC)(\d*)[^|)]*\|([^)]*)\)", line) for line in lines)
    return {int(match[1]): match[2].strip() for match in found if match and match[1] and match[2].strip()}


def listening(machine: Machine) -> frozenset[int]:
    """TCP ports at which some program listens: those in state 0A of /proc/net/tcp and tcp6 (proc(5))."""
    rows = [line.split() for file in ("tcp", "tcp6") for line in machine.read(f"proc/net/{file}").splitlines()]
    return frozenset(int(row[1].rpartition(":")[2], 16) for row in rows if len(row) > 3 and row[3] == "0A")
