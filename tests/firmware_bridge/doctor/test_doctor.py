"""The doctor's look at the table: wires against files made for it, readers and buttons on the bench."""

import json
import os
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace as changed

from firmware_bridge.config import Reader, TableConfig
from firmware_bridge.doctor.finding import Finding, Verdict, as_values, as_words
from firmware_bridge.doctor.machine import RPI_LGPIO, Machine
from firmware_bridge.doctor.readers import look_at_buttons, look_at_readers
from firmware_bridge.doctor.whole_table import examine
from firmware_bridge.doctor.wires import config_finding, edition_file_finding, edition_finding, wire_findings
from firmware_bridge.errors import NoService, ServiceError, TableBusy, WiringRefused
from firmware_bridge.places import Places
from firmware_bridge.roster import Place
from firmware_bridge.wiring.pins import wiring
from hardware.bench import Bench

from ..services import era_table
from ..wire_games.wired_tables import GAME, config_of, reader
from .test_machine import PI_4, space, write

BY_ID = "/dev/serial/by-id/usb-display"
DISPLAY = f'[display]\ndriver = "vt100"\nport = "{BY_ID}"\n'
TWO = reader(0, 0, "build:1") + reader(0, 1, "build:2")
TAG = bytes.fromhex("04a1b2c3d4e580")


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A Pi with two SPI devices and a display on USB."""
    write(tmp_path, {"dev/spidev0.0": "", "dev/spidev0.1": "", BY_ID[1:]: "", "proc/device-tree/model": PI_4})
    return Machine(
        tmp_path, 1_770_000_000.0, 64, frozenset({RPI_LGPIO}), os.geteuid(), frozenset(), lambda _: space(4 << 30)
    )


def wires(machine: Machine, text: str, part: str) -> Finding:
    config, path = config_of(machine.root, GAME + text)
    (finding,) = [each for each in wire_findings(machine, config, path, ()) if each.part == part]
    return finding


def is_bad(finding: Finding, words: str) -> bool:
    """What is bad says what is wrong, and what to do."""
    return finding.verdict is Verdict.BAD and words in finding.what and bool(finding.remedy)


# --- config and edition ---


def test_a_config_that_can_t_be_read_is_told_with_its_mistake(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    finding, config = config_finding(path)
    assert config is None
    assert is_bad(finding, "can't be read")
    path.write_text(GAME + TWO + "[dispaly]\n")
    finding, config = config_finding(path)
    assert config is None
    assert is_bad(finding, "did you mean 'display'?")
    path.write_text(GAME + TWO)
    finding, config = config_finding(path)
    assert config is not None
    assert finding.verdict is Verdict.WELL


def test_an_edition_that_is_not_whole(tmp_path: Path) -> None:
    assert edition_finding().verdict is Verdict.WELL
    assert is_bad(edition_file_finding(tmp_path / "my.toml"), "can't be read")
    (tmp_path / "my.toml").write_text("= 3")
    assert is_bad(edition_file_finding(tmp_path / "my.toml"), "my.toml")
    (tmp_path / "my.toml").write_text('name = "mine"\n')
    assert is_bad(edition_file_finding(tmp_path / "my.toml"), "values are missing")


# --- wires ---


def test_a_machine_on_which_all_devices_are_there(machine: Machine) -> None:
    config, path = config_of(machine.root, GAME + TWO + DISPLAY)
    findings = wire_findings(machine, config, path, ())
    assert [each.part for each in findings] == ["SPI devices", "display port", "pins"]
    assert all(each.verdict is Verdict.WELL for each in findings)


def test_spi_that_is_off_or_lacks_a_chip_select(machine: Machine) -> None:
    assert is_bad(wires(machine, TWO + reader(1, 5, "buy"), "SPI devices"), "spidev1.5 is not there")
    for device in ("spidev0.0", "spidev0.1"):
        (machine.root / "dev" / device).unlink()
    assert is_bad(wires(machine, TWO, "SPI devices"), "there are none")


@pytest.mark.parametrize(("device", "part"), [("dev/spidev0.1", "SPI devices"), (BY_ID[1:], "display port")])
def test_a_device_that_may_not_be_opened(machine: Machine, device: str, part: str) -> None:
    for name in ("dev/spidev0.0", "dev/spidev0.1", BY_ID[1:]):
        (machine.root / name).chmod(0o660 if name == device else 0o666)
    held = (machine.root / device).stat()
    stranger = replace(machine, user=held.st_uid + 1)
    assert is_bad(wires(stranger, TWO + DISPLAY, part), "may not be opened")
    assert wires(replace(stranger, groups=frozenset({held.st_gid})), TWO + DISPLAY, part).verdict is Verdict.WELL


@pytest.mark.parametrize(("device", "part"), [("dev/spidev0.1", "SPI devices"), (BY_ID[1:], "display port")])
def test_a_device_that_somebody_else_has_open(machine: Machine, device: str, part: str) -> None:
    write(machine.root, {"proc/77/comm": "minicom\n"})
    (machine.root / "proc/77/fd").mkdir()
    (machine.root / "proc/77/fd/3").symlink_to(os.path.realpath(machine.root / device))
    assert is_bad(wires(machine, TWO + DISPLAY, part), "minicom (77)")
    config, path = config_of(machine.root, GAME + TWO + DISPLAY)
    assert all(each.verdict is Verdict.WELL for each in wire_findings(machine, config, path, ours=[77]))


def test_a_port_that_is_not_there_or_changes_its_name(machine: Machine) -> None:
    text = TWO + DISPLAY.replace(BY_ID, "/dev/ttyUSB0")
    assert is_bad(wires(machine, text, "display port"), "/dev/ttyUSB0 is not there")
    write(machine.root, {"dev/ttyUSB0": ""})
    assert wires(machine, text, "display port").verdict is Verdict.NOTE


def test_a_port_on_which_the_login_console_talks(machine: Machine) -> None:
    write(machine.root, {"dev/ttyS0": "", "proc/cmdline": "console=serial0,115200 console=tty1 root=/dev/mmcblk0p2"})
    (machine.root / "dev/serial0").symlink_to(machine.root / "dev/ttyS0")
    for name in ("/dev/serial0", "/dev/ttyS0"):
        assert is_bad(wires(machine, TWO + DISPLAY.replace(BY_ID, name), "display port"), "login console")
    write(machine.root, {"proc/cmdline": "console=tty1 root=/dev/mmcblk0p2"})
    assert wires(machine, TWO + DISPLAY.replace(BY_ID, "/dev/serial0"), "display port").verdict is Verdict.WELL


def test_buttons_of_the_kernel_that_are_not_there_or_may_not_be_read(machine: Machine) -> None:
    text = TWO + '[buttons]\ndevice = "/dev/input/by-path/keys"\n'
    assert is_bad(wires(machine, text, "buttons"), "/dev/input/by-path/keys is not there")
    write(machine.root, {"dev/input/by-path/keys": ""})
    assert wires(machine, text, "buttons").verdict is Verdict.WELL
    (machine.root / "dev/input/by-path/keys").chmod(0o600)
    stranger = replace(machine, user=machine.user + 1)
    assert is_bad(wires(stranger, text, "buttons"), "may not be read")


def held(gpio: int, by: str) -> dict[str, str]:
    """A line of the kernel's list of pins; GPIO 0 is its number 512 from kernel 6.6 on."""
    return {"sys/kernel/debug/gpio": f" gpio-{512 + gpio} (GPIO{gpio:<15} |{by:<20}) in  hi\n"}


