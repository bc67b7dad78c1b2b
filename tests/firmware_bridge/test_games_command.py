"""era-table games and export, at the command line: which games there were, and one of them written down."""

import json
import os
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import pytest

from engine.era.components import COLOURS
from engine.era.edition import house
from engine.era.game import RULES_VERSION, new_game
from engine.era.game_text import read_game
from engine.era.notation import write_state
from engine.era.scoring import scores, winners
from engine.era.simulate import eager, steps
from engine.era.state import Phase, State
from firmware_bridge.cli import main
from firmware_bridge.errors import PlaceError
from firmware_bridge.journal import Entry, Header, Journal
from firmware_bridge.roster import Roster
from firmware_bridge.session import Session
from firmware_bridge.snapshot import write_snapshot
from firmware_bridge.whole_file import write_whole

from .table_top import played_to

BEGUN = datetime(2026, 2, 14, 14, 5).astimezone().timestamp()
ROSTER = Roster.of([], ["build"])


@dataclass
class Table:
    """A table's state folder, and its journal as long as no service runs."""

    folder: Path
    capsys: pytest.CaptureFixture[str]

    def recorded(
        self, first: State, last: State, entries: list[Entry], ended: bool = False, of: int | None = None
    ) -> int:
        """A game from its first state to the last one that was kept; its number."""
        header = Header(
            first.players, first.start_player, first.depth, RULES_VERSION, "0.2", BEGUN,
            write_snapshot(Session(ROSTER, first, seed=5), of=of),
        )  # fmt: skip
        newest = write_snapshot(Session(ROSTER, last, idle=ended))
        entries = [*entries, Entry("end", None, "", newest, 2.0)] if ended else [*entries]
        if entries:
            entries[-1] = Entry(entries[-1].kind, entries[-1].player, entries[-1].text, newest, BEGUN + 60)
        with Journal.open(self.folder / "games.journal") as journal:
            return journal.begin(header, entries)

    def said(self, *arguments: str, status: int = 0) -> str:
        """What the command prints; on its error output where it fails."""
        assert main([*arguments, "--state", str(self.folder)]) == status
        printed = self.capsys.readouterr()
        return printed.err if status else printed.out


@pytest.fixture
def table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Table:
    with Journal.open(tmp_path / "games.journal"):
        pass
    return Table(tmp_path, capsys)


def whole_game(players: int) -> tuple[State, State, list[Entry]]:
    first = new_game(COLOURS[:players], 1, "full", seed=5)
    state, entries = first, []
    for _, move, _, after in steps(first, eager, 5):
        entries.append(Entry("move", state.in_turn, str(move), "", BEGUN))
        state = after
    return first, state, entries


def test_without_a_game_it_says_so(table: Table) -> None:
    assert table.said("games") == "No game was played on this table yet.\n"
    assert table.said("games", "--json") == "[]\n"
    assert "has no game: `era-table games` lists" in table.said("export", status=2)


def test_the_newest_stands_last_with_when_who_how_far_and_who_won(table: Table) -> None:
    full, over, entries = whole_game(3)
    table.recorded(full, over, entries)
    four = new_game(COLOURS[:4], 0)
    table.recorded(four, four, [])
    table.recorded(four, played_to(four, 3, 4, seed=1), [Entry("move", "green", "place buy", "", 1.0)], ended=True)
    table.recorded(four, played_to(four, 3, 4, seed=1), [], of=3)
    table.recorded(four, played_to(four, 8, 16, seed=1), [Entry("move", "green", "place buy", "", 1.0)])
    table.recorded(four, played_to(four, 2, 4, seed=1), [], ended=True)
    lines = table.said("games").splitlines()
    counted = scores(over)
    best = max(score.total for score in counted)
    won = " and ".join(winners(counted))
    assert [" ".join(line.split()) for line in lines] == [
        f"1 2026-02-14 14:05 full yellow green brown won by {won} with {best} points",
        "2 2026-02-14 14:05 referee yellow green brown orange round 1 of 8",
        "3 2026-02-14 14:05 referee yellow green brown orange round 3 of 8, went on as game 4",
        "4 2026-02-14 14:05 referee yellow green brown orange round 1 of 8",
        "5 2026-02-14 14:05 referee yellow green brown orange played to its end, 8 rounds",
        "6 2026-02-14 14:05 referee yellow green brown orange given up in round 2 of 8",
    ]
    assert len({line.index("round") for line in lines[1:4]}) == 1  # columns
    values = json.loads(table.said("games", "--json"))
    assert [game["number"] for game in values] == [1, 2, 3, 4, 5, 6]
    assert [game["begun"] for game in values] == [BEGUN] * 6
    assert [game["over"] for game in values] == [True, False, False, False, True, False]
    assert [game["given_up"] for game in values] == [False, False, True, False, False, True]
    assert values[0]["scores"] == {score.player: score.total for score in counted}
    assert values[0]["winners"] == list(winners(counted))
    assert (values[2]["went_on_as"], values[3]["of"]) == (4, 3)


