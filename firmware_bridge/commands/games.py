"""era-table games, export, resume, undo: the games of a table's journal."""

import argparse
import json
from pathlib import Path
from typing import Any

from engine.era.tables import register

from ..edition_file import load_edition
from ..errors import JournalError, ServiceError
from ..export import FORMATS, Exported, as_csv, as_text, as_values, exported
from ..game_list import as_entry, as_line, listed
from ..journal import Journal
from ..whole_file import write_whole
from .common import add_json, add_state, command, places, say_state


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Describe the arguments."""
    games = commands.add_parser("games", help="the games that were played on this table")
    add_state(games)
    add_json(games)
    _add_edition(games)
    games.set_defaults(run=run_games)
    export = commands.add_parser("export", help="write a game down: its moves and its score sheet")
    add_state(export)
    export.add_argument("number", nargs="?", type=int, metavar="N", help="which game (the newest)")
    export.add_argument("--format", choices=FORMATS, default=FORMATS[0], help=f"({FORMATS[0]})")
    export.add_argument("--to", type=Path, metavar="FILE", help="into a file, not to the screen")
    _add_edition(export)
    export.set_defaults(run=run_export)
    resume = commands.add_parser("resume", help="let an older game go on, on the running table")
    add_state(resume)
    resume.add_argument("number", type=int, metavar="N", help="which game, by its number in `era-table games`")
    add_json(resume)
    resume.set_defaults(run=run_resume)
    undo = commands.add_parser("undo", help="take moves back, the last one first, as far as wanted")
    add_state(undo)
    undo.add_argument("moves", nargs="?", type=int, default=1, metavar="N", help="how many (1)")
    add_json(undo)
    undo.set_defaults(run=run_undo)


def _add_edition(command: argparse.ArgumentParser) -> None:
    command.add_argument("--edition", type=Path, metavar="FILE", help="the owner's numbers, where a game had those")


def run_games(asked: argparse.Namespace) -> int:
    """List them, the newest last."""
    _know(asked.edition)
    with Journal.read(places(asked).journal) as journal:
        games = listed(journal)
    if asked.json:
        print(json.dumps([as_entry(game) for game in games]))
    else:
        print("\n".join(map(as_line, games)) or "No game was played on this table yet.")
    return 0


def run_export(asked: argparse.Namespace) -> int:
    """Write it to the screen or into the file."""
    _know(asked.edition)
    text = _written(_game(asked), asked.format)
    if asked.to is None:
        print(text, end="")
    else:
        write_whole(asked.to, text)
        print(f"{asked.to} is written.")
    return 0


def _know(edition: Path | None) -> None:
    if edition is not None:
        register(load_edition(edition))


def _game(asked: argparse.Namespace) -> Exported:
    path = places(asked).journal
    with Journal.read(path) as journal:
        number = journal.newest_number() if asked.number is None else asked.number
        recorded = None if number is None else journal.game(number)
        if recorded is None:
            wanted = "game" if number is None else f"game {number}"
            raise JournalError(f"the journal {path} has no {wanted}: `era-table games` lists those that it has")
        return exported(journal, recorded)


def _written(game: Exported, form: str) -> str:
    if form == "json":
        return json.dumps(as_values(game), indent=1) + "\n"
    return as_csv(game) if form == "csv" else as_text(game)


def run_resume(asked: argparse.Namespace) -> int:
    """Ask the service; what it then says of the table."""
    say_state(asked, command(asked, {"command": "resume", "number": asked.number}))
    return 0


def run_undo(asked: argparse.Namespace) -> int:
    """Ask the service, move by move; what it then says of the table. 1 where there were fewer moves than that."""
    if asked.moves < 1:
        raise JournalError(f"{asked.moves} moves can't be taken back: name how many, from 1 on")
    taken, state = _taken_back(asked)
    if taken < asked.moves and not asked.json:
        print(f"Only {taken} could be taken back: the game stands at its beginning.")
    say_state(asked, {"taken_back": taken, **state})
    return 0 if taken == asked.moves else 1


def _taken_back(asked: argparse.Namespace) -> tuple[int, dict[str, Any]]:
    """How many moves were, and the state after the last of them. ServiceError where there is none."""
    state = command(asked, {"command": "take-back"})
    for taken in range(1, asked.moves):
        try:
            state = command(asked, {"command": "take-back"})
        except ServiceError:
            return taken, state
    return asked.moves, state
