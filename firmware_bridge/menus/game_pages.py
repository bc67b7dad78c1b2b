"""The pages that the game itself brings up: whose turn it is, what may be chosen, what is to be laid out, scores."""

from dataclasses import dataclass, replace

from engine.era.dealing import deck_in_turn
from engine.era.moves import Done, Move
from engine.era.state import Phase, State

from ..happenings import Pause, Play
from ..panels import WELCOME, Panel
from ..referee import Kind, Problem
from ..session import Session
from ..texts import Message, say
from .choices import Option, change, declines, options
from .dialogue import Dialogue, Item, LaidOut, Page, Scene, Seen, menu
from .main_menu import MainMenu
from .move_words import group_words, move_words, said_in_words
from .round_end import laying_out

HIDDEN_WHEN_SEEN = (Kind.SILENT, Kind.GARBLED)
"""Problems that people may be unable to mend for the rest of an evening: answered once, they make room for the game."""

OK = say("answer.ok")
MENU = Item(say("main.more"), opens=MainMenu())
"""The line behind all choices, for whatever is none of them: what somebody has, a number to be put right, a pause."""


def base_page(scene: Scene, dialogue: Dialogue) -> Page:
    """What the display shows while nobody has opened anything."""
    session = scene.session
    if session.idle:
        return Idle()
    if session.paused:
        return Paused()
    shown = shown_problems(session, dialogue)
    if shown:
        return Wrong(shown)
    if session.game.phase is Phase.OVER:
        return Scores()
    if dialogue.laid_out != len(session.past) and laying_out(session):
        return LayingOut(len(session.past))
    if options(session.game):
        return Choosing(len(session.past))
    return Turn()


def shown_problems(session: Session, dialogue: Dialogue) -> tuple[Problem, ...]:
    """The problems that take the display."""
    return tuple(
        problem
        for problem in session.problems
        if problem.kind not in HIDDEN_WHEN_SEEN or problem not in dialogue.seen
    )


class _Single:
    """A page of one line, whose ok opens the main menu."""

    __slots__ = ()

    def items(self, scene: Scene) -> tuple[Item, ...]:
        """See `dialogue.Page`."""
        return (Item(OK, opens=MainMenu()),)

    def panel(self, scene: Scene, cursor: int) -> Panel | None:
        """See `dialogue.Page`."""
        return None

    def first(self, scene: Scene) -> int:
        """See `dialogue.Page`."""
        return 0


@dataclass(frozen=True, slots=True)
class Turn(_Single):
    """A token is to be laid or lifted."""


@dataclass(frozen=True, slots=True)
class Scores(_Single):
    """The game is over; the view turns the players' pages."""


@dataclass(frozen=True, slots=True)
class Wrong(_Single):
    """Something lies where it should not, or a pad tells nothing."""

    problems: tuple[Problem, ...]

    def items(self, scene: Scene) -> tuple[Item, ...]:
        """See `dialogue.Page`."""
        return (Item(OK, does=Seen(self.problems), opens=MainMenu()),)


@dataclass(frozen=True, slots=True)
class Idle(_Single):
    """Nobody plays (table talk, T21): any token that is laid asks for a new game, any press opens the menu."""

    def panel(self, scene: Scene, cursor: int) -> Panel | None:
        """See `dialogue.Page`."""
        return WELCOME


@dataclass(frozen=True, slots=True)
class Paused:
    """The game waits."""

    def items(self, scene: Scene) -> tuple[Item, ...]:
        """See `dialogue.Page`."""
        return (Item(say("main.go-on"), does=Pause(False, 0.0)), MENU)

    def panel(self, scene: Scene, cursor: int) -> Panel | None:
        """See `dialogue.Page`."""
        return menu(say("paused"), self.items(scene), cursor)

    def first(self, scene: Scene) -> int:
        """See `dialogue.Page`."""
        return 0


@dataclass(frozen=True, slots=True)
class LayingOut(_Single):
    """What a round's end leaves to the hands, card by card (table talk, T16); past: see `dialogue.LaidOut`."""

    past: int

    def items(self, scene: Scene) -> tuple[Item, ...]:
        """See `dialogue.Page`."""
        work = laying_out(scene.session)
        if work is None:
            return ()
        *steps, last = work.steps
        return (*(Item(step, stays=True) for step in steps), Item(last, does=LaidOut(self.past)))

    def panel(self, scene: Scene, cursor: int) -> Panel | None:
        """See `dialogue.Page`."""
        work = laying_out(scene.session)
        return replace(work, now=cursor) if work is not None else None


@dataclass(frozen=True, slots=True)
class Choosing(_Single):
    """The choices of the player in turn (table talk, T11, T12), or of the table while cards come.

    past: how long the game's past is: each state begins at its first line. subject: the group that is open, if any.
    """

    past: int
    subject: str = ""

    def items(self, scene: Scene) -> tuple[Item, ...]:
        """See `dialogue.Page`."""
        game = scene.session.game
        shown = options(game) if len(scene.session.past) == self.past else ()
        if self.subject:
            shown = next((option.inside for option in shown if option.subject == self.subject), ())
        lines = tuple(self._item(game, option) for option in shown)
        return (*lines, MENU) if lines and not self.subject else lines

    def _item(self, game: State, option: Option) -> Item:
        if option.inside:
            return Item(group_words(option), opens=Choosing(self.past, option.subject))
        move = option.move
        if isinstance(move, Done) and declines(game.action):
            return Item(move_words(move, game), opens=Declining(self.past, move))
        brings, said = change(game, move), said_in_words(move)
        return Item(
            move_words(move, game),
            does=Play(move, 0.0),
            cost=brings.paid if brings.paid != said.paid else (),
            gain=brings.gained if brings.gained != said.gained else (),
        )

    def panel(self, scene: Scene, cursor: int) -> Panel | None:
        """See `dialogue.Page`."""
        return menu(choosing_title(scene.session.game), self.items(scene), cursor)


@dataclass(frozen=True, slots=True)
class Declining(_Single):
    """Whether a token is really to go back unused (table talk, T15)."""

    past: int
    move: Move

    def items(self, scene: Scene) -> tuple[Item, ...]:
        """See `dialogue.Page`."""
        if len(scene.session.past) != self.past:
            return ()
        return (Item(say("answer.yes"), does=Play(self.move, 0.0)), Item(say("answer.no")))

    def panel(self, scene: Scene, cursor: int) -> Panel | None:
        """See `dialogue.Page`."""
        action = scene.session.game.action
        area = action.area if action is not None else ""
        return menu(say("question.decline", area=area), self.items(scene), cursor)


def choosing_title(game: State) -> Message:
    """Whose choice it is, and of what."""
    action = game.action
    if action is None:   # cards come
        return say(f"choose.deal-{deck_in_turn(game)}")
    player = game.players[action.seat]
    if not action.area:
        return say("choose.final-market", player=player)
    what = "choose.bonus" if action.bonus or action.kind == "bonus" else "choose.area"
    return say(what, player=player, area=action.area)
