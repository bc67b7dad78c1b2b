"""END-1 to END-6: the final market, the score, its bonuses, and who wins."""

from typing import Any

import pytest

from engine.era.events import GameOver, GameWon, Scored
from engine.era.scoring import Score, scores, winners
from engine.era.state import Phase, State
from tests.engine.games import FIVE, FOUR, THREE
from tests.engine.rulebook.table import (
    changes,
    dealt,
    game_over,
    happened,
    holds,
    menu,
    played,
    position,
    refused,
    round_over,
)

MIDDLE = "exchange 2 coins -> influence"
TOP = "exchange 2 coins -> development"


def score_of(state: State, name: str) -> Score:
    """One player's score."""
    return next(score for score in scores(state) if score.player == name)


def final_market(**arguments: Any) -> State:
    """The last round of four players is over; yellow, the start player, is the first to exchange."""
    state = round_over(position(round=8, **arguments))
    assert state.phase is Phase.FINAL_MARKET
    return state


@pytest.mark.parametrize(("players", "rounds"), [(THREE, 9), (FOUR, 8), (FIVE, 10)])
def test_end_1_the_game_ends_after_its_last_round(players: tuple[str, ...], rounds: int) -> None:
    before = dealt(round_over(position(players=players, round=rounds - 1)))
    assert (before.phase, before.round) == (Phase.PLACING, rounds)
    last = round_over(position(players=players, round=rounds))
    assert last.phase is Phase.FINAL_MARKET
    over = game_over(position(players=players, round=rounds))
    assert menu(over) == []
    refused(over, "done", "END-1")


def test_end_3_every_player_from_the_start_player_clockwise() -> None:
    state = round_over(position(start="brown", round=8))
    order = []
    while state.phase is Phase.FINAL_MARKET:
        order.append(state.in_turn)
        state = played(state, "done")
    assert order == ["brown", "orange", "yellow", "green"]


def test_end_3_five_exchanges_three_in_a_field() -> None:
    start = final_market()
    three = played(start, MIDDLE, "exchange development -> influence", MIDDLE)
    assert changes(start, three)["yellow"]["coins"] == -4
    refused(three, MIDDLE, "MARKET-1")
    refused(three, "exchange development -> influence", "MARKET-1")
    five = played(three, "give wood coal", "take metal", TOP)
    assert menu(five) == ["done"]
    refused(five, TOP, "MARKET-1")


def test_end_3_at_most_three_influence() -> None:
    over = game_over(played(final_market(), MIDDLE, MIDDLE, MIDDLE))
    assert score_of(over, "yellow").final_market == 3
    assert score_of(over, "green").final_market == 0
    # Nobody else differs from anybody: of the three bonuses all get 1 each (END-5).
    assert score_of(over, "yellow").total == 20 + 3 + 3
    assert score_of(over, "green").total == 20 + 3


def test_end_3_goods_become_coins_and_coins_influence() -> None:
    start = final_market(has={"yellow": {"coins": 1, "development": 0}})
    refused(start, MIDDLE, "MARKET-1")
    after = played(start, "give wood coal", "take coin", MIDDLE)
    assert changes(start, after)["yellow"]["wood"] == -1
    assert holds(after, "yellow")["coins"] == 0
    assert score_of(after, "yellow").final_market == 1


def test_end_3_no_bonus_tokens_for_sale() -> None:
    refused(final_market(), "exchange 2 coins -> bonus token", "END-3")


def test_end_3_no_free_development() -> None:
    refused(final_market(), "take development", "END-3")


def test_end_3_each_may_pass() -> None:
    start = final_market()
    assert changes(start, game_over(start)) == {}


def test_end_3_no_bonus_action_follows() -> None:
    start = final_market(has={"yellow": {"bonus-tokens": 3}})
    after = played(start, MIDDLE, "done")
    assert after.in_turn == "green"
    assert holds(after, "yellow")["bonus-tokens"] == 3


def test_end_2_influence_and_final_market_and_bonuses() -> None:
    start = final_market(
        has={"yellow": {"influence": 31, "patents": 2}, "green": {"influence": 33, "patents": 1}},
        fields={"car original": "yellow", "telephone original": "brown"},
        factories={"green": ["bank-3"]},
    )
    over = game_over(played(start, MIDDLE, MIDDLE, "done", "exchange development -> influence", "done"))
    # Yellow 31 and 2, patents 5, development 5 (the car's 5 against the telephone's 3); green 33 and 1, capacity 5.
    assert score_of(over, "yellow").total == 31 + 2 + 5 + 5
    assert score_of(over, "green").total == 33 + 1 + 5
    assert score_of(over, "brown").total == score_of(over, "orange").total == 20
    assert winners(scores(over)) == ("yellow",)


def test_end_4_the_score_is_told_clause_by_clause() -> None:
    start = final_market(has={"green": {"influence": 40, "patents": 3}}, factories={"brown": ["bank-1"]})
    last = played(start, "done", "done", "done")
    events = happened(last, "done")
    assert events[0] == GameOver(8)
    told = [event for event in events if isinstance(event, Scored) and event.player == "green"]
    assert [(event.of, event.count, event.points, event.clause) for event in told] == [
        ("influence", 40, 40, "END-2"),
        ("final market", 0, 0, "END-3"),
        ("patents", 3, 5, "END-4"),
        ("development", 0, 1, "END-5"),  # nobody has invested: all four share
        ("capacity", 1, 0, "END-4"),
    ]
    assert events[-1] == GameWon(("green",))


