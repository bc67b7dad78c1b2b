"""Noise, on register level: how much fails, when, and in which ways."""

from collections import Counter
from itertools import groupby, pairwise
from math import log, sqrt

import pytest

from hardware.bench import Bench
from hardware.bench.noise import CHECK, DROWNED, PARITY, PASSING, SCRAP, SHORT, UNHEARD
from hardware.errors import BenchError
from tests.hardware.bench.probe import Probe, crc_a, probing
from tests.hardware.bench.requests import DEVIATIONS, near, request_outcome

UID = bytes.fromhex("01020304")
BCC = b"\x04"                     # 01 ^ 02 ^ 03 ^ 04
PARITY_ERR = 0x02                 # ErrorReg

# --- how much fails ---


@pytest.mark.parametrize("share", [0.1, 0.3])
def test_single_failures_are_the_share_that_was_asked_for_and_know_nothing_of_each_other(share: float) -> None:
    tries = 1500
    with probing("01020304") as probe:
        probe.bench.noise(share, seed=1)
        well = [request_outcome(probe) == "well" for _ in range(tries)]
    assert near(well.count(False), tries, share)
    pairs = list(pairwise(well))
    assert near(pairs.count((False, False)), len(pairs), share * share)


def looks_at(probe: Probe, step: float, looks: int) -> list[bool]:
    """Whether each of so many exchanges, one every `step` seconds, failed."""
    clock = probe.bench.clock
    start = clock.now()
    failed = []
    for look in range(looks):
        clock.sleep(start + look * step - clock.now())
        failed.append(request_outcome(probe) != "well")
    return failed


def runs_of(looks: list[bool], failed: bool) -> list[int]:
    """How many looks in a row failed, or went well, each time, without a first and a last time that may be cut."""
    runs = [(bad, len(list(run))) for bad, run in groupby(looks)]
    return [length for bad, length in runs[1:-1] if bad is failed]


@pytest.mark.parametrize(("share", "burst"), [(0.3, 0.05), (0.1, 0.15)])
def test_bursts_have_the_length_that_was_asked_for_and_make_up_that_share_of_time(share: float, burst: float) -> None:
    step = burst / 20
    cycle = burst / share                     # a bad time and the gap after it, on average
    cycles = 100
    with probing("01020304") as probe:
        probe.bench.noise(share, burst, seed=2)
        looks = looks_at(probe, step, round(cycles * cycle / step))
    # A bad time is 0.5 to 1.5 bursts, each as likely: variance burst^2 / 12. A gap is exponential: its variance is its
    # mean squared. The share of time in many cycles then has the variance of (1 - share) bad - share gap by the cycle.
    gap = cycle - burst
    deviation = sqrt(((1 - share) ** 2 * burst**2 / 12 + share**2 * gap**2) / cycle**2 / cycles)
    assert looks.count(True) / len(looks) == pytest.approx(share, abs=DEVIATIONS * deviation)
    lengths = [run * step for run in runs_of(looks, failed=True)]
    assert all(length > 0.5 * burst - step for length in lengths)
    # Longer ones are two that follow each other at once, with no look in between.
    single = [length for length in lengths if length <= 1.5 * burst + step]
    merged = len(lengths) * step / gap
    assert len(lengths) - len(single) <= merged + DEVIATIONS * sqrt(merged)
    # No memory: half of the gaps are shorter than ln 2 of their mean; those of less than a step are not seen.
    short = sum(run * step < gap * log(2) for run in runs_of(looks, failed=False))
    assert near(short, len(runs_of(looks, failed=False)), 0.5)
    assert sum(single) / len(single) == pytest.approx(burst, abs=DEVIATIONS * burst / sqrt(12 * len(single)) + step / 2)


def test_noise_may_begin_in_the_midst_of_a_bad_time() -> None:
    bad = 0
    with probing("01020304") as probe:
        for seed in range(300):
            probe.bench.noise(0.3, 10.0, seed=seed)
            bad += request_outcome(probe) != "well"
            probe.bench.noise(0)
            request_outcome(probe)
    assert near(bad, 300, 0.3)


def test_the_weather_is_the_same_over_all_pads_and_a_hand_troubles_one_only() -> None:
    with Bench(readers=3) as bench:
        probes = [Probe(bench, reader) for reader in range(3)]
        for reader, probe in enumerate(probes):
            bench.place(bytes((1, 2, 3, reader)), reader)
            probe.antenna_on()

        def failed() -> list[tuple[bool, ...]]:
            return [tuple(request_outcome(probe) != "well" for probe in probes) for _ in range(300)]

        bench.noise(0.3, 0.15, seed=1)
        common = Counter(failed())
        assert common[True, True, True] > 20
        assert common[False, False, False] > 100
        # The three are asked within 2 x 1.2 ms; a bad time begins or ends every 250 ms (150 / 0.3 / 2): 1 % straddle.
        assert 300 - common[True, True, True] - common[False, False, False] <= 12
        bench.noise(0)
        assert Counter(failed()) == {(False, False, False): 300}
        bench.noise(0.5, reader=1, seed=1)
        hand = Counter(failed())
        assert set(hand) == {(False, False, False), (False, True, False)}
        assert near(hand[False, True, False], 300, 0.5)
        bench.noise(0.5, 0.1, seed=1)
        bench.noise(0, reader=1)
        assert {middle for _, middle, _ in failed()} == {False}


