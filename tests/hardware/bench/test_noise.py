"""Bad days in the air, on register level: how much fails, when, and in which ways; weak tags, stacks, neighbours."""

from collections import Counter
from math import sqrt

import pytest

from hardware.bench import Bench
from hardware.bench.noise import CHECK, DROWNED, PARITY, PASSING, SCRAP, SHORT, UNHEARD
from hardware.errors import BenchError
from tests.hardware.bench.probe import Probe, probing

UID = bytes.fromhex("01020304")
BCC = 0x04                        # 01 ^ 02 ^ 03 ^ 04
RF_CFG = 0x26
PARITY_ERR = 0x02                 # ErrorReg
DEVIATIONS = 4                    # standard deviations by which a count may be off: once in some 16,000 tries


def near(count: int, tries: int, share: float) -> bool:
    """Whether a count of independent events of this share is within the bounds of the binomial distribution."""
    return abs(count - tries * share) <= DEVIATIONS * sqrt(tries * share * (1 - share))


def quick_request(probe: Probe, wait: float = 0.4e-3) -> str:
    """WUPA on a tag that then goes back to sleep, and what came: "well", or in which way it failed.

    ATQA is there after 0.354 ms (see test_air).
    """
    probe.start(b"\x52", last_bits=7)
    probe.bench.clock.sleep(wait)
    irq, error = probe.read(0x04), probe.read(0x06)
    got = probe.fifo()
    bits = 8 * len(got) - (-probe.read(0x0C) & 0x07) if got else 0
    probe.start(b"\x50", last_bits=7)     # no command: an awake tag goes back to where it was
    probe.bench.clock.sleep(0.2e-3)
    if not irq & 0x20:
        return "silence"
    if error:
        return "parity" if error == PARITY_ERR else f"error {error:02x}"
    if bits != 16:
        return "short"
    return "well" if got == b"\x04\x00" else "wrong"


def uid_answer(probe: Probe) -> tuple[int, bytes | None]:
    """ErrorReg and FIFO after anticollision with a tag that was woken well; None: silence."""
    while quick_wake(probe) != b"\x04\x00":
        pass
    probe.bench.noise(1.0, seed=int(probe.bench.clock.now() * 1e6))
    probe.start(b"\x93\x20")
    probe.bench.clock.sleep(0.8e-3)       # the answer is there after 0.712 ms (see test_air)
    probe.bench.noise(0)
    error = probe.read(0x06)
    return error, probe.fifo() if probe.read(0x04) & 0x20 else None


def quick_wake(probe: Probe) -> bytes:
    probe.start(b"\x52", last_bits=7)
    probe.bench.clock.sleep(0.4e-3)
    return probe.fifo()


# --- how much fails ---


@pytest.mark.parametrize("share", [0.1, 0.3])
def test_single_failures_are_the_share_that_was_asked_for_and_know_nothing_of_each_other(share: float) -> None:
    tries = 1500
    with probing("01020304") as probe:
        probe.bench.noise(share, seed=1)
        well = [quick_request(probe) == "well" for _ in range(tries)]
    assert near(well.count(False), tries, share)
    pairs = list(zip(well, well[1:], strict=False))
    assert near(pairs.count((False, False)), len(pairs), share * share)


def bad_times(burst: float, share: float, seconds: float) -> tuple[list[float], float]:
    """Lengths of the bad times in between good ones, and the share of looks, 1 ms apart, that fell into one."""
    step = 1e-3
    with probing("01020304") as probe:
        clock = probe.bench.clock
        probe.bench.noise(share, burst, seed=2)
        looks = []
        start = clock.now()
        for look in range(round(seconds / step)):
            clock.sleep(start + (look + 1) * step - clock.now())
            probe.start(b"\x52", last_bits=7)
            clock.sleep(0.4e-3)
            looks.append(probe.fifo() != b"\x04\x00")
            probe.start(b"\x50", last_bits=7)
    runs: list[list[bool]] = []
    for bad in looks:
        if runs and runs[-1][0] == bad:
            runs[-1].append(bad)
        else:
            runs.append([bad])
    return [len(run) * step for run in runs[1:-1] if run[0]], looks.count(True) / len(looks)
