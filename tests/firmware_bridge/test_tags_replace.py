"""A tag is lost and another stands for its token; a tag is forgotten: at the table, in the session, after a restart."""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from engine.era.game import new_game
from engine.era.state import Phase
from firmware_bridge.config import Game, Reader, TableConfig
from firmware_bridge.enrolment import forget_tags, replace_lost
from firmware_bridge.errors import RosterError
from firmware_bridge.happenings import Begin, Event, Forget, Forgotten, Replace, Replaced, TakeBack, Tick
from firmware_bridge.journal import Journal
from firmware_bridge.places import Places
from firmware_bridge.recorder import Recorder, resume
from firmware_bridge.reducer import step
from firmware_bridge.referee import Kind
from firmware_bridge.roster import Lying, Place
from firmware_bridge.roster_file import change_tags, load_tags, whole_roster
from firmware_bridge.session import Session, missing
from firmware_bridge.snapshot import read_snapshot, write_snapshot
from firmware_bridge.table_pads import OwnPads
from hardware.bench import Bench
from hardware.bench.clock import PacedClock
from hardware.readers.reading import TableKnown, TokenLaid

from .hands import PLACES, Hands, tag
from .paper_pads import PaperPads

NEW = "aaaaaaaa"
TAGS = {"5a31c410": "yellow", "5a31c411": "yellow", "5a31c430": "brown"}


# --- at the table: which one is lost, and what is asked for ---


def replaced(pads: PaperPads, who: str, new: str | None = None) -> list[str]:
    said: list[str] = []
    replace_lost(pads, who, new, said.append)
    return said


def test_the_token_that_is_missing_on_the_table_is_the_lost_one() -> None:
    pads = PaperPads([[], ["5a31c430"], ["5a31c430", NEW], ["5a31c430", NEW]], TAGS, gone={"5a31c411": "build:2"})
    assert replaced(pads, "yellow") == [
        "YELLOW's token 5a31c411 is missing on BUILD 2.",
        "YELLOW: lay a new tag on BUILD 2, where the lost one lay.",
        "aaaaaaaa stands for YELLOW's 5a31c411 now; the game goes on.",
    ]
    assert pads.enrolled == {"5a31c410": "yellow", NEW: "yellow", "5a31c430": "brown"}


def test_where_none_is_missing_the_last_that_nobody_can_lay_is_the_lost_one() -> None:
    looks = [[], [], [], ["5a31c410"], ["5a31c410", NEW], [NEW]]
    pads = PaperPads(looks, TAGS)
    assert replaced(pads, "yellow") == [
        "2 tokens of YELLOW lie nowhere: lay those that you have on any pad for a moment.",
        "YELLOW: lay a new tag on any pad.",
        "aaaaaaaa stands for YELLOW's 5a31c411 now; the game goes on.",
    ]


def test_tokens_that_are_laid_one_after_the_other_are_all_there() -> None:
    looks = [[], [], ["5a31c410"], ["5a31c411"], [NEW], [NEW]]
    pads = PaperPads(looks, TAGS | {"5a31c412": "yellow"})
    assert replaced(pads, "yellow")[:2] == [
        "3 tokens of YELLOW lie nowhere: lay those that you have on any pad for a moment.",
        "2 tokens of YELLOW lie nowhere: lay those that you have on any pad for a moment.",
    ]
    assert sorted(pads.enrolled) == ["5a31c410", "5a31c411", "5a31c430", NEW]


def test_of_two_that_are_missing_the_one_that_comes_back_is_not_the_lost_one() -> None:
    gone = {"5a31c410": "build:1", "5a31c411": "buy:1"}
    pads = PaperPads([[], [], ["5a31c410"], [NEW], [NEW]], TAGS, gone)
    replaced(pads, "yellow")
    assert pads.enrolled[NEW] == "yellow"
    assert "5a31c411" not in pads.enrolled


def test_a_player_whose_tokens_are_all_there_has_lost_none() -> None:
    pads = PaperPads([[], [], ["5a31c410", "5a31c411"]], TAGS)
    with pytest.raises(RosterError, match=r"no token of yellow is lost: 5a31c410, 5a31c411 have all been seen"):
        replaced(pads, "yellow")


def test_a_lost_tag_and_its_successor_can_be_named_without_a_pad() -> None:
    pads = PaperPads([], TAGS)
    assert replaced(pads, "5a31c430", NEW) == ["aaaaaaaa stands for BROWN's 5a31c430 now; the game goes on."]
    assert pads.enrolled[NEW] == "brown"


