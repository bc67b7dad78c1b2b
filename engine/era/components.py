"""What lies in the box and does not change during a game: areas, colours, cards, fields, loads and tracks.

What the rulebook tells stands here as constants; the numbers printed on cards and board are an `Edition`, since few of
them are publicly known (rules page, COMPONENTS).
"""

import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

import msgspec

AREAS: Final = ("build", "produce", "buy", "manufacture", "market", "develop")
"""The six areas, in board order."""

AREA_NUMBERS: Final = {area: number for number, area in enumerate(AREAS)}
"""Where an area stands in board order."""

SPACES_PER_AREA: Final = 2
"""Tokens that an area holds (PLACE-2)."""

# The rulebook shows five colours and names four. Purple is this project's stand-in for the fifth.
COLOURS: Final = ("yellow", "green", "brown", "orange", "purple")
"""The colours of the tokens; a player is known by the colour."""

RESOURCES: Final = ("wood", "coal", "metal", "technology", "tools")
"""The kinds of cubes."""

GOODS: Final = (*RESOURCES, "coins", "development")
"""All that players hold in number; holdings and costs are counted in this order."""

INVENTIONS: Final = (
    "cash-register", "sewing-machine", "typewriter", "telephone", "gramophone", "camera", "car", "steam-engine",
    "airplane",
)  # fmt: skip
"""The nine inventions."""

FIELD_KINDS: Final = ("original", "technical")
"""The gold and the silver field of an invention."""

FACTORIES_DEALT: Final = 24
"""Factory cards of the deck: 29 in the box less the five starting factories (SETUP-3, ruling)."""

INVENTION_CARDS: Final = 27
"""Two official cards and a counterfeit of each invention."""

START_CARDS: Final = 12
"""Cards of the first deck (SETUP-4)."""

PATENT_SPACES: Final = 6
"""Patents that a player can register in a game (PAT-1)."""

Output = Literal["wood", "coal", "metal", "technology", "tools", "coins", "development"]


@dataclass(frozen=True, slots=True)
class Setup:
    """One row of the table in SETUP-1: tokens are counted per player."""

    tokens: int
    bonus_tokens: int
    rounds: int


SETUPS: Final = {
    3: Setup(tokens=3, bonus_tokens=3, rounds=9),
    4: Setup(tokens=2, bonus_tokens=5, rounds=8),
    5: Setup(tokens=2, bonus_tokens=1, rounds=10),
}
"""The set-up by number of players (SETUP-1); END-1 plays `rounds` rounds."""


class Cost(msgspec.Struct, frozen=True):
    """What is printed at the foot of a card: cubes and coins, and cubes of the payer's choice (`wild`, MAKE-2)."""

    wood: int = 0
    coal: int = 0
    metal: int = 0
    technology: int = 0
    tools: int = 0
    coins: int = 0
    wild: int = 0


class Profit(msgspec.Struct, frozen=True):
    """What is printed at the head of an invention or start card: gained by who manufactures it (MAKE-1)."""

    coins: int = 0
    development: int = 0
    influence: int = 0


class FactoryCard(msgspec.Struct, frozen=True):
    """A factory: its cost in wood and coal, what it produces (PRODUCE-1), and influence for building it (BUILD-2).

    id: words, such as `coal-mine-2`. amount: the number at the top, which is its capacity too (END-4). influence: 1
    where the card shows the symbol, else 0.
    """

    id: str
    cost: Cost
    output: Output
    amount: int
    influence: int = 0


class InventionCard(msgspec.Struct, frozen=True):
    """A card of the display: `telephone-1` and `telephone-2` are official, `telephone-copy` is the counterfeit.

    invention: None for a start card, which belongs to no field (MAKE-6).
    """

    id: str
    kind: Literal["official", "counterfeit", "start"]
    cost: Cost
    profit: Profit
    invention: str | None = None


class Field(msgspec.Struct, frozen=True):
    """A field of the board: cost in development, influence for developing it (DEV-2), and the reward when another
    player manufactures the invention (MAKE-3)."""

    invention: str
    kind: Literal["original", "technical"]
    cost: int
    influence: int
    reward: Literal["coins", "influence"]
    amount: int

    @property
    def id(self) -> str:
        """The field's words in a move: `telephone original`."""
        return f"{self.invention} {self.kind}"


class Load(msgspec.Struct, frozen=True):
    """A ship or warehouse: all cubes that lie there are one load (BUY-1). id: words, such as `coal-warehouse-1`."""

    id: str
    resource: Literal["wood", "coal", "metal", "technology", "tools"]
    kind: Literal["ship", "warehouse"]

    @property
    def first_stock(self) -> int:
        """Cubes at the start (SETUP-5) and on an emptied one at the end of a round (ROUND-7)."""
        return 3 if (self.resource, self.kind) == ("coal", "warehouse") else 2


class PatentSpace(msgspec.Struct, frozen=True):
    """A space of the patent track: the coins that it costs, the influence that it gives (PAT-1)."""

    coins: int
    influence: int


class Symbol(msgspec.Struct, frozen=True):
    """What a space of the influence track gives to a pawn that ends a step there (SYM-1)."""

    space: int
    gives: Literal["wood", "coal", "metal", "technology", "tools", "coins"]


Source = Literal["rulebook", "owner", "stand-in"]
"""Where a value is from: the rulebook, typed in from a copy of the game, or this project's own."""


class Edition(msgspec.Struct, frozen=True, dict=True):
    """All printed numbers of one edition of the game.

    fields: for each of `INVENTIONS` the original, then the technical. cards: the 27 invention cards. starting_factory:
    printed in five colours. patent_track: the six spaces from below. symbols: by rising space. sources: pairs of a key
    (`card.telephone-1`, as the edition's file writes it) and where its values are from; they play no part in a game.
    """

    name: str
    fields: tuple[Field, ...]
    cards: tuple[InventionCard, ...]
    start_cards: tuple[InventionCard, ...]
    factories: tuple[FactoryCard, ...]
    starting_factory: FactoryCard
    loads: tuple[Load, ...]
    patent_track: tuple[PatentSpace, ...]
    symbols: tuple[Symbol, ...]
    sources: tuple[tuple[str, Source], ...] = ()

    @cached_property
    def id(self) -> str:
        """The name and a digest of all numbers that matter in play: two editions that play alike have the same digest.

        A recorded game names it, so that it is never silently played on with other numbers.
        """
        numbers = msgspec.json.encode(msgspec.structs.replace(self, name="", sources=()))
        return f"{self.name}:{hashlib.sha256(numbers).hexdigest()[:12]}"
