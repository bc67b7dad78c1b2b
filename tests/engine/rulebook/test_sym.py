"""SYM-1 to SYM-3: when a pawn's space gives its symbol. Of the box: 6 tools, 7 metal, 9 coin, 11 wood, 12 coal."""

import pytest

from engine.era.scoring import scores
from engine.era.state import Phase
from tests.engine.rulebook.table import changes, game_over, holds, played, position, round_over


@pytest.mark.parametrize(
    ("space", "gained"),
    [(5, {"tools": 1}), (6, {"metal": 1}), (8, {"coins": 1}), (10, {"wood": 1}), (11, {"coal": 1}), (7, {}), (9, {})],
)
def test_sym_1_the_pawn_ends_on_the_symbol(space: int, gained: dict[str, int]) -> None:
    # The sewing machine's original costs 1 and gives 1 influence.
    start = position({"yellow": "develop"}, has={"yellow": {"influence": space}})
    after = played(start, "resolve develop", "develop sewing-machine original")
    assert changes(start, after) == {"yellow": {"development": -1, "influence": 1, **gained}}


def test_sym_1_passing_over_gives_nothing() -> None:
    # The camera's original gives 5 influence: from 5 over 6, 7 and 9 to 10.
    start = position({"yellow": "develop"}, has={"yellow": {"influence": 5}})
    after = played(start, "resolve develop", "develop camera original")
    assert changes(start, after) == {"yellow": {"development": -4, "influence": 5}}


def test_sym_1_each_field_is_a_step_of_its_own() -> None:
    # Sewing machine 1, to 6; cash register 2, to 8; typewriter 2, to 10. Together 5 would end on 10 alone.
    start = position({"yellow": "develop"}, has={"yellow": {"influence": 5}})
    fields = ["develop sewing-machine original", "develop cash-register original", "develop typewriter original"]
    after = played(start, "resolve develop", *fields)
    assert changes(start, after) == {"yellow": {"development": -5, "influence": 5, "tools": 1}}


def test_sym_1_each_exchange_is_a_step_of_its_own() -> None:
    start = position({"yellow": "market"}, has={"yellow": {"influence": 10}})
    after = played(start, "resolve market", *["exchange 2 coins -> influence"] * 2, "exchange development -> influence")
    # To 11, a wood; to 12, a coal; to 13.
    assert changes(start, after) == {"yellow": {"coins": -4, "development": -1, "influence": 3, "wood": 1, "coal": 1}}


def test_sym_1_building_with_the_influence_symbol_is_a_step() -> None:
    start = position({"yellow": "build"}, row=["sawmill-2"], has={"yellow": {"influence": 6}})
    after = played(start, "resolve build", "build sawmill-2")
    # It costs 1 wood and 2 coal; on space 7 lies a metal.
    assert changes(start, after) == {"yellow": {"wood": -1, "coal": -2, "influence": 1, "metal": 1}}


def test_sym_1_a_step_without_influence_gives_no_symbol_again() -> None:
    start = position(
        {"yellow": "manufacture", "green": "build"},
        display=["kettle"],
        row=["sawmill-1"],
        has={"yellow": {"influence": 6}, "green": {"influence": 6}},
    )
    after = played(start, "resolve manufacture", "manufacture kettle", "done", "resolve build", "build sawmill-1")
    assert changes(start, after) == {"yellow": {"coal": -1, "coins": 1}, "green": {"wood": -1}}


def test_sym_1_the_bonus_is_part_of_the_own_action() -> None:
    start = position({"yellow": "produce"}, has={"yellow": {"influence": 5, "bonus-tokens": 1}})
    after = played(start, "resolve produce", "bonus patent", "patent nothing")
    gained = {"wood": 1, "coins": -1, "influence": 1, "patents": 1, "tools": 1}
    assert changes(start, after) == {"yellow": {**gained, "bonus-tokens": -1}}


def test_sym_1_a_symbol_may_pay_for_the_next_step() -> None:
    # RESOLVE-5. From 8 to 9: the coin of that space is given with a wood for a metal.
    start = position({"yellow": "market"}, has={"yellow": {"influence": 8, "coins": 2, "development": 0}})
    after = played(start, "resolve market", "exchange 2 coins -> influence", "give wood coin", "take metal")
    assert changes(start, after) == {"yellow": {"coins": -2, "influence": 1, "wood": -1, "metal": 1}}


def test_sym_2_a_reward_on_another_players_turn_gives_no_symbol() -> None:
    start = position(
        {"yellow": "manufacture"},
        display=["car-1"],
        fields={"car original": "green"},
        has={"green": {"influence": 5}},
    )
    after = played(start, "resolve manufacture", "manufacture car-1")
    assert changes(start, after)["green"] == {"influence": 1}  # the reward of the car's original
    assert holds(after, "green")["influence"] == 6


def test_sym_2_a_pawn_moved_by_a_reward_gets_the_symbol_of_where_it_ends_next() -> None:
    # The reward takes green to 6, without the tools; the own step goes on from there to 7, a metal.
    start = position(
        {"yellow": "manufacture", "green": "market"},
        display=["car-1"],
        fields={"car original": "green"},
        has={"green": {"influence": 5}},
    )
    rewarded = played(start, "resolve manufacture", "manufacture car-1", "done")
    after = played(rewarded, "resolve market", "exchange 2 coins -> influence")
    assert changes(rewarded, after) == {"green": {"coins": -2, "influence": 1, "metal": 1}}


def test_sym_2_the_final_market_gives_no_symbol() -> None:
    start = round_over(position(round=8, has={"yellow": {"influence": 5}}))
    assert start.phase is Phase.FINAL_MARKET
    after = played(start, "exchange 2 coins -> influence")
    assert holds(after, "yellow")["tools"] == holds(start, "yellow")["tools"]


def test_sym_2_the_bonuses_of_the_scoring_give_no_symbol() -> None:
    # Yellow on 2 gets 5 for patents, to 7, and shares the other two bonuses with all.
    over = game_over(position(round=8, has={"yellow": {"influence": 2, "patents": 1}}))
    assert scores(over)[0].patents.points == 5
    assert holds(over, "yellow")["metal"] == holds(position(), "yellow")["metal"]


def test_sym_3_past_the_tracks_end_the_count_goes_on() -> None:
    start = position({"yellow": "develop"}, has={"yellow": {"influence": 500}})
    after = played(start, "resolve develop", "develop airplane original")
    assert changes(start, after) == {"yellow": {"development": -6, "influence": 8}}
    assert holds(after, "yellow")["influence"] == 508


def test_sym_3_pawns_share_a_space_and_its_symbol() -> None:
    on_five = {name: {"influence": 5} for name in ("yellow", "green")}
    start = position({"yellow": "market", "green": "market"}, has=on_five)
    both = played(start, *["resolve market", "exchange 2 coins -> influence", "done"] * 2)
    gained = {"coins": -2, "influence": 1, "tools": 1}
    assert changes(start, both) == {"yellow": gained, "green": gained}
