"""What `era-table bench scan` tells, held against the budgets and the package's known figures."""

from hardware.bench.measure import measure_scans


def test_our_scan_keeps_its_budgets_and_the_package_costs_what_it_is_known_to() -> None:
    measured = measure_scans(runs=5)
    empty, four, seven = measured.scans
    assert [cost.load for cost in measured.scans] == ["empty", "4-byte", "7-byte"]
    for cost, budget_ms, read in ((empty, 77, 0), (four, 98, 12), (seven, 138, 12)):
        assert cost.ms <= cost.first_ms <= budget_ms
        assert cost.read == cost.package_read == read
    assert empty.package_transfers == 12 * 2013
    # 12 * 2013 transfers of 16 bits at 1 MHz and 20 us each: 870 ms.
    assert round(empty.package_ms, 3) == 12 * 2013 * 0.036
    assert empty.transfers <= 12 * 30


def test_processor_time_of_our_code_and_of_the_bench_stay_small() -> None:
    # The best of some rounds: what the machine does beside is none of ours.
    rounds = [measure_scans(runs=9) for _ in range(3)]
    assert min(measured.scans[2].cpu_ms for measured in rounds) <= 1.0
    assert min(measured.bench_us_single for measured in rounds) <= 5.0
