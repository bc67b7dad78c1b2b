"""The table against the game: moves, or what is wrong, where and under which clause."""

import pytest

from engine.era.state import Phase
from firmware_bridge.referee import CLAUSES, Kind, Problem
from firmware_bridge.roster import Place

from .hands import Hands


def problem(kind: Kind, place: str, player: str | None = None, came_from: str | None = None) -> Problem:
    return Problem(kind, Place.parse(place), player, Place.parse(came_from) if came_from else None)


@pytest.fixture
def hands() -> Hands:
    return Hands()


@pytest.fixture
def resolving() -> Hands:
    """All eight tokens of a four-player game are down; yellow is to lift, having build:1 and produce:1."""
    hands = Hands()
    for player, number, place in (
        ("yellow", 1, "build:1"), ("green", 1, "build:2"), ("brown", 1, "buy:1"), ("orange", 1, "buy:2"),
        ("yellow", 2, "produce:1"), ("green", 2, "produce:2"), ("brown", 2, "market:1"), ("orange", 2, "market:2"),
    ):  # fmt: skip
        hands.lay(player, number, place)
    assert hands.game.phase is Phase.RESOLVING
    hands.outcomes.clear()
    return hands


def test_every_kind_of_problem_has_its_clause_or_says_that_none_is_broken() -> None:
    assert set(CLAUSES) == set(Kind)
    no_rule = {kind for kind, clause in CLAUSES.items() if not clause}
    assert no_rule == {Kind.SILENT, Kind.GARBLED, Kind.COPIED, Kind.RANDOM, Kind.UNKNOWN, Kind.VOID}


def test_a_right_token_is_a_move_and_nothing_is_wrong(hands: Hands) -> None:
    hands.lay("yellow", 1, "build:1")
    assert hands.moves == ["yellow place build"]
    assert hands.problems == []
    assert hands.game.in_turn == "green"


def test_nothing_is_judged_before_the_table_lies_still(hands: Hands) -> None:
    hands.down("yellow", 1, "build:1")
    hands.now += 0.05
    hands.up("yellow", 1)
    hands.down("yellow", 1, "market:2")
    hands.settle()
    assert hands.moves == ["yellow place market"]


def test_two_players_who_lay_at_once_are_both_heard_in_whatever_order_they_are_read(hands: Hands) -> None:
    hands.down("green", 1, "build:1")
    hands.down("yellow", 1, "build:2")
    hands.settle()
    assert hands.moves == ["yellow place build", "green place build"]
    assert hands.problems == []


def test_a_whole_round_laid_in_a_heap_is_a_run_of_moves(hands: Hands) -> None:
    for player, number, place in (
        ("orange", 1, "buy:2"), ("green", 2, "produce:2"), ("green", 1, "build:2"), ("brown", 2, "market:1"),
        ("yellow", 2, "produce:1"), ("yellow", 1, "build:1"), ("orange", 2, "market:2"), ("brown", 1, "buy:1"),
    ):  # fmt: skip
        hands.down(player, number, place)
    hands.settle()
    assert len(hands.moves) == 8
    assert hands.game.phase is Phase.RESOLVING
    assert hands.problems == []


def test_place_2_a_third_token_calls_and_the_two_others_stay_calm(hands: Hands) -> None:
    hands.lay("yellow", 1, "build:1")
    hands.lay("green", 1, "build:2")
    hands.lay("brown", 1, "build:1")
    assert hands.problems == [problem(Kind.OVER_LIMIT, "build:1", "brown")]
    assert hands.problems[0].clause == "PLACE-2"
    hands.lay("brown", 1, "market:1")
    assert hands.problems == []
    assert hands.moves[-1] == "brown place market"


def test_place_3_a_second_token_of_a_player_calls(hands: Hands) -> None:
    for player in ("yellow", "green", "brown", "orange"):
        hands.lay(player, 1, {"yellow": "build:1", "green": "buy:1", "brown": "buy:2", "orange": "market:1"}[player])
    hands.lay("yellow", 2, "build:2")
    assert hands.problems == [problem(Kind.SECOND, "build:2", "yellow")]
    assert hands.problems[0].clause == "PLACE-3"
    hands.lay("yellow", 2, "market:2")
    assert hands.problems == []
    assert hands.moves[-1] == "yellow place market"


def test_place_1_a_token_out_of_turn_calls_and_simply_counts_when_its_turn_comes(hands: Hands) -> None:
    hands.lay("brown", 1, "market:1")
    assert hands.problems == [problem(Kind.OUT_OF_TURN, "market:1", "brown")]
    assert hands.problems[0].clause == "PLACE-1"
    hands.lay("yellow", 1, "build:1")
    assert hands.moves == ["yellow place build"]
    assert hands.problems == [problem(Kind.OUT_OF_TURN, "market:1", "brown")]
    hands.lay("green", 1, "build:2")
    assert hands.moves == ["yellow place build", "green place build", "brown place market"]
    assert hands.problems == []