def test_a_pin_that_an_overlay_holds(machine: Machine) -> None:
    text = TWO + "[buttons]\nlanguage = 17\n"
    # The EEPROM's 2, SCK, MOSI and MISO, both selects of SPI0, and the button.
    assert wires(machine, text, "pins").what == "8 of 28 are taken, and nobody else has them"
    write(machine.root, held(17, "w1"))
    assert is_bad(wires(machine, text, "pins"), "GPIO 17, which is for button language, is held by w1")
    write(machine.root, held(9, "onewire@0"))
    assert is_bad(wires(machine, text, "pins"), "GPIO 9, which is for SPI0 MISO, is held by onewire@0")


@pytest.mark.parametrize(("gpio", "holder"), [(8, "spi0 CS0"), (17, "lg")])
def test_a_pin_in_the_hands_that_it_is_for(machine: Machine, gpio: int, holder: str) -> None:
    """The kernel's SPI driver has the chip selects, and our own service the button, by way of lgpio."""
    text = TWO + "[buttons]\nlanguage = 17\n"
    write(machine.root, held(gpio, holder))
    assert wires(machine, text, "pins").verdict is Verdict.WELL
    other = "lg" if holder != "lg" else "spi0 CS0"
    write(machine.root, held(gpio, other))
    assert is_bad(wires(machine, text, "pins"), f"is held by {other}")


