"""The eleven defects of the mfrc522 package 0.0.7, each on the bench, and our driver on the same pad.

The package's figures were measured on a stand-in of the chip made by others; ours are counted by hand.
"""

import ast
import inspect
import logging
import sys
import warnings
from types import ModuleType

import pytest

from hardware.bench import Bench
from hardware.readers import iso14443, mfrc522, registers, scanner
from hardware.readers.reading import Seen
from hardware.readers.reset_line import ResetLine
from tests.hardware.readers.wires import open_chip, open_scanner, package_reader

# Defect 2 is in the way of all others: from Python 3.12 on each empty read of the package warns.
pytestmark = pytest.mark.filterwarnings("ignore:Bitwise inversion:DeprecationWarning")

UID4 = bytes.fromhex("deadbeef")               # check byte de ^ ad ^ be ^ ef = 22
NTAG, SIBLING = bytes.fromhex("04a1b2c3d4e5f6"), bytes.fromhex("04a1b201020380")

# Our transfers for one look: field on, FIFO flush; five to prepare the frame; start; answer; field off; chip check.
LOOK_AT_NOBODY = 2 + 5 + 1 + 1 + 1 + 1
EXCHANGE = 7


@pytest.mark.parametrize("air", [False, True])
def test_defect_1_package_polls_an_empty_pad_2013_times(air: bool) -> None:
    with Bench(readers=1, air=air) as bench:
        reader = package_reader()
        before = bench.spi.transfers
        assert reader.read_id_no_block() is None
        assert bench.spi.transfers - before == 2013


def test_defect_1_package_takes_42_transfers_to_a_tag_without_air_time_and_about_70_with() -> None:
    taken = []
    for air in (False, True):
        with Bench(readers=1, air=air) as bench:
            bench.place(UID4, 0)
            reader = package_reader()
            before = bench.spi.transfers
            assert reader.read_id_no_block() is not None
            taken.append(bench.spi.transfers - before)
    assert taken[0] == 42
    assert 68 <= taken[1] <= 72


@pytest.mark.parametrize("air", [False, True])
def test_defect_1_ours_ends_on_the_timer(air: bool) -> None:
    with Bench(readers=1, air=air) as bench:
        pads = open_scanner(bench)
        before = bench.spi.transfers
        assert pads.look(0).seen is Seen.NOBODY
        assert bench.spi.transfers - before == LOOK_AT_NOBODY <= 30


@pytest.mark.parametrize("air", [False, True])
def test_defect_1_ours_takes_two_exchanges_to_a_known_tag(air: bool) -> None:
    with Bench(readers=1, air=air) as bench:
        bench.place(UID4, 0)
        pads = open_scanner(bench)
        pads.look(0)
        before = bench.spi.transfers
        assert pads.look(0).tags == ("deadbeef",)
        assert bench.spi.transfers - before == LOOK_AT_NOBODY + EXCHANGE   # REQA, then ANTICOLLISION


def test_defect_1_the_packages_own_methods_end_on_the_timer_with_our_exchange_beneath() -> None:
    with Bench(readers=1) as bench, open_chip(bench) as ours:
        ours.field_on()
        bench.clock.sleep(5e-3)
        before, since = bench.spi.transfers, bench.clock.now()
        assert ours.MFRC522_Request(ours.PICC_REQIDL)[0] != ours.MI_OK
        assert bench.spi.transfers - before <= 30
        assert bench.clock.now() - since < 1e-3


def _inverts_a_bool(module: ModuleType) -> bool:
    """Whether the source has `~` before a comparison or a chain of and/or."""
    nodes = ast.walk(ast.parse(inspect.getsource(module)))
    return any(
        isinstance(node, ast.UnaryOp)
        and isinstance(node.op, ast.Invert)
        and isinstance(node.operand, ast.BoolOp | ast.Compare)
        for node in nodes
    )


def test_defect_2_package_inverts_a_bool() -> None:
    with Bench(readers=1):
        reader = package_reader()
        package = sys.modules[type(reader.READER).__module__]
        assert _inverts_a_bool(package)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            reader.read_id_no_block()
    # Python warns of it since 3.12.
    assert bool(caught) == (sys.version_info >= (3, 12))


