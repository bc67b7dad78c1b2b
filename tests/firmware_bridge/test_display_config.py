"""[display] in table.toml: the kinds of display, and what each can't be (issue 6)."""

from pathlib import Path

import pytest

from firmware_bridge.config import Display, load
from firmware_bridge.errors import ConfigError
from hardware.displays.display import Screen
from hardware.displays.kinds import KINDS

REST = """
[game]
players = ["yellow", "green", "brown"]

[[reader]]
bus = 0
device = 0
reads = "build:1"

[display]
"""


def loaded(folder: Path, *lines: str) -> Display:
    path = folder / "table.toml"
    path.write_text(REST + "\n".join(['port = "/dev/serial/by-id/display"', *lines]) + "\n")
    display = load(path).display
    assert display is not None
    return display


@pytest.mark.parametrize(
    ("kind", "columns", "rows", "baud"),
    [("vt100", 20, 4, 9600), ("serlcd", 20, 4, 9600), ("matrix-orbital", 20, 4, 19200), ("cd5220", 20, 2, 9600)],
)
def test_size_and_baud_rate_are_by_default_as_the_kind_leaves_the_factory(
    tmp_path: Path, kind: str, columns: int, rows: int, baud: int
) -> None:
    display = loaded(tmp_path, f'driver = "{kind}"')
    driver = display.made()
    assert (driver.columns, driver.rows, display.speed) == (columns, rows, baud)


@pytest.mark.parametrize(
    ("kind", "size"),
    [(name, f"{columns}x{rows}") for name, kind in KINDS.items() for columns, rows in kind.sizes],
)
def test_every_size_that_a_kind_has_can_be_asked_for(tmp_path: Path, kind: str, size: str) -> None:
    driver = loaded(tmp_path, f'driver = "{kind}"', f'size = "{size}"', "baud = 38400").made()
    assert f"{driver.columns}x{driver.rows}" == size


def test_settings_reach_the_display(tmp_path: Path) -> None:
    display = loaded(tmp_path, 'driver = "matrix-orbital"', "contrast = 128", "brightness = 200", "baud = 38400")
    # FE 50 contrast, FE 99 brightness, in the manual's hexadecimal: 80 and C8.
    driver = display.made()
    assert b"\xfe\x50\x80\xfe\x99\xc8" in driver.draw(Screen((), 20, 4))
    assert display.speed == 38400
    assert loaded(tmp_path, 'driver = "serlcd"', "backlight = [255, 160, 0]").backlight == (255, 160, 0)


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (['driver = "vt52"'], "Invalid enum value 'vt52'.*allowed are vt100, serlcd, matrix-orbital, cd5220"),
        (['driver = "serlcd"', 'size = "40x2"'], "Invalid enum value '40x2'.*allowed are 20x4, 16x2, 20x2"),
        (['driver = "cd5220"', 'size = "20x4"'], "a cd5220 display has no size '20x4'; allowed are 20x2"),
        (['driver = "serlcd"', 'size = "20x2"'], "a serlcd display has no size '20x2'; allowed are 20x4, 16x2"),
        (['driver = "vt100"', "contrast = 5"], r"a vt100 display has no contrast that could be set - at `\$.display`"),
        (['driver = "serlcd"', "brightness = 5"], "a serlcd display has no brightness .*; it has contrast, backlight"),
        (['driver = "cd5220"', "brightness = 9"], "brightness 9: a CD5220 has the levels 1 to 4"),
        (['driver = "serlcd"', "contrast = 256"], r"<= 255 - at `\$.display.contrast`"),
        (['driver = "serlcd"', "backlight = [1, 2]"], r"length 3, got 2 - at `\$.display.backlight`"),
        (['driver = "serlcd"', "baud = 0"], r">= 1 - at `\$.display.baud`"),
        (['driver = "serlcd"', "contrats = 5"], "unknown key 'contrats' in .display.; did you mean 'contrast'"),
    ],
)
def test_a_mistake_names_the_file_and_what_is_allowed(tmp_path: Path, lines: list[str], said: str) -> None:
    with pytest.raises(ConfigError, match=said) as caught:
        loaded(tmp_path, *lines)
    assert str(tmp_path / "table.toml") in str(caught.value)
