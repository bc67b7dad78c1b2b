"""What people do with buttons: frozen values, for those too who can't import a driver."""

from dataclasses import dataclass
from enum import Enum


class Habit(Enum):
    """What a button does while it is held; the events are told at these moments."""

    ONCE = "a press is told at once, and holding means nothing"
    REPEATING = "a press is told at once, and again and again while it is held"
    HOLDABLE = "a press is told when it is let go; held for long it is a long press instead"


@dataclass(frozen=True, slots=True)
class Pressed:
    """The button `name` was pressed, or is held and repeats, or the knob was turned by one step; at `at` (s)."""

    name: str
    at: float


@dataclass(frozen=True, slots=True)
class LongPressed:
    """The button `name` has been held down for long at `at` (s); no `Pressed` is told of it."""

    name: str
    at: float


@dataclass(frozen=True, slots=True)
class Jammed:
    """The button `name` has been down for so long at `at` (s) that nobody can mean it; it is ignored until let go."""

    name: str
    at: float


@dataclass(frozen=True, slots=True)
class Freed:
    """The button `name`, of which a `Jammed` was told, came up again at `at` (s)."""

    name: str
    at: float


ButtonEvent = Pressed | LongPressed | Jammed | Freed
