"""A box of component data for the rulebook's tests: what the rulebook tells, and for the rest numbers that tests can
tell apart. They are not those of any printed copy, nor of the house edition."""

from typing import Final, Literal

from engine.era.components import (
    INVENTIONS,
    Cost,
    Edition,
    FactoryCard,
    Field,
    InventionCard,
    Load,
    PatentSpace,
    Profit,
    Symbol,
)

OFFICIAL: Final = {
    "cash-register": (Cost(metal=1, technology=1, coal=1), Profit(influence=2)),  # rulebook
    "sewing-machine": (Cost(metal=1, tools=1), Profit(coins=3)),
    "typewriter": (Cost(metal=1, tools=1, coal=1), Profit(development=2)),
    "telephone": (Cost(metal=1, technology=1, tools=1, coal=2), Profit(influence=3)),  # rulebook
    "gramophone": (Cost(technology=2, coal=2), Profit(coins=4, development=1, influence=1)),
    "camera": (Cost(technology=2, tools=1, coins=2), Profit(influence=5)),
    "car": (Cost(metal=3, tools=1, coal=1), Profit(coins=6)),
    "steam-engine": (Cost(metal=2, coal=4), Profit(influence=6)),
    "airplane": (Cost(metal=2, technology=2, tools=2, coal=1, coins=1), Profit(influence=8)),
}
"""Cost and profit of both official cards of an invention."""

COUNTERFEIT: Final = {
    "cash-register": (Cost(wild=2, coal=1), Profit(coins=1)),
    "sewing-machine": (Cost(wild=1, coal=1), Profit(coins=2)),
    "typewriter": (Cost(wild=2), Profit(development=1)),
    "telephone": (Cost(wild=3, coal=1), Profit(influence=2)),
    "gramophone": (Cost(wild=2, coal=1), Profit(coins=3)),
    "camera": (Cost(wild=3), Profit(influence=2)),
    "car": (Cost(wild=4, coal=1), Profit(coins=4)),
    "steam-engine": (Cost(wild=2, coal=3), Profit(influence=3)),
    "airplane": (Cost(wild=5, coal=1), Profit(influence=4)),
}
"""Cost and profit of an invention's counterfeit."""

_Printed = tuple[int, int, Literal["coins", "influence"], int]

# Cost in development, influence, reward; the original field first. Sewing machine's original: rulebook.
_FIELDS: Final[dict[str, tuple[_Printed, _Printed]]] = {
    "cash-register": ((2, 2, "influence", 2), (3, 3, "coins", 2)),
    "sewing-machine": ((1, 1, "influence", 1), (2, 2, "coins", 1)),
    "typewriter": ((2, 2, "coins", 1), (3, 4, "influence", 2)),
    "telephone": ((3, 3, "coins", 3), (4, 5, "influence", 4)),
    "gramophone": ((3, 4, "coins", 2), (4, 4, "coins", 5)),
    "camera": ((4, 5, "coins", 2), (5, 6, "influence", 1)),
    "car": ((5, 6, "influence", 1), (6, 7, "coins", 2)),
    "steam-engine": ((4, 5, "coins", 2), (5, 6, "influence", 1)),
    "airplane": ((6, 8, "influence", 2), (7, 9, "influence", 3)),
}

START_CARDS: Final = (
    "light-bulb", "pocket-watch", "bellows", "compass", "lantern", "kettle", "scales", "whistle", "pump", "anvil",
    "press", "loom",
)  # fmt: skip
"""The start cards by name: each costs 1 coal and gives 1 coin."""

