"""The moves: small frozen values, each with a text form (`place build`) that `parse` reads back to the same value.

A move names the card, the field, the load; never a position in a list. `notation` reads the moves of the whole game.
"""

import json
from collections.abc import Sequence

import msgspec

from engine.era.components import AREAS, RESOURCES
from engine.errors import AmbiguousMove, UnreadableMove

BONUS_KINDS = ("build", "produce", "buy", "manufacture", "exchange", "develop", "patent")
"""What a bonus token may be spent for (BONUS-1)."""

TRADED = (*RESOURCES, "coin")
"""What is given and taken in the market's bottom field (MARKET-1), one piece at a time, in the order of GOODS."""

WILD = ("metal", "technology", "tools")
"""What pays a counterfeit's question marks (MAKE-2)."""

NOTHING = "nothing"
"""Stands in a patent's text for the field when none is marked (PAT-3)."""


class Place(msgspec.Struct, frozen=True, gc=False):
    """Put one action token on an area (PLACE-1)."""

    area: str

    def __str__(self) -> str:
        return f"place {self.area}"


class Resolve(msgspec.Struct, frozen=True, gc=False):
    """Carry out the area's action with the own token that lies there (RESOLVE-1)."""

    area: str

    def __str__(self) -> str:
        return f"resolve {self.area}"


class Decline(msgspec.Struct, frozen=True, gc=False):
    """Take the own token back from an area and gain nothing (RESOLVE-2)."""

    area: str

    def __str__(self) -> str:
        return f"decline {self.area}"


class Build(msgspec.Struct, frozen=True, gc=False):
    """Build a factory of the row (BUILD-1); `card` is its id."""

    card: str

    def __str__(self) -> str:
        return f"build {self.card}"


class Produce(msgspec.Struct, frozen=True, gc=False):
    """Let one own factory produce, as a bonus (BONUS-1); `card` is its id."""

    card: str

    def __str__(self) -> str:
        return f"produce {self.card}"


class Buy(msgspec.Struct, frozen=True, gc=False):
    """Buy the load of a ship or warehouse, whole, for 1 coin (BUY-1); `load` is its id."""

    load: str

    def __str__(self) -> str:
        return f"buy {self.load}"


class Manufacture(msgspec.Struct, frozen=True, gc=False):
    """Manufacture a card of the display (MAKE-1); a counterfeit's question marks are paid by a `Pay` that follows."""

    card: str

    def __str__(self) -> str:
        return f"manufacture {self.card}"


class Pay(msgspec.Struct, frozen=True, gc=False):
    """Pay a counterfeit's question marks with these cubes, in the order of WILD (MAKE-2)."""

    cubes: tuple[str, ...]

    def __str__(self) -> str:
        return f"pay {' '.join(self.cubes)}"


class Exchange(msgspec.Struct, frozen=True, gc=False):
    """One of the market's exchanges whose two sides are printed (MARKET-1)."""

    paid: str
    received: str

    def __str__(self) -> str:
        return f"exchange {self.paid} -> {self.received}"


class Give(msgspec.Struct, frozen=True, gc=False):
    """The two pieces paid in the market's bottom field, in the order of TRADED; a `Take` follows."""

    one: str
    other: str

    def __str__(self) -> str:
        return f"give {self.one} {self.other}"


class Take(msgspec.Struct, frozen=True, gc=False):
    """What is received for the two pieces given; or the free development, where nothing was given (MARKET-1)."""

    what: str

    def __str__(self) -> str:
        return f"take {self.what}"


class Develop(msgspec.Struct, frozen=True, gc=False):
    """Develop a field (DEV-2): `telephone original`."""

    field: str

    def __str__(self) -> str:
        return f"develop {self.field}"


class Patent(msgspec.Struct, frozen=True, gc=False):
    """Register a patent (PAT-1) and mark the circle of an own field with it (PAT-2), or of none."""

    field: str | None

    def __str__(self) -> str:
        return f"patent {self.field or NOTHING}"


class Bonus(msgspec.Struct, frozen=True, gc=False):
    """Choose what a bonus token is spent for (BONUS-1); it is spent when that has been done."""

    kind: str

    def __str__(self) -> str:
        return f"bonus {self.kind}"


class Done(msgspec.Struct, frozen=True, gc=False):
    """No further step in this action."""

    def __str__(self) -> str:
        return "done"


class Deal(msgspec.Struct, frozen=True, gc=False):
    """Chance: the card that comes from a deck, `factory` or `invention`, to its next free space."""

    deck: str
    card: str

    def __str__(self) -> str:
        return f"deal {self.deck} {self.card}"


class Correct(msgspec.Struct, frozen=True, gc=False):
    """An operator sets what a player has to what lies on the table; it is never among the legal moves."""

    player: str
    what: str
    amount: int

    def __str__(self) -> str:
        return f"correct {quoted(self.player)} {self.what} {self.amount}"


TokenMove = Place | Resolve | Decline
"""The moves of depth "referee": one token laid or taken back."""

Move = (
    Place | Resolve | Decline | Build | Produce | Buy | Manufacture | Pay | Exchange | Give | Take | Develop | Patent
    | Bonus | Done | Deal | Correct
)  # fmt: skip

DONE = Done()

_VERBS: dict[str, type[Place] | type[Resolve] | type[Decline]] = {
    "place": Place,
    "resolve": Resolve,
    "decline": Decline,
}


def parse(text: str) -> TokenMove:
    """Read one token's move as `str(move)` writes it; case and spacing do not matter, words may be cut short (`p man`).

    Raises UnreadableMove, or AmbiguousMove where a shortened word fits several. Whether the move is legal is another
    question: `game.apply` answers it.
    """
    words = text.casefold().split()
    if len(words) != 2:
        raise UnreadableMove(f"{text!r} is no move: write a verb and an area, such as 'place build'")
    verb, area = words
    move_class = _VERBS[whole_word(verb, tuple(_VERBS))]
    return move_class(whole_word(area, AREAS))


def whole_word(word: str, known: Sequence[str]) -> str:
    """The one of `known` that is `word` or begins with it; raises UnreadableMove or AmbiguousMove."""
    if word in known:
        return word
    fitting = tuple(candidate for candidate in known if candidate.startswith(word))
    if not fitting:
        raise UnreadableMove(f"{word!r} is not one of {', '.join(known)}")
    if len(fitting) > 1:
        raise AmbiguousMove(word, fitting)
    return fitting[0]


def quoted(name: str) -> str:
    """A player's name as one word: as it is where it is one, else in JSON's quotes, so that any name reads back."""
    plain = name.isprintable() and all(letter.isalnum() or letter in "-_" for letter in name)
    return name if plain and name else json.dumps(name, ensure_ascii=False)
