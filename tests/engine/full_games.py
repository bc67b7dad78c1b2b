"""Whole games of depth "full" at random, for the properties: who plays how, and every step of it.

A property is tested on games that hypothesis makes and on the same long list of games, `LONG_RUNS`, so that what the
clauses' firings are counted on (test_full_clauses) is what all properties have seen.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from hypothesis import Phase as Part, given, settings, strategies as st

from engine.era.components import PATENT_SPACES
from engine.era.corrections import CORRECTED
from engine.era.events import Event
from engine.era.game import apply, legal_moves, new_game
from engine.era.market import BONUS_TOKENS, BUY_BONUS_TOKEN
from engine.era.moves import Bonus, Correct, Decline, Develop, Move, Patent, Place, Resolve
from engine.era.simulate import POLICIES
from engine.era.state import Phase, State

from .games import TABLES

# Every token of five players laid and taken back in ten rounds, with at most a dozen steps and corrections to each.
_LONGEST: Final = 5 * 2 * 2 * 10 * 12

_INVENTORS_MEANS: Final = 30
_HOARDERS_COINS: Final = 8


@dataclass(frozen=True, slots=True)
class Step:
    """One move of a game: the state and its menu, the move, what happened, and the state that it led to."""

    state: State
    menu: tuple[Move, ...]
    move: Move
    events: tuple[Event, ...]
    after: State


@dataclass(frozen=True, slots=True)
class Run:
    """A game at random, the same each time. policy: `uniform` or `eager`, as bots play; `corrected` is eager with an
    operator who often sets somebody's goods or tracks; `inventor` gives the first seat means to develop and patent
    all that can be, so that the markers run out (DEV-4); with `hoarder` all buy bonus tokens and spend none, so that
    these run out (MARKET-3)."""

    players: tuple[str, ...]
    policy: str
    dealing: str
    seed: int

    def begun(self) -> State:
        """The game before its first card is dealt."""
        start = self.seed % len(self.players)
        return new_game(self.players, start, "full", seed=self.seed, dealing=self.dealing)

    def steps(self) -> Iterator[Step]:
        """The whole game, from the first card dealt to the end."""
        chance, state = Random(self.seed), self.begun()
        for _ in range(_LONGEST):
            menu = legal_moves(state)
            if not menu:
                return
            move = self._correction(state, chance) or self._choice(state, menu, chance)
            after, events = apply(state, move)
            yield Step(state, menu, move, events, after)
            state = after
        raise AssertionError(f"the game does not end: {self}")

    def _choice(self, state: State, menu: Sequence[Move], chance: Random) -> Move:
        number = chance.getrandbits(64)
        if state.seat_in_turn is None:
            return POLICIES["uniform"](menu, number)
        if self.policy == "inventor":
            menu = _inventor(state.seat_in_turn, menu)
        if self.policy == "hoarder":
            buying = [move for move in menu if move == BUY_BONUS_TOKEN]
            menu = buying or [move for move in menu if type(move) is not Bonus]
        return POLICIES["uniform" if self.policy == "uniform" else "eager"](menu, number)

    def _correction(self, state: State, chance: Random) -> Move | None:
        if self.policy == "corrected" and not chance.randrange(8):
            return _anything(state, chance)
        if state.phase is Phase.PLACING and not any(state.board):
            for seat, name in enumerate(state.players):
                *_, coins, development = state.holdings[seat].goods
                if self.policy == "hoarder" and coins < _HOARDERS_COINS:
                    return Correct(name, "coins", _HOARDERS_COINS)
                if self.policy == "inventor" and seat == 0 and min(coins, development) < _INVENTORS_MEANS:
                    return Correct(name, "coins" if coins < _INVENTORS_MEANS else "development", _INVENTORS_MEANS)
        return None


def _anything(state: State, chance: Random) -> Correct:
    """Somebody's goods or tracks set to something; bonus tokens to one more, which is right at any time."""
    seat, what = chance.randrange(len(state.players)), chance.choice(CORRECTED)
    amount = chance.randrange(PATENT_SPACES + 1 if what == "patents" else 30)
    if what == "bonus-tokens":
        sold_out = sum(player.bonus for player in state.holdings) == BONUS_TOKENS
        amount = state.holdings[seat].bonus + (not sold_out)
    return Correct(state.players[seat], what, amount)


def _inventor(seat: int, menu: Sequence[Move]) -> Sequence[Move]:
    """What is left of a menu where the first seat invents and nobody else does."""
    wanted = (Place("develop"), Resolve("develop"), Bonus("develop"), Bonus("patent"))
    inventing = [move for move in menu if move in wanted or type(move) is Develop or type(move) is Patent]
    if seat == 0:
        return [move for move in inventing if move != Patent(None)] or inventing or menu
    others = [move for move in menu if move not in inventing]
    return others if any(type(move) is not Decline for move in others) or not inventing else menu


BOTS: Final = ("uniform", "eager")
DEALINGS: Final = ("virtual", "cards")

LONG_RUNS: Final = tuple(
    Run(players, policy, dealing, seed)
    for players in TABLES
    for policy, games in (("uniform", 9), ("eager", 9), ("corrected", 2), ("inventor", 3), ("hoarder", 3))
    for dealing in DEALINGS
    for seed in range(1, games + 1)
)
"""Games of 3, 4 and 5 players, of each policy and both dealings."""

runs = st.builds(
    Run,
    players=st.sampled_from(TABLES),
    policy=st.sampled_from((*BOTS, "corrected", "inventor", "hoarder")),
    dealing=st.sampled_from(DEALINGS),
    seed=st.integers(0, 2**64 - 1),
)
"""Any game that can be played so."""

# Without shrinking: a smaller seed makes no smaller game, and looking for one takes minutes.
a_few_games: Final = settings(
    max_examples=12, deadline=None, derandomize=True, phases=(Part.explicit, Part.generate)
)
"""How often hypothesis makes a game for a property."""


def in_every_game(holds: Callable[[Run], None]) -> Callable[[], None]:
    """Make a test of a property of a game: on games that hypothesis makes, then on all the long runs."""
    made = a_few_games(given(runs)(holds))

    def test() -> None:
        made()
        for run in LONG_RUNS:
            holds(run)

    test.__name__, test.__doc__ = holds.__name__, holds.__doc__
    return test
