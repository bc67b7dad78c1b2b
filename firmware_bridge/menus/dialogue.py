"""The dialogue by three buttons and a small display: which pages are open, where the cursor stands, what a press does.

Pure: a dialogue, a press and the scene make the next dialogue, and deeds for the service to do. Every page is a list of
items, so that there is one way to move along it, to choose and to go back.
"""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Protocol

from engine.era.components import Edition

from ..happenings import Command, TakeBack
from ..panels import Choice, Menu, Panel
from ..referee import Problem
from ..session import Session
from ..texts import Goods, Message


class Key(Enum):
    """What is pressed; `BACK` is a long press of ok, or a button of its own."""

    LEFT = "left"
    RIGHT = "right"
    OK = "ok"
    BACK = "back"


@dataclass(frozen=True, slots=True)
class SetLanguage:
    """The texts are shown in this language from now on."""

    language: str


@dataclass(frozen=True, slots=True)
class PowerOff:
    """Everything is kept, the lights go out, and the machine may be switched off."""


Deed = Command | SetLanguage | PowerOff
"""What a press asks of the service; it sets a command's `at`."""


@dataclass(frozen=True, slots=True)
class Seen:
    """Somebody has answered these problems with ok: those that can't be mended now make room for the game."""

    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class LaidOut:
    """The cards that came until the game's past was so long lie on the table."""

    past: int


@dataclass(frozen=True, slots=True)
class Scene:
    """What the pages are made from: the session, and what the table is set to.

    seed: for the cards of a new game; edition: the owner's numbers for it, None for the house's; now: the moment (s).
    """

    session: Session
    seed: int = 0
    language: str = "en"
    languages: tuple[str, ...] = ("en",)
    edition: Edition | None = None
    now: float = 0.0


@dataclass(frozen=True, slots=True)
class Item:
    """One line of a page: what it says, and what choosing it brings about: a deed, after which all opened pages close,
    or another page, or both, where the page is then the only one that is open; with neither the page closes."""

    text: Message
    does: Deed | Seen | LaidOut | None = None
    opens: "Page | None" = None
    cost: Goods = ()
    gain: Goods = ()
    stays: bool = False
    """Choosing it goes on to the next line instead."""


class Page(Protocol):
    """A list of items; a value, so that a page that says the same is the same."""

    def items(self, scene: Scene) -> tuple[Item, ...]:
        """What can be chosen now; with nothing left the page closes by itself."""
        ...

    def panel(self, scene: Scene, cursor: int) -> Panel | None:
        """What the display shows of it; None where the view says it all: whose turn it is, a problem, the scores."""
        ...

    def first(self, scene: Scene) -> int:
        """The line at which the cursor begins."""
        ...


@dataclass(frozen=True, slots=True)
class Level:
    """A page, and the line of its cursor."""

    page: Page
    cursor: int


@dataclass(frozen=True, slots=True)
class Dialogue:
    """base: the page that the game itself brings up; opened: the pages that people opened over it, the last one on top;
    seen: see `Seen`; laid_out: see `LaidOut`."""

    base: Level | None = None
    opened: tuple[Level, ...] = ()
    seen: tuple[Problem, ...] = ()
    laid_out: int = -1

    @property
    def top(self) -> Level:
        """The page that is shown. It is there once the dialogue was `settled`."""
        level = self.opened[-1] if self.opened else self.base
        assert level is not None
        return level


def opened(page: Page, scene: Scene) -> Level:
    """The page as it opens."""
    return Level(page, page.first(scene))


def settled(dialogue: Dialogue, base: Page, scene: Scene) -> Dialogue:
    """The dialogue after something has happened: over the page that the game brings up now, and without pages that have
    nothing left to choose, and whatever was opened over them."""
    if dialogue.base is None or dialogue.base.page != base:
        dialogue = replace(dialogue, base=opened(base, scene))
    for depth, level in enumerate(dialogue.opened):
        items = level.page.items(scene)
        if not items:
            return replace(dialogue, opened=dialogue.opened[:depth])
        if level.cursor >= len(items):
            short = Level(level.page, len(items) - 1)
            dialogue = replace(dialogue, opened=(*dialogue.opened[:depth], short, *dialogue.opened[depth + 1 :]))
    return dialogue


def press(dialogue: Dialogue, key: Key, scene: Scene) -> tuple[Dialogue, Deed | None]:
    """What a press makes of a settled dialogue, and what the service is to do."""
    level = dialogue.top
    items = level.page.items(scene)
    if key is Key.BACK:
        if dialogue.opened or scene.session.game.action is None or scene.session.own_last is None:
            return replace(dialogue, opened=dialogue.opened[:-1]), None
        return dialogue, TakeBack(0.0, operator=False)   # one step of the action that goes on
    if key is not Key.OK:
        step = 1 if key is Key.RIGHT else -1
        return _with_cursor(dialogue, (level.cursor + step) % len(items)), None
    item = items[level.cursor]
    if item.stays:
        return _with_cursor(dialogue, (level.cursor + 1) % len(items)), None
    match item.does:
        case Seen(problems=problems):
            dialogue = replace(dialogue, seen=problems)
        case LaidOut(past=past):
            dialogue = replace(dialogue, laid_out=past)
    deed = None if isinstance(item.does, Seen | LaidOut) else item.does
    if item.opens is not None:
        below = () if deed is not None else dialogue.opened
        return replace(dialogue, opened=(*below, opened(item.opens, scene))), deed
    return replace(dialogue, opened=dialogue.opened[:-1] if item.does is None else ()), deed


def menu(title: Message, items: tuple[Item, ...], cursor: int, about: Message | None = None) -> Menu:
    """A page's items as a menu."""
    return Menu(title, tuple(Choice(item.text, item.cost, item.gain) for item in items), cursor, about)


def _with_cursor(dialogue: Dialogue, cursor: int) -> Dialogue:
    level = replace(dialogue.top, cursor=cursor)
    if dialogue.opened:
        return replace(dialogue, opened=(*dialogue.opened[:-1], level))
    return replace(dialogue, base=level)
