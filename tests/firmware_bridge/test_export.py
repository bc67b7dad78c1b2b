"""A game of the journal written down: as text it reads back to the same game, and its sheet is the engine's scoring."""

import csv
import io
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import Phase as Part, given, settings, strategies as st

from engine.era.components import AREAS, COLOURS
from engine.era.corrections import CORRECTED
from engine.era.game import legal_moves, new_game, replay
from engine.era.game_text import read_game
from engine.era.moves import Correct, Move, Place, Resolve
from engine.era.scoring import Score, scores, winners
from engine.era.simulate import eager
from engine.era.state import Phase, State
from engine.errors import GameError
from firmware_bridge.errors import JournalError, TableError
from firmware_bridge.export import PART, SHEET, Exported, as_csv, as_text, as_values, exported
from firmware_bridge.happenings import Accept, Begin, Play, TakeBack
from firmware_bridge.journal import Journal
from firmware_bridge.recorder import Recorder, resume

from .hands import tag
from .kept_hands import KeptHands

LONGEST = 4000


class Table(KeptHands):
    """Random people at a table that is recorded."""

    def __init__(self, recorder: Recorder, seed: int, players: tuple[str, ...], depth: str, dealing: str) -> None:
        super().__init__(recorder)
        self.players = players
        self.chance = Random(seed)
        begun = new_game(players, seed % len(players), depth, seed=seed, dealing=dealing)
        self.told(Begin(begun, self.now, seed))
        self.settle()

    def move(self) -> None:
        """One move, by hand or by a choice; now and then a correction or a take-back by player or operator instead."""
        chance = self.chance.random()
        with suppress(TableError, GameError):  # nothing to take back, or no such amount now
            if chance < 0.06:
                self.told(TakeBack(self.now, operator=chance < 0.03))
                self.follow()
            elif chance < 0.1 and self.game.depth == "full" and self.game.phase is not Phase.SETTING_UP:
                what = self.chance.choice([what for what in CORRECTED if what != "bonus-tokens"])
                player = self.chance.choice(self.game.players)
                self.told(Play(Correct(player, what, self.chance.randrange(5)), self.now))
        self.make(eager(legal_moves(self.game), self.chance.getrandbits(64)))
        assert self.problems == []

    def make(self, move: Move) -> None:
        player = self.game.in_turn
        match move:
            case Place(area=area) if player is not None:
                lying = {token.tag: token.place for token in self.session.roster.read(self.session.table).lying}
                number = next(n for n in (1, 2, 3) if tag(player, n) not in lying)
                space = next(s for s in (1, 2) if f"{area}:{s}" not in map(str, lying.values()))
                self.lay(player, number, f"{area}:{space}")
            case Resolve(area=area) if player is not None:
                self.lift(player, int(self.session.homes[player, area].tag[-2:], 16))
            case _:
                self.told(Play(move, self.now))

    def follow(self) -> None:
        """The hands do what a take-back asks of them: lift what was laid, put back what was lifted."""
        for undone in self.session.undone:
            token = undone.token
            if undone.lies:
                self.lift(token.player or "", int(token.tag[-2:], 16))
            else:
                lying = {str(token.place) for token in self.session.roster.read(self.session.table).lying}
                used = dict(self.session.table.lying)
                number = next(n for n in (1, 2, 3) if tag(token.player or "", n) not in used)
                space = next(s for s in (1, 2) if f"{token.place.area}:{s}" not in lying)
                self.lay(token.player or "", number, f"{token.place.area}:{space}")


@contextmanager
def table(seed: int, players: int, depth: str = "full", dealing: str = "virtual") -> Iterator[tuple[Journal, Table]]:
    with TemporaryDirectory() as folder, Journal.open(Path(folder) / "games.journal") as journal:
        recorder = Recorder(journal, Path(folder) / "roster.toml")
        yield journal, Table(recorder, seed, COLOURS[:players], depth, dealing)


def export(journal: Journal) -> Exported:
    recorded = journal.last()
    assert recorded is not None
    return exported(journal, recorded)


def expected_sheet(state: State) -> dict[str, list[int]]:
    """The numbers by player, taken from the engine's scoring clause by clause (END-2 to END-6)."""

    def numbers(score: Score) -> list[int]:
        bonuses = [score.patents.points, score.development.points, score.capacity.points]
        return [score.influence, score.final_market, *bonuses, score.total, score.inventions]

    return {score.player: numbers(score) for score in scores(state)}


