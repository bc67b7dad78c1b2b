"""Adalight, the serial protocol of LED controllers: frames in, bytes out.

WLED, HyperSerial and many Arduino sketches speak it: `Ada`, the number of LEDs less one in two bytes, a check byte,
then red, green and blue of each LED.
"""

from .frame import Frame

MAGIC = b"Ada"
CHECK_SEED = 0x55
MOST_LEDS = 0x10000   # the number less one has two bytes
GREETING = b"Ada\n"   # what a sketch says when it has started and when it waits for frames; WLED never does


def adalight(frame: Frame) -> bytes:
    """The bytes that show one frame. ValueError for more than 65,536 LEDs."""
    if len(frame) > MOST_LEDS:
        raise ValueError(f"Adalight counts to {MOST_LEDS} LEDs, not to {len(frame)}")
    high, low = divmod(len(frame) - 1, 256)
    return MAGIC + bytes((high, low, high ^ low ^ CHECK_SEED)) + frame.rgb
