"""The pads' worker: tags on the bench in, events out, one look a step."""

from hardware.bench import Bench
from hardware.readers.pads import NOTHING_TO_DO, PadWorker
from hardware.readers.presence import Presence
from hardware.readers.reading import PadEvent, ReaderBack, ReaderLost, Reading, Seen, TokenLaid, TokenLifted
from hardware.readers.scanner import Scanner
from hardware.readers.trouble import Trouble
from tests.hardware.readers.wires import Meddler, open_chip, open_scanner

TAG = bytes.fromhex("04a1b2c3d4e5f6")
LONGEST_SILENCE = 2.0   # s; presence waits less in calm air


class Table:
    """A worker over three pads, and what it put."""

    def __init__(self, bench: Bench, readers: int = 3, scanner: Scanner | None = None, rounds_per_s: float = 0) -> None:
        self.bench = bench
        self.events: list[PadEvent] = []
        scanner = scanner or open_scanner(bench, readers)
        self.worker = PadWorker(scanner, Presence(readers=readers), self.events.append, bench.clock, rounds_per_s)

    def run(self, seconds: float) -> list[PadEvent]:
        """Step as the worker asks for so long; the events of that time, but for `TableKnown`."""
        self.events.clear()
        clock = self.bench.clock
        until = clock.now() + seconds
        while clock.now() < until:
            clock.sleep(self.worker.step(clock.now()) - clock.now())
        return [event for event in self.events if isinstance(event, TokenLaid | TokenLifted | ReaderLost | ReaderBack)]


def whereabouts(event: PadEvent) -> tuple[type, int]:
    """What happened at which reader."""
    assert isinstance(event, TokenLaid | TokenLifted)
    return type(event), event.reader


def test_a_step_is_one_look_and_the_guard_is_waited_for_outside() -> None:
    with Bench(readers=12) as bench:
        table = Table(bench, 12, open_scanner(bench, 12, "overlap"))
        table.run(0.1)
        for _ in range(24):
            due = table.worker.step(bench.clock.now())
            assert due >= bench.clock.now()
            bench.clock.sleep(due - bench.clock.now())
            since, before = bench.clock.now(), bench.spi.transfers
            table.worker.step(since)
            assert bench.spi.transfers - before == 11   # the look at one empty pad, counted in test_defects
            assert bench.clock.now() - since < 2e-3     # of which the guard of 5.1 ms is no part


def test_a_limit_of_rounds_is_kept_while_nothing_happens() -> None:
    with Bench(readers=12) as bench:
        table = Table(bench, 12, open_scanner(bench, 12, "overlap"), rounds_per_s=8)
        table.run(1.0)
        before = bench.spi.transfers
        table.run(10.0)
        looks = (bench.spi.transfers - before) / 11   # transfers of a look at an empty pad, as above
        assert abs(looks - 8 * 12 * 10) <= 12


class Diary(Presence):
    """Remembers when the looks were at which nobody lay on pad 5."""

    def __init__(self, readers: int) -> None:
        super().__init__(readers)
        self.silent: list[float] = []

    def feed(self, reading: Reading) -> list[PadEvent]:
        if reading.reader == 5 and reading.seen is Seen.NOBODY:
            self.silent.append(reading.at)
        return super().feed(reading)


def doubt(rounds_per_s: float) -> float:
    """How long it takes from the first look without the tag until it is told to be lifted, of twelve pads (s)."""
    with Bench(readers=12) as bench:
        table, diary = Table(bench, 12), Diary(12)
        scanner = open_scanner(bench, 12, "overlap")
        table.worker = PadWorker(scanner, diary, table.events.append, bench.clock, rounds_per_s)
        bench.place(TAG, 5)
        table.run(1.0)
        bench.lift(TAG)
        (lifted,) = table.run(LONGEST_SILENCE)
        return lifted.at - diary.silent[0]


def test_a_limit_of_rounds_does_not_hold_up_a_doubt() -> None:
    assert abs(doubt(8) - doubt(0)) < 0.01   # a look in 1/(8 * 12) s is longer: nobody waited for one


