"""One quick exchange with whatever lies on a pad, and what came of it; and whether a count of such is likely."""

from math import sqrt

from tests.hardware.bench.probe import Probe

DEVIATIONS = 4                    # by which a count may be off: once in some 16,000 tries
_ATQA_4 = b"\x04\x00"             # of the bench's tags with 4 bytes
_PARITY_ERR = 0x02                # ErrorReg


def near(count: int, tries: int, share: float) -> bool:
    """Whether a count of independent events of this share is within the binomial distribution's bounds."""
    return abs(count - tries * share) <= DEVIATIONS * sqrt(tries * share * (1 - share))


def request_outcome(probe: Probe) -> str:
    """WUPA, after which an awake tag goes back to sleep: "well", or the way in which it failed.

    "silence", "parity", "short" (not 16 bits), "wrong" (16 other bits), "error .." (another error of the chip).
    """
    probe.start(b"\x52", last_bits=7)
    probe.bench.clock.sleep(0.4e-3)           # ATQA is there after 0.354 ms (see test_air)
    irq, error = probe.read(0x04), probe.read(0x06)
    got = probe.fifo()
    whole = probe.read(0x0C) & 0x07 == 0
    probe.start(b"\x50", last_bits=7)         # no command, so who was awake falls back
    probe.bench.clock.sleep(0.2e-3)
    if not irq & 0x20:
        return "silence"
    if error:
        return "parity" if error == _PARITY_ERR else f"error {error:02x}"
    if len(got) != 2 or not whole:
        return "short"
    return "well" if got == _ATQA_4 else "wrong"
