"""Which pin of the Pi goes where: what the tables of the Pi say, and what is refused with a way out."""

import json
from pathlib import Path

import pytest

from firmware_bridge.cli import main
from firmware_bridge.errors import WiringRefused
from firmware_bridge.wiring.pins import BUSES, HEADER, ID_PINS, UART_PINS, Wiring, wiring

from ..wire_games.wired_tables import FULL, GAME, REGISTERS, UART_DISPLAY, config_of, reader, twelve


def wired(folder: Path, text: str) -> Wiring:
    return wiring(*config_of(folder, text))


def ends(planned: Wiring) -> dict[str, int]:
    """The GPIO of each module's pin: `build:1 SDA`."""
    return {f"{wire.module} {wire.pin}": wire.gpio for wire in planned.wires if wire.module}


def test_the_buses_are_those_of_the_pi() -> None:
    """SPI0 and SPI1 of the BCM2835 (ARM peripherals, alternative functions), and the selects of the stock overlays."""
    assert BUSES[0].lines == {"SCK": 11, "MOSI": 10, "MISO": 9}
    assert BUSES[0].selects[: BUSES[0].stock] == (8, 7)
    assert BUSES[1].lines == {"SCK": 21, "MOSI": 20, "MISO": 19}
    assert BUSES[1].selects[: BUSES[1].stock] == (18, 17, 16)


def test_no_pin_of_the_buses_is_used_twice_and_the_serial_port_is_left_free() -> None:
    pins = [*ID_PINS, *UART_PINS]
    for bus in BUSES.values():
        pins += [*bus.lines.values(), *bus.selects]
    assert len(set(pins)) == len(pins) == 2 + 2 + 2 * (3 + 6)


@pytest.mark.parametrize("number", [0, 1])
def test_the_guide_names_the_same_pins(number: int) -> None:
    guide = (Path(__file__).parents[3] / "docs" / "wiring.md").read_text(encoding="utf-8")
    (row,) = [line for line in guide.splitlines() if line.startswith(f"| SPI{number} |")]
    bus = BUSES[number]
    lines = " | ".join(f"GPIO{gpio}" for gpio in bus.lines.values())
    assert row == f"| SPI{number} | {lines} | GPIO {', '.join(map(str, bus.selects))} |"


def test_every_gpio_has_its_own_pin_of_the_header_and_no_power_pin() -> None:
    power = {1, 2, 4, 6, 9, 14, 17, 20, 25, 30, 34, 39}
    assert sorted([*HEADER, *power]) == list(range(1, 41))
    assert [HEADER[gpio] for gpio in (2, 3, 4, 14, 15, 25)] == [3, 5, 7, 8, 10, 22]  # as printed on every pinout card


def test_twelve_readers_take_six_selects_of_each_bus(tmp_path: Path) -> None:
    planned = wired(tmp_path, GAME + twelve())
    assert ends(planned)["build:1 SDA"] == 8
    assert ends(planned)["buy:2 SDA"] == 12
    assert ends(planned)["manufacture:1 SDA"] == 18
    assert ends(planned)["develop:2 SDA"] == 27
    assert ends(planned)["develop:2 MISO"] == 19
    assert planned.settings == ("dtoverlay=era-table-spi",)
    assert len(planned.taken) == 2 + 12 + 6
    assert planned.free == (2, 3, 14, 15, 22, 23, 24, 25)
    assert [hint[:21] for hint in planned.hints[1:]] == ["SPI0 carries 6 reader", "SPI1 carries 6 reader"]


