"""What moves do to a session, made and taken back: to the game, its past, its tokens and what hands have to follow."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from engine.era.components import SPACES_PER_AREA
from engine.era.game import apply, legal_moves
from engine.era.moves import DONE, Decline, Move, Place as PlaceMove, Resolve
from engine.era.state import Phase

from .happenings import GameOutcome, MoveMade, MoveTakenBack
from .lying import Undone, due_but
from .roster import Lying, Place
from .session import Made, Session, deals_itself


def played(session: Session, moves: Sequence[Move], at: float) -> tuple[Session, *tuple[GameOutcome, ...]]:
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
            place = silent_space(session, move.area)
            if place is not None:  # it lies there until people say that they lifted it
                homes[before.in_turn, move.area] = Lying("", place, before.in_turn)
        elif isinstance(move, Resolve | Decline) and before.in_turn is not None:
            pair = before.in_turn, move.area
            home = homes.pop(pair, None)
            session = replace(session, undone=due_but(session.undone, pair))
            if home is not None and home.tag and home.place in session.roster.read(session.table).silent:
                # People say that they lifted it: should the pad come back and read it still, it has to go.
                session = replace(session, undone=(*session.undone, Undone(home, True)))
        past = (*session.past, Made(before, move, home))
        session = replace(session, game=game, past=past, just_moved=True, homes=homes, news=made)
        session, *more = by_itself(session, made)
        outcomes += more
    return session, *outcomes


def by_itself(session: Session, outcome: GameOutcome) -> tuple[Session, *tuple[GameOutcome, ...]]:
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


def silent_space(session: Session, area: str) -> Place | None:
    """Where a token may lie on the area unseen, since the pad tells nothing; None where there is no room."""
    taken = Counter(home.place for home in session.homes.values())
    for place in session.roster.read(session.table).silent:
        if place.area == area and taken[place] < (SPACES_PER_AREA if place.space is None else 1):
            return place
    return None


def taken_back(session: Session, at: float) -> tuple[Session, *tuple[GameOutcome, ...]]:
    """The session before the last move that somebody made: there is one."""
    outcomes: list[GameOutcome] = []
    while True:
        made = session.past[-1]
        outcome = MoveTakenBack(made.before.in_turn, made.move, made.before, at)
        session = _without(session, made, outcome)
        outcomes.append(outcome)
        if not deals_itself(made):
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
