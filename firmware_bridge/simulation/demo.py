"""The demo's story: rounds of a four-player game, with the mistakes of people and a service that is killed."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from engine.era.components import AREAS
from engine.era.game import apply, legal_moves, new_game
from engine.era.moves import Place, Resolve, parse
from engine.era.state import Phase

from ..pictures.terminal import Moment
from .demo_table import DemoTable

PLAYERS = ("yellow", "green", "brown", "orange")
ROUNDS = 2
"""Of the whole story; all mistakes are made in the first."""
HOTEL_KEY = bytes.fromhex("d3b07384")
"""A tag that is no token of the table."""

LOOK_S = 2.0
"""How long the table is watched after each thing that happens, in its own seconds: longer than exposure and flash."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What the demo came to; the keys of its `--json` line.

    moves: made by the table and not taken back; problems: how many were seen, by clause or where no clause is broken by
    kind; resumed: whether a service went on with the game of one that was killed; rounds: played to their end.
    """

    moves: int
    problems: dict[str, int]
    resumed: bool
    rounds: int


class Demo:
    """Tells the story of so many rounds at a table, showing each moment; `game` is the game as the story knows it.

    The people know the game by themselves and do not ask the table, so that at the end what the table made of it can be
    held against what they did (`agrees`).
    """

    def __init__(self, table: DemoTable, show: Callable[[Moment], None], rounds: int = ROUNDS) -> None:
        self._table = table
        self._show = show
        self._rounds = rounds
        self.game = new_game(PLAYERS, PLAYERS[0])
        self.made = 0

    def play(self) -> None:
        """The whole story."""
        for text in self._story():
            self._table.run(LOOK_S)
            self._show(Moment(text, self._table.lines(), self._table.exposed()))

    def summary(self) -> Summary:
        """What came of it, as the table told it; complete once the table is closed."""
        problems: dict[str, int] = {}
        moves = 0
        for told in self._table.told:
            moves += (told["event"] == "move") - (told["event"] == "take-back")
            if told["event"] == "problem":
                problems[told["code"]] = problems.get(told["code"], 0) + 1
        resumed = any(told["event"] == "resumed" for told in self._table.told)
        return Summary(moves, dict(sorted(problems.items())), resumed, self.game.round - 1)

    def agrees(self) -> bool:
        """Whether the table made the moves that the people made, and everything that was wrong was mended."""
        wrong: list[tuple[str, str]] = []
        for told in self._table.told:
            if told["event"] == "problem":
                wrong.append((told["code"], told["place"]))
            elif told["event"] == "mended":
                wrong.remove((told["code"], told["place"]))
            elif told["event"] == "resumed":
                wrong.clear()  # who goes on sees anew what is wrong
        return self.summary().moves == self.made and not wrong

    def _made(self, move: str) -> None:
        self.game, _ = apply(self.game, parse(move))
        self.made += 1

    def _lay(self, player: str, area: str) -> None:
        """A legal move."""
        self._table.lay(player, area)
        self._made(f"place {area}")

    def _story(self) -> Iterator[str]:
        yield "The table is switched on. Yellow is the start player."
        yield from self._first_half_with_mistakes()
        yield from self._second_half_with_mistakes()
        while self.game.round <= self._rounds:
            yield self._next_move()

    def _first_half_with_mistakes(self) -> Iterator[str]:
        table = self._table
        self._lay("yellow", "build")
        yield "Yellow lays a token on BUILD."
        self._lay("green", "build")
        yield "Green lays one on BUILD, too."

        table.lay("brown", "build")
        yield "Brown lays a third on BUILD, on top of another: one reader sees two tags."
        table.lift("brown", "build")
        self._lay("brown", "market")
        yield "Brown takes it to MARKET."

        table.lay("yellow", "buy")
        self._lay("orange", "produce")
        self._made("place buy")
        yield "Orange and yellow lay at once: both are heard."

        table.lay("orange", "develop")
        yield "Orange lays on DEVELOP though it is green's turn."
        table.lift("orange", "develop")
        yield "Orange waits, token in hand."
        self._lay("green", "produce")
        yield "Green lays on PRODUCE."

        table.lay("brown", "market")
        yield "Brown lays a second token of its own on MARKET."
        table.lift("brown", "market")
        yield "Brown takes it off again."

        table.lay_tag(HOTEL_KEY, "manufacture")
        yield "Somebody's hotel key lies on MANUFACTURE."
        table.lift_tag(HOTEL_KEY)
        yield "The key goes back into its pocket."

        table.lift("yellow", "build")
        yield "A sleeve sweeps yellow's token off BUILD."
        table.lay("yellow", "build")
        yield "It is put back."

        table.unplug("develop:1")
        yield "The plug of the first DEVELOP pad comes off."
        table.plug("develop:1")
        yield "It is pushed back in."

        table.kill()
        table.lift("orange", "produce")
        table.lay("orange", "develop")
        table.start()
        yield "The service is killed. Meanwhile orange's token goes from PRODUCE to DEVELOP. It is started again."
        yield "Its journal knows the game, the table what lies there: the display says what differs."
        table.lift("orange", "develop")
        table.lay("orange", "produce")
        yield "The token is put back: the game goes on where it stood."

        self._lay("brown", "manufacture")
        yield "Brown lays on MANUFACTURE."
        self._lay("orange", "develop")
        yield "Orange lays on DEVELOP: all tokens are down."

    def _second_half_with_mistakes(self) -> Iterator[str]:
        self._table.lift("brown", "market")
        yield "Brown lifts a token though it is yellow's turn."
        self._table.lay("brown", "market")
        yield "Brown puts it back."
        while self.game.phase is Phase.RESOLVING:
            yield self._next_move()

    def _next_move(self) -> str:
        """The player in turn makes a legal move; seats take the areas in different orders, so that they spread out."""
        game = self.game
        player = game.in_turn
        assert player is not None  # the demo ends before the game does
        moves = [move for move in legal_moves(game) if isinstance(move, Place | Resolve)]
        shift = game.players.index(player) * 2 + game.round
        move = min(moves, key=lambda move: (AREAS.index(move.area) - shift) % len(AREAS))
        if game.phase is Phase.PLACING:
            self._table.lay(player, move.area)
            told = f"{player.capitalize()} lays on {move.area.upper()}."
        else:
            self._table.lift(player, move.area)
            told = f"{player.capitalize()} lifts the token on {move.area.upper()} and does what it allows."
        self._made(str(move))
        return told
