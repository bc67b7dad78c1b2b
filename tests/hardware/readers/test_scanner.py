"""The scan: its budgets in modelled time, and what a look makes of answers, chips and wires that fail on the way."""

import errno
import os
from collections.abc import Callable
from itertools import pairwise

import pytest

from hardware.bench import Bench
from hardware.readers.reading import Seen
from hardware.readers.scanner import Scanner
from hardware.readers.schedule import Schedule
from tests.hardware.readers.wires import (
    WORST_STARTUP,
    CutWire,
    Meddler,
    in_time,
    open_chip,
    open_scanner,
    reads_answer,
)

TAG = bytes.fromhex("04a1b2c3d4e5f6")
EMPTY: list[bytes] = []
FOUR = [bytes((0x10 + pad, 0x5A, 0xC3, 0x7E)) for pad in range(12)]
SEVEN = [bytes((0x04, 0x10 + pad, 0x5A, 0xC3, 0x7E, 0x2B, 0x80)) for pad in range(12)]


BESIDE = tuple(pairwise(range(12)))   # each pad and the next


@pytest.mark.parametrize(
    ("uids", "transfers", "solo_ms", "overlap_ms"), [(EMPTY, 11, 70, 36), (FOUR, 18, 84, 42), (SEVEN, 32, 116, 68)]
)
@pytest.mark.parametrize("schedule", ["solo", "overlap"])
def test_budget_of_a_scan_of_twelve_pads_with_the_slowest_tags(
    uids: list[bytes], transfers: int, solo_ms: int, overlap_ms: int, schedule: Schedule
) -> None:
    # Transfers: 11 for a look at nobody (see test_defects), 7 for each frame after REQA: ANTICOLLISION, for 7 bytes
    # also SELECT and ANTICOLLISION again.
    budget_ms = solo_ms if schedule == "solo" else overlap_ms
    with Bench(readers=12, tag_startup=WORST_STARTUP) as bench:
        pads = open_scanner(bench, 12, schedule, BESIDE)
        for pad, uid in enumerate(uids):
            bench.place(uid, pad)
        pads.scan()   # selects each tag, as it is new
        for _ in range(3):
            since, before = bench.clock.now(), bench.spi.transfers
            readings = pads.scan()
            assert bench.clock.now() - since <= budget_ms * 1e-3
            assert bench.spi.transfers - before == 12 * transfers
            named = [(reading.reader, tag) for reading in readings for tag in reading.tags]
            assert named == [(pad, uid.hex()) for pad, uid in enumerate(uids)]
            assert [reading.reader for reading in readings] == list(range(12))


def test_a_tag_is_selected_on_first_sight_and_after_it_was_away() -> None:
    selects = []

    def count(tx: bytes, rx: list[int]) -> list[int]:
        if tx[:3] == bytes((0x09 << 1, 0x93, 0x70)):   # FIFODataReg: SELECT
            selects.append(tx)
        return rx

    with Bench(readers=1) as bench:
        reader = open_chip(bench)
        Meddler(reader, count)
        pads = Scanner([reader], bench.clock)
        seen = []
        for lies in (True, True, True, False, True, True):
            if lies and not bench.lying_on(0):
                bench.place(FOUR[0], 0)
            elif not lies:
                bench.lift(FOUR[0])
            assert bool(pads.look(0).tags) == lies
            seen.append(len(selects))
    assert seen == [1, 1, 1, 1, 2, 2]


def test_a_lonely_reader_leaves_its_field_off_long_enough_for_tags_to_forget() -> None:
    switched: list[tuple[float, bool]] = []
    with Bench(readers=1) as bench:
        reader = open_chip(bench)

        def listen(tx: bytes, rx: list[int]) -> list[int]:
            if tx[0] == 0x14 << 1:
                switched.append((bench.clock.now(), bool(tx[1] & 0x03)))
            return rx

        Meddler(reader, listen)
        pads = Scanner([reader], bench.clock)
        pads.look(0)
        pads.look(0)
    (off, was_on), (on, is_on) = switched[1:3]
    assert (was_on, is_on) == (False, True)
    assert on - off >= 5e-3


@pytest.mark.parametrize("mishap", ["brown_out", "freeze", "unplug to 0x00", "unplug to 0xff"])
def test_a_mishap_at_any_transfer_of_a_look_is_never_taken_for_an_empty_pad(mishap: str) -> None:
    outcomes = set()
    for at in range(1, 40):   # a first look at a 7-byte tag takes 11 + 4 * 7 = 39
        with Bench(readers=1, floating=0xFF if mishap.endswith("0xff") else 0x00) as bench:
            bench.place(TAG, 0)
            reader = open_chip(bench)
            strikes: dict[str, Callable[[int], None]] = {"brown_out": bench.brown_out, "freeze": bench.freeze}
            strike = strikes.get(mishap, bench.unplug)
            done = 0

            def hit(tx: bytes, rx: list[int], at: int = at, strike: Callable[[int], None] = strike) -> list[int]:
                nonlocal done
                done += 1
                if done == at:
                    strike(0)
                return rx

            Meddler(reader, hit)
            pads = Scanner([reader], bench.clock)
            seen = pads.look(0).seen
            assert seen is not Seen.NOBODY, f"transfer {at}"
            outcomes.add(seen)
            bench.quiet()
            assert in_time(bench, pads, 0, Seen.TAGS).tags == (TAG.hex(),), f"transfer {at}"
    # TAGS: it came after the last transfer. A brown-out is mended at once.
    assert outcomes == {Seen.TAGS, Seen.GARBLED if mishap == "brown_out" else Seen.DEAD}


