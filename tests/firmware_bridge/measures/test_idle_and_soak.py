"""What a service costs that has nothing to do, and whether anything grows or is told wrongly over time: in short."""

import json
import os
import threading

import pytest

from firmware_bridge.measures import soak as soaking
from firmware_bridge.measures.idle_cost import BUTTONS_S, IdleCost
from firmware_bridge.measures.soak import Fault, Soak, held, soak
from firmware_bridge.simulation.people import PLACES
from hardware.bench import Bench

from ..services import era_table


def test_idle_load_is_told_for_ten_rounds_a_second_and_without_the_bench() -> None:
    cost = IdleCost(0.4, 38.0, rounds_per_s=20.0, pads_cpu_pct=6.0, rest_cpu_pct=1.5, bench_cpu_pct=4.0)
    assert cost.idle_cpu_pct == 4.5  # half of 6, and 1.5
    assert cost.values()["bench_cpu_pct"] == 4.0


def test_buttons_are_counted_as_often_as_they_are_looked_at() -> None:
    with Bench(1):  # whose stand-in for the pins lets their driver be imported
        from hardware.buttons import POLL_S
    assert POLL_S == BUTTONS_S


def test_a_service_on_the_bench_is_cheap() -> None:
    """Memory as issue 8 has it; a loaded machine's processor times are no measure: here they only may not be wild."""
    done = era_table("bench", "idle", "--seconds", "2", "--json", patience_s=90)
    assert done.returncode == 0, done.stderr
    cost = json.loads(done.stdout)
    assert cost["rss_mb"] < 60
    assert 0.05 < cost["ready_cpu_s"] < 2.0
    assert 0 < cost["idle_cpu_pct"] < 25
    assert cost["rounds_per_s"] > 5


def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault every few seconds."""
    for name, seconds in (("PEACE_S", 0.7), ("FAULT_S", 1.5), ("MINUTE_S", 5.0)):
        monkeypatch.setattr(soaking, name, seconds)


def test_minutes_with_faults_leave_nothing_behind_and_nothing_wrong_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch)
    soaked = soak(hours=0.006, seed=3)  # 22 s
    assert soaked.wrong == ()
    assert soaked.faults >= 4
    assert (soaked.fd_growth, soaked.thread_growth) == (0, 0)


def test_a_token_that_is_moved_would_be_told_as_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """Faults among which somebody's token is taken off: what is then missing is counted."""

    def takes_a_token(bench: Bench, far: object, random: object) -> Fault:
        reader = next(reader for reader in range(len(PLACES)) if bench.lying_on(reader))
        (uid,) = bench.lying_on(reader)
        return (lambda: bench.lift(uid)), (lambda: bench.place(uid, reader))

    hurry(monkeypatch)
    monkeypatch.setattr(soaking, "_some_fault", takes_a_token)
    assert soak(hours=0.002, seed=1).wrong


def test_what_the_process_holds_is_counted() -> None:
    before = held()
    wake = threading.Event()
    thread = threading.Thread(target=wake.wait)
    thread.start()
    file = os.open("/dev/null", os.O_RDONLY)
    memory = bytearray(os.urandom(1 << 16) * 256)  # 16 MiB
    after = held()
    assert (after.files - before.files, after.threads - before.threads) == (1, 1)
    assert after.memory - before.memory > 15 << 20
    os.close(file)
    wake.set()
    thread.join()
    del memory


@pytest.mark.parametrize(
    ("soaked", "is_well"),
    [
        (Soak(1.0, 20, 0.3, 0, 0, ()), True),
        (Soak(1.0, 20, 5.1, 0, 0, ()), False),
        (Soak(1.0, 20, 0.3, 1, 0, ()), False),
        (Soak(1.0, 20, 0.3, 0, 1, ()), False),
        (Soak(1.0, 20, 0.3, 0, 0, ("0.50 h: a move",)), False),
    ],
)
def test_what_counts_as_well(soaked: Soak, is_well: bool) -> None:
    assert soaked.is_well is is_well
    assert soaked.values()["wrong_events"] == len(soaked.wrong)
