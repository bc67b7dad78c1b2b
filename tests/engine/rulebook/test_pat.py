"""PAT-1 to PAT-3: what patents cost and give, and which circles they mark."""

from typing import Any

import pytest

from engine.era.events import CircleMarked, Gained, Paid, PatentRegistered
from engine.era.state import State
from tests.engine.rulebook.box import BOX
from tests.engine.rulebook.table import changes, happened, holds, menu, of, played, position, refused

OWN = {"telephone original": "yellow", "telephone technical": "yellow", "car original": "green"}


def registering(**arguments: Any) -> State:
    """Yellow, who owns both fields of the telephone unless `fields` says otherwise, has begun to resolve develop."""
    return played(position({"yellow": "develop"}, **{"fields": OWN, **arguments}), "resolve develop")


@pytest.mark.parametrize("space", range(1, 7))
def test_pat_1_the_price_of_the_new_space_is_paid_and_its_influence_gained(space: int) -> None:
    printed = BOX.patent_track[space - 1]
    start = registering(has={"yellow": {"patents": space - 1, "coins": printed.coins}})
    after = played(start, "patent nothing")
    gained = {"coins": -printed.coins, "influence": printed.influence, "patents": 1}
    assert changes(start, after) == {"yellow": gained}


def test_pat_1_one_patent_is_enough() -> None:
    after = played(registering(), "patent telephone original", "done")
    assert after.in_turn == "green"
    assert holds(after, "yellow")["patents"] == 1


def test_pat_1_no_third_patent_in_an_action() -> None:
    after = played(registering(), "patent telephone original", "patent telephone technical")
    assert menu(after) == ["done"]
    refused(after, "patent nothing", "PAT-1")


def test_pat_1_a_bonus_registers_a_third() -> None:
    start = registering(has={"yellow": {"bonus-tokens": 1}})
    after = played(start, "patent nothing", "patent nothing", "done", "bonus patent", "patent telephone original")
    # The first three spaces of the box: 1, 2 and 3 coins for 1, 1 and 2 influence.
    assert changes(start, after) == {"yellow": {"coins": -6, "influence": 4, "patents": 3, "bonus-tokens": -1}}


def test_pat_1_no_seventh_patent_in_a_game() -> None:
    fifth = registering(has={"yellow": {"patents": 5}})
    refused(played(fifth, "patent nothing"), "patent telephone original", "PAT-1")
    refused(registering(has={"yellow": {"patents": 6}}), "patent telephone original", "PAT-1")
    refused(registering(has={"yellow": {"patents": 6}}), "patent nothing", "PAT-1")


def test_pat_1_who_can_not_pay_the_space_can_not_register() -> None:
    # The third space costs 3 coins in the box.
    start = registering(has={"yellow": {"patents": 2, "coins": 2}})
    refused(start, "patent telephone original", "PAT-1")
    refused(start, "patent nothing", "PAT-1")
    # With 2 coins the first can be paid, the second, which costs 2, can't.
    one = played(registering(has={"yellow": {"coins": 2}}), "patent nothing")
    refused(one, "patent nothing", "PAT-1")


def test_pat_2_the_circle_of_an_own_field_original_or_technical() -> None:
    offered = {text for text in menu(registering()) if text.startswith("patent")}
    assert offered == {"patent telephone original", "patent telephone technical", "patent nothing"}
    after = played(registering(), "patent telephone technical")
    assert of(after, "yellow").patented == ("telephone technical",)
    assert of(after, "yellow").markers == 15 - 2 - 1


def test_pat_2_not_the_field_of_somebody_else() -> None:
    refused(registering(), "patent car original", "PAT-2")


def test_pat_2_not_a_field_that_nobody_has_developed() -> None:
    refused(registering(), "patent airplane original", "PAT-2")


def test_pat_2_not_a_circle_that_is_marked() -> None:
    start = registering(patented=["telephone original"], has={"yellow": {"patents": 1}})
    refused(start, "patent telephone original", "PAT-2")
    refused(played(registering(), "patent telephone original"), "patent telephone original", "PAT-2")


def test_pat_2_without_an_own_field_the_patent_is_bought_all_the_same() -> None:
    start = registering(fields={})
    offered = [text for text in menu(start) if text.startswith("patent")]
    assert offered == ["patent nothing"]
    after = played(start, "patent nothing")
    assert changes(start, after) == {"yellow": {"coins": -1, "influence": 1, "patents": 1}}
    assert of(after, "yellow").markers == 15


def test_pat_2_a_patent_bought_before_is_no_use_to_a_later_invention() -> None:
    start = registering(fields={}, has={"yellow": {"bonus-tokens": 1}})
    later = played(start, "patent nothing", "done", "bonus develop", "develop car original")
    assert of(later, "yellow").fields == ("car original",)
    assert of(later, "yellow").patented == ()
    # A new patent marks the field: the space after the one that is spent.
    again = registering(fields={"car original": "yellow"}, has={"yellow": {"patents": 1}})
    after = played(again, "patent car original")
    assert changes(again, after) == {"yellow": {"coins": -2, "influence": 1, "patents": 1}}
    assert of(after, "yellow").patented == ("car original",)


def test_pat_2_pay_marker_influence_symbol_circle() -> None:
    # Space 6 of the influence track gives a tools cube.
    events = happened(registering(has={"yellow": {"influence": 5}}), "patent telephone original")
    assert events == [
        Paid("yellow", (("coins", 1),), "PAT-1"),
        PatentRegistered("yellow", 1),
        Gained("yellow", (("influence", 1),), "patent 1", "PAT-1"),
        Gained("yellow", (("tools", 1),), "space 6", "SYM-1"),
        CircleMarked("yellow", "telephone original", "PAT-2"),
    ]


def test_pat_2_the_symbols_coin_pays_for_the_second_patent() -> None:
    # From 8 to 9: a coin. With 2 coins the first leaves 1, and the symbol makes it the 2 that the second costs.
    start = registering(has={"yellow": {"influence": 8, "coins": 2}})
    after = played(start, "patent nothing", "patent nothing")
    assert changes(start, after) == {"yellow": {"coins": -2, "influence": 2, "patents": 2}}


def test_pat_3_a_player_may_mark_none_of_the_own_fields() -> None:
    start = registering()
    after = played(start, "patent nothing")
    assert happened(start, "patent nothing")[-1] == CircleMarked("yellow", None, "PAT-3")
    assert of(after, "yellow").patented == ()
    assert changes(start, after) == {"yellow": {"coins": -1, "influence": 1, "patents": 1}}
