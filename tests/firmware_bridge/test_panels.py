"""Panels beside the screens of the game: enrolment, lights that are gone, and problems, which come before them all."""

import pytest

from firmware_bridge import panels
from firmware_bridge.panels import Choice, Menu, Panel
from firmware_bridge.screens import screen
from firmware_bridge.texts import say
from firmware_bridge.view import view

from .hands import Hands

CAMERA = Choice(say("word.camera"))


def shown(hands: Hands, later: float = 10.0, panel: Panel | None = None) -> list[str]:
    return [line.rstrip() for line in screen(view(hands.session), hands.now + later, panel=panel)]


def test_an_enrolment_says_whose_token_is_to_be_laid_and_how_far_it_is() -> None:
    panel = panels.enrolment("green", 2, 3)
    assert shown(Hands(), panel=panel) == ["GREEN: token 2/3.", "Lay it on any pad.", "", ""]
    assert shown(Hands(), panel=panels.enrolled("green", 2, 3))[0] == "GREEN has 2 of 3."
    assert shown(Hands(), panel=panels.several_tags(2))[0] == "2 unknown tags lie"
    assert shown(Hands(), panel=panels.known_tag("green"))[1] == "GREEN already:"


def test_lights_that_are_gone_are_said_under_the_turn() -> None:
    assert shown(Hands(), panel=panels.NO_LIGHTS)[2:] == ["no lights: check", "their plug"]
    hands = Hands()
    hands.lay("yellow", 1, "build:1")
    assert shown(hands, later=1.0, panel=panels.NO_LIGHTS)[3] == "yellow: build"  # news first, for its two seconds


@pytest.mark.parametrize("panel", [panels.WELCOME, panels.NO_LIGHTS, Menu(say("new.players"), (CAMERA,))])
def test_a_problem_takes_the_screen_from_every_panel_and_gives_it_back(panel: Panel) -> None:
    hands = Hands()
    before = shown(hands, panel=panel)
    hands.lose("buy:1")
    assert shown(hands, panel=panel)[0] == "Pad BUY 1 is silent:"
    hands.find("buy:1")
    assert shown(hands, panel=panel) == before


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Menu(say("new.players"), ()), "cursor 0 is not one of 0 choices"),
        (lambda: Menu(say("new.players"), (CAMERA,), 1), "cursor 1 is not one of 1 choices"),
        (lambda: panels.Steps(say("round.end", round=1), (say("round.refill"),), 1), "step 1 is not one of 1"),
    ],
)
def test_a_cursor_stands_on_something(make: object, message: str) -> None:
    assert callable(make)
    with pytest.raises(ValueError, match=message):
        make()
