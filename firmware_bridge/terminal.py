"""A moment at the table as text for a terminal: the display in its frame, the lights as cells beside it."""

import os
import sys
from dataclasses import dataclass

from engine.era.components import AREAS, COLOURS, SPACES_PER_AREA

from .lamps import PLAYER_RGB, RED, VIOLET, WHITE, Rgb, Tracks


@dataclass(frozen=True, slots=True)
class Moment:
    """What stands on the table after something happened: the story's line, the display, the lights."""

    text: str
    lines: tuple[str, ...]
    leds: tuple[Rgb, ...]


LETTERS: dict[str, Rgb] = {"W": WHITE, "R": RED, "V": VIOLET} | {
    letter: PLAYER_RGB[colour] for letter, colour in zip("YGNOP", COLOURS, strict=True)
}
DIM = 0.5
"""Below this brightness a lamp's letter is written small."""


def wants_colour() -> bool:
    """Whether the output is a terminal that shows colours (NO_COLOR, the convention, says no)."""
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


def moment_text(moment: Moment, colour: bool) -> str:
    """Some nine lines: what happened, the display with the spaces' lights beside it, the lamps and the round track."""
    tracks = Tracks()
    width = max(len(line) for line in moment.lines)
    edge = "+" + "-" * width + "+"
    frame = [edge, *(f"|{line}|" for line in moment.lines), edge]
    lines = ["", moment.text]
    for index in range(max(len(frame), len(AREAS))):
        left = frame[index] if index < len(frame) else " " * len(edge)
        first = tracks.spaces + index * SPACES_PER_AREA
        cells = _cells(moment.leds[first : first + SPACES_PER_AREA], colour)
        lines.append(f"  {left}   {AREAS[index]:<11} {cells}" if index < len(AREAS) else f"  {left}")
    players = _cells(moment.leds[tracks.players : tracks.rounds], colour)
    rounds = _cells(moment.leds[tracks.rounds : tracks.count], colour)
    lines.append(f"  players {players}   rounds {rounds}")
    return "\n".join(lines)


def _cells(leds: tuple[Rgb, ...], colour: bool) -> str:
    return " ".join(_cell(rgb, colour) for rgb in leds)


def _cell(rgb: Rgb, colour: bool) -> str:
    """Two characters: a block of the LED's colour, or without colours the letter of the nearest one, `.` for dark."""
    red, green, blue = rgb
    if colour:
        return f"\x1b[48;2;{red};{green};{blue}m  \x1b[0m"
    level = max(rgb) / 255
    if level < 0.02:
        return " ."
    letter = min(LETTERS, key=lambda name: _distance(LETTERS[name], rgb))
    return " " + (letter if level >= DIM * max(LETTERS[letter]) / 255 else letter.lower())


def _distance(one: Rgb, other: Rgb) -> float:
    """How far apart two hues are, whatever their brightness."""
    return sum((a / max(one) - b / max(other)) ** 2 for a, b in zip(one, other, strict=True))
