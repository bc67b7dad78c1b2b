"""Everything on the table is tested through the bench: a transfer may cost at most 5 us of processor time."""

import statistics
import time

from hardware.bench import Bench
from tests.hardware.bench.probe import Probe

LIMIT = 5e-6
ROUNDS, TRANSFERS = 9, 2000


def test_a_register_access_costs_at_most_5_us() -> None:
    with Bench(readers=1) as bench:
        transfer = Probe(bench).spi.xfer2
        costs = []
        for _ in range(ROUNDS):
            since = time.process_time()
            for _ in range(TRANSFERS // 2):
                transfer([0x2D << 1, 5])
                transfer([0x84, 0])
            costs.append((time.process_time() - since) / TRANSFERS)
        assert bench.spi.transfers == ROUNDS * TRANSFERS
    assert statistics.median(costs) <= LIMIT
