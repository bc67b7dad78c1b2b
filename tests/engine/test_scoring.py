"""END-1 to END-6: the final market, the score clause by clause, and every tie."""

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from engine.era.events import GameOver, GameWon, Scored
from engine.era.game import apply, legal_moves
from engine.era.moves import Decline
from engine.era.scoring import Bonus, scores, winners
from engine.era.state import Phase, State
from tests.engine.games import FIVE, FOUR
from tests.engine.table import Hand, do, happened, has, menu, position, refused


def final_market(
    hands: Mapping[str, Hand] | None = None, owners: Mapping[str, str] | None = None, players: tuple[str, ...] = FOUR
) -> State:
    """Everybody has declined in the last round, which yellow began."""
    last = {4: 8, 5: 10}[len(players)]
    state = position("build", players, hands=hands, owners=owners, round=last)
    while state.phase is Phase.RESOLVING:
        state, _ = apply(state, next(move for move in legal_moves(state) if isinstance(move, Decline)))
    return state


def over(state: State) -> State:
    """Nobody exchanges any more."""
    while state.phase is not Phase.OVER:
        state = do(state, "done")
    return state


def points(state: State, of: str) -> list[int]:
    """Each player's points for one of the three bonuses."""
    return [getattr(score, of).points for score in scores(state)]


def test_end_3_each_player_in_turn_from_the_start_player() -> None:
    state, turns = final_market(), []
    while state.phase is Phase.FINAL_MARKET:
        turns.append(state.in_turn)
        state = do(state, "done")
    assert turns == ["yellow", "green", "brown", "orange"]
    assert state.phase is Phase.OVER


def test_end_3_from_the_start_player_of_the_last_round() -> None:
    state = replace(position("build", round=8), start=2, board=((2,), (), (), (), (), (1,)))
    state = replace(state, board=((1,), (), (), (), (), ()))
    state = do(state, "decline build")
    assert (state.phase, state.in_turn) == (Phase.FINAL_MARKET, "brown")


def test_end_3_exchanges_as_on_the_market_but_for_bonus_tokens_and_the_free_development() -> None:
    state = final_market({"yellow": {"coins": 2, "development": 1, "wood": 2}})
    assert menu(state) == [
        "exchange 2 coins -> development", "exchange development -> 2 coins",
        "exchange 2 coins -> influence", "exchange development -> influence",
        "give wood wood", "give wood coin", "give coin coin", "done",
    ]  # fmt: skip
    refused(state, "exchange 2 coins -> bonus token", "END-3")
    refused(state, "take development", "END-3")


def test_end_3_at_most_three_influence_and_five_exchanges() -> None:
    state = do(final_market({"yellow": {"coins": 20}}), *["exchange 2 coins -> influence"] * 3)
    refused(state, "exchange 2 coins -> influence", "MARKET-1")
    state = do(state, *["exchange 2 coins -> development"] * 2)
    assert menu(state) == ["done"]
    assert scores(state)[0].final_market == 3


def test_sym_2_no_symbols_in_the_final_market() -> None:
    # From 5 to 6, where there are tools.
    state = do(final_market({"yellow": {"coins": 2, "influence": 5}}), "exchange 2 coins -> influence")
    assert (has(state, "yellow"), scores(state)[0].total) == ({"influence": 5}, 5 + 1 + 1 + 1 + 1)


def test_end_2_influence_final_market_and_bonuses() -> None:
    # Yellow alone leads in all three: 4 influence, 1 from the market, 5 for each bonus.
    hand: Hand = {"influence": 4, "coins": 2, "patents": 1, "factories": ("sawmill-1",)}
    state = do(final_market({"yellow": hand}, {"telephone original": "yellow"}), "exchange 2 coins -> influence")
    score = scores(over(state))[0]
    assert (score.influence, score.final_market) == (4, 1)
    assert (score.patents, score.development, score.capacity) == (Bonus(1, 5), Bonus(3, 5), Bonus(2, 5))
    assert score.total == 4 + 1 + 5 + 5 + 5


