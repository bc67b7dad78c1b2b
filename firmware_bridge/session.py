"""The reducer: a session and an event make the next session and what came of it. Pure: time comes with the events."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from engine.era.game import apply
from engine.era.moves import Place as PlaceMove, TokenMove
from engine.era.state import State
from hardware.readers.reading import TableKnown

from .acceptance import accept
from .errors import CannotAccept
from .happenings import (
    Accept,
    Begin,
    Enrol,
    Enrolled,
    Event,
    Forget,
    Forgotten,
    GameBegun,
    GameGoesOn,
    GameOutcome,
    MoveMade,
    MoveTakenBack,
    News,
    Outcome,
    ProblemFound,
    ProblemMended,
    Replace,
    Replaced,
    TableAccepted,
    TakeBack,
    Tick,
)
from .referee import Homes, Kind, Pair, Problem, judge, most_blocking_first, on_board
from .roster import Layout, Lying, Place, Roster
from .table import Table

SETTLING_S = 0.13
"""How long the table must lie still before it is judged: a hand that hesitates makes no move (architecture page).

Longer than a scan of twelve pads with tags new to it (124 ms): of two who lay at once both are read.
"""

LONGEST_S = 0.5
"""How long the table is waited for to lie still: a tag that comes and goes must not keep others from being judged."""


@dataclass(frozen=True, slots=True)
class Undone:
    """What the operator undid and the hands have not followed yet.

    lies: the token lies there and does not count until it has been lifted; else it has to be put back on its area, and
    counts as lying there meanwhile.
    """

    token: Lying
    lies: bool

    def stands(self, layout: Layout) -> bool:
        """Whether the hands have still to follow."""
        if self.lies:
            return any((token.tag, token.place) == (self.token.tag, self.token.place) for token in layout.lying)
        pair = (self.token.player, self.token.place.area)
        return all((token.player, token.place.area) != pair for token in layout.lying)


@dataclass(frozen=True, slots=True)
class Session:
    """One game on one table.

    game: what the rules say; last: the last move with the state that it was made in, while it may be taken back; table:
    what the readers say; known: whether every pad has been looked at since the start, before which nothing is judged;
    judge_at: when the table will have lain still long enough (s), None if nothing is to be judged; homes: where the
    tokens of the game lie; problems: the one that blocks most first; news: what happened last; begun: when a game that
    goes on was begun, as people say it, else empty; undone: what the hands have still to follow of the operator's word.
    """

    roster: Roster
    game: State
    last: tuple[State, TokenMove] | None = None
    table: Table = field(default_factory=Table)
    known: bool = False
    judge_at: float | None = None
    moved_at: float | None = None
    homes: Homes = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    news: News | None = None
    begun: str = ""
    undone: tuple[Undone, ...] = ()


def step(session: Session, event: Event) -> tuple[Session, tuple[Outcome, ...]]:
    """What the event makes of the session, and what came of it, in the order in which it happened.

    Raises CannotAccept for an `Accept` of a table that is not known yet, that is right already, or of which no legal
    state can be made, and RosterError for tags with which that can't be done; the session is then as it was.
    """
    match event:
        case Tick(at=at):
            if not session.known or session.judge_at is None or at < session.judge_at:
                return session, ()
            return _judge(replace(session, judge_at=None), at)
        case TakeBack(at=at):
            if session.last is None:
                return session, ()
            game, move = session.last
            player = _in_turn(game)
            outcome = MoveTakenBack(player, move, game, at)
            lies = isinstance(move, PlaceMove)
            token = session.homes.get((player, move.area)) if lies else None
            undone = (*session.undone, Undone(token or Lying("", Place(move.area), player), lies))
            return _judged(replace(session, game=game, last=None, news=outcome, undone=undone), outcome)
        case Accept(at=at):
            if not session.known:  # a table that nobody has looked at seems empty, which may be legal
                raise CannotAccept("the pads are still being looked at: ask again in a second")
            if session.judge_at is None and not session.problems:
                raise CannotAccept("the table lies as the game says: there is nothing to accept")
            layout = _layout(session)
            game = accept(session.game, layout)
            homes = dict(_homes(game, layout, session.homes))
            after = replace(session, game=game, last=None, homes=homes, news=None, undone=())
            return _judged(after, TableAccepted(game, at))
        case Begin(game=game, at=at):
            undone = tuple(Undone(token, True) for token in _layout(session).lying if token.player is not None)
            after = replace(session, game=game, last=None, homes={}, news=None, begun="", undone=undone)
            return _judged(after, GameBegun(game, at))
        case Enrol(tag=tag, player=player, at=at):
            roster = session.roster.enrolled(tag, player)
            return _named(replace(session, roster=roster, judge_at=at), tag), (Enrolled(tag, player, at),)
        case Replace(old=old, new=new, at=at):
            roster = session.roster.replaced(old, new)
            homes = {
                pair: replace(home, tag=new) if home.tag == old else home for pair, home in session.homes.items()
            }
            after = replace(session, roster=roster, homes=homes, undone=_undone_but(session, [old]), judge_at=at)
            return _named(after, new), (Replaced(old, new, roster.tags[new], at),)
        case Forget(tags=tags, at=at):
            owners, roster = session.roster.tags, session.roster.forgotten(tags)
            after = replace(session, roster=roster, undone=_undone_but(session, tags), judge_at=at)
            return after, tuple(Forgotten(tag, owners[tag], at) for tag in tags)
        case TableKnown(at=at):
            news = GameGoesOn(session.begun, at) if session.begun else session.news
            return replace(session, known=True, judge_at=at, news=news), ()
        case _:
            moved_at = event.at if session.moved_at is None else session.moved_at
            judge_at = min(event.at + SETTLING_S, moved_at + LONGEST_S)
            table = session.table.after(event)
            return replace(session, table=table, judge_at=judge_at, moved_at=moved_at), ()


def missing(session: Session) -> dict[str, Place] | None:
    """The tags of tokens that lie there in the game and on no pad, with their places; None before that is known."""
    if not session.known:
        return None
    seen = {token.tag for token in _layout(session).lying}
    return {home.tag: home.place for home in session.homes.values() if home.tag and home.tag not in seen}


def _named(session: Session, tag: str) -> Session:
    """The tag has just become a token: if it lies on a pad it was laid to be named, not to be played.

    Unless it stands for a token that lies in the game: then it lies there rightly, or is told its way.
    """
    if any(home.tag == tag for home in session.homes.values()):
        return session
    laid = tuple(Undone(token, True) for token in _layout(session).lying if token.tag == tag)
    return replace(session, undone=(*session.undone, *laid))


def _undone_but(session: Session, tags: Sequence[str]) -> tuple[Undone, ...]:
    """What the hands have still to follow when these tags are nobody's: where one lies, a stranger lies."""
    return tuple(each for each in session.undone if each.token.tag not in tags)


