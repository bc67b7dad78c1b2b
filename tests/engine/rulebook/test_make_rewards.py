"""MAKE-3 to MAKE-6: who is rewarded when an invention is manufactured, and whose counterfeits are barred.

In the box the telephone's original rewards 3 coins, its technical 4 influence; the official card costs 1 metal,
1 technology, 1 tools, 2 coal for 3 influence, the counterfeit three question marks and 1 coal for 2 influence.
"""

from collections.abc import Mapping, Sequence

import pytest

from engine.era.components import INVENTIONS
from engine.era.events import CardManufactured, Gained
from engine.era.state import State
from tests.engine.rulebook.box import BOX
from tests.engine.rulebook.table import change, changes, happened, menu, next_in_turn, played, position, refused

OFFICIAL_PAID = {"metal": -1, "technology": -1, "tools": -1, "coal": -2, "influence": 3}
COUNTERFEIT_PAID = {"metal": -3, "coal": -1, "influence": 2}
OFFICIAL = ("resolve manufacture", "manufacture telephone-1")
COUNTERFEIT = ("resolve manufacture", "manufacture telephone-copy", "pay metal metal metal")


def telephones(fields: Mapping[str, str], patented: Sequence[str] = ()) -> State:
    """Yellow is to resolve and lies on manufacture; an official and the counterfeit telephone are shown."""
    owned = {f"telephone {kind}": owner for kind, owner in fields.items()}
    marked = [f"telephone {kind}" for kind in patented]
    return position({"yellow": "manufacture"}, display=["telephone-1", "telephone-copy"], fields=owned, patented=marked)


def test_make_3_the_owner_of_the_original_is_rewarded() -> None:
    start = telephones({"original": "green"})
    after = played(start, *OFFICIAL)
    assert changes(start, after) == {"yellow": OFFICIAL_PAID, "green": {"coins": 3}}


def test_make_3_both_owners_are_rewarded_for_one_card() -> None:
    start = telephones({"original": "green", "technical": "brown"})
    after = played(start, *OFFICIAL)
    assert changes(start, after) == {"yellow": OFFICIAL_PAID, "green": {"coins": 3}, "brown": {"influence": 4}}


def test_make_3_who_owns_both_fields_is_rewarded_for_both() -> None:
    start = telephones({"original": "green", "technical": "green"})
    after = played(start, *OFFICIAL)
    assert changes(start, after) == {"yellow": OFFICIAL_PAID, "green": {"coins": 3, "influence": 4}}


def test_make_3_for_the_own_invention_there_is_the_profit_alone() -> None:
    start = telephones({"original": "yellow", "technical": "yellow"})
    assert changes(start, played(start, *OFFICIAL)) == {"yellow": OFFICIAL_PAID}


@pytest.mark.parametrize(
    ("own", "others", "reward"),
    [("original", "technical", {"influence": 4}), ("technical", "original", {"coins": 3})],
)
def test_make_3_the_owner_of_the_other_field_is_still_rewarded(own: str, others: str, reward: dict[str, int]) -> None:
    start = telephones({own: "yellow", others: "green"})
    assert changes(start, played(start, *OFFICIAL)) == {"yellow": OFFICIAL_PAID, "green": reward}


def test_make_3_profit_first_then_the_originals_reward_then_the_technicals() -> None:
    events = happened(telephones({"original": "green", "technical": "brown"}), *OFFICIAL)
    gains = [(event.player, event.goods, event.clause) for event in events if isinstance(event, Gained)]
    assert gains == [
        ("yellow", (("influence", 3),), "MAKE-1"),
        ("green", (("coins", 3),), "MAKE-3"),
        ("brown", (("influence", 4),), "MAKE-3"),
    ]
    assert [event.card for event in events if isinstance(event, CardManufactured)] == ["telephone-1"]


@pytest.mark.parametrize("invention", INVENTIONS)
def test_make_3_each_invention_rewards_its_own_two_fields(invention: str) -> None:
    rewards = {field.kind: {field.reward: field.amount} for field in BOX.fields if field.invention == invention}
    fields = {f"{invention} original": "green", f"{invention} technical": "brown"}
    start = position({"yellow": "manufacture"}, display=[f"{invention}-2"], fields=fields)
    moves = ["resolve manufacture", f"manufacture {invention}-2"]
    assert CardManufactured("yellow", f"{invention}-2", "MAKE-1") in happened(start, *moves)
    after = changes(start, played(start, *moves))
    assert (after["green"], after["brown"]) == (rewards["original"], rewards["technical"])


def test_make_3_each_of_two_cards_is_rewarded() -> None:
    fields = {"telephone original": "green"}
    start = position({"yellow": "manufacture"}, display=["telephone-1", "telephone-2"], fields=fields)
    after = played(start, *OFFICIAL, "manufacture telephone-2")
    assert change(start, after, "green") == {"coins": 6}


def test_make_3_a_field_developed_earlier_in_the_round_counts() -> None:
    start = position(
        {"yellow": "develop", "green": "manufacture"}, display=["telephone-1"], fields={"telephone original": "orange"}
    )
    developed = played(start, "resolve develop", "develop telephone technical", "done")
    after = played(developed, *OFFICIAL)
    assert changes(developed, after) == {
        "green": OFFICIAL_PAID, "orange": {"coins": 3}, "yellow": {"influence": 4},
    }  # fmt: skip


