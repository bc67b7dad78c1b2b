"""What the lights show in every situation: a game, a table at which nobody plays, a game that is being set up."""

from itertools import chain

from ..view import View
from .attract import attract, setting_up
from .palette import Rgb
from .tracks import MINIMAL, Counts, Picture, lights


def picture(view: View, now: float, counts: Counts = MINIMAL, display_gone: bool = False) -> Picture:
    """What each LED of each track in `counts` shows at `now` (s, on the clock of the session's events).

    Where a game is being set up (T22), and where nobody plays (T21), that is a picture of its own.
    """
    if view.setting_up is not None:
        return setting_up(now, view.setting_up, counts)
    if view.rests:
        return attract(now, counts)
    return {
        name: tuple([light(now) for light in track])
        for name, track in lights(view, counts, display_gone).items()
    }


def frame(view: View, now: float, counts: Counts = MINIMAL) -> tuple[Rgb, ...]:
    """The tracks of the picture one after the other: what a string shows on which they hang so."""
    return tuple(chain.from_iterable(picture(view, now, counts).values()))
