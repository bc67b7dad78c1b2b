"""How soon, and how rightly, the pads tell what happens on them in bad air: tokens laid, lifted, and left alone.

All in the table's modelled time, seeded: the same in every run.
"""

import math
import random
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import product
from multiprocessing import get_context

from hardware.bench import Bench
from hardware.bench.measure import BESIDE, READERS, UID7, WORST_STARTUP, opened
from hardware.clock import Clock
from hardware.readers.presence import Presence
from hardware.readers.reading import PadEvent, TokenLaid, TokenLifted

BURSTS = (0.05, 0.15)    # s, mean length of a bad time
SHARES = (0.1, 0.3)      # of all time
HANDS_OFF = 0.3          # s at most between what happened and what is done next
PATIENCE = 10.0          # s; an event that has not come by then counts as so late
SETTLING = 1.0           # s of clear air in which the table is read


@dataclass(frozen=True, slots=True)
class Weather:
    """share of all time in which every exchange fails; burst: mean length of such a time (s)."""

    share: float
    burst: float


Act = Callable[[], None]
CLEAR = Weather(0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Handled:
    """Tokens lifted and laid again, one by one: how long until it was told (s, each time), and what was told wrongly.

    Both last from the hand's doing to the look that settles it; wrong: events that nobody's hand made.
    """

    weather: Weather
    laid_s: tuple[float, ...]
    lifted_s: tuple[float, ...]
    wrong: int


@dataclass(frozen=True, slots=True)
class Still:
    """Tokens that nobody touched: events all the same."""

    weather: Weather
    minutes: float
    wrong: int


@dataclass(frozen=True, slots=True)
class EventFigures:
    """All of it."""

    handled: tuple[Handled, ...]
    still: tuple[Still, ...]

    def laid_p99_ms(self, share: float) -> float:
        """The worst of the bursts' 99th percentiles."""
        return max(p99_ms(handled.laid_s) for handled in self.handled if handled.weather.share == share)

    def lifted_p99_ms(self, share: float) -> float:
        """The worst of the bursts' 99th percentiles."""
        return max(p99_ms(handled.lifted_s) for handled in self.handled if handled.weather.share == share)

    def wrong_events(self, share: float) -> int:
        """Over all bursts."""
        return sum(still.wrong for still in self.still if still.weather.share == share)


def measure_events(minutes: float, placements: int, jobs: int) -> EventFigures:
    """Measure, in so many processes at once; minutes: simulated, for each kind of weather; placements: likewise.

    Call it with no bench in place.
    """
    weathers = [Weather(share, burst) for share, burst in product(SHARES, BURSTS)]
    if jobs == 1:
        return EventFigures(
            tuple([handle(weather, placements) for weather in (CLEAR, *weathers)]),
            tuple([leave_alone(weather, minutes) for weather in weathers]),
        )
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        still = [pool.submit(leave_alone, weather, minutes) for weather in weathers]
        handled = [pool.submit(handle, weather, placements) for weather in (CLEAR, *weathers)]
        return EventFigures(
            tuple([each.result() for each in handled]), tuple([each.result() for each in still])
        )


def p99_ms(seconds: Collection[float]) -> float:
    """The 99th percentile in ms: the smallest that at least 99 % of them do not exceed."""
    return round(1e3 * sorted(seconds)[math.ceil(0.99 * len(seconds)) - 1], 1)


def leave_alone(weather: Weather, minutes: float, presence: Presence | None = None) -> Still:
    """Twelve tokens lie still for so long; presence: another than the usual one."""
    with _table(presence) as table:
        table.rough(weather)
        table.run(60 * minutes)
        return Still(weather, minutes, len(table.events))


def handle(weather: Weather, placements: int, presence: Presence | None = None) -> Handled:
    """One of twelve tokens after the other is lifted and laid again, at moments drawn by lot."""
    draw = random.Random(f"hands in {weather}")
    laid: list[float] = []
    lifted: list[float] = []
    wrong = 0
    with _table(presence) as table:
        table.rough(weather)
        for _ in range(placements):
            pad = draw.randrange(READERS)
            uid = UID7[pad]
            wrong += table.time(TokenLifted, uid, draw.uniform(0, HANDS_OFF), partial(table.bench.lift, uid), lifted)
            wrong += table.time(TokenLaid, uid, draw.uniform(0, HANDS_OFF), partial(table.bench.place, uid, pad), laid)
    return Handled(weather, tuple(laid), tuple(lifted), wrong)


class _Hand:
    """The table's clock, on which something is done at a moment of its own, in the midst of whatever goes on."""

    def __init__(self, clock: Clock) -> None:
        self.now = clock.now
        self._sleep = clock.sleep
        self._at = float("inf")
        self._act: Act = lambda: None

    def at(self, moment: float, act: Act) -> None:
        """Do this then."""
        self._at, self._act = moment, act

    def sleep(self, seconds: float) -> None:
        """Let time pass, and do what is due in it."""
        end = self.now() + seconds
        if self._at <= end:
            self._sleep(self._at - self.now())
            self._at = float("inf")
            self._act()
        self._sleep(end - self.now())


class _Table:
    """Twelve pads with a token on each, and the worker that looks at them; `events`: what it told."""

    def __init__(self, bench: Bench, presence: Presence) -> None:
        from hardware.readers.pads import PadWorker

        self.bench = bench
        self.events: list[PadEvent] = []
        self._hand = _Hand(bench.clock)
        scanner, _ = opened(self._hand, "overlap")
        self._worker: PadWorker = PadWorker(scanner, presence, self.events.append, self._hand)
        for pad, uid in enumerate(UID7):
            bench.place(uid, pad)
        self.run(SETTLING)
        if sorted(event.tag for event in self.events if isinstance(event, TokenLaid)) != [uid.hex() for uid in UID7]:
            raise RuntimeError("the tokens on the simulated table were not read in clear air")
        self.events.clear()

    def rough(self, weather: Weather) -> None:
        """From now on."""
        self.bench.noise(weather.share, weather.burst, seed=round(1000 * (weather.share + weather.burst)))

    def run(self, seconds: float) -> None:
        """Let time pass."""
        until = self.bench.clock.now() + seconds
        while self.bench.clock.now() < until:
            self._step()

    def time(
        self, kind: type[TokenLaid | TokenLifted], uid: bytes, wait: float, act: Act, took: list[float]
    ) -> int:
        """Do something to a tag after that wait (s); `took` grows by how late it was told. How many others were."""
        done_at = self.bench.clock.now() + wait
        self._hand.at(done_at, act)
        late = PATIENCE
        others = 0
        while late == PATIENCE and self.bench.clock.now() < done_at + PATIENCE:
            self._step()
            for event in self.events:
                if isinstance(event, kind) and event.tag == uid.hex() and event.at >= done_at:
                    late = event.at - done_at
                else:
                    others += 1
            self.events.clear()
        took.append(late)
        return others

    def _step(self) -> None:
        now = self.bench.clock.now()
        self._hand.sleep(self._worker.step(now) - self.bench.clock.now())

    def close(self) -> None:
        self._worker.close()


@contextmanager
def _table(presence: Presence | None) -> Iterator[_Table]:
    with Bench(readers=READERS, tag_startup=WORST_STARTUP) as bench:
        table = _Table(bench, presence or Presence(readers=READERS, neighbours=BESIDE))
        yield table
        table.close()
