"""DEV-1 to DEV-4: fields, their cost and influence, and the cards that originals bring."""

import pytest

from engine.era.state import State
from engine.era.tables import tables_of
from tests.engine.table import do, has, menu, owner, position, refused


def developing(development: int, owners: dict[str, str] | None = None, coins: int = 0, bonus: int = 0) -> State:
    """Yellow has begun a develop action."""
    hands = {"yellow": {"development": development, "coins": coins, "bonus-tokens": bonus}}
    return do(position("develop", hands=hands, owners=owners), "resolve develop")


def test_x1_dev_2_the_sewing_machine() -> None:
    # The rulebook: it costs 1 development and gives 1 influence.
    after = do(developing(1), "develop sewing-machine original")
    assert has(after, "yellow") == {"influence": 1}
    assert owner(after, "sewing-machine original") == "yellow"
    assert after.holdings[0].markers == 14


def test_x1_dev_3_an_original_brings_its_three_cards_aside() -> None:
    after = do(developing(1), "develop sewing-machine original")
    cards = tables_of(after.edition).cards
    brought = [cards[card].card.id for card in after.new_cards]
    assert brought == ["sewing-machine-1", "sewing-machine-2", "sewing-machine-copy"]


def test_dev_3_a_technical_field_brings_none() -> None:
    after = do(developing(2, {"sewing-machine original": "green"}), "develop sewing-machine technical")
    assert after.new_cards == ()
    assert has(after, "yellow") == {"influence": 2}


def test_dev_2_any_original_may_come_first() -> None:
    # With 3 development, by the numbers of these tests: those that cost up to 3.
    assert {"develop sewing-machine original", "develop typewriter original", "develop telephone original"} <= set(
        menu(developing(3))
    )
    refused(developing(3), "develop gramophone original", "DEV-2")


def test_dev_2_a_technical_field_needs_its_original() -> None:
    refused(developing(7), "develop telephone technical", "DEV-2")
    assert "develop telephone technical" in menu(developing(7, {"telephone original": "brown"}))


def test_dev_2_both_fields_of_an_invention_in_one_action() -> None:
    # 3 + 4 = 7 development, 3 + 4 influence in these tests; space 7 shows metal, and so does no other on the way.
    after = do(developing(7), "develop telephone original", "develop telephone technical")
    assert has(after, "yellow") == {"influence": 7, "metal": 1}


def test_dev_2_a_field_has_one_marker() -> None:
    for who in ("yellow", "green"):
        refused(developing(7, {"telephone original": who}), "develop telephone original", "DEV-2")


def test_dev_2_seven_development_in_one_action_and_no_more() -> None:
    seven = do(developing(9), "develop gramophone original", "develop typewriter original")  # 5 + 2
    assert menu(seven) == ["done"]
    refused(seven, "develop sewing-machine original", "DEV-2")
    six = do(developing(9), "develop gramophone original", "develop sewing-machine original")  # 5 + 1
    refused(six, "develop typewriter original", "DEV-2")  # 8
    assert "develop sewing-machine technical" not in menu(six)  # 2 more too


def test_dev_2_one_field_of_seven_is_legal() -> None:
    assert has(do(developing(7), "develop airplane original"), "yellow") == {"influence": 6, "tools": 1}


def test_dev_1_develop_or_patent_not_both() -> None:
    developed = do(developing(3, coins=3), "develop sewing-machine original")
    refused(developed, "patent sewing-machine original", "DEV-1")
    patented = do(developing(3, coins=3), "patent nothing")
    refused(patented, "develop sewing-machine original", "DEV-1")


def test_dev_1_the_bonus_after_it_may_be_of_the_other_kind() -> None:
    state = developing(1, coins=1, bonus=1)
    after = do(state, "develop sewing-machine original", "done", "bonus patent", "patent sewing-machine original")
    assert has(after, "yellow") == {"influence": 2, "patents": 1}


def test_dev_4_without_markers_nothing_is_developed_and_a_patent_marks_nothing() -> None:
    # Fifteen markers: all nine originals and six technical fields.
    inventions = ("cash-register", "sewing-machine", "typewriter", "telephone", "gramophone", "camera", "car")
    owners = {f"{name} original": "yellow" for name in (*inventions, "steam-engine", "airplane")}
    owners |= {f"{name} technical": "yellow" for name in inventions[:6]}
    state = developing(7, owners, coins=1)
    assert state.holdings[0].markers == 0
    refused(state, "develop car technical", "DEV-4")
    refused(state, "patent car original", "DEV-4")
    assert menu(state) == ["patent nothing", "done"]
    assert has(do(state, "patent nothing"), "yellow") == {"development": 7, "patents": 1, "influence": 1}


@pytest.mark.parametrize("text", ["buy wood-ship", "take development", "bonus develop"])
def test_resolve_1_other_moves_are_no_steps_of_developing(text: str) -> None:
    refused(developing(3), text, "RESOLVE-1")
