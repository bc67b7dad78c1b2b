"""Any two players' looks differ, for eyes of every common kind: by colour as far as it goes, and always by rhythm."""

import itertools

import pytest

from engine.era.components import COLOURS
from firmware_bridge.lamps import PLAYER_RGB, RED, RHYTHMS, VIOLET, WHITE
from firmware_bridge.lamps.palette import dimmed
from firmware_bridge.lamps.pawns import Pawn, standing
from firmware_bridge.lamps.rhythms import BEATS
from firmware_bridge.lamps.tracks import ASKED, DIM, START
from firmware_bridge.view import Look
from hardware.lights.hc595 import ON_FROM

from .colour import VISION, Lab, Rgb, ciede2000, lab

PLAYERS_APART = 12.0
"""CIEDE2000 between two players' colours at least. 1 is what a trained eye just sees side by side; these are seen a
metre away, one after the other, from a corner of the eye."""

SIGNALS_APART = 8.0
"""Between a player's colour and one with a meaning of its own. Less, since red, white and violet never come without
their rhythms; brown and red are near for those without red cones, to whom red is a dark brown."""

SIGNALS = {"white": WHITE, "red": RED, "violet": VIOLET}


# Sharma, Wu, Dalal, "The CIEDE2000 Color-Difference Formula: Implementation Notes, Supplementary Test Data, and
# Mathematical Observations", Color Research and Application 30 (2005), table 1: pairs 1, 4, 7, 9, 11, 13, 17, 18, 19,
# 20, 25, 30 and 31.
@pytest.mark.parametrize(
    ("one", "other", "distance"),
    [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, -1.3802, -84.2814), (50.0, 0.0, -82.7485), 1.0000),
        ((50.0, 0.0, 0.0), (50.0, -1.0, 2.0), 2.3669),
        ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0009), 7.1792),
        ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0011), 7.2195),
        ((50.0, -0.001, 2.49), (50.0, 0.0009, -2.49), 4.8045),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((50.0, 2.5, 0.0), (61.0, -5.0, 29.0), 22.8977),
        ((50.0, 2.5, 0.0), (56.0, -27.0, -3.0), 31.9030),
        ((50.0, 2.5, 0.0), (58.0, 24.0, 15.0), 19.4535),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((6.7747, -0.2908, -2.4247), (5.8714, -0.0985, -2.2286), 0.6377),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_the_colour_difference_is_that_of_the_published_pairs(one: Lab, other: Lab, distance: float) -> None:
    assert round(ciede2000(one, other), 4) == distance
    assert round(ciede2000(other, one), 4) == distance


def test_white_is_white_to_every_eye() -> None:
    """Each row of the matrices sums to 1, so greys stay grey."""
    for vision in VISION:
        assert lab((255, 255, 255), vision) == pytest.approx((100, 0, 0), abs=0.02)


def apart(one: Rgb, other: Rgb) -> dict[str, float]:
    return {vision: ciede2000(lab(one, vision), lab(other, vision)) for vision in VISION}


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize(("one", "other"), tuple(itertools.combinations(COLOURS, 2)))
def test_two_players_colours_are_apart(one: str, other: str, vision: str) -> None:
    assert apart(PLAYER_RGB[one], PLAYER_RGB[other])[vision] >= PLAYERS_APART


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize(("player", "signal"), tuple(itertools.product(COLOURS, SIGNALS)))
def test_no_players_colour_is_taken_for_a_signal(player: str, signal: str, vision: str) -> None:
    assert apart(PLAYER_RGB[player], SIGNALS[signal])[vision] >= SIGNALS_APART


def test_the_limit_finds_colours_that_are_too_near() -> None:
    """A yellow and a green of traffic lights: apart for most, much alike without red cones."""
    yellow, green = (255, 190, 0), (0, 200, 30)
    assert apart(yellow, green)["normal"] > PLAYERS_APART
    assert apart(yellow, green)["protanopia"] < PLAYERS_APART


def test_each_player_has_a_rhythm_of_its_own_wherever_one_begins_to_look() -> None:
    turned = [{beats[start:] + beats[:start] for start in range(len(beats))} for beats in BEATS.values()]
    assert set(BEATS) == set(COLOURS)
    for one, other in itertools.combinations(turned, 2):
        assert not one & other


def test_in_black_and_white_the_rhythms_are_seen() -> None:
    """Over two seconds, each player's light on its own track space, as bright or dim against its own brightest."""
    told = {}
    for player in COLOURS:
        light = standing((Pawn(player),))
        levels = [max(light(step / 10)) for step in range(20)]
        told[player] = "".join("-" if level > max(levels) / 2 else "." for level in levels)
    assert told == {
        "yellow": "--------------------",
        "green": "---------------.....",
        "brown": "-----.....-----.....",
        "orange": "----------..........",
        "purple": "-----...............",
    }


def test_what_is_there_is_bright_enough_for_leds_that_are_only_on_or_off() -> None:
    """A LED on a shift register is on from `ON_FROM` of 255 upwards: every player's token on a space,
    lamp and rhythm reaches that, and what only glows stays below."""
    for rgb in PLAYER_RGB.values():
        assert max(dimmed(rgb, RHYTHMS[Look.TAKEN](0.0))) >= ON_FROM
        assert max(dimmed(rgb, START)) >= ON_FROM
        assert max(dimmed(rgb, max(ASKED(step / 10) for step in range(20)))) >= ON_FROM
        assert max(dimmed(rgb, DIM)) < ON_FROM
