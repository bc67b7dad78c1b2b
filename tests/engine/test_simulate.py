"""Games of random players: what each policy may choose, and figures that the rules determine."""

from collections.abc import Sequence

import pytest

from engine.era.game import legal_moves, new_game
from engine.era.moves import DONE, Build, Decline, Done, Move, Resolve
from engine.era.scoring import scores, winners
from engine.era.simulate import POLICIES, Figures, eager, simulate, steps, uniform
from engine.era.state import Phase
from engine.errors import SetupError

from .games import FOUR, TABLES

LARGEST = 2**64 - 1
THREE_MOVES: Sequence[Move] = (Build("bank-1"), Build("bank-2"), DONE)


def figures(players: int, games: int, policy: str = "uniform", seed: int = 1) -> Figures:
    return simulate(players, games, seed, POLICIES[policy])


@pytest.mark.parametrize(
    ("number", "chosen"),
    # 64 bits in three equal parts: the second begins at 2**64 / 3, the third at 2 * 2**64 / 3, both rounded up.
    [
        (0, 0), (2**64 // 3, 0), (2**64 // 3 + 1, 1), (2 * 2**64 // 3, 1), (2 * 2**64 // 3 + 1, 2), (LARGEST, 2),
    ],
)  # fmt: skip
def test_uniform_gives_each_move_an_equal_part(number: int, chosen: int) -> None:
    assert uniform(THREE_MOVES, number) is THREE_MOVES[chosen]


@pytest.mark.parametrize(("number", "chosen"), [(0, 0), (2**63 - 1, 0), (2**63, 1), (LARGEST, 1)])
def test_eager_leaves_the_early_end_out(number: int, chosen: int) -> None:
    assert eager(THREE_MOVES, number) is THREE_MOVES[chosen]


def test_eager_declines_nothing() -> None:
    menu: Sequence[Move] = (Resolve("build"), Decline("build"), Resolve("buy"), Decline("buy"))
    assert {str(eager(menu, number)) for number in range(0, LARGEST, 2**60)} == {"resolve build", "resolve buy"}


def test_eager_ends_what_can_only_be_ended() -> None:
    assert eager((DONE,), LARGEST) is DONE


@pytest.mark.parametrize("names", TABLES)
def test_eager_ends_no_action_early_in_a_whole_game(names: tuple[str, ...]) -> None:
    ended = 0
    for menu, move, _, _ in steps(new_game(names, 0, "full", seed=3), eager, 3):
        if isinstance(move, Done | Decline):
            ended += 1
            assert all(isinstance(other, Done | Decline) for other in menu)
    assert ended > 0


def test_uniform_does_end_actions_early() -> None:
    early = [
        move
        for menu, move, _, _ in steps(new_game(FOUR, 0, "full", seed=3), uniform, 3)
        if isinstance(move, Done) and len(menu) > 1
    ]
    assert early


@pytest.mark.parametrize("dealing", ["virtual", "cards"])
def test_steps_lead_from_state_to_state_to_the_end(dealing: str) -> None:
    state = new_game(FOUR, 0, "full", seed=5, dealing=dealing)
    dealt = 0
    for menu, move, _, after in steps(state, uniform, 5):
        assert move in legal_moves(state)
        # Cards that are dealt are no decision, and so have no menu.
        assert tuple(menu) == (() if state.seat_in_turn is None else legal_moves(state))
        dealt += not menu
        state = after
    assert state.phase is Phase.OVER
    assert dealt >= 5 + 7  # SETUP-3, SETUP-4


def test_the_same_seed_plays_the_same_games() -> None:
    assert figures(4, 3, seed=7) == figures(4, 3, seed=7)
    assert figures(4, 3, seed=7) != figures(4, 3, seed=8)


@pytest.mark.parametrize("policy", sorted(POLICIES))
@pytest.mark.parametrize(
    ("players", "tokens", "rounds"),
    [(3, 3, 9), (4, 2, 8), (5, 2, 10)],  # SETUP-1
)
def test_figures_that_the_rules_determine(players: int, tokens: int, rounds: int, policy: str) -> None:
    games = 4
    played = figures(players, games, policy)
    fired = played.clause_firings
    assert played.games == games
    assert len(played.totals) == games * players
    assert len(played.seat_wins) == players
    assert games <= sum(played.seat_wins) <= games * players
    # A token laid each, and that all lie, once a round (PLACE-1); as many taken back, with at least one event each.
    assert fired["PLACE-1"] == games * rounds * (players * tokens + 1)
    assert fired["RESOLVE-1"] + fired["RESOLVE-2"] >= games * rounds * players * tokens
    assert fired["SETUP-3"] == 5 * games
    assert fired["SETUP-4"] == 7 * games
    assert fired["ROUND-7"] == games * (rounds - 1)
    assert fired["ROUND-8"] == 2 * games * (rounds - 1)  # marker and pawn
    assert fired["END-1"] == games
    # Each token is laid and taken, and each player ends the final market.
    assert played.decisions >= games * (2 * rounds * players * tokens + players)
    assert 6 <= played.longest_menu < 30


def test_a_game_is_counted_move_by_move() -> None:
    played = list(steps(new_game(FOUR, 0, "full", seed=11), eager, 11))
    counted = Figures.of(4)
    counted.add(iter(played))
    over = scores(played[-1][3])
    assert counted.games == 1
    assert counted.decisions == sum(len(menu) > 0 for menu, _, _, _ in played)
    assert counted.longest_menu == max(len(menu) for menu, _, _, _ in played)
    assert counted.totals == [score.total for score in over]
    assert counted.seat_wins == [int(name in winners(over)) for name in FOUR]
    assert sum(counted.clause_firings.values()) == sum(len(events) for _, _, events, _ in played)
    counted.add(iter(played))
    assert counted.games == 2
    assert counted.decisions == 2 * sum(len(menu) > 0 for menu, _, _, _ in played)


def test_many_games_are_the_sum_of_single_ones() -> None:
    both, first = figures(3, 2, seed=4), figures(3, 1, seed=4)
    assert both.totals[:3] == first.totals
    assert first.games == 1
    assert 0 < first.decisions < both.decisions


@pytest.mark.parametrize("players", [-1, 0, 2, 6])
def test_setup_1_no_game_for_other_numbers(players: int) -> None:
    with pytest.raises(SetupError, match="SETUP-1"):
        simulate(players, 1, 1, uniform)
