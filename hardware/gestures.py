"""From buttons that go down and up to what people mean by it: short, long, again and again, or nothing."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from .button_events import ButtonEvent, Freed, Habit, Jammed, LongPressed, Pressed

LONG_S = 1.0            # held down for so long, a press is a long one
REPEAT_AFTER_S = 0.5    # held down for so long, a button repeats ...
REPEAT_S = 0.25         # ... every so often: a second press, and 58 more, take 15 s
JAM_S = 20.0            # nobody holds a button for so long
TOGETHER_S = 0.03       # nobody means two presses so close to each other; the fastest typists take twice as long
MOST_UNSEEN_S = 0.05    # between two steps: beyond it nobody knows what the finger did
SLACK_S = 1e-6          # a step that comes a rounding error early is on time


@dataclass(slots=True)
class _Held:
    """A button that is down. since: when it went down; repeat_at: when it repeats next (s)."""

    since: float
    repeat_at: float
    meant: bool
    jammed: bool = False


class Gestures:
    """What the buttons of a table say, on pins and on the kernel's key events alike; `put` is given each event.

    habits: of the buttons that do more than `Habit.ONCE`. All times are seconds on the worker's clock.

    One finger at a time is heard. A button that goes down while another is held is the one that is meant, and the
    other one means nothing any more: so a hand that changes its mind while it holds ok confirms nothing, and a button
    that jams is in nobody's way. Two that go down at once are a sleeve or a token: what has not been told is not told.
    """

    def __init__(self, habits: Mapping[str, Habit], put: Callable[[ButtonEvent], None]) -> None:
        self._habits = habits
        self._put = put
        self._held: dict[str, _Held] = {}
        self._stepped_at: float | None = None

    def found_down(self, name: str, now: float) -> None:
        """The button is down, and nobody has seen it go down: it means nothing until it was let go."""
        self._held[name] = _Held(now, now, meant=False)

    def down(self, name: str, now: float) -> None:
        """The button went down."""
        meant = all(now - other.since > TOGETHER_S - SLACK_S for other in self._held.values())
        self._spend()
        self._held[name] = _Held(now, now + REPEAT_AFTER_S, meant)
        if meant and self._habit(name) is not Habit.HOLDABLE:
            self._put(Pressed(name, now))

    def up(self, name: str, now: float) -> None:
        """The button came up; one that nobody saw go down may come up, too."""
        held = self._held.pop(name, None)
        if held is None:
            return
        if held.jammed:
            self._put(Freed(name, now))
        elif held.meant and self._habit(name) is Habit.HOLDABLE:
            self._put(Pressed(name, now))

    def turned(self, name: str, now: float) -> None:
        """A knob was turned by one step, which says the same as that button."""
        self._spend()
        self._put(Pressed(name, now))

    def lost(self, name: str) -> None:
        """Nobody knows any more whether the button is down."""
        self._held.pop(name, None)

    def step(self, now: float) -> None:
        """Tell what those mean that are still held; to be called after all that went down or up by now."""
        unseen = 0.0 if self._stepped_at is None else now - self._stepped_at - MOST_UNSEEN_S
        self._stepped_at = now
        for name, held in list(self._held.items()):
            if unseen > 0:  # a busy machine: a short press must not grow long by it
                held.since += unseen
                held.repeat_at += unseen
            self._hold(name, held, now)

    def _hold(self, name: str, held: _Held, now: float) -> None:
        habit = self._habit(name)
        lasted = now - held.since + SLACK_S
        if not held.jammed and lasted >= JAM_S:
            held.meant, held.jammed = False, True
            self._put(Jammed(name, now))
        elif held.meant and habit is Habit.HOLDABLE and lasted >= LONG_S:
            held.meant = False
            self._put(LongPressed(name, now))
        elif held.meant and habit is Habit.REPEATING and now >= held.repeat_at - SLACK_S:
            held.repeat_at = now + REPEAT_S
            self._put(Pressed(name, now))

    def _habit(self, name: str) -> Habit:
        return self._habits.get(name, Habit.ONCE)

    def _spend(self) -> None:
        """All that are down mean nothing any more."""
        for held in self._held.values():
            held.meant = False
