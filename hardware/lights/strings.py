"""All strings of a table as one output: a picture of tracks in, a dimmed frame to each string."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from .frame import Frame
from .power import Power, dimmed
from .tracks import Layout, Picture


class LightString(Protocol):
    """A worker that keeps one string of LEDs showing the newest frame."""

    @property
    def period(self) -> float:
        """Seconds from one frame to the next at the earliest."""
        ...

    def show(self, frame: Frame, /) -> None:
        """Remember what to show at the next step."""
        ...

    def step(self, now: float) -> float:
        """Send what is due at `now` (s); when a step is due next (s). Never waits, never raises; too early is fine."""
        ...

    def close(self) -> None:
        """Put the LEDs out and let go of the wire. Twice is fine."""
        ...


class LightStrings:
    """A worker over several strings; strings[n] and powers[n] are those of the layout's string n.

    Raises WiringError for a limit that does not even carry a string's LEDs when dark.
    """

    def __init__(self, layout: Layout, strings: Sequence[LightString], powers: Sequence[Power]) -> None:
        for length, power in zip(layout.lengths, powers, strict=True):
            power.check(length)
        self._layout = layout
        self._picture: Picture | None = None
        self._strings = tuple(zip(strings, powers, strict=True))

    @property
    def counts(self) -> Mapping[str, int]:
        """The tracks that a picture may have, and how many LEDs each has."""
        return self._layout.counts

    @property
    def period(self) -> float:
        """Seconds from one picture to the next at the earliest, on the slowest string."""
        return max(string.period for string, _ in self._strings)

    def show(self, picture: Picture) -> None:
        """Remember what to show at the next step. Raises ValueError as `Layout.frames`."""
        self._picture = picture
        for frame, (string, power) in zip(self._layout.frames(picture), self._strings, strict=True):
            string.show(dimmed(frame, power))

    def dim(self, powers: Sequence[Power]) -> None:
        """Be as bright as this from now on; powers[n] is of string n. Raises as the constructor, changing nothing."""
        for length, power in zip(self._layout.lengths, powers, strict=True):
            power.check(length)
        self._strings = tuple((string, power) for (string, _), power in zip(self._strings, powers, strict=True))
        if self._picture is not None:
            self.show(self._picture)

    def step(self, now: float) -> float:
        """Step every string; when the first of them is due next (s)."""
        return min(string.step(now) for string, _ in self._strings)

    def close(self) -> None:
        """All dark, all wires let go of."""
        for string, _ in self._strings:
            string.close()
