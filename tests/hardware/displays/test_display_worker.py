"""The display's worker over a real pty with real pyserial, on the test's own clock."""

from collections.abc import Iterator

import pytest

from hardware.bench.port import PtyPort
from hardware.bench.screens import Vt100Screen
from hardware.displays.display import DisplayWorker, Screen
from hardware.displays.vt100 import Vt100
from hardware.serial_port import PortBack, PortEvent, PortLost, SerialPort
from tests.hardware.wire_time import run

YELLOW = Screen(("Round 1/8     YELLOW", "lay a token (1 of 2)"))
GREEN = Screen(("Round 1/8      GREEN", "lay a token (1 of 2)"))
CLEARING = 14   # bytes: ESC [ 0 m, ESC [ 2 J, ESC [ ? 25 l
MOVE = 6        # bytes: ESC [ r ; c H with a column of one digit


@pytest.fixture
def plug() -> Iterator[PtyPort]:
    with PtyPort() as plug:
        yield plug


@pytest.fixture
def events() -> list[PortEvent]:
    return []


@pytest.fixture
def worker(plug: PtyPort, events: list[PortEvent]) -> Iterator[DisplayWorker]:
    worker = DisplayWorker(SerialPort(plug.path, 9600, events.append), Vt100())
    yield worker
    worker.close()


def read(plug: PtyPort) -> tuple[str, ...]:
    """What a terminal that was just switched on shows after these bytes."""
    terminal = Vt100Screen()
    terminal.feed(plug.read())
    assert terminal.faults == []
    return terminal.lines()


def test_screen_comes_to_stand_on_the_terminal(plug: PtyPort, worker: DisplayWorker) -> None:
    worker.show(YELLOW)
    worker.step(0.0)
    assert read(plug) == YELLOW.lines


def test_nothing_to_show_sends_nothing(plug: PtyPort, worker: DisplayWorker) -> None:
    run(worker.step, 0.0, 5.0)
    assert plug.read() == b""


def test_unchanged_screen_sends_nothing(plug: PtyPort, worker: DisplayWorker) -> None:
    worker.show(YELLOW)
    run(worker.step, 0.0, 1.0)
    plug.read()
    worker.show(Screen(YELLOW.lines))
    run(worker.step, 1.0, 10.0)
    assert plug.read() == b""


def test_due_when_the_wire_has_carried_it(worker: DisplayWorker) -> None:
    worker.show(YELLOW)
    # Both lines are full: (14 + 2 x (6 + 20)) bytes x 10 bits / 9600 baud = 68.75 ms
    assert worker.step(1.0) == pytest.approx(1.0 + (CLEARING + 2 * (MOVE + 20)) * 10 / 9600)


def test_of_screens_that_come_too_fast_only_the_newest_is_sent(plug: PtyPort, worker: DisplayWorker) -> None:
    worker.show(YELLOW)
    free = worker.step(0.0)
    plug.read()
    worker.show(Screen(("never seen",)))
    assert worker.step(0.001) == free
    worker.show(GREEN)
    assert worker.step(free - 0.001) == free
    assert plug.read() == b""
    worker.step(free)
    # YELLOW against " GREEN" in the cells 15 to 20
    assert plug.read() == b"\x1b[1;15H GREEN"


def test_wire_never_carries_more_than_its_baud_rate(plug: PtyPort, worker: DisplayWorker) -> None:
    sent = 0
    for number in range(1000):   # a new screen every 10 ms for 10 s: far too many
        now = number / 100
        worker.show(Screen((str(number) * 5,) * 4))
        worker.step(now)
        sent += len(plug.read())
        # What was sent at the last moment may still be on its way: at most a clearing and 4 x 26 bytes.
        assert sent <= now * 960 + CLEARING + 4 * 26
    assert sent > 10 * 960 * 0.8   # and it is used, but for the rest of the 10 ms in which it falls free


def test_pulled_plug_is_found_while_nothing_changes(
    plug: PtyPort, worker: DisplayWorker, events: list[PortEvent]
) -> None:
    worker.show(YELLOW)
    run(worker.step, 0.0, 1.0)
    plug.pull()
    run(worker.step, 1.0, 3.0)
    [lost] = events
    assert isinstance(lost, PortLost)
    assert lost.at <= 1.5


def test_returned_display_gets_the_whole_newest_screen_at_once(
    plug: PtyPort, worker: DisplayWorker, events: list[PortEvent]
) -> None:
    worker.show(YELLOW)
    run(worker.step, 0.0, 1.0)
    plug.pull()
    run(worker.step, 1.0, 20.0)
    worker.show(GREEN)
    plug.plug()
    run(worker.step, 20.0, 30.0)
    lost, back = events
    assert isinstance(lost, PortLost)
    assert isinstance(back, PortBack)
    assert back.at - 20.0 <= 8.0   # the longest pause
    assert read(plug) == GREEN.lines


def test_display_missing_at_the_start_is_found_later(
    plug: PtyPort, worker: DisplayWorker, events: list[PortEvent]
) -> None:
    plug.pull()
    worker.show(YELLOW)
    assert worker.step(0.0) == 0.5
    plug.plug()
    worker.step(0.5)
    assert [type(event) for event in events] == [PortLost, PortBack]
    assert read(plug) == YELLOW.lines


def test_closing_leaves_no_screen_that_tells_people_what_to_do(plug: PtyPort, worker: DisplayWorker) -> None:
    worker.show(YELLOW)
    worker.step(0.0)
    worker.close()
    worker.close()
    terminal = Vt100Screen()
    terminal.feed(plug.read())
    assert terminal.lines() == Screen().lines
    assert terminal.cursor_shown


def test_screen_of_another_size_is_refused(worker: DisplayWorker) -> None:
    with pytest.raises(ValueError, match="16x2 does not fit the display of 20x4"):
        worker.show(Screen((), columns=16, rows=2))
