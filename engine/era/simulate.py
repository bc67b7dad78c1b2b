"""Whole games of players who decide by chance: for figures, for tests, and to see how an edition plays."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from engine.era.components import COLOURS, SETUPS, Edition
from engine.era.events import Event
from engine.era.game import apply, legal_moves, new_game
from engine.era.moves import Decline, Done, Move
from engine.era.scoring import scores, winners
from engine.era.shuffle import draw, seeded
from engine.era.state import Phase, State
from engine.errors import SetupError

Policy = Callable[[Sequence[Move], int], Move]
"""Chooses from a menu by a number of 64 bits."""

Step = tuple[Sequence[Move], Move, tuple[Event, ...], State]
"""One move of a game: the menu, empty where a card is dealt; the move; what happened; the state that it led to."""

_BITS: Final = 64
_CHANCE: Final = (Phase.DEALING, Phase.SETTING_UP)


def uniform(menu: Sequence[Move], number: int) -> Move:
    """Each move of the menu equally likely."""
    return menu[number * len(menu) >> _BITS]


def eager(menu: Sequence[Move], number: int) -> Move:
    """As `uniform`, but no action is declined or stopped early while there is more that can be done."""
    last = type(menu[-1])
    if last is Done:  # it stands last wherever it is legal; here it is chosen only where it stands alone
        return menu[number * (len(menu) - 1) >> _BITS]
    if last is Decline:
        menu = [move for move in menu if type(move) is not Decline]
    return menu[number * len(menu) >> _BITS]


POLICIES: Final[dict[str, Policy]] = {"uniform": uniform, "eager": eager}
"""The random players by name."""


@dataclass(slots=True)
class Figures:
    """What many games came to, for each added by `add`.

    decisions: moves of players; cards dealt are not counted. longest_menu: moves among which a player had to choose.
    totals: the scores of all players. seat_wins: games won by each seat, shared wins too. clause_firings: events by
    clause.
    """

    games: int
    decisions: int
    longest_menu: int
    totals: list[int]
    seat_wins: list[int]
    clause_firings: dict[str, int]

    @classmethod
    def of(cls, players: int) -> "Figures":
        """Nothing counted yet, for games of that many."""
        return cls(0, 0, 0, [], [0] * players, {})

    def add(self, played: Iterator[Step]) -> None:
        """Play the game that the steps make, and count it."""
        firings, decisions, longest = self.clause_firings, 0, self.longest_menu
        for menu, _, events, state in played:  # noqa: B007 - the last state is scored below
            if menu:
                decisions += 1
                if len(menu) > longest:
                    longest = len(menu)
            for event in events:
                firings[event.clause] = firings.get(event.clause, 0) + 1
        counted = scores(state)
        won = winners(counted)
        self.games += 1
        self.decisions += decisions
        self.longest_menu = longest
        self.totals += [score.total for score in counted]
        for seat, score in enumerate(counted):
            self.seat_wins[seat] += score.player in won


def steps(state: State, policy: Policy, seed: int) -> Iterator[Step]:
    """Play the game from `state` to its end; the same seed makes the same decisions."""
    chance = seeded(seed)
    while menu := legal_moves(state):
        dealt = state.phase in _CHANCE
        chance, number = draw(chance)
        move = uniform(menu, number) if dealt else policy(menu, number)
        state, events = apply(state, move)
        yield () if dealt else menu, move, events, state


def simulate(players: int, games: int, seed: int, policy: Policy, edition: Edition | None = None) -> Figures:
    """Play that many games of depth "full" with virtual dealing; the start player goes round from game to game.

    Raises SetupError for a number of players for which there is no game (SETUP-1).
    """
    if players not in SETUPS:
        raise SetupError(f"{players} players: the game is for {min(SETUPS)} to {max(SETUPS)} (SETUP-1)")
    names = COLOURS[:players]
    figures = Figures.of(players)
    chance = seeded(seed)
    for game in range(games):
        chance, cards = draw(chance)
        chance, decisions = draw(chance)
        begun = new_game(names, game % players, "full", edition, cards)
        figures.add(steps(begun, policy, decisions))
    return figures
