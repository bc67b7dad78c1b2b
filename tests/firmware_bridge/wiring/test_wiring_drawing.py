"""The drawing of the wiring: well-formed, every wire named at both ends, nothing on top of anything else."""

import re
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest

from firmware_bridge.cli import main
from firmware_bridge.wiring.drawing import drawing
from firmware_bridge.wiring.pins import Wiring, wiring

from ..wire_games.wired_tables import FULL, GAME, REGISTERS, config_of, reader, twelve

SVG = "{http://www.w3.org/2000/svg}"
ADVANCE = 0.602  # of DejaVu Sans Mono, in parts of its size (1233 of 2048 units)
Box = tuple[float, float, float, float]  # left, top, right, bottom

STRINGS = """
[[lights]]
driver = "hc595"
data = 22
clock = 23
latch = 24
enable = 2
tracks = [{ name = "spaces", first = 0, count = 12 }]
[[lights]]
driver = "adalight"
port = "/dev/serial0"
tracks = [{ name = "rounds", first = 0, count = 10 }]
"""

TABLES = {
    "full": FULL,
    "six readers on one bus": GAME + "".join(
        reader(0, number, area)
        for number, area in enumerate(("build", "produce", "buy", "manufacture", "market", "develop"))
    ),
    "one reader": GAME + reader(1, 0, "manufacture", "reset_pin = 4"),
    "two strings": GAME + twelve() + STRINGS,
    "registers alone": GAME + reader(0, 0, "build") + REGISTERS,
}  # fmt: skip


@pytest.fixture(params=list(TABLES.values()), ids=list(TABLES))
def planned(request: pytest.FixtureRequest, tmp_path: Path) -> Wiring:
    return wiring(*config_of(tmp_path, request.param))


def texts(root: ElementTree.Element) -> dict[Box, str]:
    """The boxes of all letters, computed from the size and the width of the font."""
    size = float(root.attrib["font-size"])
    boxes = {}
    for text in root.iter(f"{SVG}text"):
        words = text.text or ""
        width = ADVANCE * size * len(words)
        left = float(text.attrib["x"]) - {"start": 0.0, "middle": width / 2, "end": width}[text.attrib["text-anchor"]]
        base = float(text.attrib["y"])
        boxes[left, base - 0.76 * size, left + width, base + 0.24 * size] = words
    return boxes


def overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def rectangles(root: ElementTree.Element) -> list[Box]:
    """The boxes of the header and the modules; the first one is the background."""
    found = []
    for rect in list(root.iter(f"{SVG}rect"))[1:]:
        left, top, width, height = (float(rect.attrib[name]) for name in ("x", "y", "width", "height"))
        found.append((left, top, left + width, top + height))
    return found


def segments(root: ElementTree.Element) -> list[tuple[str, Box]]:
    """The lines, each with the net it belongs to."""
    found = []
    for net in root.iter(f"{SVG}g"):
        title = net.findtext(f"{SVG}title") or ""
        for path in net.iter(f"{SVG}path"):
            x1, y1, x2, y2 = map(float, re.findall(r"[\d.]+", path.attrib["d"]))
            found.append((title, (min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))))
    return found


def test_every_wire_is_drawn_and_named_at_both_ends(planned: Wiring) -> None:
    root = ElementTree.fromstring(drawing(planned))
    written = list(texts(root).values())
    titles = " ".join(title for title, _ in segments(root))
    for wire in planned.wires:
        assert sum(words.startswith(f"GPIO{wire.gpio:<2} {wire.signal}") for words in written) == 1
        if wire.module:
            named = f"GPIO{wire.gpio}/{wire.header}"
            assert any(words in (f"{named} {wire.pin}", f"{wire.pin} {named}") for words in written)
            assert written.count(wire.module) == 1
            assert f"{wire.module} {wire.pin}" in titles
    for note in (*planned.settings, *planned.hints):
        assert any(note in words for words in written)


def test_no_words_lie_on_others_and_none_leave_the_picture(planned: Wiring) -> None:
    root = ElementTree.fromstring(drawing(planned))
    boxes = texts(root)
    assert len(boxes) > 40
    for (one, words), (other, more) in combinations(boxes.items(), 2):
        assert not overlap(one, other), (words, more)
    whole = (0.0, 0.0, float(root.attrib["width"]), float(root.attrib["height"]))
    for box, words in boxes.items():
        assert whole[0] <= box[0], words
        assert box[2] <= whole[2], words
        assert box[3] <= whole[3], words


def test_words_lie_in_their_box_or_outside_all(planned: Wiring) -> None:
    root = ElementTree.fromstring(drawing(planned))
    for text, words in texts(root).items():
        for box in rectangles(root):
            inside = box[0] <= text[0] and text[2] <= box[2] and box[1] <= text[1] and text[3] <= box[3]
            assert inside or not overlap(text, box), words
    for one, other in combinations(rectangles(root), 2):
        assert not overlap(one, other)


def test_lines_of_two_nets_cross_and_never_lie_on_one_another(planned: Wiring) -> None:
    root = ElementTree.fromstring(drawing(planned))
    lines = segments(root)
    assert lines
    for (net, one), (other_net, other) in combinations(lines, 2):
        if net == other_net:
            continue
        upright, other_upright = one[0] == one[2], other[0] == other[2]
        if upright == other_upright:  # parallel: apart, or one after the other
            axis = 0 if upright else 1
            along = 1 - axis
            apart = abs(one[axis] - other[axis]) >= 4
            assert apart or one[along + 2] <= other[along] or other[along + 2] <= one[along], (net, other_net)


def test_lines_run_from_box_to_box_and_through_none(planned: Wiring) -> None:
    root = ElementTree.fromstring(drawing(planned))
    for net, line in segments(root):
        for box in rectangles(root):
            assert not overlap(line, (box[0] + 0.1, box[1] + 0.1, box[2] - 0.1, box[3] - 0.1)), net


def test_the_picture_of_the_guide_is_that_of_the_full_table(tmp_path: Path) -> None:
    picture = Path(__file__).parents[3] / "docs" / "wiring.svg"
    assert picture.read_text(encoding="utf-8") == drawing(wiring(*config_of(tmp_path, FULL)))


def test_the_command_writes_the_file(tmp_path: Path) -> None:
    config, path = config_of(tmp_path, FULL)
    assert main(["wiring", "--config", str(path), "--svg", str(tmp_path / "wiring.svg")]) == 0
    assert (tmp_path / "wiring.svg").read_text(encoding="utf-8") == drawing(wiring(config, path))
