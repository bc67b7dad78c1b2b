"""The table drawn as SVG: every LED as it shines and every character as it stands, at moments of a game.

Lights move where a viewer lets them (CSS, not where less motion is asked for), else they stand still. LEDs' numbers are
amounts of light and those of a picture are not (sRGB): what is drawn looks as the LEDs would.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from engine.era.components import AREAS, COLOURS, SPACES_PER_AREA

from .. import lamps
from ..lamps import Rgb
from ..roster import Lying
from ..screens import screen
from .scenes import Scene

COUNTS: Final = lamps.TRACKS
"""The table that is drawn has all tracks."""

LOOKS_A_SECOND: Final = 10
"""How often the lights are looked at for a picture that moves."""

WIDTH: Final = 620
HEIGHT: Final = 520
GAP: Final = 20
ACROSS: Final = 2
"""One table's drawing, the space between two, and how many stand beside each other."""

CELL: Final = 13.0
LINE: Final = 24.0
"""Width and height of a character's cell on the display."""

UNLIT: Final = (78, 70, 66)
"""A LED that is off, under the light of the room."""
TOKENS: Final = dict(zip(COLOURS, ("#e3bd1c", "#3f9a56", "#7b4d2c", "#e2781e", "#7d5cb8"), strict=True))
"""The tokens themselves, which are painted and do not shine."""

STYLE: Final = """\
text{font-family:system-ui,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;fill:#d9d2c5}
.c{font-size:22px;font-weight:600;fill:#fff}
.n{font-size:14px}
.s{font-size:13px;fill:#a69c8e}
.e{text-anchor:middle}
.m{font-family:ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace;font-size:20px;fill:#eaf3ff;white-space:pre}
.t{font-size:15px;font-weight:700;fill:#fff;text-anchor:middle}
"""

DEFINITIONS: Final = """\
<g id="l"><circle r="9" fill="currentColor" opacity=".25"/><circle r="5" fill="currentColor"/></g>
<g id="r" stroke="currentColor"><circle r="28.5" fill="none" stroke-width="5" opacity=".2"/>
<circle r="23" fill="#1d1915" stroke-width="6"/></g>
<linearGradient id="w" x1="0" y1="0" x2="0" y2="1">
<stop offset="0" stop-color="#3b3028"/><stop offset="1" stop-color="#2b231d"/></linearGradient>
"""
"""A LED of a track, the ring of light around a pad, and the table's wood."""


@dataclass(frozen=True, slots=True)
class Point:
    """Where something stands on the drawing of one table."""

    x: float
    y: float


def drawing(shown: Sequence[Scene], language: str = "en") -> str:
    """The SVG of the scenes, two beside each other. ConfigError for a language unknown."""
    shades = _Shades()
    tables = [
        f'<g transform="translate({index % ACROSS * (WIDTH + GAP)},{index // ACROSS * (HEIGHT + GAP)})">\n'
        + "\n".join(_table(scene, shades, language))
        + "\n</g>"
        for index, scene in enumerate(shown)
    ]
    columns, rows = min(ACROSS, len(shown)), -(-len(shown) // ACROSS)
    width, height = columns * (WIDTH + GAP) - GAP, rows * (HEIGHT + GAP) - GAP
    title = "What people see on the table: " + "; ".join(scene.caption for scene in shown)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            f'role="img" aria-label={quoteattr(title)}>',
            f"<style>\n{STYLE}{shades.style()}</style>",
            f"<defs>\n{DEFINITIONS}</defs>",
            *tables,
            "</svg>\n",
        ]
    )