def test_place_1_two_tokens_of_the_player_in_turn_are_one_too_many(hands: Hands) -> None:
    hands.down("yellow", 1, "build:1")
    hands.down("yellow", 2, "buy:1")
    hands.settle()
    assert hands.moves == []
    assert hands.problems == [
        problem(Kind.TWO_LAID, "build:1", "yellow"),
        problem(Kind.TWO_LAID, "buy:1", "yellow"),
    ]
    hands.lift("yellow", 1)
    assert hands.moves == ["yellow place buy"]
    assert hands.problems == []


def test_a_token_knocked_off_is_missing_where_it_lay(hands: Hands) -> None:
    hands.lay("yellow", 1, "build:2")
    hands.lay("green", 1, "buy:1")
    hands.lift("yellow", 1)
    assert hands.problems == [problem(Kind.MISSING, "build:2", "yellow")]
    hands.lay("yellow", 1, "build:1")  # on the other space of the area: just as good
    assert hands.problems == []
    assert len(hands.moves) == 2


def test_while_a_token_is_missing_a_legal_one_waits_and_counts_when_the_other_is_back(hands: Hands) -> None:
    hands.lay("yellow", 1, "build:1")
    hands.lay("green", 1, "buy:1")
    hands.lift("yellow", 1)
    hands.lay("brown", 1, "market:1")
    assert hands.problems == [problem(Kind.MISSING, "build:1", "yellow")]
    hands.lay("yellow", 1, "build:1")
    assert hands.moves[-1] == "brown place market"
    assert hands.problems == []


def test_a_token_swept_to_another_area_calls_there_and_says_where_it_came_from(hands: Hands) -> None:
    hands.lay("yellow", 1, "build:1")
    hands.lay("green", 1, "buy:1")
    hands.lay("yellow", 1, "market:1")
    assert hands.problems == [problem(Kind.MOVED, "market:1", "yellow", came_from="build:1")]
    hands.lay("yellow", 1, "build:1")
    assert hands.problems == []


def test_a_token_may_be_slid_until_the_next_player_has_laid(hands: Hands) -> None:
    hands.lay("yellow", 1, "build:1")
    hands.lay("yellow", 1, "market:1")
    assert hands.moves == ["yellow place build", "-yellow place build", "yellow place market"]
    assert hands.problems == []
    assert hands.game.in_turn == "green"


def test_the_last_token_laid_may_be_taken_back_into_the_hand(hands: Hands) -> None:
    hands.lay("yellow", 1, "build:1")
    hands.lift("yellow", 1)
    assert hands.moves == ["yellow place build", "-yellow place build"]
    assert hands.game.in_turn == "yellow"
    assert hands.problems == []


def test_an_unknown_tag_is_told_and_play_goes_on(hands: Hands) -> None:
    hands.lay("nobody", 1, "buy:1")
    assert hands.problems == [problem(Kind.UNKNOWN, "buy:1")]
    hands.lay("yellow", 1, "build:1")
    assert hands.moves == ["yellow place build"]
    hands.lift("nobody", 1)
    assert hands.problems == []


def test_a_token_of_a_colour_that_does_not_play_is_named() -> None:
    hands = Hands(players=("yellow", "green", "brown"))
    hands.lay("orange", 1, "buy:1")
    assert hands.problems == [problem(Kind.NOT_PLAYING, "buy:1", "orange")]


def test_a_silent_pad_keeps_its_token_and_play_goes_on(hands: Hands) -> None:
    hands.lay("yellow", 1, "build:1")
    hands.lose("build:1")
    assert hands.problems == [problem(Kind.SILENT, "build:1")]
    hands.lay("green", 1, "buy:1")
    assert hands.moves[-1] == "green place buy"
    hands.find("build:1")
    assert hands.problems == []


def test_what_blocks_most_comes_first(hands: Hands) -> None:
    hands.lay("yellow", 1, "build:1")
    hands.lay("green", 1, "build:2")
    hands.up("yellow", 1)  # a token missing
    hands.down("orange", 1, "market:1")  # out of turn
    hands.down("brown", 1, "build:2")  # over the limit
    hands.down("nobody", 1, "buy:1")  # unknown
    hands.lose("develop:2")  # silent
    assert [each.kind for each in hands.problems] == [
        Kind.SILENT, Kind.UNKNOWN, Kind.OVER_LIMIT, Kind.OUT_OF_TURN, Kind.MISSING,
    ]  # fmt: skip


def test_resolve_1_lifting_a_token_is_choosing_it(resolving: Hands) -> None:
    resolving.lift("yellow", 2)
    assert resolving.moves == ["yellow resolve produce"]
    assert resolving.game.in_turn == "green"


