"""BONUS-4, and what BUILD-1 and MARKET-1 say of bonuses: which actions a bonus follows, and which limits it shares."""

from tests.engine.rulebook.table import (
    change,
    changes,
    next_in_turn,
    of,
    played,
    position,
    refused,
)

SPENT = {"bonus-tokens": -1}


def test_bonus_4_none_after_a_declined_action() -> None:
    start = position({"yellow": "market"}, has={"yellow": {"bonus-tokens": 5}})
    assert played(start, "decline market").in_turn == "green"
    # RESOLVE-4: an action without any step was declined as well.
    assert played(start, "resolve market", "done").in_turn == "green"


def test_market_1_a_bonus_may_follow_the_free_development() -> None:
    start = position({"yellow": "market"}, has={"yellow": {"bonus-tokens": 1}})
    choosing = played(start, "resolve market", "take development")
    after = played(choosing, "bonus patent", "patent nothing")
    gained = {"development": 1, "coins": -1, "influence": 1, "patents": 1}
    assert changes(start, after) == {"yellow": {**gained, **SPENT}}


def test_bonus_4_a_fourth_load_a_fourth_card_a_fourth_exchange_in_a_field() -> None:
    tokens = {"yellow": {"bonus-tokens": 1}}
    buying = position({"yellow": "buy"}, has=tokens)
    four = ["buy wood-ship", "buy coal-ship", "buy metal-ship", "done", "bonus buy", "buy tools-ship"]
    assert change(buying, played(buying, "resolve buy", *four), "yellow") == {
        "coins": -4, "wood": 2, "coal": 2, "metal": 2, "tools": 2, **SPENT,
    }  # fmt: skip
    making = position({"yellow": "manufacture"}, display=["kettle", "loom", "pump", "anvil"], has=tokens)
    cards = [f"manufacture {card}" for card in ("kettle", "loom", "pump")]
    four = [*cards, "done", "bonus manufacture", "manufacture anvil"]
    made = played(making, "resolve manufacture", *four)
    assert change(making, made, "yellow") == {"coal": -4, "coins": 4, **SPENT}
    market = position({"yellow": "market"}, has=tokens)
    top = "exchange 2 coins -> development"
    exchanged = played(market, "resolve market", top, top, top, "done", "bonus exchange", top)
    assert change(market, exchanged, "yellow") == {"coins": -8, "development": 4, **SPENT}


def test_bonus_4_a_factory_that_has_just_produced_may_produce_again() -> None:
    start = position({"yellow": "produce"}, factories={"yellow": ["foundry-2"]}, has={"yellow": {"bonus-tokens": 1}})
    after = played(start, "resolve produce", "bonus produce", "produce foundry-2")
    assert changes(start, after) == {"yellow": {"wood": 1, "metal": 4, **SPENT}}


def test_bonus_4_a_factory_just_built_may_produce() -> None:
    start = position({"yellow": "build"}, row=["academy-3"], has={"yellow": {"bonus-tokens": 1}})
    after = played(start, "resolve build", "build academy-3", "done", "bonus produce", "produce academy-3")
    assert changes(start, after) == {"yellow": {"wood": -4, "coal": -2, "development": 2, **SPENT}}


def test_build_1_a_factory_built_by_a_bonus_counts_in_the_round() -> None:
    start = position(
        {"yellow": "build market"},
        row=["foundry-1", "laboratory-1", "workshop-1", "bank-1"],
        has={"yellow": {"bonus-tokens": 2}},
    )
    three = ["build foundry-1", "build laboratory-1", "build workshop-1", "done"]
    built = played(start, "resolve build", *three)
    refused(built, "bonus build", "BONUS-1")
    two = played(start, "resolve build", *three[:2], "done", "bonus build", "build workshop-1")
    assert len(of(two, "yellow").factories) == 1 + 3
    later = played(next_in_turn(two, "yellow"), "resolve market", "take development")
    refused(later, "bonus build", "BONUS-1")


def test_build_1_factories_built_by_a_bonus_leave_fewer_for_the_action() -> None:
    start = position(
        {"yellow": "produce build"},
        row=["foundry-1", "laboratory-1", "workshop-1", "bank-1"],
        has={"yellow": {"bonus-tokens": 1}},
    )
    one = played(start, "resolve produce", "bonus build", "build bank-1")
    building = played(next_in_turn(one, "yellow"), "resolve build", "build foundry-1", "build laboratory-1")
    refused(building, "build workshop-1", "BUILD-1")
