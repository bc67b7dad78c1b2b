"""Displays of every kind that are missing, come off, come back, talk nonsense or listen no more (issue 6), on ptys."""

import resource
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from hardware.bench.port import PtyPort
from hardware.bench.screens import DisplayScreen, SerLcdScreen
from hardware.displays.display import DisplayWorker
from hardware.displays.kinds import KINDS
from hardware.serial_port import LONGEST_PAUSE_S, PortBack, PortEvent, PortLost, SerialPort

from .kinds import LETTERS, SIZES, Size, bare_lines

TICK_S = 0.002
"""How often the far end takes in what has arrived: two bytes at 9600 baud."""

RIGHT_S = 1.0 + 8 * 0.12 + 0.2
"""How soon after its return a display must be right: a SerLCD starts for 1 s, and takes seven letters and a text."""

WAIT_S = 0.05
"""How long the game may wait for a display (issue 6)."""

KINDS_TRIED = ("vt100-20x4", "serlcd-20x4", "matrix-orbital-16x2", "cd5220-20x2")

LAY = ("Kolo 3/8  ZELENÁ", "polož žeton")
WAIT = ("Kolo 3/8  ŽLUTÁ", "vezmi žeton zpět")
THEN = ("čtěte pravidla", "řeřicha, šípek")


class Waiting:
    """How long this thread waits in real time: not for a processor, which others on the machine may have.

    begun when made; `seconds` is 0 if the thread never gave its processor up by itself, however late the clock says it
    is. Where the kernel does not tell how long it stood in line for one (proc(5), schedstat), that counts as waiting.
    """

    def __init__(self) -> None:
        self._given_up = resource.getrusage(resource.RUSAGE_THREAD).ru_nvcsw
        self._idle_s = self._idle()

    @staticmethod
    def _idle() -> float:
        try:
            in_line = int(Path("/proc/thread-self/schedstat").read_text().split()[1]) / 1e9
        except FileNotFoundError:
            in_line = 0.0
        return time.monotonic() - time.thread_time() - in_line

    @property
    def seconds(self) -> float:
        if resource.getrusage(resource.RUSAGE_THREAD).ru_nvcsw == self._given_up:
            return 0.0
        return self._idle() - self._idle_s


@dataclass
class Table:
    """A display's worker and its far end on the test's clock; the wire takes its time."""

    size: Size
    plug: PtyPort
    now: float = 0.0
    due: float = 0.0
    events: list[PortEvent] = field(default_factory=list)
    longest_s: float = 0.0
    """The longest that a step has waited in real time."""
    reading: bool = True
    """Whether the far end takes in what arrives."""

    def __post_init__(self) -> None:
        port = SerialPort(self.plug.path, KINDS[self.size.kind].baud, self.events.append)
        self.worker = DisplayWorker(port, self.size.driver())
        self.switch_on()

    def switch_on(self) -> None:
        """A display that has just got its power."""
        serlcd = self.size.kind == "serlcd"
        columns, rows = self.size.columns, self.size.rows
        self.far_end: DisplayScreen = SerLcdScreen(columns, rows, self.now) if serlcd else self.size.far_end()

    def show(self, *lines: str) -> None:
        self.worker.show(self.size.screen(*lines))
        self.due = self.now

    def run(self, seconds: float) -> None:
        """Let time pass."""
        end = self.now + seconds
        while self.now < end:
            if self.reading:
                self.far_end.feed(self.plug.arrived(self.now), self.now)
            if self.now >= self.due:
                waiting = Waiting()
                self.due = self.worker.step(self.now)
                self.longest_s = max(self.longest_s, waiting.seconds)
            self.now += TICK_S

    def stands(self, *lines: str) -> bool:
        """Whether the display shows these lines; their letters bare, if it has no others."""
        screen = self.size.screen(*lines)
        return self.far_end.lines(LETTERS) == (bare_lines(screen) if self.size.kind == "cd5220" else screen.lines)

    def right_after_return(self, lines: tuple[str, ...]) -> bool:
        """Whether the port is back in due time, and right after that these lines stand on the display."""
        self.run_until(lambda: PortBack in self.told(), LONGEST_PAUSE_S + TICK_S)
        self.run(RIGHT_S)
        return self.stands(*lines) and self.told() == [PortLost, PortBack]

    def run_until(self, happened: Callable[[], bool], within_s: float) -> None:
        """Let time pass until something has happened; fails if it takes longer."""
        end = self.now + within_s
        while not happened():
            assert self.now < end, self.events
            self.run(TICK_S)

    def told(self) -> list[type[PortEvent]]:
        return [type(event) for event in self.events]


