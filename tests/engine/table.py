"""Positions of the whole game for tests: a table set up by hand, moves made in notation, and what everybody then has.

Numbers that the rulebook tells are the rulebook's. The others are written out here, so that the tests stand on no
edition's stand-ins.
"""

from collections.abc import Iterable, Mapping
from typing import Final

import pytest
from msgspec.structs import replace

from engine.era import full_state
from engine.era.components import AREAS, GOODS, START_CARDS, Cost, Edition, Profit
from engine.era.edition import house
from engine.era.events import Event
from engine.era.game import apply, legal_moves, new_game
from engine.era.move_text import read_move
from engine.era.moves import Correct
from engine.era.state import EMPTY, NOBODY, Phase, Player, State
from engine.era.tables import FIELD_NUMBERS, tables_of
from engine.errors import IllegalMove
from tests.engine.games import FOUR

Hand = Mapping[str, int | tuple[str, ...]]
"""What a player has: goods, influence, bonus-tokens, patents, factories-built, factories beside the first one."""

_FACTORIES: Final[dict[str, dict[str, object]]] = {
    "sawmill-1": {"cost": Cost(wood=1), "output": "wood", "amount": 1, "influence": 0},
    "coal-mine-2": {"cost": Cost(wood=1, coal=1), "output": "coal", "amount": 2, "influence": 1},
    "foundry-1": {"cost": Cost(coal=2), "output": "metal", "amount": 2, "influence": 0},
    "bank-1": {"cost": Cost(wood=2, coal=1), "output": "coins", "amount": 2, "influence": 0},
    "academy-1": {"cost": Cost(wood=1), "output": "development", "amount": 1, "influence": 0},
}
_CARDS: Final[dict[str, dict[str, object]]] = {
    "light-bulb": {"cost": Cost(metal=1, coal=1), "profit": Profit(development=2)},
    "pocket-watch": {"cost": Cost(tools=1), "profit": Profit(coins=2)},
    "bicycle": {"cost": Cost(metal=1), "profit": Profit(influence=1)},
    "sewing-machine-1": {"cost": Cost(metal=1, tools=1), "profit": Profit(coins=3)},
    "sewing-machine-2": {"cost": Cost(metal=1, tools=1), "profit": Profit(coins=3)},
    "sewing-machine-copy": {"cost": Cost(wild=2), "profit": Profit(coins=2)},
    "telephone-copy": {"cost": Cost(wild=2, coal=1), "profit": Profit(influence=2)},
}
_FIELDS: Final[dict[str, dict[str, object]]] = {
    "sewing-machine technical": {"cost": 2, "influence": 2, "reward": "coins", "amount": 1},
    "typewriter original": {"cost": 2, "influence": 2, "reward": "coins", "amount": 1},
    "telephone original": {"cost": 3, "influence": 3, "reward": "coins", "amount": 2},
    "telephone technical": {"cost": 4, "influence": 4, "reward": "influence", "amount": 1},
    "gramophone original": {"cost": 5, "influence": 5, "reward": "influence", "amount": 1},
    "airplane original": {"cost": 7, "influence": 6, "reward": "influence", "amount": 2},
}


def _edition() -> Edition:
    base = house()
    return replace(
        base,
        name="tests",
        factories=tuple(replace(card, **_FACTORIES.get(card.id, {})) for card in base.factories),
        cards=tuple(replace(card, **_CARDS.get(card.id, {})) for card in base.cards),
        start_cards=tuple(replace(card, **_CARDS.get(card.id, {})) for card in base.start_cards),
        fields=tuple(replace(field, **_FIELDS.get(field.id, {})) for field in base.fields),
    )


EDITION: Final = _edition()

# For each number of players the seats on the area in question, and on those after it in board order: yellow is first.
_LYING: Final = {
    3: ((0, 1), (0, 1), (0, 2), (1, 2), (2,), ()),
    4: ((0, 1), (0, 1), (2, 3), (2, 3), (), ()),
    5: ((0, 1), (0, 1), (2, 3), (2, 3), (4,), (4,)),
}


