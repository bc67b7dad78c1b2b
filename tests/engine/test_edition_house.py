"""The house edition keeps every known number and every constraint of the rules page's COMPONENTS."""

from collections import Counter
from itertools import combinations

import pytest

from engine.era.components import GOODS, INVENTIONS, RESOURCES, Cost, InventionCard, Profit, Symbol
from engine.era.edition import check_edition, house, read_edition
from engine.era.edition_values import RULEBOOK

from .editions import HOUSE

EDITION = house()
# SETUP-2: 2 coins, 1 wood, 1 metal, 1 technology, 1 tools, 3 coal.
STARTING_STOCK = Cost(wood=1, coal=3, metal=1, technology=1, tools=1, coins=2)
KINDS = ("wood", "coal", "metal", "technology", "tools", "coins")


def counts(printed: Cost | Profit) -> dict[str, int]:
    """What is printed, without the kinds of which there is nothing."""
    return {kind: getattr(printed, kind) for kind in printed.__struct_fields__ if getattr(printed, kind)}


def payable(cards: tuple[InventionCard, ...]) -> bool:
    """Whether the starting stock pays for all of the cards, not counting what they give."""
    return all(
        sum(getattr(card.cost, kind) for card in cards) <= getattr(STARTING_STOCK, kind) for kind in KINDS
    )


def test_nothing_is_missing_impossible_or_against_the_rulebook() -> None:
    assert check_edition(HOUSE) == ()
    assert read_edition(HOUSE) == EDITION
    assert EDITION.name == "house"


def test_the_known_numbers() -> None:
    # Rules page, COMPONENTS: "what is known of the printed numbers".
    fields = {field.id: field for field in EDITION.fields}
    sewing = fields["sewing-machine original"]
    assert (sewing.cost, sewing.influence, sewing.reward, sewing.amount) == (1, 1, "influence", 1)
    cards = {card.id: card for card in EDITION.cards}
    for which in ("1", "2"):
        telephone, register = cards[f"telephone-{which}"], cards[f"cash-register-{which}"]
        assert telephone.cost == Cost(metal=1, technology=1, tools=1, coal=2)
        assert telephone.profit == Profit(influence=3)
        assert register.cost == Cost(metal=1, technology=1, coal=1)
        assert register.profit == Profit(influence=2)
    assert (EDITION.starting_factory.output, EDITION.starting_factory.amount) == ("wood", 1)
    assert [(space.coins, space.influence) for space in EDITION.patent_track[:2]] == [(1, 1), (2, 1)]
    for symbol in (Symbol(6, "tools"), Symbol(7, "metal"), Symbol(9, "coins"), Symbol(11, "wood")):
        assert symbol in EDITION.symbols


def test_every_value_says_where_it_is_from() -> None:
    sources = dict(EDITION.sources)
    # 6 patents, the symbols, 18 fields, 27 + 12 cards, 24 + 1 factories, the loads.
    assert len(sources) == 6 + len(EDITION.symbols) + 18 + 27 + 12 + 25 + len(EDITION.loads)
    assert {key for key, source in sources.items() if source == "rulebook"} == set(RULEBOOK)
    assert {source for key, source in sources.items() if key not in RULEBOOK} == {"stand-in"}


def test_how_many_there_are() -> None:
    assert Counter((card.invention, card.kind) for card in EDITION.cards) == {
        **{(invention, "official"): 2 for invention in INVENTIONS},
        **{(invention, "counterfeit"): 1 for invention in INVENTIONS},
    }
    assert len(EDITION.start_cards) == 12
    assert len(EDITION.factories) + 5 == 29  # the starting factory is there in five colours
    assert [(field.invention, field.kind) for field in EDITION.fields] == [
        (invention, kind) for invention in INVENTIONS for kind in ("original", "technical")
    ]
    assert len(EDITION.patent_track) == 6


def test_dev_2_fields_cost_1_to_7() -> None:
    costs = {field.cost for field in EDITION.fields}
    assert (min(costs), max(costs)) == (1, 7)


def test_a_technical_field_costs_more_than_its_original() -> None:
    for original, technical in zip(EDITION.fields[::2], EDITION.fields[1::2], strict=True):
        assert technical.cost > original.cost


def test_make_3_some_rewards_are_coins_and_some_influence() -> None:
    rewards = Counter(field.reward for field in EDITION.fields)
    assert min(rewards["coins"], rewards["influence"]) >= 6


def test_invention_cards_never_cost_wood() -> None:
    assert all(card.cost.wood == 0 for card in (*EDITION.cards, *EDITION.start_cards))


def test_make_2_counterfeits_cost_question_marks_and_coal_only() -> None:
    for card in EDITION.cards:
        if card.kind == "counterfeit":
            assert card.cost.wild > 0
            assert counts(card.cost).keys() <= {"wild", "coal"}
        else:
            assert card.cost.wild == 0


def test_a_counterfeit_asks_less_or_as_much_and_gives_less_than_the_original() -> None:
    for first, _, copy in zip(*[iter(EDITION.cards)] * 3, strict=True):
        assert sum(counts(copy.cost).values()) <= sum(counts(first.cost).values())
        assert copy.profit != first.profit


def test_development_is_rare_as_a_cards_profit() -> None:
    assert 0 < sum(card.profit.development > 0 for card in EDITION.cards) <= 3


def test_start_cards_give_a_little_money_or_development() -> None:
    assert {"light-bulb", "pocket-watch"} <= {card.id for card in EDITION.start_cards}
    for card in EDITION.start_cards:
        assert card.kind == "start"
        assert card.invention is None
        assert card.profit.influence == 0
        assert card.profit.coins <= 4
        assert card.profit.development <= 2
    assert any(card.profit.development for card in EDITION.start_cards)


def test_the_starting_stock_pays_one_or_two_start_cards() -> None:
    assert all(payable((card,)) for card in EDITION.start_cards)
    assert any(payable(two) for two in combinations(EDITION.start_cards, 2))
    assert not any(payable(three) for three in combinations(EDITION.start_cards, 3))


def test_build_1_factories_always_cost_wood_and_mostly_coal() -> None:
    costs = [counts(card.cost) for card in EDITION.factories]
    assert all(cost.keys() <= {"wood", "coal"} and "wood" in cost for cost in costs)
    assert len(costs) / 2 < sum("coal" in cost for cost in costs) < len(costs)


def test_factories_of_every_output_and_some_with_the_symbol() -> None:
    assert {card.output for card in EDITION.factories} == set(GOODS)
    assert {card.influence for card in EDITION.factories} == {0, 1}


def test_setup_5_loads_of_every_resource_and_several_coal_warehouses() -> None:
    kinds = Counter((load.resource, load.kind) for load in EDITION.loads)
    assert kinds["coal", "warehouse"] >= 2
    for resource in RESOURCES:
        assert any(load.resource == resource for load in EDITION.loads)
    assert {load.first_stock for load in EDITION.loads if load.kind == "ship"} == {2}


@pytest.mark.parametrize("many", ["cards", "start_cards", "factories", "loads"])
def test_ids_are_words_and_different(many: str) -> None:
    ids = [entry.id for entry in getattr(EDITION, many)]
    assert len(set(ids)) == len(ids)
    assert all(part.isalnum() and part == part.lower() for each in ids for part in each.split("-"))
