"""The state of a game: one frozen value, equal and hashable by what it holds, that tells everything about now."""

from enum import Enum
from typing import Final

import msgspec

from engine.era.components import AREAS, SETUPS, Setup

NOBODY = -1
"""Stands for the seat where a field has no owner."""

EMPTY = -1
"""Stands for the card where a space of the row or the display is free."""


class Phase(Enum):
    """Where the game stands: the cards are laid out (SETUP-3, SETUP-4), a round's first half (PLACE), its second half
    (RESOLVE), new cards are dealt at its end (ROUND-4 to ROUND-6), the final market (END-3), all over (END-1).

    Depth "referee" knows the two halves and the end only.
    """

    SETTING_UP = "setting-up"
    PLACING = "placing"
    RESOLVING = "resolving"
    DEALING = "dealing"
    FINAL_MARKET = "final-market"
    OVER = "over"


# Looking a member up in its Enum takes 0.3 us in Python 3.11, a fifth of a move: the rules use these names.
SETTING_UP: Final = Phase.SETTING_UP
PLACING: Final = Phase.PLACING
RESOLVING: Final = Phase.RESOLVING
DEALING: Final = Phase.DEALING
FINAL_MARKET: Final = Phase.FINAL_MARKET
OVER: Final = Phase.OVER


class Player(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What a player has in depth "full".

    goods: cubes, coins and development, in the order of GOODS. influence: the pawn's space. bonus: bonus tokens.
    markers: invention markers not yet on the board. patents: the patent marker's space, 0 below the first. factories:
    cards by number, in the order in which they came. built: factories built in this round (BUILD-1). final_market:
    influence gained there (END-3).
    """

    goods: tuple[int, ...]
    influence: int
    bonus: int
    markers: int
    patents: int
    factories: tuple[int, ...]
    built: int = 0
    final_market: int = 0


class Action(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What the player in turn is in the middle of, in depth "full".

    seat: who acts. area: whose token is used; the final market has none. kind: what the next step is: one of the
    BONUS_KINDS, or `bonus` while it is to be chosen. bonus: this is the bonus action. steps: made so far in it. usable:
    bonus tokens held before the action began (BONUS-3). exchanges: made in the market's top, middle and bottom field.
    invested: development paid in this action (DEV-2). pending: a move that waits for its second half: the number of
    the counterfeit to be paid, or of the two pieces given in the market.
    """

    seat: int
    area: str
    kind: str
    usable: int = 0
    bonus: bool = False
    steps: int = 0
    exchanges: tuple[int, int, int] = (0, 0, 0)
    invested: int = 0
    pending: tuple[int, ...] = ()


class State(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A position of Era of Inventions; made by `game.new_game` and `game.apply` only.

    players: the names in order of seats, clockwise; a seat is an index into it.
    depth: how much of the game the engine holds; "referee" leaves the areas' effects to the players.
    round: 1 for the first. start: the seat that has the start player's pawn.
    board: for each area in board order, the seats whose tokens lie there, the first one laid first.

    What follows is empty in depth "referee". Cards, loads and fields go by their number in the edition's tables.

    edition: its id. dealing: "virtual" or "cards". random: splitmix64's state; 0 where people shuffle.
    row: the five factory cards, left to right. display: the seven cards on the path p0 to p6 (ROUND-3).
    decks: their next card first; in dealing "cards" nobody knows the order, and they stand by rising number.
    new_cards: cards of the originals developed in this round (DEV-3).
    stock: cubes of each load. owners: for each field whose marker lies there. patented: the fields whose circles are
    marked, by rising number. action: what the player in turn is in the middle of.
    """

    players: tuple[str, ...]
    depth: str
    round: int
    start: int
    phase: Phase
    board: tuple[tuple[int, ...], ...]
    edition: str = ""
    dealing: str = ""
    random: int = 0
    holdings: tuple[Player, ...] = ()
    row: tuple[int, ...] = ()
    factory_deck: tuple[int, ...] = ()
    factory_discards: tuple[int, ...] = ()
    display: tuple[int, ...] = ()
    invention_deck: tuple[int, ...] = ()
    invention_discards: tuple[int, ...] = ()
    new_cards: tuple[int, ...] = ()
    stock: tuple[int, ...] = ()
    owners: tuple[int, ...] = ()
    patented: tuple[int, ...] = ()
    action: Action | None = None

    @property
    def setup(self) -> Setup:
        """The row of SETUP-1 that this game is played by."""
        return SETUPS[len(self.players)]

    @property
    def rounds(self) -> int:
        """How many rounds the game has (END-1)."""
        return self.setup.rounds

    @property
    def start_player(self) -> str:
        """The name of the player who begins both halves of this round."""
        return self.players[self.start]

    @property
    def tokens_on_board(self) -> int:
        """How many tokens of all players lie on the areas."""
        return sum(map(len, self.board))

    @property
    def seat_in_turn(self) -> int | None:
        """The seat whose move it is; None while cards are dealt, and once the game is over."""
        if self.action is not None:
            return self.action.seat
        return self.turn if self.phase is PLACING or self.phase is RESOLVING else None

    @property
    def turn(self) -> int:
        """The seat whose turn it is to lay or to use a token, while one of a round's two halves lasts."""
        # Every turn lays one token or takes one back, and turns go once around the table for each token (PLACE-1,
        # RESOLVE-1). All have the same number of tokens, so a full board too is a whole number of turns around:
        # placing counts the tokens up from the start player, resolving counts them down.
        build, produce, buy, manufacture, market, develop = self.board
        lying = len(build) + len(produce) + len(buy) + len(manufacture) + len(market) + len(develop)
        steps = lying if self.phase is PLACING else -lying
        return (self.start + steps) % len(self.players)

    @property
    def in_turn(self) -> str | None:
        """The name of the player whose move it is; None while cards are dealt, and once the game is over."""
        seat = self.seat_in_turn
        return None if seat is None else self.players[seat]

    def seats_on(self, area: str) -> tuple[int, ...]:
        """The seats whose tokens lie on `area`, the first one laid first; ValueError if there is no such area."""
        return self.board[AREAS.index(area)]

    def players_on(self, area: str) -> tuple[str, ...]:
        """The names of the players whose tokens lie on `area`; otherwise as `seats_on`."""
        return tuple(self.players[seat] for seat in self.seats_on(area))

    def tokens_in_hand(self, player: str) -> int:
        """How many action tokens `player` holds that do not lie on the board; ValueError if nobody has that name."""
        seat = self.players.index(player)
        return self.setup.tokens - sum(seat in area for area in self.board)
