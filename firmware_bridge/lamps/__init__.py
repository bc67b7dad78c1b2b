"""The view as light: what every LED of every track shows, by rhythm and place before colour.

`picture` is the face; it is pure, and knows tracks by their names only: which LED hangs where is the layout's business.
"""

from dataclasses import dataclass

from .attract import attract, setting_up
from .palette import DARK, PLAYER_RGB, RED, VIOLET, WHITE, Rgb
from .situation import frame, picture
from .spaces import FLASH_S, RHYTHMS
from .tracks import MINIMAL, TRACKS, Counts, Picture, led_name, lights

__all__ = [
    "DARK", "FLASH_S", "MINIMAL", "PLAYER_RGB", "RED", "RHYTHMS", "TRACKS", "VIOLET", "WHITE", "Counts", "Picture",
    "Rgb", "Tracks", "attract", "frame", "led_name", "lights", "picture", "setting_up",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Tracks:
    """Which LED is what on a string of the minimal tracks, by the first of each run."""

    spaces: int = 0
    players: int = MINIMAL["spaces"]
    rounds: int = MINIMAL["spaces"] + MINIMAL["players"]

    @property
    def count(self) -> int:
        """LEDs in all."""
        return sum(MINIMAL.values())
