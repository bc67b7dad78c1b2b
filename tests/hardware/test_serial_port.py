"""The serial port on a real pty with real pyserial, at moments that the test chooses."""

import itertools
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial

from hardware.bench.port import PtyPort
from hardware.errors import HardwareError, WireError, WiringError
from hardware.serial_port import PortBack, PortEvent, PortLost, SerialPort


def nobody(event: PortEvent) -> None:
    """Is told of events that a test does not look at."""


def fill(port: SerialPort, data: bytes) -> None:
    """Send more than a pty holds. The kernel moves bytes to the reader's side in its own, real, time: wait for that."""
    assert port.ready(0.0)
    port.send(data, 0.0)
    for tick in range(1, 5):
        time.sleep(0.02)
        assert not port.ready(tick / 100)


@pytest.fixture
def plug() -> Iterator[PtyPort]:
    with PtyPort() as plug:
        yield plug


@pytest.fixture
def events() -> list[PortEvent]:
    return []


@pytest.fixture
def port(plug: PtyPort, events: list[PortEvent]) -> Iterator[SerialPort]:
    port = SerialPort(plug.path, 9600, events.append)
    yield port
    port.close()


def test_bytes_arrive_as_they_are(plug: PtyPort, port: SerialPort) -> None:
    every_byte = bytes(range(256))   # a terminal that is not raw would change 0A, 0D, 11, 13 and more
    assert port.ready(0.0)
    port.send(every_byte, 0.0)
    assert plug.read() == every_byte
    assert plug.read() == b""


def test_what_the_far_end_says_is_heard_once(plug: PtyPort, port: SerialPort) -> None:
    assert port.heard(0.0) == b""
    port.open()
    plug.say(b"Ada\n")
    assert port.heard(0.0) == b"Ada\n"
    assert port.heard(0.0) == b""


def test_wire_is_busy_for_ten_bits_a_byte(port: SerialPort) -> None:
    # 96 bytes x 10 bits / 9600 baud = 0.1 s
    assert port.wire_time(96) == pytest.approx(0.1)
    assert port.ready(5.0)
    port.send(bytes(96), 5.0)
    assert port.due == pytest.approx(5.1)
    assert not port.ready(5.0999)
    assert port.ready(port.due)


def test_right_from_the_start_is_no_event(port: SerialPort, events: list[PortEvent]) -> None:
    assert port.ready(0.0)
    assert port.openings == 1
    assert events == []


def test_pulled_while_sending_is_one_event(plug: PtyPort, port: SerialPort, events: list[PortEvent]) -> None:
    assert port.ready(0.0)
    plug.pull()
    port.send(b"x", 7.0)
    assert not port.ready(7.0)
    [lost] = events
    assert isinstance(lost, PortLost)
    assert (lost.path, lost.at) == (plug.path, 7.0)
    assert plug.path in lost.why


def test_pulled_while_silent_is_found_by_listening(plug: PtyPort, port: SerialPort, events: list[PortEvent]) -> None:
    port.open()
    plug.pull()
    assert port.heard(3.0) == b""
    assert [(type(event), event.at) for event in events] == [(PortLost, 3.0)]


def test_retries_back_off_from_half_a_second_to_eight(
    plug: PtyPort, port: SerialPort, events: list[PortEvent]
) -> None:
    plug.pull()
    attempts = []
    now = 0.0
    for _ in range(7):
        assert not port.ready(now)
        attempts.append(now)
        assert port.due > now
        assert not port.ready((now + port.due) / 2)   # asked too early: no attempt, and the pause does not grow
        now = port.due
    # pauses 0.5, 1, 2, 4, 8, 8
    assert attempts == [0.0, 0.5, 1.5, 3.5, 7.5, 15.5, 23.5]
    assert len(events) == 1


def test_back_is_one_event_and_pauses_start_small_again(
    plug: PtyPort, port: SerialPort, events: list[PortEvent]
) -> None:
    plug.pull()
    for now in (0.0, 0.5, 1.5):
        assert not port.ready(now)
    plug.plug()
    assert not port.ready(3.0)
    assert port.ready(3.5)
    assert events[1:] == [PortBack(plug.path, 3.5)]
    port.send(b"back", 3.5)
    assert plug.read() == b"back"
    plug.pull()
    assert port.heard(10.0) == b""
    assert port.due == 10.5
    assert port.openings == 1


def test_port_that_opens_and_fails_at_once_is_not_tried_ever_faster(plug: PtyPort, port: SerialPort) -> None:
    pauses = []
    now = 0.0
    for _ in range(3):
        assert port.ready(now)
        plug.pull()
        port.send(b"x", now)
        pauses.append(port.due - now)
        now = port.due
        plug.plug()
    assert pauses == [0.5, 1.0, 2.0]


def test_full_port_keeps_the_rest_for_later(plug: PtyPort, port: SerialPort) -> None:
    data = bytes(range(256)) * 400   # 102,400 bytes: more than a pty holds
    assert port.ready(0.0)
    port.send(data, 0.0)
    arrived = plug.read()
    assert 0 < len(arrived) < len(data)
    now = 0.0
    while len(arrived) < len(data):
        assert port.due > now
        now = port.due
        assert now < 60.0, "the rest never came"
        assert not port.ready(now)   # ten bits a byte make 106.7 s: the wire is busy all the while
        arrived += plug.read()
    assert arrived == data


def test_full_port_that_stays_full_is_lost_after_a_second(
    plug: PtyPort, port: SerialPort, events: list[PortEvent]
) -> None:
    fill(port, bytes(102_400))
    now = 0.0
    while not events:
        assert now < 5.0, "never lost"
        now = port.due
        assert not port.ready(now)
    [lost] = events
    assert isinstance(lost, PortLost)
    assert "takes no more bytes" in lost.why
    assert 1.0 <= lost.at <= 1.1
    assert port.due == pytest.approx(lost.at + 0.5)