FACTORIES: Final = (
    FactoryCard("sawmill-1", Cost(wood=1), "wood", 1),
    FactoryCard("sawmill-2", Cost(wood=1, coal=2), "wood", 2, influence=1),
    FactoryCard("sawmill-3", Cost(wood=2, coal=2), "wood", 3),
    FactoryCard("coal-mine-1", Cost(wood=2), "coal", 2),
    FactoryCard("coal-mine-2", Cost(wood=2, coal=1), "coal", 3, influence=1),
    FactoryCard("coal-mine-3", Cost(coal=2), "coal", 1),
    FactoryCard("foundry-1", Cost(wood=1, coal=1), "metal", 1),
    FactoryCard("foundry-2", Cost(wood=2, coal=3), "metal", 2, influence=1),
    FactoryCard("foundry-3", Cost(wood=3, coal=3), "metal", 3),
    FactoryCard("laboratory-1", Cost(wood=1, coal=1), "technology", 1),
    FactoryCard("laboratory-2", Cost(wood=2, coal=3), "technology", 2, influence=1),
    FactoryCard("laboratory-3", Cost(wood=3, coal=3), "technology", 3),
    FactoryCard("workshop-1", Cost(wood=1, coal=1), "tools", 1),
    FactoryCard("workshop-2", Cost(wood=2, coal=3), "tools", 2, influence=1),
    FactoryCard("workshop-3", Cost(wood=3, coal=3), "tools", 3),
    FactoryCard("bank-1", Cost(wood=2, coal=1), "coins", 1),
    FactoryCard("bank-2", Cost(wood=3, coal=1), "coins", 2),
    FactoryCard("bank-3", Cost(wood=3, coal=2), "coins", 3),
    FactoryCard("academy-1", Cost(wood=2, coal=2), "development", 1),
    FactoryCard("academy-2", Cost(wood=3, coal=2), "development", 1, influence=1),
    FactoryCard("academy-3", Cost(wood=4, coal=2), "development", 2),
    FactoryCard("quarry-1", Cost(wood=1), "coal", 1),
    FactoryCard("quarry-2", Cost(wood=2), "coal", 2),
    FactoryCard("quarry-3", Cost(wood=3), "coal", 3),
)
"""The 24 factories of the deck; coal-mine-3 costs coal alone."""

LOADS: Final = (
    Load("wood-ship", "wood", "ship"),
    Load("coal-ship", "coal", "ship"),
    Load("metal-ship", "metal", "ship"),
    Load("tools-ship", "tools", "ship"),
    Load("wood-warehouse", "wood", "warehouse"),
    Load("coal-warehouse-1", "coal", "warehouse"),
    Load("coal-warehouse-2", "coal", "warehouse"),
    Load("technology-warehouse", "technology", "warehouse"),
)


def cards_of(invention: str) -> tuple[str, str, str]:
    """The three cards that an original brings into play: two official ones and the counterfeit."""
    return f"{invention}-1", f"{invention}-2", f"{invention}-copy"


def _fields(invention: str) -> tuple[Field, Field]:
    original, technical = _FIELDS[invention]
    return Field(invention, "original", *original), Field(invention, "technical", *technical)


def _cards(invention: str) -> tuple[InventionCard, ...]:
    official, counterfeit = OFFICIAL[invention], COUNTERFEIT[invention]
    first, second, copy = cards_of(invention)
    return (
        InventionCard(first, "official", *official, invention),
        InventionCard(second, "official", *official, invention),
        InventionCard(copy, "counterfeit", *counterfeit, invention),
    )


BOX: Final = Edition(
    name="rulebook-tests",
    fields=tuple(field for invention in INVENTIONS for field in _fields(invention)),
    cards=tuple(card for invention in INVENTIONS for card in _cards(invention)),
    start_cards=tuple(InventionCard(name, "start", Cost(coal=1), Profit(coins=1)) for name in START_CARDS),
    factories=FACTORIES,
    starting_factory=FactoryCard("starting-factory", Cost(), "wood", 1),  # rulebook
    loads=LOADS,
    # The first two spaces: rulebook.
    patent_track=(
        PatentSpace(1, 1), PatentSpace(2, 1), PatentSpace(3, 2),
        PatentSpace(4, 2), PatentSpace(5, 3), PatentSpace(6, 4),
    ),
    # All but 12 from the rulebook: with it two symbols stand side by side above 9 as well.
    symbols=(Symbol(6, "tools"), Symbol(7, "metal"), Symbol(9, "coins"), Symbol(11, "wood"), Symbol(12, "coal")),
)  # fmt: skip
