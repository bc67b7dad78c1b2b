"""Everything that can befall a reader, on the wire: told within 2 s by its kind, nobody else slowed, back by itself."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import pytest

from hardware.bench import Bench
from hardware.readers.reading import Reading, Seen
from hardware.readers.reset_line import ResetLine
from hardware.readers.scanner import Scanner
from hardware.readers.schedule import Schedule
from hardware.readers.trouble import Trouble
from tests.hardware.readers.wires import in_time, open_chip, open_scanner

TOLD = 2.0     # s, from the fault to the first word of it
BACK = 8.0     # s, from the fault's end: the longest wait is 4 s, then some looks
READERS = 6    # one bus
VICTIM = 2
TAG = bytes.fromhex("04a1b2c3d4e5f6")


@dataclass(frozen=True)
class Mishap:
    """strike, mend: begin and end it; kinds: what it may be told as."""

    strike: Callable[[Bench], None]
    mend: Callable[[Bench], None]
    kinds: tuple[Trouble, ...]


def _replug(bench: Bench) -> None:
    bench.unplug(VICTIM)
    bench.plug(VICTIM)


MISHAPS = {
    "plug pulled": Mishap(lambda b: b.unplug(VICTIM), lambda b: b.plug(VICTIM), (Trouble.ABSENT,)),
    "MISO stuck at 0": Mishap(
        lambda b: b.hold_miso(VICTIM, 0), lambda b: b.hold_miso(VICTIM, None), (Trouble.ABSENT,)
    ),
    "MISO stuck at 1": Mishap(
        lambda b: b.hold_miso(VICTIM, 1), lambda b: b.hold_miso(VICTIM, None), (Trouble.ABSENT,)
    ),
    "unknown version": Mishap(
        lambda b: b.set_version(VICTIM, 0x42), lambda b: b.set_version(VICTIM, 0x92), (Trouble.UNKNOWN,)
    ),
    "frozen": Mishap(lambda b: b.freeze(VICTIM), _replug, (Trouble.FROZEN,)),
    "its clock stands": Mishap(lambda b: b.freeze(VICTIM, clock_only=True), _replug, (Trouble.FROZEN,)),
    "cable far too long": Mishap(
        lambda b: b.cable(VICTIM, 1_000_000), lambda b: b.cable(VICTIM, None), (Trouble.GARBLING,)
    ),
}


def _scan_time(bench: Bench, pads: Scanner, looks: int) -> float:
    """Seconds a look at one of the others, the mean of so many."""
    since = bench.clock.now()
    done = 0
    while done < looks:
        reading = pads.next_look()
        done += reading is not None and reading.reader != VICTIM
    return (bench.clock.now() - since) / looks


@pytest.mark.parametrize("schedule", ["solo", "overlap"])
@pytest.mark.parametrize("lies", [False, True])
@pytest.mark.parametrize("name", MISHAPS)
def test_a_fault_is_told_by_its_kind_slows_nobody_and_ends_by_itself(
    name: str, lies: bool, schedule: Schedule, caplog: pytest.LogCaptureFixture
) -> None:
    mishap = MISHAPS[name]
    with Bench(readers=READERS) as bench:
        pads = open_scanner(bench, READERS, schedule)
        if lies:
            bench.place(TAG, VICTIM)
        pads.scan()
        before = _scan_time(bench, pads, 50)
        mishap.strike(bench)
        dead = in_time(bench, pads, VICTIM, Seen.DEAD, TOLD)
        assert f"/dev/spidev0.{VICTIM}" in dead.why
        fault = pads.fault(VICTIM)
        assert fault is not None
        assert fault.trouble in mishap.kinds
        assert caplog.text.count(f"/dev/spidev0.{VICTIM}") <= 1   # set up again; that it is lost an event tells
        # One look in six no longer takes its time, and all that is spent on trying again must fit into that.
        assert _scan_time(bench, pads, 250) <= before * 6 / 5
        fault = pads.fault(VICTIM)   # tried again some times, and still the same
        assert fault is not None
        assert fault.trouble in mishap.kinds
        mishap.mend(bench)
        assert in_time(bench, pads, VICTIM, Seen.TAGS if lies else Seen.NOBODY, BACK).tags == (
            (TAG.hex(),) if lies else ()
        )
        assert pads.fault(VICTIM) is None


@pytest.mark.parametrize("name", MISHAPS)
def test_a_table_starts_with_a_reader_at_fault(name: str) -> None:
    mishap = MISHAPS[name]
    with Bench(readers=READERS) as bench:
        mishap.strike(bench)
        pads = open_scanner(bench, READERS)
        in_time(bench, pads, VICTIM, Seen.DEAD, TOLD)
        assert [reading.seen for reading in pads.scan()].count(Seen.NOBODY) == READERS - 1
        mishap.mend(bench)
        in_time(bench, pads, VICTIM, Seen.NOBODY, BACK)


@pytest.mark.parametrize("name", MISHAPS)
def test_a_reader_at_fault_never_reads_as_an_empty_pad(name: str) -> None:
    mishap = MISHAPS[name]
    with Bench(readers=READERS) as bench:
        bench.place(TAG, VICTIM)
        pads = open_scanner(bench, READERS, "overlap")
        pads.scan()
        mishap.strike(bench)
        until = bench.clock.now() + 3.0
        while bench.clock.now() < until:
            reading = pads.next_look()
            assert reading is not None
            assert reading.reader != VICTIM or reading.seen is not Seen.NOBODY


def test_a_dead_reader_costs_one_transfer_each_time_it_is_tried_and_is_tried_ever_less() -> None:
    with Bench(readers=1) as bench:
        pads = open_scanner(bench)
        bench.unplug(0)
        in_time(bench, pads, 0, Seen.DEAD)
        tried: list[float] = []
        while len(tried) < 10:
            before = bench.spi.transfers
            bench.clock.sleep(pads.ready_at() - bench.clock.now())
            reading = pads.next_look()
            if reading is not None:
                tried.append(bench.clock.now())
                assert bench.spi.transfers - before == 1
        waits = [round(later - earlier, 1) for earlier, later in pairwise(tried)]
        assert waits == [0.2, 0.4, 0.8, 1.6, 3.2, 4.0, 4.0, 4.0, 4.0]   # after the first 0.1 s; 4 s is the longest


def _next_of(pads: Scanner, bench: Bench, reader: int = VICTIM) -> Reading:
    """The next look at one reader."""
    while True:
        reading = pads.next_look()
        if reading is not None and reading.reader == reader:
            return reading
        bench.clock.sleep(pads.ready_at() - bench.clock.now())


def test_a_reader_that_is_back_is_believed_at_its_third_good_look() -> None:
    with Bench(readers=READERS) as bench:
        pads = open_scanner(bench, READERS)
        bench.unplug(VICTIM)
        in_time(bench, pads, VICTIM, Seen.DEAD)
        bench.plug(VICTIM)
        # It is set up again, then three looks go well.
        assert [_next_of(pads, bench).seen for _ in range(4)] == [Seen.DEAD, Seen.DEAD, Seen.DEAD, Seen.NOBODY]


@pytest.mark.parametrize("in_exchange", [False, True])
def test_a_single_brown_out_costs_one_look_and_no_reader(in_exchange: bool, caplog: pytest.LogCaptureFixture) -> None:
    with Bench(readers=READERS) as bench:
        bench.place(TAG, VICTIM)
        pads = open_scanner(bench, READERS)
        pads.scan()
        bench.brown_out(VICTIM, in_exchange)
        assert [_next_of(pads, bench).seen for _ in range(3)] == [Seen.GARBLED, Seen.TAGS, Seen.TAGS]
        assert "has lost its set-up" in caplog.text
        assert caplog.text.count("set up again") == 1


def test_a_look_after_a_brown_out_comes_sooner_than_in_a_round() -> None:
    with Bench(readers=12) as bench:
        pads = open_scanner(bench, 12, "overlap")
        pads.scan()
        bench.brown_out(VICTIM)
        assert _next_of(pads, bench).seen is Seen.GARBLED
        since = bench.clock.now()
        assert _next_of(pads, bench).seen is Seen.NOBODY
        assert bench.clock.now() - since < 20e-3   # a round of `overlap` takes 34 ms


def test_a_supply_that_keeps_dipping_is_told_and_comes_back_when_it_holds() -> None:
    with Bench(readers=READERS) as bench:
        pads = open_scanner(bench, READERS)
        pads.scan()
        for _ in range(20):
            bench.brown_out(VICTIM)
            if _next_of(pads, bench).seen is Seen.DEAD:
                break
            assert _next_of(pads, bench).seen is Seen.NOBODY
        fault = pads.fault(VICTIM)
        assert fault is not None
        assert fault.trouble is Trouble.RESET
        assert "supply" in fault.why
        in_time(bench, pads, VICTIM, Seen.NOBODY, BACK)


def test_a_chip_that_a_soft_reset_revives_is_not_lost() -> None:
    with Bench(readers=READERS) as bench:
        bench.place(TAG, VICTIM)
        pads = open_scanner(bench, READERS)
        pads.scan()
        bench.freeze(VICTIM, clock_only=True, soft=True)
        assert [_next_of(pads, bench).seen for _ in range(2)] == [Seen.GARBLED, Seen.TAGS]
        assert pads.fault(VICTIM) is None


@pytest.mark.parametrize("clock_only", [False, True])
def test_a_chip_that_stops_for_a_while_is_told_and_comes_back(clock_only: bool) -> None:
    with Bench(readers=READERS) as bench:
        bench.place(TAG, VICTIM)
        pads = open_scanner(bench, READERS)
        pads.scan()
        bench.freeze(VICTIM, 5.0, clock_only=clock_only)
        in_time(bench, pads, VICTIM, Seen.DEAD, TOLD)
        assert in_time(bench, pads, VICTIM, Seen.TAGS, 5.0 + BACK).tags == (TAG.hex(),)


def test_a_module_that_does_not_let_go_of_miso_is_told_by_all_others_of_its_bus_and_by_no_other() -> None:
    with Bench(readers=12) as bench:
        pads = open_scanner(bench, 12, "overlap")
        pads.scan()
        bench.hold_bus(VICTIM)
        others = [reader for reader in range(6) if reader != VICTIM]
        until = bench.clock.now() + TOLD
        while bench.clock.now() < until:
            pads.scan()
        for reader in others:
            fault = pads.fault(reader)
            assert fault is not None
            assert "does not let go of MISO" in fault.why
        assert [pads.fault(reader) for reader in range(6, 12)] == [None] * 6
        bench.hold_bus(VICTIM, False)
        until = bench.clock.now() + BACK
        while bench.clock.now() < until:
            pads.scan()
        assert [pads.fault(reader) for reader in range(12)] == [None] * 12


@pytest.mark.parametrize("max_hz", [3_990_000, 3_900_000, 3_500_000])
def test_a_clock_a_little_too_fast_for_the_cable_is_told_with_the_remedy(max_hz: int) -> None:
    with Bench(readers=READERS) as bench:
        pads = open_scanner(bench, READERS)
        pads.scan()
        bench.cable(VICTIM, max_hz, seed=1)
        assert "slower speed_hz" in in_time(bench, pads, VICTIM, Seen.DEAD, TOLD).why
        bench.cable(VICTIM, None)
        in_time(bench, pads, VICTIM, Seen.NOBODY, 2 * BACK)


def test_swapped_selects_can_only_be_seen_by_what_lies_where() -> None:
    with Bench(readers=2) as bench:
        pads = open_scanner(bench, 2)
        bench.place(TAG, 0)
        bench.swap_selects(0, 1)
        assert [reading.tags for reading in pads.scan()] == [(), (TAG.hex(),)]
        assert [pads.fault(reader) for reader in range(2)] == [None, None]


def test_a_reader_of_its_own_reset_pin_is_revived_by_it() -> None:
    with Bench(readers=READERS, reset_pins={VICTIM: 25}) as bench:
        line = ResetLine(25, bench.clock)
        chips = [open_chip(bench, reader, line if reader == VICTIM else None) for reader in range(READERS)]
        pads = Scanner(chips, bench.clock)
        bench.place(TAG, VICTIM)
        pads.scan()
        for _ in range(2):    # nobody else hangs on the line, so it need not rest
            bench.freeze(VICTIM)
            in_time(bench, pads, VICTIM, Seen.DEAD, TOLD)
            assert in_time(bench, pads, VICTIM, Seen.TAGS, 2.0).tags == (TAG.hex(),)


@pytest.mark.parametrize("schedule", ["solo", "overlap"])
def test_a_shared_reset_pin_revives_one_and_the_others_never_notice(
    schedule: Schedule, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.readers.reset_line.SHARED_REST", 5.0)
    with Bench(readers=4, reset_pins=dict.fromkeys(range(4), 25)) as bench:
        line = ResetLine(25, bench.clock)
        pads = Scanner([open_chip(bench, reader, line) for reader in range(4)], bench.clock, schedule)
        tags = [bytes((0x10 + reader, 0x5A, 0xC3, 0x7E)) for reader in range(4)]
        for reader, tag in enumerate(tags):
            bench.place(tag, reader)
        assert line.pulses == 1
        pads.scan()
        bench.freeze(VICTIM)
        until = bench.clock.now() + 2.0
        while bench.clock.now() < until:
            reading = pads.next_look()
            if reading is not None and reading.reader != VICTIM:
                assert reading.tags == (tags[reading.reader].hex(),)
        assert line.pulses == 2
        assert pads.fault(VICTIM) is None
        bench.unplug(VICTIM)
        until = bench.clock.now() + 12.0
        while bench.clock.now() < until:
            reading = pads.next_look()
            if reading is not None and reading.reader != VICTIM:
                assert reading.tags == (tags[reading.reader].hex(),)
        pulses = [event.at for event in bench.gpio.events if event.pin == 25 and not event.level]
        assert len(pulses) == line.pulses > 2
        assert all(later - earlier >= 5.0 for earlier, later in pairwise(pulses[1:]))   # the first was at the start
        assert all(f"/dev/spidev0.{VICTIM}" in record.getMessage() for record in caplog.records)