def test_a_game_of_an_unknown_edition_does_not_hide_the_others(table: Table, tmp_path: Path) -> None:
    full, over, entries = whole_game(3)
    text = write_state(full).replace(house().id, "mine:0123456789ab")
    strange = json.dumps({"game": text, "homes": [], "undone": []})
    with Journal.open(table.folder / "games.journal") as journal:
        journal.begin(Header(COLOURS[:3], "yellow", "full", RULES_VERSION, "0.2", BEGUN, strange))
    table.recorded(full, over, entries)
    lines = table.said("games").splitlines()
    assert "can't be read: edition 'mine:0123456789ab' is not known here" in lines[0]
    assert "won by" in lines[1]
    assert "Name that edition's file with --edition FILE" in table.said("export", "1", status=2)
    missing = str(tmp_path / "mine.toml")
    assert f"{missing} can't be read" in table.said("games", "--edition", missing, status=2)


def test_a_game_is_exported_whole_into_a_file_or_not_at_all(table: Table, tmp_path: Path) -> None:
    full, over, entries = whole_game(4)
    table.recorded(full, over, entries)
    file = tmp_path / "game.txt"
    file.write_text("what was there before")
    assert table.said("export", "1", "--to", str(file)) == f"{file} is written.\n"
    written = file.read_text()
    assert written == table.said("export")
    again = read_game(written)
    assert again.begun == full
    assert len(again.moves) == len(entries)
    assert json.loads(table.said("export", "--format", "json"))["winners"] == list(winners(scores(over)))
    assert table.said("export", "--format", "csv").startswith("at,kind,player,text\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.txt", "games.journal"]
    assert "nowhere/game.txt can't be written" in table.said("export", "--to", f"{tmp_path}/nowhere/game.txt", status=2)
    assert "is there, and is no file" in table.said("export", "--to", str(tmp_path), status=2)


def test_a_game_that_went_on_is_exported_from_its_first_beginning(table: Table) -> None:
    full, over, entries = whole_game(3)
    middle, half = full, entries[: len(entries) // 2]
    for number, (_, _, _, after) in enumerate(steps(full, eager, 5), 1):
        if number == len(half):
            middle = after
            break
    assert middle.phase is not Phase.OVER
    table.recorded(full, middle, half)
    table.recorded(middle, over, entries[len(half) :], of=1)
    values = json.loads(table.said("export", "2", "--format", "json"))
    assert (values["whole"], values["number"], len(values["moves"])) == (True, 2, len(entries))


def test_no_journal_and_no_such_game_are_told(table: Table, tmp_path: Path) -> None:
    assert "has no game 7: `era-table games` lists those that it has" in table.said("export", "7", status=2)
    assert main(["games", "--state", str(tmp_path / "elsewhere")]) == 2
    assert "no game was played on this table yet" in table.capsys.readouterr().err
    assert "no table runs here" in table.said("resume", "1", status=2)
    assert "no table runs here" in table.said("undo", status=2)


def test_no_device_is_replaced_by_an_exported_game(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(PlaceError, match="is no file"):
        write_whole(pipe, "a game")
    assert pipe.is_fifo()


def test_a_link_stays_and_what_it_leads_to_is_written(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "file")
    write_whole(tmp_path / "link", "a game")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_text() == "a game"


def test_a_number_that_no_game_has_is_refused_however_large(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "games.journal") as journal:
        assert journal.game(2**63) is None
        assert journal.game(-1) is None
