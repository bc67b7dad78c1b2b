"""What befalls chips, on register level: dips and freezes, and what ends it; makes of chip."""

from collections.abc import Callable

import pytest

from hardware.bench import Bench
from hardware.bench.spi import SpiDev
from hardware.errors import BenchError
from tests.hardware.bench.probe import Probe, probing
from tests.hardware.bench.requests import request_outcome
from tests.hardware.bench.two_readers import two, wrong_bits

UID = bytes.fromhex("01020304")
COMMAND, COM_IRQ, FIFO_LEVEL, CONTROL = 0x01, 0x04, 0x0A, 0x0C
TX_CONTROL, T_RELOAD_H, T_RELOAD_L, VERSION = 0x14, 0x2C, 0x2D, 0x37
SOFT_RESET = 0x0F
RX, TIMER = 0x20, 0x01
GENUINE = 0x92
COM_IRQ_RESET, TX_CONTROL_RESET = 0x14, 0x80          # datasheet 9.3.1.5, 9.3.2.5


# --- dips ---


@pytest.mark.parametrize("air", [True, False])
def test_a_dip_in_the_next_exchange_comes_between_its_frame_and_the_answer(air: bool) -> None:
    with probing("01020304", air=air) as probe:
        probe.write(T_RELOAD_L, 30)
        probe.bench.brown_out(0, in_exchange=True)
        assert probe.read(T_RELOAD_L) == 30                   # not before an exchange
        assert probe.request() is None
        assert (probe.read(VERSION), probe.read(T_RELOAD_L)) == (GENUINE, 0)
        assert (probe.read(COM_IRQ), probe.read(TX_CONTROL)) == (COM_IRQ_RESET, TX_CONTROL_RESET)
        probe.antenna_on()
        assert probe.request() == b"\x04\x00"                 # IDLE, as its field was gone; and no second dip


def test_the_frame_has_gone_out_when_the_dip_comes() -> None:
    # REQA: start, 7 bits, end, 128 cycles each at 13.56 MHz: 85 us. The answer would begin 80 us later.
    with probing("01020304") as probe:
        probe.bench.brown_out(0, in_exchange=True)
        probe.start(b"\x26", last_bits=7)
        since = probe.bench.clock.now()
        assert probe.look_at(COMMAND, 84e-6, since) == 0x0C   # Transceive still
        assert probe.look_at(COMMAND, 86e-6 + 40e-6, since) == 0x20          # the value after reset


def test_a_dip_that_is_due_happens_before_what_hands_do_later() -> None:
    with probing("01020304") as probe:
        probe.bench.brown_out(0, in_exchange=True)
        probe.start(b"\x26", last_bits=7)
        probe.bench.clock.sleep(0.01)
        probe.bench.lift(UID)
        probe.bench.place(UID, 0)
        assert probe.read(TX_CONTROL) == TX_CONTROL_RESET


# --- chips that freeze ---


def test_a_frozen_chip_shifts_and_keeps_its_registers_as_they_are() -> None:
    with probing("01020304") as probe:
        probe.write(T_RELOAD_L, 30)
        probe.bench.freeze(0)
        probe.write(T_RELOAD_L, 77)
        assert (probe.read(VERSION), probe.read(T_RELOAD_L)) == (GENUINE, 30)
        assert probe.spi.xfer2([VERSION << 1 | 0x80, T_RELOAD_L << 1 | 0x80, 0]) == [0, GENUINE, 30]
        before = probe.read(COM_IRQ)
        assert probe.request() is None
        assert probe.read(COM_IRQ) == before                  # no command ends, no timer runs out


def test_with_its_clock_only_stopped_a_chip_keeps_what_is_written_and_runs_nothing() -> None:
    with probing("01020304") as probe:
        probe.bench.freeze(0, clock_only=True)
        probe.write(T_RELOAD_L, 77)
        assert (probe.read(VERSION), probe.read(T_RELOAD_L)) == (GENUINE, 77)
        probe.write(COM_IRQ, 0x7F)
        probe.write(0x2A, 0x80)                               # TAuto
        probe.write(CONTROL, 0x40)                            # TStartNow
        assert probe.request() is None
        assert (probe.read(COM_IRQ), probe.read(COMMAND)) == (0, 0x0C)
        assert probe.read(FIFO_LEVEL) == 1                    # the frame never left
        probe.write(COMMAND, 0x03)                            # CalcCRC
        assert probe.read(0x05) & 0x04 == 0


def test_a_stopped_clock_takes_the_field_away() -> None:
    with probing("01020304") as probe:
        assert probe.request() == b"\x04\x00"                 # READY
        probe.bench.freeze(0, seconds=0.1, clock_only=True)
        probe.bench.clock.sleep(0.2)
        probe.read(VERSION)                                   # it runs again, and switches on the field it is set to
        probe.bench.clock.sleep(0.005)
        assert probe.request() == b"\x04\x00"                 # it was IDLE again


@pytest.mark.parametrize("clock_only", [False, True])
def test_a_freeze_may_end_by_itself(clock_only: bool) -> None:
    with probing("01020304") as probe:
        probe.bench.freeze(0, seconds=1.0, clock_only=clock_only)
        probe.bench.clock.sleep(0.99 - 0.015)
        assert probe.request() is None
        probe.bench.clock.sleep(0.02)
        probe.antenna_on()
        assert probe.request() == b"\x04\x00"
        assert probe.read(T_RELOAD_L) == 0
        probe.write(T_RELOAD_L, 5)
        assert probe.read(T_RELOAD_L) == 5


