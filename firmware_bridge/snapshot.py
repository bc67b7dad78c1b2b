"""What of a session must outlive its service, as a line of JSON: the game, where its tokens lie, what the hands still
have to follow. The moves that led there stand in the journal itself."""

import json
from typing import Any

from engine.era.notation import read_state, write_state
from engine.errors import UnreadableState

from .roster import Lying, Place, Roster
from .session import Session, Undone


def write_snapshot(session: Session) -> str:
    """The line; what the readers see, problems and news come again by themselves."""
    homes = [[*pair, home.tag, str(home.place)] for pair, home in session.homes.items()]
    undone = [[each.token.tag, str(each.token.place), each.token.player, each.lies] for each in session.undone]
    held = {"game": write_state(session.game), "homes": homes, "undone": undone}
    return json.dumps(held, separators=(",", ":"))


def read_snapshot(text: str, roster: Roster) -> Session:
    """The session as it was written, on a table of which nothing is known yet.

    Raises UnreadableState for a text that is no snapshot.
    """
    try:
        held: dict[str, Any] = json.loads(text)
        homes = held["homes"]
        return Session(
            roster=roster,
            game=read_state(held["game"]),
            homes={(player, area): Lying(tag, Place.parse(place), player) for player, area, tag, place in homes},
            undone=tuple(
                Undone(Lying(tag, Place.parse(place), player), lies) for tag, place, player, lies in held["undone"]
            ),
        )
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        raise UnreadableState(f"no snapshot of a session: {error}") from error
