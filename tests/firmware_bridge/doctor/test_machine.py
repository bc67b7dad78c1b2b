"""The doctor's look at the computer: each fact from a /proc, /sys or /dev made for it, each verdict where it is bad."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from firmware_bridge.doctor.finding import Finding, Verdict
from firmware_bridge.doctor.machine import OLDEST, RPI_GPIO, RPI_LGPIO, Machine, holders, machine_findings, pin_users

PI_4 = "Raspberry Pi 4 Model B Rev 1.4"
PI_5 = "Raspberry Pi 5 Model B Rev 1.0"
KERNEL_6_12 = "6.12.25+rpt-rpi-v8"
KERNEL_6_1 = "6.1.21-v8+"
THROTTLED = "sys/devices/platform/soc/soc:firmware/get_throttled"


def space(free: int, flags: int = 0) -> os.statvfs_result:
    """A disk with blocks of 4096 bytes, `free` bytes of which may be written by anybody."""
    blocks = free // 4096
    return os.statvfs_result((4096, 4096, 10 * blocks, blocks, blocks, 0, 0, 0, flags, 255))


def write(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A Pi 4 on which all is well."""
    write(
        tmp_path,
        {
            "proc/device-tree/model": PI_4 + "\0",
            "proc/sys/kernel/osrelease": KERNEL_6_12 + "\n",
            "proc/meminfo": "MemTotal:        948012 kB\nMemFree:          80000 kB\nMemAvailable:     700000 kB\n",
            "proc/cmdline": "console=tty1 root=PARTUUID=1234-02 rootwait\n",
            THROTTLED: "0\n",
            "run/systemd/timesync/synchronized": "",
            "state/table.toml": "",
        },
    )
    return tmp_path


@pytest.fixture
def machine(root: Path) -> Machine:
    return Machine(root, 1_770_000_000.0, 64, frozenset({RPI_LGPIO}), 0, frozenset(), lambda _: space(4 << 30))


def found(machine: Machine, part: str) -> Finding:
    (finding,) = [each for each in machine_findings(machine, machine.root / "state") if each.part == part]
    return finding


def test_a_pi_on_which_all_is_well(machine: Machine) -> None:
    findings = machine_findings(machine, machine.root / "state")
    assert [each.part for each in findings] == ["system", "GPIO package", "power", "clock", "disk", "memory"]
    assert [each for each in findings if each.verdict is not Verdict.WELL] == []
    assert found(machine, "system").what == f"{PI_4}, 64 bits, kernel {KERNEL_6_12}"
    assert found(machine, "memory").what == "683 MiB left"  # 700000 / 1024
    assert found(machine, "disk").what == f"4096 MiB free at {machine.root}/state"


def test_a_32_bit_system(machine: Machine) -> None:
    finding = found(replace(machine, bits=32), "system")
    assert finding.verdict is Verdict.BAD
    assert "64-bit" in finding.remedy


@pytest.mark.parametrize(
    ("model", "kernel", "packages", "verdict", "words"),
    [
        (PI_5, KERNEL_6_12, {RPI_LGPIO}, Verdict.WELL, "the only one for a Pi 5"),
        (PI_4, KERNEL_6_12, {RPI_LGPIO}, Verdict.WELL, "works on every Pi"),
        (PI_4, KERNEL_6_1, {RPI_GPIO}, Verdict.WELL, "suit it"),
        (PI_4, "6.6.20+rpt-rpi-v8", {RPI_GPIO}, Verdict.NOTE, "edges do not"),
        (PI_5, KERNEL_6_12, {RPI_GPIO}, Verdict.BAD, "can't drive the pins"),
        (PI_4, KERNEL_6_12, {RPI_GPIO, RPI_LGPIO}, Verdict.BAD, "both installed"),
        (PI_4, KERNEL_6_12, set(), Verdict.BAD, "none is installed"),
        ("", KERNEL_6_12, set(), Verdict.NOTE, "no Raspberry Pi"),
    ],
)
def test_which_gpio_package_and_why(
    machine: Machine, model: str, kernel: str, packages: set[str], verdict: Verdict, words: str
) -> None:
    write(machine.root, {"proc/device-tree/model": model + "\0", "proc/sys/kernel/osrelease": kernel})
    finding = found(replace(machine, packages=frozenset(packages)), "GPIO package")
    assert finding.verdict is verdict
    assert words in finding.what
    assert finding.remedy or verdict is not Verdict.BAD


