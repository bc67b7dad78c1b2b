"""Colour as eyes see it, for the tests: amounts of light to Lab, three kinds of colour blindness, and how far apart.

The primaries of the LEDs are taken as those of sRGB (IEC 61966-2-1), white is all three at full (D65), and the numbers
are amounts of light, as a WS2812B's pulse widths are.
"""

import math
from typing import Final

Rgb = tuple[int, int, int]
Row = tuple[float, float, float]
Lab = tuple[float, float, float]
Matrix = tuple[Row, Row, Row]

# Machado, Oliveira, Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE
# Transactions on Visualization and Computer Graphics 15 (2009), severity 1.0, on linear RGB.
VISION: Final[dict[str, Matrix]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900),
    ),
}  # fmt: skip

# Linear sRGB to CIE XYZ, and the white point D65 (IEC 61966-2-1).
TO_XYZ: Final[Matrix] = (
    (0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041),
)  # fmt: skip
D65: Final[Row] = (0.95047, 1.0, 1.08883)
_EPSILON: Final = 216 / 24389  # CIE 15:2004
_KAPPA: Final = 24389 / 27


def luminance(rgb: Rgb) -> float:
    """Relative luminance (WCAG 2.2's weights), 1 for white at full."""
    red, green, blue = rgb
    return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255


def times(matrix: Matrix, vector: Row) -> Row:
    """A matrix times a column."""
    first, second, third = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return first, second, third


def lab(rgb: Rgb, vision: str = "normal") -> Lab:
    """CIE L*a*b* of a colour of LEDs as that kind of eye sees it."""
    red, green, blue = rgb
    seen = times(VISION[vision], (red / 255, green / 255, blue / 255))
    clipped = (min(1.0, max(0.0, seen[0])), min(1.0, max(0.0, seen[1])), min(1.0, max(0.0, seen[2])))
    x, y, z = (_f(part / white) for part, white in zip(times(TO_XYZ, clipped), D65, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _f(part: float) -> float:
    return math.cbrt(part) if part > _EPSILON else (_KAPPA * part + 16) / 116


def ciede2000(one: Lab, other: Lab) -> float:
    """The CIEDE2000 colour difference (CIE 142-2001), with all weights 1."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    chroma = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    stretch = 1.5 - 0.5 * _grey(chroma)
    a1, a2 = a1 * stretch, a2 * stretch
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = math.degrees(math.atan2(b1, a1)) % 360, math.degrees(math.atan2(b2, a2)) % 360
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    hue = h1 + h2 if c1 * c2 == 0 else (h1 + turn / 2) % 360
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    t = (
        1 - 0.17 * _cos(hue - 30) + 0.24 * _cos(2 * hue) + 0.32 * _cos(3 * hue + 6) - 0.20 * _cos(4 * hue - 63)
    )
    by_light = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2))
    by_chroma = (c2 - c1) / (1 + 0.045 * chroma)
    by_hue = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2)) / (1 + 0.015 * chroma * t)
    blue = -math.sin(math.radians(60 * math.exp(-(((hue - 275) / 25) ** 2)))) * 2 * _grey(chroma)
    return math.sqrt(by_light**2 + by_chroma**2 + by_hue**2 + blue * by_chroma * by_hue)


def _grey(chroma: float) -> float:
    return math.sqrt(chroma**7 / (chroma**7 + 25.0**7))


def _cos(degrees: float) -> float:
    return math.cos(math.radians(degrees))
