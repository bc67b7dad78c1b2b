"""Where presses and the session meet: keeps the dialogue up to what the game says, and does what people choose."""

from collections.abc import Callable
from dataclasses import replace

from engine.era.components import Edition
from engine.era.state import Phase
from hardware.button_events import ButtonEvent, Freed, Jammed, LongPressed, Pressed
from hardware.gestures import JAM_S
from hardware.readers.reading import TokenLaid

from ..errors import OURS
from ..happenings import Event
from ..panels import Notice, Panel, Steps
from ..session import Session
from ..texts import Message, say
from ..view import View
from .dialogue import Dialogue, Key, Page, PowerOff, Scene, SetLanguage, opened, press, settled
from .game_pages import Idle, Wrong, base_page, shown_problems
from .main_menu import MainMenu
from .new_game_page import NewGame
from .round_end import laying_out

REFUSED_S = 3.0
"""How long the display says that something can't be done."""
UNREAD_S = 0.8
"""A press so soon after a problem came up was meant for what stood there before, and answers nothing."""
QUIET_S = 180.0
"""After so long without a press or a token laid what people opened closes, and a finished game gives way to the
table's own play (table talk, T21)."""


KEYS = {"left": Key.LEFT, "right": Key.RIGHT, "ok": Key.OK, "back": Key.BACK}
"""What the buttons of the table's file mean."""


def key_of(event: ButtonEvent) -> Key | None:
    """What a press means to the dialogue: a long one of ok is back; None for what it does not know."""
    match event:
        case Pressed(name=name):
            return KEYS.get(name)
        case LongPressed(name="ok"):
            return Key.BACK
        case _:
            return None


def trouble_of(event: ButtonEvent) -> str | None:
    """What the operator should know of a button, in words; None for a press."""
    match event:
        case Jammed(name=name):
            return (
                f"the button {name} has been down for {JAM_S:g} s, and is not heard until it comes up: look whether "
                "something lies on it, it jams, or its wire touches ground"
            )
        case Freed(name=name):
            return f"the button {name} came up and is heard again"
        case _:
            return None


class Desk:
    """Three buttons and a display at a session.

    take: gives the session an event; raises what `reducer.step` raises. speak, power_off: what else a press may ask
    for. seed: a number for the cards of a new game; language: the one that is spoken; edition: see `Scene`.
    """

    def __init__(
        self,
        session: Callable[[], Session],
        take: Callable[[Event], object],
        speak: Callable[[str], None],
        power_off: Callable[[], None],
        seed: Callable[[], int],
        language: Callable[[], str],
        languages: tuple[str, ...],
        edition: Edition | None = None,
    ) -> None:
        self._session = session
        self._take = take
        self._speak = speak
        self._power_off = power_off
        self._new_seed = seed
        self._seed = seed()   # the same until a game was begun: a page says the same however often it is asked
        self._language = language
        self._languages = languages
        self._edition = edition
        self._dialogue = Dialogue()
        self._refused: tuple[float, Message] | None = None
        self._touched: float | None = None
        self._based_at = float("-inf")   # since when the game has brought up the page that it does now
        self._past = session().past

    def press(self, key: Key, now: float) -> None:
        """A button was pressed, at that moment (s)."""
        self._refused = None
        scene = self._settle(now)
        self._touched = now
        if isinstance(self._dialogue.top.page, Wrong) and now < self._based_at + UNREAD_S:
            return
        if isinstance(self._dialogue.top.page, Idle):  # whatever button it was wakes the table
            if scene.session.idle:  # a finished game shows its scores again
                self._open(MainMenu(), scene)
            return
        self._dialogue, deed = press(self._dialogue, key, scene)
        try:
            match deed:
                case None:
                    pass
                case SetLanguage(language=language):
                    self._speak(language)
                case PowerOff():
                    self._power_off()
                case _:
                    self._take(replace(deed, at=now))
                    self._seed = self._new_seed()
        except OURS:  # between the page and the press the table may have changed: the page is made anew
            self._refused = (now, say("refused"))

    @property
    def laid_out(self) -> int:
        """How long the game's past was when somebody said last that all cards lie; see `dialogue.LaidOut`."""
        return self._dialogue.laid_out

    @property
    def work(self) -> Steps | None:
        """What the hands have still to lay out, until somebody has said that it lies (table talk, T16)."""
        session = self._session()
        if session.idle or self.laid_out == len(session.past):
            return None
        return laying_out(session)

    def lies(self) -> None:
        """Somebody says that all of it lies."""
        self._dialogue = replace(self._dialogue, laid_out=len(self._session().past))

    def heard(self, event: Event) -> None:
        """Something happened at the table: a token that is laid may be an answer (table talk, T21, T22)."""
        if not isinstance(event, TokenLaid):
            return
        scene = self._settle(event.at)
        self._touched = event.at
        page = self._dialogue.top.page
        player = scene.session.roster.tags.get(event.tag)
        if isinstance(page, Idle):
            self._open(NewGame(proposed=player), scene)
        elif isinstance(page, NewGame):
            answered = page.with_token(player) if player is not None else None
            if answered is not None:
                self._open(answered, scene)

    def _open(self, page: Page, scene: Scene) -> None:
        self._dialogue = replace(self._dialogue, opened=(*self._dialogue.opened, opened(page, scene)))

    def shown(self, view: View, now: float) -> tuple[View, Panel | None]:
        """The view as it is to be shown, without what somebody has answered already, and the page that is open."""
        scene = self._settle(now)
        if self._refused is not None and now < self._refused[0] + REFUSED_S:
            return replace(view, problem=None), Notice(self._refused[1])
        level = self._dialogue.top
        page = level.page
        panel = page.panel(scene, level.cursor)
        problems = () if self._dialogue.opened else shown_problems(scene.session, self._dialogue)
        problem = problems[0] if problems and panel is None else None
        view = replace(
            view,
            problem=problem,
            problems=len(problems),
            rests=isinstance(page, Idle),
            setting_up=page.players if isinstance(page, NewGame) else None,
        )
        return view, panel

    def _settle(self, now: float) -> Scene:
        session = self._session()
        scene = Scene(session, self._seed, self._language(), self._languages, self._edition, now)
        if self._touched is None:
            self._touched = now
        quiet = now - self._touched >= QUIET_S
        went_on = session.past != self._past and not any(
            isinstance(level.page, NewGame) for level in self._dialogue.opened
        )
        another = session.past[:1] != self._past[:1]  # another game, whose past may be just as long
        self._past = session.past
        if another or len(session.past) < self._dialogue.laid_out:  # or the deal was taken back: it is laid out anew
            self._dialogue = replace(self._dialogue, laid_out=-1)
        if quiet or went_on:
            self._dialogue = replace(self._dialogue, opened=())
        rests = quiet and session.game.phase is Phase.OVER
        base = Idle() if rests else base_page(scene, self._dialogue)
        if self._dialogue.base is None or self._dialogue.base.page != base:
            self._based_at = now
        self._dialogue = settled(self._dialogue, base, scene)
        return scene