@pytest.mark.parametrize(
    ("devices", "settings", "taken"),
    [
        ([(0, 0)], ("dtparam=spi=on",), {7, 8, 9, 10, 11}),  # the kernel has both selects of SPI0
        ([(0, 0), (0, 1)], ("dtparam=spi=on",), {7, 8, 9, 10, 11}),
        ([(1, 0)], ("dtoverlay=spi1-1cs",), {18, 19, 20, 21}),
        ([(0, 1), (1, 1)], ("dtparam=spi=on", "dtoverlay=spi1-2cs"), {7, 8, 9, 10, 11, 17, 18, 19, 20, 21}),
        ([(1, 2)], ("dtoverlay=spi1-3cs",), {16, 17, 18, 19, 20, 21}),
    ],
)
def test_few_readers_need_no_overlay_of_ours(
    tmp_path: Path, devices: list[tuple[int, int]], settings: tuple[str, ...], taken: set[int]
) -> None:
    places = ("build", "buy")
    text = GAME + "".join(reader(*device, place) for device, place in zip(devices, places, strict=False))
    planned = wired(tmp_path, text)
    assert planned.settings == settings
    assert set(planned.taken) == taken | {0, 1}


@pytest.mark.parametrize("device", [(0, 2), (1, 3)])
def test_a_third_reader_on_spi0_or_a_fourth_on_spi1_needs_it_and_it_takes_all_its_selects(
    tmp_path: Path, device: tuple[int, int]
) -> None:
    planned = wired(tmp_path, GAME + reader(*device, "build"))
    assert planned.settings == ("dtoverlay=era-table-spi",)
    assert len(planned.taken) == 2 + 12 + 6


def test_everything_else_that_hangs_on_pins(tmp_path: Path) -> None:
    planned = wired(tmp_path, FULL)
    found = ends(planned)
    assert {found[f"{place} RST"] for place in ("build:1", "develop:2")} == {25}
    assert (found["display RX"], found["display TX"]) == (14, 15)  # the Pi's TXD goes to what listens
    assert (found["lights SER"], found["lights SRCLK"], found["lights RCLK"]) == (22, 23, 24)
    assert found["buttons language"] == 3
    assert planned.free == (2,)
    assert planned.settings == ("dtoverlay=era-table-spi", "enable_uart=1")


def test_all_buttons_are_listed_and_devices_of_the_kernel_told(tmp_path: Path) -> None:
    pins = "[buttons]\nleft = 22\nright = 23\nok = 24\nback = 25\n"
    planned = wired(tmp_path, GAME + twelve() + pins)
    found = ends(planned)
    assert [found[f"buttons {name}"] for name in ("left", "right", "ok", "back")] == [22, 23, 24, 25]
    assert planned.free == (2, 3, 14, 15)
    assert not any("/dev/input" in hint for hint in planned.hints)
    device = 'device = "/dev/input/by-path/platform-rotary@11-event"\n'
    assert any("/dev/input/by-path/platform-rotary@11-event" in hint for hint in wired(
        tmp_path, GAME + twelve() + "[buttons]\n" + device).hints)


def test_ports_on_usb_take_no_pins(tmp_path: Path) -> None:
    usb = UART_DISPLAY.replace("/dev/serial0", "/dev/serial/by-id/usb-display")
    lights = '[lights]\ndriver = "adalight"\nport = "/dev/ttyACM0"\n'
    assert wired(tmp_path, GAME + twelve() + usb + lights).free == (2, 3, 14, 15, 22, 23, 24, 25)


# --- what is refused ---


def refused(folder: Path, text: str) -> str:
    with pytest.raises(WiringRefused) as caught:
        wired(folder, text)
    assert str(folder / "table.toml") in str(caught.value)
    return str(caught.value)


