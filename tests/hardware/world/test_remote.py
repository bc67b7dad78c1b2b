"""What drivers do on a table in this process they do on one in another, unchanged."""

import errno
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.bench import Bench
from hardware.bench.hands import Hands
from hardware.bench.process import WorldProcess
from hardware.bench.remote import RemoteBench, RemoteTable
from hardware.clock import Clock
from hardware.errors import BenchError, WireError, WiringError
from hardware.readers.mfrc522 import Mfrc522
from hardware.readers.reading import Reading, Seen
from hardware.readers.scanner import Scanner

UID4 = bytes.fromhex("deadbeef")
UID7 = bytes.fromhex("04a1b2c3d4e5f6")


@pytest.fixture
def bench(virtual: WorldProcess, hands: Hands) -> Iterator[RemoteBench]:
    hands.open_gate(7300)
    with RemoteBench(virtual.path) as bench:
        yield bench


def scanner(clock: Clock) -> Scanner:
    return Scanner([Mfrc522(0, device, clock=clock) for device in range(2)], clock)


def readings_of_two_hours(clock: Clock, hands: Bench | Hands) -> list[Reading]:
    """What our scanner sees while tags come and go, a reader is pulled off, and time passes."""
    pads = scanner(clock)
    readings = [*pads.scan()]
    hands.place(UID4, 0)
    hands.place(UID7, 0)
    readings += pads.scan()
    hands.unplug(1)
    clock.sleep(3599.0)
    readings += pads.scan()
    hands.plug(1)
    hands.place(UID7, 1)
    hands.brown_out(0)
    readings += pads.scan()
    clock.sleep(3600.0)
    for _ in range(10):
        readings += pads.scan()
    pads.close()
    return readings


def test_our_scanner_sees_to_the_nanosecond_what_it_sees_on_a_table_in_this_process(
    bench: RemoteBench, hands: Hands,
) -> None:
    there = readings_of_two_hours(bench.clock, hands)
    assert [reading.seen for reading in there][:6] == [
        Seen.NOBODY, Seen.NOBODY, Seen.TAGS, Seen.NOBODY, Seen.TAGS, Seen.DEAD,
    ]
    assert [reading.tags for reading in there[:6] if reading.tags] == 2 * [(UID7.hex(), UID4.hex())]
    # How soon a dead reader is tried again is the scanner's affair; an hour and ten looks later it has done so.
    assert [reading.tags for reading in there[-2:]] == [(UID4.hex(),), (UID7.hex(),)]


def test_both_tables_keep_the_same_time(virtual: WorldProcess, hands: Hands) -> None:
    with Bench(readers=2, tag_startup=3e-4) as here:
        expected = readings_of_two_hours(here.clock, here)
        transfers = here.spi.transfers
    hands.open_gate(7300)
    with RemoteBench(virtual.path) as there:
        assert readings_of_two_hours(there.clock, hands) == expected
    assert hands.transfers() == transfers


@pytest.mark.filterwarnings("ignore:Bitwise inversion:DeprecationWarning")
def test_the_unmodified_package_reads_a_tag_and_gives_up_on_an_empty_pad_after_2013_transfers(
    bench: RemoteBench, hands: Hands,
) -> None:
    from mfrc522 import SimpleMFRC522

    reader = SimpleMFRC522()
    before = hands.transfers()
    assert reader.read_id_no_block() is None
    assert hands.transfers() - before == 2013
    hands.place(UID4, 0)
    assert reader.read_id_no_block() == 0xDEADBEEF22     # check byte de ^ ad ^ be ^ ef


def test_pins_are_those_of_the_table(bench: RemoteBench, hands: Hands) -> None:
    from RPi import GPIO

    GPIO.setmode(GPIO.BCM)
    GPIO.setup([17, 27], GPIO.IN, pull_up_down=GPIO.PUD_UP)
    assert (GPIO.input(17), GPIO.input(27)) == (1, 1)
    hands.drive_pin(17, 0)
    assert (GPIO.input(17), GPIO.input(27)) == (0, 1)
    hands.release_pin(17)
    assert GPIO.input(17) == 1
    GPIO.setup(25, GPIO.OUT, initial=GPIO.HIGH)
    GPIO.output(25, GPIO.LOW)
    assert GPIO.gpio_function(25) == GPIO.OUT
    assert GPIO.gpio_function(10) == GPIO.SPI
    GPIO.cleanup(25)
    assert GPIO.gpio_function(25) == GPIO.IN
    GPIO.cleanup()


def test_a_button_may_bounce(bench: RemoteBench, hands: Hands) -> None:
    from RPi import GPIO

    GPIO.setmode(GPIO.BCM)
    GPIO.setup(17, GPIO.IN, pull_up_down=GPIO.PUD_UP)
    hands.drive_pin(17, 0, bounce=0.01, seed=1)
    seen: list[int] = []
    for _ in range(40):
        seen.append(GPIO.input(17))
        bench.clock.sleep(0.0005)
    assert set(seen[:20]) == {0, 1}   # 10 ms long it comes and goes
    assert set(seen[20:]) == {0}
    GPIO.cleanup()


def test_a_button_calls_back(bench: RemoteBench, hands: Hands) -> None:
    from RPi import GPIO

    pressed = threading.Event()
    GPIO.setmode(GPIO.BCM)
    GPIO.setup(17, GPIO.IN, pull_up_down=GPIO.PUD_UP)
    GPIO.add_event_detect(17, GPIO.FALLING, lambda channel: pressed.set())
    hands.drive_pin(17, 0)
    assert pressed.wait(10)
    GPIO.cleanup()