@pytest.mark.parametrize(
    ("flags", "verdict", "words"),
    [
        ("50005", Verdict.BAD, "too weak now"),  # bits 0, 2, 16, 18
        ("50000", Verdict.BAD, "since the start"),
        ("8", Verdict.NOTE, "too hot"),
        ("80000", Verdict.WELL, "enough"),  # it was hot once, and is not any more
        ("no number", Verdict.NOTE, "does not tell"),
    ],
)
def test_the_firmwares_word_on_the_supply(machine: Machine, flags: str, verdict: Verdict, words: str) -> None:
    write(machine.root, {THROTTLED: flags})
    finding = found(machine, "power")
    assert (finding.verdict, words in finding.what) == (verdict, True), finding


@pytest.mark.parametrize(("alarm", "verdict"), [("1", Verdict.BAD), ("0", Verdict.WELL)])
def test_the_kernels_word_on_the_supply(machine: Machine, alarm: str, verdict: Verdict) -> None:
    (machine.root / THROTTLED).unlink()
    assert found(machine, "power").verdict is Verdict.NOTE  # neither tells
    write(machine.root, {"sys/class/hwmon/hwmon0/name": "cpu_thermal\n", "sys/class/hwmon/hwmon1/name": "rpi_volt\n"})
    write(machine.root, {"sys/class/hwmon/hwmon1/in0_lcrit_alarm": alarm})
    assert found(machine, "power").verdict is verdict


def test_a_clock_that_nobody_has_set(machine: Machine) -> None:
    (machine.root / "run/systemd/timesync/synchronized").unlink()
    assert found(machine, "clock").verdict is Verdict.NOTE
    stopped = found(replace(machine, wall=OLDEST - 1), "clock")
    assert stopped.verdict is Verdict.BAD
    write(machine.root, {"dev/rtc0": ""})
    assert found(machine, "clock").verdict is Verdict.WELL


@pytest.mark.parametrize(
    ("free", "flags", "words"),
    [(50 << 20, 0, "50 MiB free"), (4 << 30, os.ST_RDONLY, "read-only")],
)
def test_a_disk_that_is_full_or_can_only_be_read(machine: Machine, free: int, flags: int, words: str) -> None:
    finding = found(replace(machine, space=lambda _: space(free, flags)), "disk")
    assert finding.verdict is Verdict.BAD
    assert words in finding.what
    assert finding.remedy


def test_a_folder_that_belongs_to_somebody_else(machine: Machine) -> None:
    state = machine.root / "state"
    state.chmod(0o700)
    stranger = replace(machine, user=state.stat().st_uid + 1)
    assert found(stranger, "disk").verdict is Verdict.BAD
    assert found(replace(machine, user=state.stat().st_uid), "disk").verdict is Verdict.WELL


def test_little_memory(machine: Machine) -> None:
    write(machine.root, {"proc/meminfo": "MemAvailable:      51200 kB\n"})
    finding = found(machine, "memory")
    assert (finding.verdict, finding.what) == (Verdict.BAD, "50 MiB left")
    (machine.root / "proc/meminfo").unlink()
    assert found(machine, "memory").verdict is Verdict.NOTE


def test_who_has_a_port_open(machine: Machine) -> None:
    port = machine.root / "dev/ttyUSB0"
    write(machine.root, {"dev/ttyUSB0": "", "proc/77/comm": "minicom\n", "proc/78/comm": "era-table\n"})
    for process in (77, 78):
        (machine.root / f"proc/{process}/fd").mkdir()
        (machine.root / f"proc/{process}/fd/3").symlink_to(os.path.realpath(port))
    by_id = machine.root / "dev/serial/by-id/usb-display"
    by_id.parent.mkdir(parents=True)
    by_id.symlink_to(port)
    assert holders(machine, by_id, but=[78]) == ["minicom (77)"]


def test_who_has_a_pin(machine: Machine) -> None:
    """As the kernel writes it: gpiolib's gpiolib_dbg_show, with the Pi's names of its lines."""
    said = """\
gpiochip0: GPIOs 512-569, parent: platform/fe200000.gpio, pinctrl-bcm2711:
 gpio-512 (ID_SDA              )
 gpio-520 (GPIO8               |spi0 CS0            ) out hi ACTIVE LOW
 gpio-529 (GPIO17              )
 gpio-534 (GPIO22              |lg                  ) out lo
 gpio-554 (STATUS_LED_G_CLK    |ACT                 ) out lo
"""
    write(machine.root, {"sys/kernel/debug/gpio": said})
    assert pin_users(machine) == {8: "spi0 CS0", 22: "lg"}
