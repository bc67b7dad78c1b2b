"""One game on one table, as a value: what the rules say, what the readers say, what is wrong, what happened last."""

from dataclasses import dataclass, field, replace

from engine.era.moves import Correct, Deal, Move, Resolve
from engine.era.state import State

from .clocks import Clocks
from .happenings import GameGoesOn, News
from .kept_tracks import KeptTracks
from .lying import Undone, layout_of
from .referee import Homes, Problem
from .roster import Layout, Lying, Place, Roster
from .table import Table


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

    game: what the rules say; past: the moves that led there and may be taken back, the last one last; earlier: those
    before the table was taken as it lay, which stand; just_moved: that the last thing that happened to the game was the
    last of them; table: what the readers say; known: whether every pad has been looked at since the start, before which
    nothing is judged; judge_at: when the table will have lain still long enough (s), None if nothing is to be judged;
    homes: where the tokens of the game lie; problems: the one that blocks most first; news: what happened last; begun:
    when a game that goes on was begun, as people say it, else empty; undone: what the hands have still to follow of the
    operator's word; tracks: what people keep by buttons in depth "referee".
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
    earlier: tuple[Made, ...] = ()

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
        return next((made for made in reversed(self.past) if not deals_itself(made)), None)


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
    seen = {token.tag for token in table_layout(session).lying}
    return {home.tag: home.place for home in session.homes.values() if home.tag and home.tag not in seen}


def table_layout(session: Session) -> Layout:
    """What lies on the table, as the readers say it and the roster names it."""
    return layout_of(session.roster, session.table, session.homes)


def deals_itself(made: Made) -> bool:
    """Whether the table made the move by itself: a card that its own shuffle dealt."""
    return isinstance(made.move, Deal) and made.before.dealing == "virtual"
