"""The lights of table.toml, typed: what hangs on which string, and the layout of all tracks that follows from it."""

from collections.abc import Sequence
from itertools import accumulate
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from hardware.lights.power import Power
from hardware.lights.tracks import Layout, Track

from .errors import ConfigError
from .lamps import MINIMAL, TRACKS, Counts

Count = Annotated[int, Meta(ge=0)]
MOST_LEDS: Final = 0x10000
"""Adalight counts no further."""
Pin = Annotated[int, Meta(ge=0, le=27)]  # BCM number


class LightTrack(msgspec.Struct, frozen=True, kw_only=True):
    """One of `tracks`: a run of LEDs that shows a track or a piece of one; keys as `hardware.lights.tracks.Track`."""

    name: str
    first: Annotated[int, Meta(ge=0, lt=MOST_LEDS)]
    count: Annotated[int, Meta(ge=1, le=MOST_LEDS)]
    reverse: bool = False
    serpentine: Count = 0


class Adalight(msgspec.Struct, frozen=True, kw_only=True, tag_field="driver", tag="adalight"):
    """[lights], driver = "adalight": a string on an LED controller at a serial port.

    settle_s: how long it starts after its port was opened. brightness: 0 to 1; limit_ma: what the string may draw in
    all, in mA (see `hardware.lights.power`). No tracks: the minimal ones, one after the other.
    """

    port: Annotated[str, Meta(min_length=1)]
    baud: Annotated[int, Meta(gt=0)] = 115200
    settle_s: Annotated[float, Meta(ge=0, le=30)] = 2.0
    brightness: Annotated[float, Meta(ge=0, le=1)] = 1.0
    limit_ma: Annotated[int, Meta(gt=0)] | None = None
    tracks: list[LightTrack] = []

    @property
    def power(self) -> Power:
        """How bright it may be."""
        return Power(self.brightness, self.limit_ma)


class Hc595(msgspec.Struct, frozen=True, kw_only=True, tag_field="driver", tag="hc595"):
    """[lights], driver = "hc595": LEDs on a chain of 74HC595; BCM numbers as `hardware.lights.hc595.Hc595Pins`."""

    data: Pin
    clock: Pin
    latch: Pin
    enable: Pin | None = None
    tracks: list[LightTrack] = []

    @property
    def power(self) -> Power:
        """An LED of a chain is on or off: its resistor says how bright."""
        return Power()

    @property
    def pins(self) -> dict[str, int]:
        """Its pins by the keys that name them."""
        named = {"data": self.data, "clock": self.clock, "latch": self.latch, "enable": self.enable}
        return {name: pin for name, pin in named.items() if pin is not None}


Lights = Adalight | Hc595



def in_a_row(counts: Counts) -> list[LightTrack]:
    """Tracks of so many LEDs, one after the other on one string."""
    ends = accumulate(counts.values())
    return [
        LightTrack(name=name, first=end - count, count=count)
        for (name, count), end in zip(counts.items(), ends, strict=True)
    ]


MINIMAL_TRACKS: Final = in_a_row(MINIMAL)
"""The tracks of a string of which the file does not say what hangs on it."""


def layout_of(strings: Sequence[Lights]) -> Layout:
    """Where each track of these strings hangs.

    Raises ConfigError for a track that no table has and for one of several strings that names no track, WiringError for
    runs of LEDs that do not fit together and for a limit that is too low for the string.
    """
    tracks = []
    for number, string in enumerate(strings):
        if not string.tracks and len(strings) > 1:
            raise ConfigError(f"[[lights]] {number} names no tracks: with several strings each says what hangs on it")
        for track in string.tracks or MINIMAL_TRACKS:
            if track.name not in TRACKS:
                raise ConfigError(f"[lights] there is no track {track.name!r}; allowed are {', '.join(TRACKS)}")
            tracks.append(Track(track.name, track.first, track.count, track.reverse, track.serpentine, number))
    layout = Layout(tracks)
    for string, length in zip(strings, layout.lengths, strict=True):
        string.power.check(length)
    return layout
