"""The session: what each event makes of it, and situations in which the right answer is easily missed."""

import time
from dataclasses import replace

import pytest
from msgspec.structs import replace as replaced

from engine.era.components import AREAS
from engine.era.game import new_game
from engine.era.moves import Place as PlaceMove
from engine.era.state import Phase
from firmware_bridge.errors import CannotAccept, NothingToTakeBack, RosterError
from firmware_bridge.happenings import (
    Accept,
    Begin,
    Enrol,
    Enrolled,
    Event,
    GameBegun,
    MoveMade,
    MoveTakenBack,
    Play,
    ProblemFound,
    ProblemMended,
    TakeBack,
    Tick,
)
from firmware_bridge.reducer import LONGEST_S, SETTLING_S, step
from firmware_bridge.referee import Kind, Problem, judge
from firmware_bridge.roster import Layout, Lying, Place, Roster
from firmware_bridge.session import Made, Session
from firmware_bridge.snapshot import read_snapshot, write_snapshot
from hardware.readers.reading import PadClear, PadGarbled, ReaderLost, TableKnown, TokenLaid

from .hands import COLOURS, PLACES, Hands, tag


@pytest.fixture
def hands() -> Hands:
    return Hands()


def told(session: Session, *events: Event) -> Session:
    for event in events:
        session, _ = step(session, event)
    return session


def problems(hands: Hands) -> list[tuple[Kind, str, str | None]]:
    return [(each.kind, str(each.place), each.player) for each in hands.problems]


# --- situations of the hands ---


def test_a_dead_reader_of_a_whole_area_is_played_by_buttons_until_both_spaces_are_full(hands: Hands) -> None:
    roster = Roster.of(hands.session.roster.tags.items(), AREAS)
    hands.told(ReaderLost(AREAS.index("build"), "nothing answers", hands.now))
    hands.session = replace(hands.session, roster=roster)
    for _ in range(2):  # PLACE-2: an area has two spaces
        hands.told(Play(PlaceMove("build"), hands.now))
    hands.settle()
    assert hands.game.players_on("build") == ("yellow", "green")
    assert hands.moves == ["yellow place build", "green place build"]
    assert problems(hands) == [(Kind.SILENT, "build", None)]


def test_a_token_may_be_slid_although_somebody_has_laid_too_early(hands: Hands) -> None:
    hands.lay("yellow", 1, "build:1")
    hands.lay("brown", 1, "market:1")  # green is in turn
    hands.lay("yellow", 1, "buy:1")
    assert hands.moves == ["yellow place build", "-yellow place build", "yellow place buy"]
    assert problems(hands) == [(Kind.OUT_OF_TURN, "market:1", "brown")]


def test_a_token_may_go_back_into_the_hand_although_somebody_has_laid_too_early(hands: Hands) -> None:
    hands.lay("yellow", 1, "build:1")
    hands.lay("brown", 1, "market:1")
    hands.lift("yellow", 1)
    assert hands.moves == ["yellow place build", "-yellow place build"]
    assert problems(hands) == [(Kind.OUT_OF_TURN, "market:1", "brown")]


def test_once_the_next_player_has_laid_no_token_may_be_slid_whatever_else_is_wrong(hands: Hands) -> None:
    hands.lay("yellow", 1, "build:1")
    hands.lay("green", 1, "buy:1")
    hands.lay("orange", 1, "market:1")  # brown is in turn
    hands.lay("yellow", 1, "develop:1")
    assert hands.moves == ["yellow place build", "green place buy"]
    assert hands.problems == [
        Problem(Kind.OUT_OF_TURN, Place("market", 1), "orange"),
        Problem(Kind.MOVED, Place("develop", 1), "yellow", Place("build", 1)),
    ]


def test_of_two_tokens_swept_off_the_one_that_lies_elsewhere_is_told_its_own_way_back(hands: Hands) -> None:
    for player, number, place in (
        ("yellow", 1, "build:1"), ("green", 1, "build:2"), ("brown", 1, "buy:1"), ("orange", 1, "buy:2"),
        ("yellow", 2, "market:1"), ("green", 2, "market:2"),
    ):  # fmt: skip
        hands.lay(player, number, place)
    hands.up("yellow", 1)
    hands.lay("yellow", 2, "develop:1")
    assert hands.problems == [
        Problem(Kind.MOVED, Place("develop", 1), "yellow", Place("market", 1)),
        Problem(Kind.MISSING, Place("build", 1), "yellow"),
    ]


