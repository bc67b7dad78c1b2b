"""A recorded game for people and other programs: as text in the game's notation, as JSON, as a table of its moves."""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

import msgspec

from engine.era.game import new_game
from engine.era.game_text import GameText, write_game
from engine.era.scoring import Score, scores, winners
from engine.era.state import Phase, State
from engine.era.tables import tables_of
from engine.errors import GameError, UnknownEdition

from .errors import JournalError
from .history import GAME_KINDS, game_of, held_by, in_parts, newest_snapshot, whole
from .journal import Journal, Recorded
from .session import Made

FORMATS: Final = ("text", "json", "csv")

SHEET: Final = (
    ("influence", "END-2"),
    ("final market", "END-3"),
    ("patents", "END-4"),
    ("development", "END-4"),
    ("factories", "END-4"),
    ("total", "END-2"),
    ("inventions", "END-6"),
)
"""The lines of a score sheet, and the clause by which each counts."""

PART: Final = "# The end of a game: what came before was taken as it lay, so this text alone does not read back."
EARLIER: Final = "# What was played before the table was taken as it lay:"


@dataclass(frozen=True, slots=True)
class Exported:
    """A recorded game played again: how it began, the moves that were not taken back, where it stands.

    game: what was played, since a table was last taken as it lay if one was; earlier: what was played before that, in
    parts, the first one first; whole: it is there from its beginning; else a table was taken as it lay, or it is the
    rest of an older game.
    """

    recorded: Recorded
    game: GameText
    state: State
    whole: bool
    earlier: tuple[GameText, ...] = ()


def exported(journal: Journal, recorded: Recorded) -> Exported:
    """Play the game again, from its first beginning. JournalError for one that this program's rules do not lead where
    it was recorded."""
    try:
        recorded = whole(journal, recorded)
        state, (*before, past) = in_parts(recorded)
        newest = game_of(newest_snapshot(recorded))
        first = past[0].before if past else state
        seed = int(held_by(recorded.header.snapshot).get("seed", 0))
        edition = tables_of(first.edition).edition if first.edition else None
        begun = new_game(first.players, first.start, first.depth, edition, seed, first.dealing or "virtual")
        _require(state == newest)
    except UnknownEdition as error:
        raise JournalError(f"game {recorded.number}: {error}. Name that edition's file with --edition FILE") from error
    except (GameError, ValueError) as error:
        raise JournalError(
            f"game {recorded.number} was recorded by program {recorded.header.program} under rules "
            f"{recorded.header.rules}, and can't be played again by this one ({error}): export it with that program"
        ) from error
    earlier = tuple(_part(part, seed) for part in before if part)
    game = _part(past, seed) if past else GameText(state, (), seed)
    return Exported(recorded, game, state, first == begun and not earlier, earlier)


def _part(made: Sequence[Made], seed: int) -> GameText:
    return GameText(made[0].before, tuple(each.move for each in made), seed)


def _require(holds: bool) -> None:
    if not holds:
        raise ValueError("its moves lead elsewhere")


def sheet(state: State) -> tuple[Score, ...]:
    """The scores, as the game stands; none in depth "referee", where the players count by the rulebook."""
    return scores(state) if state.depth == "full" else ()


def lines_of(score: Score) -> tuple[int, ...]:
    """A player's numbers in the order of SHEET."""
    bonuses = (score.patents.points, score.development.points, score.capacity.points)
    return (score.influence, score.final_market, *bonuses, score.total, score.inventions)


def as_text(game: Exported) -> str:
    """The game text, which reads back, and the score sheet as remarks below it."""
    text = write_game(game.game)
    if not game.whole:
        text = f"{PART}\n{text}"
    for part in reversed(game.earlier):
        remarks = "\n".join(f"# {line}".rstrip() for line in write_game(part).splitlines())
        text = f"{EARLIER}\n{remarks}\n\n{text}"
    counted = sheet(game.state)
    if not counted:
        return text
    head = "# " + "score".ljust(20) + "".join(score.player.rjust(9) for score in counted)
    rows = [
        f"# {name:<13}{clause:<7}" + "".join(f"{lines_of(score)[index]:>9}" for score in counted)
        for index, (name, clause) in enumerate(SHEET)
    ]
    over = game.state.phase is Phase.OVER
    end = f"# won: {', '.join(winners(counted))}" if over else "# not over: the scores as the game stands"
    return "\n".join([text.rstrip("\n"), "", head, *rows, end]) + "\n"


def as_values(game: Exported) -> dict[str, Any]:
    """The game as values of JSON: what was done in order, take-backs included, and the score sheet."""
    header = game.recorded.header
    counted = sheet(game.state)
    return {
        "number": game.recorded.number,
        "begun": _moment(header.begun),
        "program": header.program,
        "rules": header.rules,
        "players": list(header.players),
        "start": header.start,
        "depth": header.depth,
        "edition": game.state.edition,
        "dealing": game.state.dealing,
        "seed": game.game.seed,
        "whole": game.whole,
        "round": game.state.round,
        "phase": game.state.phase.value,
        "earlier": [[str(move) for move in part.moves] for part in game.earlier],
        "moves": [str(move) for move in game.game.moves],
        "done": [
            {"at": _moment(entry.at), "kind": entry.kind, "player": entry.player, "text": entry.text}
            for entry in game.recorded.entries
        ],
        "scores": [msgspec.to_builtins(score) | {"total": score.total} for score in counted],
        "winners": list(winners(counted)) if counted and game.state.phase is Phase.OVER else [],
    }


def as_csv(game: Exported) -> str:
    """What was done, a line each, take-backs included; then the score sheet, a line a player."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["at", "kind", "player", "text"])
    for entry in game.recorded.entries:
        if entry.kind in GAME_KINDS:
            writer.writerow([_moment(entry.at), entry.kind, entry.player or "", entry.text])
    counted = sheet(game.state)
    if counted:
        writer.writerow([])
        writer.writerow(["player", *(name for name, _ in SHEET)])
        for score in counted:
            writer.writerow([score.player, *lines_of(score)])
    return out.getvalue()


def _moment(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds")