def test_end_4_development_invested_is_the_sum_of_the_prices() -> None:
    # Two fields of the airplane, 6 and 7; three of yellow's, 1 and 2 and 5. The number of inventions is not asked.
    fields = {
        "airplane original": "green",
        "airplane technical": "green",
        "sewing-machine original": "yellow",
        "sewing-machine technical": "yellow",
        "car original": "yellow",
    }
    over = game_over(position(round=8, fields=fields))
    assert [score.development.count for score in scores(over)] == [8, 13, 0, 0]
    assert [score.development.points for score in scores(over)] == [0, 5, 0, 0]


def test_end_4_capacity_is_the_sum_of_the_numbers_whatever_they_make() -> None:
    # Starting factory 1 each. Yellow: coins 3, development 2: 6. Green: five factories of 1: 6 as well. Brown:
    # development 1, coal 3: 5, and both show the influence symbol for building, which does not count.
    factories = {
        "yellow": ["bank-3", "academy-3"],
        "green": ["sawmill-1", "foundry-1", "laboratory-1", "workshop-1", "quarry-1"],
        "brown": ["academy-2", "coal-mine-2"],
    }
    over = game_over(position(round=8, factories=factories))
    assert [score.capacity.count for score in scores(over)] == [6, 6, 5, 1]
    assert [score.capacity.points for score in scores(over)] == [3, 3, 0, 0]


# How many share the top of the patent track, and what each of them gets (END-5).
@pytest.mark.parametrize(
    ("players", "patents", "points"),
    [
        (FIVE, (4, 3, 3, 2, 0), [5, 0, 0, 0, 0]),
        (FIVE, (4, 3, 4, 2, 0), [3, 0, 3, 0, 0]),
        (FIVE, (4, 3, 4, 2, 4), [2, 0, 2, 0, 2]),
        (FIVE, (4, 4, 4, 2, 4), [1, 1, 1, 0, 1]),
        (FIVE, (4, 4, 4, 4, 4), [1, 1, 1, 1, 1]),
        (FOUR, (2, 2, 2, 2), [1, 1, 1, 1]),
        (FOUR, (0, 0, 0, 0), [1, 1, 1, 1]),  # ruling: a tie at nothing is a tie
        (FIVE, (0, 0, 0, 0, 0), [1, 1, 1, 1, 1]),
        (THREE, (0, 0, 0), [2, 2, 2]),
    ],
)
def test_end_5_ties_for_the_patents(players: tuple[str, ...], patents: tuple[int, ...], points: list[int]) -> None:
    has = {name: {"patents": count} for name, count in zip(players, patents, strict=True)}
    last = {3: 9, 4: 8, 5: 10}[len(players)]
    over = game_over(position(players=players, round=last, has=has))
    assert [score.patents.points for score in scores(over)] == points


def test_end_5_ties_for_development_and_capacity() -> None:
    # Yellow 5; green 2 and 3, 5 in all; brown 1. Capacities 4, 4, 4 and orange's 1.
    fields = {
        "car original": "yellow",
        "cash-register original": "green",
        "gramophone original": "green",
        "sewing-machine original": "brown",
    }
    factories = {"yellow": ["sawmill-3"], "green": ["bank-3"], "brown": ["coal-mine-2"]}
    over = game_over(position(round=8, fields=fields, factories=factories))
    assert [score.development.points for score in scores(over)] == [3, 3, 0, 0]
    assert [score.capacity.points for score in scores(over)] == [2, 2, 2, 0]


def won_by(over: State) -> tuple[str, ...]:
    """Who wins."""
    return winners(scores(over))


def test_end_6_the_highest_score_wins() -> None:
    over = game_over(position(round=8, has={"brown": {"influence": 21}}))
    assert won_by(over) == ("brown",)


def test_end_6_bonuses_decide_over_the_track() -> None:
    over = game_over(position(round=8, has={"brown": {"influence": 23, "patents": 1}, "green": {"influence": 26}}))
    # Brown 23 and 5 and 1 and 1; green 26 and 1 and 1.
    assert won_by(over) == ("brown",)


def test_end_6_of_equals_the_one_with_most_inventions_wins() -> None:
    # Yellow's two fields cost 1 and 2, and green's one costs 3: both have invested 3, and 3 points for it each.
    fields = {
        "sewing-machine original": "yellow",
        "sewing-machine technical": "yellow",
        "gramophone original": "green",
    }
    over = game_over(position(round=8, fields=fields))
    assert score_of(over, "yellow").total == score_of(over, "green").total == 20 + 3 + 1 + 1
    assert won_by(over) == ("yellow",)


def test_end_6_most_inventions_alone_do_not_win() -> None:
    fields = {"sewing-machine original": "yellow", "sewing-machine technical": "yellow", "airplane original": "green"}
    over = game_over(position(round=8, fields=fields))
    assert won_by(over) == ("green",)  # 6 invested against 3


def test_end_6_still_tied_players_share_the_win() -> None:
    fields = {"car original": "yellow", "cash-register original": "green", "gramophone original": "green"}
    # Both have invested 5. Yellow has one invention, green two.
    assert won_by(game_over(position(round=8, fields=fields))) == ("green",)
    fields = {"gramophone original": "yellow", "telephone original": "brown"}
    over = game_over(position(round=8, fields=fields))
    assert won_by(over) == ("yellow", "brown")
    last = played(final_market(fields=fields), "done", "done", "done")
    assert happened(last, "done")[-1] == GameWon(("yellow", "brown"))


def test_end_6_all_may_share() -> None:
    assert won_by(game_over(position(round=8))) == FOUR


def test_end_6_bonus_tokens_left_over_score_nothing() -> None:
    over = game_over(position(round=8, has={"orange": {"bonus-tokens": 5}}))
    assert len({score.total for score in scores(over)}) == 1


def test_end_2_goods_left_over_score_nothing() -> None:
    over = game_over(position(round=8, has={"orange": {"coins": 90, "development": 90, "tools": 90}}))
    assert len({score.total for score in scores(over)}) == 1