def test_defect_2_ours_reads_an_empty_pad_with_warnings_as_errors() -> None:
    assert not any(_inverts_a_bool(module) for module in (mfrc522, iso14443, scanner, registers))
    with Bench(readers=1) as bench, warnings.catch_warnings():
        warnings.simplefilter("error")
        assert open_scanner(bench).look(0).seen is Seen.NOBODY
        ours = open_chip(bench)
        assert ours.MFRC522_Request(ours.PICC_REQIDL)[0] != ours.MI_OK


@pytest.mark.parametrize("air", [False, True])
def test_defect_3_package_reads_a_still_tag_every_other_time(air: bool) -> None:
    with Bench(readers=1, air=air) as bench:
        bench.place(UID4, 0)
        reader = package_reader()
        assert [reader.read_id_no_block() for _ in range(4)] == [0xDEADBEEF22, None, 0xDEADBEEF22, None]


@pytest.mark.parametrize("air", [False, True])
def test_defect_3_ours_reads_a_still_tag_every_time(air: bool) -> None:
    with Bench(readers=1, air=air) as bench:
        bench.place(UID4, 0)
        pads = open_scanner(bench)
        assert [pads.look(0).tags for _ in range(6)] == [("deadbeef",)] * 6


def test_defect_4_package_gives_two_ntags_one_id() -> None:
    ids = []
    for uid in (NTAG, SIBLING):
        with Bench(readers=1) as bench:
            bench.place(uid, 0)
            ids.append(package_reader().read_id_no_block())
    # Cascade tag, the first three bytes, their check byte 88 ^ 04 ^ a1 ^ b2 = 9f.
    assert ids == [0x8804A1B29F, 0x8804A1B29F]


def test_defect_4_ours_names_both() -> None:
    for uid in (NTAG, SIBLING):
        with Bench(readers=1) as bench:
            bench.place(uid, 0)
            assert open_scanner(bench).look(0).tags == (uid.hex(),)


def test_defect_5_package_counts_the_check_byte_into_the_id() -> None:
    with Bench(readers=1) as bench:
        bench.place(UID4, 0)
        assert package_reader().read_id_no_block() == 0xDEADBEEF << 8 | 0x22


def test_defect_5_ours_leaves_it_out() -> None:
    with Bench(readers=1) as bench:
        bench.place(UID4, 0)
        assert open_scanner(bench).look(0).tags == ("deadbeef",)


@pytest.mark.parametrize("other", [NTAG, bytes.fromhex("12345678")])
def test_defect_6_package_sees_nothing_when_two_tags_lie(other: bytes) -> None:
    with Bench(readers=1) as bench:
        bench.place(UID4, 0)
        bench.place(other, 0)
        assert package_reader().read_no_block() == (None, None)


@pytest.mark.parametrize("other", [NTAG, bytes.fromhex("12345678")])
def test_defect_6_ours_names_both(other: bytes) -> None:
    with Bench(readers=1) as bench:
        bench.place(UID4, 0)
        bench.place(other, 0)
        assert open_scanner(bench).look(0).tags == tuple(sorted((UID4.hex(), other.hex())))


def test_defect_7_package_takes_an_unplugged_reader_for_an_empty_pad() -> None:
    with Bench(readers=1) as bench:
        reader = package_reader()
        assert reader.read_id_no_block() is None
        bench.unplug(0)
        assert reader.read_id_no_block() is None


@pytest.mark.parametrize("floating", [0x00, 0xFF])
def test_defect_7_ours_tells_a_dead_reader(floating: int) -> None:
    with Bench(readers=2, floating=floating) as bench:
        pads = open_scanner(bench, 2)
        bench.unplug(1)
        empty, dead = pads.scan()
        assert empty.seen is Seen.NOBODY
        assert dead.seen is Seen.DEAD
        assert "/dev/spidev0.1" in dead.why


def test_defect_8_package_frees_everybodys_pins() -> None:
    with Bench(readers=1) as bench:
        reader = package_reader()
        from RPi import GPIO

        GPIO.setup(11, GPIO.OUT)      # BOARD 11 is BCM17: somebody's lamp; the package has chosen the numbering
        GPIO.output(11, GPIO.HIGH)
        reader.READER.Close_MFRC522()
        assert bench.gpio.function(17) == "input"


