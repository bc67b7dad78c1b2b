"""Which game goes on, and how far back: games of older programs, other rules, other editions; games that were left."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine.era.components import Edition
from engine.era.edition import house
from engine.era.game import RULES_VERSION, new_game, replay
from engine.era.moves import Place
from engine.era.notation import write_state
from engine.era.tables import register
from firmware_bridge.errors import JournalError
from firmware_bridge.happenings import Away, Begin, End, TakeBack
from firmware_bridge.history import newest_snapshot, whole
from firmware_bridge.journal import Entry, Header, Journal
from firmware_bridge.recorder import Recorder, Resumed, resume, resume_game
from firmware_bridge.reducer import step
from firmware_bridge.session import gone_on
from firmware_bridge.snapshot import write_snapshot
from hardware.readers.reading import TableKnown

from .hands import COLOURS, tag
from .kept_hands import KeptHands
from .table_top import played_to

NAME = "games.journal"


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / NAME) as journal:
        yield journal


@pytest.fixture
def hands(journal: Journal, tmp_path: Path) -> KeptHands:
    """Game 1, of four; yellow and green have laid on build."""
    hands = KeptHands(Recorder(journal, tmp_path / "roster.toml"))
    hands.lay("yellow", 1, "build:1")
    hands.lay("green", 1, "build:2")
    return hands


def resumed(journal: Journal, hands: KeptHands) -> Resumed:
    found = resume(journal, hands.session.roster, Path(NAME))
    assert found is not None
    return found


def go_on(journal: Journal, hands: KeptHands, tmp_path: Path, number: int) -> None:
    """What the service does at the command to resume."""
    found = resume_game(journal, number, hands.session.roster, Path(NAME))
    Recorder(journal, tmp_path / "roster.toml").go_on(found.session, number)
    hands.session = gone_on(found.session, hands.session, hands.now)
    hands.settle()


# --- journals of older programs ---


def older(header: Header, entries: list[Entry]) -> tuple[Header, list[Entry]]:
    """As program 0.1 wrote them: a snapshot in each entry, of the game, the homes and what the operator undid."""

    def without(snapshot: str) -> str:
        held = json.loads(snapshot)
        return json.dumps({key: held[key] for key in ("game", "homes", "undone")})

    return replace(header, program="0.1.0", snapshot=without(header.snapshot)), [
        replace(entry, snapshot=without(entry.snapshot)) for entry in entries
    ]


def test_a_game_of_program_0_1_goes_on_with_all_that_may_be_taken_back(journal: Journal, hands: KeptHands) -> None:
    recorded = journal.last()
    assert recorded is not None
    header, entries = older(recorded.header, list(recorded.entries))
    journal.begin(header)
    journal.append(entries)
    found = resumed(journal, hands)
    assert found.note == ""
    assert found.session.game == hands.game
    assert found.session.past == hands.session.past
    assert found.session.homes == hands.session.homes
    assert (found.session.seed, found.session.away, found.session.clocks.spent) == (0, (), ())


def test_a_game_of_other_rules_goes_on_once_more_after_the_next_start(
    journal: Journal, hands: KeptHands, tmp_path: Path
) -> None:
    recorded = journal.last()
    assert recorded is not None
    number = journal.begin(replace(recorded.header, rules=RULES_VERSION + 1), recorded.entries)
    assert "begun under rules" in resumed(journal, hands).note
    go_on(journal, hands, tmp_path, number)
    assert hands.session.past == ()
    hands.lay("brown", 1, "buy:1")
    again = resumed(journal, hands)
    assert again.note == ""
    assert [made.move for made in again.session.past] == [Place("buy")]  # and nothing from under the other rules


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        (["place build", "place build", "place build"], "can't be made again"),  # PLACE-2: an area holds two tokens
        (["place build", "fly away"], "can't be made again"),
        (["place build", "place buy"], "lead elsewhere"),
    ],
)
def test_moves_that_lead_elsewhere_do_not_keep_the_game_from_going_on(
    journal: Journal, hands: KeptHands, texts: list[str], said: str
) -> None:
    recorded = journal.last()
    assert recorded is not None
    last = recorded.entries[-1]
    journal.begin(recorded.header, [replace(last, text=text) for text in texts])
    found = resumed(journal, hands)
    assert said in found.note
    assert "nothing before that can be taken back" in found.note
    assert found.session.game == hands.game
    assert found.session.past == ()


def test_a_take_back_of_nothing_is_no_reason_to_stop(journal: Journal, hands: KeptHands) -> None:
    recorded = journal.last()
    assert recorded is not None
    journal.begin(recorded.header, [Entry("take-back", "green", "place build", newest_snapshot(recorded), 1.0)])
    assert "was never made" in resumed(journal, hands).note


# --- editions ---


def owners() -> Edition:
    """The house's numbers but for one, which makes it another edition."""
    changed = replace_cost(house())
    assert changed.id != house().id
    return changed


def replace_cost(edition: Edition) -> Edition:
    first, *others = edition.fields
    dearer = type(first)(first.invention, first.kind, first.cost + 1, first.influence, first.reward, first.amount)
    values = {name: getattr(edition, name) for name in edition.__struct_fields__}
    return Edition(**values | {"name": "mine", "fields": (dearer, *others)})


