"""What lights do, for the tests: views of full games, what a LED shows over a time, and flashes as WCAG counts them."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise

from engine.era.components import COLOURS
from engine.era.events import Event
from engine.era.game import new_game
from engine.era.moves import Resolve
from engine.era.simulate import POLICIES, steps
from engine.era.state import State
from firmware_bridge.happenings import MoveMade
from firmware_bridge.lamps.palette import Rgb
from firmware_bridge.lamps.rhythms import Light
from firmware_bridge.roster import Roster
from firmware_bridge.session import Made, Session
from firmware_bridge.view import View, view

from .colour import luminance

AT = 1000.0
"""When the last move of a view was made, in seconds."""

FLASH = 0.1
"""A change that counts: a tenth of the greatest relative luminance (WCAG 2.2, general flash)."""


@cache
def full_moves(seed: int = 3) -> tuple[tuple[State, State, tuple[Event, ...]], ...]:
    """All moves of a game of five at random, of depth "full": the states before and after, and what happened."""
    before, moves = new_game(COLOURS, 0, "full", seed=seed), []
    for _, _, events, after in steps(before, POLICIES["eager"], seed):
        moves.append((before, after, events))
        before = after
    return tuple(moves)


def full_game() -> tuple[State, ...]:
    """All its states."""
    return (full_moves()[0][0], *(after for _, after, _ in full_moves()))


def seen(before: State, after: State) -> View:
    """The view just after a move: what the move was plays no part in what the tracks show, only what it changed."""
    player = before.in_turn or after.players[0]
    news = MoveMade(player, Resolve("build"), after, AT)
    past = (Made(before, Resolve("build")),)
    return view(Session(Roster.of([], []), after, past=past, just_moved=True, news=news))


def with_pawns(**spaces: int) -> View:
    """A view of five players whose pawns stand there; those who are not named have none."""
    states = full_game()
    return replace(seen(states[0], states[0]), influence=tuple(spaces.items()))


def shown(light: Light, seconds: float, start: float = AT, rate: int = 1000) -> list[Rgb]:
    """What a light shows, `rate` times a second."""
    return [light(start + step / rate) for step in range(round(seconds * rate))]


def transitions(levels: Iterable[float], least: float = FLASH) -> list[int]:
    """Where, as an index, a light has changed by `least` since its last peak or valley: each the other way round.

    A flash is two of them (WCAG 2.2: a pair of opposing changes).
    """
    found: list[int] = []
    peak, valley = float("-inf"), float("inf")
    rising: bool | None = None
    for index, level in enumerate(levels):
        peak, valley = max(peak, level), min(valley, level)
        if rising is not True and level - valley >= least:
            rising, peak = True, level
            found.append(index)
        elif rising is not False and peak - level >= least:
            rising, valley = False, level
            found.append(index)
    return found


def most_in_a_second(moments: Sequence[int], rate: int = 1000) -> int:
    """How many of the moments lie within any second at most."""
    return max(
        (sum(1 for other in moments if moment <= other < moment + rate) for moment in moments), default=0
    )


def saturated_red(rgb: Rgb) -> float:
    """How much red there is in a saturated red (WCAG 2.2: R / (R + G + B) of at least 0.8), else none."""
    return rgb[0] / 255 if rgb[0] >= 0.8 * sum(rgb) else 0.0


def flashes_a_second(colours: Sequence[Rgb], rate: int = 1000) -> int:
    """The general or the red flashes within any second, whichever are more.

    Of general flashes a tenth is counted of the brightest that the light itself becomes, which is stricter than WCAG
    and counts dim lights, too; nor is it asked how large the light is.
    """
    changes = [0, *(at for at, (one, other) in enumerate(pairwise(colours), start=1) if one != other)]
    levels = [luminance(colours[at]) for at in changes]
    most = max(levels) or 1.0
    found = 0
    for kind in ([level / most for level in levels], [saturated_red(colours[at]) for at in changes]):
        moments = [changes[number] for number in transitions(kind)]
        found = max(found, most_in_a_second(moments, rate) // 2)
    return found
