"""What a command is answered: the game, what lies on the table, what is wrong, as values of JSON."""

from collections import Counter
from typing import Any

from engine.era.components import AREAS

from .screens import problem_text
from .session import Session


def table_state(session: Session) -> dict[str, Any]:
    """The session as values of JSON; `known` is false until every pad was looked at."""
    game = session.game
    layout = session.roster.read(session.table)
    return {
        "players": list(game.players),
        "round": game.round,
        "rounds": game.rounds,
        "phase": game.phase.value,
        "in_turn": game.in_turn,
        "acting": (game.action.area or None) if game.action is not None else None,
        "idle": session.idle,
        "paused": session.paused,
        "board": {area: list(game.players_on(area)) for area in AREAS},
        "known": session.known,
        "problems": [
            {
                "code": problem.code,
                "kind": problem.kind.value,
                "place": str(problem.place),
                "player": problem.player,
                "text": problem_text(problem, game.in_turn),
            }
            for problem in session.problems
        ],
        "lying": [{"tag": token.tag, "place": str(token.place), "player": token.player} for token in layout.lying],
        "tokens": dict(Counter(session.roster.tags.values())),
        "garbled": [str(place) for place in layout.garbled],
        "silent": [str(place) for place in layout.silent],
    }
