"""Pawns on a track: whose they are, in which lap, several on one space, and the light that runs as one moves on.

A player's look is colour and rhythm (`BEATS`). A pawn alone has beats of half a second. Where several share a space a
beat is a second, and they are shown one after the other within it, in order of seats: so each is seen within a second,
and five of them change the light five times, which is two flashes and a half. A pawn that has gone around the track
winks: in each fifth beat it is dark for the first half of its time.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from .palette import DARK, PLAYER_RGB, WHITE, Rgb, dimmed
from .rhythms import BEATS, Light, dark

ALONE_BEAT_S: Final = 0.5
SHARED_BEAT_S: Final = 1.0
DIM: Final = 0.3
"""Brightness of a dim beat."""

RUN_STEP_S: Final = 0.12
"""How long a running light takes from one space to the next ..."""
RUN_MOST_S: Final = 2.0
"""... but for its whole way no longer than this ..."""
REST_S: Final = 0.4
"""... unless the track is so short that it would light a LED again sooner than this: nothing flashes above 3 Hz."""
TAIL: Final = (1.0, 0.25, 0.06)
"""Brightness of a running light, and of the spaces that it has just left."""
SYMBOL_S: Final = 0.3
"""How long a space flashes that gave its symbol (table talk, T13)."""


@dataclass(frozen=True, slots=True)
class Pawn:
    """A pawn that stands on a space; lap: how often it has gone around the track. A third lap looks like the second."""

    player: str
    lap: int = 0


@dataclass(frozen=True, slots=True)
class Run:
    """A pawn on its way from the space `before` to `after`, on a track of `count` LEDs, since `at` (s).

    symbol: whether the space that it comes to gives something.
    """

    player: str
    before: int
    after: int
    at: float
    count: int
    symbol: bool = False

    @property
    def step(self) -> float:
        """Seconds from one space to the next."""
        return max(min(RUN_STEP_S, RUN_MOST_S / (self.after - self.before)), REST_S / self.count)

    @property
    def end(self) -> float:
        """When it arrives (s)."""
        return self.at + self.step * (self.after - self.before)

    def lit(self, now: float, behind: int) -> int | None:
        """The LED that the running light lights, so many spaces behind itself; None before it begins, and beyond."""
        space = self.before + int((now - self.at) / self.step) - behind
        return space % self.count if self.before <= space < self.after else None


def track(spaces: Sequence[tuple[str, int]], runs: Sequence[Run], count: int) -> tuple[Light, ...]:
    """The lights of a track of `count` LEDs with pawns at these (player, space): space n is LED n mod count.

    A running light passes behind the pawns that stand, so that it adds no flash to theirs.
    """
    arrivals = {run.player: run for run in runs}
    here: dict[int, list[tuple[Pawn, Run | None]]] = {
        space % count: [] for run in runs for space in range(run.before, run.after)
    }
    for player, space in spaces:
        lap, led = divmod(space, count)
        here.setdefault(led, []).append((Pawn(player, lap), arrivals.get(player)))
    running = _running(runs)
    lights: list[Light] = [dark] * count
    for led, pawns in here.items():
        lights[led] = _busy(led, pawns, running) if runs else standing(tuple(pawn for pawn, _ in pawns))
    return tuple(lights)


def _running(runs: Sequence[Run]) -> Callable[[float], dict[int, Rgb]]:
    """What the running lights show at a time (s), by LED; the brightest where they meet."""

    @lru_cache(maxsize=1)  # all LEDs are asked for the same moment
    def moment(now: float) -> dict[int, Rgb]:
        return {
            led: dimmed(_rgb(run.player), TAIL[behind])
            for behind in reversed(range(len(TAIL)))
            for run in runs
            if (led := run.lit(now, behind)) is not None
        }

    return moment


def _busy(led: int, pawns: Sequence[tuple[Pawn, Run | None]], running: Callable[[float], dict[int, Rgb]]) -> Light:
    """A LED while something runs on its track."""
    coming = [(pawn, float("-inf") if run is None else run.end) for pawn, run in pawns]
    symbols = [run.end for _, run in pawns if run is not None and run.symbol]

    def light(now: float) -> Rgb:
        if any(end <= now < end + SYMBOL_S for end in symbols):
            return WHITE
        there = tuple([pawn for pawn, since in coming if since <= now])
        return standing(there)(now) if there else running(now).get(led, DARK)

    return light


@lru_cache(maxsize=256)
def standing(pawns: tuple[Pawn, ...]) -> Light:
    """The light of a LED on which these pawns stand, in order of seats."""
    beat = ALONE_BEAT_S if len(pawns) == 1 else SHARED_BEAT_S
    each = beat / len(pawns)
    shades = [_shades(pawn, place) for place, pawn in enumerate(pawns)]

    def light(now: float) -> Rgb:
        beats, within = divmod(now, beat)
        place = min(int(within / each), len(shades) - 1)
        first, second = shades[place]
        shade = first if within - place * each < each / 2 else second
        return shade[int(beats) % len(shade)]

    return light


def _shades(pawn: Pawn, place: int) -> tuple[list[Rgb], list[Rgb]]:
    """The colours of the pawn's beats, in the first half of its time and in the second.

    place: how many stand before it on its space. Their winks come in different beats: two in one would be a flash more.
    """
    rgb = _rgb(pawn.player)
    beats = [dimmed(rgb, DIM if beat == "." else 1.0) for beat in BEATS.get(pawn.player, "-")]
    if pawn.lap:
        winking, beats = [*beats, DARK], [*beats, beats[0]]
        return winking[place:] + winking[:place], beats[place:] + beats[:place]
    return beats, beats


def _rgb(player: str) -> Rgb:
    return PLAYER_RGB.get(player, WHITE)
