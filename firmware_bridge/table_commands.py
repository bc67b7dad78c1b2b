"""What the control socket's commands do at a running table: an event of its session each, or a look at its parts."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.era.components import COLOURS, Edition
from engine.era.game import DEPTHS, new_game
from engine.era.setup import DEALINGS
from engine.era.state import Phase
from hardware.clock import Clock
from hardware.readers.scanner import Scanner
from hardware.serial_port import PortEvent

from .config import TableConfig
from .doctor.finding import Finding, as_values
from .doctor.service import begin_margins, service_findings
from .errors import TableError
from .happenings import Accept, Begin, Enrol, Forget, Replace, TakeBack, Tick
from .journal import Journal
from .reader_trouble import ReaderTrouble
from .recorder import Recorder, Resumed, resume_game
from .recording.recent import MOST_ANSWERED, RememberingPresence
from .recording.tap import Tap
from .service import SessionWorker
from .session import gone_on
from .table_state import table_state
from .telling import known_tags
from .texts import languages

COMMANDS = (
    "state, take-back, accept, new (players, start, depth, dealing), resume (number), tags, enrol (tag, player), "
    "replace (old, new), forget (tags), language (language), record (start: file, or stop), doctor (measure), "
    "recent (reads, count)"
)


@dataclass(slots=True)
class TableParts:
    """What a running table is made of, as far as commands reach it; all of it is used in the table's own thread.

    ports: the last that was heard of each serial port, by its section of the file; tell: what a person at the table
    should know; speak: shows everything in another language; new_seed: of the cards of a new game; edition: the
    owner's numbers for new games. resumed, note: whether the game that is played is one of before, and what the journal
    says of that. simulated: a simulated table, whose config stands in no file.
    """

    config: TableConfig
    clock: Clock
    worker: SessionWorker
    journal: Journal
    journal_path: Path
    recorder: Recorder
    tap: Tap
    presence: RememberingPresence
    scanner: Scanner
    trouble: ReaderTrouble
    speak: Callable[[str], None]
    on_resume: Callable[[Resumed], None]
    new_seed: Callable[[], int]
    edition: Edition | None = None
    ports: Mapping[str, PortEvent] = field(default_factory=dict)
    resumed: bool = False
    note: str = ""
    simulated: bool = False


def handle(table: TableParts, request: dict[str, Any]) -> dict[str, Any]:
    """Do what a command asks for, in the table's thread; what to answer, as values of JSON.

    Raises errors of ours for what is no command, and where the table or the rules refuse it.
    """
    now = table.clock.now()
    worker = table.worker
    match request:
        case {"command": "state"}:
            pass
        case {"command": "take-back"}:
            worker.take(TakeBack(now))
        case {"command": "accept"}:
            worker.take(Accept(now))
        case {"command": "new", "players": [*players], "start": str(start), **wanted}:
            worker.take(_begin(table, players, start, wanted, now))
        case {"command": "resume", "number": int(number)}:
            go_on(table, number, now)
        case {"command": "enrol", "tag": str(tag), "player": player}:
            worker.take(Enrol(tag.lower(), _colour(player), now))
        case {"command": "language", **wanted}:
            if "language" in wanted:
                table.speak(str(wanted["language"]))
            return {"language": worker.language, "languages": list(languages())}
        case {"command": "record", **wanted}:
            return _record(table, wanted)
        case {"command": "tags"}:
            return known_tags(worker.session) | {"simulated": table.simulated}
        case {"command": "doctor", **wanted}:
            if wanted.get("measure") is True:
                begin_margins(table.presence, table.scanner)
            measuring = not table.scanner.margins.done
            told = {"process": os.getpid(), "simulated": table.simulated, "measuring": measuring}
            return told | {"findings": as_values(findings(table))}
        case {"command": "recent", **wanted}:
            return _recent(table, wanted, now)
        case {"command": "replace", "old": str(old), "new": str(new)}:
            worker.take(Replace(old.lower(), new.lower(), now))
        case {"command": "forget", "tags": [*tags]}:
            worker.take(Forget(tuple(dict.fromkeys(str(tag).lower() for tag in tags)), now))
        case _:
            raise TableError(f"{request.get('command')!r} is no command, or lacks something: there are {COMMANDS}")
    return state(table)


def state(table: TableParts) -> dict[str, Any]:
    """What may be said of the table, as values of JSON."""
    own = {"resumed": table.resumed, "note": table.note, "readers": table.trouble.values()}
    return table_state(table.worker.session) | own


def go_on(table: TableParts, number: int, now: float) -> None:
    """Play the game of that number from where it stood, on the table as it lies."""
    session = table.worker.session
    if table.recorder.waiting:
        raise TableError(f"the game that is played is not saved yet ({table.recorder.trouble}): resume when it is")
    playing = not session.idle and session.game.phase is not Phase.OVER
    if playing and number == table.journal.newest_number():
        raise TableError(f"game {number} is the one that is played")
    resumed = resume_game(table.journal, number, session.roster, table.journal_path)
    table.recorder.go_on(resumed.session, number)
    table.tap.stop("another game was resumed")
    table.worker.session = gone_on(resumed.session, session, now)
    table.resumed, table.note = True, resumed.note
    table.on_resume(resumed)
    table.worker.take(Tick(now))
    table.worker.redraw()


def findings(table: TableParts) -> list[Finding]:
    """What the doctor is told by the service about the parts that it holds."""
    places = table.worker.session.roster.places
    return service_findings(table.config, places, table.presence, table.scanner, table.ports)


def _begin(table: TableParts, players: list[Any], start: str, wanted: dict[str, Any], now: float) -> Begin:
    """A new game. Raises TableError for a colour, depth or dealing that is none, and what `new_game` raises."""
    depth, dealing = wanted.get("depth", DEPTHS[0]), wanted.get("dealing", DEALINGS[0])
    for name, value, allowed in (("depth", depth, DEPTHS), ("dealing", dealing, DEALINGS)):
        if value not in allowed:
            raise TableError(f"{value!r} is no {name}: there are {', '.join(allowed)}")
    colours = [_colour(player) for player in players]
    seed = table.new_seed()
    return Begin(new_game(colours, start, depth, table.edition, seed, dealing), now, seed)


def _recent(table: TableParts, wanted: dict[str, Any], now: float) -> dict[str, Any]:
    """What the readers have said of late, all of them or the one that `reads` such a place."""
    places = table.worker.session.roster.places
    names = [str(place) for place in places]
    reads, count = wanted.get("reads"), wanted.get("count", MOST_ANSWERED)
    if (reads is not None and reads not in names) or not isinstance(count, int):
        raise TableError(f"recent takes count, a number, and reads, one of {', '.join(names)}")
    with table.presence.lock:
        return table.presence.recent.values(places, now, None if reads is None else names.index(reads), count)


def _record(table: TableParts, wanted: dict[str, Any]) -> dict[str, Any]:
    """Begin or end a recording, or say whether there is one."""
    match wanted:
        case {"start": str(file)}:
            table.tap.start(Path(file))
        case {"stop": True}:
            table.tap.stop()
    return table.tap.values()


def _colour(player: object) -> str:
    if not isinstance(player, str) or player not in COLOURS:
        raise TableError(f"{player!r} is no player; the colours are {', '.join(COLOURS)}")
    return player
