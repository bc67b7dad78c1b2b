"""The display's language: from the config, from a button, from a command; what was chosen last outlives the service."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from firmware_bridge.config import Buttons, load
from firmware_bridge.errors import ConfigError, PlaceError
from firmware_bridge.lamps import Tracks
from firmware_bridge.language_file import load_language, save_language
from firmware_bridge.places import Places
from firmware_bridge.running import RunningTable
from firmware_bridge.simulation.people import PLACES, tokens_of
from firmware_bridge.simulation.simulated import simulated_config
from hardware.bench import Bench
from hardware.bench.far_ends import FarEnds
from hardware.bench.hands import Hands
from hardware.bench.process import WorldProcess

from .services import PLAYERS, Service, era_table, until

THERE = ("cs", "en", "hu")
BUTTON = 5
FIRST_LINE = {"cs": "Kolo 1/8       ŽLUTÝ", "en": "Round 1/8     YELLOW", "hu": "Kör 1/8        SÁRGA"}
LATER_S = 4.0
"""The table knows what lies there, and no longer says which game goes on (table talk, T8)."""
SOON_S = 0.5
"""The display follows within half a second (table talk, principle 8)."""


class Script:
    """A bench's clock on which things happen: (s, what is done then), in order."""

    def __init__(self, bench: Bench, happens: Sequence[tuple[float, Callable[[], object]]]) -> None:
        self._clock = bench.clock
        self._left = list(happens)

    def now(self) -> float:
        return self._clock.now()

    def sleep(self, seconds: float) -> None:
        self._clock.sleep(seconds)
        while self._left and self.now() >= self._left[0][0]:
            self._left.pop(0)[1]()


def played(folder: Path, press_at: Sequence[float], configured: str = "en") -> list[str]:
    """The display's first line after a while and half a second after each press, on a table of four with the button."""
    seen: list[str] = []
    with Bench(len(PLACES)) as bench:
        far = FarEnds(Tracks().count)
        config = simulated_config(PLAYERS, tokens_of(PLAYERS, 2), far.screen_wire.path, far.strip_wire.path)
        config = replace(config, buttons=Buttons(language=BUTTON), game=replace(config.game, language=configured))

        def look() -> None:
            far.step(bench.clock.now())
            seen.append(far.lines()[0])

        script: list[tuple[float, Callable[[], object]]] = [(LATER_S, look)]
        for at in press_at:
            script.append((at, lambda: bench.gpio.drive(BUTTON, 0)))
            script.append((at + 0.1, lambda: bench.gpio.release(BUTTON)))
            script.append((at + SOON_S, look))
        script.append((script[-1][0] + 0.1, lambda: table.stop()))
        places = Places(folder, folder)
        clock = Script(bench, script)
        with RunningTable(
            config, Path("table.toml"), places, clock, False, lambda *_: None, lambda _: None, pytest.fail
        ) as table:
            table.run()
        far.close()
    return seen


def test_a_button_changes_the_language_at_once_and_a_restart_keeps_it(tmp_path: Path) -> None:
    assert played(tmp_path, [4.5, 5.5]) == [FIRST_LINE["en"], FIRST_LINE["hu"], FIRST_LINE["cs"]]
    assert played(tmp_path, [4.5]) == [FIRST_LINE["cs"], FIRST_LINE["en"]]
    assert played(tmp_path, []) == [FIRST_LINE["en"]]


def test_another_language_in_the_config_is_a_later_word_than_the_button_s(tmp_path: Path) -> None:
    assert played(tmp_path, [4.5]) == [FIRST_LINE["en"], FIRST_LINE["hu"]]
    assert played(tmp_path, [], configured="cs") == [FIRST_LINE["cs"]]


def test_the_command_changes_the_language_of_a_running_table_over_a_kill(tmp_path: Path) -> None:
    with WorldProcess(tmp_path / "world", leds=Tracks().count) as world, Hands(world.path) as hands:
        state = tmp_path / "state"
        with Service("--world", world.path, "--state", state, "--lang", "cs") as service:
            service.until_told("begun")
            until(lambda: hands.lines()[0] == FIRST_LINE["cs"], "a Czech screen")
            done = era_table("language", "hu", "--state", state)
            assert (done.returncode, done.stderr) == (0, "")
            assert done.stdout == "The display speaks hu; there are cs, en, hu.\n"
            until(lambda: hands.lines()[0] == FIRST_LINE["hu"], "a Hungarian screen")
            service.kill()
        with Service("--world", world.path, "--state", state, "--lang", "cs") as service:
            service.until_told("resumed")
            until(lambda: hands.lines()[0].startswith("Játék: "), "which game goes on, in Hungarian")
            asked = era_table("language", "--json", "--state", state)
            assert json.loads(asked.stdout) == {"language": "hu", "languages": ["cs", "en", "hu"]}
            refused = era_table("language", "tlh", "--state", state)
            assert refused.returncode == 2
            assert "'tlh'" in refused.stderr


def test_without_a_service_the_command_says_how_to_start_one(tmp_path: Path) -> None:
    done = era_table("language", "cs", "--state", tmp_path)
    assert done.returncode == 2
    assert "no table runs here" in done.stderr


@pytest.mark.parametrize("held", ["", "hu", "tlh en", "hu cs", "hu en more", "\udcff"])
def test_a_file_that_says_nothing_certain_leaves_the_configured_language(tmp_path: Path, held: str) -> None:
    file = tmp_path / "language"
    assert load_language(file, "en", THERE) == "en"  # no file at all
    file.write_bytes(held.encode(errors="surrogateescape"))
    assert load_language(file, "en", THERE) == "en"


def test_what_was_chosen_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "language"
    save_language(file, "hu", "en")
    assert load_language(file, "en", THERE) == "hu"
    assert [found.name for found in tmp_path.iterdir()] == ["language"]


def test_a_choice_that_can_t_be_kept_says_why(tmp_path: Path) -> None:
    with pytest.raises(PlaceError, match="can't be written"):
        save_language(tmp_path / "no folder" / "language", "hu", "en")


CONFIG = """
[game]
players = ["yellow", "green", "brown"]
[[reader]]
bus = 0
device = 0
reads = "build:1"
reset_pin = 22
[buttons]
language = {pin}
"""


def test_the_button_stands_in_the_config(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(CONFIG.format(pin=5))
    assert load(file).buttons == Buttons(language=5)
    file.write_text(CONFIG.format(pin=28))
    with pytest.raises(ConfigError, match=r"table\.toml: .*<= 27.*\$\.buttons\.language"):
        load(file)


def test_two_things_on_one_pin_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(CONFIG.format(pin=22))
    with pytest.raises(ConfigError, match=r"\[buttons\] language = 22 is reset_pin of a reader already"):
        load(file)
