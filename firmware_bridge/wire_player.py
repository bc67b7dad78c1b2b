"""People who play whole games through the wires alone: they read the English display, lay and lift tokens, and press."""

import random
import re
from dataclasses import dataclass

from engine.era.components import AREAS, COLOURS

from .bench_table import BenchTable
from .errors import PeopleError
from .screens import NEWS_S

READING_S = 0.25
"""Until a display at 9600 baud shows what came of a press: 109 ms for a whole screen, and a moment to look."""
SETTLED_S = 0.6
"""Until the table has taken in a token and the display says so: the settling time, a scan, and the display."""
MOST_LINES = 60
"""No menu is longer."""
PATIENCE = 60
"""So often they look again at a display that says nothing they can act on."""

_COUNT = re.compile(r"(\d+)/(\d+)\s*$")
_TURN = re.compile(r"Round (\d+)/(\d+)\s+([A-Z]+)\s*$")


@dataclass(frozen=True, slots=True)
class Seen:
    """What the display says, as people take it.

    what: "menu" (cursor at `at` of `count`, from 1; count 0 where there was no room to say so), "steps", "lay" and "lift" (of `player`; areas that are named),
    "over", or "other". text: all lines.
    """

    what: str
    text: str
    player: str = ""
    at: int = 0
    count: int = 0
    named: tuple[str, ...] = ()


def read_display(lines: tuple[str, ...]) -> Seen:
    """Take in what stands there."""
    text = "\n".join(lines)
    count = _COUNT.search(lines[0])
    turn = _TURN.match(lines[0])
    rest = " ".join(lines[1:]).replace(",", " ").lower().split()
    named = tuple(area for area in AREAS if area in rest)
    if any(line.startswith("> ") for line in lines):
        return Seen("menu", text, at=int(count[1]) if count else 1, count=int(count[2]) if count else 0)
    if turn and "lay" in rest:
        # Either the areas that are full are named, or the few that are free.
        free = named if "free:" in rest else tuple(area for area in AREAS if area not in named)
        return Seen("lay", text, player=turn[3].lower(), named=free if "full:" in rest or "free:" in rest else AREAS)
    if turn and "lift" in rest and named:  # for a moment news may hide where
        return Seen("lift", text, player=turn[3].lower(), named=named)
    if count and not turn:
        return Seen("steps", text, at=int(count[1]), count=int(count[2]))
    if "point" in text or "wins!" in text or "win:" in text or "game is over" in text:
        return Seen("over", text)
    return Seen("other", text)


class WirePlayer:
    """Eager players at a table: no choice is declined while there is another one. seed: of what they choose.

    presses: how often a button was pressed for each choice of a game, the long ones included.
    """

    def __init__(self, table: BenchTable, seed: int) -> None:
        self.table = table
        self._chance = random.Random(seed)
        self.presses: list[int] = []

    def look(self) -> Seen:
        """Read the display, once more after a moment where it is just changing."""
        for _ in range(PATIENCE):
            seen = read_display(self.table.lines)
            if seen.what != "other":
                return seen
            self.table.run(READING_S)
        raise PeopleError(f"nobody knows what to do at this display:\n{seen.text}")

    def press(self, name: str) -> None:
        """A press, and a look at what comes of it."""
        self.table.press(name)
        self.table.run(READING_S)

    def choose(self, line: int) -> None:
        """Go to that line of the menu (from 1) the shorter way, and press ok."""
        seen = self.look()
        count = seen.count or self._counted()
        ahead = (line - seen.at) % count
        way, steps = ("right", ahead) if ahead <= count - ahead else ("left", count - ahead)
        for _ in range(steps):
            self.press(way)
        self.press("ok")
        self.presses.append(steps + 1)

    def find(self, words: str) -> None:
        """Go along the menu to the line that says this, and press ok. PeopleError where none does."""
        for _ in range(MOST_LINES):
            line = next(line for line in self.table.lines if line.startswith("> "))
            if line[2:].strip() == words:
                self.press("ok")
                return
            self.press("right")
        raise PeopleError(f"no line of the menu says {words!r}:\n{self.look().text}")

    def _counted(self) -> int:
        """How many lines the menu has: once around, back to where the cursor stood."""
        first = self.table.lines
        for steps in range(1, MOST_LINES):
            self.press("right")
            if self.table.lines == first:
                return steps
        raise PeopleError(f"the menu has no end:\n{self.look().text}")

    def begin(self, players: tuple[str, ...], depth: str, dealing: str) -> None:
        """A new game by the buttons."""
        self.press("ok")
        for answer in ("new game", str(len(players)), *players, players[0]):
            self.find(answer)
        self.find("tokens only" if depth == "referee" else "the whole game")
        if depth == "full":
            self.find("the table" if dealing == "virtual" else "we shuffle")
        self.find("begin")
        self.table.run(SETTLED_S)

    def step(self) -> bool:
        """Do the next thing that the display asks for; False once the game is over."""
        seen = self.look()
        match seen.what:
            case "over":
                return False
            case "steps":
                self.press("ok")
            case "menu":
                self._choose_eagerly(seen)
            case "lay":
                self.table.run(NEWS_S)  # news may stand where full areas are named
                seen = self.look()
                own = [area for area in seen.named if not self._lies(seen.player, area)]
                self.table.lay(seen.player, self._chance.choice(own))
                self.table.run(SETTLED_S)
            case "lift":
                self.table.run(NEWS_S)
                seen = self.look()
                self.table.lift(seen.player, self._chance.choice(seen.named))
                self.table.run(SETTLED_S)
        return True

    def _choose_eagerly(self, seen: Seen) -> None:
        """Any line but the last, which ends the action; whether nothing is to be done: yes, since that was asked for."""
        if any("unused?" in line for line in self.table.lines):
            self.find("yes")
        else:
            count = seen.count or self._counted()
            self.choose(seen.at + self._chance.randrange(max(count - 1, 1)))

    def _lies(self, player: str, area: str) -> bool:
        return self.table.lies(player, area)

    def play(self) -> None:
        """To the end of the game."""
        while self.step():
            pass


def colours(count: int) -> tuple[str, ...]:
    """The players of a game of so many."""
    return COLOURS[:count]
