"""The pads' worker: tags on the bench in, events out, one look a step."""

from hardware.bench import Bench
from hardware.readers.pads import DEAD_PAUSE, PadWorker
from hardware.readers.presence import Presence
from hardware.readers.reading import PadEvent, ReaderBack, ReaderLost, TokenLaid, TokenLifted
from tests.hardware.readers.wires import open_scanner

TAG = bytes.fromhex("04a1b2c3d4e5f6")


class Table:
    """A worker over three pads, and what it put."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.events: list[PadEvent] = []
        self.worker = PadWorker(open_scanner(bench, 3), Presence(), self.events.append, bench.clock)

    def run(self, seconds: float) -> list[PadEvent]:
        """Step as the worker asks for so long; the events of that time."""
        self.events.clear()
        clock = self.bench.clock
        until = clock.now() + seconds
        while clock.now() < until:
            clock.sleep(self.worker.step(clock.now()) - clock.now())
        return list(self.events)


def whereabouts(event: PadEvent) -> tuple[type, int]:
    """What happened at which reader."""
    assert isinstance(event, TokenLaid | TokenLifted)
    return type(event), event.reader


def test_a_step_is_one_look_and_the_next_is_due_at_once() -> None:
    with Bench(readers=3) as bench:
        table = Table(bench)
        before = bench.spi.transfers
        due = table.worker.step(bench.clock.now())
        assert due == bench.clock.now()
        assert bench.spi.transfers - before == 11   # the look at one empty pad, counted in test_defects


def test_the_way_of_a_token_laid_moved_and_lifted() -> None:
    with Bench(readers=3) as bench:
        table = Table(bench)
        assert table.run(0.1) == []
        bench.place(TAG, 0)
        assert [whereabouts(event) for event in table.run(0.1)] == [(TokenLaid, 0)]
        bench.place(TAG, 2)
        assert [whereabouts(event) for event in table.run(0.1)] == [(TokenLifted, 0), (TokenLaid, 2)]
        bench.lift(TAG)
        assert table.run(0.15) == []   # shorter than the silence
        assert [whereabouts(event) for event in table.run(0.15)] == [(TokenLifted, 2)]


def test_a_reader_unplugged_and_back_with_its_tag_lifts_nothing() -> None:
    with Bench(readers=3) as bench:
        table = Table(bench)
        bench.place(TAG, 1)
        table.run(0.1)
        bench.unplug(1)
        assert [type(event) for event in table.run(2.0)] == [ReaderLost]
        bench.plug(1)
        assert [type(event) for event in table.run(2.0)] == [ReaderBack]


def test_a_table_without_a_living_reader_does_not_spin() -> None:
    with Bench(readers=3) as bench:
        table = Table(bench)
        for reader in range(3):
            bench.unplug(reader)
        due = table.worker.step(bench.clock.now())
        assert due == bench.clock.now() + DEAD_PAUSE
        nothing = PadWorker(open_scanner(bench, 0), Presence(), table.events.append, bench.clock)
        assert nothing.step(1.0) == 1.0 + DEAD_PAUSE


def test_close_switches_everything_off_and_twice_is_fine() -> None:
    with Bench(readers=3) as bench:
        table = Table(bench)
        table.run(0.05)
        table.worker.close()
        table.worker.close()
        before = bench.spi.transfers
        assert table.run(0.05) != []    # closed readers are lost readers
        assert bench.spi.transfers == before