def test_pins_that_do_not_suffice_are_told_as_the_wiring_tells_them(machine: Machine) -> None:
    text = TWO + "[buttons]\nlanguage = 9\n"
    config, path = config_of(machine.root, GAME + text)
    with pytest.raises(WiringRefused) as refused:
        wiring(config, path)
    assert is_bad(wires(machine, text, "pins"), str(refused.value))


LISTENING = """\
  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 00000000:{port:04X} 00000000:0000 {state} 00000000:00000000 00:00000000 00000000     0        0 1 1 0 100 0 0 10 0
"""
"""/proc/net/tcp with one socket; the state of one that listens is 0A (proc(5))."""


@pytest.mark.parametrize(
    ("port", "state", "ours", "verdict"),
    [
        (8080, "01", (), Verdict.WELL),    # a connection that goes on is no listener
        (8080, "0A", (), Verdict.BAD),
        (8081, "0A", (), Verdict.WELL),
        (8080, "0A", (77,), Verdict.WELL),
        (8081, "0A", (77,), Verdict.BAD),  # the service runs, and its page is not there
    ],
)
def test_the_port_of_the_web_page(
    machine: Machine, port: int, state: str, ours: tuple[int, ...], verdict: Verdict
) -> None:
    write(machine.root, {"proc/net/tcp": LISTENING.format(port=port, state=state)})
    config, path = config_of(machine.root, GAME + TWO + "[web]\nport = 8080\n")
    (page,) = [each for each in wire_findings(machine, config, path, ours) if each.part == "web page"]
    assert page.verdict is verdict
    config, path = config_of(machine.root, GAME + TWO)
    assert "web page" not in [each.part for each in wire_findings(machine, config, path, ours)]


# --- readers and buttons ---


def two_readers(bench: Bench, gain: int = 33) -> list[Finding]:
    config = TableConfig(
        game=config_game(),
        reader=[
            Reader(bus=0, device=0, reads="build:1", gain_db=gain),  # type: ignore[arg-type]
            Reader(bus=0, device=1, reads="build:2"),
        ],
    )
    return look_at_readers(config, [Place("build", 1), Place("build", 2)], bench.clock)


def config_game() -> Any:
    from firmware_bridge.config import Game

    return Game(players=["yellow", "green", "brown"])


def test_readers_that_are_well() -> None:
    with Bench(2) as bench:
        bench.place(TAG, 0)
        one, other = two_readers(bench)
    assert (one.verdict, other.verdict) == (Verdict.WELL, Verdict.WELL)
    # Heard at the chip's least gain, 18 dB, 15 below the usual 33.
    assert one.what == "MFRC522 version 2.0 (version 92); 0 of 100 looks garbled; its tag is heard with 15 dB to spare"
    assert other.what == "MFRC522 version 2.0 (version 92); 0 of 100 looks garbled"


def test_a_reader_that_does_not_answer() -> None:
    with Bench(2) as bench:
        bench.unplug(1)
        one, other = two_readers(bench)
    assert one.verdict is Verdict.WELL
    assert is_bad(other, "does not answer")


def test_a_clone_works_and_is_named() -> None:
    with Bench(2) as bench:
        bench.set_version(1, 0x88)
        _, other = two_readers(bench)
    assert other.verdict is Verdict.NOTE
    assert "FM17522, a clone that works (version 88)" in other.what


@pytest.mark.parametrize(("share", "verdict"), [(0.08, Verdict.NOTE), (0.4, Verdict.BAD)])
def test_air_that_is_noisy(share: float, verdict: Verdict) -> None:
    """A look at a tag of 7 bytes takes five exchanges, so a look goes wrong more often than an exchange does."""
    with Bench(2, seed=1) as bench:
        bench.place(TAG, 0)
        bench.noise(share, reader=0)
        one, other = two_readers(bench)
    assert (one.verdict, other.verdict) == (verdict, Verdict.WELL), one
    assert "looks garbled" in one.what


