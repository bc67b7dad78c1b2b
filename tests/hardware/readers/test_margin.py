"""How well tags are heard: the chip's own gain lowered step by step, while the other looks go on."""

from hardware.bench import Bench
from hardware.readers import registers as reg
from hardware.readers.margin import LOOKS, Margins
from hardware.readers.pads import PadWorker
from hardware.readers.presence import Presence
from hardware.readers.reading import PadEvent, ReaderLost, Seen, TokenLaid, TokenLifted
from tests.hardware.readers.wires import CutWire, Meddler, open_chip, open_scanner

TAG = bytes.fromhex("04a1b2c3d4e5f6")
OTHER = bytes.fromhex("04a1b2c3d4e5f7")
WEAK = 1 - 1e-6
"""Of its exchanges fail 1 in 10^6 at 33 dB, 1.3 % at 23 dB (1e-6 ^ 0.316), 8.5 % at 18 dB (1e-6 ^ 0.178); a look that
names 7 bytes takes four, so it misses 5 % and 30 %; two of twenty may be missed."""


class Scripted:
    """Ears that hear the tag down to some gain, and remember at which gains they were asked."""

    def __init__(self, own: int, hears: int, misses: int = 0) -> None:
        self._own, self._hears, self._misses = own, hears, misses
        self.asked: list[int] = []

    def gain(self, reader: int) -> int:
        return self._own

    def heard_with(self, reader: int, gain_db: int) -> tuple[str, ...]:
        self.asked.append(gain_db)
        misses = self.asked.count(gain_db) <= self._misses
        return ("tag",) if gain_db >= self._hears and not misses else ()


def measured(ears: Scripted) -> int:
    margins = Margins(ears, {0: ("tag",)})
    while not margins.done:
        margins.step()
    return margins.least[0]


def test_gains_are_tried_from_the_reader_s_own_down_until_one_is_too_little() -> None:
    """Those of RFCfgReg (datasheet 9.3.3.6): 18, 23, 33, 38, 43, 48 dB. Three misses say that it is too little."""
    ears = Scripted(own=43, hears=33)
    assert measured(ears) == 33
    assert ears.asked == [43] * LOOKS + [38] * LOOKS + [33] * LOOKS + [23] * 3


def test_two_misses_in_twenty_looks_are_forgiven_and_three_are_not() -> None:
    assert measured(Scripted(own=33, hears=18, misses=2)) == 18
    assert measured(Scripted(own=33, hears=18, misses=3)) == 33


def test_nothing_lies_there_and_nothing_is_asked() -> None:
    ears = Scripted(own=33, hears=18)
    margins = Margins(ears, {})
    margins.step()
    assert (margins.done, margins.least, ears.asked) == (True, {}, [])


def test_a_chip_hears_with_another_gain_and_is_well_with_it() -> None:
    with Bench(readers=1) as bench:
        chip = open_chip(bench)
        chip.hear_with(18)
        assert (chip.Read_MFRC522(reg.RF_CFG), chip.gain_db, chip.fault()) == (0x08, 18, None)   # RxGain 000
        chip.initialise()
        assert (chip.Read_MFRC522(reg.RF_CFG), chip.fault()) == (0x08, None)
        chip.hear_with(48)
        assert (chip.Read_MFRC522(reg.RF_CFG), chip.fault()) == (0x78, None)   # RxGain 111


def test_what_lies_there_is_measured_and_nothing_of_it_is_told_as_lifted() -> None:
    with Bench(readers=4, seed=1) as bench:
        events: list[PadEvent] = []
        scanner = open_scanner(bench, 4, "overlap", [(0, 1), (1, 2), (2, 3)])
        worker = PadWorker(scanner, Presence(readers=4), events.append, bench.clock, 10.0)

        def run(seconds: float) -> None:
            until = bench.clock.now() + seconds
            while bench.clock.now() < until:
                bench.clock.sleep(worker.step(bench.clock.now()) - bench.clock.now())

        bench.place(TAG, 0)
        bench.couple(TAG, WEAK)
        run(1.0)
        bench.place(OTHER, 2)
        run(1.0)
        scanner.measure({0: (TAG.hex(),), 2: (OTHER.hex(),)})
        run(1.0)
        assert not scanner.margins.done
        bench.lift(OTHER)
        run(9.0)
        assert scanner.margins.done
        assert scanner.margins.least[0] == 23
        told = [event for event in events if isinstance(event, TokenLaid | TokenLifted | ReaderLost)]
        assert [(type(event), event.reader) for event in told] == [(TokenLaid, 0), (TokenLaid, 2), (TokenLifted, 2)]
        assert [scanner.gain(reader) for reader in range(4)] == [33] * 4


def test_while_a_tag_is_doubtful_nobody_measures() -> None:
    with Bench(readers=2) as bench:
        scanner = open_scanner(bench, 2)
        presence = Presence(readers=2)
        worker = PadWorker(scanner, presence, lambda _: None, bench.clock)
        bench.place(TAG, 0)
        until = bench.clock.now() + 1.0
        while bench.clock.now() < until:
            bench.clock.sleep(worker.step(bench.clock.now()) - bench.clock.now())
        asked: list[int] = []
        scanner.measure({0: (TAG.hex(),)})
        scanner.margins.step = lambda: asked.append(0)   # type: ignore[method-assign]
        bench.lift(TAG)
        while not presence.doubts(0):
            bench.clock.sleep(worker.step(bench.clock.now()) - bench.clock.now())
        asked.clear()
        while presence.doubts(0):
            assert not asked
            bench.clock.sleep(worker.step(bench.clock.now()) - bench.clock.now())
        bench.clock.sleep(worker.step(bench.clock.now()) - bench.clock.now())
        assert asked


def test_a_wire_that_is_lost_meanwhile_leaves_the_gain_to_its_next_look() -> None:
    """Whatever transfer fails: the gain that counts is the reader's own again, and a look finds the tag."""
    for first in range(1, 20):
        with Bench(readers=1) as bench:
            bench.place(TAG, 0)
            chip = open_chip(bench)
            scanner = open_scanner(bench)
            scanner._readers = (chip,)
            assert scanner.look(0).tags == (TAG.hex(),)
            wire = CutWire(chip, first, 1)
            scanner.heard_with(0, 18)
            wire.mend()
            assert chip.gain_db == 33
            looks = [scanner.look(0) for _ in range(3)]
            assert looks[-1].seen is Seen.TAGS, (first, looks)
            assert chip.Read_MFRC522(reg.RF_CFG) == 0x48, first


def test_a_lost_reader_is_not_asked() -> None:
    with Bench(readers=1) as bench:
        scanner = open_scanner(bench)
        bench.unplug(0)
        while scanner.fault(0) is None:
            scanner.look(0)
        transfers: list[bytes] = []

        def seen(tx: bytes, rx: list[int]) -> list[int]:
            transfers.append(tx)
            return rx

        Meddler(scanner._readers[0], seen)   # type: ignore[arg-type]
        assert scanner.heard_with(0, 18) == ()
        assert transfers == []