def test_of_a_crowd_on_an_area_the_player_in_turn_is_innocent_whichever_space_it_is(hands: Hands) -> None:
    hands.lay("yellow", 1, "build:1")
    hands.lay("green", 1, "buy:1")
    hands.up("yellow", 1)  # so that brown's token has to wait
    hands.down("orange", 1, "buy:1")
    hands.down("brown", 1, "buy:2")
    hands.settle()
    assert problems(hands) == [(Kind.OVER_LIMIT, "buy:1", "orange"), (Kind.MISSING, "build:1", "yellow")]
    hands.up("orange", 1)
    hands.lay("yellow", 1, "build:1")
    assert hands.moves[-1] == "brown place buy"
    assert hands.problems == []


def test_of_two_tokens_of_a_player_on_an_area_it_is_always_the_one_that_came_that_calls(hands: Hands) -> None:
    for player, number, place in (
        ("yellow", 2, "build:2"), ("green", 1, "buy:1"), ("brown", 1, "buy:2"), ("orange", 1, "market:1"),
        ("yellow", 1, "build:1"),
    ):  # fmt: skip
        hands.lay(player, number, place)
    assert problems(hands) == [(Kind.SECOND, "build:1", "yellow")]
    hands.lay("nobody", 1, "develop:1")
    assert problems(hands) == [(Kind.UNKNOWN, "develop:1", None), (Kind.SECOND, "build:1", "yellow")]


def test_which_of_the_tags_on_one_reader_was_read_first_does_not_matter() -> None:
    roster = Roster.of([(tag(player, 1), player) for player in COLOURS], AREAS)
    session = Session(roster, new_game(COLOURS, "yellow"))
    buy = AREAS.index("buy")
    laid = [TokenLaid(tag(player, 1), buy, 1.0) for player in ("green", "brown", "orange")]
    one = told(session, TableKnown(0.0), *laid, Tick(1.0 + SETTLING_S))
    other = told(session, TableKnown(0.0), *reversed(laid), Tick(1.0 + SETTLING_S))
    assert one.problems == other.problems
    assert [each.kind for each in one.problems] == [Kind.OVER_LIMIT, Kind.OUT_OF_TURN, Kind.OUT_OF_TURN]


def test_a_heap_of_tokens_is_judged_before_anybody_notices() -> None:
    players = COLOURS[:3]
    lying = tuple(
        Lying(f"{area:02x}0000{seat:02x}", Place(AREAS[area]), players[seat]) for area in range(6) for seat in range(3)
    )
    began = time.process_time()
    verdict = judge(new_game(players, "yellow"), None, Layout(lying), {})
    # Trying all runs of moves takes some seconds; this limit is far from both, for a machine that is busy.
    assert time.process_time() - began < 0.5
    assert verdict.moves == ()
    # One too many on each of six areas; yellow is in turn and has six that would do; six of the others are too early.
    kinds = [problem.kind for problem in verdict.problems]
    assert kinds == [Kind.OVER_LIMIT] * 6 + [Kind.OUT_OF_TURN] * 6 + [Kind.TWO_LAID] * 6


# --- after a restart ---


def test_nothing_is_judged_before_every_pad_has_been_looked_at(hands: Hands) -> None:
    hands.lay("yellow", 1, "build:1")
    session = read_snapshot(write_snapshot(hands.session), hands.session.roster)
    laid = TokenLaid(tag("yellow", 1), PLACES.index("build:1"), 5.0)
    assert step(session, Tick(4.0)) == (session, ())
    session = told(session, laid)
    assert step(session, Tick(9.0)) == (session, ())
    session, outcomes = step(told(session, TableKnown(10.0)), Tick(10.0))
    assert outcomes == ()
    assert session.problems == ()


def test_a_pad_that_is_silent_from_the_start_is_taken_to_hold_what_lay_there(hands: Hands) -> None:
    hands.lay("yellow", 1, "build:1")
    session = read_snapshot(write_snapshot(hands.session), hands.session.roster)
    session = replace(session, past=hands.session.past, just_moved=True)  # as the journal says
    lost = ReaderLost(PLACES.index("build:1"), "nothing answers", 5.0)
    session = told(session, lost, TableKnown(6.0), Tick(6.0))
    assert session.problems == (Problem(Kind.SILENT, Place("build", 1)),)
    assert session.game == hands.game
    elsewhere = TokenLaid(tag("yellow", 1), PLACES.index("market:1"), 7.0)
    session = told(session, elsewhere, Tick(7.0 + SETTLING_S))
    assert session.game.players_on("market") == ("yellow",)  # slid: nobody has laid since
    assert session.problems == (Problem(Kind.SILENT, Place("build", 1)),)


