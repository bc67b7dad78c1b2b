"""The state of a game: one frozen value, equal and hashable by what it holds, that tells everything about now."""

from dataclasses import dataclass
from enum import Enum

from engine.era.components import AREAS, SETUPS, Setup


class Phase(Enum):
    """Where a round stands: its first half (PLACE), its second half (RESOLVE), or past the last round (END-1)."""

    PLACING = "placing"
    RESOLVING = "resolving"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class State:
    """A position of Era of Inventions; made by `game.new_game` and `game.apply` only.

    players: the names in order of seats, clockwise; a seat is an index into it.
    depth: how much of the game the engine holds; "referee" leaves the areas' effects to the players.
    round: 1 for the first. start: the seat that has the start player's pawn.
    board: for each area in board order, the seats whose tokens lie there, the first one laid first.
    """

    players: tuple[str, ...]
    depth: str
    round: int
    start: int
    phase: Phase
    board: tuple[tuple[int, ...], ...]

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
        """The seat whose move it is; None once the game is over."""
        if self.phase is Phase.OVER:
            return None
        # Every move lays one token or takes one back, and turns go once around the table for each token (PLACE-1,
        # RESOLVE-1). All have the same number of tokens, so a full board too is a whole number of turns around:
        # placing counts the tokens up from the start player, resolving counts them down.
        lying = self.tokens_on_board
        steps = lying if self.phase is Phase.PLACING else -lying
        return (self.start + steps) % len(self.players)

    @property
    def in_turn(self) -> str | None:
        """The name of the player whose move it is; None once the game is over."""
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
