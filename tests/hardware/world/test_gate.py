"""Time passes up to the gate and no further, to the nanosecond; who is killed there leaves the table as it was."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from hardware.bench.gate import Abandoned, GatedClock
from hardware.bench.hands import Hands
from hardware.bench.process import WorldProcess
from hardware.bench.remote import RemoteBench
from tests.hardware.world.talk import Talk

NS = 1_000_000_000
UID = bytes.fromhex("04a1b2c3")

# A program that sets a register of its own choice, and then does nothing but sleep.
SLEEPER = """
import sys
from hardware.bench.remote import RemoteBench
with RemoteBench(sys.argv[1]) as bench:
    import spidev
    wire = spidev.SpiDev(0, 1)
    wire.xfer2([0x2D << 1, 0x5A])
    bench.sleep(float(sys.argv[2]))
"""


def gated() -> GatedClock:
    return GatedClock(lambda now: None, 0.02)


@contextmanager
def sleeper(world: WorldProcess, seconds: float) -> Iterator[subprocess.Popen[bytes]]:
    program = subprocess.Popen([sys.executable, "-c", SLEEPER, str(world.path), str(seconds)])
    try:
        yield program
    finally:
        program.kill()
        program.wait()


def test_time_that_the_gate_allows_passes_at_once() -> None:
    clock = gated()
    clock.open_gate(1.0)
    clock.sleep(0.25)
    assert clock.tick(750_000_000) == NS       # up to the very gate
    assert clock.now() == clock.gate == 1.0


def test_who_would_pass_the_gate_stands_at_it_until_it_is_opened_far_enough() -> None:
    clock = gated()
    passed: list[int] = []
    thread = threading.Thread(target=lambda: passed.append(clock.tick(3 * NS + 1)))
    thread.start()
    for second in (0, 1, 2, 3):
        assert clock.run(1 if second else 0, timeout=10)
        assert (clock.now_ns(), passed) == (second * NS, [])
    clock.open_gate(1e-9)
    thread.join(timeout=10)
    assert passed == [3 * NS + 1]


def test_run_says_so_when_nobody_lets_time_pass() -> None:
    clock = gated()
    assert not clock.run(1.0, timeout=0.01)
    assert (clock.now(), clock.gate) == (0.0, 1.0)


def test_who_is_gone_lets_no_time_pass_and_does_not_count_as_standing_at_the_gate() -> None:
    clock = gated()
    gone = threading.Event()
    ended: list[str] = []

    def sleep() -> None:
        clock.attend(gone.is_set)
        try:
            clock.sleep(5.0)
        except Abandoned:
            ended.append("abandoned")

    thread = threading.Thread(target=sleep)
    thread.start()
    assert clock.run(1.0, timeout=10)
    gone.set()
    assert not clock.run(0.0, timeout=0.01)
    clock.open_gate(10.0)
    thread.join(timeout=10)
    assert ended == ["abandoned"]
    assert clock.now() == 1.0


def test_time_does_not_go_back() -> None:
    with pytest.raises(ValueError, match="back"):
        gated().open_gate(-1)


def test_what_passes_is_told_before_time_moves_at_most_once_in_a_span() -> None:
    told: list[float] = []
    clock = GatedClock(told.append, 0.02)
    clock.open_gate(10.0)
    for _ in range(10):
        clock.sleep(0.005)                     # ticks end at 5, 10, 15, 20 ... 50 ms: 0, 20 and 40 begin a span
    assert told == [0.0, 0.015, 0.035]
    clock.sleep(3.0)
    assert told == [0.0, 0.015, 0.035, 0.05]


def test_a_programs_time_over_the_socket_is_exact(virtual: WorldProcess, hands: Hands) -> None:
    with sleeper(virtual, 100.0):
        hands.run(0.25)
        assert hands.now() == 0.25
        hands.run(1 / 8)
        assert hands.now() == 0.375
        assert hands.transfers() == 1


def test_a_transfer_stands_at_the_gate_too(virtual: WorldProcess, hands: Hands) -> None:
    with Talk(virtual.path) as talk:
        talk.ask(op="open", bus=0, device=0)
        talk.send('{"op":"transfer","bus":0,"device":0,"hz":1000000,"tx":"ee00"}')
        hands.run(35e-6)
        assert hands.now() == 35e-6
        hands.place(UID, 0)                    # the table is not held up by who waits
        hands.open_gate(1e-6)
        assert talk.hear() == {"ok": True, "rx": "0092", "now_ns": 36_000}     # 16 bits at 1 MHz and 20 us


def test_killed_at_the_gate_its_sleep_never_happened_and_all_lies_as_it_lay(
    virtual: WorldProcess, hands: Hands,
) -> None:
    hands.place(UID, 1)
    with sleeper(virtual, 100.0) as program:
        hands.run(2.0)
        program.kill()                         # SIGKILL
        program.wait()
        with pytest.raises(TimeoutError, match="nobody lets time pass: it is 2 s, and may get to 3 s"):
            hands.run(1.0, timeout=0.05)
        assert hands.now() == 2.0
        assert hands.lying() == ((), (UID,))
    with RemoteBench(virtual.path) as bench:   # its next incarnation
        import spidev

        wire = spidev.SpiDev(0, 1)
        assert wire.xfer2([0x2D << 1 | 0x80, 0]) == [0, 0x5A]      # TReloadReg, low byte, as it was written
        assert bench.clock.now() == 2.0 + 16 / 500_000 + 20e-6     # the one transfer: 500 kHz, which is spidev's here
        bench.sleep(0.5)
        assert hands.now() == bench.clock.now()


def test_twice_killed_at_the_same_gate_is_twice_the_same(virtual: WorldProcess, hands: Hands) -> None:
    for time in (1.0, 2.0):
        with sleeper(virtual, 100.0):
            hands.run(1.0)
            assert hands.now() == time
    assert hands.transfers() == 2


def test_hands_that_vanish_in_run_leave_the_gate_open_and_the_table_alive(
    virtual: WorldProcess, hands: Hands,
) -> None:
    with Talk(virtual.path) as vanishing:
        vanishing.send('{"op":"run","seconds":1}')
        assert vanishing.hear_nothing(0.1)
    with Talk(virtual.path) as talk:
        assert talk.ask(op="sleep", seconds=1.0) == {"ok": True}
    assert hands.now() == 1.0
