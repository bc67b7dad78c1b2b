"""Board, tracks and stocks as values of JSON: what lies there, what it costs and brings. Pure."""

from typing import Any

from engine.era.components import GOODS
from engine.era.market import BONUS_TOKENS
from engine.era.state import EMPTY, NOBODY, State
from engine.era.tables import FIELDS, Card, Factory, Tables, tables_of

from ..lamps.tracks import TRACKS
from ..texts import Texts
from ..view import View

Goods = list[tuple[str, int]]
"""Pairs of what and how many; on the wire each is a list of two."""

LOAD_PRICE = 1
"""Coins that a load costs, whole (BUY-1)."""


def board(game: State, words: Texts) -> dict[str, Any] | None:
    """What lies on the board in depth "full", else None. Of the decks only the sizes are told."""
    if not game.holdings:
        return None
    tables = tables_of(game.edition)
    return {
        "row": [None if number == EMPTY else _factory(tables.factories[number], words) for number in game.row],
        "display": [None if number == EMPTY else _card(tables.cards[number], words) for number in game.display],
        "loads": [
            {
                "id": load.id,
                "text": words.word(load.id),
                "resource": load.resource_name,
                "price": LOAD_PRICE,
                "stock": cubes,
            }
            for load, cubes in zip(tables.loads, game.stock, strict=True)
        ],
        "fields": [_field(game, tables, number, words) for number in range(len(FIELDS))],
        "decks": {"factories": len(game.factory_deck), "inventions": len(game.invention_deck)},
        "bonus_tokens": BONUS_TOKENS - sum(player.bonus for player in game.holdings),
    }


def tracks(game: State, seen: View) -> dict[str, Any]:
    """Where pawns and patent markers stand, empty where nobody keeps them, and what the board's tracks give."""
    told: dict[str, Any] = {
        "influence": dict(seen.influence),
        "patents": dict(seen.patents),
        "length": TRACKS["influence"],
        "symbols": [],
        "patent_spaces": [],
    }
    if game.edition:
        edition = tables_of(game.edition).edition
        told["symbols"] = [{"space": symbol.space, "gives": symbol.gives} for symbol in edition.symbols]
        told["patent_spaces"] = [
            {"coins": space.coins, "influence": space.influence} for space in edition.patent_track
        ]
    return told


def holdings(game: State, words: Texts) -> dict[str, Any]:
    """What lies before each player in depth "full", by colour; else nothing."""
    if not game.holdings:
        return {}
    tables = tables_of(game.edition)
    return {
        name: {
            "goods": list(zip(GOODS, player.goods, strict=True)),
            "influence": player.influence,
            "bonus": player.bonus,
            "markers": player.markers,
            "patents": player.patents,
            "factories": [_factory(tables.factories[number], words) for number in player.factories],
        }
        for name, player in zip(game.players, game.holdings, strict=True)
    }


def _factory(factory: Factory, words: Texts) -> dict[str, Any]:
    return {
        "card": factory.card.id,
        "text": words.word(factory.card.id),
        "cost": factory.told_cost,
        "makes": factory.told_output,
        "influence": factory.influence,
    }


def _card(card: Card, words: Texts) -> dict[str, Any]:
    wild: Goods = [("wild", card.wild)] if card.wild else []
    return {
        "card": card.card.id,
        "text": words.word(card.card.id),
        "invention": card.card.invention,
        "cost": [*card.told_cost, *wild],
        "profit": [pair for pair in card.told_profit if pair[0] != "influence"],
        "influence": card.influence,
        "field": None if card.original < 0 else FIELDS[card.original],
        "counterfeit": card.counterfeit,
    }


def _field(game: State, tables: Tables, number: int, words: Texts) -> dict[str, Any]:
    field, owner = tables.fields[number], game.owners[number]
    return {
        "field": FIELDS[number],
        "text": words.word(FIELDS[number]),
        "cost": field.cost,
        "influence": field.influence,
        "reward": field.told_reward,
        "owner": None if owner == NOBODY else game.players[owner],
        "patented": number in game.patented,
    }
