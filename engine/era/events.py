"""What a move brought about: who, what, and by which clause; display, lights and log live on these values.

A log line is a template and data: `key` names the template, the fields fill it in.
"""

from typing import ClassVar

import msgspec


class TokenPlaced(msgspec.Struct, frozen=True, gc=False):
    """A player has put an action token on an area."""

    key: ClassVar[str] = "token-placed"
    player: str
    area: str
    clause: str = "PLACE-1"


class PlacingEnded(msgspec.Struct, frozen=True, gc=False):
    """All tokens are down: the second half of the round begins."""

    key: ClassVar[str] = "placing-ended"
    round: int
    clause: str = "PLACE-1"


class TokenTakenBack(msgspec.Struct, frozen=True, gc=False):
    """A player has carried out an area's action, or declined it (RESOLVE-2), and has the token in hand again."""

    key: ClassVar[str] = "token-taken-back"
    player: str
    area: str
    declined: bool
    clause: str


class RoundEnded(msgspec.Struct, frozen=True, gc=False):
    """No token is left on the board: this round is over."""

    key: ClassVar[str] = "round-ended"
    round: int
    clause: str = "RESOLVE-1"


class RoundMarkerMoved(msgspec.Struct, frozen=True, gc=False):
    """The round marker stands on the space of the new round."""

    key: ClassVar[str] = "round-marker-moved"
    round: int
    clause: str = "ROUND-8"


class StartPlayerMoved(msgspec.Struct, frozen=True, gc=False):
    """The start player's pawn has gone to `player`."""

    key: ClassVar[str] = "start-player-moved"
    player: str
    clause: str = "ROUND-8"


class GameOver(msgspec.Struct, frozen=True, gc=False):
    """The last round, number `round`, has been played."""

    key: ClassVar[str] = "game-over"
    round: int
    clause: str = "END-1"


Goods = tuple[tuple[str, int], ...]
"""Pairs of a kind (one of GOODS, or influence) and how many."""


class CardDealt(msgspec.Struct, frozen=True, gc=False):
    """A card came from the deck `factory` or `invention` to a space of the row or the display, counted from 0."""

    key: ClassVar[str] = "card-dealt"
    deck: str
    card: str
    space: int
    clause: str


class Paid(msgspec.Struct, frozen=True, gc=False):
    """A player has paid into the supply."""

    key: ClassVar[str] = "paid"
    player: str
    goods: Goods
    clause: str


class Gained(msgspec.Struct, frozen=True, gc=False):
    """A player has gained goods from the supply, or influence; `source` is the card, load, field or space it is for."""

    key: ClassVar[str] = "gained"
    player: str
    goods: Goods
    source: str
    clause: str


class FactoryBuilt(msgspec.Struct, frozen=True, gc=False):
    """A factory has gone from the row to a player."""

    key: ClassVar[str] = "factory-built"
    player: str
    card: str
    clause: str = "BUILD-1"


class CardManufactured(msgspec.Struct, frozen=True, gc=False):
    """A card has gone from the display to the discard pile."""

    key: ClassVar[str] = "card-manufactured"
    player: str
    card: str
    clause: str


class FieldDeveloped(msgspec.Struct, frozen=True, gc=False):
    """A player's marker lies on a field."""

    key: ClassVar[str] = "field-developed"
    player: str
    field: str
    clause: str = "DEV-2"


class CardsSetAside(msgspec.Struct, frozen=True, gc=False):
    """The cards of an original come into play at the end of the round."""

    key: ClassVar[str] = "cards-set-aside"
    cards: tuple[str, ...]
    clause: str = "DEV-3"


class PatentRegistered(msgspec.Struct, frozen=True, gc=False):
    """A patent marker has gone up to `space`, counted from 1."""

    key: ClassVar[str] = "patent-registered"
    player: str
    space: int
    clause: str = "PAT-1"


class CircleMarked(msgspec.Struct, frozen=True, gc=False):
    """The patent circle of a field is marked; `field` is None where the patent is spent for none (PAT-3)."""

    key: ClassVar[str] = "circle-marked"
    player: str
    field: str | None
    clause: str


class BonusTokenBought(msgspec.Struct, frozen=True, gc=False):
    """A player has bought a bonus token on the market."""

    key: ClassVar[str] = "bonus-token-bought"
    player: str
    clause: str = "BONUS-3"


class BonusTokenSpent(msgspec.Struct, frozen=True, gc=False):
    """A bonus token went back to the supply for an action of that kind."""

    key: ClassVar[str] = "bonus-token-spent"
    player: str
    kind: str
    clause: str = "BONUS-1"


class CardsRemoved(msgspec.Struct, frozen=True, gc=False):
    """Start cards have left the game."""

    key: ClassVar[str] = "cards-removed"
    cards: tuple[str, ...]
    clause: str = "ROUND-1"


class CardsDiscarded(msgspec.Struct, frozen=True, gc=False):
    """Cards have gone from the rightmost spaces of the row or display to their discard pile; the rest has slid."""

    key: ClassVar[str] = "cards-discarded"
    deck: str
    cards: tuple[str, ...]
    clause: str


class DeckShuffled(msgspec.Struct, frozen=True, gc=False):
    """A deck was made anew from itself, its discard pile and, for inventions, the new cards; it has `cards` cards."""

    key: ClassVar[str] = "deck-shuffled"
    deck: str
    cards: int
    clause: str


class LoadsRefilled(msgspec.Struct, frozen=True, gc=False):
    """Cubes were laid on the ships and warehouses: pairs of a load and how many."""

    key: ClassVar[str] = "loads-refilled"
    loads: Goods
    clause: str = "ROUND-7"


class Corrected(msgspec.Struct, frozen=True, gc=False):
    """An operator has set what a player has to what lies on the table."""

    key: ClassVar[str] = "corrected"
    player: str
    what: str
    before: int
    after: int
    clause: str = "OPERATOR"


class Scored(msgspec.Struct, frozen=True, gc=False):
    """What one clause of the final scoring gives a player: `points` for `count` (patents, development, capacity)."""

    key: ClassVar[str] = "scored"
    player: str
    count: int
    points: int
    of: str
    clause: str


class GameWon(msgspec.Struct, frozen=True, gc=False):
    """The winners; several share the win."""

    key: ClassVar[str] = "game-won"
    players: tuple[str, ...]
    clause: str = "END-6"


Event = (
    TokenPlaced | PlacingEnded | TokenTakenBack | RoundEnded | RoundMarkerMoved | StartPlayerMoved | GameOver
    | CardDealt | Paid | Gained | FactoryBuilt | CardManufactured | FieldDeveloped | CardsSetAside | PatentRegistered
    | CircleMarked | BonusTokenBought | BonusTokenSpent | CardsRemoved | CardsDiscarded | DeckShuffled | LoadsRefilled
    | Corrected | Scored | GameWon
)  # fmt: skip
