"""The pages of the dialogue as situations of the gallery: every menu, and each kind of choice that a game brings."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.era.components import COLOURS
from engine.era.game import new_game
from engine.era.moves import Place
from engine.era.simulate import eager, steps
from engine.era.state import State

from ..clocks import Clocks
from ..happenings import End, TakeBack
from ..menus.choices import declines, options
from ..menus.dialogue import Dialogue, Page, Scene
from ..menus.game_pages import Choosing, Declining, base_page
from ..menus.main_menu import Languages, MainMenu, Question
from ..menus.move_words import move_words
from ..menus.new_game_page import NewGame
from ..menus.number_pages import SetTo, SetWhat, SetWho
from ..menus.seat_pages import ClockPage, Seat, Seats, Stocks
from ..panels import Panel
from ..roster import Roster
from ..session import Session
from ..texts import languages, say
from ..view import View, view

PLAYERS = COLOURS[:4]


@dataclass(frozen=True, slots=True)
class Situation:
    """Something that happens at a table; its screen is that of the view and the panel at time 0."""

    name: str
    view: View
    panel: Panel | None = None


def dialogue_situations() -> Iterator[Situation]:
    """One after the other: setting up, what ok opens, and the choices of a whole game."""
    yield from _new_game()
    yield from _menus()
    yield from _choices()


def page_situation(name: str, session: Session, page: Page, cursor: int | None = None) -> Situation:
    """The page as it opens at the session, or with its cursor at that line."""
    scene = Scene(session, 1, "en", languages())
    return Situation(name, view(session), page.panel(scene, page.first(scene) if cursor is None else cursor))


def session_of(game: State) -> Session:
    """A session in which nobody has done anything yet."""
    return Session(Roster.of([], ()), game, known=True)


def _new_game() -> Iterator[Situation]:
    session = session_of(new_game(PLAYERS, 0))
    asked = NewGame()
    for name, answer in (
        ("a new game", {}),
        ("the second seat", {"count": 4, "players": PLAYERS[:1]}),
        ("who starts", {"players": PLAYERS}),
        ("how much to judge", {"start": "orange"}),
        ("who deals", {"depth": "full"}),
        ("ready to begin", {"dealing": "virtual"}),
    ):
        asked = replace(asked, **answer)
        yield page_situation(name, session, asked)


def _menus() -> Iterator[Situation]:
    full = session_of(new_game(PLAYERS, 0, "full", seed=1))
    spent = (("yellow", 754.0), ("green", 61.5))
    clocks = replace(session_of(new_game(PLAYERS, "orange")), clocks=Clocks(True, spent, "orange", -5.0))
    yield page_situation("the menu", full, MainMenu())
    yield page_situation("the menu, tokens only", session_of(new_game(PLAYERS, 0)), MainMenu())
    paused = replace(full, paused=True)
    scene = Scene(paused)
    yield page_situation("the game is paused", paused, base_page(scene, Dialogue()))
    yield page_situation("who has what", full, Stocks())
    yield page_situation("a move is to be taken back", full, Question(
        say("main.take-back-ask", player="orange"), TakeBack(0.0), move_words(Place("manufacture"), full.game)
    ))  # fmt: skip
    yield page_situation("the game is to end", full, Question(say("main.end-ask"), End(0.0)))
    yield page_situation("whose number", full, SetWho())
    yield page_situation("which number", full, SetWhat("orange"))
    yield page_situation("which number now", full, SetTo("orange", "technology"), 3)
    yield page_situation("seats", replace(full, away=("green",)), Seats())
    yield page_situation("a seat", full, Seat("orange"))
    yield page_situation("clocks", clocks, ClockPage())
    yield page_situation("languages", full, Languages())
    yield Situation("a turn with clocks", view(clocks))


def _choices() -> Iterator[Situation]:
    """The first of each kind of choice in a game by chance, in dealing "cards", which brings a few more."""
    game = new_game(PLAYERS, 0, "full", seed=4, dealing="cards")
    met: set[str] = set()
    for _, _, _, after in steps(game, eager, 4):
        session = session_of(game)
        for name, page in _choosing(game):
            if name not in met:
                met.add(name)
                yield page_situation(f"choice: {name}", session, page)
        game = after


def _choosing(game: State) -> Iterator[tuple[str, Page]]:
    shown = options(game)
    if not shown:
        return
    kind = game.action.kind if game.action is not None else game.phase.value
    if game.action is not None and game.action.pending:
        kind += ", second half"
    yield kind, Choosing(0)
    for option in shown:
        if option.inside:
            yield f"{kind}, a group", Choosing(0, option.subject)
    if declines(game.action):
        yield "nothing", Declining(0, shown[-1].move)