def test_the_last_move_may_still_be_taken_back_after_a_restart(hands: Hands) -> None:
    hands.lay("yellow", 1, "build:1")
    session = read_snapshot(write_snapshot(hands.session), hands.session.roster)
    session = replace(session, past=hands.session.past, just_moved=True)  # as the journal says
    session, outcomes = step(told(session, TableKnown(5.0)), Tick(5.0))
    assert [type(outcome) for outcome in outcomes] == [MoveTakenBack]
    assert session.game == new_game(COLOURS, "yellow")


# --- events one by one ---


def test_a_problem_is_told_once_when_it_comes_and_once_when_it_goes(hands: Hands) -> None:
    hands.lay("brown", 1, "market:1")
    hands.lay("nobody", 1, "buy:1")
    hands.lift("brown", 1)
    early = Problem(Kind.OUT_OF_TURN, Place("market", 1), "brown")
    unknown = Problem(Kind.UNKNOWN, Place("buy", 1))
    told_of = [each for each in hands.outcomes if isinstance(each, ProblemFound | ProblemMended)]
    assert [(type(each), each.problem) for each in told_of] == [
        (ProblemFound, early),
        (ProblemFound, unknown),
        (ProblemMended, early),
    ]


def test_time_alone_changes_nothing(hands: Hands) -> None:
    hands.lay("yellow", 1, "build:1")
    assert step(hands.session, Tick(hands.now + 3600.0)) == (hands.session, ())


def test_each_move_of_a_run_holds_the_state_after_it(hands: Hands) -> None:
    hands.down("yellow", 1, "build:1")
    hands.down("green", 1, "build:2")
    hands.settle()
    made = [outcome for outcome in hands.outcomes if isinstance(outcome, MoveMade)]
    assert [outcome.game.tokens_on_board for outcome in made] == [1, 2]
    assert hands.session.news == made[-1]
    assert hands.session.last == Made(made[0].game, made[1].move)


def test_the_operator_takes_a_move_back_once_the_token_is_off(hands: Hands) -> None:
    hands.lay("yellow", 1, "build:1")
    hands.up("yellow", 1)
    hands.told(TakeBack(hands.now))
    hands.settle()
    assert hands.moves == ["yellow place build", "-yellow place build"]
    assert hands.problems == []
    with pytest.raises(NothingToTakeBack):
        hands.told(TakeBack(hands.now))
    assert len(hands.moves) == 2


def test_a_move_that_the_operator_took_back_stays_so_while_its_token_still_lies(hands: Hands) -> None:
    hands.lay("yellow", 1, "build:1")
    hands.told(TakeBack(hands.now))
    assert problems(hands) == [(Kind.VOID, "build:1", "yellow")]
    hands.lay("green", 1, "buy:1")  # it is yellow's turn again
    assert problems(hands) == [(Kind.VOID, "build:1", "yellow"), (Kind.OUT_OF_TURN, "buy:1", "green")]
    hands.lift("yellow", 1)
    assert problems(hands) == [(Kind.OUT_OF_TURN, "buy:1", "green")]
    hands.lay("yellow", 1, "build:1")  # laid anew, it counts, and so does the one that came too early
    assert hands.moves == ["yellow place build", "-yellow place build", "yellow place build", "green place buy"]
    assert hands.problems == []


def test_a_lift_that_the_operator_took_back_stays_so_until_a_token_is_put_back(hands: Hands) -> None:
    for number, areas in ((1, ("build", "build", "buy", "buy")), (2, ("market", "market", "develop", "develop"))):
        for seat, player in enumerate(hands.players):
            hands.lay(player, number, f"{areas[seat]}:{1 + seat % 2}")
    hands.lift("yellow", 1)
    hands.told(TakeBack(hands.now))
    assert problems(hands) == [(Kind.MISSING, "build:1", "yellow")]  # where it lay
    hands.lay("nobody", 1, "produce:1")  # whatever else happens meanwhile
    assert hands.game.in_turn == "yellow"
    hands.lift("nobody", 1)
    hands.lay("yellow", 1, "build:1")
    assert hands.problems == []
    hands.lift("yellow", 2)
    assert hands.moves[-3:] == ["yellow resolve build", "-yellow resolve build", "yellow resolve market"]


