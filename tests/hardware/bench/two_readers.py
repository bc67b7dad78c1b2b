"""Two readers on a bus, and what is read wrongly off them."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from hardware.bench import Bench
from tests.hardware.bench.probe import Probe


@contextmanager
def two(**options: Any) -> Iterator[tuple[Bench, Probe, Probe]]:
    """Two readers on one bus."""
    with Bench(readers=2, **options) as bench:
        yield bench, Probe(bench, 0), Probe(bench, 1)


def wrong_bits(probe: Probe, register: int, right: int, tries: int) -> int:
    """How many bits of a register were read wrongly."""
    return sum((probe.read(register) ^ right).bit_count() for _ in range(tries))
