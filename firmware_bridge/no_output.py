"""What stands in the place of an output that a table does not have."""

from collections.abc import Mapping
from types import MappingProxyType


class NoOutput:
    """Stands where a table has no display or no lights; as a display it has the size of most, as lights no LED."""

    columns = 20
    rows = 4
    counts: Mapping[str, int] = MappingProxyType({})

    def show(self, shown: object, /) -> None:
        """Nobody sees it."""

    def step(self, now: float) -> float:
        """Never has anything to do."""
        return now + 3600.0

    def close(self) -> None:
        """Nothing is open."""
