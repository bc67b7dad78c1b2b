"""Steps a worker on a clock of the test's own, in no real time."""

from collections.abc import Callable


def run(step: Callable[[float], float], start: float, until: float) -> list[float]:
    """Step at `start` and then whenever the worker said so, before `until` (s); answers all the moments.

    Fails for a worker that is due at once again: under a real clock it would never let the processor go.
    """
    moments: list[float] = []
    now = start
    while now < until:
        moments.append(now)
        due = step(now)
        assert due > now, f"stepped at {now} and due again at {due}"
        now = due
    return moments
