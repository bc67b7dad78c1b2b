"""The pads for those who name tags: asked of a running service, or looked at directly where none runs."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.era.game import new_game
from hardware.clock import Clock, RealClock
from hardware.readers.reading import PadEvent

from .config import TableConfig
from .happenings import Command, Enrol, Forget, Replace
from .journal import Journal
from .lock import TableLock
from .places import Places
from .recorder import Recorder, keep_tags, resume
from .reducer import step
from .roster import Roster
from .roster_file import whole_roster
from .session import Session, missing
from .wires import opened_pads

if TYPE_CHECKING:
    from hardware.readers.pads import PadWorker


class ServicePads:
    """See `enrolment.Pads`; ask: gives a running service a command and answers what it says, or raises."""

    def __init__(self, ask: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
        self._ask = ask
        self.players: list[str] = self._tags()["players"]

    def lying(self) -> Sequence[tuple[str, str | None]]:
        """See `enrolment.Pads`."""
        return [(token["tag"], token["player"]) for token in self._tags()["lying"]]

    def roster(self) -> Roster:
        """See `enrolment.Pads`."""
        answer = self._tags()
        return Roster(answer["tags"], (), frozenset(answer["fixed"]))

    def changing(self) -> Sequence[str]:
        """See `enrolment.Pads`."""
        places: list[str] = self._tags()["changing"]
        return places

    def missing(self) -> Mapping[str, str] | None:
        """See `enrolment.Pads`."""
        gone: dict[str, str] | None = self._tags()["missing"]
        return gone

    def enrol(self, tag: str, player: str) -> None:
        """See `enrolment.Pads`."""
        self._ask({"command": "enrol", "tag": tag, "player": player})

    def replace(self, old: str, new: str) -> None:
        """See `enrolment.Pads`."""
        self._ask({"command": "replace", "old": old, "new": new})

    def forget(self, tags: Sequence[str]) -> None:
        """See `enrolment.Pads`."""
        self._ask({"command": "forget", "tags": list(tags)})

    def wait(self, seconds: float) -> None:
        """See `enrolment.Pads`."""
        RealClock().sleep(seconds)

    def _tags(self) -> dict[str, Any]:
        return self._ask({"command": "tags"})


class OwnPads:
    """The pads of a table that no service runs: this process has it meanwhile. See `enrolment.Pads`.

    The game that will go on is told, too, so that a tag replaced now stands for the same token then. what: this command
    line, for whoever finds the table taken. The wires are opened when it first matters what lies there. Raises errors
    of ours where the table is taken, or its journal or its wires can't be opened.
    """

    def __init__(
        self,
        config: TableConfig,
        path: Path,
        where: Places,
        what: str,
        opened: ExitStack,
        clock: Clock | None = None,
    ) -> None:
        where.make()
        opened.enter_context(TableLock(where.lock, what))
        self._roster_path = where.roster
        self._clock = clock or RealClock()
        self.players = config.game.players
        journal = opened.enter_context(Journal.open(where.journal))
        roster = whole_roster(config, path, where.roster)
        resumed = resume(journal, roster, where.journal)
        self._recorder = None if resumed is None else Recorder(journal, where.roster)
        self._session = Session(roster, new_game(self.players, self.players[0])) if resumed is None else resumed.session
        self._config = config
        self._opened = opened
        self._worker: PadWorker | None = None

    def _pads(self) -> "PadWorker":
        if self._worker is None:
            self._worker = opened_pads(self._config, self._clock, self._put, self._opened)
        return self._worker

    def _put(self, event: PadEvent) -> None:
        self._session, _ = step(self._session, event)

    def lying(self) -> Sequence[tuple[str, str | None]]:
        """See `enrolment.Pads`."""
        self._pads()
        session = self._session
        return [(token.tag, token.player) for token in session.roster.read(session.table).lying]

    def roster(self) -> Roster:
        """See `enrolment.Pads`."""
        return self._session.roster

    def changing(self) -> Sequence[str]:
        """See `enrolment.Pads`."""
        session = self._session
        return [str(place) for place in session.roster.read(session.table).random]

    def missing(self) -> Mapping[str, str] | None:
        """See `enrolment.Pads`."""
        self._pads()
        gone = missing(self._session)
        return None if gone is None else {tag: str(place) for tag, place in gone.items()}

    def enrol(self, tag: str, player: str) -> None:
        """See `enrolment.Pads`."""
        self._take(Enrol(tag, player, self._clock.now()))

    def replace(self, old: str, new: str) -> None:
        """See `enrolment.Pads`."""
        self._take(Replace(old, new, self._clock.now()))

    def forget(self, tags: Sequence[str]) -> None:
        """See `enrolment.Pads`."""
        self._take(Forget(tuple(tags), self._clock.now()))

    def wait(self, seconds: float) -> None:
        """See `enrolment.Pads`."""
        end = self._clock.now() + seconds
        while self._clock.now() < end:
            self._clock.sleep(self._pads().step(self._clock.now()) - self._clock.now())

    def _take(self, command: Command) -> None:
        session, outcomes = step(self._session, command)
        if self._recorder is None:
            keep_tags(self._roster_path, outcomes)
        else:
            self._recorder.record(session, outcomes)
        self._session = session
