"""When a reader is believed: one fault forgiven, back-off, proof, and more proof for who was lost again and again."""

from hardware.readers.health import FORGIVEN, LONGEST_WAIT, PROOF, RELAPSE, TELL_EVERY, Health
from hardware.readers.trouble import Fault, Trouble

FAULT = Fault(Trouble.RESET, "dips")
ABSENT = Fault(Trouble.ABSENT, "gone")


def _looks_until_back(health: Health, now: float) -> int:
    health.cured()
    looks = 0
    while health.lost:
        health.worked(now)
        looks += 1
    return looks


def test_one_fault_that_was_cured_is_forgiven_and_a_second_soon_after_is_not() -> None:
    health = Health()
    health.failed(FAULT, True, 0.0)
    assert not health.lost
    for _ in range(FORGIVEN):
        health.worked(0.0)
    health.failed(FAULT, True, 1.0)
    assert not health.lost
    for _ in range(FORGIVEN - 1):
        health.worked(1.0)
    health.failed(FAULT, True, 2.0)
    assert health.fault == FAULT


def test_a_fault_that_no_reset_cures_loses_the_reader_at_once() -> None:
    health = Health()
    health.failed(ABSENT, False, 0.0)
    assert health.fault == ABSENT


def test_a_lost_reader_waits_twice_as_long_each_time_up_to_the_longest() -> None:
    health = Health()
    now, waits = 0.0, []
    health.failed(ABSENT, False, now)
    for _ in range(8):
        waits.append(round(health.retry_at - now, 6))
        assert health.waits(health.retry_at - 1e-6)
        assert not health.waits(health.retry_at)
        now = health.retry_at
        health.failed(ABSENT, False, now)
    assert waits == [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, LONGEST_WAIT, LONGEST_WAIT]


def test_a_cured_reader_has_to_prove_itself_and_a_fault_then_goes_on_with_the_wait() -> None:
    health = Health()
    health.failed(ABSENT, False, 0.0)
    health.cured()
    assert not health.to_cure
    assert not health.waits(0.0)
    for _ in range(PROOF - 1):
        health.worked(0.0)
    assert health.lost
    health.failed(FAULT, True, 5.0)
    assert health.fault == FAULT
    assert round(health.retry_at - 5.0, 6) == 0.2
    assert _looks_until_back(health, 6.0) == PROOF


def test_who_is_lost_again_and_again_has_ever_more_to_prove_and_a_calm_while_makes_it_good() -> None:
    health = Health()
    needed = []
    now = 0.0
    for _ in range(8):
        health.failed(ABSENT, False, now)
        needed.append(_looks_until_back(health, now + 1.0))
        now += 2.0
    assert needed == [3, 6, 12, 24, 48, 96, 96, 96]
    health.failed(ABSENT, False, now + RELAPSE)
    assert _looks_until_back(health, now + RELAPSE) == PROOF


def test_faults_that_were_forgiven_are_logged_now_and_then() -> None:
    health = Health()
    assert health.failed(FAULT, True, 0.0)
    for _ in range(FORGIVEN):
        health.worked(0.0)
    assert not health.failed(FAULT, True, TELL_EVERY / 2)
    for _ in range(FORGIVEN):
        health.worked(0.0)
    assert health.failed(FAULT, True, TELL_EVERY)
    assert not health.failed(FAULT, True, 3 * TELL_EVERY)   # not forgiven: lost, which an event tells
    assert health.lost
