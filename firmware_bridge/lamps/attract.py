"""Lights of a table that nobody plays at, and of one at which a game is being set up (table talk, T21 and T22)."""

import math
from collections.abc import Sequence
from typing import Final

from engine.era.components import COLOURS

from .palette import DARK, PLAYER_RGB, WHITE, Rgb, dimmed
from .tracks import DIM, MINIMAL, Counts, Picture

WANDER_S: Final = 40.0
"""How long a colour takes around a track; the slowest takes twice as long."""
WIDTH: Final = 0.06
"""How far a colour shines, as a share of the track."""
SEAT_S: Final = 1.0
"""How long each seat is lit while a game is being set up."""


def attract(now: float, counts: Counts = MINIMAL) -> Picture:
    """The table plays with itself, slowly: the five colours wander along every track, each at a pace of its own."""
    return {name: tuple(_wandering(now, count)) for name, count in counts.items()}


def _wandering(now: float, count: int) -> list[Rgb]:
    width = max(WIDTH, 1 / count)
    places = [
        (now / (WANDER_S * (1 + number / (len(COLOURS) - 1))) + number / len(COLOURS)) % 1.0
        for number in range(len(COLOURS))
    ]
    leds: list[Rgb] = []
    for led in range(count):
        parts = [0.0, 0.0, 0.0]
        for place, colour in zip(places, COLOURS, strict=True):
            away = abs((led / count - place + 0.5) % 1.0 - 0.5) / width
            if away < 2.0:
                shine = 0.25 * (1 + math.cos(math.pi * away / 2))
                for part, amount in enumerate(PLAYER_RGB[colour]):
                    parts[part] += shine * amount
        red, green, blue = (min(255, round(part)) for part in parts)
        leds.append((red, green, blue))
    return leds


def setting_up(now: float, players: Sequence[str], counts: Counts = MINIMAL) -> Picture:
    """The seats of the new game light in turn, so that all see how many play and who sits where."""
    lit = int(now / SEAT_S) % len(players) if players else 0
    lamps = [
        dimmed(PLAYER_RGB.get(player, WHITE), 1.0 if seat == lit else DIM) for seat, player in enumerate(players)
    ]
    dark: Picture = {name: (DARK,) * count for name, count in counts.items()}
    return {name: (*lamps, *leds)[: len(leds)] if name == "players" else leds for name, leds in dark.items()}
