"""A second bookkeeping of a game, kept from the events alone: what somebody could tell who hears them and sees nothing.

`Ledger.hears` books one event, by what the rules page says of it; `ledger_of` reads the same off a state. Where both
agree after every move, nothing was gained, paid, laid or taken that no event tells of.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.era import events as told
from engine.era.components import AREAS, GOODS
from engine.era.edition import house
from engine.era.state import EMPTY, NOBODY, State
from engine.era.tables import FIELDS, tables_of

RIGHTMOST = 3  # ROUND-2, ROUND-6
TRACKS = ("influence", "bonus-tokens", "patents")
CARDS_OF_AN_ORIGINAL = 3  # DEV-3
START_CARDS = {card.id for card in house().start_cards}


@dataclass(slots=True)
class Hands:
    """What a player has. counts: goods, and the words of TRACKS."""

    counts: Counter[str]
    markers: int
    built: int = 0
    final_market: int = 0
    factories: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Ledger:
    """All that lies on the table, decks by their size."""

    hands: dict[str, Hands]
    board: dict[str, list[str]]
    spaces: dict[str, list[str | None]]
    decks: dict[str, int]
    discards: dict[str, Counter[str]]
    aside: list[str]
    stock: dict[str, int]
    owners: dict[str, str]
    patented: set[str]
    round: int
    start_player: str

    def hears(self, event: told.Event) -> None:
        """Book one event."""
        match event:
            case told.Gained(player, goods, source):
                self._gained(player, goods, source, event.clause)
            case told.Paid(player, goods):
                for kind, count in goods:
                    self.hands[player].counts[kind] -= count
            case told.Corrected(player, what, before, after):
                assert self.hands[player].counts[what] == before
                self.hands[player].counts[what] = after
            case told.BonusTokenBought(player):
                self.hands[player].counts["bonus-tokens"] += 1
            case told.BonusTokenSpent(player):
                self.hands[player].counts["bonus-tokens"] -= 1
            case told.TokenPlaced(player, area):
                self.board[area].append(player)
            case told.TokenTakenBack(player, area, declined, clause):
                assert (clause == "RESOLVE-2") is declined
                self.board[area].remove(player)
            case told.FactoryBuilt(player, card):
                self._leaves("factory", card)
                self.hands[player].factories.append(card)
                self.hands[player].built += 1
            case told.CardManufactured(card=card, clause=clause):
                assert (clause == "MAKE-6") is (card in START_CARDS)
                self._leaves("invention", card)
                self.discards["invention"][card] += 1
            case told.FieldDeveloped(player, name):
                assert name not in self.owners
                self.owners[name] = player
                self.hands[player].markers -= 1
            case told.CardsSetAside(cards):
                assert len(cards) == CARDS_OF_AN_ORIGINAL
                self.aside += cards
            case told.PatentRegistered(player, space):
                self.hands[player].counts["patents"] += 1
                assert self.hands[player].counts["patents"] == space
            case told.CircleMarked(player, name, clause):
                assert clause == ("PAT-3" if name is None else "PAT-2")
                if name is not None:
                    assert self.owners[name] == player
                    assert name not in self.patented
                    self.patented.add(name)
                    self.hands[player].markers -= 1
            case told.CardDealt() | told.CardsRemoved() | told.CardsDiscarded() | told.DeckShuffled():
                self._cards(event)
            case told.LoadsRefilled(loads):
                for load, cubes in loads:
                    self.stock[load] += cubes
            case told.RoundMarkerMoved(number):
                self.round += 1
                assert self.round == number
                for hands in self.hands.values():
                    hands.built = 0  # BUILD-1: three in a round
            case told.StartPlayerMoved(player):
                self.start_player = player

    def _gained(self, player: str, goods: Sequence[tuple[str, int]], source: str, clause: str) -> None:
        hands = self.hands[player]
        for kind, count in goods:
            if clause == "END-3":
                assert kind == "influence"
                hands.final_market += count
            else:
                hands.counts[kind] += count
        if clause == "SYM-1":  # the pawn has just ended a step there
            assert source == f"space {hands.counts['influence']}"
        if clause == "PAT-1":  # the patent marker has just gone up
            assert source == f"patent {hands.counts['patents']}"
        if clause == "BUY-1":  # a load is taken whole
            assert goods[0][1] == self.stock[source]
            self.stock[source] = 0

    def _leaves(self, deck: str, card: str) -> None:
        spaces = self.spaces[deck]
        spaces[spaces.index(card)] = None

    def _cards(self, event: told.CardDealt | told.CardsRemoved | told.CardsDiscarded | told.DeckShuffled) -> None:
        match event:
            case told.CardDealt(deck, card, space):
                assert self.spaces[deck].index(None) == space  # ROUND-3, ROUND-6: the free spaces from the left
                self.spaces[deck][space] = card
                self.decks[deck] -= 1
            case told.CardsRemoved(cards):
                for card in cards:
                    self._leaves("invention", card)
            case told.CardsDiscarded(deck, cards):
                right = self.spaces[deck][-RIGHTMOST:]
                assert [card for card in right if card is not None] == list(cards)
                for card in cards:
                    self._leaves(deck, card)
                self.discards[deck].update(cards)
            case told.DeckShuffled(deck, cards):
                self.decks[deck] += self.discards[deck].total()
                self.discards[deck].clear()
                assert (event.clause == "ROUND-4") is bool(self.aside and deck == "invention")
                if deck == "invention":
                    self.decks[deck] += len(self.aside)
                    self.aside.clear()
                assert self.decks[deck] == cards

    def slides(self) -> None:
        """At a round's end what stays in row and display goes to the right end, in its order (ROUND-2, ROUND-6)."""
        for deck, spaces in self.spaces.items():
            staying = [card for card in spaces if card is not None]
            self.spaces[deck] = [None] * (len(spaces) - len(staying)) + staying


def ledger_of(state: State) -> Ledger:
    """What a state says of all that a ledger knows."""
    tables = tables_of(state.edition)
    factories = [factory.card.id for factory in tables.factories]
    cards = [card.card.id for card in tables.cards]
    players = state.players
    hands = {}
    for name, player in zip(players, state.holdings, strict=True):
        tracks = zip(TRACKS, (player.influence, player.bonus, player.patents), strict=True)
        hands[name] = Hands(
            counts=Counter(dict(zip(GOODS, player.goods, strict=True)) | dict(tracks)),
            markers=player.markers,
            built=player.built,
            final_market=player.final_market,
            factories=[factories[number] for number in player.factories],
        )
    return Ledger(
        hands=hands,
        board={area: list(state.players_on(area)) for area in AREAS},
        spaces={
            "factory": [None if number == EMPTY else factories[number] for number in state.row],
            "invention": [None if number == EMPTY else cards[number] for number in state.display],
        },
        decks={"factory": len(state.factory_deck), "invention": len(state.invention_deck)},
        discards={
            "factory": Counter(factories[number] for number in state.factory_discards),
            "invention": Counter(cards[number] for number in state.invention_discards),
        },
        aside=[cards[number] for number in state.new_cards],
        stock={load.id: cubes for load, cubes in zip(tables.loads, state.stock, strict=True)},
        owners={FIELDS[number]: players[owner] for number, owner in enumerate(state.owners) if owner != NOBODY},
        patented={FIELDS[number] for number in state.patented},
        round=state.round,
        start_player=state.start_player,
    )
