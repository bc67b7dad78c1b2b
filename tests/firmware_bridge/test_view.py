"""What the view adds to the session: pawns, patents, influence gained, and the scores of a game that is over."""

from dataclasses import replace

import msgspec

from engine.era.game import new_game
from engine.era.moves import Resolve
from engine.era.scoring import scores
from engine.era.state import Phase, State
from firmware_bridge.happenings import MoveMade, MoveTakenBack
from firmware_bridge.roster import Roster
from firmware_bridge.session import Made, Session
from firmware_bridge.view import Gain, view

from .hands import Hands

PLAYERS = ("yellow", "green", "brown")
RESOLVED = Resolve("manufacture")


def with_influence(game: State, *spaces: int) -> State:
    pairs = zip(game.holdings, spaces, strict=True)
    held = tuple(msgspec.structs.replace(player, influence=space) for player, space in pairs)
    return msgspec.structs.replace(game, holdings=held)


def played(before: State, after: State, at: float = 7.0) -> Session:
    """A session whose last move led from one state to the other."""
    session = Session(Roster.of([], ()), after)
    past = (Made(before, RESOLVED),)
    return replace(session, past=past, just_moved=True, news=MoveMade("green", RESOLVED, after, at))


FULL = new_game(PLAYERS, "yellow", depth="full")


def test_pawns_and_patent_markers_stand_in_order_of_seats() -> None:
    game = with_influence(FULL, 3, 0, 12)
    held = (*game.holdings[:2], msgspec.structs.replace(game.holdings[2], patents=4))
    seen = view(Session(Roster.of([], ()), msgspec.structs.replace(game, holdings=held)))
    assert seen.influence == (("yellow", 3), ("green", 0), ("brown", 12))
    assert seen.patents == (("yellow", 0), ("green", 0), ("brown", 4))


def test_in_depth_referee_the_players_keep_them() -> None:
    seen = view(Hands().session)
    assert (seen.influence, seen.patents, seen.gains, seen.scores) == ((), (), (), ())


def test_influence_gained_is_the_way_of_each_pawn_that_moved() -> None:
    # The maker gains 3; the one who developed the invention gains 1 as a reward (MAKE-3).
    seen = view(played(with_influence(FULL, 4, 6, 0), with_influence(FULL, 5, 9, 0)))
    assert [(gain.player, gain.before, gain.after, gain.at) for gain in seen.gains] == [
        ("yellow", 4, 5, 7.0), ("green", 6, 9, 7.0),
    ]  # fmt: skip


def test_nothing_is_gained_by_a_move_that_is_not_the_news() -> None:
    session = played(with_influence(FULL, 4, 6, 0), with_influence(FULL, 4, 9, 0))
    assert [type(gain) for gain in view(session).gains] == [Gain]
    assert view(replace(session, news=None)).gains == ()
    assert view(replace(session, past=())).gains == ()
    taken_back = MoveTakenBack("green", RESOLVED, FULL, 8.0)
    assert view(replace(session, news=taken_back)).gains == ()


def test_scores_are_there_once_the_game_is_over_and_since_when() -> None:
    assert view(played(FULL, FULL)).scores == ()
    over = msgspec.structs.replace(with_influence(FULL, 20, 31, 8), phase=Phase.OVER)
    seen = view(played(FULL, over, at=99.0))
    assert seen.scores == scores(over)
    assert [score.influence for score in seen.scores] == [20, 31, 8]
    assert (seen.in_turn, seen.over_at) == (None, 99.0)


def test_a_game_that_no_move_ended_is_over_since_nobody_knows_when() -> None:
    over = msgspec.structs.replace(FULL, phase=Phase.OVER)
    assert view(Session(Roster.of([], ()), over)).over_at is None
    assert view(played(FULL, FULL)).over_at is None