def test_more_pins_than_a_pi_has_are_counted_and_ways_out_named(tmp_path: Path) -> None:
    """12 + 6 + 2 + 2 serial + 4 with an enable pin + 1 button + 2 resets = 29, and a Pi has 28."""
    readers = twelve().replace('"build:1"', '"build:1"\nreset_pin = 14').replace('"buy:1"', '"buy:1"\nreset_pin = 25')
    said = refused(tmp_path, GAME + readers + UART_DISPLAY + REGISTERS + "enable = 3\n[buttons]\nlanguage = 2\n")
    assert "the table needs 29 pins, and a Pi has 28: 2 for the ID EEPROM, 6 for SPI, 12 for chip selects" in said
    assert "2 for resets, 2 for the serial port, 4 for shift registers, 1 for buttons" in said
    assert "a serial adapter on USB gives 2 back" in said
    assert "lights on a USB controller (adalight) give 4 back" in said
    assert "without reset_pin, give 2 back" in said


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("reset_pin = 25", "reset_pin = 9", "GPIO9 (pin 21) is asked for by SPI0 MISO and by reset of readers"),
        ("language = 3", "language = 5", "GPIO5 (pin 29) is asked for by SPI0 CS2 and by button language"),
        ("language = 3", "language = 0", "GPIO0 (pin 27) is asked for by ID_SD and by button language"),
        ("latch = 24", "latch = 14", "GPIO14 (pin 8) is asked for by UART TXD for the display and by latch of the"),
        ("latch = 24", "latch = 12", "GPIO12 (pin 32) is asked for by SPI0 CS5 and by latch of the lights"),
    ],
)
def test_one_pin_for_two_is_told_with_those_that_are_free(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert old in FULL
    words = refused(tmp_path, FULL.replace(old, new))
    assert said in words
    assert "Free are GPIO2" in words


def test_two_on_the_one_serial_port_of_the_header(tmp_path: Path) -> None:
    lights = '[lights]\ndriver = "adalight"\nport = "/dev/ttyAMA0"\n'
    words = refused(tmp_path, GAME + twelve() + UART_DISPLAY + lights)
    assert "GPIO14 (pin 8) is asked for by UART TXD for the display and by UART TXD for the lights; GPIO15" in words


@pytest.mark.parametrize("place", [(2, 0), (0, 6), (1, 6)])
def test_a_bus_or_a_select_that_the_header_does_not_have(tmp_path: Path, place: tuple[int, int]) -> None:
    bus, device = place
    words = refused(tmp_path, GAME + reader(bus, device, "build"))
    assert f"the reader of build hangs on bus {bus}, device {device}" in words
    assert "bus 0 and bus 1, each with devices 0 to 5" in words


# --- the command ---


def test_the_table_is_printed_pin_by_pin(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, path = config_of(tmp_path, FULL)
    assert main(["wiring", "--config", str(path)]) == 0
    said = capsys.readouterr().out
    lines = [line.split() for line in said.splitlines()]
    assert ["8", "24", "SPI0", "CS0", "SDA", "of", "build:1"] in lines
    assert ["14", "8", "UART", "TXD", "for", "the", "display", "RX", "of", "display"] in lines
    assert ["1", "28", "ID_SC", "(taken)"] in lines
    assert "27 of 28 pins are taken; free: GPIO2" in said
    assert "  dtoverlay=era-table-spi\n" in said


def test_as_json_a_program_finds_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, path = config_of(tmp_path, FULL)
    assert main(["wiring", "--config", str(path), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    by_gpio = {pin["gpio"]: pin for pin in said["pins"]}
    assert by_gpio[25]["header"] == 22
    assert len(by_gpio[25]["to"]) == 12
    assert by_gpio[8]["to"] == [{"module": "build:1", "pin": "SDA"}]
    assert (said["taken"], said["of"], said["free"]) == (27, 28, [2])
    assert said["config_txt"] == ["dtoverlay=era-table-spi", "enable_uart=1"]


def test_a_refusal_ends_the_command_with_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, path = config_of(tmp_path, FULL.replace("language = 3", "language = 5"))
    assert main(["wiring", "--config", str(path), "--svg", str(tmp_path / "wiring.svg")]) == 2
    assert "GPIO5 (pin 29) is asked for by" in capsys.readouterr().err
    assert not (tmp_path / "wiring.svg").exists()


def test_a_file_that_can_not_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, path = config_of(tmp_path, FULL)
    assert main(["wiring", "--config", str(path), "--svg", str(tmp_path / "missing" / "wiring.svg")]) == 2
    assert "can't be written: No such file or directory: name another file" in capsys.readouterr().err
