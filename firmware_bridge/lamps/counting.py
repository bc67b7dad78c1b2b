"""The final scoring on the lights: player by player, from nothing to the total, the winner last (table talk, T20)."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from engine.era.scoring import Score, winners

from ..pages import PAGE_S
from .palette import DARK, PLAYER_RGB, WHITE, Rgb, dimmed
from .pawns import track
from .rhythms import Light, breathing, dark, pulsing

COUNT_S: Final = PAGE_S
"""How long one player's points are counted up and stand: as long as the display's page tells of them ..."""
RISE_S: Final = 2.0
"""... and how long of that they rise."""
FILLED: Final = 0.4
"""Brightness of the spaces that are counted; each further lap adds as much."""
MOST_FILLED: Final = 0.8
WON: Final = breathing(2.0, 0.3, 1.0)


def in_order(scores: Sequence[Score]) -> tuple[Score, ...]:
    """As they are counted: the lowest first, the winner last; of equal ones first who sits first."""
    return tuple(sorted(scores, key=lambda score: (score.total, score.inventions)))


def counted(scores: Sequence[Score], over_at: float | None, now: float) -> Score | None:
    """Whose points are being counted at `now` (s); None once all are, or where nobody saw the end of the game."""
    place = len(scores) if over_at is None else int(max(0.0, now - over_at) / COUNT_S)
    return in_order(scores)[place] if place < len(scores) else None


def counting_track(scores: Sequence[Score], over_at: float | None, count: int) -> tuple[Light, ...]:
    """A track of `count` LEDs that fills up to each player's total; then the pawns stand there."""
    end = track([(score.player, score.total) for score in scores], (), count)
    if over_at is None:
        return end
    order = [(PLAYER_RGB.get(score.player, WHITE), score.total) for score in in_order(scores)]

    @lru_cache(maxsize=1)  # all LEDs are asked for the same moment
    def moment(now: float) -> tuple[Rgb, int] | None:
        """Whose colour fills the track, and up to which space."""
        place, since = divmod(max(0.0, now - over_at), COUNT_S)
        if place >= len(order):
            return None
        rgb, total = order[int(place)]
        return rgb, int(total * min(1.0, since / RISE_S))

    return tuple(_filling(moment, led, count, end[led]) for led in range(count))


def _filling(moment: Callable[[float], tuple[Rgb, int] | None], led: int, count: int, end: Light) -> Light:
    def light(now: float) -> Rgb:
        counting = moment(now)
        if counting is None:
            return end(now)
        rgb, reached = counting
        if reached < led:
            return DARK
        laps = (reached - led) // count + 1
        return dimmed(rgb, 1.0 if reached % count == led else min(MOST_FILLED, FILLED * laps))

    return light


def counting_lamp(scores: Sequence[Score], over_at: float | None, player: str) -> Light:
    """The player's lamp: on while the points are counted; the winners' breathe in the end."""
    rgb = PLAYER_RGB.get(player, WHITE)
    end = pulsing(rgb, WON) if player in winners(scores) else dark

    def light(now: float) -> Rgb:
        score = counted(scores, over_at, now)
        if score is None:
            return end(now)
        return rgb if score.player == player else DARK

    return light
