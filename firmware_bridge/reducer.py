"""The reducer: a session and an event make the next session and what came of it. Pure: time comes with the events."""

from collections.abc import Sequence
from dataclasses import replace

from engine.era.game import apply
from engine.era.moves import Correct
from engine.era.state import Phase
from hardware.readers.reading import TableKnown

from .acceptance import accept
from .clocks import Clocks
from .errors import CannotAccept, NothingToTakeBack
from .happenings import (
    Accept,
    Away,
    Begin,
    End,
    Enrol,
    Enrolled,
    Event,
    Forget,
    Forgotten,
    GameBegun,
    GameEnded,
    GameGoesOn,
    GameOutcome,
    GamePaused,
    HandOver,
    MoveMade,
    MoveTakenBack,
    MoveTrack,
    Outcome,
    Pause,
    Play,
    ProblemFound,
    ProblemMended,
    Replace,
    Replaced,
    SeatChanged,
    ShowClocks,
    TableAccepted,
    TakeBack,
    Tick,
    TrackMoved,
)
from .kept_tracks import KeptTracks
from .lying import Undone, followed, homes_of
from .playing import by_itself, played, taken_back
from .referee import Kind, Problem, judge, most_blocking_first
from .session import Session, table_layout

SETTLING_S = 0.13
"""How long the table must lie still before it is judged: a hand that hesitates makes no move (architecture page).

Longer than a scan of twelve pads with tags new to it (124 ms): of two who lay at once both are read.
"""

LONGEST_S = 0.5
"""How long the table is waited for to lie still: a tag that comes and goes must not keep others from being judged."""


def step(session: Session, event: Event) -> tuple[Session, tuple[Outcome, ...]]:
    """What the event makes of the session, and what came of it, in the order in which it happened.

    Raises IllegalMove for a `Play` that the rules refuse, NothingToTakeBack, CannotAccept for an `Accept` of a table
    that is not known yet, that is right already, or of which no legal state can be made, NoSuchSpace for a `MoveTrack`
    beside the track, and RosterError for tags that can't have that done to them; the session is then as it was.
    """
    after, outcomes = _step(session, event)
    game = after.game
    in_turn = None if after.idle or after.paused or not after.known else game.in_turn
    clocks = after.clocks.turned(in_turn, event.at)
    changes = [each for each in outcomes if isinstance(each, MoveMade | MoveTakenBack | TableAccepted | GameBegun)]
    just_moved = isinstance(changes[-1], MoveMade) if changes else after.just_moved
    if clocks is not after.clocks or just_moved != after.just_moved:
        after = replace(after, clocks=clocks, just_moved=just_moved)
    return after, outcomes


def _step(session: Session, event: Event) -> tuple[Session, tuple[Outcome, ...]]:
    match event:
        case Tick(at=at):
            if not session.known or session.paused or session.judge_at is None or at < session.judge_at:
                return session, ()
            return _judge(replace(session, judge_at=None), at)
        case Play(move=Correct() as move) if apply(session.game, move)[0] == session.game:
            return session, ()  # the record says so already: nothing is put right, and nothing to be taken back
        case Play(move=move, at=at):
            return _judged(*played(session, [move], at))
        case TakeBack(at=at, operator=operator):
            if (session.undoable if operator else session.own_last) is None:
                raise NothingToTakeBack(
                    "there is no move that could be taken back"
                    if operator or not session.past
                    else "the last move can't be taken back by a player any more: ask the operator"
                )
            return _judged(*taken_back(session, at))
        case Accept(at=at):
            if not session.known:  # a table that nobody has looked at seems empty, which may be legal
                raise CannotAccept("the pads are still being looked at: ask again in a second")
            if session.idle:
                raise CannotAccept("nobody plays: begin a game first")
            if session.judge_at is None and not session.problems:
                raise CannotAccept("the table lies as the game says: there is nothing to accept")
            layout = table_layout(session)
            game = accept(session.game, layout)
            if game == session.game and not session.undone:  # and all that may be taken back would be lost for nothing
                raise CannotAccept("the tokens lie as the game says: what is wrong has to be mended where it is shown")
            homes = dict(homes_of(game, layout, session.homes))
            earlier = (*session.earlier, *session.past)
            after = replace(session, game=game, past=(), earlier=earlier, homes=homes, news=None, undone=())
            return _judged(*by_itself(after, TableAccepted(game, at)))
        case Begin(game=game, at=at, seed=seed):
            lying = table_layout(session).lying
            undone = tuple(Undone(token, True) for token in lying if token.player is not None)
            after = replace(session, game=game, past=(), earlier=(), homes={}, news=None, begun="", undone=undone)
            after = replace(after, seed=seed, idle=False, paused=False, away=(), clocks=Clocks(session.clocks.shown))
            after = replace(after, tracks=KeptTracks())
            return _judged(*by_itself(after, GameBegun(game, at)))
        case End(at=at):
            after = replace(session, idle=True, paused=False, past=(), earlier=(), undone=())
            return _judged(after, GameEnded(session.game, at))
        case Pause(on=on, at=at):
            if on == session.paused:
                return session, ()
            return _judged(replace(session, paused=on), GamePaused(on, at))
        case Away(player=player, away=away, at=at):
            others = tuple(other for other in session.away if other != player)
            after = replace(session, away=(*others, player) if away else others)
            return _judged(*by_itself(after, SeatChanged(player, away, at)))
        case HandOver(player=player, at=at):
            clocks = session.clocks.restarted(player, at)
            others = tuple(other for other in session.away if other != player)
            return _judged(replace(session, clocks=clocks, away=others), SeatChanged(player, False, at, anew=True))
        case MoveTrack(player=player, track=track, space=space, at=at):
            moved = TrackMoved(player, track, session.tracks.space(track, player), space, at)
            tracks = session.tracks.moved(session.game, track, player, space)
            return replace(session, tracks=tracks, news=moved), (moved,)
        case ShowClocks(on=on):
            return replace(session, clocks=replace(session.clocks, shown=on)), ()
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
            goes_on = session.begun and session.game.phase is not Phase.OVER
            news = GameGoesOn(session.begun, at) if goes_on else session.news
            return replace(session, known=True, judge_at=at, news=news), ()
        case _:
            moved_at = event.at if session.moved_at is None else session.moved_at
            judge_at = min(event.at + SETTLING_S, moved_at + LONGEST_S)
            table = session.table.after(event)
            return replace(session, table=table, judge_at=judge_at, moved_at=moved_at), ()


