"""A state of the game as one line of text, and back: what a journal keeps and a person can read."""

import json
from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from engine.era import full_state
from engine.era.components import AREAS, SPACES_PER_AREA
from engine.era.game import new_game
from engine.era.state import Phase, State
from engine.errors import SetupError, UnreadableState

_FIELDS: Final[Mapping[str, type]] = {
    "players": list,
    "depth": str,
    "round": int,
    "start": str,
    "phase": str,
    "board": dict,
}

_FULL: Final = '"depth":"full"'
"""Stands in the text of a state of depth "full", and in no other: inside a name the quotes would be escaped."""


def write_state(state: State) -> str:
    """The state as a JSON object on one line, equal texts for equal states; in depth "full" it is `full_state`'s.

    Players stand by name, in order of seats; `board` has for each area the players whose tokens lie there, the first
    one laid first.
    """
    if state.depth == "full":
        return full_state.encode(state).decode()
    fields = {
        "players": state.players,
        "depth": state.depth,
        "round": state.round,
        "start": state.start_player,
        "phase": state.phase.value,
        "board": {area: state.players_on(area) for area in AREAS},
    }
    return json.dumps(fields, separators=(",", ":"))


def read_state(text: str | bytes) -> State:
    """The state that `write_state` has written.

    Raises UnreadableState for any other text, and for a position that no game comes to: other numbers of players or
    rounds (SETUP-1, END-1), more on an area than may lie there (PLACE-2, PLACE-3), tokens that do not add up to whole
    turns (PLACE-1, RESOLVE-1). The order in which the tokens of one area were laid is believed.
    """
    if isinstance(text, bytes):
        try:
            text = text.decode()
        except UnicodeDecodeError as error:
            raise UnreadableState(f"no state of a game, since it is no text: {error}") from error
    if _FULL in text:
        state = full_state.decode(text)
        full_state.check(state)
        return state
    fields = _fields(text)
    if fields["depth"] == "full":
        raise UnreadableState(f"no state of a game: one of depth full has {_FULL} in it, without spaces")
    players = fields["players"]
    try:
        begun = new_game(players, fields["start"], fields["depth"])
        phase = Phase(fields["phase"])
    except (SetupError, ValueError) as error:
        raise UnreadableState(f"no state of a game: {error}") from error
    if not 1 <= fields["round"] <= begun.rounds:
        raise UnreadableState(f"round {fields['round']}: there are rounds 1 to {begun.rounds} (END-1)")
    state = replace(begun, round=fields["round"], phase=phase, board=_board(fields["board"], players))
    _check_turns(state)
    return state


def _fields(text: str) -> dict[str, Any]:
    """The text's fields, each of the right type; what they say is not yet looked at."""
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UnreadableState(f"no state of a game, since it is no JSON: {error}") from error
    if not isinstance(fields, dict) or fields.keys() != _FIELDS.keys():
        raise UnreadableState(f"no state of a game: that is an object with {', '.join(_FIELDS)}")
    for name, kind in _FIELDS.items():
        if type(fields[name]) is not kind:  # exactly: True is an int too, and no round
            raise UnreadableState(f"no state of a game: {name} is {fields[name]!r}")
    if not all(isinstance(player, str) for player in fields["players"]):
        raise UnreadableState(f"no state of a game: players are {fields['players']!r}")
    return fields


def _board(areas: dict[str, Any], players: list[str]) -> tuple[tuple[int, ...], ...]:
    """For each area in board order the seats of those who lie there."""
    if areas.keys() != set(AREAS):
        raise UnreadableState(f"the board's areas are {', '.join(areas)}: they should be {', '.join(AREAS)}")
    board = []
    for area in AREAS:
        lying = areas[area]
        if not isinstance(lying, list) or any(name not in players for name in lying):
            raise UnreadableState(f"on {area} lies {lying!r}: the players are {', '.join(players)}")
        if len(lying) > SPACES_PER_AREA:
            raise UnreadableState(f"{area} has {len(lying)} tokens (PLACE-2)")
        if len(set(lying)) < len(lying):
            raise UnreadableState(f"{lying[0]} lies on {area} twice (PLACE-3)")
        board.append(tuple(players.index(name) for name in lying))
    return tuple(board)


def _check_turns(state: State) -> None:
    """Turns go once around the table for each token, so how many lie there in all says how many each player has."""
    everybody = len(state.players)
    full = state.setup.tokens * everybody
    possible = {Phase.PLACING: range(full), Phase.RESOLVING: range(1, full + 1), Phase.OVER: range(1)}
    lying = state.tokens_on_board
    if lying not in possible.get(state.phase, ()):  # no card is dealt in depth "referee"
        raise UnreadableState(f"{lying} tokens on the board can't be while the game is {state.phase.value} (PLACE-1)")
    if state.phase is Phase.OVER and state.round < state.rounds:
        raise UnreadableState(f"the game is over in round {state.round} of {state.rounds} (END-1)")
    turns = lying if state.phase is Phase.PLACING else full - lying
    for seat, player in enumerate(state.players):
        waits = (seat - state.start) % everybody
        had = (turns - waits + everybody - 1) // everybody  # this player's turns: one in each round of the table begun
        should = had if state.phase is Phase.PLACING else state.setup.tokens - had
        on_board = state.setup.tokens - state.tokens_in_hand(player)
        if on_board != should:
            raise UnreadableState(f"{player} has {on_board} tokens on the board, by turns it is {should} (PLACE-1)")
