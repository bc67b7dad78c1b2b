"""The reducer: a session and an event make the next session and what came of it. Pure: time comes with the events."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from engine.era.game import apply
from engine.era.moves import Move
from engine.era.state import State
from hardware.readers.reading import PadEvent

from .referee import Homes, Pair, Problem, judge, on_board
from .roster import Layout, Lying, Roster
from .table import Table

SETTLING_S = 0.1
"""How long the table must lie still before it is judged: a hand that hesitates makes no move (architecture page)."""


@dataclass(frozen=True, slots=True)
class Tick:
    """Time passes; `at` in seconds."""

    at: float


Event = PadEvent | Tick


@dataclass(frozen=True, slots=True)
class MoveMade:
    """The table made a move of the game; `game` is the state after it."""

    player: str
    move: Move
    game: State
    at: float


@dataclass(frozen=True, slots=True)
class MoveTakenBack:
    """The last move was taken back by its player, who had laid or lifted the token; `game` is the state now."""

    player: str
    move: Move
    game: State
    at: float


@dataclass(frozen=True, slots=True)
class ProblemFound:
    """Something that was right until now is wrong."""

    problem: Problem
    at: float


@dataclass(frozen=True, slots=True)
class ProblemMended:
    """Something that was wrong is right again."""

    problem: Problem
    at: float


Outcome = MoveMade | MoveTakenBack | ProblemFound | ProblemMended


@dataclass(frozen=True, slots=True)
class Session:
    """One game on one table.

    game: what the rules say; last: the last move with the state that it was made in, while it may be taken back; table:
    what the readers say; judge_at: when the table will have lain still long enough (s), None if nothing is to be
    judged; homes: where the tokens of the game lie; problems: the one that blocks most first; news: the last move made
    or taken back.
    """

    roster: Roster
    game: State
    last: tuple[State, Move] | None = None
    table: Table = field(default_factory=Table)
    judge_at: float | None = None
    homes: Homes = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    news: MoveMade | MoveTakenBack | None = None


def step(session: Session, event: Event) -> tuple[Session, tuple[Outcome, ...]]:
    """What the event makes of the session, and what came of it, in the order in which it happened."""
    if not isinstance(event, Tick):
        return replace(session, table=session.table.after(event), judge_at=event.at + SETTLING_S), ()
    if session.judge_at is None or event.at < session.judge_at:
        return session, ()
    return _judge(replace(session, judge_at=None), event.at)


def _judge(session: Session, at: float) -> tuple[Session, tuple[Outcome, ...]]:
    layout = session.roster.read(session.table)
    verdict = judge(session.game, session.last[0] if session.last else None, layout, session.homes)
    outcomes: list[Outcome] = []
    game, last = session.game, session.last
    if verdict.take_back and last is not None:
        game, move = last
        last = None
        outcomes.append(MoveTakenBack(_in_turn(game), move, game, at))
    for move in verdict.moves:
        last = (game, move)
        game, _ = apply(game, move)
        outcomes.append(MoveMade(_in_turn(last[0]), move, game, at))
    news = session.news
    for outcome in outcomes:
        if isinstance(outcome, MoveMade | MoveTakenBack):
            news = outcome
    outcomes += [ProblemMended(problem, at) for problem in session.problems if problem not in verdict.problems]
    outcomes += [ProblemFound(problem, at) for problem in verdict.problems if problem not in session.problems]
    homes = dict(_homes(game, layout, session.homes))
    after = replace(session, game=game, last=last, homes=homes, problems=verdict.problems, news=news)
    return after, tuple(outcomes)


def _in_turn(game: State) -> str:
    assert game.in_turn is not None  # a move was made here, so somebody was in turn
    return game.in_turn


def _homes(game: State, layout: Layout, before: Homes) -> Iterator[tuple[Pair, Lying]]:
    """For each token of the game the tag that stands for it: the one from before if it still lies there."""
    for pair in on_board(game):
        there = [token for token in layout.lying if (token.player, token.place.area) == pair]
        home = before.get(pair)
        same = [token for token in there if home is not None and token.tag == home.tag]
        if same or there:
            yield pair, (same or there)[0]
        elif home is not None:
            yield pair, home
