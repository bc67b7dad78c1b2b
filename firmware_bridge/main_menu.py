"""The menu that ok opens: what can be looked at, put right and set, for players and for who runs the table."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.era.corrections import CORRECTED, limit_of
from engine.era.game import legal_moves
from engine.era.moves import Correct, Move, Place, Resolve
from engine.era.state import Phase

from .dialogue import Deed, Item, PowerOff, Scene, SetLanguage, menu
from .happenings import Accept, Away, End, Pause, Play, ShowClocks, TakeBack
from .move_words import move_words
from .new_game_page import NewGame
from .panels import Panel, stock
from .session import Made, Session
from .texts import Message, say

BEYOND = 10
"""A number can be set so far above what the record says; more takes two corrections."""

_KINDS = {"bonus-tokens": "bonus"}
"""Words of corrections that stocks have otherwise."""


@dataclass(frozen=True, slots=True)
class Question:
    """A deed that is asked for once more, since it can't be mended by a press."""

    text: Message
    deed: Deed

    def items(self, scene: Scene) -> tuple[Item, ...]:
        """See `dialogue.Page`."""
        return (Item(say("answer.no")), Item(say("answer.yes"), does=self.deed))

    def panel(self, scene: Scene, cursor: int) -> Panel | None:
        """See `dialogue.Page`."""
        return menu(self.text, self.items(scene), cursor)

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
    if session.paused:
        yield Item(say("main.go-on"), does=Pause(False, 0.0))
    elif playing:
        for move in by_button(session):
            yield Item(move_words(move, game), does=Play(move, 0.0))
        if session.problems:
            yield Item(say("main.accept"), opens=Question(say("main.accept-ask"), Accept(0.0)))
    if game.holdings:
        yield Item(say("main.stock"), opens=Stocks())
    if session.undoable is not None:
        yield Item(say("main.take-back"), opens=_take_back(session, session.undoable))
    if playing:
        if game.holdings:
            yield Item(say("main.correct"), opens=CorrectWho())
        if not session.paused:
            yield Item(say("main.pause"), does=Pause(True, 0.0))
        clocks = session.clocks.shown
        yield Item(say("main.clocks-off" if clocks else "main.clocks-on"), does=ShowClocks(not clocks, 0.0))
        yield Item(say("main.seats"), opens=Seats())
    yield Item(say("main.language"), opens=Languages())
    yield Item(say("main.new"), opens=NewGame())
    if playing:
        yield Item(say("main.end"), opens=Question(say("main.end-ask"), End(0.0)))
    yield Item(say("main.power-off"), opens=Question(say("main.power-off-ask"), PowerOff()))


def by_button(session: Session) -> Iterator[Move]:
    """Moves of tokens whose pad tells nothing, so that people say what they did (table talk, T9)."""
    silent = session.roster.read(session.table).silent
    for move in legal_moves(session.game):
        if isinstance(move, Place) and any(place.area == move.area for place in silent):
            yield move
        elif isinstance(move, Resolve):
            home = session.homes.get((session.game.in_turn or "", move.area))
            if home is not None and home.place in silent:
                yield move


def _take_back(session: Session, last: Made) -> Question:
    """The last move, by its player while that may be, else by whoever runs the table; whose move it was is said."""
    deed = TakeBack(0.0, operator=session.own_last is None)
    if last.before.in_turn is None:
        return Question(say("main.take-back-card"), deed)
    return Question(say("main.take-back-ask", player=last.before.in_turn), deed)


@dataclass(frozen=True, slots=True)
class Stocks:
    """What each player has, one a page."""

    def items(self, scene: Scene) -> tuple[Item, ...]:
        """See `dialogue.Page`."""
        return tuple(Item(_word(player)) for player in scene.session.game.players if scene.session.game.holdings)

    def panel(self, scene: Scene, cursor: int) -> Panel | None:
        """See `dialogue.Page`."""
        return stock(scene.session.game, scene.session.game.players[cursor])

    def first(self, scene: Scene) -> int:
        """The player in turn."""
        return scene.session.game.seat_in_turn or 0


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


@dataclass(frozen=True, slots=True)
class Seats:
    """Who has left the table for a while, or come back to it."""

    def items(self, scene: Scene) -> tuple[Item, ...]:
        """See `dialogue.Page`."""
        away = scene.session.away
        return tuple(
            Item(
                say("seat.back" if player in away else "seat.away", player=player),
                does=Away(player, player not in away, 0.0),
            )
            for player in scene.session.game.players
        )

    def panel(self, scene: Scene, cursor: int) -> Panel | None:
        """See `dialogue.Page`."""
        return menu(say("main.seats"), self.items(scene), cursor)

    def first(self, scene: Scene) -> int:
        """The player in turn: who is waited for in vain is meant most often."""
        return scene.session.game.seat_in_turn or 0


@dataclass(frozen=True, slots=True)
class CorrectWho:
    """Whose number is not as it lies on the table."""

    def items(self, scene: Scene) -> tuple[Item, ...]:
        """See `dialogue.Page`."""
        return tuple(Item(_word(player), opens=CorrectWhat(player)) for player in scene.session.game.players)

    def panel(self, scene: Scene, cursor: int) -> Panel | None:
        """See `dialogue.Page`."""
        return menu(say("correct.who"), self.items(scene), cursor)

    def first(self, scene: Scene) -> int:
        """The player in turn."""
        return scene.session.game.seat_in_turn or 0


@dataclass(frozen=True, slots=True)
class CorrectWhat:
    """Which of the player's numbers it is."""

    player: str

    def items(self, scene: Scene) -> tuple[Item, ...]:
        """See `dialogue.Page`."""
        return tuple(
            Item(say("choice.thing", what=_KINDS.get(what, what)), opens=CorrectHow(self.player, what))
            for what in CORRECTED
        )

    def panel(self, scene: Scene, cursor: int) -> Panel | None:
        """See `dialogue.Page`."""
        return menu(say("correct.what", player=self.player), self.items(scene), cursor)

    def first(self, scene: Scene) -> int:
        """The top."""
        return 0


@dataclass(frozen=True, slots=True)
class CorrectHow:
    """How many there are in truth: the cursor begins at what the record says."""

    player: str
    what: str

    def items(self, scene: Scene) -> tuple[Item, ...]:
        """See `dialogue.Page`."""
        game = scene.session.game
        if self.player not in game.players or not game.holdings:
            return ()
        most = min(self._now(scene) + BEYOND, limit_of(game, self.player, self.what))
        return tuple(
            Item(say("number", n=n), does=Play(Correct(self.player, self.what, n), 0.0)) for n in range(most + 1)
        )

    def panel(self, scene: Scene, cursor: int) -> Panel | None:
        """See `dialogue.Page`."""
        what = _KINDS.get(self.what, self.what)
        return menu(say("correct.how", player=self.player, what=what), self.items(scene), cursor)

    def first(self, scene: Scene) -> int:
        """What the record says."""
        return self._now(scene)

    def _now(self, scene: Scene) -> int:
        return dict(stock(scene.session.game, self.player).amounts)[_KINDS.get(self.what, self.what)]


def _word(player: str) -> Message:
    return say("choice.thing", what=player)
