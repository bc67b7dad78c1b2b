"""The colours of the lights: one for each player, and those that have a meaning of their own.

A controller feeds LEDs in proportion to the numbers, so these are amounts of light, not the numbers of a picture on a
screen: (255, 75, 0) looks orange, and brown is a dim orange. They were chosen so that any two differ for people who
lack one of the three kinds of cones, as far as colour can; what it can't, rhythm and place do (tests/.../test_palette).
"""

from typing import Final

from engine.era.components import COLOURS

Rgb = tuple[int, int, int]
"""Red, green, blue of one LED, each from 0 (dark) to 255."""

DARK: Final[Rgb] = (0, 0, 0)
WHITE: Final[Rgb] = (255, 255, 255)
"""Invites, and the table's own: rounds, a flash that says yes."""
RED: Final[Rgb] = (255, 0, 0)
"""Calls: this has to be moved."""
VIOLET: Final[Rgb] = (190, 0, 120)
"""Trouble: a wire, not a person."""
PLAYER_RGB: Final[dict[str, Rgb]] = dict(
    zip(COLOURS, ((255, 230, 0), (0, 190, 90), (60, 12, 0), (255, 75, 0), (150, 60, 255)), strict=True)
)


def dimmed(rgb: Rgb, level: float) -> Rgb:
    """The colour at a share of its brightness, from 0 to 1."""
    red, green, blue = rgb
    return round(red * level), round(green * level), round(blue * level)