def test_resolve_1_laid_back_before_anything_else_it_was_not_chosen(resolving: Hands) -> None:
    resolving.lift("yellow", 2)
    resolving.lay("yellow", 2, "produce:1")
    assert resolving.moves == ["yellow resolve produce", "-yellow resolve produce"]
    resolving.lift("yellow", 1)
    assert resolving.moves[-1] == "yellow resolve build"


def test_resolve_3_a_token_lifted_out_of_turn_has_to_go_back(resolving: Hands) -> None:
    resolving.lift("brown", 1)
    assert resolving.problems == [problem(Kind.LIFTED_EARLY, "buy:1", "brown")]
    assert resolving.problems[0].clause == "RESOLVE-3"
    resolving.lay("brown", 1, "buy:1")
    assert resolving.problems == []
    assert resolving.moves == []


def test_resolve_1_of_two_tokens_lifted_by_the_player_in_turn_one_goes_back(resolving: Hands) -> None:
    resolving.up("yellow", 1)
    resolving.up("yellow", 2)
    resolving.settle()
    assert resolving.moves == []
    assert resolving.problems == [
        problem(Kind.TWO_LIFTED, "build:1", "yellow"),
        problem(Kind.TWO_LIFTED, "produce:1", "yellow"),
    ]
    resolving.lay("yellow", 1, "build:1")
    assert resolving.moves == ["yellow resolve produce"]


def test_resolve_1_no_token_is_laid_in_the_second_half(resolving: Hands) -> None:
    resolving.lift("yellow", 1)
    resolving.lay("yellow", 1, "manufacture:1")
    assert resolving.problems == [problem(Kind.NOT_PLACING, "manufacture:1", "yellow")]


def test_the_last_lift_of_a_round_and_the_first_token_of_the_next_may_come_together(resolving: Hands) -> None:
    for player, number in (
        ("yellow", 1), ("green", 1), ("brown", 1), ("orange", 1), ("yellow", 2), ("green", 2), ("brown", 2),
    ):  # fmt: skip
        resolving.lift(player, number)
    resolving.up("orange", 2)
    resolving.down("green", 1, "develop:1")  # round 2 begins with green (ROUND-8)
    resolving.settle()
    assert resolving.moves[-2:] == ["orange resolve market", "green place develop"]
    assert resolving.game.round == 2


def test_end_1_after_the_last_round_no_token_belongs_on_the_table() -> None:
    hands = Hands()
    areas = ("build", "produce", "buy", "manufacture", "market", "develop")
    while hands.game.phase is not Phase.OVER:
        turn = hands.game.in_turn
        assert turn is not None
        seat = hands.players.index(turn)
        if hands.game.phase is Phase.PLACING:
            number = sum(1 for tag, _ in hands.session.table.lying if hands.session.roster.tags[tag] == turn) + 1
            # Two players share an area, each on a space of its own: PLACE-2 and PLACE-3 hold.
            hands.lay(turn, number, f"{areas[seat // 2 + 2 * (number - 1)]}:{seat % 2 + 1}")
        else:
            lying = [tag for tag, _ in hands.session.table.lying if hands.session.roster.tags[tag] == turn]
            hands.lift(turn, int(lying[0][-2:], 16))
        assert hands.problems == []
    assert len(hands.moves) == 8 * 4 * 2 * 2  # SETUP-1: 8 rounds of 4 players with 2 tokens, each laid and lifted
    hands.lay("brown", 1, "build:1")
    assert hands.problems == [problem(Kind.OVER, "build:1", "brown")]


def test_the_last_two_tokens_of_a_round_swapped_are_no_moves_of_the_next() -> None:
    # Three players: green and brown lift last, and lay first in the next round (ROUND-8), so four moves would fit too.
    hands = Hands(("yellow", "green", "brown"))
    for player, number, place in (
        ("yellow", 1, "build:1"), ("green", 1, "build:2"), ("brown", 1, "produce:1"),
        ("yellow", 2, "market:1"), ("green", 2, "produce:2"), ("brown", 2, "manufacture:1"),
        ("yellow", 3, "develop:1"), ("green", 3, "buy:1"), ("brown", 3, "market:2"),
    ):  # fmt: skip
        hands.lay(player, number, place)
    for number in (1, 2, 3):
        for player in ("yellow", "green", "brown") if number < 3 else ("yellow",):
            hands.lift(player, number)
    hands.outcomes.clear()
    hands.up("green", 3)
    hands.up("brown", 3)
    hands.down("green", 3, "market:2")
    hands.down("brown", 3, "buy:1")
    hands.settle()
    assert hands.moves == []
    assert set(hands.problems) == {
        problem(Kind.MOVED, "market:2", "green", "buy:1"),
        problem(Kind.MOVED, "buy:1", "brown", "market:2"),
    }
    for player, place in (("green", "buy:1"), ("brown", "market:2")):
        hands.up(player, 3)
        hands.down(player, 3, place)
        hands.settle()
    assert hands.problems == []
    assert hands.moves == []
    assert hands.game.in_turn == "green"
