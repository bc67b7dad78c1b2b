"""What a display shows that is not the state of the game: notices, menus, a stock, the work at a round's end.

Values, complete in themselves: whoever drives them (buttons, an enrolment) makes the next one from the last.
"""

from dataclasses import dataclass

from engine.era.components import GOODS
from engine.era.state import State

from .texts import Goods, Message, say


@dataclass(frozen=True, slots=True)
class Notice:
    """A text that fills the display."""

    text: Message


@dataclass(frozen=True, slots=True)
class Choice:
    """One line of a menu; cost and gain: the goods that it takes and gives, none where it has none."""

    text: Message
    cost: Goods = ()
    gain: Goods = ()


@dataclass(frozen=True, slots=True)
class Menu:
    """Choices under a title, one of them at the cursor, counted from 0. ValueError for a cursor beside them.

    about: what the question is about, where the title does not say all.
    """

    title: Message
    choices: tuple[Choice, ...]
    cursor: int = 0
    about: Message | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.cursor < len(self.choices):
            raise ValueError(f"cursor {self.cursor} is not one of {len(self.choices)} choices")


@dataclass(frozen=True, slots=True)
class Stock:
    """What a player has: pairs of what and how many, in the order in which they are shown."""

    player: str
    amounts: Goods


@dataclass(frozen=True, slots=True)
class Steps:
    """Work for hands, a step at a time: a title, the steps, which one is to be done now, counted from 0.

    ValueError for a step beside them.
    """

    title: Message
    steps: tuple[Message, ...]
    now: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.now < len(self.steps):
            raise ValueError(f"step {self.now} is not one of {len(self.steps)}")


@dataclass(frozen=True, slots=True)
class Line:
    """News at the foot of the display, under whose turn it is."""

    text: Message


Panel = Notice | Menu | Stock | Steps | Line

WELCOME = Notice(say("welcome"))
"""Nobody plays (table talk, T21)."""
NO_LIGHTS = Line(say("trouble.lights"))
"""The controller of the lights does not answer; the game goes on."""
NOT_SAVED = Line(say("trouble.not-saved"))
"""The disk takes nothing more; the game goes on in memory."""


def enrolment(player: str, number: int, tokens: int) -> Notice:
    """A token is to be laid on any pad to become the player's, number `number` of `tokens`."""
    return Notice(say("enrol.lay", player=player, number=number, tokens=tokens))


def enrolled(player: str, number: int, tokens: int) -> Notice:
    """It has become the player's."""
    return Notice(say("enrol.done", player=player, number=number, tokens=tokens))


def several_tags(count: int) -> Notice:
    """An enrolment can't tell which of so many unknown tags is meant."""
    return Notice(say("enrol.several", count=count))


def known_tag(player: str) -> Notice:
    """What was laid to be enrolled is a token of the player already."""
    return Notice(say("enrol.known", player=player))


def stock(game: State, player: str) -> Stock:
    """What a player of a game of depth "full" has."""
    held = game.holdings[game.players.index(player)]
    goods = zip(GOODS, held.goods, strict=True)
    return Stock(player, (*goods, ("influence", held.influence), ("bonus", held.bonus), ("patents", held.patents)))
