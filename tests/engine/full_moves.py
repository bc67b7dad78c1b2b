"""Every move that the notation can write with the house's cards, and moves that stand for nothing in the game."""

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Final

from engine.era.components import AREAS
from engine.era.edition import house
from engine.era.market import EXCHANGES
from engine.era.moves import (
    BONUS_KINDS,
    DONE,
    TRADED,
    WILD,
    Bonus,
    Build,
    Buy,
    Correct,
    Deal,
    Decline,
    Develop,
    Exchange,
    Give,
    Manufacture,
    Move,
    Patent,
    Pay,
    Place,
    Produce,
    Resolve,
    Take,
)
from engine.era.tables import FIELDS

MOST_WILD: Final = max(card.cost.wild for card in house().cards)
"""Question marks on the dearest counterfeit (MAKE-2)."""


def _every_move() -> Iterator[Move]:
    edition = house()
    for area in AREAS:
        yield from (Place(area), Resolve(area), Decline(area))
    for factory in edition.factories:
        yield from (Build(factory.id), Produce(factory.id), Deal("factory", factory.id))
    yield Produce(edition.starting_factory.id)
    for load in edition.loads:
        yield Buy(load.id)
    for card in (*edition.cards, *edition.start_cards):
        yield from (Manufacture(card.id), Deal("invention", card.id))
    for count in range(1, MOST_WILD + 1):
        yield from map(Pay, combinations_with_replacement(WILD, count))
    yield from EXCHANGES
    for one, other in combinations_with_replacement(TRADED, 2):
        yield Give(one, other)
    yield from map(Take, (*TRADED, "development"))
    for field in FIELDS:
        yield from (Develop(field), Patent(field))
    yield from (Patent(None), DONE)
    yield from map(Bonus, BONUS_KINDS)


EVERY_MOVE: Final = tuple(_every_move())
"""Each once; an operator's corrections are not among them."""

STRANGERS: Final[tuple[Move, ...]] = (
    Place("bank"), Resolve(""), Decline("place"), Build("mint-9"), Build("telephone-1"),
    Build(house().starting_factory.id), Produce("nothing"), Buy("ferry"), Manufacture("telephone-9"), Manufacture(""),
    Pay(()), Pay(("wood",)), Pay(("tools", "metal")), Exchange("2 coins", "2 coins"), Exchange("", ""),
    Exchange("development", "bonus token"), Give("coin", "wood"), Give("development", "development"), Give("coin", ""),
    Take("influence"), Take("coins"), Develop("telephone"), Develop("telephone copy"), Patent(""), Patent("nothing"),
    Bonus("decline"), Bonus("bonus"), Deal("factory", "telephone-1"), Deal("bonus", "coal-mine-1"),
    Correct("nobody", "coins", 1), Correct("yellow", "markers", 1), Correct("yellow", "coins", -1),
    Correct("yellow", "coins", 10**9), Correct("yellow", "patents", 7), Correct("yellow", "bonus-tokens", 21),
)  # fmt: skip
"""Well-formed values that no notation writes: no position knows them."""
