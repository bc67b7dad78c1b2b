"""Moments of a game as it is really played, for a picture: what lies on the table, what everybody sees, and when."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from engine.era.components import AREAS
from engine.era.game import new_game
from engine.era.moves import Resolve
from engine.era.simulate import POLICIES, steps
from engine.era.state import Phase, State
from hardware.readers.reading import TableKnown, TokenLaid

from ..happenings import Event, MoveMade, Tick
from ..lamps.counting import COUNT_S, RISE_S
from ..news_words import NEWS_S
from ..reducer import SETTLING_S, step
from ..roster import Lying, Place, Roster
from ..session import Made, Session
from ..simulation.people import PLACES, tokens_of
from ..view import View, view

PLAYERS: Final = ("yellow", "green", "brown", "orange")
TOKENS: Final = tokens_of(PLAYERS, 2)
SEED: Final = 228
"""Of a game in whose fifth round a player gains four influence at once, while two pawns share a space."""
ROUND: Final = 5
GAIN: Final = 4
BEGIN_S: Final = 0.0
LOOP_S: Final = 4.0
"""All rhythms but that of trouble begin anew with this, so that a picture can show them without end."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A moment. caption: what happens; lying: the tokens on the table.

    at: when the lights begin to be watched (s), for `seconds`; still: when the display is read, and the lights are seen
    where a picture does not move.
    """

    name: str
    caption: str
    view: View
    lying: tuple[Lying, ...]
    at: float
    seconds: float
    still: float


def scenes() -> tuple[Scene, ...]:
    """Of one game of four, in the order in which they happen."""
    begun = new_game(PLAYERS, PLAYERS[0], "full", seed=SEED)
    states = [begun, *(made[3] for made in steps(begun, POLICIES["eager"], SEED))]
    return (*_placing(states), _gaining(states), _counting(states))


def _placing(states: Sequence[State]) -> Iterable[Scene]:
    """A round's first half, as tokens are laid on pads."""
    people = _People(
        next(
            state for state in states
            if state.round == ROUND and state.phase is Phase.PLACING and not state.tokens_on_board
        )
    )  # fmt: skip
    people.lay("yellow", 0, "build:1")
    people.lay("green", 0, "manufacture:1")
    people.lay("brown", 0, "develop:1")
    yield people.scene("turn", "Orange is to lay: free spaces breathe", NEWS_S, 1.0)
    people.lay("orange", 0, "manufacture:2")
    people.lay("yellow", 1, "manufacture:2")
    yield people.scene("problem", "A third token on MANUFACTURE calls", 0.0, 0.1)


def _gaining(states: Sequence[State]) -> Scene:
    """A light runs along the track to the pawn's new space."""
    before, after = next(
        (before, after)
        for before, after in pairwise(states)
        if after.round == ROUND
        and any(has.influence - had.influence >= GAIN for had, has in zip(before.holdings, after.holdings, strict=True))
    )
    session = _after(before, after)
    seen = view(session)
    lifted = (seen.in_turn, seen.acting)  # its action is being carried out
    lying = tuple(token for pair, token in session.homes.items() if pair != lifted)
    return Scene("gain", "Influence gained: a light runs to it", seen, lying, BEGIN_S, LOOP_S, 0.3)


def _counting(states: Sequence[State]) -> Scene:
    """The last player's points, who has won."""
    session = _after(states[-2], states[-1])
    at = BEGIN_S + COUNT_S * (len(PLAYERS) - 1)
    return Scene("score", "Game over: the points are counted", view(session), (), at, COUNT_S, at + RISE_S)


def _after(before: State, after: State) -> Session:
    """A session just after a move at a time at which everything lies as the game says."""
    player = before.in_turn
    assert player is not None  # a player's move, not a card's
    area = before.action.area if before.action is not None else AREAS[0]
    move = Resolve(area)
    homes = {
        (owner, place): Lying(TOKENS[owner][0].hex(), Place(place, number), owner)
        for place in AREAS
        for number, owner in enumerate(after.players_on(place), start=1)
    }
    news = MoveMade(player, move, after, BEGIN_S)
    return Session(_roster(), after, past=(Made(before, move),), just_moved=True, known=True, homes=homes, news=news)


def _roster() -> Roster:
    return Roster.of([(uid.hex(), player) for player, uids in TOKENS.items() for uid in uids], PLACES)


class _People:
    """Who lay tokens on the pads of a table, one after the other."""

    def __init__(self, game: State) -> None:
        self._session = Session(_roster(), game)
        self._now = BEGIN_S
        self._tell(TableKnown(self._now))

    def lay(self, player: str, number: int, place: str) -> None:
        """The token comes to lie, and the table is judged when it has settled."""
        self._tell(TokenLaid(TOKENS[player][number].hex(), PLACES.index(place), self._now))
        self._now += SETTLING_S
        self._tell(Tick(self._now))

    def scene(self, name: str, caption: str, later: float, still: float) -> Scene:
        """The table as it lies, looked at from so much later on (s) or a little after."""
        at = LOOP_S * math.ceil((self._now + later) / LOOP_S)
        lying = self._session.roster.read(self._session.table).lying
        return Scene(name, caption, view(self._session), lying, at, LOOP_S, at + still)

    def _tell(self, event: Event) -> None:
        self._session, _ = step(self._session, event)
