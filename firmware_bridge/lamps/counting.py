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


def counted(order: Sequence[Score], over_at: float | None, now: float) -> tuple[Score, float] | None:
    """Which of the scores, `in_order`, is being counted at `now` (s), and for how long already (s).

    None once all are, or where nobody saw the end of the game.
    """
    if over_at is None:
        return None
    place, since = divmod(max(0.0, now - over_at), COUNT_S)
    return (order[int(place)], since) if place < len(order) else None


def counting_track(scores: Sequence[Score], over_at: float | None, count: int) -> tuple[Light, ...]:
    """A track of `count` LEDs that fills up to each player's total; then the pawns stand there."""
    end = track([(score.player, score.total) for score in scores], (), count)
    order = in_order(scores)

    @lru_cache(maxsize=1)  # all LEDs are asked for the same moment
    def moment(now: float) -> list[Rgb] | None:
        counting = counted(order, over_at, now)
        if counting is None:
            return None
        score, since = counting
        return _filled(PLAYER_RGB.get(score.player, WHITE), int(score.total * min(1.0, since / RISE_S)), count)

    return tuple([_filling(moment, led, end[led]) for led in range(count)])


def _filled(rgb: Rgb, reached: int, count: int) -> list[Rgb]:
    """A track that is full from space 0 to the space `reached`, which is the brightest."""
    laps, rest = divmod(reached, count)
    more, less = (dimmed(rgb, min(MOST_FILLED, FILLED * times)) for times in (laps + 1, laps))
    return [*[more] * rest, rgb, *[less] * (count - rest - 1)]


def _filling(moment: Callable[[float], list[Rgb] | None], led: int, end: Light) -> Light:
    def light(now: float) -> Rgb:
        leds = moment(now)
        return end(now) if leds is None else leds[led]

    return light


def counting_lamps(scores: Sequence[Score], over_at: float | None) -> tuple[Light, ...]:
    """The players' lamps: each is on while its points are counted; the winners' breathe in the end."""
    order, won = in_order(scores), winners(scores)
    return tuple(_lamp(order, over_at, score.player, score.player in won) for score in scores)


def _lamp(order: Sequence[Score], over_at: float | None, player: str, wins: bool) -> Light:
    rgb = PLAYER_RGB.get(player, WHITE)
    end = pulsing(rgb, WON) if wins else dark

    def light(now: float) -> Rgb:
        counting = counted(order, over_at, now)
        if counting is None:
            return end(now)
        return rgb if counting[0].player == player else DARK

    return light
