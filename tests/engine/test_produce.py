"""PRODUCE-1, and that production is one whole action (RESOLVE-4)."""

from engine.era.events import Gained
from tests.engine.table import do, happened, has, position

FACTORIES = ("foundry-1", "bank-1", "academy-1")


def test_produce_1_all_own_factories_give_what_they_show() -> None:
    # The starting factory 1 wood, and by the cards of these tests 2 metal, 2 coins, 1 development.
    state = position("produce", hands={"yellow": {"factories": FACTORIES}, "green": {"factories": ("sawmill-1",)}})
    after, events = happened(state, "resolve produce")
    assert has(after, "yellow") == {"wood": 1, "metal": 2, "coins": 2, "development": 1}
    assert has(after, "green") == {}
    gained = [(event.player, event.goods, event.source) for event in events if isinstance(event, Gained)]
    assert gained == [
        ("yellow", (("wood", 1),), "starting-factory"),
        ("yellow", (("metal", 2),), "foundry-1"),
        ("yellow", (("coins", 2),), "bank-1"),
        ("yellow", (("development", 1),), "academy-1"),
    ]


def test_resolve_2_declined_nothing_is_produced() -> None:
    after = do(position("produce", hands={"yellow": {"factories": FACTORIES}}), "decline produce")
    assert has(after, "yellow") == {}
    assert after.in_turn == "green"


def test_produce_1_without_a_bonus_token_the_turn_ends_with_it() -> None:
    assert do(position("produce"), "resolve produce").in_turn == "green"