def test_the_same_seed_is_the_same_bad_day_and_another_is_another() -> None:
    def day(seed: int) -> list[str]:
        with probing("01020304") as probe:
            probe.bench.noise(0.5, 0.01, seed=seed)
            return [request_outcome(probe) for _ in range(100)]

    assert day(1) == day(1)
    assert day(1) != day(2)


# --- how it fails ---


def test_an_exchange_fails_in_each_way_as_often_as_is_stated() -> None:
    tries = 3000
    with probing("01020304") as probe:
        probe.bench.noise(1.0, seed=3)
        ways = Counter(request_outcome(probe) for _ in range(tries))
    assert pytest.approx(1.0) == UNHEARD + DROWNED + SHORT + PARITY + CHECK + PASSING
    # A tag that did not hear, or is not heard: silence, or a scrap of noise, which has a wrong parity bit.
    assert near(ways["silence"], tries, (UNHEARD + DROWNED) * (1 - SCRAP))
    assert near(ways["parity"], tries, PARITY + (UNHEARD + DROWNED) * SCRAP)
    assert near(ways["short"], tries, SHORT)
    assert near(ways["wrong"], tries, CHECK + PASSING)          # the two bytes of ATQA have no check byte
    assert set(ways) == {"silence", "parity", "short", "wrong"}


def test_half_of_the_silences_are_a_tag_that_did_not_hear() -> None:
    heard = unheard = 0
    with probing("01020304") as probe:
        for seed in range(300):
            probe.bench.noise(1.0, seed=seed)
            silent = probe.request() is None
            probe.bench.noise(0)
            awake = probe.exchange(b"\x93\x20") is not None     # it is READY only if it heard REQA
            probe.request(0x50)                                 # makes no sense, so it is IDLE again
            if silent:
                heard += awake
                unheard += not awake
    assert heard + unheard > 60
    assert near(heard, heard + unheard, DROWNED / (UNHEARD + DROWNED))


def test_wrong_bits_pass_parity_and_now_and_then_the_check_byte_too() -> None:
    tries = 2000
    ways: Counter[str] = Counter()
    sent = int.from_bytes(UID + BCC, "big")
    with probing("01020304") as probe:
        for seed in range(tries):
            probe.request(0x52)
            probe.bench.noise(1.0, seed=seed)
            probe.start(b"\x93\x20")
            probe.bench.clock.sleep(0.8e-3)                     # the answer is there after 0.712 ms (see test_air)
            probe.bench.noise(0)
            irq, error, got = probe.read(0x04), probe.read(0x06), probe.fifo()
            whole = len(got) == 5 and probe.read(0x0C) & 0x07 == 0
            probe.request(0x50)
            if not irq & 0x20 or error or not whole:
                ways["else"] += 1
                continue
            right = got[0] ^ got[1] ^ got[2] ^ got[3] == got[4]
            flips = [(int.from_bytes(got, "big") ^ sent) >> 8 * byte & 0xFF for byte in range(5)]
            assert [flip.bit_count() for flip in flips if flip] == ([2, 2] if right else [2])     # parity is right
            ways["ghost" if right else "check"] += 1
    assert near(ways["check"], tries, CHECK)
    assert near(ways["ghost"], tries, PASSING)
    assert ways["ghost"] > 0


def test_no_wrong_answer_passes_a_crc() -> None:
    tries = 800
    wrong = 0
    with probing("01020304") as probe:
        for seed in range(tries):
            probe.request(0x52)
            probe.exchange(b"\x93\x20")
            probe.bench.noise(1.0, seed=seed)
            sak = probe.select(0x93, UID)
            probe.bench.noise(0)
            if sak is not None and len(sak) == 3 and not probe.read(0x06) and not probe.read(0x0C) & 0x07:
                assert crc_a(sak[:1]) != sak
                wrong += 1
            probe.write(0x14, 0x80)                             # a field that goes off wakes nobody, and ends all
            probe.antenna_on()
    assert near(wrong, tries, CHECK + PASSING)


def test_bad_times_over_an_empty_pad_are_silent_but_for_scraps() -> None:
    tries = 3000
    with probing() as probe:
        probe.bench.noise(1.0, seed=4)
        ways = Counter(request_outcome(probe) for _ in range(tries))
    assert set(ways) == {"silence", "parity"}
    assert near(ways["parity"], tries, SCRAP)


def test_noise_spoils_an_authentication() -> None:
    with probing("01020304") as probe:
        for share, crypto in [(1.0, 0), (0.0, 0x08)]:
            probe.request(0x52)
            probe.exchange(b"\x93\x20")
            probe.select(0x93, UID)
            probe.bench.noise(share)
            probe.write(0x01, 0x00)
            probe.write(0x0A, 0x80)
            probe.write(0x09, 0x60, 0x08, *b"\xff" * 6, *UID)
            probe.write(0x01, 0x0E)
            probe.bench.clock.sleep(0.01)
            assert probe.read(0x08) & 0x08 == crypto            # MFCrypto1On


def test_strange_noise_is_refused() -> None:
    with Bench(readers=2) as bench:
        with pytest.raises(BenchError, match=r"share 1\.5: give a share, from 0 to 1"):
            bench.noise(1.5)
        with pytest.raises(BenchError, match="bursts of -1 s"):
            bench.noise(0.1, -1.0)
        with pytest.raises(BenchError, match="no reader 2"):
            bench.noise(0.1, reader=2)
