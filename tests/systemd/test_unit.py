"""The unit, the udev rules and the installer, as far as they can be judged without installing them."""

import re
import shutil
import subprocess
from ipaddress import ip_address, ip_network
from pathlib import Path

import pytest

SYSTEMD = Path(__file__).parents[2] / "systemd"
UNIT = SYSTEMD / "era-table.service"
MOST_EXPOSED = 1.5
"""Of 10, as `systemd-analyze security` counts; issue 8."""


def analyze(*arguments: str | Path) -> "subprocess.CompletedProcess[str]":
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not here; Debian: apt install systemd")
    return subprocess.run(["systemd-analyze", *arguments], capture_output=True, text=True, check=False)


def test_the_unit_is_verified_without_a_word(tmp_path: Path) -> None:
    """It exits 0 for unknown keys and bad values and only prints: so any output is a fault."""
    copy = tmp_path / UNIT.name
    copy.write_text(UNIT.read_text().replace("/opt/era-table/venv/bin/era-table", "/bin/sh"))  # which is there
    done = analyze("verify", copy)
    assert (done.stdout + done.stderr, done.returncode) == ("", 0)


def test_a_key_that_systemd_does_not_know_would_be_seen(tmp_path: Path) -> None:
    copy = tmp_path / UNIT.name
    copy.write_text(UNIT.read_text().replace("/opt/era-table/venv/bin/era-table", "/bin/sh") + "Watchdogs=10s\n")
    done = analyze("verify", copy)
    assert "Watchdogs" in done.stdout + done.stderr


def test_the_unit_is_hardly_exposed() -> None:
    done = analyze("security", "--offline=true", "--no-pager", UNIT)
    found = re.search(r"exposure level for era-table.service: ([0-9.]+)", done.stdout)
    assert found is not None, done.stdout + done.stderr
    assert float(found[1]) <= MOST_EXPOSED


def test_what_would_keep_the_wires_from_the_table_is_off() -> None:
    """PrivateDevices hides /dev/spidev*, ProcSubset=pid what GPIO packages read, PrivateUsers the groups' rights."""
    keys = dict(line.split("=", 1) for line in UNIT.read_text().splitlines() if "=" in line and line[0] != "#")
    assert "PrivateDevices" not in keys
    assert "ProcSubset" not in keys
    assert keys["PrivateUsers"] == "no"
    assert "AF_UNIX" in keys["RestrictAddressFamilies"]  # the words to the manager go that way
    assert (keys["Type"], keys["DynamicUser"], keys["RestartPreventExitStatus"]) == ("notify", "yes", "2")
    assert keys["StartLimitIntervalSec"] == "0"  # it is started again for ever
    assert set(keys["SupplementaryGroups"].split()) >= {"gpio", "spi", "dialout", "input"}


REGISTERED = {
    "spi",        # drivers/spi/spidev.c, though its nodes are called spidev
    "gpiochip",   # drivers/gpio/gpiolib.c: GPIOCHIP_NAME
    "ttyUSB",     # drivers/usb/serial/usb-serial.c
    "ttyACM",     # drivers/usb/class/cdc-acm.c
    "ttyAMA",     # drivers/tty/serial/amba-pl011.c
    "input",      # drivers/input/input.c
}
"""Under which names Linux registers the devices of a table."""


def test_devices_are_allowed_by_the_names_that_the_kernel_registers() -> None:
    """systemd.resource-control(5): `char-` is followed by a name of /proc/devices; one that is not there allows
    nothing, without a word."""
    allowed = re.findall(r"^DeviceAllow=char-(\S+) (\S+)$", UNIT.read_text(), re.MULTILINE)
    assert {name for name, _ in allowed} == REGISTERED
    assert dict(allowed)["input"] == "r"  # buttons are only read


def test_the_web_page_is_for_this_computer_and_its_hall() -> None:
    """The private networks of RFC 1918 and RFC 4193, and what needs no network at all."""
    unit = UNIT.read_text()
    (families,) = re.findall(r"^RestrictAddressFamilies=(.*)$", unit, re.MULTILINE)
    # if_nameindex(3), by which the page finds the address that phones reach it by, speaks AF_NETLINK.
    assert families.split() == ["AF_UNIX", "AF_INET", "AF_INET6", "AF_NETLINK"]
    assert "\nPrivateNetwork" not in unit
    assert "\nIPAddressDeny=any\n" in unit
    (allowed,) = re.findall(r"^IPAddressAllow=(.*)$", unit, re.MULTILINE)
    names, networks = allowed.split()[:2], [ip_network(each) for each in allowed.split()[2:]]
    assert names == ["localhost", "link-local"]
    inside = ("10.1.2.3", "172.16.0.1", "172.31.255.254", "192.168.178.20", "fd12::1")
    outside = ("172.15.0.1", "172.32.0.1", "192.169.0.1", "8.8.8.8", "2001:4860:4860::8888")
    for address, is_in in [*((each, True) for each in inside), *((each, False) for each in outside)]:
        assert any(ip_address(address) in network for network in networks) is is_in, address


def test_each_udev_rule_is_made_of_matches_and_assignments() -> None:
    rules = [line for line in (SYSTEMD / "99-era-table.rules").read_text().splitlines() if line and line[0] != "#"]
    assert rules
    for rule in rules:
        for part in rule.split(", "):
            assert re.fullmatch(r'[A-Z]+(\{\w+\})?(==|\+=|=)"[^"]+"', part), part


def test_shellcheck_finds_nothing_in_the_installer() -> None:
    if shutil.which("shellcheck") is None:
        pytest.skip("shellcheck is not here; Debian: apt install shellcheck")
    done = subprocess.run(["shellcheck", SYSTEMD / "install.sh"], capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("", 0)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--wheels"], "--wheels needs a folder"),
        (["--wheels", "/nowhere/at/all"], "/nowhere/at/all is no folder"),
        (["--purge", "install"], "--purge goes with uninstall"),
        (["fly"], "usage:"),
    ],
)
def test_the_installer_refuses_what_makes_no_sense(arguments: list[str], words: str) -> None:
    done = subprocess.run(["sh", SYSTEMD / "install.sh", *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert words in done.stderr
