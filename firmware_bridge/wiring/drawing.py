"""The wiring as a drawing: the Pi's header in the middle, the modules left and right, a line for every wire.

Every net, which is all the wires of one GPIO on one side, runs in a lane of its own. The pins of the header lie at
whole rows and those of the modules at half rows, no two at one height; so lines cross, and never lie on one another.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final
from xml.sax.saxutils import escape

from .pins import HEADER, Purpose, Wire, Wiring

ROW = 18
"""Height of one pin, in pixels like everything here."""
CARD, LANE, MARGIN = 170, 9, 20
"""Width of a module's card; the space between two lanes, and around all."""
FONT, ADVANCE = 12, 7.3
"""Size of the letters, and how wide one of a monospaced font is at that size at most."""
HEADER_WIDTH = 310
TITLE, FOOT, GAP = 26, 6, 22
"""Heights above and below the pins of a card, and between two cards: together three rows, which keeps to half rows."""

COLOURS: Final = {
    "SCK": "#b35c00", "MOSI": "#1f6fb2", "MISO": "#1a7f4e", Purpose.SELECT: "#8a3ab9", Purpose.RESET: "#c1272d",
    Purpose.SERIAL: "#00737f", Purpose.REGISTER: "#6b5b00", Purpose.BUTTON: "#444444",
}  # fmt: skip
"""Of the lines that readers share each its own, of everything else one for each purpose."""
POWER: Final = {
    1: "3.3 V", 2: "5 V", 4: "5 V", 6: "GND", 9: "GND", 14: "GND", 17: "3.3 V", 20: "GND", 25: "GND", 30: "GND",
    34: "GND", 39: "GND",
}  # fmt: skip
"""The pins of the header that are no GPIOs (Raspberry Pi documentation)."""


@dataclass(frozen=True, slots=True)
class _Card:
    """A module: its wires from top to bottom, and the height at which it begins."""

    name: str
    wires: tuple[Wire, ...]
    top: float

    @property
    def height(self) -> float:
        return TITLE + ROW * len(self.wires) + FOOT

    def at(self, index: int) -> float:
        """The height of a wire's end."""
        return self.top + TITLE + ROW * index + ROW / 2


def drawing(planned: Wiring) -> str:
    """The drawing as the text of an SVG file."""
    left, right = _sides(planned)
    lanes = [list(dict.fromkeys(wire.gpio for card in side for wire in card.wires)) for side in (left, right)]
    header_left = MARGIN + CARD + LANE * (len(lanes[0]) + 2)
    header_right = header_left + HEADER_WIDTH
    right_left = header_right + LANE * (len(lanes[1]) + 2)
    body: list[str] = []
    body += _header(planned, header_left)
    for cards, side_lanes, edge, card_left, step in (
        (left, lanes[0], header_left, MARGIN, -1),
        (right, lanes[1], header_right, right_left, 1),
    ):
        card_edge = card_left + (CARD if step < 0 else 0)
        for number, gpio in enumerate(side_lanes):
            body += _net(gpio, cards, edge, edge + step * LANE * (number + 1.5), card_edge)
        for card in cards:
            body += _card(card, card_left, anchor="end" if step < 0 else "start")
    bottom = max([_pin_height(len(HEADER) + len(POWER)) + ROW, *(card.top + card.height for card in (*left, *right))])
    notes = ["GPIO11/23: GPIO 11, which is pin 23 of the header"]
    notes += [f"config.txt: {setting}" for setting in planned.settings]
    notes += planned.hints
    for number, note in enumerate(notes):
        body.append(_text(MARGIN, bottom + GAP + ROW * (number + 1), note))
    height = bottom + GAP + ROW * (len(notes) + 1) + MARGIN
    width = max(right_left + CARD + MARGIN, 2 * MARGIN + ADVANCE * max(len(note) for note in notes))
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
        f'viewBox="0 0 {width:g} {height:g}" font-family="DejaVu Sans Mono, Consolas, monospace" font-size="{FONT}">',
        "<title>The wiring of the table</title>",
        f'<rect width="{width:g}" height="{height:g}" fill="#ffffff"/>',
        *body,
        "</svg>",
        "",
    ])


