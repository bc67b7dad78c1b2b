"""One value that says what everybody may see; the display, the lights and later the web page are all made from it."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from engine.era.components import AREAS, GOODS, SPACES_PER_AREA
from engine.era.game import legal_moves
from engine.era.moves import Correct, Place as PlaceMove
from engine.era.scoring import Score, scores
from engine.era.state import Phase
from engine.era.tables import tables_of

from .clocks import Clocks
from .happenings import MoveMade, News, TrackMoved
from .kept_tracks import INFLUENCE, PATENTS
from .referee import Kind, Problem, on_board
from .roster import Place
from .session import Session


class Look(Enum):
    """What a space has to say."""

    CLOSED = "closed"  # nothing lies here, and the player in turn may not lay here
    OPEN = "open"  # the player in turn may lay a token here
    TAKEN = "taken"  # a token lies here, rightly
    LIFTABLE = "liftable"  # a token of the player in turn, who may lift it now
    CALLS = "calls"  # what lies here has to be moved
    CALLS_SOFTLY = "calls-softly"  # what lies here came too early
    GONE = "gone"  # what lay here has to come back
    SILENT = "silent"  # the pad does not answer


LOOK_OF_PROBLEM = {
    Kind.SILENT: Look.SILENT,
    Kind.OUT_OF_TURN: Look.CALLS_SOFTLY,
    Kind.LIFTED_EARLY: Look.GONE,
    Kind.TWO_LIFTED: Look.GONE,
    Kind.MISSING: Look.GONE,
}


@dataclass(frozen=True, slots=True)
class Space:
    """One of the twelve spaces: area, number (1 or 2), what it says, and whose token it is about."""

    area: str
    number: int
    look: Look
    player: str | None = None


@dataclass(frozen=True, slots=True)
class Gain:
    """Influence that a player gained at `at` (s): the pawn went from the space `before` to the space `after`.

    symbol: what the space gave to the pawn that ended there, one of GOODS; empty for nothing (SYM-1, SYM-2).
    """

    player: str
    before: int
    after: int
    at: float
    symbol: str = ""


@dataclass(frozen=True, slots=True)
class View:
    """What may be seen.

    in_turn: None once the game is over; token: which of the player's tokens is laid next, from 1; full: areas with two
    tokens; own: areas where the player in turn may lift; problem: the one that blocks most, of `problems` in all; news:
    what happened last; spaces: the twelve in board order.

    influence and patents: the space of each player's pawn and patent marker, in order of seats; empty in depth
    "referee" while nobody keeps them. gains: influence that the last move gave, while it is the news. scores: of a game
    of depth "full" that is over, in order of seats, else empty. over_at: when the last move ended the game (s); None
    before that, and where no move ended it. acting: the area whose action the player in turn is in the middle of.

    passes: the player in turn is away; while tokens are laid the area where the others lay the token, else empty. None
    where somebody is there. paused: the game waits; rests: nobody plays (T21); setting_up: the seats of a new game that
    is being asked for (T22), else None. clocks: the players' clocks, None while nobody wants to see them.
    """

    round: int
    rounds: int
    phase: Phase
    players: tuple[str, ...]
    start_player: str
    in_turn: str | None
    token: int
    tokens: int
    full: tuple[str, ...]
    own: tuple[str, ...]
    problem: Problem | None
    problems: int
    news: News | None
    spaces: tuple[Space, ...]
    influence: tuple[tuple[str, int], ...] = ()
    patents: tuple[tuple[str, int], ...] = ()
    gains: tuple[Gain, ...] = ()
    scores: tuple[Score, ...] = ()
    over_at: float | None = None
    passes: str | None = None
    acting: str | None = None
    paused: bool = False
    rests: bool = False
    setting_up: tuple[str, ...] | None = None
    clocks: Clocks | None = None


def view(session: Session) -> View:
    """What may be seen of the session."""
    game = session.game
    in_turn, over = game.in_turn, game.phase is Phase.OVER
    own = tuple(area for area in AREAS if in_turn in game.players_on(area))
    return View(
        round=game.round,
        rounds=game.rounds,
        phase=game.phase,
        players=game.players,
        start_player=game.start_player,
        in_turn=in_turn,
        token=len(own) + 1,
        tokens=game.setup.tokens,
        full=tuple(area for area in AREAS if len(game.players_on(area)) == SPACES_PER_AREA),
        own=own if game.phase is Phase.RESOLVING else (),
        problem=session.problems[0] if session.problems else None,
        problems=len(session.problems),
        news=session.news,
        spaces=tuple(_spaces(session)),
        passes=_passes(session),
        influence=_track(session, INFLUENCE),
        patents=_track(session, PATENTS),
        gains=tuple(_gains(session)),
        scores=scores(game) if over and game.holdings else (),
        over_at=session.news.at if over and isinstance(session.news, MoveMade) else None,
        acting=(game.action.area or None) if game.action is not None else None,
        paused=session.paused,
        rests=session.idle,
        clocks=session.clocks if session.clocks.shown and not session.idle else None,
    )


def _passes(session: Session) -> str | None:
    """The rule by which a seat that is away passes: its token goes to the legal area with the fewest tokens, the first
    of them in board order, where it is least in the way; and is lifted unused, from any area."""
    game = session.game
    if game.in_turn is None or game.in_turn not in session.away:
        return None
    areas = [move.area for move in legal_moves(game) if isinstance(move, PlaceMove)]
    return min(areas, key=lambda area: len(game.seats_on(area)), default="")


def _track(session: Session, track: str) -> tuple[tuple[str, int], ...]:
    game = session.game
    if not game.holdings:
        return session.tracks.of(track, game.players)
    held = [player.influence if track == INFLUENCE else player.patents for player in game.holdings]
    return tuple(zip(game.players, held, strict=True))


def _gains(session: Session) -> Iterator[Gain]:
    news = session.news
    if isinstance(news, TrackMoved) and news.track == INFLUENCE and news.after > news.before:
        yield Gain(news.player, news.before, news.after, news.at)
    made = session.undoable  # the cards that came by themselves after it are none of its gains
    if made is None or not isinstance(news, MoveMade) or isinstance(news.move, Correct):
        return
    before, after = made.before, news.game
    for player, had, has in zip(after.players, before.holdings, after.holdings, strict=False):
        if has.influence > had.influence:
            # Symbols are for who acts, and not in the final market (SYM-2).
            own = player == before.in_turn and before.phase is Phase.RESOLVING
            symbol = tables_of(after.edition).symbols.get(has.influence) if own else None
            yield Gain(player, had.influence, has.influence, news.at, "" if symbol is None else GOODS[symbol])


def _spaces(session: Session) -> Iterator[Space]:
    game = session.game
    open_areas = {move.area for move in legal_moves(game) if isinstance(move, PlaceMove)}
    for area in AREAS:
        looks: dict[int, Space] = {}
        for problem in session.problems:
            if problem.place.area == area:
                for number in _numbers(problem.place, looks):
                    look = LOOK_OF_PROBLEM.get(problem.kind, Look.CALLS)
                    looks.setdefault(number, Space(area, number, look, problem.player))
            back = problem.came_from  # what has to leave one place calls there, and is called back here
            if back is not None and back.area == area:
                for number in _numbers(back, looks):
                    looks.setdefault(number, Space(area, number, Look.GONE, problem.player))
        for player in (who for who, where in on_board(game) if where == area):
            home = session.homes.get((player, area))
            liftable = game.phase is Phase.RESOLVING and player == game.in_turn and game.action is None
            for number in _numbers(home.place if home else Place(area), looks):
                space = Space(area, number, Look.LIFTABLE if liftable else Look.TAKEN, player)
                looks.setdefault(number, space)
        free = Look.OPEN if area in open_areas else Look.CLOSED
        for number in range(1, SPACES_PER_AREA + 1):
            yield looks.get(number, Space(area, number, free))


def _numbers(place: Place, taken: dict[int, Space]) -> tuple[int, ...]:
    """The space that a place means: its own, or for a reader of a whole area the first that says nothing yet."""
    if place.space is not None:
        return (place.space,)
    return tuple(number for number in range(1, SPACES_PER_AREA + 1) if number not in taken)[:1]


