"""table.toml: what is read from it, and mistakes in it told by file, key, found and allowed."""

from pathlib import Path

import pytest

from firmware_bridge.config import load
from firmware_bridge.errors import ConfigError, RosterError

GOOD = """
[game]
players = ["yellow", "green", "brown"]

[[reader]]
bus = 0
device = 0
reads = "build:1"

[[reader]]
bus = 0
device = 1
reads = "produce"
reset_pin = 25

[display]
driver = "vt100"
port = "/dev/serial/by-id/display"

[lights]
driver = "adalight"
port = "/dev/serial/by-id/lights"

[tags]
yellow = ["5a31c410", "5a31c411"]
green = ["046b91202e6580"]
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "table.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_whole_file_is_read_with_its_defaults(tmp_path: Path) -> None:
    config = load(written(tmp_path, GOOD))
    assert config.game.players == ["yellow", "green", "brown"]
    assert [(reader.bus, reader.device, reader.reads, reader.reset_pin) for reader in config.reader] == [
        (0, 0, "build:1", None),
        (0, 1, "produce", 25),
    ]
    assert config.display is not None
    assert config.display.speed == 9600
    assert config.lights is not None
    assert config.lights.baud == 115200
    roster = config.roster()
    assert roster.tags["046b91202e6580"] == "green"
    assert [str(place) for place in roster.places] == ["build:1", "produce"]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("players =", "plyers =", r"unknown key 'plyers' in \[game\]; did you mean 'players'"),
        ("device = 1", "devise = 1", r"unknown key 'devise' in \[reader\] 1; did you mean 'device'"),
        ("[display]", "[dsplay]", "unknown key 'dsplay' in the file; did you mean 'display'"),
        ("bus = 0", 'bus = "zero"', r"Expected `int`, got `str` - at `\$.reader\[0\].bus`"),
        ("bus = 0", "bus = -1", r">= 0 - at `\$.reader\[0\].bus`"),
        ("reset_pin = 25", "reset_pin = 40", r"<= 27 - at `\$.reader\[1\].reset_pin`"),
        ('driver = "vt100"', 'driver = "vt52"', r"Invalid enum value 'vt52' - at `\$.display.driver`"),
        ("device = 1", "device = 0", "readers 0 and 1 both hang on bus 0, device 0"),
        ('"brown"]', '"pink"]', "'pink' is no player; the colours are yellow, green, brown, orange"),
        ('reads = "produce"', 'reads = "build"', "readers 0 and 1 both read"),
        ('reads = "produce"', 'reads = "prod"', "no reader can read 'prod'"),
        ('"5a31c411"', '"5a31c410"', r"tag 5a31c410 is enrolled 2 times"),
        ('"046b91202e6580"', '"046b91202e65"', "8, 14 or 20 hexadecimal digits"),
        ("[game]", "[game", "is no TOML"),
        ("[game]", "[game]\nlanguage = \"xx\"", r"\[game\] language 'xx' is not there: take one of en"),
        ('["yellow", "green", "brown"]', '["yellow", "green"]', "name 3 to 5 different colours"),
        ('["yellow", "green", "brown"]', '["yellow", "green", "green"]', "name 3 to 5 different colours"),
        ("bus = 0", "bus = " + "9" * 5000, "is no TOML"),
        ("players =", "players = " + "[" * 2000 + "]" * 2000 + "\nplayers =", "is no TOML"),
    ],
)
def test_a_mistake_names_the_file_the_key_and_what_is_allowed(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert old in GOOD
    path = written(tmp_path, GOOD.replace(old, new, 1))
    with pytest.raises((ConfigError, RosterError), match=said) as caught:
        load(path)
    assert str(path) in str(caught.value)


def test_a_file_without_readers_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"there is no \[\[reader\]\]"):
        load(written(tmp_path, 'reader = []\n[game]\nplayers = ["yellow", "green", "brown"]\n'))


def test_a_byte_order_mark_is_no_mistake(tmp_path: Path) -> None:
    assert load(written(tmp_path, "\ufeff" + GOOD)) == load(written(tmp_path, GOOD))


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"table.toml can't be read: No such file.*--config"):
        load(tmp_path / "table.toml")
