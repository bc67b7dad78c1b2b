"""Screenshots as small PNG files: 256 colours of their own, where the browser writes all there are (PNG, 11.2.1)."""

import base64
import struct
import zlib
from collections import Counter
from typing import Final

from playwright.sync_api import Page

COLOURS: Final = 256
SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
Colour = tuple[int, int, int]

PIXELS: Final = """async png => {
    const image = new Image();
    image.src = "data:image/png;base64," + png;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const pen = canvas.getContext("2d");
    pen.drawImage(image, 0, 0);
    const reader = new FileReader();
    const read = new Promise(done => { reader.onload = done; });
    reader.readAsDataURL(new Blob([pen.getImageData(0, 0, image.width, image.height).data]));
    await read;
    return [image.width, image.height, reader.result.split(",")[1]];
}"""


def small_png(shot: bytes, page: Page) -> bytes:
    """A screenshot as an indexed PNG. page: an empty one, whose browser reads the picture."""
    width, height, data = page.evaluate(PIXELS, base64.b64encode(shot).decode())
    pixels = list(struct.iter_unpack("4B", base64.b64decode(data)))  # red, green, blue, and alpha, which is full
    found = Counter((red, green, blue) for red, green, blue, _ in pixels)
    boxes = _boxes(found)
    index = {colour: number for number, box in enumerate(boxes) for colour in box}
    rows = bytes(index[red, green, blue] for red, green, blue, _ in pixels)
    lines = b"".join(b"\0" + rows[row * width : (row + 1) * width] for row in range(height))
    palette = bytes(channel for box in boxes for channel in _mean(box, found))
    parts = (
        (b"IHDR", struct.pack(">2I5B", width, height, 8, 3, 0, 0, 0)),
        (b"PLTE", palette),
        (b"IDAT", zlib.compress(lines, 9)),
        (b"IEND", b""),
    )
    return SIGNATURE + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body)) for kind, body in parts
    )


def _boxes(found: Counter[Colour]) -> list[list[Colour]]:
    """The colours in at most COLOURS groups of similar ones: the widest group is halved, again and again."""
    boxes = [list(found)]
    while len(boxes) < COLOURS:
        widest = max(boxes, key=lambda box: _widest(box)[0] * sum(found[colour] for colour in box) ** 0.5)
        width, channel = _widest(widest)
        if width == 0:
            break
        boxes.remove(widest)
        widest.sort(key=lambda colour: colour[channel])
        middle = (widest[0][channel] + widest[-1][channel]) / 2
        cut = next(number for number, colour in enumerate(widest) if colour[channel] > middle)
        boxes += [widest[:cut], widest[cut:]]
    return boxes


def _widest(box: list[Colour]) -> tuple[int, int]:
    """How far the colours of a group lie apart in the channel in which they do most, and which that is."""
    return max((max(values) - min(values), channel) for channel, values in enumerate(zip(*box, strict=True)))


def _mean(box: list[Colour], found: Counter[Colour]) -> Colour:
    total = sum(found[colour] for colour in box)
    red, green, blue = (round(sum(colour[each] * found[colour] for colour in box) / total) for each in range(3))
    return red, green, blue
