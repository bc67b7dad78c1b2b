"""Taking the table as it lies: just where a legal state of the round can be made of it."""

from collections import Counter

import pytest
from hypothesis import given, settings, strategies as st
from msgspec.structs import replace as replaced

from engine.era.components import COLOURS
from engine.era.game import new_game
from engine.era.notation import read_state, write_state
from engine.era.state import Phase, State
from firmware_bridge.acceptance import accept
from firmware_bridge.errors import CannotAccept
from firmware_bridge.happenings import Accept, End, TableAccepted
from firmware_bridge.referee import judge
from firmware_bridge.roster import Layout, Lying, Place

from .brute import AREAS, moments_of_round
from .hands import COLOURS as FOUR, Hands
from .table_top import moment, played_to

Tokens = list[tuple[str, str]]
swaps = st.lists(st.tuples(st.integers(0, 99), st.integers(0, 4), st.sampled_from(AREAS)), max_size=2)


def layout(tokens: Tokens) -> Layout:
    return Layout(
        tuple(Lying(f"000000{number:02x}", Place(area), player) for number, (player, area) in enumerate(tokens))
    )


@settings(max_examples=400, derandomize=True, deadline=None)
@given(
    players=st.integers(3, 5), start=st.integers(0, 2), first=st.booleans(), seed=st.integers(0, 2**32 - 1),
    depth=st.integers(0, 20), other_depth=st.integers(0, 20), changed=swaps,
)  # fmt: skip
def test_a_table_is_accepted_just_if_some_moment_of_the_round_has_these_tokens(
    players: int, start: int, first: bool, seed: int, depth: int, other_depth: int,
    changed: list[tuple[int, int, str]],
) -> None:  # fmt: skip
    begun = new_game(COLOURS[:players], start)
    game = played_to(begun, 1 if first else begun.rounds, depth, seed)
    other = played_to(begun, game.round, other_depth, seed + 1)
    tokens = [(player, area) for area in AREAS for player in other.players_on(area)]
    for number, seat, area in changed:  # somebody's token comes, and may take the place of another
        if number % 2 and tokens:
            tokens.pop(number % len(tokens))
        tokens.append((game.players[seat % players], area))
    possible = moments_of_round(moment(game), Counter(tokens))
    if game.phase is Phase.OVER:  # END-1: what is played stays played
        possible = set() if tokens else {moment(game)}
    if not possible:
        with pytest.raises(CannotAccept):
            accept(game, layout(tokens))
        return
    accepted = accept(game, layout(tokens))
    assert moment(accepted) in possible
    same_half = {each for each in possible if (each.round, each.half) == (game.round, game.phase.value)}
    if same_half and tokens:
        assert moment(accepted) in same_half
    assert read_state(write_state(accepted)) == accepted
    assert judge(accepted, None, layout(tokens), {}).problems == ()


def refusal(game: State, tokens: Tokens) -> str:
    with pytest.raises(CannotAccept) as refused:
        accept(game, layout(tokens))
    return str(refused.value)


def test_place_2_three_tokens_on_an_area_are_named() -> None:
    game = new_game(FOUR, "yellow")
    said = refusal(game, [("yellow", "buy"), ("green", "buy"), ("brown", "buy")])
    assert "buy has 3 tokens" in said
    assert "PLACE-2" in said


def test_place_3_two_tokens_of_a_player_on_an_area_are_named() -> None:
    said = refusal(new_game(FOUR, "yellow"), [("green", "buy"), ("green", "buy")])
    assert "green lies twice on buy" in said
    assert "PLACE-3" in said


def test_tokens_that_fit_no_moment_are_counted() -> None:
    # Yellow begins: with one token of brown down, those of yellow and green must be down too.
    said = refusal(new_game(FOUR, "yellow"), [("brown", "buy")])
    assert "yellow 0, green 0, brown 1, orange 0" in said
    assert "round 1, in which yellow begins" in said