@pytest.mark.parametrize("failures", [1, 1000])
def test_a_wire_that_fails_at_any_transfer_is_told_and_no_exception(failures: int) -> None:
    for at in range(1, 40):
        with Bench(readers=2) as bench:
            bench.place(TAG, 1)
            readers = [open_chip(bench, reader) for reader in range(2)]
            wire = CutWire(readers[1], at, failures)
            pads = Scanner(readers, bench.clock)
            other, hit = pads.scan()
            assert other.seen is Seen.NOBODY
            assert hit.seen is not Seen.NOBODY, f"transfer {at}"
            if failures > 1:
                dead = in_time(bench, pads, 1, Seen.DEAD)
                assert "/dev/spidev0.1" in dead.why
                assert os.strerror(errno.EIO) in dead.why
            wire.mend()   # the field may have been left on, with the tag in any state
            assert in_time(bench, pads, 1, Seen.TAGS).tags == (TAG.hex(),), f"transfer {at}"


@pytest.mark.parametrize("answer", range(1, 6))
def test_a_garbled_answer_anywhere_is_told_as_such(answer: int) -> None:
    done = 0

    def spoil(tx: bytes, rx: list[int]) -> list[int]:
        nonlocal done
        if reads_answer(tx):
            done += 1
            if done == answer:
                rx[2] |= 0x02   # ErrorReg, ParityErr
        return rx

    with Bench(readers=1) as bench:
        bench.place(TAG, 0)
        reader = open_chip(bench)
        Meddler(reader, spoil)
        pads = Scanner([reader], bench.clock)
        garbled = pads.look(0)   # REQA, ANTICOLLISION, SELECT, ANTICOLLISION, SELECT: five answers
        assert (garbled.seen, garbled.tags) == (Seen.GARBLED, ())
        assert "parity" in garbled.why
        assert pads.look(0).tags == (TAG.hex(),)


@pytest.mark.parametrize("answer", range(2, 6))
def test_a_tag_that_falls_silent_on_the_way_is_garbled_and_not_gone(answer: int) -> None:
    done = 0
    with Bench(readers=1) as bench:
        bench.place(TAG, 0)
        reader = open_chip(bench)

        def take_away(tx: bytes, rx: list[int]) -> list[int]:
            nonlocal done
            if reads_answer(tx):
                done += 1
                if done == answer - 1:
                    bench.lift(TAG)
            return rx

        Meddler(reader, take_away)
        pads = Scanner([reader], bench.clock)
        assert pads.look(0).seen is Seen.GARBLED
        assert pads.look(0).seen is Seen.NOBODY


def test_the_second_of_two_tags_that_falls_silent_is_not_forgotten() -> None:
    with Bench(readers=1) as bench:
        bench.place(TAG, 0)
        bench.place(FOUR[0], 0)
        reader = open_chip(bench)

        def take_away(tx: bytes, rx: list[int]) -> list[int]:
            if tx[:3] == bytes((0x09 << 1, 0x50, 0x00)):   # FIFODataReg: HLTA for the first
                bench.lift(TAG)   # 10 comes before 88: their fourth bits differ, and 0 is tried first
            return rx

        Meddler(reader, take_away)
        told = Scanner([reader], bench.clock).look(0)
        assert told.seen is Seen.GARBLED
        assert "second fell silent" in told.why


def test_a_sak_with_a_wrong_crc_is_garbled() -> None:
    def spoil(tx: bytes, rx: list[int]) -> list[int]:
        if reads_answer(tx) and len(rx) == 10:   # three bytes were expected: SAK and its CRC_A
            rx[7] ^= 0x04                        # "the UID goes on"
        return rx

    with Bench(readers=1) as bench:
        bench.place(FOUR[0], 0)
        reader = open_chip(bench)
        Meddler(reader, spoil)
        garbled = Scanner([reader], bench.clock).look(0)
        assert garbled.seen is Seen.GARBLED
        assert "CRC" in garbled.why


def test_a_wrong_check_byte_is_garbled() -> None:
    def spoil(tx: bytes, rx: list[int]) -> list[int]:
        if reads_answer(tx) and len(rx) == 12:   # five bytes were expected: ANTICOLLISION
            rx[7] ^= 0x01
        return rx

    with Bench(readers=1) as bench:
        bench.place(FOUR[0], 0)
        reader = open_chip(bench)
        Meddler(reader, spoil)
        garbled = Scanner([reader], bench.clock).look(0)
        assert garbled.seen is Seen.GARBLED
        assert "check byte of 115ac37e" in garbled.why   # 10 with its lowest bit turned


def test_tags_are_named_even_where_the_chip_can_not_tell_the_position_of_a_collision() -> None:
    def hide(tx: bytes, rx: list[int]) -> list[int]:
        if reads_answer(tx):
            rx[5] = 0x25   # CollReg, CollPosNotValid, and what it then says of the position is not so
        return rx

    with Bench(readers=1) as bench:
        for uid in (FOUR[0], FOUR[1], TAG):
            bench.place(uid, 0)
        reader = open_chip(bench)
        Meddler(reader, hide)
        tags = Scanner([reader], bench.clock).look(0).tags
        assert tags == tuple(sorted(uid.hex() for uid in (FOUR[0], FOUR[1], TAG)))


def test_closing_goes_on_where_a_wire_is_gone() -> None:
    with Bench(readers=2) as bench:
        pads = open_scanner(bench, 2)
        pads.scan()
    pads.close()
    pads.close()
    assert len(pads) == 2
