"""BONUS-1 to BONUS-4: one more action of one step after a regular one, and when there is none."""

import pytest

from engine.era.events import BonusTokenSpent
from engine.era.state import State
from tests.engine.table import Hand, do, factories, happened, has, menu, owner, position, refused

RICH: Hand = {
    "wood": 9, "coal": 9, "metal": 9, "technology": 9, "tools": 9, "coins": 9, "development": 9, "bonus-tokens": 2,
}  # fmt: skip
ROW = ("sawmill-1", "coal-mine-2", "foundry-1")
DISPLAY = ("light-bulb", "pocket-watch", "bicycle", "stove")


def after_producing(hand: Hand = RICH) -> State:
    """Yellow has produced, 1 wood, and may spend a bonus token."""
    return do(position("produce", hands={"yellow": hand}, row=ROW, display=DISPLAY), "resolve produce")


def spent(state: State, *texts: str) -> dict[str, int]:
    """What yellow has more and less after these moves."""
    after = do(state, *texts)
    assert after.in_turn == "green"
    before, now = has(state, "yellow"), has(after, "yellow")
    change = {what: now.get(what, 0) - before.get(what, 0) for what in before.keys() | now.keys()}
    return {what: count for what, count in change.items() if count}


def test_bonus_1_seven_kinds() -> None:
    kinds = ("build", "produce", "buy", "manufacture", "exchange", "develop", "patent")
    assert menu(after_producing()) == [*(f"bonus {kind}" for kind in kinds), "done"]


@pytest.mark.parametrize(
    ("moves", "change"),
    [
        (("bonus build", "build foundry-1"), {"coal": -2}),
        (("bonus produce", "produce starting-factory"), {"wood": 1}),
        (("bonus buy", "buy coal-warehouse-1"), {"coins": -1, "coal": 3}),
        (("bonus manufacture", "manufacture pocket-watch"), {"tools": -1, "coins": 2}),
        (("bonus exchange", "exchange 2 coins -> influence"), {"coins": -2, "influence": 1}),
        (("bonus exchange", "give metal metal", "take tools"), {"metal": -2, "tools": 1}),
        (("bonus develop", "develop sewing-machine original"), {"development": -1, "influence": 1}),
        (("bonus patent", "patent nothing"), {"coins": -1, "influence": 1, "patents": 1}),
    ],
)
def test_bonus_1_each_kind_is_one_step_at_the_usual_cost_and_takes_a_token(
    moves: tuple[str, ...], change: dict[str, int]
) -> None:
    assert spent(after_producing(), *moves) == change | {"bonus-tokens": -1}


def test_bonus_1_never_the_free_development() -> None:
    refused(do(after_producing(), "bonus exchange"), "take development", "BONUS-1")


def test_bonus_1_the_token_goes_back_after_the_bonus() -> None:
    _, events = happened(do(after_producing(), "bonus build"), "build sawmill-1")
    assert events[-2:-1] == (BonusTokenSpent("yellow", "build"),)


def test_bonus_1_a_bonus_exchange_can_not_buy_the_token_that_pays_for_it() -> None:
    # All twenty tokens are held: yellow's own comes back only when the bonus is over.
    hands: dict[str, Hand] = {"yellow": RICH, "green": {"bonus-tokens": 18}}
    state = do(position("produce", hands=hands), "resolve produce", "bonus exchange")
    refused(state, "exchange 2 coins -> bonus token", "MARKET-3")


def test_bonus_1_without_effect_no_token_is_spent() -> None:
    after = do(after_producing(), "bonus build", "done")
    assert (after.in_turn, has(after, "yellow")["bonus-tokens"]) == ("green", 2)
    after = do(after_producing(), "done")
    assert (after.in_turn, has(after, "yellow")["bonus-tokens"]) == ("green", 2)


def test_bonus_1_kinds_that_would_have_no_effect_are_not_offered() -> None:
    poor = after_producing({"bonus-tokens": 1})
    # After producing there is 1 wood: sawmill-1 costs that.
    assert menu(poor) == ["bonus build", "bonus produce", "done"]
    for kind in ("buy", "manufacture", "exchange", "develop", "patent"):
        refused(poor, f"bonus {kind}", "BONUS-1")


def test_bonus_2_one_after_each_regular_action() -> None:
    assert do(after_producing(), "bonus build", "build sawmill-1").in_turn == "green"


def test_bonus_3_a_token_bought_waits() -> None:
    hand = {"coins": 4}
    state = position("market", hands={"yellow": hand})
    assert do(state, "resolve market", "exchange 2 coins -> bonus token", "done").in_turn == "green"


def test_bonus_3_a_token_held_before_may_be_spent_after_one_is_bought() -> None:
    state = position("market", hands={"yellow": {"coins": 4, "bonus-tokens": 1}})
    after = do(state, "resolve market", "exchange 2 coins -> bonus token", "done", "bonus buy", "buy wood-ship")
    assert has(after, "yellow") == {"coins": 1, "wood": 2, "bonus-tokens": 1}


def test_bonus_4_none_after_a_declined_action() -> None:
    state = position("build", hands={"yellow": RICH}, row=ROW)
    assert do(state, "decline build").in_turn == "green"
    # RESOLVE-4: an action without a step was declined.
    assert do(state, "resolve build", "done").in_turn == "green"


def test_bonus_4_its_limits_are_its_own() -> None:
    loads = [f"buy {load}" for load in ("wood-ship", "coal-ship", "tools-ship")]
    state = do(position("buy", hands={"yellow": RICH}), "resolve buy", *loads)
    assert has(do(state, "done", "bonus buy", "buy metal-ship"), "yellow")["metal"] == 9 + 2

    state = do(position("develop", hands={"yellow": RICH}), "resolve develop", "develop airplane original", "done")
    assert owner(do(state, "bonus develop", "develop sewing-machine original"), "sewing-machine original") == "yellow"

    state = do(position("develop", hands={"yellow": RICH}), "resolve develop", "patent nothing", "patent nothing")
    assert has(do(state, "done", "bonus patent", "patent nothing"), "yellow")["patents"] == 3

    state = do(position("market", hands={"yellow": RICH}), "resolve market", *["give wood wood", "take coal"] * 3)
    assert "give wood wood" in menu(do(state, "done", "bonus exchange"))

    cards = [f"manufacture {card}" for card in DISPLAY]
    state = do(position("manufacture", hands={"yellow": RICH}, display=DISPLAY), "resolve manufacture", *cards[:3])
    assert cards[3] in menu(do(state, "done", "bonus manufacture"))


def test_bonus_4_a_factory_just_built_may_produce() -> None:
    state = do(position("build", hands={"yellow": RICH}, row=ROW), "resolve build", "build foundry-1", "done")
    after = do(state, "bonus produce", "produce foundry-1")
    assert factories(after, "yellow") == ["starting-factory", "foundry-1"]
    assert has(after, "yellow")["metal"] == 9 + 2


def test_bonus_4_only_an_own_factory() -> None:
    refused(do(after_producing(), "bonus produce"), "produce foundry-1", "BONUS-1")
