"""Half of the soak's 10,000 placements and lifts in random faults; the other half is in a file that runs beside it."""

from .soak import soak


def test_none_is_lost_and_none_invented() -> None:
    soak(seed=2, deeds=5000)