@pytest.fixture(params=[size for size in SIZES if str(size) in KINDS_TRIED], ids=str)
def table(request: pytest.FixtureRequest) -> Iterator[Table]:
    with PtyPort() as plug:
        table = Table(request.param, plug)
        yield table
        table.worker.close()


def test_a_display_that_is_busy_loses_nothing(table: Table) -> None:
    for lines in (LAY, WAIT, THEN, LAY):
        table.show(*lines)
        table.run(3.0)
        assert table.stands(*lines)
    assert table.far_end.faults == []


def test_a_display_that_is_not_there_at_the_start_is_told_once_and_waited_for(table: Table) -> None:
    table.plug.pull()
    table.show(*LAY)
    table.run(30.0)
    assert table.told() == [PortLost]
    assert "is not there: plug it in" in str(table.events[0])
    table.plug.plug()
    table.switch_on()
    assert table.right_after_return(LAY)
    assert table.far_end.faults == []


@pytest.mark.parametrize("power", ["kept", "lost"])
def test_a_plug_that_is_pulled_is_told_once_and_the_newest_screen_stands_right_after_its_return(
    table: Table, power: str
) -> None:
    table.show(*LAY)
    table.run(3.0)
    table.show(*WAIT)
    table.run(0.01)   # in the middle of the change
    table.plug.pull()
    table.run(5.0)
    assert table.told() == [PortLost]
    table.show("never seen")
    table.run(5.0)
    table.plug.plug()
    if power == "lost":
        table.switch_on()
    table.show(*THEN)
    assert table.right_after_return(THEN)
    if power == "lost":
        assert table.far_end.faults == []


def test_a_plug_that_flaps_ends_in_the_right_screen(table: Table) -> None:
    table.show(*LAY)
    for _ in range(5):
        table.run(0.7)
        table.plug.pull()
        table.run(0.3)
        table.plug.plug()
    table.run(12.0)
    assert table.stands(*LAY)
    assert table.told() == [PortLost, PortBack] * (len(table.events) // 2)


def test_a_display_that_talks_nonsense_is_not_listened_to(table: Table) -> None:
    table.show(*LAY)
    for number in range(50):
        table.plug.say(bytes(range(0, 192, 2)))   # 96 bytes: what 9600 baud carry in the time
        table.run(0.1)
        if number == 25:
            table.show(*WAIT)
    assert table.stands(*WAIT)
    assert table.events == []
    assert table.far_end.faults == []


def stall(table: Table) -> None:
    """Nobody reads the display's wire for so long that it is full: a new screen every 0.1 s."""
    table.reading = False
    number = 0
    while not table.events:
        number += 1
        assert number < 6000, "ten minutes, and the port is not full"
        table.show(f"{number:016}"[::-1], f"{number * 7919:016}")
        table.run(0.1)


def test_a_display_that_listens_no_more_is_told_once_and_right_after_its_return(table: Table) -> None:
    stall(table)
    assert "takes no more bytes" in str(table.events[0])
    table.run(20.0)
    assert table.told() == [PortLost]
    table.show(*LAY)
    table.reading = True
    assert table.right_after_return(LAY)


@pytest.mark.parametrize("size", [size for size in SIZES if str(size) in ("vt100-20x4", "serlcd-20x4")], ids=str)
def test_the_game_never_waits_for_a_display(size: Size) -> None:
    """In real time: not for one that is pulled, nor for one that has let its buffer fill."""
    with PtyPort() as plug:
        table = Table(size, plug)
        table.show(*LAY)
        table.run(2.0)
        table.plug.pull()
        table.run(2.0)
        table.plug.plug()
        table.run(3.0)
        table.events.clear()
        stall(table)
        table.run(10.0)
        waiting = Waiting()
        table.worker.close()   # with the buffer still full
        assert max(table.longest_s, waiting.seconds) <= WAIT_S


def test_a_step_that_waits_is_found_out() -> None:
    """Else the test before this one could not fail."""
    waiting = Waiting()
    time.sleep(2 * WAIT_S)
    assert waiting.seconds > WAIT_S
