"""A moment as text: letters always, colours where the terminal shows them, nothing wider than a narrow terminal."""

import pytest

from firmware_bridge.lamps import DARK, PLAYER_RGB, RED, VIOLET, WHITE, Tracks
from firmware_bridge.pictures.terminal import Colours, Moment, colours_of_output, moment_text

LINES = ("Round 1/8     YELLOW", " " * 20, " " * 20, " " * 20)


def lit(**places: tuple[int, int, int]) -> tuple[tuple[int, int, int], ...]:
    leds = [DARK] * Tracks().count
    for place, rgb in places.items():
        leds[int(place[1:])] = rgb
    return tuple(leds)


def test_each_colour_has_its_letter_and_a_dim_one_is_small() -> None:
    colours = [*PLAYER_RGB.values(), WHITE, RED, VIOLET]
    shown = moment_text(Moment("x", LINES, lit(**{f"_{at}": rgb for at, rgb in enumerate(colours)})), Colours.NONE)
    cells = [line.split()[-2:] for line in shown.splitlines()[2:6]]
    assert cells == [["Y", "G"], ["N", "O"], ["P", "W"], ["R", "V"]]
    dim = tuple(part // 5 for part in PLAYER_RGB["yellow"])
    assert " y " in moment_text(Moment("x", LINES, lit(_0=(dim[0], dim[1], dim[2]))), Colours.NONE)


@pytest.mark.parametrize(
    # Red at 24 bit; in the cube 16 + 36 x 5 = 196; white letters (37) on it, black ones (30) on yellow.
    ("colours", "rgb", "cell"),
    [
        (Colours.FULL, RED, "\x1b[37;48;2;255;0;0m R\x1b[0m"),
        (Colours.CUBE, RED, "\x1b[37;48;5;196m R\x1b[0m"),
        (Colours.FULL, PLAYER_RGB["yellow"], "\x1b[30;48;2;255;230;0m Y\x1b[0m"),
        (Colours.CUBE, WHITE, "\x1b[30;48;5;231m W\x1b[0m"),
    ],
)
def test_the_letter_stands_on_its_colour(colours: Colours, rgb: tuple[int, int, int], cell: str) -> None:
    assert cell in moment_text(Moment("x", LINES, lit(_0=rgb)), colours)


def test_a_long_story_is_wrapped_for_80_columns() -> None:
    shown = moment_text(Moment("word " * 40, LINES, lit()), Colours.NONE)
    assert max(map(len, shown.splitlines())) <= 80


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"TERM": "xterm-256color"}, Colours.CUBE),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, Colours.FULL),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}, Colours.NONE),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, Colours.CUBE),
        ({"TERM": "vt100"}, Colours.NONE),
        ({}, Colours.NONE),
    ],
)
def test_colours_are_those_that_the_terminal_says_it_has(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], expected: Colours
) -> None:
    for name in ("TERM", "COLORTERM", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert colours_of_output() is expected
