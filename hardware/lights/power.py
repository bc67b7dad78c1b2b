"""How much a string of LEDs draws, and a frame dimmed so that its supply and its wires bear it."""

from dataclasses import dataclass

from ..errors import WiringError
from .frame import Frame

CHANNEL_MA = 20
"""What one of an LED's three colours draws at 255: the current at which the WS2812's datasheet lists its light. Parts
that are sold draw less, white is 34 to 53 mA as measured by others, so that a limit is kept with something to spare."""

IDLE_MA = 1
"""What an LED's controller draws with its light off; just under 1 mA as measured by others, in no datasheet of then."""

FULL = 255


@dataclass(frozen=True, slots=True)
class Power:
    """How bright a string may be. brightness: 0 to 1, of what a picture asks for; limit_ma: never more than so many mA.

    None is no limit. Raises WiringError for a brightness that is none.
    """

    brightness: float = 1.0
    limit_ma: int | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.brightness <= 1:
            raise WiringError(f"brightness {self.brightness} is not between 0, dark, and 1, as bright as can be")

    def check(self, count: int) -> None:
        """Raises WiringError if `count` LEDs draw more than the limit though they are dark."""
        if self.limit_ma is not None and self.limit_ma <= IDLE_MA * count:
            raise WiringError(
                f"limit_ma = {self.limit_ma} leaves nothing for light: {count} LEDs draw {IDLE_MA * count} mA when "
                f"dark and up to {(IDLE_MA + 3 * CHANNEL_MA) * count} mA when white"
            )


def current_ma(frame: Frame) -> float:
    """What a string of WS2812 draws at most when it shows this frame."""
    return IDLE_MA * len(frame) + CHANNEL_MA * sum(frame.rgb) / FULL


def dimmed(frame: Frame, power: Power) -> Frame:
    """The frame at that brightness, and further dimmed as a whole, its hues kept, as far as the limit asks for.

    Parts are rounded down: rounded to the nearest, many faint ones could add up to more than the limit.
    """
    asked = sum(frame.rgb)
    if power.limit_ma is not None:
        room = max(0, (power.limit_ma - IDLE_MA * len(frame)) * FULL // CHANNEL_MA)
        if asked * power.brightness > room:
            return _scaled(frame, [part * room // asked for part in range(FULL + 1)])
    if power.brightness == 1:
        return frame
    return _scaled(frame, [int(part * power.brightness) for part in range(FULL + 1)])


def _scaled(frame: Frame, levels: list[int]) -> Frame:
    return Frame(frame.rgb.translate(bytes(levels)))