@pytest.mark.parametrize("who", ["purple", "5a31c499"])
def test_what_is_neither_a_tag_nor_a_player_of_the_roster(who: str) -> None:
    with pytest.raises(RosterError, match="neither a tag nor a player of the roster: era-table tags list"):
        replaced(PaperPads([[]], TAGS), who)


def test_a_tag_of_the_tables_file_is_changed_there_and_nobody_is_asked_to_lay_one() -> None:
    said: list[str] = []
    pads = PaperPads([[]], TAGS, fixed=TAGS)
    with pytest.raises(RosterError, match=r"5a31c430 stands in the table's file, table.toml, under \[tags\] brown: ch"):
        replace_lost(pads, "5a31c430", None, said.append)
    assert said == []


def test_a_tag_or_all_of_a_player_are_forgotten() -> None:
    said: list[str] = []
    pads = PaperPads([], TAGS)
    forget_tags(pads, "5a31c430", said.append)
    forget_tags(pads, "yellow", said.append)
    assert pads.enrolled == {}
    assert said == [f"Tag {each} is nobody's token any more." for each in ("5a31c430", "5a31c410", "5a31c411")]
    with pytest.raises(RosterError, match="tag yellow is nobody's token: era-table tags list"):
        forget_tags(pads, "yellow", said.append)


def test_of_a_players_tags_none_is_forgotten_if_one_stands_in_the_tables_file() -> None:
    pads = PaperPads([], TAGS, fixed=["5a31c411"])
    with pytest.raises(RosterError, match="tag 5a31c411 stands in the table's file"):
        forget_tags(pads, "yellow", pytest.fail)
    assert pads.enrolled == TAGS


def test_a_number_that_is_drawn_anew_each_time_can_be_no_token() -> None:
    """ISO/IEC 14443-3: a single-size UID whose first byte is 08 is a random number; of 7 bytes 08 means nothing."""
    with pytest.raises(RosterError, match="drawn anew each time"):
        PaperPads([], TAGS).enrol("08a1b2c3", "yellow")
    PaperPads([], TAGS).enrol("08a1b2c3d4e5f6", "yellow")


# --- in the session ---


def lost_on_build() -> Hands:
    """Yellow lies on BUILD, green on BUY; yellow's token has been knocked off and not been found."""
    hands = Hands()
    hands.lay("yellow", 1, "build:1")
    hands.lay("green", 1, "buy:1")
    hands.lift("yellow", 1)
    assert [(each.kind, each.player) for each in hands.problems] == [(Kind.MISSING, "yellow")]
    return hands


def settled(hands: Hands, *events: Event) -> list[tuple[Kind, str]]:
    for event in events:
        hands.told(event)
    hands.settle()
    return [(each.kind, str(each.place)) for each in hands.problems]


def test_a_new_tag_laid_where_the_lost_one_lay_is_that_token_and_the_game_goes_on() -> None:
    hands = lost_on_build()
    at = hands.now
    laid = TokenLaid(NEW, PLACES.index("build:1"), at)
    assert settled(hands, laid) == [(Kind.UNKNOWN, "build:1"), (Kind.MISSING, "build:1")]
    assert settled(hands, Replace(tag("yellow", 1), NEW, at)) == []
    assert Replaced(tag("yellow", 1), NEW, "yellow", at) in hands.outcomes
    assert hands.moves == ["yellow place build", "green place buy"]  # and nothing else was made of it
    assert hands.session.homes["yellow", "build"] == Lying(NEW, Place("build", 1), "yellow")


def test_a_new_tag_laid_elsewhere_is_told_its_way() -> None:
    hands = lost_on_build()
    laid = TokenLaid(NEW, PLACES.index("market:2"), hands.now)
    assert settled(hands, laid, Replace(tag("yellow", 1), NEW, hands.now)) == [(Kind.MOVED, "market:2")]
    assert str(hands.problems[0].came_from) == "build:1"


def test_a_new_tag_for_a_token_in_the_hand_does_not_count_until_it_was_lifted() -> None:
    hands = lost_on_build()
    hands.lay("yellow", 1, "build:1")
    hands.lay("brown", 1, "market:1")
    hands.lay("orange", 1, "produce:1")  # yellow is in turn, and would now lay on MARKET
    laid = TokenLaid(NEW, PLACES.index("market:2"), hands.now)
    assert settled(hands, laid, Replace(tag("yellow", 2), NEW, hands.now)) == [(Kind.VOID, "market:2")]
    assert hands.moves[-1] == "orange place produce"