def _sides(planned: Wiring) -> tuple[list[_Card], list[_Card]]:
    """The modules left and right: readers by their bus, everything else where there is more room."""
    modules: dict[str, list[Wire]] = {}
    for wire in planned.wires:
        if wire.module:
            modules.setdefault(wire.module, []).append(wire)
    sides: tuple[list[_Card], list[_Card]] = ([], [])
    for name, wires in sorted(modules.items(), key=lambda module: _bus(module[1]) is None):
        bus = _bus(wires)
        depths = [side[-1].top + side[-1].height + GAP if side else MARGIN + ROW / 2 for side in sides]
        number = depths.index(min(depths)) if bus is None else bus
        sides[number].append(_Card(name, tuple(wires), depths[number]))
    return sides


def _bus(wires: Sequence[Wire]) -> int | None:
    for wire in wires:
        if wire.purpose is Purpose.SELECT:
            return int(wire.signal[len("SPI")])
    return None


def _pin_height(number: int) -> float:
    """The height of a pin of the header; number: 1 to 40."""
    return MARGIN + TITLE + ROW * (number - 1) + ROW / 2


def _header(planned: Wiring, left: float) -> Iterator[str]:
    pins = len(HEADER) + len(POWER)
    yield _box(left, MARGIN, HEADER_WIDTH, TITLE + ROW * pins + FOOT, "#e9efe6")
    yield _text(left + HEADER_WIDTH / 2, MARGIN + 17, "Raspberry Pi, 40-pin header", "middle", bold=True)
    for number in range(1, pins + 1):
        height = _pin_height(number) + 4
        if number in POWER:
            words = POWER[number]
        else:
            gpio = HEADER.index(number)
            wires = planned.by_gpio.get(gpio)
            words = f"GPIO{gpio:<2} {wires[0].signal if wires else '-'}"
        yield _text(left + 36, height, f"{number}", "end")
        yield _text(left + 48, height, words)


def _net(gpio: int, cards: Sequence[_Card], header: float, lane: float, card: float) -> Iterator[str]:
    """From the header's edge to the lane, along it, and from it to the card of each module."""
    ends = [
        (each.at(index), wire) for each in cards for index, wire in enumerate(each.wires) if wire.gpio == gpio
    ]  # fmt: skip
    colour = _colour(ends[0][1])
    start = _pin_height(HEADER[gpio])
    heights = [start, *(height for height, _ in ends)]
    names = ", ".join(f"{wire.module} {wire.pin}" for _, wire in ends)
    yield f'<g stroke="{colour}" stroke-width="1.6" fill="none">'
    yield f"<title>{escape(f'GPIO{gpio} (pin {HEADER[gpio]}), {ends[0][1].signal}: {names}')}</title>"
    yield _line(header, start, lane, start)
    yield _line(lane, min(heights), lane, max(heights))
    for height, _ in ends:
        yield _line(lane, height, card, height)
    for height in heights:
        if height not in (min(heights), max(heights)):
            yield f'<circle cx="{lane:g}" cy="{height:g}" r="2.4" fill="{colour}"/>'
    yield "</g>"


def _card(card: _Card, left: float, anchor: str) -> Iterator[str]:
    yield _box(left, card.top, CARD, card.height, "#f4f1ea")
    yield _text(left + CARD / 2, card.top + 17, card.name, "middle", bold=True)
    at = left + CARD - 8 if anchor == "end" else left + 8
    for index, wire in enumerate(card.wires):
        pin = f"GPIO{wire.gpio}/{wire.header}"
        words = f"{pin} {wire.pin}" if anchor == "end" else f"{wire.pin} {pin}"
        yield _text(at, card.at(index) + 4, words, anchor, colour=_colour(wire))


def _colour(wire: Wire) -> str:
    return COLOURS[wire.pin if wire.purpose is Purpose.SPI else wire.purpose]


def _box(x: float, y: float, width: float, height: float, fill: str) -> str:
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="6" fill="{fill}" stroke="#777777"/>'
    )  # fmt: skip


def _line(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<path d="M {x1:g} {y1:g} L {x2:g} {y2:g}"/>'


def _text(x: float, y: float, words: str, anchor: str = "start", colour: str = "#111111", bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" fill="{colour}"{weight}>{escape(words)}</text>'
