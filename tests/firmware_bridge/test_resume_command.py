"""`resume` and `undo` at a running table, by its socket; and a table whose file names an owner's edition."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from engine.era import tables
from engine.era.components import AREAS, COLOURS
from engine.era.edition import house, read_edition
from engine.era.edition_form import edition_form
from engine.era.state import Phase
from firmware_bridge.cli import main
from firmware_bridge.config import load
from firmware_bridge.control import ask
from firmware_bridge.errors import ConfigError
from firmware_bridge.happenings import Begin
from firmware_bridge.history import game_of
from firmware_bridge.journal import Journal
from firmware_bridge.menus.dialogue import Scene
from firmware_bridge.menus.new_game_page import NewGame
from firmware_bridge.places import Places
from firmware_bridge.running import RunningTable
from firmware_bridge.simulation.bench_table import BenchTable
from firmware_bridge.simulation.people import PLACES, token_uid
from firmware_bridge.simulation.simulated import simulated_config
from hardware.bench import Bench

from .hands import Hands

PLAYERS = ("yellow", "green", "brown", "orange")
SEEN_S = 1.0


class Commanded(BenchTable):
    """A table in this process, with somebody who gives it commands."""

    def asked(self, **request: Any) -> dict[str, Any]:
        """What the table answers: it goes on meanwhile, as it must to hear anything."""
        answer: dict[str, Any] = {}
        asker = threading.Thread(target=lambda: answer.update(ask(self._folder / "control.socket", request)))
        self._while(asker)
        return answer

    def command(self, *arguments: str) -> int:
        """The exit status of a command line."""
        status: list[int] = []
        asker = threading.Thread(target=lambda: status.append(main([*arguments, "--state", str(self._folder)])))
        self._while(asker)
        return status[0]

    def _while(self, asker: threading.Thread) -> None:
        asker.start()
        while asker.is_alive():
            self.run(0.05)
        asker.join()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Commanded]:
    """Game 1, of four: yellow has laid on build, green on buy, and neither token lies there any more; game 2, of three,
    has begun."""
    with Commanded(tmp_path, PLAYERS) as table:
        table.run(SEEN_S)
        table.lay("yellow", "build")
        table.run(SEEN_S)
        table.lay("green", "buy")
        table.run(SEEN_S)
        assert table.asked(command="new", players=["brown", "green", "yellow"], start="green")["ok"]
        table.lift("yellow", "build")
        table.lift("green", "buy")
        table.run(SEEN_S)
        yield table


def test_an_older_game_goes_on_and_what_lies_there_is_judged_by_it(table: Commanded) -> None:
    said = table.asked(command="resume", number=1)
    assert said["ok"]
    assert said["players"] == list(PLAYERS)
    assert said["resumed"] is True
    assert (said["board"]["build"], said["board"]["buy"], said["in_turn"]) == (["yellow"], ["green"], "brown")
    # Both tokens were taken off: the answer itself says so, and after they are put back play goes on.
    assert [problem["place"] for problem in said["problems"]] == ["build:1", "buy:1"]
    assert table.told == ["goes on"]
    table.lay("yellow", "build")
    table.lay("green", "buy")
    table.run(SEEN_S)
    assert table.asked(command="state")["problems"] == []
    table.lay("brown", "market")
    table.run(SEEN_S)
    assert table.asked(command="state")["in_turn"] == "orange"


def test_what_is_said_of_a_game_that_went_on_is_not_said_of_the_next(table: Commanded) -> None:
    assert table.asked(command="resume", number=1)["resumed"] is True
    table.table.parts.note = "begun under rules 0"  # as of a journal of other rules
    begun = table.asked(command="new", players=["brown", "green", "yellow"], start="green")
    assert (begun["resumed"], begun["note"]) == (False, "")


def test_it_may_be_taken_back_to_its_beginning(table: Commanded, capsys: pytest.CaptureFixture[str]) -> None:
    assert table.command("resume", "1") == 0
    assert "Round 1 of 8: brown to lay a token." in capsys.readouterr().out
    assert table.command("undo", "2") == 0
    assert "Round 1 of 8: yellow to lay a token." in capsys.readouterr().out
    assert table.command("undo") == 2
    assert "no move that could be taken back" in capsys.readouterr().err
    assert table.command("undo", "0") == 2
    assert "name how many, from 1 on" in capsys.readouterr().err


def test_programs_are_told_as_values(table: Commanded, capsys: pytest.CaptureFixture[str]) -> None:
    assert table.command("resume", "1", "--json") == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["in_turn"], said["board"]["buy"]) == ("brown", ["green"])
    assert table.command("undo", "3", "--json") == 1  # there were two moves
    said = json.loads(capsys.readouterr().out)
    assert (said["taken_back"], said["in_turn"], said["board"]["buy"]) == (2, "yellow", [])


def test_after_a_new_start_it_is_the_one_that_goes_on(table: Commanded, tmp_path: Path) -> None:
    assert table.asked(command="resume", number=1)["ok"]
    with Journal.read(tmp_path / "games.journal") as journal:
        assert [header.players for _, header in journal.games()] == [PLAYERS, ("brown", "green", "yellow"), PLAYERS]
    table.__exit__(None, None, None)
    lying: list[list[bytes]] = [[] for _ in PLACES]
    lying[PLACES.index("build:1")] = [token_uid(PLAYERS.index("yellow"), 0)]
    lying[PLACES.index("buy:1")] = [token_uid(PLAYERS.index("green"), 0)]
    with Commanded(tmp_path, COLOURS[:3], lying) as again:
        again.run(SEEN_S)
        assert again.told == ["goes on"]
        assert again.asked(command="state")["in_turn"] == "brown"
        assert again.command("undo", "2") == 0  # both moves are from before the other game


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (2, "game 2 is the one that is played"),
        (3, "has no game 3: `era-table games` lists those that it has"),
        (0, "has no game 0"),
        ("1", "'resume' is no command, or lacks something"),
        (None, "'resume' is no command, or lacks something"),
    ],
)
def test_a_game_that_can_not_go_on_changes_nothing(table: Commanded, number: object, said: str) -> None:
    before = table.asked(command="state")
    answer = table.asked(command="resume", number=number)
    assert answer["ok"] is False
    assert said in answer["error"]
    assert table.asked(command="state") == before


# --- [game] edition ---

OWN = (
    resources.files("engine.era.editions").joinpath("house.toml").read_text()
    .replace('name = "house"', 'name = "mine"')
    .replace("6 = { coins = 6, influence = 4,", "6 = { coins = 7, influence = 4,")
)  # fmt: skip
"""The house's numbers but for one, the coins of the sixth patent (PAT-1)."""


