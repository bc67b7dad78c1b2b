"""The workers of a running table, and how they are stepped: pads, session, display, lights."""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Protocol, TypeVar

from hardware.clock import Clock
from hardware.displays.display import Screen
from hardware.readers.reading import PadEvent

from . import lamps, screens
from .happenings import Event, Outcome, Tick
from .pages import Page, Size, turned
from .panels import NO_LIGHTS, Line, Panel
from .reducer import step
from .session import Session
from .view import View, view

POLL_S = 0.02
"""How often the session looks at its inbox."""

FRAME_S = 1 / 30
"""How often it draws anew though nothing has happened: lights breathe, news grows old."""

WORDS_S = 0.1
"""How often it words the display anew though nothing has happened: news grow old, pages are turned, clocks go on."""


Shown = TypeVar("Shown", contravariant=True)


class Worker(Protocol):
    """Something that does a little at a time."""

    def step(self, now: float) -> float:
        """Do what is due at `now` (s); answers when it is due next (s)."""
        ...


class Output(Worker, Protocol[Shown]):
    """A worker that shows the newest of what it is given."""

    def show(self, shown: Shown, /) -> None:
        """Remember what to show at the next step."""
        ...


class DisplayOutput(Output[Screen], Protocol):
    """A display of characters: it shows screens of its own size only."""

    @property
    def columns(self) -> int: ...

    @property
    def rows(self) -> int: ...


class LightsOutput(Output[lamps.Picture], Protocol):
    """Lights: what a picture of them may show is `counts`, how many LEDs each track has."""

    @property
    def counts(self) -> Mapping[str, int]: ...


class Stepper:
    """Steps workers in one thread, always the one that is due first: for tests, the demo and the simulated table.

    around: what each step is done in, for measurements.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._due: dict[Worker, float] = {}
        self.around: Callable[[Worker], AbstractContextManager[None]] | None = None

    def add(self, worker: Worker) -> None:
        """It is stepped from now on."""
        self._due[worker] = self._clock.now()

    def wake(self, worker: Worker) -> None:
        """There is something to do for it: it is due at once."""
        self._due[worker] = self._clock.now()

    def run(self, seconds: float) -> None:
        """Let so many seconds pass."""
        end = self._clock.now() + seconds
        while True:
            worker = min(self._due, key=self._due.__getitem__)
            due = self._due[worker]
            self._clock.sleep(min(due, end) - self._clock.now())
            if due >= end:
                return
            if self.around is None:
                self._due[worker] = worker.step(self._clock.now())
            else:
                with self.around(worker):
                    self._due[worker] = worker.step(self._clock.now())


class Presenter(Protocol):
    """Who decides what of the game fills the display."""

    def heard(self, event: Event) -> None:
        """Something happened on the pads, and the session has taken it in."""
        ...

    def shown(self, view: View, now: float) -> tuple[View, Panel | None]:
        """The view as it is to be shown, and the panel that fills the display beside it."""
        ...


class Plain:
    """Shows the view as it is."""

    def heard(self, event: Event) -> None:
        """Nothing comes of it."""

    def shown(self, view: View, now: float) -> tuple[View, Panel | None]:
        """The view."""
        return view, None


class SessionWorker:
    """Owns the session: pad events go in, screens and frames come out.

    wake: called with an output that has something new to show. record: makes what came of an event durable, before
    anybody is shown it. heard: called with each outcome, in order. language: of the display's texts. took: called
    with each event that was taken, the session after it, and whether that is another one than before.

    What these attributes hold is shown from the next step on: `language`; `lights_gone`, whether the lights are lost;
    `display_gone`, whether the display is, so that the lights alone have to tell (table talk, T19); `trouble`, another
    line of news for as long as nothing else is to be said. `presenter` says what of the game fills the display.
    """

    def __init__(
        self,
        session: Session,
        display: DisplayOutput,
        lights: LightsOutput,
        wake: Callable[[Worker], None],
        record: Callable[[Session, Sequence[Outcome]], None] = lambda session, outcomes: None,
        heard: Callable[[Outcome], None] = lambda outcome: None,
        language: str = "en",
        took: Callable[[Event, Session, bool], None] = lambda event, session, changed: None,
    ) -> None:
        self.session = session
        self.language = language
        self.presenter: Presenter = Plain()
        self.trouble: Line | None = None
        self.lights_gone = False
        self.display_gone = False
        self._inbox: deque[PadEvent] = deque()
        self._display = display
        self._lights = lights
        self._wake = wake
        self._record = record
        self._heard = heard
        self._took = took
        self._draw_at = float("-inf")
        self._still: tuple[Page, ...] = ()
        self._pages_since = 0.0
        self._page: Page = ()
        self._picture: lamps.Picture = {}
        self._viewed = session, view(session)
        self._shown = self._viewed[1]
        self._word_at = float("-inf")
        self._told: tuple[str, Line | None, bool] | None = None

    def put(self, event: PadEvent) -> None:
        """Something happened on the pads; may be called from their thread."""
        self._inbox.append(event)

    def step(self, now: float) -> float:
        """Take in what happened, judge, show."""
        before = self.session
        while self._inbox:
            event = self._inbox.popleft()
            self.take(event)
            self.presenter.heard(event)
        self.take(Tick(now))
        if self.session is not before or now >= self._draw_at:
            self._draw(now)
        return now + POLL_S

    def _draw(self, now: float) -> None:
        self._draw_at = now + FRAME_S
        if self._viewed[0] is not self.session:
            self._viewed = self.session, view(self.session)
            self._word_at = now
        told = self.language, self.trouble, self.lights_gone
        if now >= self._word_at or told != self._told:
            self._word_at, self._told = now + WORDS_S, told
            self._draw_display(self._viewed[1], now)
        # The lights call from every place that is wrong, whatever the display has been asked to show.
        lit = replace(self._viewed[1], rests=self._shown.rests, setting_up=self._shown.setting_up)
        picture = lamps.picture(lit, now, self._lights.counts, self.display_gone)
        if picture != self._picture:
            self._picture = picture
            self._lights.show(picture)
            self._wake(self._lights)

    def _draw_display(self, seen: View, now: float) -> None:
        size = Size(self._display.columns, self._display.rows)
        shown, panel = self.presenter.shown(seen, now)
        self._shown = shown
        panel = panel or self.trouble or (NO_LIGHTS if self.lights_gone else None)
        pages = screens.pages(shown, now, size, self.language, panel)
        # Whatever comes up begins with its first page; a clock that has gone on is nothing that comes up.
        still = pages if shown.clocks is None else screens.pages(
            replace(shown, clocks=None), now, size, self.language, panel
        )
        if still != self._still:
            self._still, self._pages_since = still, now
        # The final scoring keeps step with the lights, which count from the game's end on.
        page = turned(pages, now - (self._pages_since if seen.over_at is None else seen.over_at))
        if page != self._page:
            self._page = page
            self._display.show(Screen(page, size.columns, size.rows))
            self._wake(self._display)

    def redraw(self) -> None:
        """Something beside the session has changed: the next step draws."""
        self._draw_at = self._word_at = float("-inf")

    def take(self, event: Event) -> tuple[Outcome, ...]:
        """One event, from the thread that steps this worker; what came of it. Raises what `reducer.step` raises."""
        session, outcomes = step(self.session, event)
        if outcomes:
            self._record(session, outcomes)
        changed = session is not self.session
        self.session = session
        self._took(event, session, changed)
        for outcome in outcomes:
            self._heard(outcome)
        return outcomes
