"""The guided first set-up, with hands that do as they are told on the bench: the file that comes of it runs a table."""

import re
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest

from firmware_bridge.config import Buttons, Display, Reader, load
from firmware_bridge.errors import PlaceError, SetupError
from firmware_bridge.light_config import Adalight
from firmware_bridge.setup.outputs import find_display, find_lights, serial_ports, yes
from firmware_bridge.setup.pads import ask_players, find_readers, name_pads
from firmware_bridge.setup.table_file import table_text, write_table
from firmware_bridge.simulation.people import PLACES
from firmware_bridge.wires import opened_scanner
from hardware.bench import Bench
from hardware.bench.far_ends import FarEnds
from hardware.bench.screens import SCREENS

from ..services import era_table

TAG = bytes.fromhex("04a1b2c3d4e580")


class Hands:
    """A person who lays the token where it is asked for, two looks after the word, and answers from a list.

    wired: which reader lies under which space; a space that is not there is skipped with Enter.
    """

    def __init__(self, bench: Bench, wired: dict[str, int], answers: Sequence[str] = ()) -> None:
        self._bench = bench
        self._wired = wired
        self._answers = list(answers)
        self._asked_for: str | None = None
        self._polls = 0
        self._lies = False
        self.said: list[str] = []

    def say(self, words: str) -> None:
        self.said.append(words)
        wanted = re.match(r"Lift the token, and lay it on ([A-Z]+) (\d)", words)
        if wanted:
            self._asked_for, self._polls = f"{wanted[1].lower()}:{wanted[2]}", 0

    def ask(self, question: str) -> str:
        self.said.append(question)
        return self._answers.pop(0)

    def skips(self) -> bool:
        self._polls += 1
        if self._asked_for not in self._wired:
            return True
        if self._polls == 1 and self._lies:
            self._bench.lift(TAG)
        elif self._polls == 3:
            self._bench.place(TAG, self._wired[self._asked_for])
            self._lies = True
        return False


def named(wired: dict[str, int], readers: int, before: Callable[[Bench], object] = lambda _: None) -> list[Reader]:
    with Bench(readers, tag_startup=0.005) as bench:
        before(bench)
        person = Hands(bench, wired)
        return name_pads(find_readers(bench.clock, person), bench.clock, person)


def test_twelve_readers_wired_in_any_order_are_named_by_what_lies_above_them() -> None:
    wired = {place: (5 * number + 7) % 12 for number, place in enumerate(PLACES)}  # 5 and 12 have no common divisor
    found = named(wired, 12)
    assert [reader.reads for reader in found] == list(PLACES)
    # The bench's reader i hangs on bus i // 6, device i % 6.
    assert [6 * reader.bus + reader.device for reader in found] == [wired[reader.reads] for reader in found]


def test_one_reader_under_both_spaces_reads_the_area_and_missing_ones_are_skipped() -> None:
    found = named({"build:1": 2, "build:2": 2, "buy:1": 0, "market:2": 1}, 3)
    assert [(reader.bus, reader.device, reader.reads) for reader in found] == [
        (0, 2, "build"), (0, 0, "buy:1"), (0, 1, "market:2"),
    ]  # fmt: skip


def test_a_tag_that_lies_there_already_is_not_taken_for_the_token() -> None:
    found = named({"build:1": 0, "build:2": 1}, 2, lambda bench: bench.place(bytes.fromhex("5a31c410"), 1))
    assert [(reader.device, reader.reads) for reader in found] == [(0, "build:1"), (1, "build:2")]


def test_a_token_laid_on_a_pad_that_is_named_already_is_told_and_waited_for() -> None:
    with Bench(2, tag_startup=0.005) as bench:
        person = Hands(bench, {"build:1": 0, "buy:1": 0})  # whoever lays it makes a mistake, and then skips

        def skips() -> bool:
            return Hands.skips(person) or any("as told before" in words for words in person.said)

        vars(person)["skips"] = skips
        found = name_pads(find_readers(bench.clock, person), bench.clock, person)
    assert [reader.reads for reader in found] == ["build:1"]
    assert "That is BUILD 1, as told before: lay it on BUY 1, or press Enter." in person.said


def test_readers_that_do_not_answer_are_left_out_and_if_none_does_it_says_why() -> None:
    with Bench(3) as bench:
        bench.unplug(1)
        person = Hands(bench, {})
        assert find_readers(bench.clock, person) == [(0, 0), (0, 2)]
        for reader in range(3):
            bench.unplug(reader)
        with pytest.raises(SetupError, match=r"no reader answers: Reader /dev/spidev0\.2 does not answer"):
            find_readers(bench.clock, person)
        with pytest.raises(SetupError, match="no pad has been named"):
            name_pads([(0, 0)], bench.clock, person)
    with Bench(1, wiring=[(0, 0)]) as bench:
        bench.deny(0, 0)
        with pytest.raises(SetupError, match="may not be opened"):
            find_readers(bench.clock, Hands(bench, {}))


