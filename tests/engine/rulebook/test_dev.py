"""DEV-1 to DEV-4: which fields may be developed, what that costs and gives, and which cards it brings."""

from typing import Any

import pytest

from engine.era.components import FIELD_KINDS, INVENTIONS
from engine.era.state import State
from tests.engine.rulebook.box import BOX, cards_of
from tests.engine.rulebook.table import (
    changes,
    dealt,
    menu,
    of,
    played,
    position,
    refused,
    round_over,
    seen,
)

PRICES = {field.id: (field.cost, field.influence) for field in BOX.fields}

# All fifteen markers of yellow lie: twelve on fields, three on circles; three patents are registered.
FIFTEEN = [f"{invention} original" for invention in INVENTIONS] + [f"{name} technical" for name in INVENTIONS[:3]]


def developing(**arguments: Any) -> State:
    """Yellow has begun to resolve the token on develop."""
    return played(position({"yellow": "develop"}, **arguments), "resolve develop")


def test_dev_1_after_developing_no_patent_in_the_action() -> None:
    after = played(developing(), "develop telephone original")
    refused(after, "patent telephone original", "DEV-1")
    refused(after, "patent nothing", "DEV-1")


def test_dev_1_after_a_patent_no_developing_in_the_action() -> None:
    after = played(developing(), "patent nothing")
    refused(after, "develop telephone original", "DEV-1")


def test_dev_1_the_bonus_may_patent_the_field_just_developed() -> None:
    start = developing(has={"yellow": {"bonus-tokens": 1}})
    after = played(start, "develop telephone original", "done", "bonus patent", "patent telephone original")
    assert of(after, "yellow").patented == ("telephone original",)


def test_dev_1_the_bonus_after_patents_may_develop() -> None:
    start = developing(has={"yellow": {"bonus-tokens": 1}})
    after = played(start, "patent nothing", "done", "bonus develop", "develop telephone original")
    assert of(after, "yellow").fields == ("telephone original",)


def test_dev_2_any_of_the_nine_originals_may_come_first() -> None:
    # With 20 development each, so all nine are open, and no technical field is.
    offered = {text for text in menu(developing()) if text.startswith("develop")}
    assert offered == {f"develop {invention} original" for invention in INVENTIONS}


@pytest.mark.parametrize("invention", INVENTIONS)
@pytest.mark.parametrize("kind", FIELD_KINDS)
def test_dev_2_the_price_at_the_top_is_paid_and_the_influence_on_the_left_gained(invention: str, kind: str) -> None:
    cost, influence = PRICES[f"{invention} {kind}"]
    start = developing(fields={} if kind == "original" else {f"{invention} original": "green"})
    after = played(start, f"develop {invention} {kind}")
    assert changes(start, after) == {"yellow": {"development": -cost, "influence": influence}}
    assert seen(after).owners[f"{invention} {kind}"] == "yellow"
    assert of(after, "yellow").markers == of(start, "yellow").markers - 1


def test_dev_2_who_has_too_little_development_can_not_develop() -> None:
    # The car's original costs 5 in the box, the camera's 4.
    start = developing(has={"yellow": {"development": 4}})
    refused(start, "develop car original", "DEV-2")
    after = played(start, "develop camera original")
    refused(after, "develop sewing-machine original", "DEV-2")  # 1 is due, none is left


def test_dev_2_a_technical_field_waits_for_its_original() -> None:
    start = developing(fields={"telephone original": "green"})
    refused(start, "develop car technical", "DEV-2")
    played(start, "develop telephone technical")


def test_dev_2_both_fields_of_an_invention_in_one_action() -> None:
    # The telephone's fields cost 3 and 4 in the box, 7 together, and give 3 and 5.
    start = developing()
    after = played(start, "develop telephone original", "develop telephone technical")
    assert changes(start, after) == {"yellow": {"development": -7, "influence": 8}}
    assert of(after, "yellow").fields == ("telephone original", "telephone technical")


def test_dev_2_a_field_that_is_taken_is_not_developed_again() -> None:
    start = developing(fields={"telephone original": "green", "car original": "yellow"})
    refused(start, "develop telephone original", "DEV-2")
    refused(start, "develop car original", "DEV-2")