def _judged(session: Session, outcome: GameOutcome) -> tuple[Session, tuple[Outcome, ...]]:
    """An operator's word is followed by a judgement at once, so that the answer says what is wrong now."""
    if not session.known:
        return session, (outcome,)
    after, more = _judge(replace(session, judge_at=None), outcome.at)
    return after, (outcome, *more)


def _judge(session: Session, at: float) -> tuple[Session, tuple[Outcome, ...]]:
    seen = _layout(session)
    undone = tuple(each for each in session.undone if each.stands(seen))
    layout = _followed(seen, undone)
    verdict = judge(session.game, session.last[0] if session.last else None, layout, session.homes)
    made: list[MoveMade | MoveTakenBack] = []
    game, last = session.game, session.last
    if verdict.take_back and last is not None:
        game, move = last
        last = None
        made.append(MoveTakenBack(_in_turn(game), move, game, at))
    for move in verdict.moves:
        last = (game, move)
        game, _ = apply(game, move)
        made.append(MoveMade(_in_turn(last[0]), move, game, at))
    # What was played while the table was off must not hide which game goes on.
    greeted = isinstance(session.news, GameGoesOn) and at < session.news.at + SETTLING_S
    unfollowed = [
        Problem(Kind.VOID if each.lies else Kind.MISSING, each.token.place, each.token.player) for each in undone
    ]
    problems = tuple(most_blocking_first([*unfollowed, *verdict.problems]))
    mended = [ProblemMended(problem, at) for problem in session.problems if problem not in problems]
    found = [ProblemFound(problem, at) for problem in problems if problem not in session.problems]
    after = replace(
        session,
        game=game,
        last=last,
        homes=dict(_homes(game, layout, session.homes)),
        problems=problems,
        undone=undone,
        moved_at=None,
        news=made[-1] if made and not greeted else session.news,
    )
    return after, (*made, *mended, *found)


def _layout(session: Session) -> Layout:
    """What lies on the table, and what is taken to lie on pads that tell nothing: the tokens that lay there last.

    In the readers' order, and on one reader in that of the tags: which was read first says nothing after a restart.
    """
    layout = session.roster.read(session.table)
    seen = {token.tag for token in layout.lying}
    unread = (*layout.silent, *layout.garbled)
    hidden = (home for home in session.homes.values() if home.place in unread and home.tag not in seen)
    places = session.roster.places
    lying = sorted((*layout.lying, *hidden), key=lambda token: (places.index(token.place), token.tag))
    return replace(layout, lying=tuple(lying))


def _followed(layout: Layout, undone: Sequence[Undone]) -> Layout:
    """The table as it will lie when the hands have followed the operator."""
    off = [each.token for each in undone if each.lies]
    back = [each.token for each in undone if not each.lies]
    return replace(layout, lying=(*(token for token in layout.lying if token not in off), *back))


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
