"""What comes of an event is in the journal when `record` returns, and the last game goes on from there."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from engine.era.game import RULES_VERSION, legal_moves, new_game
from engine.era.state import Phase, State
from firmware_bridge.errors import JournalError
from firmware_bridge.happenings import Accept, Begin, Enrol, Event, Pause, Play, Tick
from firmware_bridge.journal import PROGRAM_VERSION, Header, Journal
from firmware_bridge.recorder import SCORES_S, Recorder, resume
from firmware_bridge.reducer import step
from firmware_bridge.roster_file import load_tags
from firmware_bridge.session import Session
from firmware_bridge.snapshot import write_snapshot
from hardware.readers.reading import TokenLaid, TokenLifted

from .hands import COLOURS, PLACES, Hands, tag
from .table_top import played_to

BEGUN = 1_764_500_000.0  # Unix time, s


class RecordedTable:
    """A session whose every event is recorded before the next one comes, as a service does it."""

    def __init__(self, journal: Journal, folder: Path) -> None:
        self.journal = journal
        self.path = folder / "journal.db"
        self.roster_path = folder / "roster.toml"
        self.recorder = Recorder(journal, self.roster_path, wall=lambda: BEGUN)
        self.session = Hands().session
        self.now = 100.0

    def tell(self, event: Event) -> None:
        self.session, outcomes = step(self.session, event)
        self.recorder.record(self.session, outcomes)

    def settle(self) -> None:
        self.now += 1.0
        self.tell(Tick(self.now))

    def begin(self, game: State) -> None:
        self.tell(Begin(game, self.now))
        self.settle()

    def lay(self, player: str, number: int, place: str) -> None:
        self.tell(TokenLaid(tag(player, number), PLACES.index(place), self.now))
        self.settle()

    def lift(self, player: str, number: int, place: str) -> None:
        self.tell(TokenLifted(tag(player, number), PLACES.index(place), self.now))
        self.settle()

    def kinds(self) -> list[tuple[str, str | None, str]]:
        recorded = self.journal.last()
        assert recorded is not None
        return [(entry.kind, entry.player, entry.text) for entry in recorded.entries]

    def resumed(self) -> Session:
        again = resume(self.journal, self.session.roster, self.path)
        assert again is not None
        assert again.note == ""
        assert again.begun == BEGUN
        return again.session


@pytest.fixture
def table(tmp_path: Path) -> Iterator[RecordedTable]:
    with Journal.open(tmp_path / "journal.db") as journal:
        table = RecordedTable(journal, tmp_path)
        table.begin(new_game(COLOURS, "yellow"))
        yield table


def what_lasts(session: Session) -> tuple[object, ...]:
    return session.game, session.last, dict(session.homes), session.roster


def test_without_a_game_nothing_goes_on(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "journal.db") as journal:
        assert resume(journal, Hands().session.roster, tmp_path / "journal.db") is None


def test_a_game_without_a_move_goes_on(table: RecordedTable) -> None:
    assert what_lasts(table.resumed()) == what_lasts(table.session)
    assert table.kinds() == []


def test_the_same_session_goes_on_after_each_move_and_each_take_back(table: RecordedTable) -> None:
    for player, place in (("yellow", "build:1"), ("yellow", "market:1"), ("green", "market:2"), ("brown", "buy:1")):
        table.lay(player, 1, place)
        assert what_lasts(table.resumed()) == what_lasts(table.session)
    table.lift("brown", 1, "buy:1")
    assert what_lasts(table.resumed()) == what_lasts(table.session)
    assert table.session.game.in_turn == "brown"
    assert table.kinds() == [
        ("move", "yellow", "place build"),
        ("take-back", "yellow", "place build"),
        ("move", "yellow", "place market"),
        ("move", "green", "place market"),
        ("move", "brown", "place buy"),
        ("take-back", "brown", "place buy"),
    ]


def test_a_run_of_moves_goes_on_from_its_end(table: RecordedTable) -> None:
    table.tell(TokenLaid(tag("green", 1), PLACES.index("buy:1"), table.now))
    table.tell(TokenLaid(tag("yellow", 1), PLACES.index("buy:2"), table.now))
    table.settle()
    assert table.kinds() == [("move", "yellow", "place buy"), ("move", "green", "place buy")]
    assert table.resumed().game == table.session.game
    assert table.session.game.tokens_on_board == 2


def test_a_game_that_waits_still_waits_after_a_restart(table: RecordedTable) -> None:
    table.tell(Pause(True, table.now))
    table.tell(Pause(True, table.now))  # it waits already: nothing new
    assert table.resumed().paused
    table.lay("yellow", 1, "build:1")
    assert table.resumed().game.tokens_on_board == 0   # nobody's move, while it waits
    table.tell(Pause(False, table.now))
    assert not table.resumed().paused
    assert table.kinds() == [("pause", None, "on"), ("pause", None, "off"), ("move", "yellow", "place build")]


def test_problems_alone_are_not_written(table: RecordedTable) -> None:
    table.lay("orange", 1, "buy:1")
    assert table.session.problems != ()
    assert table.kinds() == []


def test_a_table_that_was_accepted_goes_on_as_accepted(table: RecordedTable) -> None:
    table.lay("yellow", 1, "build:1")
    table.lay("green", 1, "buy:1")
    table.lay("yellow", 1, "market:1")
    table.tell(Accept(table.now))
    assert table.kinds()[-1] == ("accept", None, "")
    assert table.resumed().game.players_on("market") == ("yellow",)
    assert what_lasts(table.resumed()) == what_lasts(table.session)


def test_the_newest_game_goes_on(table: RecordedTable) -> None:
    table.lay("yellow", 1, "build:1")
    table.lift("yellow", 1, "build:1")
    table.begin(new_game(COLOURS[:3], "brown"))
    assert table.resumed().game == new_game(COLOURS[:3], "brown")
    assert [number for number, _ in table.journal.games()] == [1, 2]


def test_the_header_says_how_and_under_what_a_game_was_begun(table: RecordedTable) -> None:
    recorded = table.journal.last()
    assert recorded is not None
    assert replace(recorded.header, snapshot="") == Header(
        COLOURS, "yellow", "referee", RULES_VERSION, PROGRAM_VERSION, BEGUN, ""
    )


def test_a_tag_that_is_enrolled_is_in_the_roster_file_and_in_the_journal(table: RecordedTable) -> None:
    table.tell(TokenLaid(tag("nobody", 1), PLACES.index("buy:1"), table.now))
    table.tell(Enrol(tag("nobody", 1), "yellow", table.now))
    assert (tag("nobody", 1), "yellow") in load_tags(table.roster_path)
    assert table.kinds() == [("enrol", "yellow", tag("nobody", 1))]
    # It was laid to be named: after a power cut, too, that is no move of yellow, who is in turn.
    assert [each.token.tag for each in table.resumed().undone] == [tag("nobody", 1)]


def recorded_under(journal: Journal, session: Session, rules: int, program: str) -> None:
    game = session.game
    journal.begin(
        Header(game.players, game.start_player, game.depth, rules, program, BEGUN, write_snapshot(session))
    )


def test_a_game_of_other_rules_goes_on_and_says_so(table: RecordedTable) -> None:
    table.lay("yellow", 1, "build:1")
    assert table.session.last is not None
    recorded_under(table.journal, table.session, RULES_VERSION + 1, "9.8.7")
    again = resume(table.journal, table.session.roster, table.path)
    assert again is not None
    assert f"begun under rules {RULES_VERSION + 1} (program 9.8.7)" in again.note
    assert f"under rules {RULES_VERSION}" in again.note
    assert again.session.game == table.session.game
    assert again.session.last is None  # a take-back would lead to a state of the other rules


def test_after_a_finished_game_a_new_one_begins(table: RecordedTable) -> None:
    # END-1: with four players 8 rounds; in the last, 4 players lay and lift 2 tokens each, so 16 moves.
    before_the_end = played_to(new_game(COLOURS, "yellow"), 8, 15, seed=1)
    recorded_under(table.journal, Session(table.session.roster, before_the_end), RULES_VERSION, PROGRAM_VERSION)
    assert resume(table.journal, table.session.roster, table.path) is not None
    over = played_to(new_game(COLOURS, "yellow"), 8, 16, seed=1)
    assert over.phase is Phase.OVER
    recorded_under(table.journal, Session(table.session.roster, over), RULES_VERSION, PROGRAM_VERSION)
    assert resume(table.journal, table.session.roster, table.path) is None
    assert resume(table.journal, table.session.roster, table.path, wall=lambda: BEGUN + SCORES_S + 1) is None


def test_a_game_that_lost_power_at_its_last_move_comes_back_with_its_scores(table: RecordedTable) -> None:
    before_the_end = played_to(new_game(COLOURS, "yellow"), 8, 15, seed=1)  # END-1, as above
    recorded_under(table.journal, Session(table.session.roster, before_the_end), RULES_VERSION, PROGRAM_VERSION)
    session = table.resumed()
    last = legal_moves(session.game)[0]
    table.recorder.record(*step(session, Play(last, 200.0)))  # and nobody was told
    for later in (0, SCORES_S, -3600):  # a Pi without power has lost its time
        again = resume(table.journal, session.roster, table.path, wall=partial(float, BEGUN + later))
        assert again is not None
        assert again.session.game.phase is Phase.OVER
        assert again.session.undoable is not None
        assert again.session.undoable.move == last
    assert resume(table.journal, session.roster, table.path, wall=lambda: BEGUN + SCORES_S + 1) is None


@pytest.mark.parametrize("snapshot", ["", "{}", "[1]", '{"game": 1, "last": null, "homes": []}'])
def test_a_game_that_cant_be_read_is_named_with_its_file(table: RecordedTable, snapshot: str) -> None:
    table.journal.begin(Header(COLOURS, "yellow", "referee", RULES_VERSION, PROGRAM_VERSION, BEGUN, snapshot))
    with pytest.raises(JournalError, match=r"journal\.db: game 2 can't be read .* Keep the file"):
        resume(table.journal, table.session.roster, table.path)
