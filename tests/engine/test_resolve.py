"""RESOLVE-1 to RESOLVE-3: tokens are used in any order, one a turn, or declined, and taken back."""

import pytest

from engine.era.components import AREAS
from engine.era.events import TokenTakenBack
from engine.era.game import apply, legal_moves, new_game
from engine.era.moves import Decline, Resolve
from engine.era.state import Phase
from engine.errors import IllegalMove
from tests.engine.games import FOUR, placed_four, placed_three, play, play_events


def test_resolve_1_any_own_token_in_any_order() -> None:
    state = placed_three()
    assert state.in_turn == "yellow"
    assert list(map(str, legal_moves(state))) == [
        "resolve build", "decline build", "resolve produce", "decline produce", "resolve buy", "decline buy",
    ]


def test_resolve_1_clockwise_from_the_start_player_until_no_token_is_left() -> None:
    state = placed_three()
    seen = []
    # yellow lifts build, produce, buy; green market, build, develop; brown manufacture, buy, produce
    for text in (
        "resolve build", "resolve market", "resolve manufacture",
        "resolve produce", "resolve build", "resolve buy",
        "resolve buy", "resolve develop", "resolve produce",
    ):
        assert state.phase is Phase.RESOLVING
        seen.append(state.in_turn)
        state = play(state, text)
    assert seen == ["yellow", "green", "brown"] * 3
    assert state.tokens_on_board == 0
    assert state.phase is Phase.PLACING


def test_resolve_1_begins_with_the_start_player_whoever_that_is() -> None:
    state = new_game(FOUR, "brown")
    for area in AREAS[:4]:
        state = play(state, f"place {area}", f"place {area}")
    seen = []
    for _ in range(8):
        seen.append(state.in_turn)
        state, _ = apply(state, legal_moves(state)[0])
    assert seen == ["brown", "orange", "yellow", "green"] * 2
    assert state.phase is Phase.PLACING


def test_resolve_1_takes_only_the_own_token_back() -> None:
    state = play(placed_four(), "resolve build")
    assert state.players_on("build") == ("green",)
    assert state.players_on("buy") == ("yellow", "green")
    assert [state.tokens_in_hand(name) for name in FOUR] == [1, 0, 0, 0]


def test_resolve_1_event_names_player_area_and_clause() -> None:
    events = play_events(placed_four(), "resolve buy")
    assert events == (TokenTakenBack("yellow", "buy", declined=False, clause="RESOLVE-1"),)


@pytest.mark.parametrize("move", [Resolve("market"), Decline("market"), Resolve("manufacture")])
def test_resolve_1_area_without_an_own_token_refused(move: Resolve | Decline) -> None:
    # On market lie brown and orange, on manufacture nobody; yellow is in turn.
    with pytest.raises(IllegalMove, match="yellow has no token on") as refused:
        apply(placed_four(), move)
    assert refused.value.clause == "RESOLVE-1"


@pytest.mark.parametrize("move", [Resolve("build"), Decline("build")])
def test_resolve_1_not_before_all_tokens_are_down(move: Resolve | Decline) -> None:
    # Green is in turn, and a token lies on build: it is the half of the round that is wrong.
    state = play(new_game(FOUR, 0), "place build")
    with pytest.raises(IllegalMove, match="lay a token first") as refused:
        apply(state, move)
    assert refused.value.clause == "RESOLVE-1"


def test_resolve_1_a_token_taken_back_can_not_be_used_again() -> None:
    state = play(placed_four(), "resolve build", "resolve build", "resolve market", "resolve market")
    assert state.in_turn == "yellow"
    with pytest.raises(IllegalMove) as refused:
        apply(state, Resolve("build"))
    assert refused.value.clause == "RESOLVE-1"


def test_resolve_2_declining_takes_the_token_back() -> None:
    state, events = apply(placed_four(), Decline("build"))
    assert state.players_on("build") == ("green",)
    assert state.in_turn == "green"
    assert events == (TokenTakenBack("yellow", "build", declined=True, clause="RESOLVE-2"),)


def test_resolve_2_a_whole_round_may_be_declined() -> None:
    state = play(
        placed_four(),
        "decline build", "decline build", "decline market", "decline market",
        "decline buy", "decline buy", "decline develop", "decline develop",
    )
    assert (state.round, state.phase) == (2, Phase.PLACING)


@pytest.mark.parametrize("move", [Resolve("build"), Decline("build")])
def test_resolve_3_only_the_active_player_acts(move: Resolve | Decline) -> None:
    state = placed_four()
    with pytest.raises(IllegalMove, match="yellow's turn: green waits") as refused:
        apply(state, move, by="green")
    assert refused.value.clause == "RESOLVE-3"
    assert apply(state, move, by="yellow") == apply(state, move)


def test_resolve_only_on_an_area() -> None:
    with pytest.raises(IllegalMove, match="kitchen") as refused:
        apply(placed_four(), Resolve("kitchen"))
    assert refused.value.clause == "RESOLVE-1"