def test_a_tag_that_is_heard_only_just() -> None:
    """Of its exchanges 1 in 100 fails at 33 dB, 23 at 23 dB (0.01 ^ 0.316); a look that names 7 bytes takes five."""
    with Bench(2, seed=1) as bench:
        bench.place(TAG, 0)
        bench.couple(TAG, 0.99)
        one, _ = two_readers(bench, gain=48)
        assert (one.verdict, "heard" in one.what) == (Verdict.WELL, True), one
        one, _ = two_readers(bench, gain=33)
    assert one.verdict is Verdict.NOTE
    assert "heard only just" in one.what


def test_wires_that_can_t_be_opened() -> None:
    with Bench(2) as bench:
        bench.deny(0, 1)
        (finding,) = two_readers(bench)
    assert is_bad(finding, "may not be opened")


def test_a_button_that_is_stuck_and_a_pin_that_a_bus_has(tmp_path: Path) -> None:
    config, _ = config_of(tmp_path, GAME + TWO + "[buttons]\nlanguage = 17\n")
    with Bench(2) as bench:
        (free,) = look_at_buttons(config)
        assert free.verdict is Verdict.WELL
        bench.gpio.drive(17, 0)
        (stuck,) = look_at_buttons(config)
        assert is_bad(stuck, "down all the time")
        assert bench.gpio.function(17) == "input"
        spi_pin = changed(config, buttons=changed(config.buttons, language=9))  # SPI0's MISO
        (taken,) = look_at_buttons(spi_pin)
        assert is_bad(taken, "BCM9: a bus of the Pi has this pin")


# --- as a whole ---


def nobody(_: dict[str, Any]) -> dict[str, Any]:
    raise NoService("no table runs here")


def test_alone_it_opens_the_wires_itself(machine: Machine) -> None:
    _, path = config_of(machine.root, GAME + TWO)
    with Bench(2) as bench:
        findings = examine(machine, path, Places(machine.root, machine.root), nobody, nullcontext, bench.clock)
    parts = [each.part for each in findings]
    assert {"config", "edition", "SPI devices", "reader build:1", "reader build:2", "clock", "disk"} <= set(parts)
    assert json.loads(json.dumps(as_values(findings)))[parts.index("reader build:2")]["verdict"] == "well"
    assert f"note  {findings[3].part}: " in as_words(findings)  # the clock, which nobody has set here


def test_the_edition_that_the_file_names_is_looked_at(machine: Machine) -> None:
    _, path = config_of(machine.root, GAME + 'edition = "my.toml"\n' + TWO)
    places = Places(machine.root, machine.root)
    with Bench(2) as bench:
        findings = examine(machine, path, places, nobody, nullcontext, bench.clock)
    (edition,) = [each for each in findings if each.part == "edition"]
    assert is_bad(edition, "my.toml can't be read")


def test_with_a_bad_config_the_rest_is_told_all_the_same(machine: Machine) -> None:
    places = Places(machine.root, machine.root)
    with Bench(2) as bench:
        findings = examine(machine, machine.root / "none.toml", places, nobody, nullcontext, bench.clock)
    assert [each.part for each in findings if each.verdict is Verdict.BAD] == ["config"]
    assert findings[0].part == "system"


def test_a_table_that_somebody_has_and_a_service_that_does_not_answer_are_no_findings(machine: Machine) -> None:
    _, path = config_of(machine.root, GAME + TWO)
    places = Places(machine.root, machine.root)

    def busy() -> None:
        raise TableBusy("this table is run by process 77")

    def hangs(_: dict[str, Any]) -> dict[str, Any]:
        raise ServiceError("did not answer")

    with Bench(2) as bench:
        with pytest.raises(TableBusy):
            examine(machine, path, places, nobody, busy, bench.clock)
        with pytest.raises(ServiceError):
            examine(machine, path, places, hangs, nullcontext, bench.clock)


def test_it_says_when_it_could_not_look(tmp_path: Path) -> None:
    done = era_table("doctor", "--state", tmp_path / ("x" * 120))  # a socket's path is shorter
    assert done.returncode == 2
    assert done.stdout == ""
