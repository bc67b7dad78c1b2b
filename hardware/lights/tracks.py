"""Tracks: which LED of which string is which place of a track, and from a picture of tracks to a frame a string."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..errors import WiringError
from .frame import DARK, Colour, Frame

Picture = Mapping[str, Sequence[Colour]]
"""Colours by the name of a track, its first place first."""


@dataclass(frozen=True, slots=True)
class Track:
    """A run of LEDs on one string that shows a track, or a piece of one.

    name: of the track; first: the run's first LED, counted from 0 along the data line; count: LEDs in the run; reverse:
    the track begins at the far end of the run; serpentine: the LEDs lie in rows of this length of which every second
    one runs back, as a folded strip does, while the track goes through all rows the same way (0: no rows); string: the
    number of the string. Raises WiringError for a run that can't be.
    """

    name: str
    first: int
    count: int
    reverse: bool = False
    serpentine: int = 0
    string: int = 0

    def __post_init__(self) -> None:
        if self.first < 0 or self.count < 1 or self.string < 0:
            raise WiringError(
                f"track {self.name!r}: no string has {self.count} LEDs from LED {self.first} on: count is at least 1, "
                "and the first LED of a string is 0"
            )
        if self.serpentine < 0 or self.serpentine == 1:
            raise WiringError(
                f"track {self.name!r}: a strip can't be folded into rows of {self.serpentine}: a row has 2 LEDs or "
                "more, and 0 means that there are no rows"
            )

    def leds(self) -> Iterator[int]:
        """For each place of the track in turn, the number of its LED on the string."""
        for place in range(self.count):
            along = self._along(place)
            yield self.first + (self.count - 1 - along if self.reverse else along)

    def _along(self, place: int) -> int:
        """How far along the run a place lies, from the end at which the track begins."""
        if not self.serpentine:
            return place
        row, column = divmod(place, self.serpentine)
        if row % 2 == 0:
            return place
        start = row * self.serpentine
        length = min(self.serpentine, self.count - start)   # the last row may be short; it runs back as well
        return start + length - 1 - column


class Layout:
    """All tracks of a table. Pieces with the same name are one track: the second goes on where the first ended.

    Raises WiringError for two tracks on one LED, for a string that is left out in the count, and for no track at all.
    """

    def __init__(self, tracks: Sequence[Track]) -> None:
        if not tracks:
            raise WiringError("there is no track: give each track of LEDs a name, its first LED and a count")
        strings = sorted({track.string for track in tracks})
        if strings != list(range(len(strings))):
            raise WiringError(f"strings {strings} have tracks: count the strings from 0 and leave none out")
        self.lengths = tuple(
            max(track.first + track.count for track in tracks if track.string == string) for string in strings
        )
        """How many LEDs each string needs."""
        self._leds: dict[str, list[tuple[int, int]]] = {}
        taken: dict[tuple[int, int], str] = {}
        for track in tracks:
            for led in track.leds():
                before = taken.get((track.string, led))
                if before is not None:
                    raise WiringError(
                        f"tracks {before!r} and {track.name!r} both have LED {led} of string {track.string}: "
                        "change `first` or `count` of one of them"
                    )
                taken[track.string, led] = track.name
                self._leds.setdefault(track.name, []).append((track.string, led))
        self.counts: Mapping[str, int] = {name: len(places) for name, places in self._leds.items()}
        """How many places each track has."""

    def led(self, track: str, place: int) -> tuple[int, int]:
        """The string and the LED on it that a place of a track is, all counted from 0."""
        return self._leds[track][place]

    def frames(self, picture: Picture) -> tuple[Frame, ...]:
        """One frame a string. A track that the picture lacks stays dark; one that has no LEDs is not shown.

        Raises ValueError for a track with another number of colours than it has LEDs, or a part outside 0 to 255.
        """
        strings: list[list[Colour]] = [[DARK] * length for length in self.lengths]
        for name, leds in self._leds.items():
            colours = picture.get(name)
            if colours is None:
                continue
            if len(colours) != len(leds):
                raise ValueError(f"track {name!r} has {len(leds)} LEDs, not {len(colours)}")
            for (string, led), colour in zip(leds, colours, strict=True):
                strings[string][led] = colour
        return tuple(Frame.of(colours) for colours in strings)
