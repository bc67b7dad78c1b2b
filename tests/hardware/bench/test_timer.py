"""The chip's timer (MFRC522 datasheet 8.5): (2 x TPrescaler + 1) x (TReloadVal + 1) / 13.56 MHz."""

from tests.hardware.bench.probe import CYCLE, Probe, probing

TIMER, RUNNING = 0x01, 0x08


def set_timer(probe: Probe, mode: int, prescaler: int, reload: int) -> None:
    probe.write(0x2A, mode | prescaler >> 8)
    probe.write(0x2B, prescaler & 0xFF)
    probe.write(0x2C, reload >> 8)
    probe.write(0x2D, reload & 0xFF)


def test_the_datasheets_example_of_25_us() -> None:
    # 8.5: TPrescaler 169 counts every 339 cycles, which is 25 us; 40 counts are 1 ms.
    with probing(antenna=False) as probe:
        set_timer(probe, 0, 169, 39)
        probe.write(0x04, 0x7F)
        probe.write(0x0C, 0x40)                       # TStartNow
        since = probe.bench.clock.now()
        assert probe.look_at(0x04, 0.9995e-3, since) & TIMER == 0
        assert probe.look_at(0x04, 1.0225e-3, since) & TIMER
        assert probe.read(0x07) & RUNNING == 0


def test_prescal_even_makes_it_one_cycle_longer() -> None:
    with probing(antenna=False) as probe:
        probe.write(0x19, 0x4D | 0x10)
        set_timer(probe, 0, 4, 999)                   # 10 cycles a count instead of 9
        probe.write(0x04, 0x7F)
        probe.write(0x0C, 0x40)
        since = probe.bench.clock.now()
        assert probe.look_at(0x04, 9_995 * CYCLE, since) & TIMER == 0
        assert probe.look_at(0x04, 10_005 * CYCLE + 22e-6, since) & TIMER


def test_the_counter_counts_down_and_stops_where_it_is() -> None:
    with probing(antenna=False) as probe:
        set_timer(probe, 0, 169, 1000)                # 25 us a count
        probe.write(0x0C, 0x40)
        since = probe.bench.clock.now()
        assert probe.read(0x2F) == 1000 & 0xFF        # 21.6 us later the first count is not over
        # of 1001 counts 10.5 are over: the value that runs is 990
        assert probe.look_at(0x2F, 10.5 * 25e-6, since) == 990 & 0xFF
        probe.bench.clock.sleep(25e-6 * 100)
        probe.write(0x0C, 0x80)                       # TStopNow
        stopped = probe.read(0x2E) << 8 | probe.read(0x2F)
        assert 880 <= stopped <= 890
        probe.bench.clock.sleep(0.01)
        assert probe.read(0x2E) << 8 | probe.read(0x2F) == stopped
        assert probe.read(0x04) & TIMER == 0


def test_auto_restart_comes_again() -> None:
    with probing(antenna=False) as probe:
        set_timer(probe, 0x10, 169, 39)
        probe.write(0x0C, 0x40)
        for _ in range(3):
            probe.write(0x04, 0x7F)
            probe.bench.clock.sleep(1e-3)
            assert probe.read(0x04) & TIMER
            assert probe.read(0x07) & RUNNING


def test_auto_starts_at_the_end_of_the_transmission() -> None:
    with probing() as probe:
        set_timer(probe, 0x80, 169, 39)               # 1 ms
        probe.start(b"\x26", last_bits=7)
        since = probe.bench.clock.now()
        sent = 9 * 128 * CYCLE                        # start, 7 bits, end
        assert probe.look_at(0x07, sent - 1e-6, since) & RUNNING == 0
        assert probe.look_at(0x04, sent + 0.9995e-3, since) & TIMER == 0
        assert probe.look_at(0x04, sent + 1.0225e-3, since) & TIMER
        assert probe.read(0x01) == 0x0C               # the timer ends no command


def test_auto_stops_after_the_fifth_bit_of_an_answer() -> None:
    with probing("01020304") as probe:
        set_timer(probe, 0x80, 169, 39)
        probe.start(b"\x26", last_bits=7)
        since = probe.bench.clock.now()
        # Last pause ends 39 cycles into the end bit; 1172 cycles later the answer starts; five bits of it.
        known = (8 * 128 + 39 + 1172 + 5 * 128) * CYCLE
        assert probe.look_at(0x07, known - 1e-6, since) & RUNNING
        assert probe.look_at(0x07, known + 22e-6, since) & RUNNING == 0
        probe.bench.clock.sleep(0.01)
        assert probe.read(0x04) & TIMER == 0


def test_auto_goes_on_with_rx_multiple() -> None:
    with probing("01020304") as probe:
        set_timer(probe, 0x80, 169, 39)
        probe.write(0x13, 0x04)
        probe.start(b"\x26", last_bits=7)
        probe.bench.clock.sleep(0.002)
        assert probe.read(0x04) & (TIMER | 0x20) == TIMER | 0x20


def test_the_timer_may_be_shorter_than_the_answers_delay() -> None:
    with probing("01020304") as probe:
        set_timer(probe, 0x80, 0, 677)                # 50 us
        probe.start(b"\x26", last_bits=7)
        probe.bench.clock.sleep(0.001)
        assert probe.read(0x04) & (TIMER | 0x20) == TIMER | 0x20
