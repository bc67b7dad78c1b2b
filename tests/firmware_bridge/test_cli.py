"""Bad input through the real command line: exit status 2, the thing and the remedy named, nothing overwritten."""

import json
import signal
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firmware_bridge.cli import main
from firmware_bridge.journal import Entry, Header, Journal
from firmware_bridge.lock import TableLock
from firmware_bridge.roster_file import change_tags
from hardware.bench import Bench
from hardware.bench.clock import PacedClock

from .services import era_table

CONFIG = """
[game]
players = ["yellow", "green", "brown"]

[[reader]]
bus = 0
device = 0
reads = "build:1"

[[reader]]
bus = 0
device = 1
reads = "build:2"

[tags]
yellow = ["5a31c410"]
"""

ON_WIRES = [["pads"], ["run"], ["tags", "enrol"]]
"""The commands that open the wires themselves."""


def on_disk(folder: Path) -> dict[Path, bytes]:
    """All files with what is in them, but for the lock, which tells who had it last."""
    return {file: file.read_bytes() for file in folder.rglob("*") if file.is_file() and file.name != "lock"}


class Folder:
    """A folder with a table.toml and a state folder, and how a command on them is refused."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.config = path / "table.toml"
        self.state = path / "state"
        self.config.write_text(CONFIG)

    def change(self, old: str, new: str) -> None:
        text = self.config.read_text()
        assert text.count(old) == 1
        self.config.write_text(text.replace(old, new))

    def arguments(self, command: list[str]) -> list[str]:
        return [*command, "--config", str(self.config), "--state", str(self.state)]

    def refused(self, command: list[str], *said: str, packages: Path | None = None) -> None:
        """packages: a folder whose modules come before the installed ones."""
        before = on_disk(self.path)
        done = era_table(*self.arguments(command), environment={"PYTHONPATH": str(packages)} if packages else None)
        assert done.returncode == 2, done.stdout + done.stderr
        assert done.stdout == ""
        self.refused_with(done.stderr, before, *said)

    def refused_here(self, command: list[str], capsys: pytest.CaptureFixture[str], *said: str) -> None:
        """The same in this process, which is quicker and may have a bench."""
        before = on_disk(self.path)
        assert main(self.arguments(command)) == 2
        out, err = capsys.readouterr()
        assert out == ""
        self.refused_with(err, before, *said)

    def refused_with(self, stderr: str, before: dict[Path, bytes], *said: str) -> None:
        assert stderr.startswith("era-table: ")
        assert "Traceback" not in stderr
        for words in said:
            assert words in stderr
        after = on_disk(self.path)
        assert {file: after.get(file) for file in before} == before


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


@pytest.fixture
def _signals_as_before() -> Iterator[None]:
    handlers = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    yield
    for number, handler in handlers.items():
        signal.signal(number, handler)


# --- table.toml and roster.toml ---


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("players =", "plyers =", "unknown key 'plyers' in [game]; did you mean 'players'?"),
        ('"build:2"', '"build:1"', "readers 0 and 1 both read build:1: give each space to one reader"),
        ('["5a31c410"]', '["5a31c410"]\ngreen = ["5A31C410"]', "tag 5a31c410 is enrolled 2 times (for green and"),
    ],
)
def test_a_mistake_in_the_config(
    folder: Folder, capsys: pytest.CaptureFixture[str], old: str, new: str, said: str
) -> None:
    folder.change(old, new)
    folder.refused(["run"], str(folder.config), said)
    for command in (["pads"], ["tags", "enrol"], ["tags", "list"]):
        folder.refused_here(command, capsys, str(folder.config), said)
    assert not folder.state.exists()


@pytest.mark.usefixtures("_signals_as_before")
def test_a_tag_that_config_and_roster_give_to_two_players(folder: Folder, capsys: pytest.CaptureFixture[str]) -> None:
    folder.state.mkdir()
    change_tags(folder.state / "roster.toml", {"5a31c410": "green"})
    said = (
        f"{folder.state / 'roster.toml'} and {folder.config}: ",
        "tag 5a31c410 is enrolled 2 times (for green and yellow): keep it for one token only",
    )
    folder.refused(["run"], *said)
    for command in (["pads"], ["tags", "enrol"], ["tags", "list"]):
        folder.refused_here(command, capsys, *said)


def test_a_config_that_is_not_there(folder: Folder) -> None:
    folder.config.unlink()
    folder.refused(["run"], f"{folder.config} can't be read: No such file or directory", "--config")


def test_a_config_without_readers(folder: Folder) -> None:
    folder.config.write_text('[game]\nplayers = ["yellow", "green", "brown"]\n')
    folder.refused(["run"], f"{folder.config}: there is no [[reader]]; write one for each space, or one for each area")
    folder.config.write_text('[game]\nplayers = ["yellow", "green", "brown"]\n[[reader]]\nbus = 0\nreads = "build"\n')
    folder.refused(["run"], f"{folder.config}: there is no `device` - at `$.reader[0]`")


def test_a_command_line_without_a_command_lists_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    said = capsys.readouterr().out
    assert "usage: era-table" in said
    assert "    demo " in said


def test_a_config_without_players(folder: Folder, capsys: pytest.CaptureFixture[str]) -> None:
    folder.change('["yellow", "green", "brown"]', "[]")
    folder.refused(["run"], f"{folder.config}: [game] players is []; name 3 to 5 different colours")
    folder.refused_here(["tags", "enrol"], capsys, f"{folder.config}: [game] players is []")


@pytest.mark.parametrize(("section", "driver"), [("display", "vt100"), ("lights", "adalight")])
def test_a_port_that_can_never_be_one(folder: Folder, section: str, driver: str) -> None:
    folder.change("[tags]", f'[{section}]\ndriver = "{driver}"\nport = "{folder.path}"\n\n[tags]')
    said = f"{folder.config}: [{section}] port: {folder.path} is a file or folder and no serial port: take a name of"
    folder.refused(["run"], said, "/dev/serial/by-id")
    with Journal.open(folder.state / "games.journal") as journal:
        assert journal.games() == ()  # a table that can't run begins no game


# --- the journal ---


def a_journal(path: Path) -> None:
    with Journal.open(path) as journal:
        journal.begin(Header(("yellow", "green", "brown"), "yellow", "referee", 1, "0.1", 1.0, "{}"))
        journal.append([Entry("move", "yellow", "place build", "x" * 300, float(number)) for number in range(40)])


def not_ours(path: Path) -> None:
    path.write_text("Dear diary\n" * 100)


def cut_short(path: Path) -> None:
    a_journal(path)
    path.write_bytes(path.read_bytes()[:5000])


def newer(path: Path) -> None:
    a_journal(path)
    db = sqlite3.connect(path)
    db.execute("PRAGMA user_version = 99")
    db.close()


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (not_ours, ["is no journal", "move it elsewhere"]),
        (cut_short, ["is cut short", "elsewhere to begin a new one"]),
        (newer, ["was written by a newer program (format 99", "update era-table"]),
        (a_journal, ["game 1 can't be read", "Keep the file"]),  # whole, but the snapshots say nothing
    ],
)
def test_a_journal_that_can_not_be_used(folder: Folder, make: Callable[[Path], None], said: list[str]) -> None:
    folder.state.mkdir()
    make(folder.state / "games.journal")
    folder.refused(["run"], str(folder.state / "games.journal"), *said)


# --- the wires ---


def made_packages(folder: Path, spidev: str, gpio: str) -> Path:
    """A folder with these texts as the modules spidev and RPi.GPIO."""
    (folder / "RPi").mkdir(parents=True)
    (folder / "spidev.py").write_text(spidev)
    (folder / "RPi" / "__init__.py").write_text("")
    (folder / "RPi" / "GPIO.py").write_text(gpio)
    return folder


@pytest.mark.parametrize("command", ON_WIRES, ids=" ".join)
def test_a_machine_without_spidev(folder: Folder, tmp_path: Path, command: list[str]) -> None:
    path = made_packages(tmp_path / "packages", "raise ModuleNotFoundError(\"No module named 'spidev'\")", "")
    folder.refused(
        command,
        "can't be used on this machine (No module named 'spidev')",
        "install mfrc522, spidev and RPi.GPIO",
        "use the simulated table: era-table demo",
        packages=path,
    )


def test_a_machine_that_rpi_gpio_does_not_like(folder: Folder, tmp_path: Path) -> None:
    said = "This module can only be run on a Raspberry Pi!"  # what RPi.GPIO 0.7.1 raises on a desktop
    path = made_packages(tmp_path / "packages", "class SpiDev: ...", f"raise RuntimeError({said!r})")
    folder.refused(["run"], f"can't be used on this machine ({said})", "era-table demo", packages=path)


def no_such_bus(folder: Folder, bench: Bench) -> None:
    folder.change("bus = 0\ndevice = 1", "bus = 4\ndevice = 1")


def no_such_device(folder: Folder, bench: Bench) -> None:
    folder.change("device = 1", "device = 3")


def forbidden(folder: Folder, bench: Bench) -> None:
    bench.deny(0, 1)


@pytest.mark.usefixtures("_signals_as_before")
@pytest.mark.parametrize("command", ON_WIRES, ids=" ".join)
@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (no_such_bus, ["/dev/spidev4.1: no such SPI device", "raspi-config", "bus and device numbers"]),
        (no_such_device, ["/dev/spidev0.3: no such SPI device", "raspi-config", "bus and device numbers"]),
        (forbidden, ["/dev/spidev0.1 may not be opened", "group spi"]),
    ],
)
def test_wires_that_can_not_be_used(
    folder: Folder,
    capsys: pytest.CaptureFixture[str],
    command: list[str],
    fault: Callable[[Folder, Bench], None],
    said: list[str],
) -> None:
    with Bench(2, clock=PacedClock()) as bench:
        fault(folder, bench)
        folder.refused_here(command, capsys, *said)
    assert not (folder.state / "control.socket").exists()
    with TableLock(folder.state / "lock", "the next one"):
        pass


# --- pads: a look at the wires ---


def test_pads_names_the_tokens_of_config_and_roster(folder: Folder, capsys: pytest.CaptureFixture[str]) -> None:
    folder.state.mkdir()
    change_tags(folder.state / "roster.toml", {"046b91202e6580": "green"})
    with Bench(2, clock=PacedClock()) as bench:
        bench.place(bytes.fromhex("5a31c410"), 0)
        bench.place(bytes.fromhex("046b91202e6580"), 1)
        bench.place(bytes.fromhex("d3b07384"), 1)
        assert main([*folder.arguments(["pads"]), "--json"]) == 0
        rows = json.loads(capsys.readouterr().out)
        assert [(row["reads"], row["seen"], dict(zip(row["tags"], row["players"], strict=True))) for row in rows] == [
            ("build:1", "tags", {"5a31c410": "yellow"}),
            ("build:2", "tags", {"046b91202e6580": "green", "d3b07384": None}),
        ]
        bench.unplug(0)
        assert main(folder.arguments(["pads"])) == 1
        assert "build:1        dead     Reader /dev/spidev0.0 does not answer" in capsys.readouterr().out


def test_pads_tells_of_a_chip_that_nobody_knows_and_reads_the_others(
    folder: Folder, capsys: pytest.CaptureFixture[str]
) -> None:
    with Bench(2, clock=PacedClock()) as bench:
        bench.set_version(1, 0x37)
        bench.place(bytes.fromhex("5a31c410"), 0)
        assert main([*folder.arguments(["pads"]), "--json"]) == 1
        well, strange = json.loads(capsys.readouterr().out)
        assert (well["seen"], well["tags"], well["trouble"]) == ("tags", ["5a31c410"], None)
        assert (strange["seen"], strange["trouble"]) == ("dead", "unknown")
        assert "Reader /dev/spidev0.1: version byte 0x37" in strange["why"]
        assert "Look at the wiring" in strange["why"]


@pytest.mark.usefixtures("_signals_as_before")
@pytest.mark.parametrize("command", ON_WIRES, ids=" ".join)
def test_wires_that_somebody_else_owns_are_left_alone(
    folder: Folder, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    folder.state.mkdir()
    with Bench(2, clock=PacedClock()) as bench, TableLock(folder.state / "lock", "era-table run --config table.toml"):
        assert main(folder.arguments(command)) == 2
        assert bench.spi.transfers == 0
    assert "this table is run by process" in capsys.readouterr().err


def test_tags_list_says_whose_each_tag_is(folder: Folder, capsys: pytest.CaptureFixture[str]) -> None:
    folder.state.mkdir()
    change_tags(folder.state / "roster.toml", {"046b91202e6580": "green"})
    assert main(folder.arguments(["tags", "list"])) == 0
    assert [line.split(maxsplit=2) for line in capsys.readouterr().out.splitlines()] == [
        ["yellow", "5a31c410", "stands in table.toml"],
        ["green", "046b91202e6580"],
    ]
    assert main([*folder.arguments(["tags", "list"]), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"5a31c410": "yellow", "046b91202e6580": "green"}


@pytest.mark.parametrize("command", [["state"], ["run", "--simulate"], ["tags", "list"]], ids=" ".join)
def test_a_state_folder_with_an_empty_name(capsys: pytest.CaptureFixture[str], command: list[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main([*command, "--state", ""])
    assert "argument --state: the name is empty: name the folder, or leave --state out" in capsys.readouterr().err
