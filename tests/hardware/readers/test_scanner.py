"""The scan: its budgets in modelled time, one antenna at a time, and what it makes of readers and wires that fail."""

import errno
import logging
import os
from functools import partial

import pytest

from hardware.bench import Bench
from hardware.readers.reading import Seen
from hardware.readers.scanner import Scanner
from tests.hardware.readers.wires import WORST_STARTUP, CutWire, Meddler, open_chip, open_scanner, reads_answer

TAG = bytes.fromhex("04a1b2c3d4e5f6")
EMPTY: list[bytes] = []
FOUR = [bytes((0x10 + pad, 0x5A, 0xC3, 0x7E)) for pad in range(12)]
SEVEN = [bytes((0x04, 0x10 + pad, 0x5A, 0xC3, 0x7E, 0x2B, 0x80)) for pad in range(12)]


@pytest.mark.parametrize(("uids", "budget_ms", "transfers"), [(EMPTY, 77, 15), (FOUR, 98, 25), (SEVEN, 138, 35)])
def test_budget_of_a_scan_of_twelve_pads_with_the_slowest_tags(
    uids: list[bytes], budget_ms: int, transfers: int
) -> None:
    with Bench(readers=12, tag_startup=WORST_STARTUP) as bench:
        pads = open_scanner(bench, 12)
        for pad, uid in enumerate(uids):
            bench.place(uid, pad)
        for scan in range(4):
            since, before = bench.clock.now(), bench.spi.transfers
            readings = pads.scan()
            assert bench.clock.now() - since <= budget_ms * 1e-3
            if scan:   # the first selects each tag, as it is new
                assert bench.spi.transfers - before <= 12 * transfers
            named = [(reading.reader, tag) for reading in readings for tag in reading.tags]
            assert named == [(pad, uid.hex()) for pad, uid in enumerate(uids)]
            assert [reading.reader for reading in readings] == list(range(12))


def test_one_antenna_at_a_time_and_each_tag_gets_its_start_up_time() -> None:
    with Bench(readers=3, tag_startup=WORST_STARTUP) as bench:
        readers = [open_chip(bench, reader) for reader in range(3)]
        on: set[int] = set()
        on_since: dict[int, float] = {}
        waits: list[float] = []

        def watch(reader: int, tx: bytes, rx: list[int]) -> list[int]:
            if tx[0] == 0x14 << 1:                                  # TxControlReg
                if tx[1] & 0x03:
                    on.add(reader)
                    on_since[reader] = bench.clock.now()
                else:
                    on.discard(reader)
                assert len(on) <= 1
            if tx[0] == 0x0D << 1 and tx[1] & 0x80 and reader in on_since:   # BitFramingReg, StartSend
                waits.append(bench.clock.now() - on_since.pop(reader))
            return rx

        for number, reader in enumerate(readers):
            Meddler(reader, partial(watch, number))
        Scanner(readers, bench.clock).scan()
        assert on == set()
        assert len(waits) == 3
        assert all(5.1e-3 <= wait < 5.2e-3 for wait in waits)


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


def test_a_dead_reader_is_told_and_read_at_once_when_it_is_back() -> None:
    with Bench(readers=2) as bench:
        pads = open_scanner(bench, 2)
        bench.place(TAG, 1)
        assert [reading.seen for reading in pads.scan()] == [Seen.NOBODY, Seen.TAGS]
        bench.unplug(1)
        for _ in range(3):
            empty, dead = pads.scan()
            assert (empty.seen, dead.seen, dead.tags) == (Seen.NOBODY, Seen.DEAD, ())
            assert "does not answer" in dead.why
        bench.plug(1)
        assert pads.scan()[1].tags == (TAG.hex(),)


def test_a_brown_out_is_noticed_logged_and_the_tag_read_in_the_same_look(caplog: pytest.LogCaptureFixture) -> None:
    with Bench(readers=1) as bench:
        bench.place(TAG, 0)
        pads = open_scanner(bench)
        assert pads.look(0).tags == (TAG.hex(),)
        bench.brown_out(0)
        with caplog.at_level(logging.WARNING):
            assert pads.look(0).tags == (TAG.hex(),)
        assert "/dev/spidev0.0 does not keep its set-up" in caplog.text


def test_a_reader_exchanged_for_an_unknown_chip_is_dead() -> None:
    with Bench(readers=1) as bench:
        pads = open_scanner(bench)
        bench.set_version(0, 0x42)
        dead = pads.look(0)
        assert dead.seen is Seen.DEAD
        assert "0x42" in dead.why


@pytest.mark.parametrize("mishap", ["brown_out", "unplug to 0x00", "unplug to 0xff"])
def test_a_mishap_at_any_transfer_of_a_look_is_never_taken_for_an_empty_pad(mishap: str) -> None:
    outcomes = set()
    for at in range(1, 40):   # a first look at a 7-byte tag takes 11 + 4 * 7 = 39
        with Bench(readers=1, floating=0xFF if mishap.endswith("0xff") else 0x00) as bench:
            bench.place(TAG, 0)
            reader = open_chip(bench)
            done = 0

            def strike(tx: bytes, rx: list[int], at: int = at, bench: Bench = bench) -> list[int]:
                nonlocal done
                done += 1
                if done == at:
                    bench.brown_out(0) if mishap == "brown_out" else bench.unplug(0)
                return rx

            Meddler(reader, strike)
            pads = Scanner([reader], bench.clock)
            hit = pads.look(0)
            assert hit.seen is not Seen.NOBODY, f"transfer {at}"
            outcomes.add(hit.seen)
            bench.plug(0)
            assert pads.look(0).tags == (TAG.hex(),), f"transfer {at}"
    assert outcomes >= {Seen.TAGS, Seen.DEAD}


@pytest.mark.parametrize("failures", [1, 1000])
def test_a_wire_that_fails_at_any_transfer_is_a_dead_reader_and_no_exception(failures: int) -> None:
    for at in range(1, 40):
        with Bench(readers=2) as bench:
            bench.place(TAG, 1)
            readers = [open_chip(bench, reader) for reader in range(2)]
            wire = CutWire(readers[1], at, failures)
            pads = Scanner(readers, bench.clock)
            other, dead = pads.scan()
            assert other.seen is Seen.NOBODY
            assert dead.seen is Seen.DEAD, f"transfer {at}"
            assert "/dev/spidev0.1" in dead.why
            assert os.strerror(errno.EIO) in dead.why
            wire.mend()   # the field may have been left on, with the tag in any state
            assert pads.scan()[1].tags == (TAG.hex(),), f"transfer {at}"


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
        if reads_answer(tx) and len(rx) == 9:    # three bytes were expected: SAK and its CRC_A
            rx[6] ^= 0x04                        # "the UID goes on"
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
        if reads_answer(tx) and len(rx) == 11:   # five bytes were expected: ANTICOLLISION
            rx[6] ^= 0x01
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