@pytest.mark.parametrize(
    ("answers", "players"),
    [
        ([""], ["yellow", "green", "brown", "orange"]),
        (["Green, brown  purple"], ["green", "brown", "purple"]),
        (["green", "green green brown", "red green brown", "green brown purple"], ["green", "brown", "purple"]),
    ],
)
def test_players_are_asked_for_until_they_can_be(answers: list[str], players: list[str]) -> None:
    with Bench(1) as bench:
        assert ask_players(Hands(bench, {}, answers)) == players


# --- display and lights ---


class Eyes(Hands):
    """A person who says what display and lights really show."""

    def __init__(self, bench: Bench, far: FarEnds) -> None:
        super().__init__(bench, {})
        self._far = far

    def ask(self, question: str) -> str:
        self.said.append(question)
        self._far.step(self._bench.clock.now())
        word = re.search(r'say "([^"]*)"', question)
        if word:
            shown = "".join(self._far.lines())
            right = shown.startswith(word[1]) and shown.endswith("end") and len(shown.split()) == 3
            return "y" if right else "n"
        return "yes" if all(led == (60, 60, 60) for led in self._far.leds()) else "No"


@pytest.mark.parametrize("kind", ["vt100", "serlcd", "matrix-orbital", "cd5220"])
def test_the_display_is_found_by_what_is_read_on_it_and_the_lights_by_what_they_show(kind: str) -> None:
    from hardware.displays.kinds import KINDS

    far = FarEnds(27, screen=SCREENS[kind](*KINDS[kind].sizes[0]))
    with Bench(1) as bench:
        person = Eyes(bench, far)
        ports = ["/dev/nowhere", far.screen_wire.path, far.strip_wire.path]
        display = find_display(ports[:2], bench.clock, person)
        lights = find_lights(ports[::2], bench.clock, person)
    far.close()
    assert display is not None
    assert display.port == far.screen_wire.path
    assert display.driver == kind
    assert lights == Adalight(port=far.strip_wire.path)
    assert any("/dev/nowhere: is not there" in words for words in person.said)


def test_a_table_without_display_and_lights() -> None:
    with Bench(1) as bench:
        assert find_display([], bench.clock, Hands(bench, {})) is None
        assert find_lights(["/dev/nowhere"], bench.clock, Hands(bench, {})) is None


def test_ports_are_tried_by_names_that_stay(tmp_path: Path) -> None:
    assert serial_ports(tmp_path) == []
    (tmp_path / "dev/serial/by-id").mkdir(parents=True)
    for name in ("serial/by-id/usb-b", "serial/by-id/usb-a", "serial0", "ttyUSB0"):
        (tmp_path / "dev" / name).touch()
    assert serial_ports(tmp_path) == ["/dev/serial/by-id/usb-a", "/dev/serial/by-id/usb-b", "/dev/serial0"]


def test_yes_and_no_are_asked_for_until_one_of_them_comes() -> None:
    with Bench(1) as bench:
        assert yes(Hands(bench, {}, ["", "perhaps", "Yes!"]), "Is it?")
        assert not yes(Hands(bench, {}, ["no"]), "Is it?")


# --- the file ---


def test_what_is_written_reads_back_and_opens_the_readers(tmp_path: Path) -> None:
    readers = [Reader(bus=0, device=1, reads="build:1"), Reader(bus=0, device=0, reads="buy")]
    display = Display(driver="serlcd", port='/dev/serial/by-id/usb "odd" name')
    path = tmp_path / "table.toml"
    buttons = Buttons(left=22, ok=23, device=["/dev/input/by-path/a", '/dev/input/by-path/odd "b"'])
    text = table_text(["green", "brown", "purple"], "cs", readers, display, Adalight(port="/dev/serial0"), buttons)
    assert write_table(path, text) is None
    config = load(path)
    assert (config.game.players, config.game.language) == (["green", "brown", "purple"], "cs")
    assert config.reader == readers
    assert config.display == display
    assert config.buttons == buttons
    assert config.light_strings == [Adalight(port="/dev/serial0")]
    with Bench(2) as bench, ExitStack() as opened:
        assert len(opened_scanner(config, bench.clock, opened)) == 2


def test_the_file_of_before_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text("mine")
    assert write_table(path, "new") == tmp_path / "table.toml.old"
    assert ((tmp_path / "table.toml.old").read_text(), path.read_text()) == ("mine", "new")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["table.toml", "table.toml.old"]
    with pytest.raises(PlaceError, match="can't be written"):
        write_table(tmp_path / "none" / "table.toml", "new")


def test_on_a_desktop_the_command_says_that_there_is_no_driver(tmp_path: Path) -> None:
    done = era_table("setup", "--state", tmp_path)
    assert done.returncode == 2
    assert "The reader driver can't be used on this machine" in done.stderr
    assert not (tmp_path / "table.toml").exists()
