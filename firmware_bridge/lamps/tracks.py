"""The view as a picture of all tracks: what every LED shows, by the names of the tracks."""

from collections.abc import Callable, Iterable, Mapping
from itertools import chain, islice, repeat
from typing import Final

from engine.era.components import AREAS, COLOURS, PATENT_SPACES, SETUPS, SPACES_PER_AREA

from ..view import View
from . import counting, pawns
from .palette import PLAYER_RGB, VIOLET, WHITE, Rgb
from .rhythms import TROUBLE, Light, breathing, dark, pulsing, shining
from .spaces import asked, spaces

Counts = Mapping[str, int]
"""How many LEDs each track has that is there."""

Picture = dict[str, tuple[Rgb, ...]]
"""The colours of each track, in the order in which people count its places."""

SPACES: Final = len(AREAS) * SPACES_PER_AREA
ROUNDS: Final = max(setup.rounds for setup in SETUPS.values())

TRACKS: Final[Counts] = {
    "spaces": SPACES,
    "players": len(COLOURS),
    "rounds": ROUNDS,
    "start": len(COLOURS),
    "influence": 60,
    "patents": PATENT_SPACES * len(COLOURS),
}
"""All tracks that a table can have, and how many LEDs suit them.

spaces: the twelve in board order. players: a lamp a seat, that of the player in turn is on. rounds: one a round. start:
a lamp a seat, that of the start player; without it that player's lamp among `players` is dim. influence: of any length,
the pawns start over where it ends. patents: for each space from below a LED a seat; with fewer LEDs seats share one.
"""

MINIMAL: Final[Counts] = {name: TRACKS[name] for name in ("spaces", "players", "rounds")}
"""The tracks of a table of which nothing else is said: 27 LEDs."""

DIM: Final = 0.15
PAUSED: Final = 0.4
"""Brightness of the lamp of who is in turn while the game waits."""
START: Final = 0.8
ASKED: Final = breathing(2.0, 0.15, 0.8)
"""The lamp of a player whose token calls: so place tells whose it is, not colour alone."""


def lights(view: View, counts: Counts = MINIMAL, display_gone: bool = False) -> dict[str, tuple[Light, ...]]:
    """What each LED of each track in `counts` does from now on, until the view changes.

    display_gone: the lights alone have to tell that the display is lost (table talk, T19). A track that is longer than
    the game needs has dark LEDs at its end; of one that is too short the end is not shown.
    """
    return {
        name: tuple(islice(chain(_TRACKS[name](view, counts, display_gone), repeat(dark)), count))
        for name, count in counts.items()
    }


def led_name(track: str, index: int, counts: Counts = TRACKS) -> str:
    """What people call a LED of a track: `spaces 3: produce 1`. counts: how many LEDs the tracks have."""
    columns = _columns(counts) if track == "patents" else 1
    used = PATENT_SPACES * columns if track == "patents" else TRACKS[track]
    if track == "influence":
        what = f"space {index}"
    elif index >= used:
        what = "not used"
    elif track == "spaces":
        what = f"{AREAS[index // SPACES_PER_AREA]} {index % SPACES_PER_AREA + 1}"
    elif track == "rounds":
        what = f"round {index + 1}"
    elif track == "patents":
        what = f"space {index // columns + 1}" + (f", seat {index % columns + 1}" if columns > 1 else "")
    else:
        what = f"seat {index + 1}"
    return f"{track} {index + 1}: {what}"


def _spaces(view: View, counts: Counts, display_gone: bool) -> Iterable[Light]:
    return spaces(view)


def _players(view: View, counts: Counts, display_gone: bool) -> Iterable[Light]:
    if view.scores:
        return counting.counting_lamps(view.scores, view.over_at)
    called = asked(view) if not view.paused else frozenset()
    return [_lamp(view, player, player in called, "start" not in counts) for player in view.players]


def _lamp(view: View, player: str, called: bool, shows_start: bool) -> Light:
    rgb = PLAYER_RGB.get(player, WHITE)
    if player == view.in_turn:
        return shining(rgb, PAUSED if view.paused else 1.0)
    if called:
        return pulsing(rgb, ASKED)
    return shining(rgb, DIM) if shows_start and player == view.start_player else dark


def _start(view: View, counts: Counts, display_gone: bool) -> Iterable[Light]:
    return [
        shining(PLAYER_RGB.get(player, WHITE), START) if player == view.start_player else dark
        for player in view.players
    ]


def _rounds(view: View, counts: Counts, display_gone: bool) -> Iterable[Light]:
    if display_gone:
        return [pulsing(VIOLET, TROUBLE)] * ROUNDS
    return [shining(WHITE, DIM)] * (view.round - 1) + [shining(WHITE)]


def _influence(view: View, counts: Counts, display_gone: bool) -> Iterable[Light]:
    count = counts["influence"]
    if view.scores:
        return counting.counting_track(view.scores, view.over_at, count)
    runs = [
        pawns.Run(gain.player, gain.before, gain.after, gain.at, count, bool(gain.symbol)) for gain in view.gains
    ]
    return pawns.track(view.influence, runs, count)


def _patents(view: View, counts: Counts, display_gone: bool) -> Iterable[Light]:
    """A marker below the first space lights nothing."""
    columns = _columns(counts)
    on: dict[int, list[pawns.Pawn]] = {}
    for seat, (player, space) in enumerate(view.patents):
        if space:
            on.setdefault((space - 1) * columns + seat % columns, []).append(pawns.Pawn(player))
    return [
        pawns.standing(tuple(on[led])) if led in on else dark for led in range(PATENT_SPACES * columns)
    ]


def _columns(counts: Counts) -> int:
    """How many LEDs each patent space has: one for each seat, or fewer, which seats share."""
    return min(max(1, counts["patents"] // PATENT_SPACES), len(COLOURS))


_TRACKS: Final[dict[str, Callable[[View, Counts, bool], Iterable[Light]]]] = {
    "spaces": _spaces,
    "players": _players,
    "rounds": _rounds,
    "start": _start,
    "influence": _influence,
    "patents": _patents,
}