@pytest.mark.parametrize("one_more", ["yellow", "orange"])  # who begins, and who comes last
def test_setup_1_nobody_has_more_tokens_than_the_game_gives(one_more: str) -> None:
    # Four players have two tokens each: eight lie on four areas of two spaces, and a third one of somebody elsewhere.
    tokens = list(zip(FOUR * 2, sorted(AREAS[:4] * 2), strict=True))
    for phase in (Phase.PLACING, Phase.RESOLVING):
        game = replaced(new_game(FOUR, "yellow"), phase=phase)
        assert "fit no moment of round 1" in refusal(game, [*tokens, (one_more, AREAS[4])])


def test_the_half_that_is_being_played_is_meant() -> None:
    # Four tokens, one of each: after the first pass of placing, and after the first pass of taking back.
    tokens = [("yellow", "build"), ("green", "build"), ("brown", "buy"), ("orange", "buy")]
    placing = new_game(FOUR, "yellow")
    assert accept(placing, layout(tokens)).phase is Phase.PLACING
    resolving = played_to(placing, 1, 9, seed=1)
    assert accept(resolving, layout(tokens)).phase is Phase.RESOLVING


def test_a_table_without_tokens_ends_a_second_half_and_after_the_last_round_the_game() -> None:
    begun = new_game(FOUR, "yellow")
    after = accept(played_to(begun, 3, 9, seed=1), layout([]))
    assert (after.round, after.start_player, after.phase) == (4, "green", Phase.PLACING)  # ROUND-8
    over = accept(played_to(begun, 8, 9, seed=1), layout([]))
    assert (over.round, over.phase) == (8, Phase.OVER)  # END-1
    placing = accept(played_to(begun, 3, 2, seed=1), layout([]))
    assert (placing.round, placing.phase) == (3, Phase.PLACING)


def test_what_is_no_token_of_the_game_does_not_count() -> None:
    game = new_game(("yellow", "green", "brown"), "yellow")
    lying = layout([("yellow", "buy"), ("orange", "buy"), ("orange", "develop")])
    stranger = Lying("ff000001", Place("buy"), None)
    accepted = accept(game, Layout((*lying.lying, stranger)))
    assert accepted.players_on("buy") == ("yellow",)
    assert accepted.tokens_on_board == 1


def test_an_accepted_table_is_right_and_play_goes_on() -> None:
    hands = Hands()
    hands.lay("yellow", 1, "build:1")
    hands.lay("green", 1, "buy:1")
    hands.lay("yellow", 1, "market:1")  # slid too late
    assert hands.problems != []
    hands.told(Accept(hands.now))
    hands.settle()
    assert hands.problems == []
    assert [type(outcome) for outcome in hands.outcomes].count(TableAccepted) == 1
    assert hands.game.players_on("market") == ("yellow",)
    hands.lay("brown", 1, "buy:2")
    assert hands.moves[-1] == "brown place buy"


def test_what_no_acceptance_mends_leaves_the_game_and_what_may_be_taken_back_as_they_are() -> None:
    hands = Hands()
    hands.lay("yellow", 1, "build:2")
    hands.lay("green", 1, "build:1")  # the second one, though it lies on the first space
    hands.lose("buy:1")
    with pytest.raises(CannotAccept, match="the tokens lie as the game says"):
        hands.told(Accept(hands.now))
    assert [str(made.move) for made in hands.session.past] == ["place build", "place build"]


def test_a_game_that_was_given_up_is_not_accepted() -> None:
    hands = Hands()
    hands.told(End(hands.now))
    hands.down("yellow", 1, "build:1")  # and the table is not yet judged
    with pytest.raises(CannotAccept, match="nobody plays"):
        hands.told(Accept(hands.now))


def test_a_token_on_a_silent_pad_counts_as_lying_there() -> None:
    hands = Hands()
    hands.lay("yellow", 1, "build:1")
    hands.lay("green", 1, "buy:1")
    hands.lose("build:1")
    hands.lay("green", 1, "market:1")
    hands.lay("brown", 1, "develop:1")
    hands.lay("green", 1, "produce:1")  # slid too late
    hands.told(Accept(hands.now))
    assert hands.game.players_on("build") == ("yellow",)
    assert hands.game.players_on("produce") == ("green",)