def test_defect_8_ours_frees_its_own_reset_pin_only() -> None:
    with Bench(readers=1, reset_pins={0: 25}) as bench:
        from RPi import GPIO

        GPIO.setmode(GPIO.BCM)
        GPIO.setup(17, GPIO.OUT)
        GPIO.output(17, GPIO.HIGH)
        line = ResetLine(25, bench.clock)
        ours = open_chip(bench, reset=line)
        assert bench.gpio.function(25) == "output"
        ours.Close_MFRC522()
        line.close()
        assert bench.gpio.function(25) == "input"
        assert (bench.gpio.function(17), bench.gpio.level(17)) == ("output", 1)


def test_defect_9_package_takes_the_serial_displays_pin_in_bcm_mode() -> None:
    with Bench(readers=1) as bench:
        from RPi import GPIO

        GPIO.setmode(GPIO.BCM)
        assert bench.gpio.function(15) == "uart"
        with pytest.warns(RuntimeWarning, match="already in use"):
            package_reader()
        assert bench.gpio.function(15) == "output"


def test_defect_9_ours_touches_no_pin_that_it_was_not_given() -> None:
    with Bench(readers=1, reset_pins={0: 25}) as bench:
        from RPi import GPIO

        GPIO.setmode(GPIO.BCM)
        with open_chip(bench):
            assert not bench.gpio.events
        with open_chip(bench, reset=ResetLine(25, bench.clock)):
            assert {event.pin for event in bench.gpio.events} == {25}
        assert bench.gpio.function(15) == "uart"


def test_defect_10_package_adds_a_log_handler_for_each_reader() -> None:
    log = logging.getLogger("mfrc522Logger")
    before = len(log.handlers)
    with Bench(readers=12):
        for reader in range(12):
            package_reader(reader)
    assert len(log.handlers) - before == 12


def test_defect_10_ours_adds_none() -> None:
    names = ["", "mfrc522Logger", "hardware", "hardware.readers", "hardware.readers.mfrc522"]
    before = [len(logging.getLogger(name).handlers) for name in names]
    with Bench(readers=12) as bench:
        open_scanner(bench, 12)
    assert [len(logging.getLogger(name).handlers) for name in names] == before


def test_defect_11_package_waits_2000_polls_for_the_halted_tag() -> None:
    with Bench(readers=1, air=False) as bench:
        bench.place(UID4, 0)
        reader = package_reader().READER
        before = bench.spi.transfers
        reader.MFRC522_Request(reader.PICC_REQALL)
        reader.MFRC522_SelectTag(reader.MFRC522_Anticoll()[1])
        reader.MFRC522_ToCard(reader.PCD_TRANSCEIVE, [0x50, 0x00, *reader.CalulateCRC([0x50, 0x00])])
        assert bench.spi.transfers - before == 2109


def test_defect_11_ours_knows_after_a_quarter_of_a_millisecond_that_no_answer_comes() -> None:
    with Bench(readers=1) as bench, open_chip(bench) as ours:
        bench.place(UID4, 0)
        ours.field_on()
        bench.clock.sleep(5e-3)
        ours.MFRC522_Request(ours.PICC_REQALL)
        assert ours.MFRC522_SelectTag(ours.MFRC522_Anticoll()[1]) == 0x08   # SAK of a MIFARE Classic 1K
        before, since = bench.spi.transfers, bench.clock.now()
        assert ours.MFRC522_ToCard(ours.PCD_TRANSCEIVE, list(iso14443.HLTA)) == (ours.MI_NOTAGERR, [], 0)
        assert bench.spi.transfers - before <= 12
        # The frame lasts 38 bit times of 9.44 us, the timer 0.25 ms, some ten transfers 25 us each.
        assert bench.clock.now() - since < 0.36e-3 + 0.25e-3 + 0.3e-3
        assert ours.MFRC522_Request(ours.PICC_REQIDL)[0] != ours.MI_OK      # it is halted,
        assert ours.MFRC522_Request(ours.PICC_REQALL)[0] == ours.MI_OK      # and wakes to WUPA
