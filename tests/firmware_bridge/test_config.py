"""table.toml: what is read from it, and mistakes in it told by file, key, found and allowed."""

from pathlib import Path

import pytest

from firmware_bridge.config import load
from firmware_bridge.errors import ConfigError, RosterError
from firmware_bridge.light_config import Adalight

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
    (lights,) = config.light_strings
    assert isinstance(lights, Adalight)
    assert lights.baud == 115200
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
        ("[tags]", "[pads]\nrounds_per_s = 3\n\n[tags]", "3 rounds a second: allowed are 8 to 1000, and 0 for as many"),
        (
            'driver = "vt100"',
            'driver = "vt52"',
            r"Invalid enum value 'vt52' - at `\$.display.driver`; allowed are vt100, serlcd, matrix-orbital, cd5220",
        ),
        ("bus = 0", "gain_db = 30\nbus = 0", r"30 - at `\$.reader\[0\].gain_db`; allowed are 18, 23, 33, 38, 43, 48"),
        ("[game]", '[pads]\nschedule = "all"\n[game]', r"'all' - at `\$.pads.schedule`; allowed are overlap, solo"),
        ("[game]", '[pads]\nneighbours = [["build:1"]]\n[game]', r"length 2, got 1 - at `\$.pads.neighbours\[0\]`"),
        ("[game]", '[pads]\nneighbours = [["build:1", "buy"]]\n[game]', "reads 'buy'; name two of build:1, produce"),
        ("[game]", '[pads]\nneighbours = [["produce", "produce"]]\n[game]', "'produce' is paired with itself"),
        ("[game]", "[pads]\nneighbors = []\n[game]", r"unknown key 'neighbors' in \[pads\]; did you mean 'neighbours'"),
        ("device = 1", "device = 0", "readers 0 and 1 both hang on bus 0, device 0"),
        ('"brown"]', '"pink"]', "'pink' is no player; the colours are yellow, green, brown, orange"),
        ('reads = "produce"', 'reads = "build"', "readers 0 and 1 both read"),
        ('reads = "produce"', 'reads = "prod"', "no reader can read 'prod'"),
        ('"5a31c411"', '"5a31c410"', r"tag 5a31c410 is enrolled 2 times"),
        ('"046b91202e6580"', '"046b91202e65"', "8, 14 or 20 hexadecimal digits"),
        ("[game]", "[game", "is no TOML"),
        ("[game]", "[game]\nlanguage = \"xx\"", r"\[game\] language 'xx' is not there: take one of cs, en, hu"),
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


def test_readers_are_tuned_one_by_one_and_all_together(tmp_path: Path) -> None:
    config = load(written(tmp_path, GOOD.replace("reset_pin = 25", "reset_pin = 25\ngain_db = 48") + PADS))
    assert [reader.gain_db for reader in config.reader] == [33, 48]  # 33 dB: RFCfgReg after a reset (datasheet)
    assert config.pads.schedule == "solo"
    assert config.neighbours() == ((1, 0),)


PADS = '''
[pads]
schedule = "solo"
neighbours = [["produce", "build:1"]]
'''


def test_several_readers_may_share_a_reset_pin(tmp_path: Path) -> None:
    config = load(written(tmp_path, GOOD.replace("device = 0", "device = 0\nreset_pin = 25")))
    assert [reader.reset_pin for reader in config.reader] == [25, 25]


def test_where_the_file_does_not_say_each_reader_and_the_next_in_board_order_are_neighbours(tmp_path: Path) -> None:
    """Whatever their order in the file: which pads stand closer than 80 mm is known to the builder only."""
    more = "".join(
        f'[[reader]]\nbus = 1\ndevice = {device}\nreads = "{reads}"\n'
        for device, reads in enumerate(("develop", "build:2", "buy"))
    )
    config = load(written(tmp_path, GOOD + more))
    reads = [reader.reads for reader in config.reader]
    assert [(reads[one], reads[other]) for one, other in config.neighbours()] == [
        ("build:1", "build:2"),
        ("build:2", "produce"),
        ("produce", "buy"),
        ("buy", "develop"),
    ]
    assert config.pads.schedule == "overlap"


def test_a_table_may_say_that_no_pads_are_close(tmp_path: Path) -> None:
    assert load(written(tmp_path, GOOD + "[pads]\nneighbours = []\n")).neighbours() == ()
