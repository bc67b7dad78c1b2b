"""Every screen that the table can show, one after the other: for `era-table display test`, and to look at."""

from collections.abc import Iterator
from dataclasses import replace

from engine.era.components import COLOURS, GOODS
from engine.era.events import (
    CardDealt,
    CardsDiscarded,
    CardsRemoved,
    Corrected,
    DeckShuffled,
    Gained,
    LoadsRefilled,
    RoundMarkerMoved,
    StartPlayerMoved,
)
from engine.era.game import new_game
from engine.era.moves import Place as PlaceMove
from engine.era.scoring import Bonus, Score
from engine.era.state import Phase

from .. import event_messages, panels
from ..happenings import GameGoesOn, MoveMade, MoveTakenBack
from ..panels import Line
from ..referee import Kind, Problem
from ..roster import Place, Roster
from ..session import Session
from ..texts import Message
from ..view import Gain, View, view
from .gallery_pages import Situation, dialogue_situations

PLAYERS = COLOURS[:4]
def situations() -> Iterator[Situation]:
    """One after the other, in the order in which a game brings them."""
    game = new_game(PLAYERS, PLAYERS[0])
    base = view(Session(Roster.of([], ()), game))
    yield from _before(base)
    yield from _turns(base)
    yield from _problems(base)
    yield from _actions(base)
    yield from dialogue_situations()
    yield from _end(base)


def _before(base: View) -> Iterator[Situation]:
    yield Situation("nobody plays", base, panels.WELCOME)
    yield Situation("a token to enrol", base, panels.enrolment("orange", 2, 3))
    yield Situation("a token enrolled", base, panels.enrolled("orange", 2, 3))
    yield Situation("tags that can't be told apart", base, panels.several_tags(3))
    yield Situation("a token that is somebody's", base, panels.known_tag("orange"))
    goes_on = replace(base, news=GameGoesOn("14:05", 0.0), round=4)
    yield Situation("the game goes on", goes_on)
    yield Situation("the game goes on, and things differ", replace(goes_on, problem=_problem(Kind.MISSING), problems=3))


def _turns(base: View) -> Iterator[Situation]:
    game = new_game(PLAYERS, PLAYERS[0])
    second = replace(base, round=3, in_turn="orange", token=2)
    yield Situation("a player is to lay", base)
    yield Situation("areas are full", replace(second, full=("build", "manufacture", "market")))
    yield Situation("most areas are full", replace(second, full=("build", "produce", "buy", "market")))
    laid = replace(second, news=MoveMade("brown", PlaceMove("manufacture"), game, 0.0))
    yield Situation("a token was laid", laid)
    taken_back = MoveTakenBack("brown", PlaceMove("manufacture"), game, 0.0)
    yield Situation("a move was taken back", replace(second, news=taken_back))
    yield Situation("influence was gained", replace(laid, gains=(Gain("brown", 6, 9, 0.0),)))
    won = Gain("brown", 6, 9, 0.0, "coins")
    yield Situation("influence and a symbol were gained", replace(laid, gains=(won,)))
    own = ("build", "manufacture", "market")
    yield Situation("a player is to lift", replace(second, phase=Phase.RESOLVING, own=own))
    yield Situation("the lights are gone", second, panels.NO_LIGHTS)


def _problem(kind: Kind) -> Problem:
    return Problem(kind, Place("manufacture", 2), "brown", Place("produce", 1), Place("develop", 1))


def _problems(base: View) -> Iterator[Situation]:
    for kind in Kind:
        seen = replace(base, in_turn="orange", problem=_problem(kind), problems=1 + (kind is Kind.MISSING))
        yield Situation(f"problem: {kind.value}", seen)


def _actions(base: View) -> Iterator[Situation]:
    full = new_game(PLAYERS, PLAYERS[0], depth="full")
    yield Situation("a full stock", base, panels.Stock("orange", tuple((good, 99) for good in GOODS)))
    yield Situation("a stock", base, panels.stock(full, "green"))
    for told in _news():
        yield Situation(f"news: {told.key}", base, Line(told))


def _news() -> Iterator[Message]:
    for event in (
        Gained("green", (("influence", 3),), "telephone-1", "MAKE-1"),
        Gained("green", (("coins", 1),), "space 9", "SYM-1"),
        Gained("yellow", (("influence", 1),), "sewing-machine original", "MAKE-3"),
        Corrected("orange", "coins", 4, 5),
    ):
        told = event_messages.news(event, by="green")
        if told is not None:
            yield told


def _end(base: View) -> Iterator[Situation]:
    ended = event_messages.round_end(3, (
        CardsRemoved(("light-bulb", "pocket-watch")),
        CardsDiscarded("invention", ("telephone-1", "gramophone-copy", "cash-register-2"), "ROUND-2"),
        DeckShuffled("invention", 14, "ROUND-4"),
        CardDealt("invention", "steam-engine-1", 0, "ROUND-3"),
        CardDealt("invention", "sewing-machine-copy", 6, "ROUND-3"),
        CardDealt("factory", "tool-works-4", 4, "ROUND-6"),
        LoadsRefilled(()),
        RoundMarkerMoved(4),
        StartPlayerMoved("orange"),
    ))  # fmt: skip
    if ended is not None:
        for number in range(len(ended.steps)):
            yield Situation(f"end of a round, step {number + 1}", base, replace(ended, now=number))
    yield Situation("cards are laid out", replace(base, phase=Phase.DEALING, in_turn=None))
    yield Situation("the final market", replace(base, phase=Phase.FINAL_MARKET, in_turn="orange", round=8))
    over = replace(base, phase=Phase.OVER, in_turn=None, round=8)
    yield Situation("the game is over", over)
    yield Situation("the final scoring", replace(over, scores=SCORES))
    yield Situation("a shared win", replace(over, scores=tuple(_level(score) for score in SCORES)))


SCORES = (
    Score("yellow", 31, 2, Bonus(4, 5), Bonus(9, 0), Bonus(6, 0), 3),
    Score("green", 38, 3, Bonus(2, 0), Bonus(17, 5), Bonus(7, 3), 5),
    Score("brown", 22, 0, Bonus(1, 0), Bonus(5, 0), Bonus(7, 3), 2),
    Score("orange", 29, 1, Bonus(0, 0), Bonus(8, 0), Bonus(4, 0), 2),
)


def _level(score: Score) -> Score:
    """The same player with as many points and inventions as all others."""
    level = Bonus(3, 1)
    return Score(score.player, 30, 0, level, level, level, 2)