def test_a_step_that_comes_too_early_does_nothing() -> None:
    with Bench(readers=3) as bench:
        table = Table(bench)
        table.run(0.1)
        due = table.worker.step(bench.clock.now())
        before = bench.spi.transfers
        assert table.worker.step(due - 1e-3) == due
        assert bench.spi.transfers == before


def test_the_way_of_a_token_laid_moved_and_lifted() -> None:
    with Bench(readers=3) as bench:
        table = Table(bench)
        assert table.run(0.1) == []
        bench.place(TAG, 0)
        assert [whereabouts(event) for event in table.run(0.1)] == [(TokenLaid, 0)]
        bench.place(TAG, 2)
        assert [whereabouts(event) for event in table.run(LONGEST_SILENCE)] == [(TokenLifted, 0), (TokenLaid, 2)]
        bench.lift(TAG)
        assert table.run(0.05) == []   # no noise is over so soon
        assert [whereabouts(event) for event in table.run(LONGEST_SILENCE)] == [(TokenLifted, 2)]


def test_a_doubted_pad_is_looked_at_more_often() -> None:
    looks = 0

    def count(tx: bytes, rx: list[int]) -> list[int]:
        nonlocal looks
        looks += tx == bytes((0x14 << 1, 0x83))   # TxControlReg: field on
        return rx

    with Bench(readers=12) as bench:
        chips = [open_chip(bench, reader) for reader in range(12)]
        Meddler(chips[4], count)
        table = Table(bench, 12, Scanner(chips, bench.clock, "overlap"))
        bench.place(TAG, 4)
        table.run(0.2)
        looks = 0
        table.run(0.2)
        assert looks <= 6    # a round takes 34 ms, and a little for the tag
        bench.lift(TAG)
        looks = 0
        table.run(0.2)
        assert looks >= 9


def test_a_reader_unplugged_and_back_with_its_tag_lifts_nothing() -> None:
    with Bench(readers=3) as bench:
        table = Table(bench)
        bench.place(TAG, 1)
        table.run(0.1)
        bench.unplug(1)
        (lost,) = table.run(2.0)
        assert isinstance(lost, ReaderLost)
        assert (lost.reader, lost.trouble) == (1, Trouble.ABSENT)
        bench.plug(1)
        assert [type(event) for event in table.run(6.0)] == [ReaderBack]


def test_a_table_without_a_living_reader_does_not_spin() -> None:
    with Bench(readers=3) as bench:
        table = Table(bench)
        for reader in range(3):
            bench.unplug(reader)
        table.run(20.0)
        before, since = bench.spi.transfers, bench.clock.now()
        steps = 0
        while bench.clock.now() < since + 8.0:
            bench.clock.sleep(table.worker.step(bench.clock.now()) - bench.clock.now())
            steps += 1
        # Each is tried every 4 s, with one transfer; a step comes at least every second.
        assert bench.spi.transfers - before <= 3 * 3
        assert steps <= 8 + 9 + 1
        nothing = PadWorker(open_scanner(bench, 0), Presence(), table.events.append, bench.clock)
        assert nothing.step(bench.clock.now()) == bench.clock.now() + NOTHING_TO_DO


def test_a_lost_reader_is_tried_again_by_a_step_whose_time_is_a_little_past() -> None:
    # As it always is on a real clock, which has gone on since the step was called.
    with Bench(readers=1) as bench:
        table = Table(bench, 1)
        bench.unplug(0)
        table.run(0.05)
        bench.clock.sleep(10.0)
        now, before = bench.clock.now(), bench.spi.transfers
        bench.clock.sleep(1e-3)
        table.worker.step(now)
        assert bench.spi.transfers == before + 1


def test_close_switches_everything_off_and_twice_is_fine() -> None:
    with Bench(readers=3) as bench:
        table = Table(bench)
        table.run(0.05)
        table.worker.close()
        table.worker.close()
        before = bench.spi.transfers
        assert [type(event) for event in table.run(0.5)] == [ReaderLost] * 3    # closed readers are lost readers
        assert bench.spi.transfers == before