def test_x9_end_4_development_is_the_sum_of_the_costs_not_the_number_of_fields() -> None:
    # By these tests' numbers: telephone 3 + 4 = 7 for green, sewing machine 1 + 2 and typewriter 2 = 5 for yellow.
    owners = {
        "telephone original": "green", "telephone technical": "green", "sewing-machine original": "yellow",
        "sewing-machine technical": "yellow", "typewriter original": "yellow",
    }  # fmt: skip
    state = over(final_market(owners=owners))
    assert points(state, "development") == [0, 5, 0, 0]
    assert [score.development.count for score in scores(state)] == [5, 7, 0, 0]
    assert [score.inventions for score in scores(state)] == [3, 2, 0, 0]


def test_x13_end_4_capacity_counts_the_starting_factory_and_all_kinds_alike() -> None:
    # The starting factory 1, foundry 2 metal, academy 1 development; the coal mine's influence symbol does not count.
    hands: dict[str, Hand] = {
        "yellow": {"factories": ("foundry-1", "academy-1")},
        "green": {"factories": ("coal-mine-2",)},
    }
    state = over(final_market(hands))
    assert [score.capacity.count for score in scores(state)] == [1 + 2 + 1, 1 + 2, 1, 1]
    assert points(state, "capacity") == [5, 0, 0, 0]


@pytest.mark.parametrize(
    ("leaders", "each"),
    [
        (("yellow",), 5),
        (("yellow", "green"), 3),
        (("green", "brown", "purple"), 2),
        (("yellow", "green", "brown", "orange"), 1),
        (FIVE, 1),
    ],
)
def test_x8_end_5_ties(leaders: tuple[str, ...], each: int) -> None:
    state = over(final_market({player: {"patents": 3} for player in leaders}, players=FIVE))
    assert points(state, "patents") == [each if player in leaders else 0 for player in FIVE]


def test_end_5_a_tie_at_nothing_pays_as_a_tie() -> None:
    state = over(final_market())
    assert points(state, "patents") == points(state, "development") == [1, 1, 1, 1]


def test_end_6_the_highest_score_wins() -> None:
    counted = scores(over(final_market({"brown": {"influence": 1}})))
    assert winners(counted) == ("brown",)


def test_end_6_tied_players_by_their_inventions() -> None:
    # Yellow two fields that cost 1 and 2, green one that costs 3: both lead in development, with 3 points each.
    owners = {
        "sewing-machine original": "yellow", "sewing-machine technical": "yellow", "telephone original": "green",
    }  # fmt: skip
    counted = scores(over(final_market(owners=owners)))
    assert [score.total for score in counted] == [3 + 1 + 1, 3 + 1 + 1, 1 + 1, 1 + 1]
    assert winners(counted) == ("yellow",)


def test_end_6_still_tied_they_share_the_win_and_bonus_tokens_score_nothing() -> None:
    hands: dict[str, Hand] = {"yellow": {"influence": 4}, "orange": {"influence": 4, "bonus-tokens": 5}}
    assert winners(scores(over(final_market(hands)))) == ("yellow", "orange")


def test_end_1_the_events_tell_it_player_by_player_clause_by_clause() -> None:
    state = do(final_market({"yellow": {"influence": 4, "patents": 1}}), "done", "done", "done")
    _, events = happened(state, "done")
    assert events[0] == GameOver(8)
    assert events[1:6] == (
        Scored("yellow", 4, 4, "influence", "END-2"),
        Scored("yellow", 0, 0, "final market", "END-3"),
        Scored("yellow", 1, 5, "patents", "END-4"),
        Scored("yellow", 0, 1, "development", "END-5"),
        Scored("yellow", 1, 1, "capacity", "END-5"),
    )
    assert events[-1] == GameWon(("yellow",))
    assert len(events) == 1 + 4 * 5 + 1
