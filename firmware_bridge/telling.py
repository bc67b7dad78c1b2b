"""What comes of the session, told: in words for a log, as values for programs."""

from typing import Any, Final

from .happenings import (
    Enrolled,
    Forgotten,
    GameBegun,
    GameEnded,
    GamePaused,
    MoveMade,
    MoveTakenBack,
    Outcome,
    ProblemFound,
    ProblemMended,
    Replaced,
    SeatChanged,
    TableAccepted,
    TrackMoved,
)
from .screens import problem_text
from .session import Session, missing


def as_values(outcome: Outcome, in_turn: str | None) -> dict[str, Any]:
    """One outcome as values of JSON; `event` names its kind, `at` is in seconds on the table's clock."""
    match outcome:
        case MoveMade(player=player, move=move, game=game) | MoveTakenBack(player=player, move=move, game=game):
            kind = "move" if isinstance(outcome, MoveMade) else "take-back"
            values: dict[str, Any] = {"player": player, "move": str(move), "round": game.round}
        case GameBegun(game=game) | TableAccepted(game=game):
            kind = "begun" if isinstance(outcome, GameBegun) else "accepted"
            values = {"players": list(game.players), "round": game.round, "in_turn": game.in_turn}
        case GameEnded(game=game):
            kind, values = "ended", {"round": game.round}
        case GamePaused(on=on):
            kind, values = "pause", {"on": on}
        case SeatChanged(player=player, away=away, anew=anew):
            kind, values = "seat", {"player": player, "away": away, "anew": anew}
        case TrackMoved(player=player, track=track, before=before, after=after):
            kind, values = "track", {"player": player, "track": track, "before": before, "after": after}
        case Enrolled(tag=tag, player=player):
            kind, values = "enrolled", {"tag": tag, "player": player}
        case Replaced(old=old, new=new, player=player):
            kind, values = "replaced", {"old": old, "new": new, "player": player}
        case Forgotten(tag=tag, player=player):
            kind, values = "forgotten", {"tag": tag, "player": player}
        case ProblemFound(problem=problem) | ProblemMended(problem=problem):
            kind = "problem" if isinstance(outcome, ProblemFound) else "mended"
            values = {
                "code": problem.code,
                "kind": problem.kind.value,
                "place": str(problem.place),
                "player": problem.player,
                "text": problem_text(problem, in_turn),
            }
    return {"event": kind, "at": round(outcome.at, 6), **values}


def as_words(outcome: Outcome, in_turn: str | None) -> str:
    """One outcome as a line of a log that a person at the table understands."""
    values = as_values(outcome, in_turn)
    match values["event"]:
        case "move":
            return f"round {values['round']}: {values['player'] or 'the table'}: {values['move']}"
        case "take-back":
            return f"round {values['round']}: {values['player'] or 'the table'} took back: {values['move']}"
        case "begun":
            return f"a new game of {', '.join(values['players'])}; {values['in_turn']} begins"
        case "accepted":
            return f"the table is taken as it lies: round {values['round']}, it is {values['in_turn']}'s turn"
        case "ended":
            return f"the game is given up in round {values['round']}"
        case "pause":
            return "the game waits" if values["on"] else "the game goes on"
        case "seat":
            back = "is played by somebody else now" if values["anew"] else "is played again"
            return f"{values['player']} {'has left the table' if values['away'] else back}"
        case "track":
            return f"{values['player']}'s {values['track']}: space {values['after']}, was {values['before']}"
        case "enrolled":
            return f"tag {values['tag']} is a token of {values['player']} now"
        case "replaced":
            return f"tag {values['new']} stands for {values['player']}'s {values['old']} now"
        case "forgotten":
            return f"tag {values['tag']} is no token of {values['player']} any more"
        case kind:
            return f"{'wrong' if kind == 'problem' else 'mended'} [{values['code']}]: {values['text']}"


def known_tags(session: Session) -> dict[str, Any]:
    """Which tag is whose and where each lies, as values of JSON.

    missing: UID to place of tokens that lie there in the game and on no pad, null until every pad was looked at; fixed:
    the tags that stand in the table's file; changing: the places of what has a new UID at each look.
    """
    gone = missing(session)
    layout = session.roster.read(session.table)
    return {
        "players": list(session.game.players),
        "tags": dict(session.roster.tags),
        "fixed": sorted(session.roster.fixed),
        "lying": [
            {"tag": token.tag, "place": str(token.place), "player": token.player}
            for token in layout.lying
        ],
        "changing": [str(place) for place in layout.random],
        "missing": None if gone is None else {tag: str(place) for tag, place in gone.items()},
    }


DOES: Final = {
    "placing": "to lay a token",
    "resolving": "to lift a token",
    "final-market": "to exchange things for the last time",
}
"""What who is in turn has to do in a phase, as long as no area is being carried out."""


def _head(state: dict[str, Any]) -> str:
    if state["idle"]:
        return "Nobody plays: lay any token, or begin a game with `era-table new`."
    if state["phase"] == "over":
        return f"The game is over after {state['rounds']} rounds."
    if state["in_turn"] is None:
        does = "cards are dealt, and laid out as the display says"
    elif state["acting"] is not None:
        does = f"{state['in_turn']} carries out {state['acting']}"
    else:
        does = f"{state['in_turn']} {DOES[state['phase']]}"
    return f"Round {state['round']} of {state['rounds']}: {does}."


def state_text(state: dict[str, Any]) -> str:
    """What a service says of its table, for people."""
    lines = [_head(state)]
    if state["paused"]:
        lines.append("The game is paused.")
    if state["note"]:
        lines.append(f"This game was {state['note']}.")
    for area, players in state["board"].items():
        lines.append(f"  {area:<12} {', '.join(players) or '-'}")
    if not state["known"]:
        lines.append("The pads are still being looked at.")
    for problem in state["problems"]:  # with the clause, where a rule of the game is broken
        clause = f"  [{problem['code']}]" if problem["code"] != problem["kind"] else ""
        lines.append(problem["text"] + clause)
    lines += [f"{reader['reads']}: {reader['why']}" for reader in state["readers"]]
    if state["known"] and not state["problems"] and not state["readers"]:
        lines.append("Nothing is wrong.")
    return "\n".join(lines)