def test_opening_fails_as_the_system_lets_it_fail(bench: RemoteBench, hands: Hands) -> None:
    import spidev

    with pytest.raises(FileNotFoundError):
        spidev.SpiDev(0, 2)
    hands.deny(0, 1)
    with pytest.raises(PermissionError):
        spidev.SpiDev(0, 1)
    with pytest.raises(WireError, match="group spi"):
        Mfrc522(0, 1, clock=bench.clock)
    hands.allow(0, 1)
    spidev.SpiDev(0, 1).close()


def test_a_driver_that_sleeps_by_itself_lets_the_tables_time_pass(virtual: WorldProcess, hands: Hands) -> None:
    import time

    hands.open_gate(3600)
    with RemoteBench(virtual.path, virtual_sleep=True):
        time.sleep(3000)
        assert hands.now() == 3000.0


def test_threads_of_one_program_ask_at_the_same_time(virtual: WorldProcess, hands: Hands) -> None:
    with RemoteBench(virtual.path) as bench:
        pads = threading.Thread(target=bench.sleep, args=(1.0,))
        pads.start()
        hands.run(0.5)                          # the other thread stands at the gate
        assert bench.clock.now() == 0.5
        hands.open_gate(0.5)
        pads.join(timeout=10)
        assert not pads.is_alive()


def test_time_that_another_program_let_pass_is_known_after_the_next_request(
    virtual: WorldProcess, bench: RemoteBench,
) -> None:
    bench.clock.sleep(1.0)
    assert bench.clock.now() == 1.0
    other = RemoteTable(virtual.path)
    other.sleep(2.0)
    other.close()
    bench.level(4)
    assert bench.clock.now() == 1.0 + 2.0


def test_a_thread_that_waits_when_the_table_is_let_go_of_gets_an_error(virtual: WorldProcess, hands: Hands) -> None:
    table = RemoteTable(virtual.path)
    errors: list[int | None] = []

    def sleep() -> None:
        try:
            table.sleep(1.0)
        except OSError as error:
            errors.append(error.errno)

    pads = threading.Thread(target=sleep)
    pads.start()
    hands.run(0.5)
    table.close()
    pads.join(timeout=10)
    assert errors == [errno.ENODEV]


def test_two_programs_on_one_table_see_the_same_chips(virtual: WorldProcess, hands: Hands) -> None:
    hands.open_gate(1)
    with RemoteBench(virtual.path):
        import spidev

        spidev.SpiDev(0, 0).xfer2([0x2D << 1, 0x5A])
        other = RemoteTable(virtual.path)
        assert other.open(0, 0).transfer(bytes((0x2D << 1 | 0x80, 0)), 500_000) == [0, 0x5A]
        other.close()
        assert spidev.SpiDev(0, 0).xfer2([0x2D << 1 | 0x80, 0]) == [0, 0x5A]


def test_an_interrupted_request_leaves_no_reply_behind_for_the_next(virtual: WorldProcess, hands: Hands) -> None:
    import signal

    def interrupt(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    table = RemoteTable(virtual.path)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(KeyboardInterrupt):
            table.sleep(1.0)                    # nobody lets time pass
        hands.open_gate(2.0)
        assert table.level(4) == 0              # and not the sleep's reply
        assert table.clock.now() == 0.0         # it never happened
    finally:
        signal.signal(signal.SIGALRM, before)
        table.close()


def test_a_table_that_dies_is_a_bus_that_was_pulled_out(virtual: WorldProcess) -> None:
    with Hands(virtual.path) as hands, RemoteBench(virtual.path) as bench:
        hands.open_gate(3600)
        pads = scanner(bench.clock)
        virtual.close()
        import spidev

        with pytest.raises(OSError, match="No such device"):
            spidev.SpiDev(0, 0)
        with pytest.raises(OSError, match="No such device"):
            bench.clock.now()
        with pytest.raises(OSError, match="No such device"):
            hands.lying()
        pads.close()


def test_a_paced_table_that_dies_leaves_dead_pads_to_a_service_that_goes_on(paced: WorldProcess) -> None:
    with RemoteBench(paced.path) as bench:
        pads = scanner(bench.clock)
        paced.close()
        assert [reading.seen for reading in pads.scan()] == [Seen.DEAD, Seen.DEAD]
        pads.close()


def test_paced_time_is_the_walls_for_all(paced: WorldProcess) -> None:
    with Hands(paced.path) as hands, RemoteBench(paced.path) as bench:
        times = []
        for _ in range(50):
            times += [bench.clock.now(), hands.now()]
        assert times == sorted(times)
        before = hands.now()
        bench.clock.sleep(0.05)
        hands.run(0.05)
        assert hands.now() - before >= 0.1
        with pytest.raises(BenchError, match="no gate"):
            hands.open_gate(1)


def test_tags_are_read_on_a_paced_table_though_its_time_runs_ahead_of_the_wall(paced: WorldProcess) -> None:
    with Hands(paced.path) as hands, RemoteBench(paced.path) as bench:
        hands.place(UID4, 0)
        hands.place(UID7, 1)
        pads = scanner(bench.clock)
        for _ in range(5):
            assert [reading.tags for reading in pads.scan()] == [(UID4.hex(),), (UID7.hex(),)]
        pads.close()


def test_no_table_there_is_said_with_the_remedy(tmp_path: Path) -> None:
    for opened in (RemoteBench, RemoteTable, Hands):
        with pytest.raises(WiringError, match=r"no simulated table answers at .*server --folder"):
            opened(tmp_path / "world.socket")


def test_what_hands_cannot_do_is_said_in_the_tables_words(hands: Hands) -> None:
    with pytest.raises(BenchError, match="UID of 3 bytes"):
        hands.place(b"\x01\x02\x03", 0)
    with pytest.raises(BenchError, match="no reader 7"):
        hands.unplug(7)
    with pytest.raises(BenchError, match="lies on the table"):
        hands.lift(UID4)
