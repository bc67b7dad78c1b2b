"""How lights change with time: rhythms, which carry the meaning for those who can't tell the colours apart.

Nothing flashes above 3 Hz (displays and lights page; WCAG 2.3.1 counts three flashes a second at most).
"""

import math
from collections.abc import Callable
from functools import cache
from typing import Final

from engine.era.components import COLOURS

from .palette import DARK, Rgb, dimmed

Rhythm = Callable[[float], float]
"""Brightness from 0 to 1 at a time in seconds."""

Light = Callable[[float], Rgb]
"""What one LED shows at a time in seconds."""


def steady(level: float) -> Rhythm:
    """Always the same."""
    return lambda now: level


def breathing(period: float, low: float, high: float) -> Rhythm:
    """Up and down softly, once a period (s)."""
    middle, swing, turns = (low + high) / 2, (high - low) / 2, 2 * math.pi / period
    return lambda now: middle - swing * math.cos(turns * now)


def blinking(period: float, blinks: int = 1, on: float = 0.25) -> Rhythm:
    """`blinks` flashes of `on` seconds with gaps as long, then dark until the period (s) is over."""
    return lambda now: 1.0 if (now % period) < 2 * on * blinks and (now % period) % (2 * on) < on else 0.0


def softened(rhythm: Rhythm, share: float) -> Rhythm:
    """The same rhythm at a share of its brightness."""
    return lambda now: share * rhythm(now)


def dark(now: float) -> Rgb:
    """The light that is off."""
    return DARK


@cache
def shining(rgb: Rgb, level: float = 1.0) -> Light:
    """A light that does not change."""
    shown = dimmed(rgb, level)
    return lambda now: shown


@cache
def pulsing(rgb: Rgb, rhythm: Rhythm) -> Light:
    """A light of one colour in a rhythm."""
    red, green, blue = rgb

    def light(now: float) -> Rgb:
        level = rhythm(now)
        return round(red * level), round(green * level), round(blue * level)

    return light


INVITES: Final = breathing(2.0, 0.05, 0.5)
CALLS: Final = blinking(0.5)  # 2 Hz
CALLS_SOFTLY: Final = breathing(1.0, 0.1, 0.7)
TROUBLE: Final = blinking(1.5, blinks=2)  # two flashes and a pause

BEATS: Final[dict[str, str]] = dict(zip(COLOURS, ("----", "---.", "-.-.", "--..", "-..."), strict=True))
"""Each player's own rhythm, four beats that come again and again: `-` bright, `.` dim. No two are the same, wherever
one begins to look."""
