"""[lights] of table.toml: one string or several, tracks on them, power; mistakes told by what is wrong and allowed."""

from pathlib import Path

import pytest

from firmware_bridge.config import TableConfig, load
from firmware_bridge.errors import ConfigError
from firmware_bridge.light_config import Adalight, Hc595, layout_of

TABLE = """
[game]
players = ["yellow", "green", "brown"]
[[reader]]
bus = 0
device = 0
reads = "build"
reset_pin = 25
"""
ADALIGHT = """
[lights]
driver = "adalight"
port = "/dev/serial/by-id/lights"
"""
CHAIN = """
[lights]
driver = "hc595"
data = 5
clock = 6
latch = 13
"""


def read(folder: Path, lights: str) -> TableConfig:
    path = folder / "table.toml"
    path.write_text(TABLE + lights)
    return load(path)


def test_the_least_that_can_be_said_of_lights_is_the_27_leds_of_the_readme(tmp_path: Path) -> None:
    config = read(tmp_path, ADALIGHT)
    assert config.lights == Adalight(port="/dev/serial/by-id/lights", baud=115_200, settle_s=2.0)
    layout = layout_of(config.light_strings)
    # "LED 0 to 11 the spaces in board order, 12 to 16 the players by seats, 17 to 26 the rounds."
    assert layout.counts == {"spaces": 12, "players": 5, "rounds": 10}
    assert [layout.led(track, 0) for track in ("spaces", "players", "rounds")] == [(0, 0), (0, 12), (0, 17)]
    assert layout.led("rounds", 9) == (0, 26)


def test_a_table_without_lights(tmp_path: Path) -> None:
    assert read(tmp_path, "").light_strings == []


def test_tracks_as_the_architecture_has_them(tmp_path: Path) -> None:
    config = read(tmp_path, ADALIGHT + 'tracks = [{ name = "influence", first = 0, count = 60 }]')
    assert layout_of(config.light_strings).counts == {"influence": 60}


def test_every_key_of_a_string_and_of_a_track(tmp_path: Path) -> None:
    config = read(
        tmp_path,
        ADALIGHT
        + """
baud = 500000
settle_s = 0
brightness = 0.4
limit_ma = 1500
tracks = [
    { name = "influence", first = 2, count = 6, reverse = true, serpentine = 3 },
    { name = "rounds", first = 8, count = 8 },
]
""",
    )
    (string,) = config.light_strings
    assert isinstance(string, Adalight)
    assert (string.baud, string.settle_s, string.power.brightness, string.power.limit_ma) == (500_000, 0, 0.4, 1500)
    layout = layout_of([string])
    # Two rows of three, the data line comes in at the far end:   7 6 5
    #                                                             2 3 4
    assert [layout.led("influence", place)[1] for place in range(6)] == [7, 6, 5, 2, 3, 4]


def test_several_strings_are_several_tables(tmp_path: Path) -> None:
    config = read(
        tmp_path,
        """
[[lights]]
driver = "adalight"
port = "/dev/serial/by-id/one"
tracks = [{ name = "influence", first = 0, count = 60 }]
[[lights]]
driver = "hc595"
data = 5
clock = 6
latch = 13
enable = 19
tracks = [{ name = "rounds", first = 0, count = 8 }]
""",
    )
    one, other = config.light_strings
    assert isinstance(one, Adalight)
    assert isinstance(other, Hc595)
    assert (other.data, other.clock, other.latch, other.enable) == (5, 6, 13, 19)
    layout = layout_of(config.light_strings)
    assert layout.lengths == (60, 8)
    assert layout.led("rounds", 3) == (1, 3)


@pytest.mark.parametrize(
    ("lights", "said"),
    [
        (ADALIGHT + "brightnes = 1", r"unknown key 'brightnes' in \[lights\]; did you mean 'brightness'"),
        (ADALIGHT + "latch = 5", r"unknown key 'latch' in \[lights\]; known here: driver, port, baud"),
        (CHAIN + "baud = 9600", r"unknown key 'baud' in \[lights\]; known here: driver, data, clock, latch"),
        (ADALIGHT.replace("adalight", "ws2812"), r"'ws2812' - at `\$.lights.driver`; allowed are adalight, hc595"),
        (ADALIGHT.replace("[lights]", "[[lights]]").replace("adalight", "x"), r"allowed are adalight, hc595"),
        ('[lights]\nport = "/dev/x"', r"there is no `driver` - at `\$.lights`"),
        ('[lights]\ndriver = "adalight"', r"there is no `port` - at `\$.lights`"),
        (ADALIGHT.replace("/dev/serial/by-id/lights", ""), r"length >= 1 - at `\$.lights.port`"),
        (CHAIN.replace("latch = 13", ""), r"there is no `latch` - at `\$.lights`"),
        (CHAIN.replace("13", "40"), r"<= 27 - at `\$.lights.latch`"),
        (CHAIN.replace("13", "5"), r"\[lights\] latch = 5 is \[lights\] data already: each has a pin of its own"),
        (CHAIN.replace("13", "25"), r"\[lights\] latch = 25 is reset_pin of a reader already"),
        (ADALIGHT + "brightness = 1.5", r"<= 1.0 - at `\$.lights.brightness`"),
        (ADALIGHT + "limit_ma = 20", "limit_ma = 20 leaves nothing for light: 27 LEDs draw 27 mA when dark"),
        (
            ADALIGHT + 'tracks = [{ name = "influense", first = 0, count = 9 }]',
            "there is no track 'influense'; allowed are spaces, players, rounds, start, influence, patents",
        ),
        (
            ADALIGHT + 'tracks = [{ name = "rounds", first = 0, cout = 9 }]',
            r"unknown key 'cout' in \[lights\] tracks 0; did you mean 'count'",
        ),
        (
            ADALIGHT + 'tracks = [{ name = "rounds", first = 0, count = 0 }]',
            r">= 1 - at `\$.lights.tracks\[0\].count`",
        ),
        (
            ADALIGHT + 'tracks = [{ name = "rounds", first = 0, count = 9, serpentine = 1 }]',
            "track 'rounds': a strip can't be folded into rows of 1",
        ),
        (
            ADALIGHT + 'tracks = [{ name = "rounds", first = 0, count = 9 }, { name = "start", first = 8, count = 5 }]',
            "tracks 'rounds' and 'start' both have LED 8 of string 0",
        ),
        (
            ADALIGHT.replace("[lights]", "[[lights]]") + ADALIGHT.replace("[lights]", "[[lights]]"),
            r"\[\[lights\]\] 0 names no tracks: with several strings each says what hangs on it",
        ),
    ],
)
def test_a_mistake_says_what_is_wrong_and_what_is_allowed(tmp_path: Path, lights: str, said: str) -> None:
    with pytest.raises(ConfigError, match=said) as caught:
        read(tmp_path, lights)
    assert str(tmp_path / "table.toml") in str(caught.value)