def test_make_4_a_patent_registered_earlier_in_the_round_counts() -> None:
    start = position(
        {"yellow": "develop", "green": "manufacture"},
        display=["telephone-copy"],
        fields={"telephone original": "yellow"},
    )
    patented = played(start, "resolve develop", "patent telephone original", "done")
    assert change(patented, played(patented, *COUNTERFEIT), "yellow") == {"coins": 3}


def test_make_4_a_counterfeit_rewards_nobody_without_a_patent() -> None:
    start = telephones({"original": "green", "technical": "brown"})
    assert changes(start, played(start, *COUNTERFEIT)) == {"yellow": COUNTERFEIT_PAID}


@pytest.mark.parametrize(
    ("patented", "rewards"),
    [
        (["original"], {"green": {"coins": 3}}),
        (["technical"], {"brown": {"influence": 4}}),
        (["original", "technical"], {"green": {"coins": 3}, "brown": {"influence": 4}}),
    ],
)
def test_make_4_a_counterfeit_rewards_the_patented_field(
    patented: list[str], rewards: dict[str, dict[str, int]]
) -> None:
    start = telephones({"original": "green", "technical": "brown"}, patented)
    assert changes(start, played(start, *COUNTERFEIT)) == {"yellow": COUNTERFEIT_PAID, **rewards}


def test_make_4_of_two_own_fields_the_patented_one_is_rewarded() -> None:
    start = telephones({"original": "green", "technical": "green"}, ["technical"])
    assert changes(start, played(start, *COUNTERFEIT)) == {"yellow": COUNTERFEIT_PAID, "green": {"influence": 4}}


def test_make_3_a_patent_does_not_double_the_reward_for_an_official_card() -> None:
    start = telephones({"original": "green"}, ["original"])
    assert changes(start, played(start, *OFFICIAL)) == {"yellow": OFFICIAL_PAID, "green": {"coins": 3}}


def test_make_3_a_patent_gives_nothing_for_the_own_official_card() -> None:
    start = telephones({"original": "yellow"}, ["original"])
    assert changes(start, played(start, *OFFICIAL)) == {"yellow": OFFICIAL_PAID}


@pytest.mark.parametrize("own", ["original", "technical"])
@pytest.mark.parametrize("patent", [False, True])
def test_make_5_no_counterfeit_of_the_own_invention(own: str, patent: bool) -> None:
    other = "technical" if own == "original" else "original"
    start = telephones({own: "yellow", other: "green"}, [own] if patent else [])
    manufacturing = played(start, "resolve manufacture")
    refused(manufacturing, "manufacture telephone-copy", "MAKE-5")
    played(manufacturing, "manufacture telephone-1")  # the official one is open to its inventor


@pytest.mark.parametrize("invention", INVENTIONS)
def test_make_5_bars_no_other_invention(invention: str) -> None:
    # Yellow's fifteen markers lie on fields of the eight others: all originals and seven technical ones.
    others = [name for name in INVENTIONS if name != invention]
    own = [f"{name} original" for name in others] + [f"{name} technical" for name in others[:7]]
    fields = {**dict.fromkeys(own, "yellow"), f"{invention} original": "green"}
    start = position({"yellow": "manufacture"}, display=[f"{invention}-copy"], fields=fields)
    assert f"manufacture {invention}-copy" in menu(played(start, "resolve manufacture"))


def test_make_5_binds_a_bonus_too() -> None:
    start = position(
        {"yellow": "produce"},
        display=["telephone-copy", "kettle"],
        fields={"telephone original": "yellow"},
        has={"yellow": {"bonus-tokens": 1}},
    )
    bonus = played(start, "resolve produce", "bonus manufacture")
    refused(bonus, "manufacture telephone-copy", "MAKE-5")


def test_make_5_a_counterfeit_of_somebody_elses_invention_is_open_to_an_inventor() -> None:
    fields = {"telephone original": "green", "car original": "yellow"}
    start = position({"yellow": "manufacture"}, display=["telephone-copy"], fields=fields)
    assert changes(start, played(start, *COUNTERFEIT)) == {"yellow": COUNTERFEIT_PAID}


def test_make_6_start_cards_reward_nobody() -> None:
    fields = {f"{invention} original": "green" for invention in ("telephone", "car", "cash-register", "airplane")}
    start = position({"yellow": "manufacture"}, display=["kettle"], fields=fields, patented=list(fields))
    moves = ["resolve manufacture", "manufacture kettle"]
    assert changes(start, played(start, *moves)) == {"yellow": {"coal": -1, "coins": 1}}
    assert CardManufactured("yellow", "kettle", "MAKE-6") in happened(start, *moves)


def test_make_3_the_reward_comes_whosever_turn_it_is() -> None:
    start = position({"green": "manufacture build"}, display=["telephone-1"], fields={"telephone original": "brown"})
    manufacturing = played(next_in_turn(start, "green"), *OFFICIAL)
    assert changes(start, manufacturing) == {"green": OFFICIAL_PAID, "brown": {"coins": 3}}
