"""What browsers ask of the table, done in the table's own thread: every command goes through the session or nowhere."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engine.era.edition import house
from engine.era.move_text import read_move
from engine.era.moves import Correct
from engine.era.tables import tables_of

from .. import happenings as h
from ..errors import OURS
from ..menus.desk import Desk
from ..table_commands import TableParts, handle
from . import messages as m, refusals
from .choices_page import offered
from .messages import Role
from .refusals import Refused
from .tickets import Tickets

OF_A_GAME = (
    m.Play, m.TakeBack, m.LaidOut, m.Pause, m.Accept, m.Correct, m.MoveTrack, m.End, m.Away, m.HandOver,
)  # fmt: skip
"""What is done to a game: nothing while nobody plays."""


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks: the role, and the seat that is played, if one is."""

    role: Role
    seat: str | None = None


class Requests:
    """parts, desk: the running table's. recording: the file that recordings are made in, the last one only; simulated:
    whether there are hands that can be asked to lay tags."""

    def __init__(
        self,
        parts: TableParts,
        desk: Desk,
        tickets: Tickets,
        recording: Path,
        simulated: bool,
    ) -> None:
        self._parts = parts
        self._desk = desk
        self._tickets = tickets
        self._recording = recording
        self._simulated = simulated

    def check(self, asker: Asker, asked: m.TableAsked | m.BenchAsked) -> None:
        """Raises Refused for what is not the asker's to say, and for what only a simulated table's hands can do."""
        least = Role.SEAT if isinstance(asked, m.FOR_SEATS) else Role.OPERATOR
        if asker.role < least:
            raise Refused(refusals.OPERATOR if asker.role is Role.SEAT else refusals.SPECTATOR)
        if isinstance(asked, m.BenchAsked):
            if not self._simulated:
                raise Refused(refusals.NOT_NOW)
            if asker.role is Role.SEAT and self._whose(asked) != asker.seat:
                raise Refused(refusals.NOT_YOURS)

    def do(self, asker: Asker, asked: m.TableAsked) -> dict[str, Any]:
        """Do what was checked; what to say of it beside that it is done. Raises Refused, and then nothing was done."""
        try:
            return self._seat(asker, asked) if asker.role is Role.SEAT else self._operator(asked)
        except OURS as error:
            raise Refused.of(error) from error

    # --- what who plays a seat may do ---

    def _seat(self, asker: Asker, asked: m.TableAsked) -> dict[str, Any]:
        session = self._parts.worker.session
        match asked:
            case m.Play(move=move):
                in_turn = session.game.in_turn
                if in_turn not in (None, asker.seat):
                    raise refusals.not_your_turn(in_turn)
                self._play(move)
            case m.TakeBack(operator=False):
                own = session.own_last
                if own is None or own.before.in_turn != asker.seat:
                    raise Refused(refusals.NO_TAKE_BACK)
                self._take(h.TakeBack(0.0, operator=False))
            case m.LaidOut():
                self._laid_out()
            case _:
                raise Refused(refusals.OPERATOR)
        return {}

    def _play(self, notation: str) -> None:
        move = offered(self._parts.worker.session).get(notation)
        if move is None:
            raise Refused(refusals.NOT_OFFERED)
        self._take(h.Play(move, 0.0))

    def _laid_out(self) -> None:
        if self._desk.work is None:
            raise Refused(refusals.NOT_NOW)
        self._desk.lies()
        self._parts.worker.redraw()

    def _take(self, command: h.Command) -> None:
        self._parts.worker.take(replace(command, at=self._parts.clock.now()))

    # --- what the operator may do ---

    def _operator(self, asked: m.TableAsked) -> dict[str, Any]:
        if isinstance(asked, OF_A_GAME) and self._parts.worker.session.idle:
            raise Refused(refusals.NOT_NOW)  # nobody plays
        match asked:
            case m.Play(move=move):
                self._play(move)
            case m.TakeBack(operator=operator):
                self._take(h.TakeBack(0.0, operator=operator))
            case m.LaidOut():
                self._laid_out()
            case m.Pause(on=on):
                self._take(h.Pause(on, 0.0))
            case m.Accept():
                self._take(h.Accept(0.0))
            case m.Correct(move=move):
                self._correct(move)
            case m.MoveTrack(player=player, track=track, space=space):
                self._take(h.MoveTrack(player, track, space, 0.0))
            case m.New(players=players, start=start, depth=depth, dealing=dealing):
                self._handle("new", players=players, start=start, depth=depth, dealing=dealing)
            case m.End():
                self._take(h.End(0.0))
            case m.Clocks(on=on):
                self._take(h.ShowClocks(on, 0.0))
            case m.Away(player=player, away=away):
                self._take(h.Away(self._player(player), away, 0.0))
            case m.HandOver(player=player):
                self._take(h.HandOver(self._player(player), 0.0))
            case _:
                return self._hardware(asked)
        return {}

    def _correct(self, notation: str) -> None:
        edition = self._parts.worker.session.game.edition
        move = read_move(notation, tables_of(edition).edition if edition else house())
        if not isinstance(move, Correct):
            raise Refused(refusals.NOT_OFFERED)
        self._take(h.Play(move, 0.0))

    def _player(self, player: str) -> str:
        if player not in self._parts.worker.session.game.players:
            raise Refused(refusals.NOT_NOW)
        return player

    def _handle(self, command: str, **wanted: object) -> dict[str, Any]:
        """As the control socket's command."""
        return handle(self._parts, {"command": command, **wanted})

    def _hardware(self, asked: m.TableAsked) -> dict[str, Any]:
        match asked:
            case m.Language(language=language):
                self._handle("language", language=language)
            case m.Retry(reader=reader):
                self._parts.scanner.retry(self._reader(reader))
            case m.SwapReader(reader=reader, other=other):
                self._swap(self._reader(reader), self._reader(other))
            case m.Record(on=True):
                return self._record()
            case m.Record(on=False):
                return self._handle("record", stop=True)
            case m.Ticket(what=what):
                if what == "recording" and (self._parts.tap.values()["file"] or not self._recording.exists()):
                    raise Refused(refusals.NOT_NOW)
                word = self._tickets.issue(what, self._parts.clock.now())
                return {"ticket": word, "path": f"/download/{what}?ticket={word}"}
        return {}

    def _record(self) -> dict[str, Any]:
        """A new recording in the place of the last one that was asked for here."""
        if self._parts.tap.values()["file"]:
            raise Refused(refusals.NOT_NOW, detail="a recording runs already")
        try:
            self._recording.unlink(missing_ok=True)
        except OSError as error:
            raise Refused(refusals.NOT_NOW, detail=f"{self._recording}: {error.strerror}") from error
        return self._handle("record", start=str(self._recording))

    def _reader(self, number: int) -> int:
        if not 0 <= number < len(self._parts.worker.session.roster.places):
            raise Refused(refusals.NOT_NOW)
        return number

    def _swap(self, one: int, other: int) -> None:
        """What the two readers read is swapped: their cables were."""
        session = self._parts.worker.session
        places = list(session.roster.places)
        places[one], places[other] = places[other], places[one]
        self._parts.tap.stop("two readers were swapped")  # what was overheard so far means other places
        self._parts.trouble.read_now(places)
        roster = replace(session.roster, places=tuple(places))
        self._parts.worker.session = replace(session, roster=roster, judge_at=self._parts.clock.now())

    def _whose(self, asked: m.BenchAsked) -> str | None:
        """Whose token a simulated table's hands are to move."""
        tags = self._parts.worker.session.roster.tags
        match asked:
            case m.BenchLay(tag=None, player=player):
                return player
            case m.BenchLay(tag=str(tag)) | m.BenchLift(tag=tag):
                return tags.get(tag.lower())
        return None