def test_a_lost_tag_that_turns_up_again_is_a_strangers() -> None:
    hands = lost_on_build()
    settled(hands, TokenLaid(NEW, PLACES.index("build:1"), hands.now), Replace(tag("yellow", 1), NEW, hands.now))
    hands.lay("yellow", 1, "develop:1")
    assert [(each.kind, str(each.place)) for each in hands.problems] == [(Kind.UNKNOWN, "develop:1")]


def test_a_tag_that_was_laid_to_be_named_and_is_replaced_before_it_was_lifted_still_does_not_count() -> None:
    hands = lost_on_build()
    hands.told(TokenLaid(NEW, PLACES.index("market:2"), hands.now))
    settled(hands, Replace(tag("yellow", 2), NEW, hands.now))
    hands.told(TokenLaid("bbbbbbbb", PLACES.index("market:2"), hands.now))
    assert settled(hands, Replace(NEW, "bbbbbbbb", hands.now)) == [
        (Kind.UNKNOWN, "market:2"),  # the first of the two is nobody's again
        (Kind.VOID, "market:2"),
        (Kind.MISSING, "build:1"),
    ]


def test_a_token_that_is_to_be_put_back_may_have_been_lost_meanwhile() -> None:
    """Yellow lifts from BUILD, the operator takes that back, and the token is not to be found."""
    hands = Hands(players=("yellow", "green", "brown"))
    for number, both, alone in ((1, "build", "produce"), (2, "buy", "manufacture"), (3, "market", "develop")):
        for player, place in zip(hands.players, (f"{both}:1", f"{both}:2", f"{alone}:1"), strict=True):
            hands.lay(player, number, place)
    assert hands.game.phase is Phase.RESOLVING, hands.problems
    hands.lift("yellow", 1)
    hands.told(TakeBack(hands.now))
    assert settled(hands, Replace(tag("yellow", 1), NEW, hands.now)) == [(Kind.MISSING, "build:1")]
    assert settled(hands, TokenLaid(NEW, PLACES.index("build:1"), hands.now)) == []


def test_a_forgotten_tag_that_lies_in_the_game_is_a_strangers_and_its_token_is_missing() -> None:
    hands = Hands()
    hands.lay("yellow", 1, "build:1")
    hands.lay("green", 1, "buy:1")
    problems = settled(hands, Forget((tag("yellow", 1),), hands.now))
    assert problems == [(Kind.UNKNOWN, "build:1"), (Kind.MISSING, "build:1")]
    assert [each for each in hands.outcomes if isinstance(each, Forgotten)] == [
        Forgotten(tag("yellow", 1), "yellow", hands.now - 0.13)  # SETTLING_S before the judgement
    ]


def test_a_forgotten_tag_that_did_not_count_is_a_stranger_and_nothing_else() -> None:
    hands = Hands()
    hands.lay("yellow", 1, "build:1")
    hands.told(TakeBack(hands.now))
    assert settled(hands) == [(Kind.VOID, "build:1")]
    assert settled(hands, Forget((tag("yellow", 1),), hands.now)) == [(Kind.UNKNOWN, "build:1")]


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (Replace("5a31c499", NEW, 0.0), "tag 5a31c499 is nobody's token"),
        (Replace(tag("yellow", 1), tag("green", 1), 0.0), "is enrolled 2 times"),
        (Replace(tag("yellow", 1), "no tag", 0.0), "is no tag: a UID is 8, 14 or 20"),
        (Replace(tag("yellow", 1), "08a1b2c3", 0.0), "drawn anew each time"),
        (Forget(("5a31c499",), 0.0), "tag 5a31c499 is nobody's token"),
        (Forget((tag("yellow", 1), "5a31c499"), 0.0), "tag 5a31c499 is nobody's token"),
    ],
)
def test_what_can_not_be_done_with_a_tag(event: Event, said: str) -> None:
    with pytest.raises(RosterError, match=said):
        step(Hands().session, event)


def test_missing_is_what_the_game_has_there_and_no_pad_sees() -> None:
    hands = lost_on_build()
    assert missing(hands.session) == {tag("yellow", 1): Place("build", 1)}
    hands.lay("yellow", 1, "build:1")
    assert missing(hands.session) == {}
    hands.lose("build:1")  # a pad that tells nothing has lost nothing
    assert missing(hands.session) == {}
    assert missing(replace(hands.session, known=False)) is None


# --- on the disk, and after a restart ---


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "journal.db") as journal:
        yield journal


