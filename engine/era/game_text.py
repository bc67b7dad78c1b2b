"""A whole game as a text file that people can read and play through, and that reads back to the same game.

Headers say how it was begun; then one line a move, round by round, with who made it. Blank lines and lines that begin
with `#` are remarks.
"""

from collections.abc import Iterable
from typing import Final

import msgspec

from engine.era.components import Edition
from engine.era.game import RULES_VERSION, apply, new_game
from engine.era.move_text import read_move, read_name
from engine.era.moves import Correct, Deal, Move, parse, quoted
from engine.era.setup import DEALINGS, DEPTHS
from engine.era.state import Phase, State
from engine.era.tables import register, tables_of
from engine.errors import AmbiguousMove, IllegalMove, UnreadableGame, UnreadableMove

TITLE: Final = "Era of Inventions"

_OPERATOR: Final = "operator"
_HEADERS: Final = ("players", "start", "depth", "rules", "edition", "dealing", "seed")


class GameText(msgspec.Struct, frozen=True):
    """A game as it was begun, and its moves so far. seed: only "virtual" dealing uses it."""

    begun: State
    moves: tuple[Move, ...] = ()
    seed: int = 0


def write_game(game: GameText) -> str:
    """The game as text; equal games give equal texts. Raises IllegalMove where the moves are no game."""
    begun = game.begun
    lines = [TITLE, f"players: {' '.join(map(quoted, begun.players))}", f"start: {quoted(begun.start_player)}"]
    lines += [f"depth: {begun.depth}", f"rules: {RULES_VERSION}"]
    if begun.depth == "full":
        lines += [f"edition: {begun.edition}", f"dealing: {begun.dealing}"]
        if begun.dealing == "virtual":
            lines.append(f"seed: {game.seed}")
    state, section = begun, ""
    for move in game.moves:
        if _section(state) != section:
            section = _section(state)
            lines += ["", section]
        lines.append(f"{_who(state, move)}{move}")
        state, _ = apply(state, move)
    return "\n".join(lines) + "\n"


def read_game(text: str | bytes, edition: Edition | None = None) -> GameText:
    """The game that the text tells; `edition` is needed where it was not played with the house's numbers.

    Raises UnreadableGame for what is no such file, UnknownEdition, and with the line's number UnreadableMove,
    AmbiguousMove or IllegalMove.
    """
    lines = _lines(text)
    headers = _read_headers(lines)
    begun, seed = _begin(headers, edition)
    state, moves = begun, []
    known = tables_of(begun.edition).edition if begun.depth == "full" else None
    for number, line in lines:
        if line == _section(state):
            continue
        try:
            move = _read_line(state, line, known)
            state, _ = apply(state, move)
        except UnreadableMove as error:
            raise UnreadableMove(f"line {number}: {error}") from error
        except AmbiguousMove as error:
            raise AmbiguousMove(error.word, error.candidates, f"line {number}: ") from error
        except IllegalMove as error:
            raise IllegalMove(error.clause, f"line {number}: {error.reason}") from error
        moves.append(move)
    return GameText(begun, tuple(moves), seed)


def _lines(text: str | bytes) -> list[tuple[int, str]]:
    """The lines that say something, numbered from 1."""
    if isinstance(text, bytes):
        try:
            text = text.decode()
        except UnicodeDecodeError as error:
            raise UnreadableGame(f"no text of a game: {error}") from error
    numbered = ((number, line.strip()) for number, line in enumerate(text.split("\n"), 1))
    return [(number, line) for number, line in numbered if line and not line.startswith("#")]


def _read_headers(lines: list[tuple[int, str]]) -> dict[str, str]:
    """Take the title and the headers off the lines."""
    if not lines or lines.pop(0)[1] != TITLE:
        raise UnreadableGame(f"no text of a game: its first line is {TITLE!r}")
    headers: dict[str, str] = {}
    while lines and (parts := lines[0][1].partition(": "))[0] in _HEADERS:
        number, _ = lines.pop(0)
        if parts[0] in headers:
            raise UnreadableGame(f"line {number}: {parts[0]} stands there twice")
        headers[parts[0]] = parts[2].strip()
    return headers


def _begin(headers: dict[str, str], edition: Edition | None) -> tuple[State, int]:
    depth = headers.get("depth", "")
    if depth not in DEPTHS:
        raise UnreadableGame(f"depth {depth!r} is not one of {', '.join(DEPTHS)}")
    full = depth == "full"
    virtual = full and headers.get("dealing") == "virtual"
    needed = set(_HEADERS[: 6 if full else 4]) | ({"seed"} if virtual else set())
    if headers.keys() != needed:
        wrong = ", ".join(sorted(headers.keys() ^ needed))
        raise UnreadableGame(f"the headers are {', '.join(name for name in _HEADERS if name in needed)}: see {wrong}")
    if headers["rules"] != str(RULES_VERSION):
        raise UnreadableGame(f"played under rules {headers['rules']!r}: these are {RULES_VERSION}")
    players = _names(headers["players"])
    start = _names(headers["start"])
    if len(start) != 1:
        raise UnreadableGame(f"start {headers['start']!r} is not one name")
    if not full:
        return new_game(players, start[0]), 0
    if headers["dealing"] not in DEALINGS:
        raise UnreadableGame(f"dealing {headers['dealing']!r} is not one of {', '.join(DEALINGS)}")
    seed = _seed(headers["seed"]) if virtual else 0
    if edition is not None:
        register(edition)
    chosen = tables_of(headers["edition"]).edition
    return new_game(players, start[0], "full", chosen, seed, headers["dealing"]), seed


def _names(text: str) -> list[str]:
    names = []
    while text := text.strip():
        try:
            name, text = read_name(text)
        except UnreadableMove as error:
            raise UnreadableGame(f"no names of players: {error}") from error
        names.append(name)
    return names


def _seed(text: str) -> int:
    try:
        return int(text) if len(text) <= 40 else int("")
    except ValueError as error:
        raise UnreadableGame(f"seed {text[:80]!r} is no whole number") from error


def _section(state: State) -> str:
    if state.phase is Phase.SETTING_UP:
        return "setup"
    if state.phase is Phase.FINAL_MARKET:
        return "final market"
    return "the end" if state.phase is Phase.OVER else f"round {state.round}"


def _who(state: State, move: Move) -> str:
    if type(move) is Deal:
        return ""
    if type(move) is Correct:
        return f"{_OPERATOR}: "
    return f"{quoted(state.in_turn or '')}: "


def _read_line(state: State, line: str, edition: Edition | None) -> Move:
    """The move of a line; who makes it may be left out, but must be right where it stands."""
    for who in _speakers(state):
        if line.startswith(f"{who}: "):
            line = line.removeprefix(f"{who}: ")
            move = parse(line) if edition is None else read_move(line, edition)
            if _who(state, move) != f"{who}: ":
                raise UnreadableMove(f"{str(move)!r} is not {who}'s to make now")
            return move
    return parse(line) if edition is None else read_move(line, edition)


def _speakers(state: State) -> Iterable[str]:
    return (*map(quoted, state.players), _OPERATOR)
