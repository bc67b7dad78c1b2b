"""The table's file read again while the table runs: what changes at once, what waits for a restart, what is refused."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from firmware_bridge.config import TableConfig
from firmware_bridge.errors import ConfigError
from firmware_bridge.light_config import Adalight
from firmware_bridge.places import Places
from firmware_bridge.reloading import Reloader, changes
from firmware_bridge.running import RunningTable
from firmware_bridge.simulation.simulated import simulated_config
from hardware.bench import Bench
from hardware.bench.far_ends import FarEnds
from hardware.errors import WiringError

PLAYERS = ("yellow", "green", "brown")
CONFIG = simulated_config(PLAYERS, {}, "/dev/display", "/dev/lights")


def lights(config: TableConfig, brightness: float, limit_ma: int | None = None, baud: int = 115200) -> TableConfig:
    (string,) = config.light_strings
    assert isinstance(string, Adalight)
    return replace(config, lights=replace(string, brightness=brightness, limit_ma=limit_ma, baud=baud))


def czech(config: TableConfig) -> TableConfig:
    return replace(config, game=replace(config.game, language="cs"))


def test_nothing_is_different() -> None:
    same = changes(CONFIG, CONFIG)
    assert (same.language, same.dimmed, same.restart) == (False, False, ())


def test_language_and_brightness_count_at_once() -> None:
    both = changes(CONFIG, czech(lights(CONFIG, 0.5, limit_ma=500)))
    assert (both.language, both.dimmed, both.restart) == (True, True, ())
    (string,) = both.config.light_strings
    assert (both.config.game.language, string.power.brightness, string.power.limit_ma) == ("cs", 0.5, 500)


@pytest.mark.parametrize(
    ("new", "section"),
    [
        (replace(CONFIG, reader=CONFIG.reader[:11]), "reader"),
        (replace(CONFIG, display=None), "display"),
        (replace(CONFIG, game=replace(CONFIG.game, players=["yellow", "green", "orange"])), "game"),
        (replace(CONFIG, tags={"yellow": ["04a1b2c3"]}), "tags"),
        (replace(CONFIG, lights=[]), "lights"),
    ],
)
def test_what_counts_from_the_next_start_is_named_and_the_old_one_kept(new: TableConfig, section: str) -> None:
    differ = changes(CONFIG, new)
    assert differ.restart == (section,)
    assert getattr(differ.config, section) == getattr(CONFIG, section) or section == "lights"
    assert differ.config.light_strings == CONFIG.light_strings


def test_a_brightness_counts_though_another_key_of_the_lights_has_to_wait() -> None:
    differ = changes(CONFIG, lights(CONFIG, 0.5, baud=9600))
    assert (differ.dimmed, differ.restart) == (True, ("lights",))
    (string,) = differ.config.light_strings
    assert isinstance(string, Adalight)
    assert (string.brightness, string.baud) == (0.5, 115200)


def test_a_running_table_takes_it_on(tmp_path: Path) -> None:
    far = FarEnds(27)
    config = simulated_config(PLAYERS, {}, far.screen_wire.path, far.strip_wire.path)
    places = Places(tmp_path / "state", tmp_path / "state")
    places.make()
    with Bench(12, tag_startup=0.005) as bench:
        table = RunningTable(
            config, Path("table.toml"), places, bench.clock, False, lambda *_: None, lambda _: None, lambda _: None
        )
        with table:
            table.add(far)
            table.run_for(2.0)
            english, bright = far.lines(), max(map(max, far.exposed()))
            assert "nothing changed" in table.reload(config)
            words = table.reload(lights(czech(config), 0.5))
            assert words == "table.toml was read again: the lights' brightness and the language changed."
            table.run_for(2.0)
            assert far.lines() != english
            assert max(map(max, far.exposed())) == bright // 2

            words = table.reload(replace(lights(czech(config), 0.5), display=None))
            assert words.endswith("What it says of display counts from the next start.")
            with pytest.raises(WiringError):  # 27 LEDs draw 27 mA when dark
                table.reload(lights(czech(config), 1.0, limit_ma=27))
            table.run_for(2.0)
            assert max(map(max, far.exposed())) == bright // 2
    far.close()


def test_it_is_read_when_asked_for_between_two_words_to_the_manager() -> None:
    told: list[str] = []
    reloader = Reloader(lambda: "read again", told.append, lambda: told.append("<"), lambda: told.append(">"))
    reloader.step(0.0)
    assert told == []
    reloader.ask()
    reloader.step(0.2)
    reloader.step(0.4)
    assert told == ["<", "read again", ">"]


def test_a_file_that_is_wrong_changes_nothing_and_is_told() -> None:
    told: list[str] = []

    def wrong() -> str:
        raise ConfigError("table.toml: there is no [[reader]]")

    reloader = Reloader(wrong, told.append)
    reloader.ask()
    reloader.step(0.0)
    assert told == ["The table goes on as it was: table.toml: there is no [[reader]]"]