def test_dev_2_eight_development_in_one_action_refused_seven_not() -> None:
    # The airplane's original costs 6, the sewing machine's 1, the cash register's 2.
    six = played(developing(), "develop airplane original")
    refused(six, "develop cash-register original", "DEV-2")
    seven = played(six, "develop sewing-machine original")
    assert menu(seven) == ["done"]
    refused(seven, "develop sewing-machine technical", "DEV-2")


def test_dev_2_seven_for_one_field() -> None:
    start = developing(fields={"airplane original": "green"}, has={"yellow": {"development": 7}})
    after = played(start, "develop airplane technical")
    assert changes(start, after) == {"yellow": {"development": -7, "influence": 9}}


def test_dev_2_three_fields_within_seven() -> None:
    # 1, 2 and 3: 6 in all.
    start = developing()
    after = played(
        start, "develop sewing-machine original", "develop typewriter original", "develop gramophone original"
    )
    assert changes(start, after) == {"yellow": {"development": -6, "influence": 7}}


def test_bonus_4_the_bonus_has_seven_development_of_its_own() -> None:
    start = developing(has={"yellow": {"bonus-tokens": 1}})
    seven = played(start, "develop airplane original", "develop sewing-machine original", "done")
    after = played(seven, "bonus develop", "develop car original")
    assert changes(seven, after) == {"yellow": {"development": -5, "influence": 6, "bonus-tokens": -1}}


def test_dev_3_an_originals_three_cards_come_at_the_end_of_the_round() -> None:
    start = developing(display=[], deck=["kettle"], discards=["loom"])
    after = played(start, "develop telephone original", "develop typewriter original")
    six = {*cards_of("telephone"), *cards_of("typewriter")}
    assert set(seen(after).new_cards) == six
    assert seen(after).display == (None,) * 7
    assert seen(after).invention_deck == 1
    over = round_over(after)
    assert set(menu(over)) == {f"deal invention {card}" for card in (*six, "kettle", "loom")}


def test_dev_3_a_new_invention_is_manufactured_from_the_next_round_on() -> None:
    start = position({"yellow": "develop", "green": "manufacture"})
    greens = played(start, "resolve develop", "develop car original", "done", "resolve manufacture")
    refused(greens, "manufacture car-1", "MAKE-1")
    next_round = dealt(round_over(greens))
    assert set(seen(next_round).display) == {*cards_of("car"), None}


def test_dev_3_a_technical_field_brings_no_cards() -> None:
    start = developing(fields={"car original": "green"}, discards=list(cards_of("car")))
    after = played(start, "develop car technical")
    assert seen(after).new_cards == ()
    assert seen(after).invention_discards == cards_of("car")


def test_dev_4_without_markers_nothing_can_be_developed() -> None:
    start = developing(fields=dict.fromkeys(FIFTEEN, "yellow"), patented=FIFTEEN[:3], has={"yellow": {"patents": 3}})
    assert of(start, "yellow").markers == 0
    refused(start, "develop airplane technical", "DEV-4")


def test_dev_4_without_markers_a_patent_scores_and_marks_nothing() -> None:
    start = developing(fields=dict.fromkeys(FIFTEEN, "yellow"), patented=FIFTEEN[:3], has={"yellow": {"patents": 3}})
    refused(start, f"patent {FIFTEEN[5]}", "DEV-4")
    after = played(start, "patent nothing")
    # The fourth space costs 4 coins in the box and gives 2.
    assert changes(start, after) == {"yellow": {"coins": -4, "influence": 2, "patents": 1}}
    assert of(after, "yellow").patented == of(start, "yellow").patented


def test_dev_4_the_last_marker_goes_to_a_field_or_to_a_circle() -> None:
    # Twelve fields and two circles: one marker is left.
    start = developing(fields=dict.fromkeys(FIFTEEN, "yellow"), patented=FIFTEEN[:2], has={"yellow": {"patents": 2}})
    assert of(start, "yellow").markers == 1
    field = played(start, "develop telephone technical")
    refused(field, "develop gramophone technical", "DEV-4")
    circle = played(start, f"patent {FIFTEEN[5]}")
    assert of(circle, "yellow").markers == 0
    refused(circle, f"patent {FIFTEEN[6]}", "DEV-4")
    played(circle, "patent nothing")
