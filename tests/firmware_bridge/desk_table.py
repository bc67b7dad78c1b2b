"""Hands, buttons and eyes at a table: presses and tokens go through the desk, what is seen is read off the screen."""

from collections.abc import Sequence

from engine.era.game import legal_moves, new_game
from engine.era.moves import Move, Place, Resolve
from engine.era.simulate import eager, steps
from engine.era.state import Phase, State
from firmware_bridge import lamps
from firmware_bridge.happenings import Begin, Event
from firmware_bridge.lamps import TRACKS, Picture, Rgb
from firmware_bridge.menus.desk import UNREAD_S, Desk
from firmware_bridge.menus.dialogue import Key
from firmware_bridge.pages import Size
from firmware_bridge.referee import on_board
from firmware_bridge.screens import pages
from firmware_bridge.session import Session
from firmware_bridge.texts import languages
from firmware_bridge.view import View, view
from hardware.readers.reading import TableKnown

from .hands import PLACES, Hands, tag

LARGE = Size(20, 4)
KEYS = {"left": Key.LEFT, "right": Key.RIGHT, "ok": Key.OK, "back": Key.BACK}


class DeskTable(Hands):
    """People at a table of depth "full" in dealing "virtual", unless a game is given."""

    def __init__(self, players: Sequence[str] = ("yellow", "green", "brown"), game: State | None = None) -> None:
        self.desk: Desk | None = None
        self.language = "en"
        super().__init__(tuple(players), players[0])
        self.desk = Desk(
            lambda: self.session, self.told, self._speak, lambda: None, lambda: 1, lambda: self.language, languages()
        )
        self.told(Begin(game or new_game(players, players[0], "full", seed=1), self.now))
        self.lay_out()

    def _speak(self, language: str) -> None:
        self.language = language

    def told(self, event: Event) -> None:
        super().told(event)
        if self.desk is not None:
            self.desk.heard(event)

    # --- buttons ---

    def press(self, *names: str) -> None:
        assert self.desk is not None
        for name in names:
            self.desk.press(KEYS[name], self.now)

    def find(self, *words: str) -> None:
        """Go to the line that says so, and press ok; then on the next page."""
        for each in words:
            for _ in range(60):
                if self.chosen == each:
                    break
                self.press("right")
            else:
                raise AssertionError(f"no line says {each!r}: {self.lines}")
            self.press("ok")

    def menu(self, *words: str) -> None:
        """Open the menu, after a problem has been read if there is one, and go along it."""
        if self.seen.problem is not None:
            self.wait(UNREAD_S)
        self.press("ok")
        self.find(*words)

    def lay_out(self) -> None:
        """What is to be laid out is laid out."""
        while "Set-up" in self.lines[0] or "End of round" in self.lines[0]:
            self.press("ok")

    # --- eyes ---

    @property
    def seen(self) -> View:
        assert self.desk is not None
        return self.desk.shown(view(self.session), self.now)[0]

    def pages(self, size: Size = LARGE) -> list[list[str]]:
        assert self.desk is not None
        shown, panel = self.desk.shown(view(self.session), self.now)
        told = pages(shown, self.now, size, self.language, panel)
        return [[line.rstrip() for line in page] for page in told]

    @property
    def lines(self) -> list[str]:
        """What stands on a display of 20x4 now."""
        return self.pages()[0]

    @property
    def text(self) -> str:
        """The same in one line."""
        return " ".join(" ".join(self.lines).split())

    @property
    def chosen(self) -> str:
        """The line of the cursor."""
        return " ".join(line[2:] for line in self.lines if line.startswith("> "))

    @property
    def lights(self) -> Picture:
        """What the lights of a table that has all of them show now."""
        seen = self.seen
        return lamps.picture(seen, self.now, TRACKS)

    def wait(self, seconds: float) -> None:
        self.now += seconds

    def watch(self, seconds: float, track: str) -> list[tuple[Rgb, ...]]:
        """What a track shows over that time, ten times a second."""
        shown = []
        for _ in range(round(10 * seconds)):
            shown.append(self.lights[track])
            self.wait(0.1)
        return shown

    @property
    def has_room(self) -> bool:
        """Whether the menu leaves a line for news beside a choice, its cost and its gain."""
        return not all(line.startswith(("> ", "pay ", "get ")) for line in self.lines[1:])

    # --- tokens ---

    def play(self, *moves: Move) -> None:
        """Tokens as the moves say, of whoever is in turn."""
        for move in moves:
            player = self.game.in_turn
            assert player is not None
            lying = dict(self.session.table.lying)
            if isinstance(move, Place):
                number = next(n for n in (1, 2, 3) if tag(player, n) not in lying)
                spaces = (f"{move.area}:1", f"{move.area}:2")
                self.lay(player, number, next(space for space in spaces if PLACES.index(space) not in lying.values()))
            else:
                assert isinstance(move, Resolve)
                self.lift(player, self.number_on(player, move.area))

    def number_on(self, player: str, area: str) -> int:
        """Which of the player's tokens lies on the area."""
        lying = dict(self.session.table.lying)
        here = (PLACES.index(f"{area}:1"), PLACES.index(f"{area}:2"))
        return next(n for n in (1, 2, 3) if lying.get(tag(player, n)) in here)


AREAS_LAID = ("build", "produce", "manufacture", "buy", "market", "develop", "market", "build", "produce")


def second_half() -> DeskTable:
    """Three players, all tokens down: yellow on build, buy, market; green produce, market, build; brown manufacture,
    develop, produce. Yellow is in turn."""
    table = DeskTable()
    table.play(*map(Place, AREAS_LAID))
    assert table.game.phase is Phase.RESOLVING
    table.wait(10.0)
    return table


def table_at(game: State) -> DeskTable:
    """A table that was switched on in the middle of this game, its tokens lying as the game says."""
    table = DeskTable(game.players, game)
    table.session = Session(table.session.roster, game)
    table.told(TableKnown(table.now))
    for player, area in on_board(game):
        lying = dict(table.session.table.lying)
        number = next(n for n in (1, 2, 3) if tag(player, n) not in lying)
        free = [f"{area}:{n}" for n in (1, 2) if PLACES.index(f"{area}:{n}") not in lying.values()]
        table.down(player, number, free[0])
    table.settle()
    assert table.problems == []
    return table


def states(players: int, seed: int, dealing: str = "virtual") -> list[State]:
    """All states of a game of depth "full" by chance, the cards that the table deals left out."""
    game = new_game(("yellow", "green", "brown", "orange", "purple")[:players], 0, "full", seed=seed, dealing=dealing)
    return [game, *(after for *_, after in steps(game, eager, seed))]


def done(game: State) -> Move:
    """The move that ends the action: the last of the menu."""
    return legal_moves(game)[-1]
