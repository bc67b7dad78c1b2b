"""era-table games, export, resume, undo: the games of a table's journal."""

import argparse
import json
from datetime import datetime
from pathlib import Path

from engine.era.state import Phase

from ..errors import JournalError
from ..export import FORMATS, Exported, as_csv, as_text, as_values, exported
from ..history import game_of, newest_snapshot
from ..journal import Journal, Recorded
from ..telling import state_text
from .common import add_state, command, places


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Describe the arguments."""
    games = commands.add_parser("games", help="the games that were played on this table")
    add_state(games)
    games.add_argument("--json", action="store_true", help="one JSON line instead of words")
    games.set_defaults(run=run_games)
    export = commands.add_parser("export", help="write a game down: its moves and its score sheet")
    add_state(export)
    export.add_argument("number", nargs="?", type=int, metavar="N", help="which game (the newest)")
    export.add_argument("--format", choices=FORMATS, default=FORMATS[0], help=f"({FORMATS[0]})")
    export.add_argument("--to", type=Path, metavar="FILE", help="into a file, not to the screen")
    export.set_defaults(run=run_export)
    resume = commands.add_parser("resume", help="let an older game go on, on the running table")
    add_state(resume)
    resume.add_argument("number", type=int, metavar="N", help="which game, by its number in `era-table games`")
    resume.set_defaults(run=run_resume)
    undo = commands.add_parser("undo", help="take moves back, the last one first, as far as wanted")
    add_state(undo)
    undo.add_argument("moves", nargs="?", type=int, default=1, metavar="N", help="how many (1)")
    undo.set_defaults(run=run_undo)


def run_games(asked: argparse.Namespace) -> int:
    """List them, the newest last."""
    with Journal.read(places(asked).journal) as journal:
        games = [recorded for number, _ in journal.games() if (recorded := journal.game(number)) is not None]
    if asked.json:
        print(json.dumps([_values(game) for game in games]))
    else:
        print("\n".join(map(_line, games)) or "No game was played on this table yet.")
    return 0


def _values(game: Recorded) -> dict[str, object]:
    state = game_of(newest_snapshot(game))
    return {
        "number": game.number,
        "begun": game.header.begun,
        "players": list(game.header.players),
        "depth": game.header.depth,
        "round": state.round,
        "rounds": state.rounds,
        "over": state.phase is Phase.OVER,
        "ended": any(entry.kind == "end" for entry in game.entries),
        "moves": sum(entry.kind == "move" for entry in game.entries),
    }


def _line(game: Recorded) -> str:
    state = game_of(newest_snapshot(game))
    where = "over"
    if state.phase is not Phase.OVER:
        ended = any(entry.kind == "end" for entry in game.entries)
        where = f"{'given up in ' if ended else ''}round {state.round}/{state.rounds}"
    begun = datetime.fromtimestamp(game.header.begun).astimezone()
    players = " ".join(game.header.players)
    return f"{game.number:>4}  {begun:%Y-%m-%d %H:%M}  {game.header.depth:<8}  {where:<22} {players}"


def run_export(asked: argparse.Namespace) -> int:
    """Write it to the screen or into the file."""
    text = _written(_game(asked), asked.format)
    if asked.to is None:
        print(text, end="")
        return 0
    try:
        asked.to.write_text(text, encoding="utf-8")
    except OSError as error:
        raise JournalError(f"{asked.to} can't be written ({error.strerror}): name another file with --to") from error
    print(f"{asked.to} is written.")
    return 0


def _game(asked: argparse.Namespace) -> Exported:
    path = places(asked).journal
    with Journal.read(path) as journal:
        recorded = journal.last() if asked.number is None else journal.game(asked.number)
    if recorded is None:
        wanted = "game" if asked.number is None else f"game {asked.number}"
        raise JournalError(f"the journal {path} has no {wanted}: `era-table games` lists those that it has")
    return exported(recorded)


def _written(game: Exported, form: str) -> str:
    if form == "json":
        return json.dumps(as_values(game), indent=1) + "\n"
    return as_csv(game) if form == "csv" else as_text(game)


def run_resume(asked: argparse.Namespace) -> int:
    """Ask the service; what it then says of the table."""
    print(state_text(command(asked, {"command": "resume", "number": asked.number})))
    return 0


def run_undo(asked: argparse.Namespace) -> int:
    """Ask the service, move by move; what it then says of the table."""
    if asked.moves < 1:
        raise JournalError(f"{asked.moves} moves can't be taken back: name how many, from 1 on")
    for _ in range(asked.moves):
        answer = command(asked, {"command": "take-back"})
    print(state_text(answer))
    return 0