def places() -> dict[str, tuple[Point, ...]]:
    """Where the LEDs of each track stand. What belongs to a seat stands in its column."""
    return {
        "spaces": tuple(_space(area, number) for area in range(len(AREAS)) for number in range(SPACES_PER_AREA)),
        "players": tuple(Point(_column(seat), 352) for seat in range(COUNTS["players"])),
        "rounds": tuple(Point(384 + 16 * number, 438) for number in range(COUNTS["rounds"])),
        "start": tuple(Point(_column(seat), 380) for seat in range(COUNTS["start"])),
        "influence": tuple(_rim()),
        "patents": tuple(
            Point(_column(led % len(COLOURS)), 290 - 22 * (led // len(COLOURS))) for led in range(COUNTS["patents"])
        ),
    }


def _space(area: int, number: int) -> Point:
    column, row = area % 3, area // 3
    return Point(62 + 122 * column + 30 + 56 * number, 104 + 104 * row + 60)


def _column(seat: int) -> float:
    return 436 + 24 * seat


def _rim() -> Iterator[Point]:
    """Around the table from its upper left corner, clockwise."""
    left, top, wide, high = 36.0, 78.0, 548.0, 406.0
    for led in range(COUNTS["influence"]):
        way = 2 * (wide + high) * led / COUNTS["influence"]
        along, down = min(way, wide), min(max(way - wide, 0.0), high)
        back, up = min(max(way - wide - high, 0.0), wide), max(way - 2 * wide - high, 0.0)
        yield Point(left + along - back, top + down - up)


def _table(scene: Scene, shades: "_Shades", language: str) -> Iterator[str]:
    yield f'<rect width="{WIDTH}" height="{HEIGHT}" rx="18" fill="#15120f"/>'
    yield f'<text class="c" x="24" y="38">{escape(scene.caption)}</text>'
    yield '<rect x="14" y="56" width="592" height="450" rx="24" fill="url(#w)" stroke="#5b4a3b" stroke-width="2"/>'
    for index, area in enumerate(AREAS):
        x, y = 62 + 122 * (index % 3), 104 + 104 * (index // 3)
        yield f'<rect x="{x}" y="{y}" width="116" height="96" rx="10" fill="#00000038"/>'
        yield f'<text class="n" x="{x + 10}" y="{y + 20}">{area.upper()}</text>'
    yield from _words()
    yield from _leds(scene, shades)
    yield from _tokens(scene.lying)
    yield from _display(screen(scene.view, scene.still, language=language))


def _words() -> Iterator[str]:
    words: tuple[tuple[str, int, int], ...] = (
        ("influence", 74, 100), ("patents", 430, 122), ("player", 378, 357), ("start", 378, 385), ("round", 378, 418),
    )  # fmt: skip
    for text, left, low in words:
        yield f'<text class="s" x="{left}" y="{low}">{text}</text>'
    for seat, colour in enumerate(COLOURS):
        yield f'<text class="s e" x="{_column(seat):g}" y="150">{colour[0].upper()}</text>'
    for number, point in enumerate(_rim()):
        if number % 10 == 0:  # inside the rim, so towards the middle
            x = point.x + (22 if point.x < 100 else -22 if point.x > 500 else 0)
            y = point.y + (22 if point.y < 100 else -12 if point.y > 450 else 5)
            yield f'<text class="s e" x="{x:.4g}" y="{y:.4g}">{number}</text>'


def _leds(scene: Scene, shades: "_Shades") -> Iterator[str]:
    still = lamps.picture(scene.view, scene.still, COUNTS)
    looks = [
        lamps.picture(scene.view, scene.at + look / LOOKS_A_SECOND, COUNTS)
        for look in range(round(scene.seconds * LOOKS_A_SECOND))
    ]
    for track, points in places().items():
        kind = "r" if track == "spaces" else "l"
        for led, point in enumerate(points):
            shade = shades.name(still[track][led], [look[track][led] for look in looks])
            yield f'<use href="#{kind}" class="{shade}" x="{point.x:g}" y="{point.y:.4g}" data-led="{track} {led}"/>'


def _tokens(lying: Iterable[Lying]) -> Iterator[str]:
    """The tokens on their pads; one on top of another a little aside."""
    on: dict[str, int] = {}
    for token in lying:
        below = on.get(str(token.place), 0)
        on[str(token.place)] = below + 1
        point = _space(AREAS.index(token.place.area), (token.place.space or 1) - 1)
        x, y = point.x + 12 * below, point.y - 12 * below
        yield f'<circle cx="{x:g}" cy="{y:g}" r="15" fill="{TOKENS[token.player or ""]}" stroke="#0006"/>'
        yield f'<text class="t" x="{x:g}" y="{y + 5:g}">{(token.player or "?")[0].upper()}</text>'


def _display(lines: Sequence[str]) -> Iterator[str]:
    x, y = 74.0, 330.0
    width, height = CELL * max(map(len, lines)) + 24, LINE * len(lines) + 18
    yield f'<rect x="{x - 6:g}" y="{y - 6:g}" width="{width + 12:g}" height="{height + 12:g}" rx="8" fill="#0b0b0d"/>'
    yield f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="4" fill="#1b3f9c"/>'
    for row, line in enumerate(lines):
        cells = " ".join(f"{x + 12 + CELL * column:g}" for column in range(len(line)))
        yield f'<text class="m" x="{cells}" y="{y + LINE * (row + 1):g}">{escape(line)}</text>'


class _Shades:
    """The colours of LEDs as classes of the style sheet: lights that do the same share one."""

    def __init__(self) -> None:
        self._names: dict[tuple[str, tuple[str, ...]], str] = {}

    def name(self, still: Rgb, looks: Sequence[Rgb]) -> str:
        """The class of a LED that shows `looks` one after the other, and `still` where it may not change."""
        return self._names.setdefault((on_screen(still), tuple(map(on_screen, looks))), f"a{len(self._names)}")

    def style(self) -> str:
        """Their rules."""
        lines = []
        for (still, looks), name in self._names.items():
            lines.append(f".{name}{{color:{still}}}")
            if set(looks) != {still}:
                seconds = len(looks) / LOOKS_A_SECOND
                changes = [
                    f"{100 * number / len(looks):g}%{{color:{colour}}}"
                    for number, colour in enumerate(looks)
                    if number == 0 or colour != looks[number - 1]
                ]
                lines.append(f"@keyframes {name}{{{''.join(changes)}}}")
                lines.append(
                    f"@media(prefers-reduced-motion:no-preference)"
                    f"{{.{name}{{animation:{name} {seconds:g}s step-end infinite}}}}"
                )
        return "\n".join([*lines, ""])


def on_screen(rgb: Rgb) -> str:
    """An amount of light as a screen's colour (IEC 61966-2-1), never darker than a LED that is off."""
    red, green, blue = (
        max(off, round(255 * _encoded(part / 255))) for part, off in zip(rgb, UNLIT, strict=True)
    )
    return f"#{red:02x}{green:02x}{blue:02x}"


def _encoded(light: float) -> float:
    return 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
