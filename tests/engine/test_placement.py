"""PLACE-1 to PLACE-3: whose token goes where, and which is refused by which clause."""

import pytest

from engine.era.components import AREAS
from engine.era.events import PlacingEnded, TokenPlaced
from engine.era.game import apply, legal_moves, new_game
from engine.era.moves import Place
from engine.era.state import Phase
from engine.errors import IllegalMove
from tests.engine.games import FIVE, FOUR, THREE, placed_three, play, play_events

# One legal round of placing for each number of players; who lays which token follows from PLACE-1.
PLACINGS = [
    (THREE, "build build produce produce buy buy manufacture manufacture market"),
    (FOUR, "build build produce produce buy buy manufacture manufacture"),
    (FIVE, "build build produce produce buy buy manufacture manufacture market market"),
]


@pytest.mark.parametrize(("players", "areas"), PLACINGS)
@pytest.mark.parametrize("start", [0, 2])
def test_place_1_clockwise_from_the_start_player_pass_after_pass(
    players: tuple[str, ...], areas: str, start: int
) -> None:
    state = new_game(players, start)
    seen = []
    for area in areas.split():
        assert state.phase is Phase.PLACING
        seen.append(state.in_turn)
        state = play(state, f"place {area}")
    clockwise = [*players[start:], *players[:start]]
    passes = 3 if len(players) == 3 else 2
    assert seen == clockwise * passes
    assert state.phase is Phase.RESOLVING


def test_place_1_a_token_lies_where_it_was_laid_in_order_of_laying() -> None:
    state = play(new_game(FOUR, "brown"), "place market", "place build", "place market")
    assert state.seats_on("market") == (2, 0)
    assert state.players_on("market") == ("brown", "yellow")
    assert state.players_on("build") == ("orange",)
    assert state.tokens_on_board == 3
    assert [state.tokens_in_hand(name) for name in FOUR] == [1, 2, 1, 1]


def test_place_1_events_name_player_area_and_clause() -> None:
    assert play_events(new_game(FOUR, "orange"), "place develop") == (TokenPlaced("orange", "develop", "PLACE-1"),)


def test_place_1_last_token_ends_the_first_half() -> None:
    before = play(
        new_game(FOUR, 0),
        "place build", "place build", "place produce", "place produce", "place buy", "place buy", "place market",
    )
    after, events = apply(before, Place("develop"))
    assert events == (TokenPlaced("orange", "develop"), PlacingEnded(round=1))
    assert after.phase is Phase.RESOLVING
    assert after.in_turn == "yellow"


def test_place_1_first_token_may_go_anywhere_in_board_order() -> None:
    assert legal_moves(new_game(FIVE, 4)) == tuple(Place(area) for area in AREAS)


def test_place_1_another_player_than_the_one_in_turn_refused() -> None:
    state = new_game(FOUR, "green")
    with pytest.raises(IllegalMove, match=r"green's turn: yellow waits \(PLACE-1\)") as refused:
        apply(state, Place("build"), by="yellow")
    assert refused.value.clause == "PLACE-1"
    assert apply(state, Place("build"), by="green") == apply(state, Place("build"))


def test_place_1_no_placing_once_all_tokens_are_down() -> None:
    with pytest.raises(IllegalMove) as refused:
        apply(placed_three(), Place("market"))
    assert refused.value.clause == "PLACE-1"


def test_place_1_only_on_an_area() -> None:
    with pytest.raises(IllegalMove, match="kitchen") as refused:
        apply(new_game(THREE, 0), Place("kitchen"))
    assert refused.value.clause == "PLACE-1"


def test_x11_place_2_third_token_refused() -> None:
    state = play(new_game(FOUR, 0), "place build", "place build")
    assert state.in_turn == "brown"
    with pytest.raises(IllegalMove, match=r"build has two tokens: .*\(PLACE-2\)") as refused:
        apply(state, Place("build"))
    assert refused.value.clause == "PLACE-2"
    assert Place("build") not in legal_moves(state)
    assert len(legal_moves(state)) == 5


def test_x12_place_3_second_token_of_a_player_refused() -> None:
    state = play(new_game(THREE, 0), "place buy", "place build", "place build")
    assert state.in_turn == "yellow"
    with pytest.raises(IllegalMove, match=r"yellow lies on buy already: .*\(PLACE-3\)") as refused:
        apply(state, Place("buy"))
    assert refused.value.clause == "PLACE-3"
    assert list(map(str, legal_moves(state))) == ["place produce", "place manufacture", "place market", "place develop"]


def test_place_2_is_named_where_place_3_would_be_broken_too() -> None:
    state = play(new_game(THREE, 0), "place buy", "place buy", "place build")
    with pytest.raises(IllegalMove) as refused:
        apply(state, Place("buy"))
    assert refused.value.clause == "PLACE-2"


def test_place_3_binds_each_player_alone() -> None:
    state = play(new_game(THREE, 0), "place buy")
    assert play(state, "place buy").players_on("buy") == ("yellow", "green")


def test_a_refused_move_leaves_the_state_as_it_was() -> None:
    state = play(new_game(FOUR, 0), "place build", "place build")
    with pytest.raises(IllegalMove):
        apply(state, Place("build"))
    assert state == play(new_game(FOUR, 0), "place build", "place build")


def test_areas_and_players_that_are_not_in_the_game_are_not_silently_empty() -> None:
    state = new_game(THREE, 0)
    with pytest.raises(ValueError):  # noqa: PT011  # a builtin's message, which differs between versions of Python
        state.players_on("kitchen")
    with pytest.raises(ValueError):  # noqa: PT011  # likewise
        state.tokens_in_hand("orange")