def test_an_unknown_edition_is_named_with_the_remedy(journal: Journal, hands: KeptHands) -> None:
    full = new_game(COLOURS, 0, "full", seed=3)
    text = write_state(full).replace(house().id, "mine:0123456789ab")
    snapshot = json.dumps({"game": text, "homes": [], "undone": []})
    journal.begin(Header(COLOURS, "yellow", "full", RULES_VERSION, "0.2", 1.0, snapshot))
    with pytest.raises(JournalError) as caught:
        resume(journal, hands.session.roster, Path(NAME))
    assert "games.journal: game 2: edition 'mine:0123456789ab' is not known here" in str(caught.value)
    assert 'Name that edition\'s file in table.toml, as [game] edition = "FILE"' in str(caught.value)


def test_a_game_of_an_owners_edition_goes_on_once_that_is_registered(journal: Journal, hands: KeptHands) -> None:
    edition = owners()
    register(edition)
    game = new_game(COLOURS, 0, "full", edition, seed=3)
    snapshot = json.dumps({"game": write_state(game), "homes": [], "undone": [], "seed": 3})
    journal.begin(Header(COLOURS, "yellow", "full", RULES_VERSION, "0.2", 1.0, snapshot))
    found = resumed(journal, hands)
    assert found.session.game == game
    assert found.session.game.edition == edition.id


# --- games that were left ---


def another_game(hands: KeptHands) -> None:
    """Game 2, of three, before the tokens of game 1 were taken off."""
    hands.told(Begin(new_game(COLOURS[:3], "brown"), hands.now))


def test_a_game_that_was_left_goes_on_as_it_was(journal: Journal, hands: KeptHands, tmp_path: Path) -> None:
    hands.told(Away("orange", True, hands.now))
    left = hands.session
    another_game(hands)
    assert hands.game.players == COLOURS[:3]
    go_on(journal, hands, tmp_path, 1)
    assert hands.game == left.game
    assert hands.session.past == left.past
    assert hands.session.away == ("orange",)
    assert hands.session.homes == left.homes
    assert hands.problems == []  # both tokens lie where that game has them
    after, _ = step(hands.session, TakeBack(hands.now))
    assert after.game == replay(new_game(COLOURS, "yellow"), [Place("build")])


def test_what_lies_there_is_judged_by_the_game_that_goes_on(journal: Journal, hands: KeptHands, tmp_path: Path) -> None:
    another_game(hands)
    hands.lift("yellow", 1)
    hands.lift("green", 1)
    go_on(journal, hands, tmp_path, 1)
    assert [str(problem.place) for problem in hands.problems] == ["build:1", "build:2"]  # both are missing
    hands.lay("yellow", 1, "build:1")
    hands.lay("green", 1, "build:2")
    assert hands.problems == []
    assert hands.game.in_turn == "brown"


def test_after_a_kill_the_game_that_went_on_goes_on_from_its_first_beginning(
    journal: Journal, hands: KeptHands, tmp_path: Path
) -> None:
    left = hands.session
    another_game(hands)
    go_on(journal, hands, tmp_path, 1)
    found = resumed(journal, hands)
    assert found.note == ""
    assert found.session.game == left.game
    assert found.session.past == left.past
    assert [number for number, _ in journal.games()] == [1, 2, 3]
    recorded = journal.last()
    assert recorded is not None
    all_of_it = whole(journal, recorded)
    assert [entry.text for entry in all_of_it.entries] == ["place build", "place build"]
    first = journal.game(1)
    assert first is not None
    assert all_of_it.header == first.header


def test_after_a_kill_a_game_that_went_on_still_misses_its_last_token(
    journal: Journal, hands: KeptHands, tmp_path: Path
) -> None:
    another_game(hands)
    hands.lift("green", 1)
    go_on(journal, hands, tmp_path, 1)
    assert [str(problem.place) for problem in hands.problems] == ["build:2"]
    hands.session = resumed(journal, hands).session
    hands.down("yellow", 1, "build:1")
    hands.told(TableKnown(hands.now))
    hands.settle()
    assert [str(problem.place) for problem in hands.problems] == ["build:2"]
    assert hands.game.players_on("build") == ("yellow", "green")  # nobody has taken green's move back


def test_a_game_that_was_given_up_goes_on_only_when_it_is_asked_for(
    journal: Journal, hands: KeptHands, tmp_path: Path
) -> None:
    left = hands.session
    hands.told(End(hands.now))
    assert resume(journal, hands.session.roster, Path(NAME)) is None
    go_on(journal, hands, tmp_path, 1)
    assert not hands.session.idle
    assert hands.session.past == left.past
    assert resumed(journal, hands).session.game == left.game


def test_a_game_that_is_not_there_or_over_is_refused(journal: Journal, hands: KeptHands) -> None:
    roster = hands.session.roster
    for number in (0, 2, -1, 10**6):
        with pytest.raises(JournalError, match=rf"has no game {number}: `era-table games` lists"):
            resume_game(journal, number, roster, Path(NAME))
    over = played_to(new_game(COLOURS, "yellow"), 8, 16, seed=1)  # END-1: eight rounds, in the last 16 moves
    snapshot = write_snapshot(replace(hands.session, game=over))
    number = journal.begin(Header(COLOURS, "yellow", "referee", RULES_VERSION, "0.2", 1.0, snapshot))
    with pytest.raises(JournalError, match=f"game {number} is over: `era-table export {number}` has its scores"):
        resume_game(journal, number, roster, Path(NAME))


def test_tags_are_those_of_today(journal: Journal, hands: KeptHands, tmp_path: Path) -> None:
    another_game(hands)
    roster = hands.session.roster.enrolled(tag("nobody", 1), "brown")
    hands.session = replace(hands.session, roster=roster)
    go_on(journal, hands, tmp_path, 1)
    assert hands.session.roster == roster