def test_far_end_that_reads_nothing_is_one_event_and_asked_ever_less_often(
    plug: PtyPort, port: SerialPort, events: list[PortEvent]
) -> None:
    data = bytes(range(256)) * 400
    fill(port, data)
    now, asked = 0.0, []
    while now < 60.0:
        now = port.due
        assert not port.ready(now)
        if events:
            asked.append(now)
    # lost after a second; then pauses of 0.5, 1, 2, 4, 8, 8 ... s
    gaps = [later - earlier for earlier, later in itertools.pairwise(asked)]
    assert gaps[:6] == pytest.approx([0.5, 1.0, 2.0, 4.0, 8.0, 8.0])
    assert [type(event) for event in events] == [PortLost]

    arrived = plug.read()   # it reads again
    while len(arrived) < len(data):
        now = port.due
        assert now < 120.0, "the rest never came"
        port.ready(now)
        arrived += plug.read()
    assert arrived == data   # not a byte is missing, so what hangs on it need not be told everything anew
    assert [type(event) for event in events] == [PortLost, PortBack]
    assert port.openings == 1


def test_stalled_and_then_pulled_is_lost_once_and_opened_anew(
    plug: PtyPort, port: SerialPort, events: list[PortEvent]
) -> None:
    fill(port, bytes(102_400))
    now = 0.0
    while not events:
        now = port.due
        assert not port.ready(now)
    plug.pull()
    assert port.heard(now + 0.1) == b""
    plug.plug()
    while not port.ready(now):
        assert now < 20.0, "never back"
        now = max(now + 0.01, port.due)
    assert [type(event) for event in events] == [PortLost, PortBack]
    assert port.openings == 2
    port.send(b"new", now)
    assert plug.read() == b"new"


def test_far_end_that_reads_slowly_is_not_lost(plug: PtyPort, port: SerialPort, events: list[PortEvent]) -> None:
    data = bytes(102_400)
    assert port.ready(0.0)
    port.send(data, 0.0)
    arrived = 0
    for tick in range(1, 3000):   # 30 s, and the far end reads every 0.6 s
        port.ready(tick / 100)
        if tick % 60 == 0:
            arrived += len(plug.read())
    assert arrived == len(data)
    assert events == []


def test_second_of_grace_begins_with_the_bytes_that_wait(
    plug: PtyPort, port: SerialPort, events: list[PortEvent]
) -> None:
    now = sent_at = 0.0
    while not events:   # the far end never reads; 456 bytes every 0.475 s fill the port after a while
        if port.ready(now):
            sent_at = now
            port.send(bytes(456), now)
        elif not events:
            now = port.due
        assert now < 600.0, "never full"
    assert events[0].at >= sent_at + 1.0


def test_last_words_follow_what_still_waits(plug: PtyPort, port: SerialPort) -> None:
    data = bytes(range(256)) * 400
    assert port.ready(0.0)
    port.send(data, 0.0)
    arrived = plug.read()
    port.close(b"last")
    more = plug.read()
    assert more
    assert (data + b"last").startswith(arrived + more)


def test_a_full_port_is_closed_without_what_nobody_takes(plug: PtyPort, port: SerialPort) -> None:
    """A real port's close would wait for it, 30 s by the kernel's default."""
    fill(port, bytes(102_400))
    port.close(b"last")
    assert len(plug.read()) <= 4096   # what the reader's side holds already (N_TTY_BUF_SIZE); the writer's is empty


def test_last_words_are_sent_before_the_port_closes(plug: PtyPort, port: SerialPort) -> None:
    assert port.ready(0.0)
    port.send(b"first ", 0.0)
    port.close(b"last")
    port.close(b"once more")
    assert plug.read() == b"first last"


def test_last_words_to_a_pulled_plug_raise_nothing(plug: PtyPort, port: SerialPort) -> None:
    port.open()
    plug.pull()
    port.close(b"dark")
    assert port.heard(0.0) == b""


def test_closed_port_is_free_for_others(plug: PtyPort, port: SerialPort) -> None:
    port.open()
    port.close()
    serial.Serial(plug.path, exclusive=True).close()


def test_missing_port_names_itself_and_the_remedy(tmp_path: Path) -> None:
    path = str(tmp_path / "usb-display")
    with pytest.raises(WireError, match=r"usb-display: is not there: plug it in.*/dev/serial/by-id") as caught:
        SerialPort(path, 9600, nobody).open()
    assert isinstance(caught.value, HardwareError)
    assert isinstance(caught.value, OSError)


def test_port_held_by_another_program_says_so(plug: PtyPort, port: SerialPort) -> None:
    with serial.Serial(plug.path, exclusive=True), pytest.raises(WireError, match="held by another program"):
        port.open()


def test_port_without_permission_names_the_group(port: SerialPort, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: str, flags: int) -> int:
        raise PermissionError(13, "Permission denied", path)   # EACCES, as for a user outside the group

    with monkeypatch.context() as patch:   # root may open everything, so only the operating system itself is replaced
        patch.setattr(os, "open", refuse)
        with pytest.raises(WireError, match="group that owns it"):
            port.open()


def test_file_that_is_no_serial_port_says_so(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_bytes(b"")
    with pytest.raises(WireError, match="that it is a serial port"):
        SerialPort(str(path), 9600, nobody).open()


@pytest.mark.parametrize("baud", [0, -9600])
def test_impossible_baud_rate_is_refused(baud: int) -> None:
    with pytest.raises(WiringError, match="baud"):
        SerialPort("/dev/serial/by-id/display", baud, nobody)