@pytest.mark.parametrize("clock_only", [False, True])
@pytest.mark.parametrize("soft", [False, True])
def test_a_soft_reset_revives_only_what_it_is_said_to_revive(clock_only: bool, soft: bool) -> None:
    with probing("01020304") as probe:
        probe.bench.freeze(0, clock_only=clock_only, soft=soft)
        probe.write(COMMAND, SOFT_RESET)
        probe.antenna_on()
        assert (probe.request() == b"\x04\x00") is soft


def dip(bench: Bench) -> None:
    bench.brown_out(0)


def replug(bench: Bench) -> None:
    bench.unplug(0)
    bench.plug(0)


@pytest.mark.parametrize("clock_only", [False, True])
@pytest.mark.parametrize("revive", [dip, replug])
def test_the_supply_revives_a_frozen_chip(revive: Callable[[Bench], None], clock_only: bool) -> None:
    with probing("01020304") as probe:
        probe.bench.freeze(0, clock_only=clock_only)
        assert probe.request() is None
        revive(probe.bench)
        assert probe.read(COM_IRQ) == COM_IRQ_RESET
        probe.antenna_on()
        assert probe.request() == b"\x04\x00"


def test_the_reset_pin_revives_a_frozen_chip_and_resets_who_shares_it() -> None:
    with two(reset_pins={0: 25, 1: 25}) as (bench, frozen, other):
        import RPi.GPIO as GPIO
        GPIO.setmode(GPIO.BCM)
        GPIO.setup(25, GPIO.OUT, initial=GPIO.HIGH)
        other.write(T_RELOAD_L, 30)
        bench.freeze(0)
        assert other.read(T_RELOAD_L) == 30
        GPIO.output(25, GPIO.LOW)
        GPIO.output(25, GPIO.HIGH)
        frozen.write(T_RELOAD_L, 7)
        assert (frozen.read(T_RELOAD_L), other.read(T_RELOAD_L)) == (7, 0)


@pytest.mark.parametrize("clock_only", [False, True])
def test_a_timer_that_ran_stands_still_with_the_chip(clock_only: bool) -> None:
    with probing() as probe:
        probe.write(COM_IRQ, 0x7F)
        probe.write(T_RELOAD_H, 0xFF)                         # 65281 counts of one carrier cycle: 4.8 ms
        probe.write(CONTROL, 0x40)                            # TStartNow
        probe.bench.freeze(0, seconds=0.02, clock_only=clock_only)
        probe.bench.clock.sleep(0.03)
        assert probe.read(COM_IRQ) & TIMER == 0
        probe.write(CONTROL, 0x40)
        probe.bench.clock.sleep(0.006)
        assert probe.read(COM_IRQ) & TIMER == TIMER           # it runs again


def test_an_exchange_in_which_a_chip_freezes_never_ends() -> None:
    with probing("01020304") as probe:
        probe.start(b"\x26", last_bits=7)
        probe.bench.clock.sleep(0.2e-3)                       # the answer is on the air
        probe.bench.freeze(0, seconds=0.001)
        probe.bench.clock.sleep(0.01)
        assert probe.read(COM_IRQ) & RX == 0
        assert probe.read(COMMAND) == 0x0C


# --- makes of chip ---


@pytest.mark.parametrize("version", [0x90, 0x91, 0x92, 0x88, 0x12, 0x82, 0x15, 0x89])
def test_version_bytes_of_genuine_chips_and_clones_work_as_any(version: int) -> None:
    with probing("01020304") as probe:
        probe.bench.set_version(0, version)
        assert probe.read(VERSION) == version
        assert probe.request() == b"\x04\x00"


# --- all of them ---


def test_quiet_mends_everything_and_leaves_tags_and_makes() -> None:
    with Bench(readers=8) as bench:
        bench.place(UID, 1)
        bench.set_version(1, 0x88)
        bench.unplug(0)
        bench.freeze(1)
        bench.hold_miso(2, 1)
        bench.hold_bus(3)
        bench.cable(4, 1000)
        bench.swap_selects(5, 4)
        bench.brown_out(6, in_exchange=True)
        bench.deny(1, 1)
        bench.quiet()
        probes = [Probe(bench, reader) for reader in range(8)]
        assert [probe.read(VERSION) for probe in probes] == [GENUINE, 0x88, *[GENUINE] * 6]
        assert {wrong_bits(probe, COM_IRQ, COM_IRQ_RESET, 20) for probe in probes} == {0}
        probes[1].antenna_on()
        assert {request_outcome(probes[1]) for _ in range(20)} == {"well"}
        bench.place(UID, 6)
        probes[6].antenna_on()
        assert {request_outcome(probes[6]) for _ in range(20)} == {"well"}       # no dip
        bench.set_version(4, 0x12)
        assert (probes[4].read(VERSION), probes[5].read(VERSION)) == (0x12, GENUINE)
        assert bench.lying_on(6) == [UID]


def test_what_can_befall_no_reader_is_refused() -> None:
    with Bench(readers=8) as bench:
        for reader in (8, -1):
            for befall in (bench.freeze, bench.hold_bus, bench.unplug, bench.plug, bench.brown_out):
                with pytest.raises(BenchError, match="the table has readers 0 to 7"):
                    befall(reader)
        with pytest.raises(BenchError, match="a freeze of 0 s"):
            bench.freeze(0, 0)
        with pytest.raises(BenchError, match="MISO held at 2"):
            bench.hold_miso(0, 2)
        with pytest.raises(BenchError, match="a cable for 0 Hz"):
            bench.cable(0, 0)
        with pytest.raises(BenchError, match="readers 0 and 6 are on different buses"):
            bench.swap_selects(0, 6)


def test_a_table_that_is_gone_is_gone_with_all_its_faults() -> None:
    with Bench(readers=1) as bench:
        wire = SpiDev(0, 0)
        bench.freeze(0)
    with pytest.raises(OSError, match="No such device"):
        wire.xfer2([VERSION << 1 | 0x80, 0])
