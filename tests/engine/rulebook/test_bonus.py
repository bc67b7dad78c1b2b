"""BONUS-1 to BONUS-3: when a bonus token may be spent, and for what."""

import pytest

from engine.era.components import GOODS, INVENTIONS
from engine.era.events import BonusTokenSpent, TokenTakenBack
from engine.era.state import State
from tests.engine.games import FIVE, FOUR, THREE
from tests.engine.rulebook.box import LOADS
from tests.engine.rulebook.table import (
    change,
    changes,
    happened,
    holds,
    menu,
    next_in_turn,
    played,
    position,
    refused,
    seen,
)

SPENT = {"bonus-tokens": -1}


def after_producing(tokens: int = 1) -> State:
    """Yellow has let the starting factory produce and chooses the bonus; there is something to do of every kind."""
    start = position(
        {"yellow": "produce market"},
        display=["kettle", "compass"],
        row=["foundry-1", "bank-2"],
        fields={"telephone original": "yellow"},
        has={"yellow": {"bonus-tokens": tokens}},
    )
    return played(start, "resolve produce")


def test_bonus_1_the_seven_kinds() -> None:
    kinds = ["build", "produce", "buy", "manufacture", "exchange", "develop", "patent"]
    assert set(menu(after_producing())) == {*(f"bonus {kind}" for kind in kinds), "done"}


