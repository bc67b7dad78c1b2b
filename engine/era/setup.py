"""How a game begins (SETUP-1 to SETUP-6)."""

from collections.abc import Sequence
from typing import Final

from engine.era.components import AREAS, FACTORIES_DEALT, INVENTION_CARDS, SETUPS, START_CARDS, Edition
from engine.era.shuffle import seeded, shuffled
from engine.era.state import EMPTY, NOBODY, PLACING, SETTING_UP, Player, State
from engine.era.tables import FIELDS, register, tables_of
from engine.errors import SetupError

DEPTHS: Final = ("referee", "full")
"""How much of the game is refereed: "referee" is placement, turns and rounds, and the areas' effects are left to the
players; "full" is all of it."""

DEALINGS: Final = ("virtual", "cards")
"""Where cards come from: a seeded shuffle kept in the state, or the decks on the table."""

FIRST_GOODS: Final = (1, 3, 1, 1, 1, 2, 1)
"""What each player starts with, in the order of GOODS (SETUP-2)."""

MARKERS: Final = 15
"""Invention markers of each player (SETUP-2)."""

ROW_SPACES: Final = 5
DISPLAY_SPACES: Final = 7


def begin_referee(players: Sequence[str], start: int | str) -> State:
    """A game of depth "referee" (SETUP-1, SETUP-6); raises SetupError."""
    names = names_of(players)
    return State(
        players=names,
        depth="referee",
        round=1,
        start=_seat(names, start),
        phase=PLACING,
        board=((),) * len(AREAS),
    )


def begin_full(players: Sequence[str], start: int | str, edition: Edition, seed: int, dealing: str) -> State:
    """A game of depth "full", with the decks ready and nothing laid out yet; raises SetupError.

    SETUP-3, ruling: the five starting factories are among the 29, so the deck is 24 cards.
    """
    names = names_of(players)
    if not all(map(_can_be_written, names)):
        raise SetupError("a player's name has half a letter in it, which can't be written down")
    if dealing not in DEALINGS:
        raise SetupError(f"dealing {dealing!r} is not one of {', '.join(DEALINGS)}")
    edition_id = register(edition)
    tables = tables_of(edition_id)
    factory_deck = tuple(range(FACTORIES_DEALT))
    invention_deck = tuple(range(INVENTION_CARDS, INVENTION_CARDS + START_CARDS))
    random = 0
    if dealing == "virtual":
        random, factory_deck = shuffled(seeded(seed), factory_deck)
        random, invention_deck = shuffled(random, invention_deck)
    player = Player(
        goods=FIRST_GOODS,
        influence=0,
        bonus=SETUPS[len(names)].bonus_tokens,
        markers=MARKERS,
        patents=0,
        factories=(tables.starting_factory,),
    )
    return State(
        players=names,
        depth="full",
        round=1,
        start=_seat(names, start),
        phase=SETTING_UP,
        board=((),) * len(AREAS),
        edition=edition_id,
        dealing=dealing,
        random=random,
        holdings=(player,) * len(names),
        row=(EMPTY,) * ROW_SPACES,
        factory_deck=factory_deck,
        display=(EMPTY,) * DISPLAY_SPACES,
        invention_deck=invention_deck,
        stock=tuple(load.first_stock for load in tables.loads),
        owners=(NOBODY,) * len(FIELDS),
    )


def names_of(players: Sequence[str]) -> tuple[str, ...]:
    """The players' names, if a game can be played by them (SETUP-1); raises SetupError."""
    names = tuple(players)
    if len(names) not in SETUPS:
        raise SetupError(f"{len(names)} players: the game is for {min(SETUPS)} to {max(SETUPS)} (SETUP-1)")
    if not all(name.strip() for name in names):
        raise SetupError(f"a player without a name: {', '.join(map(repr, names))}")
    if len(set(names)) < len(names):
        raise SetupError(f"two players of one name: {', '.join(names)}")
    return names


def _seat(names: tuple[str, ...], start: int | str) -> int:
    if isinstance(start, str):
        if start not in names:
            raise SetupError(f"start player {start!r} is not one of {', '.join(names)} (SETUP-6)")
        return names.index(start)
    if not 0 <= start < len(names):
        raise SetupError(f"start player's seat {start}: seats are 0 to {len(names) - 1} (SETUP-6)")
    return start


def _can_be_written(name: str) -> bool:
    return not any("\ud800" <= letter <= "\udfff" for letter in name)