def sheet_of_text(text: str) -> dict[str, list[int]]:
    """Read the sheet in the remarks, as a person would: a column a player."""
    lines = [line.removeprefix("# ") for line in text.splitlines() if line.startswith("# ")]
    head = next(number for number, line in enumerate(lines) if line.startswith("score "))
    players = lines[head].split()[1:]
    rows = [line.split()[-len(players) :] for line in lines[head + 1 : head + 1 + len(SHEET)]]
    return {player: [int(row[column]) for row in rows] for column, player in enumerate(players)}


def sheet_of_csv(rows: Sequence[Sequence[str]]) -> dict[str, list[int]]:
    return {row[0]: [int(number) for number in row[1:]] for row in rows}


@settings(max_examples=6, deadline=None, derandomize=True, phases=(Part.explicit, Part.generate))
@given(
    st.integers(0, 2**64 - 1),
    st.integers(3, 5),
    st.sampled_from(["full", "full", "referee"]),
    st.sampled_from(["virtual", "cards"]),
    st.sampled_from([LONGEST, 150]),
)
def test_a_game_with_take_backs_and_corrections_is_written_as_it_was(
    seed: int, players: int, depth: str, dealing: str, most: int
) -> None:
    with table(seed, players, depth, dealing) as (journal, people):
        for _ in range(most):
            if people.game.phase is Phase.OVER:
                break
            people.move()
        assert people.game.phase is Phase.OVER or most < LONGEST
        game = export(journal)
    state = people.game
    text = as_text(game)
    again = read_game(text)
    assert again.begun == game.game.begun
    assert replay(again.begun, again.moves) == state
    values = json.loads(json.dumps(as_values(game)))
    assert values["moves"] == [str(made.move) for made in people.session.past]
    assert values["whole"] is True
    entries = list(csv.reader(io.StringIO(as_csv(game))))
    split = entries.index([]) if [] in entries else len(entries)
    assert {row[1] for row in entries[1:split]} <= {"move", "take-back"}
    moves = sum({"move": 1, "take-back": -1}[row[1]] for row in entries[1:split])
    assert moves == len(people.session.past)
    if depth == "full":
        expected = expected_sheet(state)
        assert sheet_of_text(text) == expected
        assert sheet_of_csv(entries[split + 2 :]) == expected
        assert {score["player"]: score["total"] for score in values["scores"]} == {
            player: numbers[5] for player, numbers in expected.items()
        }
    else:
        assert "score" not in text
        assert values["scores"] == []
    won = list(winners(scores(state))) if state.phase is Phase.OVER and depth == "full" else []
    assert values["winners"] == won
    assert (f"# won: {', '.join(won)}" in text.splitlines()) == bool(won)


def test_what_was_played_after_a_table_was_taken_as_it_lay_is_the_end_of_a_game() -> None:
    with table(1, 3, "referee") as (journal, people):
        for _ in range(2):
            people.move()
        before = [str(made.move) for made in people.session.past]
        # The first token is slid after the next one was laid, which is too late: the table is taken as it lies.
        first = people.game.start_player
        token = next(home for home in people.session.homes.values() if home.player == first)
        free = next(area for area in AREAS if not people.game.players_on(area))
        people.up(first, int(token.tag[-2:], 16))
        people.down(first, int(token.tag[-2:], 16), f"{free}:1")
        people.settle()
        assert people.problems
        people.told(Accept(people.now))
        people.move()
        game = export(journal)
        kept = resume(journal, people.session.roster, Path("games.journal"))
    assert not game.whole
    text = as_text(game)
    assert PART in text
    remarks, rest = text.split(PART)
    lines = [line.partition(": ")[2] for line in remarks.splitlines() if ": place " in line]
    assert lines == before  # what came before is there, as remarks: `# yellow: place buy`
    assert all(line.startswith("#") or not line for line in remarks.splitlines())
    assert rest.count("place") == 1
    assert as_values(game)["whole"] is False
    assert as_values(game)["earlier"] == [before]
    assert kept is not None
    for session in (people.session, kept.session):  # for whoever reads the log; none of it may be taken back
        assert [str(made.move) for made in session.earlier] == before
        assert len(session.past) == 1
    assert len(game.game.moves) == 1
    assert "accept" in as_csv(game)


@pytest.mark.parametrize("text", ["fly away", "place develop"])
def test_a_game_whose_moves_lead_elsewhere_is_left_to_the_program_that_knows_them(text: str) -> None:
    with table(1, 3) as (journal, people):
        people.make(Place("build"))
        recorded = journal.last()
        assert recorded is not None
        *dealt, placed = recorded.entries
        number = journal.begin(replace(recorded.header, program="9.9", rules=7), [*dealt, replace(placed, text=text)])
        said = rf"game {number} was recorded by program 9.9 under rules 7, and can't be played again .* export it with"
        with pytest.raises(JournalError, match=said):
            export(journal)
