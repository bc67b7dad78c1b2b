"""What an edition's file holds: each kind of entry, what its values may be, and those that the rulebook tells.

Reading, checking and the form that an owner fills in all follow these tables.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.era.components import FIELD_KINDS, GOODS, INVENTIONS, RESOURCES

SECTIONS: Final[Mapping[str, str]] = {
    "patent": """\
The six spaces of the patent track from below: the coins that each costs, the influence that it gives (PAT-1).""",
    "influence": """\
Spaces of the influence track that show a symbol, and what each gives (SYM-1).""",
    "field": """\
The two fields of each invention: cost in development, influence for developing, and the reward when another player
manufactures the invention: which of coins and influence, and how much (DEV-2, MAKE-3).""",
    "card": """\
The 27 invention cards: two official ones of each invention and its counterfeit, the copy, whose question marks are
"wild": a metal, technology or tools cube each, of the player's choice (MAKE-1, MAKE-2).""",
    "start": """\
The twelve start cards, under any names (SETUP-4).""",
    "factory": """\
The starting factory, and the other 24 under any names: what each costs, what it produces and how much (the number at
the top), and influence = 1 where the card shows the symbol, else 0 (BUILD-1, BUILD-2, PRODUCE-1).""",
    "load": """\
The ships and warehouses, under any names. How many cubes lie there, the rulebook tells (SETUP-5, ROUND-7).""",
}
"""The tables of the file in their order, and what an owner should know of each."""

HIGHEST: Final = 20
"""No number printed on board or cards comes near it; a larger one is a slip of the hand."""


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number from `low` to `high`; `clause` is the rule that sets the limits."""

    low: int = 0
    high: int = HIGHEST
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Word:
    """One of `allowed`; `clause` is the rule that says so."""

    allowed: tuple[str, ...]
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Amounts:
    """How many of which of `allowed`, at least one in all; `needed`: the one that must be among them, if any."""

    allowed: tuple[str, ...]
    clause: str
    needed: str = ""


Value = Number | Word | Amounts
Entry = Mapping[str, Value]

_PROFIT: Final = Amounts(("coins", "development", "influence"), "MAKE-1")

PATENT: Final[Entry] = {"coins": Number(), "influence": Number()}
SYMBOL: Final[Entry] = {"gives": Word((*RESOURCES, "coins"), "SYM-1")}
FIELD: Final[Entry] = {
    "cost": Number(1, 7, "DEV-2"),
    "influence": Number(),
    "reward": Word(("coins", "influence"), "MAKE-3"),
    "amount": Number(1),
}
INVENTION_CARD: Final[Mapping[str, Entry]] = {
    # Reviews of the game tell that no invention card costs wood; the rulebook that some cost coins.
    "official": {"cost": Amounts(("coal", "metal", "technology", "tools", "coins"), "MAKE-1"), "profit": _PROFIT},
    "counterfeit": {"cost": Amounts(("wild", "coal"), "MAKE-2", needed="wild"), "profit": _PROFIT},
}
START: Final[Entry] = {"cost": Amounts((*RESOURCES, "coins"), "MAKE-1"), "profit": _PROFIT}
STARTING_FACTORY: Final[Entry] = {"output": Word(GOODS, "PRODUCE-1"), "amount": Number(1)}
FACTORY: Final[Entry] = {
    "cost": Amounts(("wood", "coal"), "BUILD-1"),
    "output": Word(GOODS, "PRODUCE-1"),
    "amount": Number(1),
    "influence": Number(0, 1, "BUILD-2"),
}
LOAD: Final[Entry] = {"resource": Word(RESOURCES, "SETUP-5"), "kind": Word(("ship", "warehouse"), "BUY-1")}

SOURCES: Final = ("rulebook", "owner", "stand-in")
"""What an entry's `source` may be; it goes for all values of the entry."""

STARTING: Final = "factory.starting-factory"
"""The key of the starting factory, which stands among the others."""

FIELDS: Final = tuple((invention, kind) for invention in INVENTIONS for kind in FIELD_KINDS)
"""The eighteen fields in board order: invention and kind."""

CARDS: Final[Mapping[str, tuple[str, str]]] = {
    f"{invention}-{which}": (invention, kind)
    for invention in INVENTIONS
    for which, kind in (("1", "official"), ("2", "official"), ("copy", "counterfeit"))
}
"""Id of each of the 27 invention cards, and its invention and kind."""

Raw = str | int | Mapping[str, int]

_TELEPHONE: Final[Mapping[str, Raw]] = {
    "cost": {"metal": 1, "technology": 1, "tools": 1, "coal": 2},
    "profit": {"influence": 3},
}
_CASH_REGISTER: Final[Mapping[str, Raw]] = {
    "cost": {"metal": 1, "technology": 1, "coal": 1},
    "profit": {"influence": 2},
}

RULEBOOK: Final[Mapping[str, Mapping[str, Raw]]] = {
    "patent.1": {"coins": 1, "influence": 1},
    "patent.2": {"coins": 2, "influence": 1},
    "influence.6": {"gives": "tools"},
    "influence.7": {"gives": "metal"},
    "influence.9": {"gives": "coins"},
    "influence.11": {"gives": "wood"},
    "field.sewing-machine.original": {"cost": 1, "influence": 1, "reward": "influence", "amount": 1},
    "card.telephone-1": _TELEPHONE,
    "card.telephone-2": _TELEPHONE,
    "card.cash-register-1": _CASH_REGISTER,
    "card.cash-register-2": _CASH_REGISTER,
    STARTING: {"output": "wood", "amount": 1},
}
"""The printed numbers that the rulebook's text tells (rules page, COMPONENTS), by key of the entry."""
