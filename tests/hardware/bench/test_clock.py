"""The two clocks of the table."""

import threading
import time

import pytest

from hardware.bench import PacedClock, VirtualClock
from hardware.clock import Clock


def test_virtual_time_passes_by_sleep_and_advance_only() -> None:
    clock: Clock = VirtualClock()
    assert clock.now() == clock.now() == 0
    clock.sleep(1.5)
    clock.sleep(0)
    clock.sleep(-3)
    assert clock.now() == 1.5


def test_virtual_time_is_exact() -> None:
    clock = VirtualClock()
    for _ in range(1000):
        clock.sleep(0.0003)
    assert clock.now() == 0.3
    assert clock.tick(7) == 300_000_007


def test_the_shortest_sleep_still_ends_a_wait() -> None:
    clock = VirtualClock()
    deadline = 1e-10
    while clock.now() < deadline:
        clock.sleep(deadline - clock.now())
    assert clock.now() >= deadline


@pytest.mark.parametrize("make", [VirtualClock, PacedClock])
def test_advance_does_not_go_back(make: type[VirtualClock | PacedClock]) -> None:
    with pytest.raises(ValueError, match="time does not go back"):
        make().advance(-1)


def test_paced_sleep_really_waits() -> None:
    clock = PacedClock()
    since, wall = clock.now(), time.perf_counter()
    clock.sleep(0.02)
    assert clock.now() - since >= 0.02
    assert time.perf_counter() - wall >= 0.019


def test_paced_time_passes_by_itself() -> None:
    clock = PacedClock()
    since = clock.now()
    time.sleep(0.01)
    assert clock.now() - since >= 0.009


def test_paced_time_never_goes_back_for_any_thread() -> None:
    clock = PacedClock()
    seen: list[bool] = []

    def tick() -> None:
        last = 0
        for _ in range(300):
            now = clock.tick(10_000)
            seen.append(now > last)
            last = now

    threads = [threading.Thread(target=tick) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seen) == 900
    assert all(seen)
    assert clock.now() >= 900 * 10e-6
