"""RESOLVE-1 to RESOLVE-5 in the whole game: whose turn, which token, what is carried out and what was declined."""

import pytest

from engine.era.events import TokenTakenBack
from engine.era.game import apply
from engine.era.moves import Resolve
from engine.era.state import Phase
from engine.errors import IllegalMove
from tests.engine.games import FIVE, FOUR, THREE
from tests.engine.rulebook.table import (
    changes,
    happened,
    holds,
    menu,
    next_declined,
    next_in_turn,
    of,
    played,
    position,
    refused,
)


@pytest.mark.parametrize("players", [THREE, FOUR, FIVE])
def test_resolve_1_one_token_each_clockwise_until_none_is_left(players: tuple[str, ...]) -> None:
    state = position(players=players, start=players[2])
    order = []
    while state.phase is Phase.RESOLVING:
        order.append(state.in_turn)
        state = next_declined(state)
    assert state.tokens_on_board == 0
    clockwise = (*players[2:], *players[:2])
    assert order == list(clockwise) * (3 if len(players) == 3 else 2)


def test_resolve_1_any_of_the_own_tokens_in_any_order() -> None:
    start = position({"yellow": "market buy"})
    assert set(menu(start)) == {"resolve market", "resolve buy", "decline market", "decline buy"}
    later_laid_first = played(start, "resolve buy", "buy wood-ship", "done")
    assert later_laid_first.in_turn == "green"
    assert set(menu(next_in_turn(later_laid_first, "yellow"))) == {"resolve market", "decline market"}


def test_resolve_1_not_where_no_own_token_lies() -> None:
    start = position({"yellow": "market buy", "green": "build"})
    refused(start, "resolve build", "RESOLVE-1")
    refused(start, "decline build", "RESOLVE-1")


def test_resolve_1_the_token_is_taken_back_after_the_action() -> None:
    start = position({"yellow": "market buy"})
    acting = played(start, "resolve buy", "buy wood-ship")
    assert "yellow" in acting.players_on("buy")
    assert acting.in_turn == "yellow"
    after = played(acting, "done")
    assert "yellow" not in after.players_on("buy")
    assert of(after, "yellow").tokens_in_hand == 1


def test_resolve_1_one_action_at_a_time() -> None:
    acting = played(position({"yellow": "market buy"}), "resolve buy")
    refused(acting, "resolve market", "RESOLVE-1")
    refused(acting, "exchange 2 coins -> influence", "RESOLVE-1")


def test_resolve_1_no_token_is_laid_in_the_second_half() -> None:
    refused(position({"yellow": "market buy"}), "place build", "PLACE-1")


@pytest.mark.parametrize("area", ["build", "produce", "buy", "manufacture", "market", "develop"])
def test_resolve_2_declining_gains_nothing(area: str) -> None:
    start = position({"yellow": area}, display=["kettle"], row=["foundry-1"], has={"yellow": {"bonus-tokens": 2}})
    events = happened(start, f"decline {area}")
    assert events == [TokenTakenBack("yellow", area, True, "RESOLVE-2")]
    after = played(start, f"decline {area}")
    assert changes(start, after) == {}
    assert "yellow" not in after.players_on(area)
    assert after.in_turn == "green"


def test_resolve_3_only_the_active_player_acts() -> None:
    start = position({"yellow": "market", "green": "market"})
    with pytest.raises(IllegalMove) as refusal:
        apply(start, Resolve("market"), by="green")
    assert refusal.value.clause == "RESOLVE-3"
    apply(start, Resolve("market"), by="yellow")


# What makes each action one that was carried out, so that a bonus may follow (RESOLVE-4, BONUS-4).
@pytest.mark.parametrize(
    ("area", "steps"),
    [
        ("build", ["build foundry-1", "done"]),
        ("produce", []),
        ("buy", ["buy wood-ship", "done"]),
        ("manufacture", ["manufacture kettle", "done"]),
        ("market", ["exchange 2 coins -> influence", "done"]),
        ("market", ["take development"]),
        ("develop", ["develop camera original", "done"]),
        ("develop", ["patent nothing", "done"]),
    ],
)
def test_resolve_4_one_step_carries_the_action_out(area: str, steps: list[str]) -> None:
    start = position({"yellow": area}, display=["kettle"], row=["foundry-1"], has={"yellow": {"bonus-tokens": 1}})
    after = played(start, f"resolve {area}", *steps)
    assert after.in_turn == "yellow"
    assert "bonus patent" in menu(after)
    assert happened(after, "done") == [TokenTakenBack("yellow", area, False, "RESOLVE-1")]


@pytest.mark.parametrize("area", ["build", "buy", "manufacture", "market", "develop"])
def test_resolve_4_an_action_without_a_step_was_declined(area: str) -> None:
    start = position({"yellow": area}, display=["kettle"], row=["foundry-1"], has={"yellow": {"bonus-tokens": 1}})
    acting = played(start, f"resolve {area}")
    assert happened(acting, "done") == [TokenTakenBack("yellow", area, True, "RESOLVE-2")]
    assert played(acting, "done").in_turn == "green"


def test_resolve_4_all_factories_produce_at_once() -> None:
    start = position({"yellow": "produce"}, factories={"yellow": ["bank-3", "foundry-1"]})
    after = played(start, "resolve produce")
    assert after.in_turn == "green"
    assert changes(start, after) == {"yellow": {"coins": 3, "metal": 1, "wood": 1}}


def test_resolve_5_each_step_is_paid_and_gained_in_turn() -> None:
    # No coin at first: a development sold pays for the bonus token, and a cube taken is given again.
    start = position({"yellow": "market"}, has={"yellow": {"coins": 0, "development": 1, "metal": 0}})
    trading = played(start, "resolve market")
    refused(trading, "exchange 2 coins -> influence", "MARKET-1")
    refused(trading, "give coal metal", "MARKET-1")
    after = played(
        trading, "exchange development -> 2 coins", "exchange 2 coins -> influence", "give wood wood", "take metal",
        "give coal metal", "take tools",
    )  # fmt: skip
    gained = {"development": -1, "influence": 1, "wood": -2, "coal": -1, "tools": 1}
    assert changes(start, after) == {"yellow": gained}


def test_resolve_5_development_gained_pays_for_developing_within_the_same_turn() -> None:
    # The typewriter gives 2 development, and the bonus develops the telephone's original for 3.
    start = position(
        {"yellow": "manufacture"},
        display=["typewriter-1"],
        fields={"typewriter original": "green"},
        has={"yellow": {"development": 1, "bonus-tokens": 1}},
    )
    made = played(start, "resolve manufacture", "manufacture typewriter-1", "done")
    after = played(made, "bonus develop", "develop telephone original")
    assert holds(after, "yellow")["development"] == 1 + 2 - 3
