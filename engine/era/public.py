"""What everybody at the table may see, in the words of the game: not the order of the decks, nor what shuffles them."""

import msgspec

from engine.era.components import AREAS, GOODS
from engine.era.market import BONUS_TOKENS
from engine.era.scoring import capacity_of, invested
from engine.era.state import EMPTY, NOBODY, State
from engine.era.tables import FIELDS, Tables, tables_of


class PublicPlayer(msgspec.Struct, frozen=True):
    """What lies before a player. goods: by the words of GOODS. fields: those with the player's marker.

    development_invested and capacity are what END-4 counts.
    """

    name: str
    goods: dict[str, int]
    influence: int
    patents: int
    bonus_tokens: int
    tokens_in_hand: int
    markers: int
    factories: tuple[str, ...]
    factories_built: int
    fields: tuple[str, ...]
    patented: tuple[str, ...]
    development_invested: int
    capacity: int
    final_market: int


class PublicAction(msgspec.Struct, frozen=True):
    """What the player in turn is in the middle of. kind: a kind of action, or `bonus` while it is to be chosen."""

    player: str
    area: str
    kind: str
    bonus: bool
    steps: int
    invested: int
    pending: str


class PublicView(msgspec.Struct, frozen=True):
    """A state of depth "full" as it lies on the table. row: the factories left to right. display: from p0 to p6 of its
    path (ROUND-3). Free spaces are None. Of the decks only the sizes are known; discard piles lie face up."""

    players: tuple[PublicPlayer, ...]
    round: int
    rounds: int
    phase: str
    start_player: str
    in_turn: str | None
    board: dict[str, tuple[str, ...]]
    row: tuple[str | None, ...]
    display: tuple[str | None, ...]
    loads: dict[str, int]
    owners: dict[str, str]
    factory_deck: int
    factory_discards: tuple[str, ...]
    invention_deck: int
    invention_discards: tuple[str, ...]
    new_cards: tuple[str, ...]
    bonus_tokens: int
    action: PublicAction | None


def public_view(state: State) -> PublicView:
    """What may be seen of a state of depth "full"."""
    tables = tables_of(state.edition)
    players = state.players
    return PublicView(
        players=tuple(_player(state, tables, seat) for seat in range(len(players))),
        round=state.round,
        rounds=state.rounds,
        phase=state.phase.value,
        start_player=state.start_player,
        in_turn=state.in_turn,
        board={area: state.players_on(area) for area in AREAS},
        row=tuple(None if number == EMPTY else tables.factories[number].card.id for number in state.row),
        display=tuple(None if number == EMPTY else tables.cards[number].card.id for number in state.display),
        loads={load.id: cubes for load, cubes in zip(tables.loads, state.stock, strict=True)},
        owners={
            field: players[owner] for field, owner in zip(FIELDS, state.owners, strict=True) if owner != NOBODY
        },
        factory_deck=len(state.factory_deck),
        factory_discards=tuple(tables.factories[number].card.id for number in state.factory_discards),
        invention_deck=len(state.invention_deck),
        invention_discards=_cards(tables, state.invention_discards),
        new_cards=_cards(tables, state.new_cards),
        bonus_tokens=BONUS_TOKENS - sum(player.bonus for player in state.holdings),
        action=_action(state, tables),
    )


def _player(state: State, tables: Tables, seat: int) -> PublicPlayer:
    player, name = state.holdings[seat], state.players[seat]
    own = [number for number, owner in enumerate(state.owners) if owner == seat]
    return PublicPlayer(
        name=name,
        goods=dict(zip(GOODS, player.goods, strict=True)),
        influence=player.influence,
        patents=player.patents,
        bonus_tokens=player.bonus,
        tokens_in_hand=state.tokens_in_hand(name),
        markers=player.markers,
        factories=tuple(tables.factories[number].card.id for number in player.factories),
        factories_built=player.built,
        fields=tuple(FIELDS[number] for number in own),
        patented=tuple(FIELDS[number] for number in own if number in state.patented),
        development_invested=invested(state, tables, seat),
        capacity=capacity_of(tables, player.factories),
        final_market=player.final_market,
    )


def _action(state: State, tables: Tables) -> PublicAction | None:
    action = state.action
    if action is None:
        return None
    pending = ""
    if action.pending and action.kind == "manufacture":
        pending = tables.cards[action.pending[0]].card.id
    elif action.pending:
        pending = " ".join([GOODS[kind] for kind in action.pending])
    return PublicAction(
        player=state.players[action.seat],
        area=action.area,
        kind=action.kind,
        bonus=action.bonus,
        steps=action.steps,
        invested=action.invested,
        pending=pending,
    )


def _cards(tables: Tables, numbers: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(tables.cards[number].card.id for number in numbers)
