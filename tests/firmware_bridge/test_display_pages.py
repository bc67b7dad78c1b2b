"""What the session's worker hands to a display over time: pages in their order, the language, panels, lights lost."""

from dataclasses import dataclass, field, replace

import msgspec
import pytest

from engine.era.game import new_game
from engine.era.moves import Resolve
from engine.era.state import Phase
from firmware_bridge import panels
from firmware_bridge.happenings import MoveMade
from firmware_bridge.no_output import NoOutput
from firmware_bridge.pages import PAGE_S
from firmware_bridge.panels import Panel
from firmware_bridge.roster import Roster
from firmware_bridge.service import Plain, SessionWorker
from firmware_bridge.session import Session
from firmware_bridge.view import View
from hardware.displays.display import Screen
from hardware.readers.reading import ReaderBack, ReaderLost, TokenLaid

from .hands import PLACES, Hands, tag


@dataclass
class Showing(Plain):
    """Shows the view, and a panel beside it."""

    panel: Panel

    def shown(self, view: View, now: float) -> tuple[View, Panel | None]:
        return view, self.panel


@dataclass(eq=False)
class Shown:
    """A display of 16x2 that remembers what it is to show, and when (s)."""

    columns: int = 16
    rows: int = 2
    now: float = 0.0
    screens: list[tuple[float, tuple[str, ...]]] = field(default_factory=list)

    def show(self, shown: Screen, /) -> None:
        assert (shown.columns, shown.rows) == (self.columns, self.rows)
        self.screens.append((round(self.now, 1), tuple(line.rstrip() for line in shown.lines)))

    def step(self, now: float) -> float:
        return now + 1.0


class Table:
    """A session's worker, stepped every 0.1 s from 100 s on, and its display."""

    def __init__(self, session: Session, language: str = "en") -> None:
        self.display = Shown()
        self.worker = SessionWorker(session, self.display, NoOutput(), lambda worker: None, language=language)
        self.now = 100.0

    def run(self, seconds: float) -> list[tuple[float, tuple[str, ...]]]:
        """What came up in that time: after how many seconds, and what."""
        began, before = self.now, len(self.display.screens)
        while self.now < began + seconds - 0.05:
            self.display.now = self.now
            self.worker.step(self.now)
            self.now += 0.1
        return [(round(at - began, 1), lines) for at, lines in self.display.screens[before:]]


TURN = ("Round 1/8 YELLOW", "lay token 1/2")


@pytest.mark.parametrize("waits", [0.7, 2.0, 4.3])
def test_a_problem_begins_with_what_is_wrong_whenever_it_comes(waits: float) -> None:
    table = Table(Hands().session)
    assert table.run(waits) == [(0.0, TURN)]
    table.worker.put(ReaderLost(PLACES.index("buy:1"), "nothing answers", table.now))
    came = table.run(10.0)
    settled = came[0][0]
    assert settled <= 0.3
    assert [lines for _, lines in came] == [
        ("Pad BUY 1 is", "silent:"),
        ("check its plug,", "or press OK."),
        ("Round 1/8 YELLOW", ""),
        ("Pad BUY 1 is", "silent:"),
    ]  # fmt: skip
    turned = [at - settled for at, _ in came]
    assert turned == pytest.approx([0.0, PAGE_S, 2 * PAGE_S, 3 * PAGE_S], abs=0.11)  # a step late at most
    table.worker.put(ReaderBack(PLACES.index("buy:1"), table.now))
    assert table.run(1.0)[-1][1] == TURN


def test_the_language_changes_at_once() -> None:
    table = Table(Hands().session, language="cs")
    assert table.run(1.0) == [(0.0, ("Kolo 1/8   ŽLUTÝ", "dejte žeton 1/2"))]
    table.worker.language = "hu"
    assert table.run(1.0) == [(0.0, ("Kör 1/8    SÁRGA", "rakj zsetont 1/2"))]


def test_a_panel_is_shown_until_it_is_taken_away_and_a_problem_comes_before_it() -> None:
    table = Table(Hands().session)
    table.run(1.0)
    table.worker.presenter = Showing(panels.known_tag("green"))
    assert table.run(1.0) == [(0.0, ("It is a token of", "GREEN already:"))]
    table.worker.put(TokenLaid(tag("nobody", 1), PLACES.index("buy:1"), table.now))
    assert table.run(1.0)[0][1] == ("BUY 1: a tag I", "do not know.")
    table.worker.presenter = Plain()
    assert table.run(1.0) == []


def test_lights_that_are_lost_are_said_for_as_long_as_they_are() -> None:
    table = Table(Hands().session)
    table.run(1.0)
    table.worker.lights_gone = True
    assert table.run(1.0) == [(0.0, (TURN[0], "no lights: plug?"))]
    table.worker.lights_gone = False
    assert table.run(1.0) == [(0.0, TURN)]


def test_the_final_scoring_keeps_step_with_the_lights_whatever_came_between() -> None:
    game = msgspec.structs.replace(new_game(("yellow", "green", "brown"), 0, depth="full"), phase=Phase.OVER)
    move = Resolve("market")
    session = Session(Roster.of([], PLACES), game, news=MoveMade("yellow", move, game, 100.0))
    table = Table(replace(session, known=True))
    table.run(4.0)
    page_of_4_s = table.display.screens[-1][1]
    table.worker.language = "cs"
    table.run(0.5)
    table.worker.language = "en"
    came = table.run(0.1)
    assert page_of_4_s == came[0][1]  # the second page, which stands from 3 s to 6 s after the end
