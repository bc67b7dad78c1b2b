"""The menu that ok opens: what can be looked at, put right and set, for players and for who runs the table."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.era.game import legal_moves
from engine.era.moves import Move, Place, Resolve
from engine.era.state import Phase

from ..happenings import Accept, End, Pause, Play, TakeBack
from ..panels import Panel
from ..playing import silent_space
from ..session import Made, Session
from ..texts import Message, say
from .dialogue import Deed, Item, PowerOff, Scene, SetLanguage, menu
from .move_words import move_words
from .new_game_page import NewGame
from .number_pages import SetWho
from .seat_pages import ClockPage, Seats, Stocks


@dataclass(frozen=True, slots=True)
class Question:
    """A deed that is asked for once more, since it can't be mended by a press; about: what it would be done to."""

    text: Message
    deed: Deed
    about: Message | None = None

    def items(self, scene: Scene) -> tuple[Item, ...]:
        """See `dialogue.Page`."""
        return (Item(say("answer.no")), Item(say("answer.yes"), does=self.deed))

    def panel(self, scene: Scene, cursor: int) -> Panel | None:
        """See `dialogue.Page`."""
        return menu(self.text, self.items(scene), cursor, self.about)

    def first(self, scene: Scene) -> int:
        """No, until somebody wants it."""
        return 0


@dataclass(frozen=True, slots=True)
class MainMenu:
    """Everything that is not the next move."""

    def items(self, scene: Scene) -> tuple[Item, ...]:
        """See `dialogue.Page`."""
        return tuple(_items(scene))

    def panel(self, scene: Scene, cursor: int) -> Panel | None:
        """See `dialogue.Page`."""
        return menu(say("main"), self.items(scene), cursor)

    def first(self, scene: Scene) -> int:
        """The top."""
        return 0


def _items(scene: Scene) -> Iterator[Item]:
    session = scene.session
    game = session.game
    playing = game.phase is not Phase.OVER and not session.idle
    if playing and not session.paused:
        for move in by_button(session):
            yield Item(move_words(move, game), does=Play(move, 0.0))
        if session.problems:
            yield Item(say("main.accept"), opens=Question(say("main.accept-ask"), Accept(0.0)))
    if not playing:
        yield Item(say("main.new"), opens=NewGame())
    elif not game.holdings:
        yield Item(say("main.tracks"), opens=SetWho())
    if game.holdings and not session.idle:
        yield Item(say("main.stock"), opens=Stocks())
    if session.undoable is not None:
        yield Item(say("main.take-back"), opens=_take_back(session, session.undoable))
    if playing:
        if game.holdings:
            yield Item(say("main.correct"), opens=SetWho())
        if not session.paused:
            yield Item(say("main.pause"), does=Pause(True, 0.0))
        yield Item(say("main.clocks"), opens=ClockPage())
        yield Item(say("main.seats"), opens=Seats())
    yield Item(say("main.language"), opens=Languages())
    if playing:
        yield Item(say("main.new"), opens=NewGame())
        yield Item(say("main.end"), opens=Question(say("main.end-ask"), End(0.0)))
    yield Item(say("main.power-off"), opens=Question(say("main.power-off-ask"), PowerOff()))


def by_button(session: Session) -> Iterator[Move]:
    """Moves of tokens whose pad tells nothing, so that people say what they did (table talk, T9)."""
    silent = session.roster.read(session.table).silent
    for move in legal_moves(session.game):
        if isinstance(move, Place):
            if silent_space(session, move.area) is not None:
                yield move
        elif isinstance(move, Resolve):
            home = session.homes.get((session.game.in_turn or "", move.area))
            if home is not None and home.place in silent:
                yield move


def _take_back(session: Session, last: Made) -> Question:
    """The last move, by its player while that may be, else by whoever runs the table; which move it is, is said."""
    deed = TakeBack(0.0, operator=session.own_last is None)
    about = move_words(last.move, last.before)
    if last.before.in_turn is None:
        return Question(say("main.take-back-card"), deed, about)
    return Question(say("main.take-back-ask", player=last.before.in_turn), deed, about)


@dataclass(frozen=True, slots=True)
class Languages:
    """In which language the table talks."""

    def items(self, scene: Scene) -> tuple[Item, ...]:
        """See `dialogue.Page`."""
        return tuple(Item(say(f"language.{code}"), does=SetLanguage(code)) for code in scene.languages)

    def panel(self, scene: Scene, cursor: int) -> Panel | None:
        """See `dialogue.Page`."""
        return menu(say("main.language"), self.items(scene), cursor)

    def first(self, scene: Scene) -> int:
        """The one that is spoken."""
        return scene.languages.index(scene.language)
