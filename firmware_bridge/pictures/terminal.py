"""A moment at the table as text for a terminal: the display in its frame, the lights as cells beside it."""

import os
import sys
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from engine.era.components import AREAS, COLOURS, SPACES_PER_AREA

from ..lamps import PLAYER_RGB, RED, VIOLET, WHITE, Rgb, Tracks


@dataclass(frozen=True, slots=True)
class Moment:
    """What stands on the table after something happened: the story's line, the display, the lights."""

    text: str
    lines: tuple[str, ...]
    leds: tuple[Rgb, ...]


LETTERS: dict[str, Rgb] = {"W": WHITE, "R": RED, "V": VIOLET} | {
    letter: PLAYER_RGB[colour] for letter, colour in zip("YGNOP", COLOURS, strict=True)
}
DARK_LEVEL = 0.02
TEXT_WIDTH = 78
DIM = 0.5
"""Below this brightness a lamp's letter is written small."""


class Colours(Enum):
    """What a terminal can show."""

    NONE = "none"
    CUBE = "256"  # the colour cube of xterm: six steps each of red, green and blue, from number 16 on
    FULL = "24 bit"


def colours_of_output() -> Colours:
    """What the standard output shows: none unless it is a terminal, and none if NO_COLOR (the convention) is set."""
    terminal, depth = os.environ.get("TERM", "dumb"), os.environ.get("COLORTERM", "")
    if sys.stdout is None or not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        return Colours.NONE
    if depth in ("truecolor", "24bit"):
        return Colours.FULL
    return Colours.CUBE if "256color" in terminal else Colours.NONE


def moment_text(moment: Moment, colours: Colours) -> str:
    """Some nine lines: what happened, the display with the spaces' lights beside it, the lamps and the round track."""
    tracks = Tracks()
    frame = framed(moment.lines)
    lines = ["", *textwrap.wrap(moment.text, TEXT_WIDTH)]
    for index in range(max(len(frame), len(AREAS))):
        left = frame[index] if index < len(frame) else " " * len(frame[0])
        first = tracks.spaces + index * SPACES_PER_AREA
        cells = _cells(moment.leds[first : first + SPACES_PER_AREA], colours)
        lines.append(f"  {left}   {AREAS[index]:<11} {cells}" if index < len(AREAS) else f"  {left}")
    players = _cells(moment.leds[tracks.players : tracks.rounds], colours)
    rounds = _cells(moment.leds[tracks.rounds : tracks.count], colours)
    lines.append(f"  players {players}   rounds {rounds}")
    return "\n".join(lines)


def framed(lines: Sequence[str]) -> list[str]:
    """The lines of a display, all of one length, in a frame."""
    edge = "+" + "-" * len(lines[0]) + "+"
    return [edge, *(f"|{line}|" for line in lines), edge]


def _cells(leds: tuple[Rgb, ...], colours: Colours) -> str:
    return " ".join(_cell(rgb, colours) for rgb in leds)


def _cell(rgb: Rgb, colours: Colours) -> str:
    """Two characters: the letter of the nearest colour, `.` for dark, on a block of the LED's own where that shows."""
    red, green, blue = rgb
    level = max(rgb) / 255
    letter = min(LETTERS, key=lambda name: _distance(LETTERS[name], rgb)) if level >= DARK_LEVEL else "."
    text = " " + (letter if level >= DIM * max(LETTERS.get(letter, WHITE)) / 255 else letter.lower())
    ink = 30 if 2 * red + 5 * green + blue > 4 * 255 else 37  # black on what is bright to the eye, else white
    if colours is Colours.FULL:
        return f"\x1b[{ink};48;2;{red};{green};{blue}m{text}\x1b[0m"
    if colours is Colours.CUBE:
        cube = 16 + 36 * _step(red) + 6 * _step(green) + _step(blue)
        return f"\x1b[{ink};48;5;{cube}m{text}\x1b[0m"
    return text


def _step(part: int) -> int:
    """The nearest of the cube's six levels: 0, 95, 135, 175, 215, 255."""
    return 0 if part < 48 else 1 if part < 115 else (part - 35) // 40


def _distance(one: Rgb, other: Rgb) -> float:
    """How far apart two hues are, whatever their brightness."""
    return sum((a / max(one) - b / max(other)) ** 2 for a, b in zip(one, other, strict=True))
