"""Sets up positions by the words of the game, plays moves in notation, and tells what they changed.

A test says what matters to it; the rest is as in the rulebook's set-up, but that everybody has plenty, so that a
refusal is for the reason that the test is about.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import pytest
from msgspec.structs import replace

from engine.era import full_state
from engine.era.components import AREAS, GOODS
from engine.era.events import Event
from engine.era.game import apply, legal_moves, new_game
from engine.era.move_text import read_move
from engine.era.moves import Place
from engine.era.public import PublicPlayer, PublicView, public_view
from engine.era.state import EMPTY, NOBODY, Phase, State
from engine.era.tables import FIELD_NUMBERS, FIELDS, Tables, tables_of
from engine.errors import IllegalMove
from tests.engine.games import FOUR
from tests.engine.rulebook.box import BOX, cards_of

PLENTY: Final = 20
"""What each player has of each good unless a test says otherwise."""

PAWN: Final = 20
"""Where pawns stand unless a test says otherwise: no symbol lies so far on."""

NAMES: Final = (*GOODS, "influence", "bonus-tokens", "patents")
"""What `has` can set, and `change` tells."""


def position(
    lying: Mapping[str, str] | None = None,
    *,
    players: Sequence[str] = FOUR,
    start: str = "yellow",
    round: int = 2,
    has: Mapping[str, Mapping[str, int]] | None = None,
    display: Sequence[str | None] = (),
    deck: Sequence[str] = (),
    discards: Sequence[str] = (),
    row: Sequence[str | None] = (),
    factory_discards: Sequence[str] = (),
    factories: Mapping[str, Sequence[str]] | None = None,
    fields: Mapping[str, str] | None = None,
    patented: Sequence[str] = (),
    stock: Mapping[str, int] | None = None,
    dealing: str = "cards",
) -> State:
    """All tokens lie, and the start player is to resolve.

    lying: areas of a player in the order of laying, such as {"yellow": "market build"}; other tokens lie anywhere.
    has: what a player has, by NAMES. display: from p0 of the path up (ROUND-3). row: from the left. deck, discards:
    invention and start cards; cards of developed inventions that no argument names lie in the deck too, factories not
    named in theirs. fields: who has developed what. patented: fields whose circles are marked.
    """
    state = new_game(players, start, "full", BOX, dealing=dealing)
    tables = tables_of(state.edition)
    owned = fields or {}
    owners = tuple(players.index(owned[field]) if field in owned else NOBODY for field in FIELDS)
    marked = tuple(sorted(FIELD_NUMBERS[field] for field in patented))
    shown, lies = _cards(tables, display, 7), _cards(tables, discards)
    in_play = [card for field in owned if field.endswith("original") for card in cards_of(field.split()[0])]
    deck = (*deck, *(card for card in in_play if card not in {*display, *deck, *discards}))
    line, gone = _factories(tables, row, 5), _factories(tables, factory_discards)
    built = {name: _factories(tables, (factories or {}).get(name, ())) for name in players}
    elsewhere = {*line, *gone, *(number for numbers in built.values() for number in numbers)}
    holdings = []
    for seat, name in enumerate(players):
        amounts = dict.fromkeys(GOODS, PLENTY) | {"influence": PAWN, "bonus-tokens": 0, "patents": 0}
        amounts |= (has or {}).get(name, {})
        assert set(amounts) == set(NAMES), f"{name} can't have {set(amounts) - set(NAMES)}"
        own = [number for number, owner in enumerate(owners) if owner == seat]
        player = state.holdings[seat]
        holdings.append(
            replace(
                player,
                goods=tuple(amounts[good] for good in GOODS),
                influence=amounts["influence"],
                bonus=amounts["bonus-tokens"],
                patents=amounts["patents"],
                markers=15 - len(own) - sum(number in marked for number in own),  # SETUP-2, DEV-4
                factories=(*player.factories, *built[name]),
            )
        )
    cubes = {load.id: load.first_stock for load in BOX.loads} | dict(stock or {})
    state = replace(
        state,
        round=round,
        phase=Phase.PLACING,
        holdings=tuple(holdings),
        row=line,
        factory_deck=tuple(number for number in range(24) if number not in elsewhere),
        factory_discards=gone,
        display=shown,
        invention_deck=tuple(sorted(_cards(tables, deck))),
        invention_discards=lies,
        stock=tuple(cubes[load.id] for load in BOX.loads),
        owners=owners,
        patented=marked,
    )
    state = _placed(state, {name: areas.split() for name, areas in (lying or {}).items()})
    full_state.check(state)
    return state


def _cards(tables: Tables, names: Sequence[str | None], spaces: int = 0) -> tuple[int, ...]:
    numbers = [EMPTY if name is None else tables.card_numbers[name] for name in names]
    return (*numbers, *[EMPTY] * (spaces - len(numbers)))


def _factories(tables: Tables, names: Sequence[str | None], spaces: int = 0) -> tuple[int, ...]:
    numbers = [EMPTY if name is None else tables.factory_numbers[name] for name in names]
    return (*numbers, *[EMPTY] * (spaces - len(numbers)))


def _placed(state: State, wanted: dict[str, list[str]]) -> State:
    """Lay all tokens: those wanted, and the others where the wanted ones leave room."""
    while state.phase is Phase.PLACING:
        name = state.in_turn
        assert name is not None
        coming = Counter(area for areas in wanted.values() for area in areas)
        own = wanted.get(name, [])
        if own:
            area = own.pop(0)
        else:
            free = [area for area in AREAS if len(state.seats_on(area)) + coming[area] < 2]
            area = next(area for area in free if name not in state.players_on(area))
        state, _ = apply(state, Place(area))
    return state


def seen(state: State) -> PublicView:
    """The position as it lies on the table."""
    return public_view(state)


def of(state: State, name: str) -> PublicPlayer:
    """What lies before a player."""
    return next(player for player in seen(state).players if player.name == name)


def holds(state: State, name: str) -> dict[str, int]:
    """What a player has, by NAMES."""
    player = of(state, name)
    tracks = {"influence": player.influence, "bonus-tokens": player.bonus_tokens, "patents": player.patents}
    return player.goods | tracks


def change(before: State, after: State, name: str) -> dict[str, int]:
    """What a player has more, or less, than before; what has not changed is not in it."""
    was, now = holds(before, name), holds(after, name)
    return {what: now[what] - was[what] for what in NAMES if now[what] != was[what]}


def changes(before: State, after: State) -> dict[str, dict[str, int]]:
    """The `change` of each player who has one."""
    told = {name: change(before, after, name) for name in before.players}
    return {name: what for name, what in told.items() if what}


def played(state: State, *texts: str) -> State:
    """The position after moves in notation, each of which has to be one of the legal moves."""
    for text in texts:
        move = read_move(text, BOX)
        assert move in legal_moves(state), f"{text!r} is not in {menu(state)}"
        state, _ = apply(state, move)
    return state


def happened(state: State, *texts: str) -> list[Event]:
    """What the last of these moves brings about."""
    return list(apply(played(state, *texts[:-1]), read_move(texts[-1], BOX))[1])


def menu(state: State) -> list[str]:
    """The legal moves as text."""
    return [str(move) for move in legal_moves(state)]


def refused(state: State, text: str, clause: str) -> None:
    """The move can be read, but is not legal, and its refusal names the clause."""
    move = read_move(text, BOX)
    assert move not in legal_moves(state), f"{text!r} is among the legal moves"
    with pytest.raises(IllegalMove) as refusal:
        apply(state, move)
    assert refusal.value.clause == clause, str(refusal.value)


def round_over(state: State) -> State:
    """Whoever has tokens on the board declines, to the end of the round; cards to deal are not dealt."""
    while state.phase is Phase.RESOLVING:
        state = played(state, "done") if "done" in menu(state) else next_declined(state)
    return state


def dealt(state: State, cards: Iterable[str] = ()) -> State:
    """The cards that come, by id; without any, whatever comes, until all lie."""
    names = list(cards)
    for name in names:
        deck = "factory" if name in {card.id for card in BOX.factories} else "invention"
        state = played(state, f"deal {deck} {name}")
    while not names and state.phase is Phase.DEALING:
        state = played(state, menu(state)[0])
    return state


def last_of_round(state: State) -> list[Event]:
    """Everybody declines to the end of the round: what the last of these moves brings about."""
    while state.tokens_on_board > 1:
        state = next_declined(state)
    return happened(state, _decline(state))


def may_come(state: State) -> set[str]:
    """The cards of the deck from which the next one is dealt."""
    assert state.phase is Phase.DEALING
    return {text.split()[2] for text in menu(state)}


def game_over(state: State) -> State:
    """The last round ends with everybody declining, and all pass in the final market."""
    state = round_over(state)
    while state.phase is Phase.FINAL_MARKET:
        state = played(state, "done")
    assert state.phase is Phase.OVER
    return state


def next_in_turn(state: State, name: str) -> State:
    """All before `name` in the turns decline."""
    while state.in_turn != name:
        state = next_declined(state)
    return state


def next_declined(state: State) -> State:
    """The player in turn declines."""
    return played(state, _decline(state))


def _decline(state: State) -> str:
    return next(text for text in menu(state) if text.startswith("decline"))
