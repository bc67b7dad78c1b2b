"""The device-tree overlay in systemd/: the text that we make, and what dtc makes of it."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from firmware_bridge.cli import main
from firmware_bridge.wiring.overlay import overlay_source
from firmware_bridge.wiring.pins import BUSES, OVERLAY

from ..wire_games.wired_tables import FULL, config_of

FILE = Path(__file__).parents[3] / "systemd" / f"{OVERLAY}.dts"


@pytest.fixture(scope="module")
def decompiled(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The file, compiled with symbols and without a warning, and read back from the blob."""
    if shutil.which("dtc") is None:
        pytest.skip("dtc is not here: install it (Debian: apt install device-tree-compiler)")
    blob = tmp_path_factory.mktemp("overlay") / f"{OVERLAY}.dtbo"
    made = subprocess.run(
        ["dtc", "-@", "-I", "dts", "-O", "dtb", "-o", blob, FILE], capture_output=True, text=True, check=False
    )
    assert (made.returncode, made.stderr) == (0, "")
    return subprocess.run(["dtc", "-I", "dtb", "-O", "dts", blob], capture_output=True, text=True, check=True).stdout


def fragment(decompiled: str, number: int) -> str:
    """The text of one fragment, to its closing brace."""
    return decompiled.split(f"\tfragment@{number} {{")[1].split("\n\t};")[0]


def cells(text: str, name: str) -> list[int]:
    """The numbers of a property."""
    (found,) = re.findall(rf"\t{re.escape(name)} = <([^>]*)>", text)
    return [int(cell, 16) for cell in found.split()]


def test_the_file_is_made_from_the_table_that_the_command_prints() -> None:
    assert FILE.read_text(encoding="utf-8") == overlay_source(), "write it anew: era-table wiring --dts FILE"


def test_the_command_writes_it(tmp_path: Path) -> None:
    _, path = config_of(tmp_path, FULL)
    assert main(["wiring", "--config", str(path), "--dts", str(tmp_path / "spi.dts")]) == 0
    assert (tmp_path / "spi.dts").read_text(encoding="utf-8") == FILE.read_text(encoding="utf-8")


@pytest.mark.parametrize("bus", [0, 1])
def test_the_compiled_chip_selects_are_those_of_the_table(decompiled: str, bus: int) -> None:
    """cs-gpios: for each select the controller (a reference that the start fills in), the GPIO, and 1, active low."""
    found = cells(fragment(decompiled, bus + 1), "cs-gpios")
    triples = list(zip(found[0::3], found[1::3], found[2::3], strict=True))
    assert triples == [(0xFFFFFFFF, gpio, 1) for gpio in BUSES[bus].selects]


@pytest.mark.parametrize("bus", [0, 1])
def test_each_select_has_a_device_for_spidev(decompiled: str, bus: int) -> None:
    devices = re.findall(r"spidev@(\d) \{(.*?)\};", fragment(decompiled, bus + 1), re.DOTALL)
    assert [int(number) for number, _ in devices] == list(range(6))
    for number, text in devices:
        assert cells(text, "reg") == [int(number)]
        assert cells(text, "spi-max-frequency") == [10_000_000]  # the MFRC522's most (datasheet)
        assert 'compatible = "rohm,dh2228fv"' in text


def test_the_pins_are_given_their_functions(decompiled: str) -> None:
    """BCM2835 pin binding: 1 output, 3 alternative 4, which is SPI1 on GPIO 19 to 21 (ARM peripherals, table 6-31)."""
    pins = fragment(decompiled, 0)
    found = re.findall(r"brcm,pins = <([^>]*)>;\s*brcm,function = <([^>]*)>", pins)
    groups = [([int(pin, 16) for pin in listed.split()], int(function, 16)) for listed, function in found]
    assert groups == [
        (list(BUSES[0].selects), 1),
        ([BUSES[1].miso, BUSES[1].mosi, BUSES[1].sck], 3),
        (list(BUSES[1].selects), 1),
    ]


def test_what_the_pis_own_tree_has_to_supply(decompiled: str) -> None:
    """Labels that stand in the device tree of every Pi with 40 pins, as in the system's own SPI overlays."""
    supplied = decompiled.split("__fixups__ {")[1].split("};")[0]
    assert set(re.findall(r"\t(\w+) = ", supplied)) == {"gpio", "spi0", "spi1", "spi0_pins", "aux"}
