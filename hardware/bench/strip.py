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
        """(red, green, blue) of each LED; a new list with each frame."""
        self.frames = 0
        """How many whole frames came."""
        self.faults: list[str] = []
        self._header = bytearray()
        self._colours = bytearray()
        self._astray = False

    def feed(self, data: bytes) -> None:
        """Take bytes off the wire."""
        at = 0
        while at < len(data):
            if len(self._header) < HEADER_LENGTH:
                self._take_header(data[at])
                at += 1
            else:
                missing = 3 * self._announced() - len(self._colours)
                self._colours += data[at : at + missing]
                at += missing
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
        came = list(colours)[: len(self.leds)]   # what is too much hangs on no LED
        self.leds = came + self.leds[len(came) :]
        self.frames += 1
        self._header.clear()
        self._colours.clear()


class BusyStrip(AdalightStrip):
    """The same on a controller that is deaf while it hands a frame on to its LEDs, as an Arduino's sketch is.

    A WS2812 takes 24 bits of 1.25 us and at the end 50 us of silence (its datasheet), and meanwhile the sketch holds
    interrupts off: of the bytes that come then an AVR's serial port keeps two (ATmega328P datasheet, USART receive
    buffer), the others are lost.
    """

    LED_S = 24 * 1.25e-6
    SILENCE_S = 50e-6
    KEPT = 2

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self._deaf_until = 0.0
        self._kept = b""

    def take(self, data: bytes, now: float) -> None:
        """Take what has arrived at `now` (s); called at least once for the time of each byte."""
        if now < self._deaf_until:
            self._kept = (self._kept + data)[: self.KEPT]
            return
        before = self.frames
        self.feed(self._kept + data)
        self._kept = b""
        if self.frames > before:
            self._deaf_until = now + self.LED_S * len(self.leds) + self.SILENCE_S