def test_tokens_that_lie_when_a_new_game_begins_do_not_count_until_they_were_lifted(hands: Hands) -> None:
    hands.lay("yellow", 1, "build:1")
    hands.lay("green", 1, "build:2")
    hands.told(Begin(new_game(("green", "brown", "orange"), "green"), hands.now))
    assert any(isinstance(outcome, GameBegun) for outcome in hands.outcomes)
    assert problems(hands) == [(Kind.VOID, "build:1", "yellow"), (Kind.VOID, "build:2", "green")]
    assert hands.session.last is None
    hands.lift("yellow", 1)
    hands.lift("green", 1)
    assert hands.problems == []
    hands.lay("green", 1, "build:2")
    assert hands.moves[-1] == "green place build"
    assert hands.game.in_turn == "brown"


def test_what_the_operator_undid_is_kept_over_a_restart(hands: Hands) -> None:
    hands.lay("yellow", 1, "build:1")
    hands.told(TakeBack(hands.now))
    lying = hands.session.table
    again = read_snapshot(write_snapshot(hands.session), hands.session.roster)
    hands.session = replace(again, table=lying)
    hands.told(TableKnown(hands.now))
    hands.settle()
    assert problems(hands) == [(Kind.VOID, "build:1", "yellow")]
    assert len(hands.moves) == 2


def test_a_tag_that_is_enrolled_counts_as_a_token_once_it_was_lifted(hands: Hands) -> None:
    """It was laid to be named, not to be played."""
    hands.lay("nobody", 1, "buy:1")
    hands.told(Enrol(tag("nobody", 1), "yellow", hands.now))
    hands.settle()
    assert Enrolled(tag("nobody", 1), "yellow", hands.now - SETTLING_S) in hands.outcomes
    assert hands.moves == []
    assert problems(hands) == [(Kind.VOID, "buy:1", "yellow")]
    hands.lift("nobody", 1)
    hands.lay("nobody", 1, "buy:1")
    assert hands.moves == ["yellow place buy"]
    assert hands.problems == []


def test_a_tag_that_comes_and_goes_does_not_keep_others_from_being_judged(hands: Hands) -> None:
    """A phone shows another UID each time that its pad's field comes on."""
    hands.down("yellow", 1, "build:1")
    since = hands.now
    for number in range(20):
        hands.told(TokenLaid(f"08{number:06x}", PLACES.index("market:1"), hands.now))
        hands.now += SETTLING_S / 2
        hands.told(Tick(hands.now))
        if hands.moves:
            break
    assert hands.moves == ["yellow place build"]
    assert hands.now - since <= LONGEST_S + SETTLING_S / 2


def test_a_pad_that_stammers_is_told_and_play_goes_on(hands: Hands) -> None:
    hands.lay("yellow", 1, "build:1")
    hands.told(PadGarbled(PLACES.index("build:1"), "two tags answered at once", hands.now))
    hands.settle()
    assert problems(hands) == [(Kind.GARBLED, "build:1", None)]
    hands.lay("green", 1, "buy:1")
    assert hands.moves[-1] == "green place buy"
    hands.told(PadClear(PLACES.index("build:1"), hands.now))
    hands.settle()
    assert hands.problems == []


def test_tokens_spilled_on_one_area_are_no_moves(hands: Hands) -> None:
    for player in COLOURS[:4]:
        for number in (1, 2):
            hands.down(player, number, "build:1")
    hands.settle()
    assert hands.moves == []
    assert hands.problems != []


def test_end_1_a_game_that_is_over_is_not_brought_back_to_life(hands: Hands) -> None:
    hands.session = replace(hands.session, game=replaced(hands.game, phase=Phase.OVER, round=8))
    hands.lay("yellow", 1, "build:1")
    with pytest.raises(CannotAccept, match="END-1"):
        step(hands.session, Accept(hands.now))


def test_a_tag_that_is_somebodys_token_is_not_enrolled_again(hands: Hands) -> None:
    with pytest.raises(RosterError, match="for green and yellow"):
        step(hands.session, Enrol(tag("yellow", 1), "green", hands.now))


def test_a_table_that_is_right_or_not_yet_known_is_not_accepted(hands: Hands) -> None:
    hands.lay("yellow", 1, "build:1")
    with pytest.raises(CannotAccept, match="nothing to accept"):
        step(hands.session, Accept(hands.now))
    with pytest.raises(CannotAccept, match="still being looked at"):
        step(replace(hands.session, known=False), Accept(hands.now))


def test_a_table_without_a_legal_state_is_refused_and_nothing_has_changed(hands: Hands) -> None:
    hands.lay("brown", 1, "market:1")
    before = hands.session
    with pytest.raises(CannotAccept):
        step(hands.session, Accept(hands.now))
    assert hands.session == before
    assert hands.game.phase is Phase.PLACING
