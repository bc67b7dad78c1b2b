"""Whose antenna is on when, read off the wire: never two neighbours; each tag gets its time to start and to forget."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise

import pytest
from hypothesis import given, settings, strategies as st

from hardware.bench import Bench
from hardware.readers.reading import Seen
from hardware.readers.scanner import Scanner
from hardware.readers.schedule import Schedule
from tests.hardware.readers.wires import WORST_STARTUP, Meddler, open_chip, reads_answer

GUARD = OFF = 5e-3   # s, ISO/IEC 14443-3: from field on to the first frame; from field off until a tag has forgotten


@dataclass
class Field:
    """What the wire tells of the antennas of all readers; raises AssertionError as soon as one does what it may not."""

    now: Callable[[], float]
    close: set[frozenset[int]]
    most: int
    on: dict[int, float] = field(default_factory=dict)
    off: dict[int, float] = field(default_factory=dict)
    polled: set[int] = field(default_factory=set)
    most_on: int = 0

    def watch(self, reader: int, tx: bytes, rx: list[int]) -> list[int]:
        if tx[0] == 0x14 << 1 and tx[1] & 0x03 and reader not in self.on:        # TxControlReg
            assert self.now() - self.off.get(reader, -1.0) >= OFF
            assert not [other for other in self.on if frozenset((reader, other)) in self.close]
            self.on[reader] = self.now()
            self.most_on = max(self.most_on, len(self.on))
            assert self.most_on <= self.most
        elif tx[0] == 0x14 << 1 and not tx[1] & 0x03 and reader in self.on:
            del self.on[reader]
            self.off[reader] = self.now()
        elif tx[0] == 0x0D << 1 and tx[1] & 0x80:                                # BitFramingReg, StartSend
            assert self.now() - self.on[reader] >= GUARD
            self.polled.add(reader)
        return rx


def _watched(bench: Bench, readers: int, schedule: Schedule, pairs: list[tuple[int, int]]) -> tuple[Scanner, Field]:
    chips = [open_chip(bench, reader) for reader in range(readers)]
    close = {frozenset(pair) for pair in pairs}
    seen = Field(bench.clock.now, close, 1 if schedule == "solo" else 2)
    for reader, chip in enumerate(chips):
        Meddler(chip, partial(seen.watch, reader))
    return Scanner(chips, bench.clock, schedule, pairs), seen


def test_solo_has_one_antenna_on_at_a_time() -> None:
    with Bench(readers=4, tag_startup=WORST_STARTUP) as bench:
        pads, seen = _watched(bench, 4, "solo", [])
        pads.scan()
        pads.scan()
        assert seen.polled == {0, 1, 2, 3}
        pads.close()
        assert seen.on == {}


def test_overlap_has_two_on_and_never_two_neighbours() -> None:
    with Bench(readers=12, tag_startup=WORST_STARTUP) as bench:
        pads, seen = _watched(bench, 12, "overlap", list(pairwise(range(12))))
        pads.scan()
        pads.scan()
        assert seen.polled == set(range(12))
        assert seen.most_on == 2
        pads.close()
        assert seen.on == {}


PAIR = st.tuples(st.integers(0, 5), st.integers(0, 5)).filter(lambda pair: pair[0] != pair[1])
DOINGS = st.lists(
    st.tuples(st.sampled_from(("next", "next", "next", "again", "look", "dip", "wait")), st.integers(0, 5)), max_size=30
)


@settings(max_examples=40, deadline=None)
@given(readers=st.integers(1, 6), schedule=st.sampled_from(("solo", "overlap")), pairs=st.lists(PAIR), doings=DOINGS)
def test_whatever_is_asked_of_the_scanner_no_antenna_is_on_that_may_not(
    readers: int, schedule: Schedule, pairs: list[tuple[int, int]], doings: list[tuple[str, int]]
) -> None:
    pairs = [pair for pair in pairs if max(pair) < readers]
    with Bench(readers=readers) as bench:
        pads, _ = _watched(bench, readers, schedule, pairs)
        for what, number in doings:
            reader = number % readers
            if what == "next":
                pads.next_look()
            elif what == "again":
                pads.again(reader)
            elif what == "look":
                assert pads.look(reader).reader == reader
            elif what == "dip":
                bench.brown_out(reader)
            else:
                bench.clock.sleep(number * 1e-3)
        assert len(pads.scan()) == readers


def test_a_pair_that_can_only_follow_each_other_is_looked_at_one_by_one() -> None:
    with Bench(readers=2) as bench:
        pads, seen = _watched(bench, 2, "overlap", [(0, 1)])
        assert [reading.seen for _ in range(3) for reading in pads.scan()] == [Seen.NOBODY] * 6
        assert seen.most_on == 1


def test_a_doubted_pad_is_looked_at_again_within_20_ms_and_the_others_hardly_wait() -> None:
    with Bench(readers=12) as bench:
        pads, _ = _watched(bench, 12, "overlap", list(pairwise(range(12))))
        pads.scan()
        at: dict[int, list[float]] = {reader: [] for reader in range(12)}
        for _ in range(160):
            reading = pads.next_look()
            assert reading is not None
            at[reading.reader].append(reading.at)
            if reading.reader == 5:
                pads.again(5)
        gaps = {reader: max(later - earlier for earlier, later in pairwise(times)) for reader, times in at.items()}
        assert gaps[5] < 20e-3
        # A round of 12 empty pads takes 34 ms; with an extra look for every three, a third more.
        assert all(gap <= 36e-3 * 4 / 3 for reader, gap in gaps.items() if reader != 5)


@pytest.mark.parametrize("schedule", ["solo", "overlap"])
def test_a_look_out_of_turn_reads_the_pad_that_was_asked_for(schedule: Schedule) -> None:
    tag = bytes.fromhex("04a1b2c3d4e5f6")
    with Bench(readers=6, tag_startup=WORST_STARTUP) as bench:
        pads, seen = _watched(bench, 6, schedule, [(0, 4), (1, 4)])
        bench.place(tag, 4)
        pads.next_look()
        assert pads.look(4).tags == (tag.hex(),)
        assert [reading.tags for reading in pads.scan()] == [(), (), (), (), (tag.hex(),), ()]
        assert seen.polled == set(range(6))


@pytest.mark.parametrize("schedule", ["solo", "overlap"])
def test_a_look_at_the_pad_whose_turn_comes_next_leaves_no_neighbour_on_beside_it(schedule: Schedule) -> None:
    with Bench(readers=2) as bench:
        pads, seen = _watched(bench, 2, schedule, [(0, 1)])
        assert pads.look(0).seen is Seen.NOBODY   # its tags have not forgotten the field when its turn comes
        assert [reading.seen for reading in pads.scan()] == [Seen.NOBODY] * 2
        assert seen.most_on == 1


def test_a_garbled_pad_is_looked_at_again_at_once_but_not_for_ever() -> None:
    def spoil(tx: bytes, rx: list[int]) -> list[int]:
        if reads_answer(tx) and bench.lying_on(5):
            rx[2] |= 0x02   # ErrorReg, ParityErr
        return rx

    with Bench(readers=12) as bench:
        chips = [open_chip(bench, reader) for reader in range(12)]
        Meddler(chips[5], spoil)
        pads = Scanner(chips, bench.clock, "overlap")
        pads.scan()
        bench.place(bytes.fromhex("10203040"), 5)
        at: list[float] = []
        while len(at) < 4:
            reading = pads.next_look()
            assert reading is not None
            if reading.reader == 5:
                assert reading.seen is Seen.GARBLED
                at.append(reading.at)
        first, again, regular, next_regular = at
        assert again - first < 20e-3
        # A round takes 34 ms, and a little more for the tag.
        assert regular - first > 34e-3
        assert next_regular - regular > 34e-3
