"""Reads the bytes that an LED controller is sent and says what the LEDs would show.

Written from the protocol and without a look at the driver, so that the two can prove each other.
"""

HEADER_LENGTH = 6   # A d a, count - 1 high and low, check


class AdalightStrip:
    """A controller with `count` LEDs that listens for Adalight frames.

    A frame shows when its last byte is in. Bytes outside a frame are skipped up to the next frame and written down in
    `faults` in plain words, once for each such stretch. How the bytes are cut up is all one.
    """

    def __init__(self, count: int) -> None:
        self.leds: list[tuple[int, int, int]] = [(0, 0, 0)] * count
        """(red, green, blue) of each LED."""
        self.frames = 0
        """How many whole frames came."""
        self.faults: list[str] = []
        self._header = bytearray()
        self._colours = bytearray()
        self._astray = False

    def feed(self, data: bytes) -> None:
        """Take bytes off the wire."""
        for byte in data:
            if len(self._header) < HEADER_LENGTH:
                self._take_header(byte)
            else:
                self._colours.append(byte)
                if len(self._colours) == 3 * self._announced():
                    self._show()

    def _take_header(self, byte: int) -> None:
        self._header.append(byte)
        while self._header and (wrong := self._wrong()):
            if not self._astray:
                self.faults.append(wrong)
                self._astray = True
            del self._header[0]   # a frame may begin with any later byte
        if len(self._header) == HEADER_LENGTH:
            self._astray = False

    def _wrong(self) -> str:
        """Why the bytes so far can't begin a frame; empty if they can."""
        if not b"Ada".startswith(self._header[:3]):
            return f"byte {self._header[0]:#04x} where a frame should begin"
        if len(self._header) == HEADER_LENGTH:
            high, low, check = self._header[3:]
            if check != high ^ low ^ 0x55:
                return f"check byte {check:#04x} where {high ^ low ^ 0x55:#04x} belongs"
        return ""

    def _announced(self) -> int:
        return self._header[3] * 256 + self._header[4] + 1

    def _show(self) -> None:
        if self._announced() != len(self.leds):
            self.faults.append(f"a frame of {self._announced()} LEDs for {len(self.leds)}")
        colours = zip(self._colours[0::3], self._colours[1::3], self._colours[2::3], strict=True)
        for place, colour in zip(range(len(self.leds)), colours, strict=False):   # what is too much hangs on no LED
            self.leds[place] = colour
        self.frames += 1
        self._header.clear()
        self._colours.clear()
