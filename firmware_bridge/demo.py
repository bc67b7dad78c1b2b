"""The demo's story: two rounds of a four-player game, with the mistakes that people make, each mended."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from engine.era.components import AREAS
from engine.era.game import legal_moves
from engine.era.moves import Decline
from engine.era.state import Phase

from .session import MoveMade, ProblemFound
from .simulated import Rgb, SimulatedTable

PLAYERS = ("yellow", "green", "brown", "orange")
ROUNDS = 2
HOTEL_KEY = bytes.fromhex("d3b07384")
"""A tag that is no token of the table."""

LOOK_S = 1.6
"""How long the table is watched after each thing that hands do, in modelled seconds."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What stands on the table after something happened: the story's line, the display, the lights."""

    text: str
    lines: tuple[str, ...]
    leds: tuple[Rgb, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """What the demo came to; the keys of its `--json` line."""

    moves: int
    problems: dict[str, int]
    resumed: bool
    rounds: int


def play(table: SimulatedTable, show: Callable[[Moment], None]) -> Summary:
    """Tell the story at the table, showing each moment; what it came to."""
    for text in _story(table):
        table.run(LOOK_S)
        show(Moment(text, table.lines, table.exposed))
    problems: dict[str, int] = {}
    moves = 0
    for outcome in table.outcomes:
        if isinstance(outcome, ProblemFound):
            code = outcome.problem.code
            problems[code] = problems.get(code, 0) + 1
        moves += isinstance(outcome, MoveMade)
    return Summary(moves, dict(sorted(problems.items())), resumed=False, rounds=table.game.round - 1)


def _story(table: SimulatedTable) -> Iterator[str]:
    yield "The table is switched on. Yellow is the start player."
    yield from _first_half_with_mistakes(table)
    yield from _second_half_with_mistakes(table)
    while table.game.round <= ROUNDS:
        yield _next_move(table)


def _first_half_with_mistakes(table: SimulatedTable) -> Iterator[str]:
    table.lay("yellow", "build")
    yield "Yellow lays a token on BUILD."
    table.lay("green", "build")
    yield "Green lays one on BUILD, too."

    table.lay("brown", "build")
    yield "Brown lays a third on BUILD, on top of another: one reader sees two tags."
    table.lift("brown", "build")
    table.lay("brown", "market")
    yield "Brown takes it to MARKET."

    table.lay("yellow", "buy")
    table.lay("orange", "produce")
    yield "Orange and yellow lay at once: both are heard."

    table.lay("orange", "develop")
    yield "Orange lays on DEVELOP though it is green's turn."
    table.lift("orange", "develop")
    yield "Orange waits, token in hand."
    table.lay("green", "produce")
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

    table.lay("brown", "manufacture")
    yield "Brown lays on MANUFACTURE."
    table.lay("orange", "develop")
    yield "Orange lays on DEVELOP: all tokens are down."


def _second_half_with_mistakes(table: SimulatedTable) -> Iterator[str]:
    table.lift("brown", "market")
    yield "Brown lifts a token though it is yellow's turn."
    table.lay("brown", "market")
    yield "Brown puts it back."
    while table.game.phase is Phase.RESOLVING:
        yield _next_move(table)


def _next_move(table: SimulatedTable) -> str:
    """The player in turn makes a legal move; seats take the areas in different orders, so that they spread out."""
    game = table.game
    player = game.in_turn
    assert player is not None  # the demo ends before the game does
    moves = [move for move in legal_moves(game) if not isinstance(move, Decline)]
    shift = game.players.index(player) * 2 + game.round
    move = min(moves, key=lambda move: (AREAS.index(move.area) - shift) % len(AREAS))
    if game.phase is Phase.PLACING:
        table.lay(player, move.area)
        return f"{player.capitalize()} lays on {move.area.upper()}."
    table.lift(player, move.area)
    return f"{player.capitalize()} lifts the token on {move.area.upper()} and does what it allows."
