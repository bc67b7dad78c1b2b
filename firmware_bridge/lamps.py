"""The view as a picture of all LEDs: what each space says, whose turn it is, which round is played.

Colour is never the only signal: a space says what it means by its rhythm, a player's lamp by where it stands, and a
call is quicker than an invitation. Nothing flashes above 3 Hz (displays and lights page).
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

from engine.era.components import AREAS, COLOURS, SETUPS, SPACES_PER_AREA
from engine.era.moves import Place as PlaceMove

from .happenings import MoveMade
from .view import Look, Space, View

Rgb = tuple[int, int, int]
Rhythm = Callable[[float], float]
"""Brightness from 0 to 1 at a time in seconds."""

DARK: Rgb = (0, 0, 0)
WHITE: Rgb = (255, 255, 255)
RED: Rgb = (255, 0, 0)
VIOLET: Rgb = (150, 0, 255)
PLAYER_RGB: dict[str, Rgb] = dict(
    zip(COLOURS, ((255, 190, 0), (0, 200, 30), (110, 45, 10), (255, 80, 0), (60, 60, 255)), strict=True)
)
ROUNDS = max(setup.rounds for setup in SETUPS.values())
FLASH_S = 0.3
"""One short flash at the place where a token was laid rightly (table talk, T2)."""


@dataclass(frozen=True, slots=True)
class Tracks:
    """Which LED is what, by the first of each run: the spaces in board order, a lamp a player, the round track."""

    spaces: int = 0
    players: int = len(AREAS) * SPACES_PER_AREA
    rounds: int = len(AREAS) * SPACES_PER_AREA + len(COLOURS)

    @property
    def count(self) -> int:
        """LEDs in all."""
        return max(
            self.spaces + len(AREAS) * SPACES_PER_AREA, self.players + len(COLOURS), self.rounds + ROUNDS
        )


def steady(level: float) -> Rhythm:
    """Always the same."""
    return lambda now: level


def breathing(period: float, low: float, high: float) -> Rhythm:
    """Up and down softly, once a period (s)."""
    return lambda now: low + (high - low) * (0.5 - 0.5 * math.cos(2 * math.pi * now / period))


def blinking(period: float, blinks: int = 1, on: float = 0.25) -> Rhythm:
    """`blinks` flashes of `on` seconds with gaps as long, then dark until the period (s) is over."""
    return lambda now: 1.0 if (now % period) < 2 * on * blinks and (now % period) % (2 * on) < on else 0.0


INVITES = breathing(2.0, 0.05, 0.5)
RHYTHMS: dict[Look, Rhythm] = {
    Look.CLOSED: steady(0.0),
    Look.OPEN: INVITES,
    Look.TAKEN: steady(0.8),
    Look.LIFTABLE: breathing(2.0, 0.25, 1.0),
    Look.CALLS: blinking(0.5),  # 2 Hz
    Look.CALLS_SOFTLY: breathing(1.0, 0.1, 0.7),
    Look.GONE: blinking(1.0, on=0.5),
    Look.SILENT: blinking(1.5, blinks=2),  # two flashes and a pause: the trouble rhythm
}
OWN_COLOUR: dict[Look, Rgb] = {
    Look.OPEN: WHITE,
    Look.CALLS: RED,
    Look.CALLS_SOFTLY: RED,
    Look.SILENT: VIOLET,
}
"""Looks with a colour of their own; the others have the player's."""


def frame(view: View, now: float, tracks: Tracks = Tracks()) -> tuple[Rgb, ...]:
    """One colour a LED; `now` in seconds, on the clock of the session's events."""
    leds = [DARK] * tracks.count
    for index, space in enumerate(view.spaces):
        leds[tracks.spaces + index] = _space(view, space, now)
    for index, player in enumerate(view.players):
        level = 1.0 if player == view.in_turn else 0.15 if player == view.start_player else 0.0
        leds[tracks.players + index] = _dimmed(PLAYER_RGB.get(player, WHITE), level)
    for index in range(view.rounds):
        level = 1.0 if index == view.round - 1 else 0.15 if index < view.round - 1 else 0.0
        leds[tracks.rounds + index] = _dimmed(WHITE, level)
    return tuple(leds)


def _space(view: View, space: Space, now: float) -> Rgb:
    news = view.news
    if isinstance(news, MoveMade) and isinstance(news.move, PlaceMove) and space.look is Look.TAKEN:
        here = (news.move.area, news.player) == (space.area, space.player)
        if here and now < news.at + FLASH_S:
            return WHITE
    rgb = OWN_COLOUR.get(space.look) or PLAYER_RGB.get(space.player or "", WHITE)
    return _dimmed(rgb, RHYTHMS[space.look](now))


def _dimmed(rgb: Rgb, level: float) -> Rgb:
    red, green, blue = rgb
    return round(red * level), round(green * level), round(blue * level)
