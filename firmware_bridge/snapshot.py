"""What of a session must outlive its service, as a line of JSON: the game, where its tokens lie, what the hands still
have to follow. The moves that led there stand in the journal itself."""

import json
from typing import Any

from engine.era.notation import read_state, write_state
from engine.errors import UnknownEdition, UnreadableState

from .clocks import Clocks
from .kept_tracks import KeptTracks
from .lying import Undone
from .roster import Lying, Place, Roster
from .session import Session


def write_snapshot(session: Session, at: float | None = None, of: int | None = None) -> str:
    """The line; what the readers see, problems and news come again by themselves.

    at: the moment (s, on the clock of the events) up to which the players' clocks are kept; None: up to the last change
    of turn. of: the number of the game that goes on with it, where other games were played in between.
    """
    homes = [[*pair, home.tag, str(home.place)] for pair, home in session.homes.items()]
    undone = [[each.token.tag, str(each.token.place), each.token.player, each.lies] for each in session.undone]
    held: dict[str, Any] = {"game": write_state(session.game), "homes": homes, "undone": undone}
    clocks = {player: round(seconds, 1) for player, seconds in session.clocks.read(at).items()}
    held |= {"seed": session.seed, "away": session.away, "clocks": clocks, "clocks shown": session.clocks.shown}
    if session.idle:
        held["idle"] = True
    if session.paused:
        held["paused"] = True
    if session.tracks.spaces:
        held["tracks"] = session.tracks.spaces
    if of is not None:
        held["of"] = of
    return json.dumps(held, separators=(",", ":"))


def read_snapshot(text: str, roster: Roster) -> Session:
    """The session as it was written, on a table of which nothing is known yet.

    Raises UnreadableState for a text that is no snapshot, UnknownEdition.
    """
    try:
        held: dict[str, Any] = json.loads(text)
        homes = held["homes"]
        clocks = {str(player): float(seconds) for player, seconds in held.get("clocks", {}).items()}
        return Session(
            roster=roster,
            game=read_state(held["game"]),
            homes={(player, area): Lying(tag, Place.parse(place), player) for player, area, tag, place in homes},
            undone=tuple(
                Undone(Lying(tag, Place.parse(place), player), lies) for tag, place, player, lies in held["undone"]
            ),
            seed=int(held.get("seed", 0)),
            paused=bool(held.get("paused")),
            away=tuple(str(player) for player in held.get("away", ())),  # snapshots of program 0.1 had none of these
            clocks=Clocks(bool(held.get("clocks shown")), tuple(clocks.items())),
            tracks=KeptTracks(tuple((str(track), str(player), int(n)) for track, player, n in held.get("tracks", ()))),
        )
    except UnknownEdition:
        raise
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        raise UnreadableState(f"no snapshot of a session: {error}") from error
