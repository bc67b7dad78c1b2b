"""The twelve spaces: what each says by its rhythm, in whose colour."""

from typing import Final

from engine.era.moves import Place as PlaceMove

from ..happenings import MoveMade
from ..view import Look, Space, View
from .palette import DARK, PLAYER_RGB, RED, VIOLET, WHITE, Rgb
from .rhythms import (
    CALLS,
    CALLS_SOFTLY,
    INVITES,
    TROUBLE,
    Light,
    Rhythm,
    blinking,
    breathing,
    pulsing,
    shining,
    softened,
    steady,
)

FLASH_S: Final = 0.3
"""One short flash at the place where a token was laid rightly (table talk, T2)."""
WAITING: Final = 0.3
"""Brightness of tokens that lie there while the game waits."""
QUIET: Final = 0.4
"""Brightness of calls beside the first one, which is the loudest (T8)."""

RHYTHMS: Final[dict[Look, Rhythm]] = {
    Look.CLOSED: steady(0.0),
    Look.OPEN: INVITES,
    Look.TAKEN: steady(0.8),
    Look.LIFTABLE: breathing(2.0, 0.25, 1.0),
    Look.CALLS: CALLS,
    Look.CALLS_SOFTLY: CALLS_SOFTLY,
    Look.GONE: blinking(1.0, on=0.5),
    Look.SILENT: TROUBLE,
}
OWN_COLOUR: Final[dict[Look, Rgb]] = {
    Look.OPEN: WHITE,
    Look.CALLS: RED,
    Look.CALLS_SOFTLY: RED,
    Look.SILENT: VIOLET,
}
"""Looks with a colour of their own; the others have the player's."""
ASKING: Final = (Look.CALLS, Look.CALLS_SOFTLY, Look.GONE)
"""Looks that ask somebody to do something with a token."""
CALM: Final = (Look.CLOSED, Look.LIFTABLE)
"""Looks that give way to the glow of the area whose action is being carried out (T11)."""
GLOWS: Final = breathing(4.0, 0.3, 0.8)
QUIETLY: Final = {look: softened(RHYTHMS[look], QUIET) for look in ASKING}


def spaces(view: View) -> tuple[Light, ...]:
    """Their lights in board order; while the game waits they say whose tokens lie there, and ask for no hand."""
    if view.paused:
        return tuple(shining(PLAYER_RGB.get(space.player or "", DARK), WAITING) for space in view.spaces)
    return tuple(_flashing(view, space, _light(view, space)) for space in view.spaces)


def _light(view: View, space: Space) -> Light:
    if space.area == view.acting and space.look in CALM:
        return pulsing(PLAYER_RGB.get(view.in_turn or "", WHITE), GLOWS)
    rgb = OWN_COLOUR.get(space.look) or PLAYER_RGB.get(space.player or "", WHITE)
    quiet = space.look in ASKING and not _first(view, space)
    return pulsing(rgb, (QUIETLY if quiet else RHYTHMS)[space.look])


def _first(view: View, space: Space) -> bool:
    """Whether the problem that the display tells of is here, or its token has to go back here."""
    problem = view.problem
    places = (problem.place, problem.came_from) if problem else ()
    return any(place and place.area == space.area and place.space in (None, space.number) for place in places)


def _flashing(view: View, space: Space, then: Light) -> Light:
    """The light of a token that was laid just now flashes first."""
    news = view.news
    if space.look is not Look.TAKEN or not isinstance(news, MoveMade) or not isinstance(news.move, PlaceMove):
        return then
    if (news.move.area, news.player) != (space.area, space.player):
        return then
    calm = news.at + FLASH_S
    return lambda now: WHITE if now < calm else then(now)


def asked(view: View) -> frozenset[str]:
    """The players whose tokens call: they have something to move, or to put back."""
    return frozenset(space.player for space in view.spaces if space.look in ASKING and space.player)