def _named(session: Session, tag: str) -> Session:
    """The tag has just become a token: if it lies on a pad it was laid to be named, not to be played.

    Unless it stands for a token that lies in the game: then it lies there rightly, or is told its way.
    """
    if any(home.tag == tag for home in session.homes.values()):
        return session
    laid = tuple(Undone(token, True) for token in table_layout(session).lying if token.tag == tag)
    return replace(session, undone=(*session.undone, *laid))


def _undone_but(session: Session, tags: Sequence[str]) -> tuple[Undone, ...]:
    """What the hands have still to follow when these tags are nobody's: where one lies, a stranger lies; what is to be
    put back is due whatever its tag."""
    return tuple(each for each in session.undone if not each.lies or each.token.tag not in tags)


def _judged(session: Session, *outcomes: GameOutcome) -> tuple[Session, tuple[Outcome, ...]]:
    """What was not read off the pads is followed by a judgement at once, so that the answer says what is wrong now."""
    if not session.known:
        return session, outcomes
    after, more = _judge(replace(session, judge_at=None), outcomes[-1].at)
    return after, (*outcomes, *more)


def _judge(session: Session, at: float) -> tuple[Session, tuple[Outcome, ...]]:
    if session.idle:
        return replace(session, problems=()), tuple(ProblemMended(problem, at) for problem in session.problems)
    if session.paused:
        return session, ()
    seen = table_layout(session)
    undone = tuple(each for each in session.undone if each.stands(seen))
    layout = followed(seen, undone)
    last = session.last
    verdict = judge(session.game, last.before if last else None, layout, session.homes)
    made: list[GameOutcome] = []
    after = session
    if verdict.take_back and last is not None:
        taken_back = MoveTakenBack(last.before.in_turn, last.move, last.before, at)
        after = replace(after, game=last.before, past=after.past[:-1], just_moved=False, news=taken_back)
        made.append(taken_back)
    after, *moves = played(after, verdict.moves, at)
    made += moves
    # What came by itself, or passed because somebody is away, the verdict knows nothing of: it is judged soon again.
    again = any(outcome.move not in verdict.moves for outcome in moves if isinstance(outcome, MoveMade))
    # What was played while the table was off must not hide which game goes on.
    greeted = isinstance(session.news, GameGoesOn) and at < session.news.at + SETTLING_S
    unfollowed = [
        Problem(Kind.VOID if each.lies else Kind.MISSING, each.token.place, each.token.player)
        for each in undone
        if each.token.place not in seen.silent  # where no pad can tell, the hands are taken to have followed
    ]
    problems = tuple(most_blocking_first([*unfollowed, *verdict.problems]))
    mended = [ProblemMended(problem, at) for problem in session.problems if problem not in problems]
    found = [ProblemFound(problem, at) for problem in problems if problem not in session.problems]
    after = replace(
        after,
        homes=dict(homes_of(after.game, layout, after.homes)),
        problems=problems,
        undone=undone,
        moved_at=None,
        judge_at=at if again else after.judge_at,
        news=session.news if greeted else after.news,
    )
    return after, (*made, *mended, *found)
