"""People who play whole games through the wires alone: they read the English display, move tokens, and press."""

import random
from collections.abc import Callable

from engine.era.components import COLOURS
from engine.era.game import legal_moves, new_game
from engine.era.moves import Move, Place, Resolve
from engine.era.state import Phase, State

from ..errors import PeopleError
from ..pages import PAGE_S
from ..simulation.bench_table import BenchTable
from .own_game import OwnGame, shorter
from .wire_reading import Seen, read_display

GLANCE_S = 0.03
"""Between two looks at a display: one that says the same twice is not just changing (a character takes 1 ms)."""
SETTLED_S = 0.06
"""How long after a press the display begins to change, at the latest: the debounce, a look at the inbox, a frame."""
READ_S = 3.0
"""So long they look at the table after they laid or lifted a token, until the display says something new."""
PAGES_S = 40.0
"""So long they look at the scores at most: five players' pages and the winner's, of 3 s each, and once more."""
MOST_LINES = 60
"""No menu is longer."""
PATIENCE = 400
"""So often they look again at a display that says nothing they can act on: 20 s."""
LAST_WORDS = ("done", "leave unused", "menu")
"""The line that ends an action, which eager people choose only where there is no other, and the one for the menu."""


class WirePlayer:
    """Eager players at a table: no choice is declined while there is another one. seed: of what they choose; shuffled:
    of the order in which they shuffled their cards.

    own: their own record of the game (see `OwnGame`). presses: how often a button was pressed for each choice of a
    game, those included that open a list. keep: is given their record before each deed, for who is to be killed.
    """

    def __init__(
        self,
        table: BenchTable,
        seed: int | str,
        shuffled: int = 0,
        own: OwnGame | None = None,
        keep: Callable[[OwnGame], None] = lambda own: None,
    ) -> None:
        self.table = table
        self.own = own
        self._chance = random.Random(seed)
        self._keep = keep
        self._shuffled = shuffled
        self._pressed = 0
        self.presses: list[int] = []

    @property
    def game(self) -> OwnGame:
        """Their record; PeopleError before a game was begun."""
        if self.own is None:
            raise PeopleError("nobody has begun a game")
        return self.own

    # --- eyes ---

    def look(self) -> Seen:
        """Read the display once it stands still and says something that people can act on."""
        last: tuple[str, ...] = ()
        for _ in range(PATIENCE):
            lines = self.table.lines
            if lines == last:
                seen = read_display(lines)
                if seen.what != "other":
                    return seen
            last = lines
            self.table.run(GLANCE_S)
        raise PeopleError("nobody knows what to do at this display:\n" + "\n".join(last))

    def _until_new(self) -> None:
        """Wait until the display says something new that follows from what was done: old news may just have gone."""
        before = self.table.lines
        for _ in range(round(READ_S / GLANCE_S)):
            self.table.run(GLANCE_S)
            if self.table.lines != before and self._follows():
                return

    def _follows(self) -> bool:
        """Whether the people's own game can say what the display does."""
        try:
            self.game.agreeing(read_display(self.table.lines))
        except PeopleError:
            return False
        return True

    # --- buttons ---

    def press(self, name: str) -> None:
        """A press; what comes of it is looked at later."""
        self.table.press(name)
        self._pressed += 1

    def _looked(self) -> Seen:
        self.table.run(SETTLED_S)
        return self.look()

    def go(self, steps: int) -> Seen:
        """So many lines on in the menu, or back; what stands there."""
        for _ in range(abs(steps)):
            self.press("right" if steps > 0 else "left")
        return self._looked()

    def find(self, words: str) -> None:
        """Go along the menu to the line that says this, and press ok. PeopleError where none does."""
        for _ in range(MOST_LINES):
            seen = self.look()
            if seen.what == "menu" and seen.text == words:
                self.press("ok")
                self.table.run(SETTLED_S)
                return
            self.press("right")
            self.table.run(SETTLED_S)
        raise PeopleError(f"no line of the menu says {words!r}:\n" + "\n".join(self.table.lines))

    def begin(self, players: tuple[str, ...], depth: str, dealing: str) -> None:
        """A new game by the buttons, whatever game there is."""
        while self.look().what == "steps":
            self.press("ok")
            self.table.run(SETTLED_S)
        if self.look().what == "menu":
            self.find("menu")
        else:
            self.press("ok")
            self.table.run(SETTLED_S)
        for answer in ("new game", str(len(players)), *players, players[0]):
            self.find(answer)
        self.find("tokens only" if depth == "referee" else "the whole game")
        if depth == "full":
            self.find("the table" if dealing == "virtual" else "we shuffle")
        self.find("begin")
        self.own = OwnGame([(new_game(players, players[0], depth, dealing="cards"),)])
        self._keep(self.own)
        self._pressed = 0

    # --- the game ---

    def step(self) -> bool:
        """Do the next thing that the display asks for; False once the game is over."""
        seen = self.look()
        self.own = self.game.agreeing(seen)
        return self._act(self.own, seen)

    def _act(self, own: OwnGame, seen: Seen) -> bool:
        match seen.what:
            case "score" | "winner" | "over":
                return False
            case "steps":
                self.own = own.laid_out(seen)
                self._keep(self.own)
                self.table.press("ok")
                self.table.run(SETTLED_S)
            case "menu":
                self._choose(seen)
            case "lay":
                free = [move for move in legal_moves(own.state) if isinstance(move, Place)]
                move = self._chance.choice(free)
                self._moved(move)
                self.table.lay(seen.player, move.area)
                self._until_new()
            case "lift":
                lying = [move for move in legal_moves(own.state) if isinstance(move, Resolve)]
                lifted = self._chance.choice(lying)
                self._moved(lifted)
                self.table.lift(seen.player, lifted.area)
                self._until_new()
            case _:
                raise PeopleError("nobody expects this:\n" + "\n".join(seen.lines))
        return True

    def _moved(self, move: Place | Resolve) -> None:
        self.own = self.game.token(move)
        self._keep(self.own)
        self._pressed = 0

    def _choose(self, seen: Seen) -> None:
        """Any line but the last, which ends the action; that is asked for again only where nothing else could be done.

        Which card came is no choice: it is looked for.
        """
        if self.game.state.phase in (Phase.SETTING_UP, Phase.DEALING):
            seen = self._card(seen)
        elif seen.text in ("yes", "no"):
            seen = seen if seen.text == "yes" else self.go(1)
        else:
            steps = shorter(self._chance.randrange(seen.count), seen.count)
            seen = self.go(steps) if steps else seen
            if seen.text in LAST_WORDS and seen.at > 1:
                seen = self.go(shorter(1 - seen.at, seen.count))
        if seen.what != "menu":   # something has come up
            return
        before = self.game.agreeing(seen)
        after = before.chosen(seen)
        self._keep(after.or_(before))
        self.press("ok")
        self.own = self._pressed_ok(before, after)
        if before.ends_choice(seen):
            self.presses.append(self._pressed)
            self._pressed = 0
        self.table.run(SETTLED_S)
        self._keep(self.own)

    def _pressed_ok(self, before: OwnGame, after: OwnGame) -> OwnGame:
        """What is known after ok was pressed at a choice."""
        return after

    def _card(self, seen: Seen) -> Seen:
        """Where the cursor stands at the card that comes next from people's own shuffled deck, or at its list."""
        way = self.game.way_to(self._next_card, seen)
        return self.go(way) if way else seen

    def _next_card(self, state: State) -> Move:
        return min(legal_moves(state), key=lambda move: random.Random(f"{self._shuffled} {move}").random())

    def play(self) -> None:
        """To the end of the game."""
        while self.step():
            pass

    def scores(self) -> list[Seen]:
        """The pages of the final scoring, each once: read until the first one comes again. What is just changing, or
        tells of a pad in between, is none of them."""
        pages: list[Seen] = []
        for _ in range(round(PAGES_S / PAGE_S)):
            seen = self.look()
            if seen.what in ("score", "winner") and seen not in pages:
                pages.append(seen)
            elif len(pages) > 1 and seen == pages[0]:
                break
            self.table.run(PAGE_S)
        return pages


def colours(count: int) -> tuple[str, ...]:
    """The players of a game of so many."""
    return COLOURS[:count]
