"""An edition worked out once for play: cards, loads and fields by number, their costs, and their moves ready made.

A state names its edition and holds numbers; here stands what they mean. Nothing here changes once it is made.
"""

from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from typing import Final

from engine.era.components import FIELD_KINDS, GOODS, INVENTIONS, Cost, Edition, FactoryCard, InventionCard, Profit
from engine.era.edition import house
from engine.era.moves import WILD, Build, Buy, Deal, Develop, Manufacture, Patent, Pay, Produce
from engine.errors import UnknownEdition

Amounts = tuple[tuple[int, int], ...]
"""Pairs of a kind, by its number in GOODS, and how many."""

WOOD, COAL, METAL, TECHNOLOGY, TOOLS, COINS, DEVELOPMENT = range(len(GOODS))

FIELDS: Final = tuple(f"{invention} {kind}" for invention in INVENTIONS for kind in FIELD_KINDS)
"""The fields by number: an original has an even one, and its technical field the next."""

FIELD_NUMBERS: Final = {field: number for number, field in enumerate(FIELDS)}

DEVELOPS: Final = tuple(map(Develop, FIELDS))
PATENTS: Final = tuple(map(Patent, FIELDS))
PATENT_NOTHING: Final = Patent(None)


@dataclass(frozen=True, slots=True)
class Factory:
    """A factory card in play: what it costs, what it makes, and its moves."""

    card: FactoryCard
    cost: Amounts
    output: int
    amount: int
    influence: int
    told_cost: tuple[tuple[str, int], ...]
    told_output: tuple[tuple[str, int], ...]
    build: Build
    produce: Produce
    deal: Deal


@dataclass(frozen=True, slots=True)
class Card:
    """An invention or start card in play. original: its invention's original field by number, -1 on a start card."""

    card: InventionCard
    cost: Amounts
    wild: int
    profit: Amounts
    influence: int
    original: int
    counterfeit: bool
    told_cost: tuple[tuple[str, int], ...]
    told_profit: tuple[tuple[str, int], ...]
    manufacture: Manufacture
    deal: Deal


@dataclass(frozen=True, slots=True)
class FieldOfBoard:
    """A field in play; its reward is coins or influence, the other is 0. cards: what an original brings (DEV-3)."""

    cost: int
    influence: int
    reward_coins: int
    reward_influence: int
    told_reward: tuple[tuple[str, int], ...]
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LoadOfBoard:
    """A ship or warehouse in play."""

    id: str
    resource: int
    resource_name: str
    first_stock: int
    buy: Buy


@dataclass(frozen=True, slots=True)
class Tables:
    """All of an edition by number. The last factory is the starting factory, which lies in no deck."""

    edition: Edition
    factories: tuple[Factory, ...]
    factory_numbers: dict[str, int]
    cards: tuple[Card, ...]
    card_numbers: dict[str, int]
    fields: tuple[FieldOfBoard, ...]
    loads: tuple[LoadOfBoard, ...]
    load_numbers: dict[str, int]
    patent_costs: tuple[int, ...]
    patent_influence: tuple[int, ...]
    symbols: dict[int, int]

    @property
    def starting_factory(self) -> int:
        """The number of the starting factory."""
        return len(self.factories) - 1


_made: dict[str, Tables] = {}


def register(edition: Edition) -> str:
    """Make an edition known for play, and return its id. Games of an owner's edition need this before they are read."""
    if edition.id not in _made:
        _made[edition.id] = _tables(edition)
    return edition.id


def tables_of(edition_id: str) -> Tables:
    """The tables of an edition that is known; `house` always is. Raises UnknownEdition."""
    made = _made.get(edition_id)
    if made is not None:
        return made
    if edition_id == register(house()):
        return _made[edition_id]
    raise UnknownEdition(f"edition {edition_id!r} is not known here: the game was played with other numbers")


@cache
def payments(wild: int) -> dict[Pay, Amounts]:
    """All ways to pay that many question marks, and what each takes (MAKE-2: repeats allowed)."""
    ways = {}
    for cubes in combinations_with_replacement(WILD, wild):
        taken = tuple((GOODS.index(kind), cubes.count(kind)) for kind in WILD if kind in cubes)
        ways[Pay(cubes)] = taken
    return ways


def _tables(edition: Edition) -> Tables:
    cards = (*edition.cards, *edition.start_cards)
    factories = (*edition.factories, edition.starting_factory)
    by_field = {field.id: field for field in edition.fields}
    return Tables(
        edition=edition,
        factories=tuple(map(_factory, factories)),
        factory_numbers={card.id: number for number, card in enumerate(factories)},
        cards=tuple(map(_card, cards)),
        card_numbers={card.id: number for number, card in enumerate(cards)},
        fields=tuple(
            FieldOfBoard(
                cost=field.cost,
                influence=field.influence,
                reward_coins=field.amount if field.reward == "coins" else 0,
                reward_influence=field.amount if field.reward == "influence" else 0,
                told_reward=((field.reward, field.amount),),
                cards=tuple(
                    number
                    for number, card in enumerate(cards)
                    if field.kind == "original" and card.invention == field.invention
                ),
            )
            for field in map(by_field.__getitem__, FIELDS)
        ),
        loads=tuple(
            LoadOfBoard(load.id, GOODS.index(load.resource), load.resource, load.first_stock, Buy(load.id))
            for load in edition.loads
        ),
        load_numbers={load.id: number for number, load in enumerate(edition.loads)},
        patent_costs=tuple(space.coins for space in edition.patent_track),
        patent_influence=tuple(space.influence for space in edition.patent_track),
        symbols={symbol.space: GOODS.index(symbol.gives) for symbol in edition.symbols},
    )


def _factory(card: FactoryCard) -> Factory:
    cost = _amounts(card.cost)
    return Factory(
        card=card,
        cost=cost,
        output=GOODS.index(card.output),
        amount=card.amount,
        influence=card.influence,
        told_cost=told(cost),
        told_output=((card.output, card.amount),),
        build=Build(card.id),
        produce=Produce(card.id),
        deal=Deal("factory", card.id),
    )


def _card(card: InventionCard) -> Card:
    cost, profit = _amounts(card.cost), _amounts(card.profit)
    influence = (("influence", card.profit.influence),) if card.profit.influence else ()
    return Card(
        card=card,
        cost=cost,
        wild=card.cost.wild,
        profit=profit,
        influence=card.profit.influence,
        original=-1 if card.invention is None else 2 * INVENTIONS.index(card.invention),
        counterfeit=card.kind == "counterfeit",
        told_cost=told(cost),
        told_profit=told(profit) + influence,
        manufacture=Manufacture(card.id),
        deal=Deal("invention", card.id),
    )


def _amounts(printed: Cost | Profit) -> Amounts:
    """What is printed, without what is nothing, question marks and influence."""
    counts = ((number, getattr(printed, kind, 0)) for number, kind in enumerate(GOODS))
    return tuple((number, count) for number, count in counts if count)


def told(amounts: Amounts) -> tuple[tuple[str, int], ...]:
    """The amounts with the kinds by name, as events tell them."""
    return tuple((GOODS[kind], count) for kind, count in amounts)