def written(folder: Path, edition: str | None, text: str | None = None) -> Path:
    """A table's file that names an edition's file, which is written beside it."""
    if edition is not None and text is not None:
        (folder / edition).write_text(text)
    named = "" if edition is None else f'edition = "{edition}"\n'
    readers = "".join(
        f'[[reader]]\nbus = 0\ndevice = {number}\nreads = "{area}"\n' for number, area in enumerate(AREAS)
    )
    path = folder / "table.toml"
    path.write_text(f'[game]\nplayers = ["yellow", "green", "brown"]\ndepth = "full"\n{named}{readers}')
    return path


@contextmanager
def running(path: Path, folder: Path) -> Iterator[RunningTable]:
    """The table of that file, without wires: there is no bus that its readers could hang on."""
    state = Places(folder / "state", folder / "state")
    state.make()
    with Bench(len(AREAS)) as bench:
        wired = replace(load(path), reader=simulated_config(PLAYERS, {}, "", "").reader[: len(AREAS)])
        areas = [replace(reader, reads=area) for reader, area in zip(wired.reader, AREAS, strict=True)]
        config = replace(wired, reader=areas)
        with RunningTable(
            config, path, state, bench.clock, False, lambda *_: None, lambda _: None, lambda _: None
        ) as table:
            yield table


def edition_of(folder: Path) -> str:
    with Journal.read(folder / "state/games.journal") as journal:
        recorded = journal.last()
    assert recorded is not None
    return game_of(recorded.header.snapshot).edition


def test_games_are_played_and_read_with_the_edition_that_the_file_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = read_edition(OWN)
    assert own.id != house().id
    path = written(tmp_path, "mine.toml", OWN)
    with running(path, tmp_path) as table:
        assert not table.parts.resumed
    assert edition_of(tmp_path) == own.id
    monkeypatch.setattr(tables, "_made", {})  # as in another process, which knows of no edition yet
    with running(path, tmp_path) as table:
        assert table.parts.resumed
        assert table.parts.note == ""


def test_a_new_game_by_the_buttons_has_the_edition_of_the_table() -> None:
    own = read_edition(OWN)
    scene = Scene(Hands().session, edition=own)
    page = NewGame(3, ("yellow", "green", "brown"), "green", "full", "virtual")
    begin = page.items(scene)[0].does
    assert isinstance(begin, Begin)
    assert begin.game.edition == own.id


def test_without_one_it_is_the_houses(tmp_path: Path) -> None:
    with running(written(tmp_path, None), tmp_path):
        pass
    assert edition_of(tmp_path) == house().id


@pytest.mark.parametrize(
    ("text", "said"),
    [(None, "mine.toml can't be read: No such file"), (edition_form(), "mine.toml: no whole edition: ")],
)
def test_an_edition_that_can_not_be_played_with_is_told_before_a_game_begins(
    tmp_path: Path, text: str | None, said: str
) -> None:
    with pytest.raises(ConfigError, match=said), running(written(tmp_path, "mine.toml", text), tmp_path):
        pass
    assert not (tmp_path / "state/games.journal").exists()


def test_a_new_game_has_the_depth_and_the_dealing_that_were_asked_for(table: Commanded) -> None:
    asked = ("green", "brown", "yellow", "--start", "brown", "--depth", "full", "--dealing", "cards")
    assert table.command("new", *asked) == 0
    game = table.table.parts.worker.session.game
    assert (game.players, game.start_player) == (("green", "brown", "yellow"), "brown")
    assert (game.depth, game.dealing, game.phase) == ("full", "cards", Phase.SETTING_UP)   # people tell which card came
    said = table.asked(command="new", players=["green", "brown", "yellow"], start="brown", depth="half")
    assert not said["ok"]
    assert said["error"] == "'half' is no depth: there are referee, full"