# What each bonus costs and gives in the box: all as in the area's own action.
@pytest.mark.parametrize(
    ("moves", "gained"),
    [
        (["bonus manufacture", "manufacture kettle"], {"coal": -1, "coins": 1}),
        (["bonus produce", "produce starting-factory"], {"wood": 1}),
        (["bonus buy", "buy coal-warehouse-1"], {"coins": -1, "coal": 3}),
        (["bonus exchange", "exchange development -> 2 coins"], {"development": -1, "coins": 2}),
        (["bonus develop", "develop camera original"], {"development": -4, "influence": 5}),
        (["bonus patent", "patent telephone original"], {"coins": -1, "influence": 1, "patents": 1}),
        (["bonus build", "build bank-2"], {"wood": -3, "coal": -1}),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_bonus_1_one_of_each_kind_at_the_usual_price(moves: list[str], gained: dict[str, int]) -> None:
    choosing = after_producing()
    done = played(choosing, *moves)
    assert changes(choosing, done) == {"yellow": {**gained, **SPENT}}
    # It was one step, and with it the turn has ended.
    assert done.in_turn == "green"


def test_bonus_1_a_bonus_exchange_in_the_bottom_field() -> None:
    choosing = after_producing()
    done = played(choosing, "bonus exchange", "give coal coin", "take metal")
    assert changes(choosing, done) == {"yellow": {"coal": -1, "coins": -1, "metal": 1, **SPENT}}
    assert done.in_turn == "green"


def test_bonus_1_a_bonus_counterfeit() -> None:
    start = position(
        {"yellow": "produce"},
        display=["typewriter-copy"],
        fields={"typewriter original": "green"},
        has={"yellow": {"bonus-tokens": 1}},
    )
    choosing = played(start, "resolve produce")
    done = played(choosing, "bonus manufacture", "manufacture typewriter-copy", "pay metal tools")
    assert changes(choosing, done) == {"yellow": {"metal": -1, "tools": -1, "development": 1, **SPENT}}


def test_bonus_1_only_an_own_factory_produces() -> None:
    start = position(
        {"yellow": "produce"},
        row=["bank-1"],
        factories={"green": ["foundry-2"]},
        has={"yellow": {"bonus-tokens": 1}},
    )
    producing = played(start, "resolve produce", "bonus produce")
    assert menu(producing) == ["produce starting-factory", "done"]
    refused(producing, "produce foundry-2", "BONUS-1")
    refused(producing, "produce bank-1", "BONUS-1")


def test_bonus_1_the_free_development_is_no_bonus() -> None:
    exchanging = played(after_producing(), "bonus exchange")
    refused(exchanging, "take development", "BONUS-1")


def test_bonus_1_the_usual_price_has_to_be_paid() -> None:
    start = position({"yellow": "produce"}, has={"yellow": {"bonus-tokens": 1, "coins": 0, "development": 0}})
    choosing = played(start, "resolve produce")
    for kind in ("buy", "patent", "develop"):
        refused(choosing, f"bonus {kind}", "BONUS-1")


def test_bonus_1_no_bonus_where_nothing_can_be_done() -> None:
    # The only card is the counterfeit of the own invention (MAKE-5), then one that can't be paid.
    tokens = {"bonus-tokens": 1, "wood": 0}
    fields = {"typewriter original": "yellow", "car original": "green"}
    own = position({"yellow": "produce"}, display=["typewriter-copy"], fields=fields, has={"yellow": tokens})
    refused(played(own, "resolve produce"), "bonus manufacture", "BONUS-1")
    poor = {"yellow": tokens | {"metal": 2}}
    dear = position({"yellow": "produce"}, display=["car-1"], row=["sawmill-3"], fields=fields, has=poor)
    refused(played(dear, "resolve produce"), "bonus manufacture", "BONUS-1")
    refused(played(dear, "resolve produce"), "bonus build", "BONUS-1")
    bare = position({"yellow": "produce"}, has={"yellow": tokens})
    refused(played(bare, "resolve produce"), "bonus manufacture", "BONUS-1")
    refused(played(bare, "resolve produce"), "bonus build", "BONUS-1")


@pytest.mark.parametrize(
    ("left", "exchanges"),
    [
        ({"coal": 1}, False),
        ({"coal": 2}, True),
        ({"coal": 1, "tools": 1}, True),
        ({"coins": 1}, False),
        ({"development": 1}, True),
    ],
)
def test_bonus_1_an_exchange_takes_two_pieces_or_a_development(left: dict[str, int], exchanges: bool) -> None:
    # The sewing machine's original takes 1 development, and this is left.
    had = dict.fromkeys(GOODS, 0) | left
    had["development"] += 1
    start = position({"yellow": "develop"}, has={"yellow": had | {"bonus-tokens": 1}})
    choosing = played(start, "resolve develop", "develop sewing-machine original", "done")
    assert ("bonus exchange" in menu(choosing)) is exchanges


def test_bonus_1_a_load_takes_a_coin_and_a_load_that_is_not_empty() -> None:
    last_coin = {"yellow": {"bonus-tokens": 1, "coins": 1}}
    one = {load.id: 0 for load in LOADS} | {"wood-ship": 1}
    start = position({"yellow": "produce"}, has=last_coin, stock=one)
    after = played(start, "resolve produce", "bonus buy", "buy wood-ship")
    assert changes(start, after) == {"yellow": {"coins": -1, "wood": 1 + 1, **SPENT}}
    empty = position({"yellow": "produce"}, has=last_coin, stock=one | {"wood-ship": 0})
    refused(played(empty, "resolve produce"), "bonus buy", "BONUS-1")


def test_bonus_1_developing_takes_a_free_field_in_reach_and_a_marker() -> None:
    # With 1 development the sewing machine's original is all that can be paid; its technical field costs 2.
    one = {"yellow": {"bonus-tokens": 1, "development": 1}}
    free = position({"yellow": "produce"}, has=one)
    played(free, "resolve produce", "bonus develop", "develop sewing-machine original")
    taken = position({"yellow": "produce"}, has=one, fields={"sewing-machine original": "green"})
    refused(played(taken, "resolve produce"), "bonus develop", "BONUS-1")
    # Twelve fields and three circles have all fifteen markers (DEV-4).
    fields = [f"{name} original" for name in INVENTIONS] + [f"{name} technical" for name in INVENTIONS[:3]]
    no_marker = position(
        {"yellow": "produce"},
        fields=dict.fromkeys(fields, "yellow"),
        patented=fields[:3],
        has={"yellow": {"bonus-tokens": 1, "patents": 3}},
    )
    refused(played(no_marker, "resolve produce"), "bonus develop", "BONUS-1")


def test_bonus_1_a_bonus_without_effect_spends_no_token() -> None:
    choosing = after_producing()
    done = played(choosing, "bonus develop", "done")
    assert changes(choosing, done) == {}
    assert done.in_turn == "green"


def test_bonus_1_the_token_goes_back_after_the_bonus() -> None:
    events = happened(after_producing(), "bonus buy", "buy wood-ship")
    assert [event.clause for event in events[:3]] == ["BUY-1", "BUY-1", "BONUS-1"]
    assert isinstance(events[2], BonusTokenSpent)
    assert events[3:] == [TokenTakenBack("yellow", "produce", False, "RESOLVE-1")]


def test_bonus_1_a_bonus_exchange_can_not_buy_the_token_that_pays_for_it() -> None:
    # All 20 tokens are with the players: the supply is empty until the one spent has gone back.
    tokens = {"yellow": 5, "green": 5, "brown": 5, "orange": 5}
    start = position({"yellow": "produce"}, has={name: {"bonus-tokens": count} for name, count in tokens.items()})
    exchanging = played(start, "resolve produce", "bonus exchange")
    refused(exchanging, "exchange 2 coins -> bonus token", "MARKET-3")
    after = played(exchanging, "exchange 2 coins -> influence")
    assert seen(after).bonus_tokens == 1


def test_bonus_2_one_after_a_regular_action_and_no_more() -> None:
    choosing = after_producing(tokens=5)
    after = played(choosing, "bonus build", "build foundry-1")
    assert after.in_turn == "green"
    assert holds(after, "yellow")["bonus-tokens"] == 4


@pytest.mark.parametrize(
    ("players", "areas"),
    [(THREE, ("produce", "market", "buy")), (FOUR, ("produce", "market")), (FIVE, ("produce", "market"))],
)
def test_bonus_2_one_after_each_regular_action_of_the_round(players: tuple[str, ...], areas: tuple[str, ...]) -> None:
    steps = {"produce": [], "market": ["take development"], "buy": ["buy wood-ship", "done"]}
    state = position({"yellow": " ".join(areas)}, players=players, has={"yellow": {"bonus-tokens": 6}})
    for area in areas:
        state = next_in_turn(state, "yellow")
        state = played(state, f"resolve {area}", *steps[area], "bonus patent", "patent nothing")
    # 3 with three players, 2 with four and five.
    assert holds(state, "yellow")["patents"] == len(areas)
    assert holds(state, "yellow")["bonus-tokens"] == 6 - len(areas)


def test_bonus_2_none_without_a_token() -> None:
    start = position({"yellow": "produce"}, has={"yellow": {"bonus-tokens": 0}})
    assert played(start, "resolve produce").in_turn == "green"


def test_bonus_3_a_token_bought_waits_until_after_the_next_regular_action() -> None:
    start = position({"yellow": "market produce"})
    bought = played(start, "resolve market", "exchange 2 coins -> bonus token", "done")
    assert change(start, bought, "yellow") == {"coins": -2, "bonus-tokens": 1}
    assert bought.in_turn == "green"  # none was held before
    later = played(next_in_turn(bought, "yellow"), "resolve produce")
    assert "bonus patent" in menu(later)


def test_bonus_3_a_token_held_before_may_follow_the_buying_of_another() -> None:
    start = position({"yellow": "market"}, has={"yellow": {"bonus-tokens": 1}})
    after = played(start, "resolve market", "exchange 2 coins -> bonus token", "done", "bonus patent", "patent nothing")
    assert holds(after, "yellow")["bonus-tokens"] == 1
    assert after.in_turn == "green"


def test_bonus_3_a_token_bought_by_a_bonus_waits_too() -> None:
    choosing = after_producing(tokens=1)
    after = played(choosing, "bonus exchange", "exchange 2 coins -> bonus token")
    # One spent, one bought; it waits for the token on market.
    assert changes(choosing, after) == {"yellow": {"coins": -2}}
    assert after.in_turn == "green"
    later = played(next_in_turn(after, "yellow"), "resolve market", "exchange 2 coins -> influence", "done")
    assert "bonus patent" in menu(later)