def test_after_a_restart_the_new_tag_is_that_token(tmp_path: Path, journal: Journal) -> None:
    hands = lost_on_build()
    recorder = Recorder(journal, tmp_path / "roster.toml", wall=lambda: 1_764_500_000.0)
    events = (
        Begin(new_game(hands.players, "yellow"), hands.now),
        TokenLaid(tag("yellow", 1), 0, hands.now),
        Tick(hands.now + 1.0),
        Replace(tag("yellow", 1), NEW, hands.now + 2.0),
        Forget((tag("orange", 3),), hands.now + 3.0),
    )
    session = Hands().session
    change_tags(tmp_path / "roster.toml", session.roster.tags)
    for event in events:
        session, outcomes = step(session, event)
        recorder.record(session, outcomes)
    entries = journal.last()
    assert entries is not None
    assert [(entry.kind, entry.player, entry.text) for entry in entries.entries] == [
        ("move", "yellow", "place build"),
        ("replace", "yellow", f"{tag('yellow', 1)} {NEW}"),
        ("forget", "orange", tag("orange", 3)),
    ]
    held = dict(load_tags(tmp_path / "roster.toml"))
    assert held[NEW] == "yellow"
    assert tag("yellow", 1) not in held
    assert tag("orange", 3) not in held
    again = resume(journal, session.roster, tmp_path / "journal.db")
    assert again is not None
    assert again.session.homes == {("yellow", "build"): Lying(NEW, Place("build", 1), "yellow")}
    after, _ = step(again.session, TokenLaid(NEW, PLACES.index("market:1"), 1.0))
    after, _ = step(after, TableKnown(1.0))
    after, _ = step(after, Tick(2.0))
    # Were it not known, yellow would have slid the last move to MARKET, or have laid anew.
    assert after.homes["yellow", "market"].tag == NEW


CONFIG = TableConfig(
    game=Game(players=["yellow", "green", "brown"]),
    reader=[Reader(bus=0, device=0, reads="build"), Reader(bus=0, device=1, reads="buy")],
    tags={"green": ["5a31c420"]},
)


def test_with_no_service_the_game_that_will_go_on_knows_of_it(tmp_path: Path) -> None:
    """Yellow's token lies on BUILD in the game, the power is off, the tag is lost, and another is laid there."""
    places = Places(tmp_path, tmp_path)
    change_tags(places.roster, {"5a31c410": "yellow", "5a31c411": "yellow"})
    session = Session(whole_roster(CONFIG, Path("table.toml"), places.roster), new_game(CONFIG.game.players, "yellow"))
    with Journal.open(places.journal) as journal:
        recorder = Recorder(journal, places.roster)
        for event in (
            Begin(session.game, 0.0), TableKnown(0.0), TokenLaid("5a31c410", 0, 1.0), Tick(2.0)
        ):  # fmt: skip
            session, outcomes = step(session, event)
            recorder.record(session, outcomes)
    said: list[str] = []
    with Bench(2, clock=PacedClock()) as bench, ExitStack() as opened:
        pads = OwnPads(CONFIG, Path("table.toml"), places, "a test", opened)

        def hear(words: str) -> None:
            said.append(words)
            if "lay a new tag" in words:
                bench.place(bytes.fromhex(NEW), 0)

        replace_lost(pads, "yellow", None, hear)
    assert said[:2] == [
        "YELLOW's token 5a31c410 is missing on BUILD.",
        "YELLOW: lay a new tag on BUILD, where the lost one lay.",
    ]
    assert sorted(load_tags(places.roster)) == [("5a31c411", "yellow"), (NEW, "yellow")]
    with Journal.open(places.journal) as journal:
        again = resume(journal, whole_roster(CONFIG, Path("table.toml"), places.roster), places.journal)
    assert again is not None
    assert again.session.homes["yellow", "build"].tag == NEW
    assert read_snapshot(write_snapshot(again.session), again.session.roster).homes == again.session.homes


def test_with_no_service_and_no_game_only_the_roster_changes_and_no_wire_is_touched(tmp_path: Path) -> None:
    places = Places(tmp_path, tmp_path)
    change_tags(places.roster, {"5a31c410": "yellow"})
    with ExitStack() as opened:  # and no bench: opening a wire would fail here
        pads = OwnPads(CONFIG, Path("table.toml"), places, "a test", opened)
        replace_lost(pads, "5a31c410", NEW, lambda words: None)
        forget_tags(pads, NEW, lambda words: None)
        with pytest.raises(RosterError, match=r"5a31c420 stands in the table's file, table.toml, under \[tags\] green"):
            forget_tags(pads, "green", lambda words: None)
    assert load_tags(places.roster) == []