def position(
    area: str,
    players: tuple[str, ...] = FOUR,
    *,
    hands: Mapping[str, Hand] | None = None,
    row: Iterable[str] = (),
    display: Iterable[str | None] = (),
    owners: Mapping[str, str] | None = None,
    patented: Iterable[str] = (),
    stock: Mapping[str, int] | None = None,
    round: int = 1,
) -> State:
    """All tokens lie, and the first player, who is in turn, has one on `area`; nobody has anything but by `hands`.

    Row and display are filled from the left and from p0. Cards that lie nowhere else are discarded or in the decks.
    """
    begun = new_game(players, 0, "full", EDITION)
    tables = tables_of(begun.edition)
    first = AREAS.index(area)
    board = tuple(_LYING[len(players)][(index - first) % len(AREAS)] for index in range(len(AREAS)))
    field_owners = [NOBODY] * len(FIELD_NUMBERS)
    for field, owner in (owners or {}).items():
        field_owners[FIELD_NUMBERS[field]] = players.index(owner)
    marked = tuple(sorted(FIELD_NUMBERS[field] for field in patented))
    in_row = [tables.factory_numbers[card] for card in row]
    shown = [EMPTY if card is None else tables.card_numbers[card] for card in display]
    inventions = [
        card
        for field, owner in zip(tables.fields, field_owners, strict=True)
        if owner != NOBODY
        for card in field.cards
    ]
    holdings = tuple(
        _player((hands or {}).get(player, {}), seat, tables.factory_numbers, field_owners, marked)
        for seat, player in enumerate(players)
    )
    built = {card for player in holdings for card in player.factories}
    start_cards = range(len(tables.cards) - START_CARDS, len(tables.cards))
    cubes = {load.id: load.first_stock for load in EDITION.loads} | dict(stock or {})
    state = replace(
        begun,
        round=round,
        phase=Phase.RESOLVING,
        board=board,
        holdings=holdings,
        row=tuple(in_row + [EMPTY] * (5 - len(in_row))),
        factory_deck=tuple(card for card in range(24) if card not in in_row and card not in built),
        display=tuple(shown + [EMPTY] * (7 - len(shown))),
        invention_deck=tuple(card for card in start_cards if card not in shown),
        invention_discards=tuple(card for card in inventions if card not in shown),
        stock=tuple(cubes[load.id] for load in EDITION.loads),
        owners=tuple(field_owners),
        patented=marked,
    )
    full_state.check(state)
    return state


def _player(hand: Hand, seat: int, numbers: Mapping[str, int], owners: list[int], marked: tuple[int, ...]) -> Player:
    def count(what: str) -> int:
        amount = hand.get(what, 0)
        assert isinstance(amount, int)
        return amount

    known = {*GOODS, "influence", "bonus-tokens", "patents", "factories-built", "factories"}
    assert known >= hand.keys()
    factories = hand.get("factories", ())
    assert isinstance(factories, tuple)
    own = [number for number, owner in enumerate(owners) if owner == seat]
    return Player(
        goods=tuple(map(count, GOODS)),
        influence=count("influence"),
        bonus=count("bonus-tokens"),
        markers=15 - len(own) - len(set(own) & set(marked)),
        patents=count("patents"),
        factories=(24, *(numbers[card] for card in factories)),
        built=count("factories-built"),
    )


def do(state: State, *texts: str) -> State:
    """The state after moves given in notation, each of which must be among the legal ones."""
    for text in texts:
        state = happened(state, text)[0]
    return state


def happened(state: State, text: str) -> tuple[State, tuple[Event, ...]]:
    """As `do` for one move, with what it brought about."""
    move = read_move(text, EDITION)
    assert isinstance(move, Correct) or move in legal_moves(state), f"{text} is not one of {menu(state)}"
    return apply(state, move)


def refused(state: State, text: str, clause: str) -> None:
    """The move, which is not among the legal ones, is refused by that clause."""
    move = read_move(text, EDITION)
    assert move not in legal_moves(state)
    with pytest.raises(IllegalMove) as error:
        apply(state, move)
    assert error.value.clause == clause, str(error.value)


def menu(state: State) -> list[str]:
    """The legal moves in notation."""
    return [str(move) for move in legal_moves(state)]


def has(state: State, player: str) -> dict[str, int]:
    """What the player has of goods, influence, bonus tokens and patents, without what there is none of."""
    one = state.holdings[state.players.index(player)]
    counts = dict(zip(GOODS, one.goods, strict=True))
    counts |= {"influence": one.influence, "bonus-tokens": one.bonus, "patents": one.patents}
    return {what: count for what, count in counts.items() if count}


def shown(state: State) -> list[str | None]:
    """The display's cards from p0 to p6."""
    tables = tables_of(state.edition)
    return [None if card == EMPTY else tables.cards[card].card.id for card in state.display]


def in_row(state: State) -> list[str | None]:
    """The row's factories from left to right."""
    tables = tables_of(state.edition)
    return [None if card == EMPTY else tables.factories[card].card.id for card in state.row]


def factories(state: State, player: str) -> list[str]:
    """The player's factories in the order in which they came."""
    tables = tables_of(state.edition)
    return [tables.factories[card].card.id for card in state.holdings[state.players.index(player)].factories]


def owner(state: State, field: str) -> str | None:
    """Whose marker lies on the field."""
    seat = state.owners[FIELD_NUMBERS[field]]
    return None if seat == NOBODY else state.players[seat]


def is_patented(state: State, field: str) -> bool:
    """Whether the field's circle is marked."""
    return FIELD_NUMBERS[field] in state.patented
