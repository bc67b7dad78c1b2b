"""The reducer: a session and an event make the next session and what came of it. Pure: time comes with the events."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from engine.era.game import apply, legal_moves
from engine.era.moves import DONE, Correct, Deal, Decline, Move, Place as PlaceMove, Resolve
from engine.era.state import Phase, State
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
    HandOver,
    MoveMade,
    MoveTakenBack,
    MoveTrack,
    News,
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
from .lying import Undone, due_but, followed, homes_of, layout_of
from .referee import Homes, Kind, Pair, Problem, judge, most_blocking_first
from .roster import Layout, Lying, Place, Roster
from .table import Table

SETTLING_S = 0.13
"""How long the table must lie still before it is judged: a hand that hesitates makes no move (architecture page).

Longer than a scan of twelve pads with tags new to it (124 ms): of two who lay at once both are read.
"""

LONGEST_S = 0.5
"""How long the table is waited for to lie still: a tag that comes and goes must not keep others from being judged."""


@dataclass(frozen=True, slots=True)
class Made:
    """A move that was made, and the state that it was made in."""

    before: State
    move: Move
    token: Lying | None = field(default=None, compare=False)
    """The token that was lifted, and where it lay; None where that is not known, as after a restart."""


@dataclass(frozen=True, slots=True)
class Session:
    """One game on one table.

    game: what the rules say; past: the moves that led there and may be taken back, the last one last; just_moved: that
    the last thing that happened to the game was the last of them; table: what the readers say; known: whether every pad
    has been looked at since the start, before which nothing is judged; judge_at: when the table will have lain still
    long enough (s), None if nothing is to be judged; homes: where the tokens of the game lie; problems: the one that
    blocks most first; news: what happened last; begun: when a game that goes on was begun, as people say it, else
    empty; undone: what the hands have still to follow of the operator's word; tracks: what people keep by buttons in
    depth "referee".
    """

    roster: Roster
    game: State
    past: tuple[Made, ...] = ()
    just_moved: bool = False
    table: Table = field(default_factory=Table)
    known: bool = False
    judge_at: float | None = None
    moved_at: float | None = None
    homes: Homes = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    news: News | None = None
    begun: str = ""
    undone: tuple[Undone, ...] = ()
    seed: int = 0
    idle: bool = False
    paused: bool = False
    away: tuple[str, ...] = ()
    clocks: Clocks = field(default_factory=Clocks)
    tracks: KeptTracks = field(default_factory=KeptTracks)

    @property
    def last(self) -> Made | None:
        """The last move, while its player may take it back with the hands: nobody has moved since or taken anything
        back (a sleeve sweeps off several tokens, and undoes one move at most), and no card was dealt. An action of
        which nothing is done, or nothing is left, is taken back all the same: its token is in the hand."""
        if not self.past or isinstance(self.past[-1].move, Deal | Correct):
            return None
        begun = isinstance(self.past[-1].move, Resolve) and self.game.action is not None
        return self.past[-1] if self.just_moved or begun else None

    @property
    def own_last(self) -> Made | None:
        """The last move, while its player may take it back by a choice: `last`; in the own turn one after another."""
        if not self.past or isinstance(self.past[-1].move, Deal | Correct):
            return None
        return self.past[-1] if self.past[-1].before.in_turn == self.game.in_turn else self.last

    @property
    def undoable(self) -> Made | None:
        """The last move that somebody made, which the operator may take back. Cards that the table deals by itself are
        none: they go with the move that had them dealt, since alone they would come again."""
        return next((made for made in reversed(self.past) if not _deals_itself(made)), None)


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
        case Play(move=move, at=at):
            return _judged(*_played(session, [move], at))
        case TakeBack(at=at, operator=operator):
            if (session.undoable if operator else session.own_last) is None:
                raise NothingToTakeBack(
                    "there is no move that could be taken back"
                    if operator or not session.past
                    else "the last move can't be taken back by a player any more: ask the operator"
                )
            return _judged(*_taken_back(session, at))
        case Accept(at=at):
            if not session.known:  # a table that nobody has looked at seems empty, which may be legal
                raise CannotAccept("the pads are still being looked at: ask again in a second")
            if session.judge_at is None and not session.problems:
                raise CannotAccept("the table lies as the game says: there is nothing to accept")
            layout = _layout(session)
            game = accept(session.game, layout)
            homes = dict(homes_of(game, layout, session.homes))
            after = replace(session, game=game, past=(), homes=homes, news=None, undone=())
            return _judged(*_by_itself(after, TableAccepted(game, at)))
        case Begin(game=game, at=at, seed=seed):
            lying = _layout(session).lying
            undone = tuple(Undone(token, True) for token in lying if token.player is not None)
            after = replace(session, game=game, past=(), homes={}, news=None, begun="", undone=undone)
            after = replace(after, seed=seed, idle=False, paused=False, away=(), clocks=Clocks(session.clocks.shown))
            after = replace(after, tracks=KeptTracks())
            return _judged(*_by_itself(after, GameBegun(game, at)))
        case End(at=at):
            return _judged(replace(session, idle=True, paused=False, past=(), undone=()), GameEnded(session.game, at))
        case Pause(on=on, at=at):
            return replace(session, paused=on, judge_at=at), ()
        case Away(player=player, away=away, at=at):
            others = tuple(other for other in session.away if other != player)
            after = replace(session, away=(*others, player) if away else others)
            return _judged(*_by_itself(after, SeatChanged(player, away, at)))
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


def gone_on(kept: Session, session: Session, at: float) -> Session:
    """The game of a session that was kept, gone on with on the table of this one: what lies there is judged by it, but
    that the last token does not lie there takes no move back."""
    news = GameGoesOn(kept.begun, at) if session.known else None
    return replace(
        kept,
        just_moved=False,
        roster=session.roster,
        table=session.table,
        known=session.known,
        judge_at=at,
        news=news,
    )


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
    """What the hands have still to follow when these tags are nobody's: where one lies, a stranger lies; what is to be
    put back is due whatever its tag."""
    return tuple(each for each in session.undone if not each.lies or each.token.tag not in tags)


def _judged(session: Session, *outcomes: GameOutcome) -> tuple[Session, tuple[Outcome, ...]]:
    """What was not read off the pads is followed by a judgement at once, so that the answer says what is wrong now."""
    if not session.known:
        return session, outcomes
    after, more = _judge(replace(session, judge_at=None), outcomes[-1].at)
    return after, (*outcomes, *more)


def _played(session: Session, moves: Sequence[Move], at: float) -> tuple[Session, *tuple[GameOutcome, ...]]:
    """The moves made one after the other, and after each what comes by itself."""
    outcomes: list[GameOutcome] = []
    for move in moves:
        before = session.game
        if isinstance(move, Resolve) and before.in_turn in session.away:  # nobody is there to carry it out
            move = Decline(move.area)
        game, events = apply(before, move)
        made = MoveMade(before.in_turn, move, game, at, events)
        homes = dict(session.homes)
        home: Lying | None = None
        if isinstance(move, PlaceMove) and before.in_turn is not None:
            homes.update(_on_silent_pad(session, before.in_turn, move.area))
        elif isinstance(move, Resolve | Decline) and before.in_turn is not None:
            pair = before.in_turn, move.area
            home = homes.pop(pair, None)
            session = replace(session, undone=due_but(session.undone, pair))
            if home is not None and home.tag and home.place in session.roster.read(session.table).silent:
                # People say that they lifted it: should the pad come back and read it still, it has to go.
                session = replace(session, undone=(*session.undone, Undone(home, True)))
        past = (*session.past, Made(before, move, home))
        session = replace(session, game=game, past=past, just_moved=True, homes=homes, news=made)
        session, *more = _by_itself(session, made)
        outcomes += more
    return session, *outcomes


def _by_itself(session: Session, outcome: GameOutcome) -> tuple[Session, *tuple[GameOutcome, ...]]:
    """After an outcome: the cards that the engine's own shuffle deals in dealing "virtual" (chance is a move:
    architecture page), and the end of the action, and of the final market, of who is away."""
    game, past, outcomes = session.game, list(session.past), [outcome]
    while True:
        player, move = game.in_turn, None
        if game.dealing == "virtual" and game.phase in (Phase.SETTING_UP, Phase.DEALING):
            move = legal_moves(game)[0]
        elif player in session.away and game.action is not None and DONE in legal_moves(game):
            move = DONE
        if move is None:
            return replace(session, game=game, past=tuple(past)), *outcomes
        past.append(Made(game, move))
        game, events = apply(game, move)
        outcomes.append(MoveMade(player, move, game, outcome.at, events))


def _on_silent_pad(session: Session, player: str, area: str) -> Iterator[tuple[Pair, Lying]]:
    """A token that people say they laid where no pad can tell: it lies there until they say that they lifted it."""
    for place in session.roster.read(session.table).silent:
        if place.area == area and all(home.place != place for home in session.homes.values()):
            yield (player, area), Lying("", place, player)
            return


def _deals_itself(made: Made) -> bool:
    return isinstance(made.move, Deal) and made.before.dealing == "virtual"


def _taken_back(session: Session, at: float) -> tuple[Session, *tuple[GameOutcome, ...]]:
    """The session before the last move that somebody made: there is one."""
    outcomes: list[GameOutcome] = []
    while True:
        made = session.past[-1]
        outcome = MoveTakenBack(made.before.in_turn, made.move, made.before, at)
        session = _without(session, made, outcome)
        outcomes.append(outcome)
        if not _deals_itself(made):
            return session, *outcomes


def _without(session: Session, made: Made, news: MoveTakenBack) -> Session:
    """The session before the move, and what the hands have to follow: a token that was laid is to be lifted, one that
    was lifted to be put back; where both were undone, nothing."""
    undone = session.undone
    if isinstance(made.move, PlaceMove | Resolve | Decline):
        player = made.before.in_turn
        assert player is not None  # a token's move is made by its player
        pair = (player, made.move.area)
        lies = isinstance(made.move, PlaceMove)
        opposite = [each for each in undone if each.pair == pair and each.lies != lies]
        if opposite:
            undone = tuple(each for each in undone if each not in opposite)
        else:
            token = session.homes.get(pair) if lies else made.token
            undone = (*undone, Undone(token or Lying("", Place(pair[1]), player), lies))
    past = session.past[:-1]
    return replace(session, game=made.before, past=past, just_moved=False, news=news, undone=undone)


def _judge(session: Session, at: float) -> tuple[Session, tuple[Outcome, ...]]:
    if session.idle:
        return replace(session, problems=()), tuple(ProblemMended(problem, at) for problem in session.problems)
    if session.paused:
        return session, ()
    seen = _layout(session)
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
    after, *moves = _played(after, verdict.moves, at)
    made += moves
    # What was played while the table was off must not hide which game goes on.
    greeted = isinstance(session.news, GameGoesOn) and at < session.news.at + SETTLING_S
    unfollowed = [
        Problem(Kind.VOID if each.lies else Kind.MISSING, each.token.place, each.token.player)
        for each in undone
        if not (each.lies and each.token.place in seen.silent)
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
        news=session.news if greeted else after.news,
    )
    return after, (*made, *mended, *found)


def _layout(session: Session) -> Layout:
    return layout_of(session.roster, session.table, session.homes)
