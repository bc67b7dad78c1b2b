"""Fingers on the bench's buttons: levels moved at given times while the driver is stepped as it says."""

from collections.abc import Mapping

from hardware.bench import Bench
from hardware.button_events import ButtonEvent, Habit
from hardware.gestures import Gestures

PINS = {"left": 22, "right": 23, "ok": 24, "back": 25}
HABITS: Mapping[str, Habit] = {"left": Habit.REPEATING, "right": Habit.REPEATING, "ok": Habit.HOLDABLE}
UP, DOWN = 1, 0   # a button shorts its pin to ground

Move = tuple[float, str, int]


class Finger:
    """Buttons on pins of the bench, stepped every 10 ms from 0 on.

    Moves come between two looks (at 0.105 s, say), so that which look sees them first is not a matter of rounding.
    """

    def __init__(self, bench: Bench, *names: str) -> None:
        from hardware.buttons import Buttons

        self.bench = bench
        self.told: list[ButtonEvent] = []
        self.buttons = Buttons({name: PINS[name] for name in names}, Gestures(HABITS, self.told.append))
        self._due = 0.0

    @property
    def events(self) -> list[tuple[type[ButtonEvent], str, float]]:
        """What was told, to the millisecond."""
        return [(type(event), event.name, round(event.at, 3)) for event in self.told]

    def moves(self, *moves: Move, until: float, bounce: float = 0.0, seed: int = 0) -> None:
        """Each (s, button, level) in order, the buttons being stepped when they are due, up to `until`.

        bounce: for so many seconds the contact comes and goes at each move.
        """
        clock = self.bench.clock
        left = list(moves)
        while self._due <= until:
            while left and left[0][0] <= self._due:
                at, name, level = left.pop(0)
                clock.sleep(at - clock.now())
                self.bench.gpio.drive(PINS[name], level, bounce, seed + len(left))
            clock.sleep(self._due - clock.now())
            self._due = self.buttons.step(self._due)

    def busy(self, until: float) -> None:
        """Nobody looks before then."""
        self._due = until
