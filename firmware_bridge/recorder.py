"""What the session brings about, made durable before anybody is shown it; and the session of the last game, resumed."""

import time
from collections import Counter, deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path

from engine.era.game import RULES_VERSION
from engine.era.state import Phase
from engine.errors import GameError, UnknownEdition

from .errors import JournalError, PlaceError, RosterError
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
    TagOutcome,
    TrackMoved,
)
from .history import GAME_KINDS, given_up, in_parts, newest_snapshot, whole
from .journal import PROGRAM_VERSION, Entry, Header, Journal, Recorded
from .roster import Roster
from .roster_file import change_tags
from .session import Session
from .snapshot import read_snapshot, write_snapshot

Kept = MoveMade | MoveTakenBack | TableAccepted | GameEnded | GamePaused | SeatChanged | TrackMoved | TagOutcome
"""What the journal keeps as an entry of the game that goes on."""

SAVE_S = 1.0
"""How often a disk that took nothing is asked again."""

SCORES_S = 900.0
"""For so long a finished game comes back after a restart: who lost power at its last move must still see the scores."""

ANEW = "anew"
"""What an entry of the kind "seat" says where somebody else plays the seat from then on."""
STANDS = "it goes on from where it stands, and nothing before that can be taken back"


@dataclass(frozen=True, slots=True)
class Resumed:
    """The game that goes on. begun: Unix time in seconds; note: in words, if it was begun under other rules."""

    session: Session
    begun: float
    note: str = ""


class Recorder:
    """Writes what must not be lost to the journal and the roster's file, and returns when it is on the disk.

    What the disk does not take waits in memory, in its order, and the game goes on (architecture: losing a wire is an
    event): `save` tries again. trouble: in words why something waits, empty if nothing does. games: how many games were
    begun or gone on with since the start; anew: how often each seat was handed over since then, or in the last of them.
    """

    def __init__(self, journal: Journal, roster_path: Path, wall: Callable[[], float] = time.time) -> None:
        self._journal = journal
        self._roster_path = roster_path
        self._wall = wall
        self._waiting: deque[Callable[[], object]] = deque()
        self.trouble = ""
        self.games = 0
        self.anew: Counter[str] = Counter()

    @property
    def waiting(self) -> int:
        """How many writes wait for the disk."""
        return len(self._waiting)

    def record(self, session: Session, outcomes: Sequence[Outcome]) -> None:
        """Keep what came of one event; `session` is the one after it."""
        entries: list[Entry] = []
        header: Header | None = None
        for outcome in outcomes:
            match outcome:
                case GameBegun(game=game):
                    header = self._header(replace(session, game=game))
                    self._count_game()
                case ProblemFound() | ProblemMended():
                    pass  # problems come again by themselves
                case _:
                    entries.append(self._entry(outcome, session))
        if any(isinstance(outcome, TagOutcome) for outcome in outcomes):
            self._waiting.append(partial(keep_tags, self._roster_path, outcomes))
        if entries:
            # Entries of one event are kept together or not at all, so the state after all of them serves each.
            entries[-1] = replace(entries[-1], snapshot=write_snapshot(session, outcomes[-1].at))
        if header is not None:
            self._waiting.append(partial(self._journal.begin, header, entries))
        elif entries:
            self._waiting.append(partial(self._journal.append, entries))
        if self._waiting:
            self.save()

    def go_on(self, session: Session, number: int) -> None:
        """Keep that the game of that number goes on, as the session has it."""
        self._waiting.append(partial(self._journal.begin, self._header(session, number)))
        self._count_game()
        self.save()

    def _count_game(self) -> None:
        self.games += 1
        self.anew.clear()

    def save(self) -> None:
        """Write what waits, in its order, as far as the disk takes it."""
        try:
            while self._waiting:
                self._waiting[0]()
                self._waiting.popleft()
        except (JournalError, PlaceError, RosterError) as error:
            self.trouble = str(error)
        else:
            self.trouble = ""

    def tidy(self) -> None:
        """What costs the disk a while, for when nobody waits; a disk that does not take it is asked again later."""
        with suppress(JournalError):
            self._journal.tidy()

    def _header(self, session: Session, of: int | None = None) -> Header:
        game = session.game
        return Header(
            players=game.players,
            start=game.start_player,
            depth=game.depth,
            rules=RULES_VERSION,
            program=PROGRAM_VERSION,
            begun=self._wall(),
            snapshot=write_snapshot(session, of=of),
        )

    def _entry(self, outcome: Kept, session: Session) -> Entry:
        at = self._wall()
        match outcome:
            case TableAccepted(game=game):  # no move leads there
                return Entry("accept", None, "", write_snapshot(replace(session, game=game)), at)
            case Enrolled(tag=tag, player=player):
                return Entry("enrol", player, tag, "", at)
            case Replaced(old=old, new=new, player=player):
                return Entry("replace", player, f"{old} {new}", "", at)
            case Forgotten(tag=tag, player=player):
                return Entry("forget", player, tag, "", at)
            case MoveMade(player=player, move=move):
                return Entry("move", player, str(move), "", at)
            case MoveTakenBack(player=player, move=move):
                return Entry("take-back", player, str(move), "", at)
            case SeatChanged(player=player, away=away, anew=anew):
                self.anew[player] += anew
                return Entry("seat", player, "away" if away else ANEW if anew else "back", "", at)
            case TrackMoved(player=player, track=track, after=space):
                return Entry("track", player, f"{track} {space}", "", at)
            case GamePaused(on=on):
                return Entry("pause", None, "on" if on else "off", "", at)
            case GameEnded():
                return Entry("end", None, "", "", at)


class Saver:
    """The worker that tries to save again what waits, and says once that it waits, and once that it waits no more; and
    keeps the journal tidy."""

    def __init__(self, recorder: Recorder, tell: Callable[[str], None]) -> None:
        self._recorder = recorder
        self._tell = tell
        self._told = False

    def step(self, now: float) -> float:
        """Save; when to look again (s)."""
        if self._recorder.waiting:
            self._recorder.save()
        else:
            self._recorder.tidy()
        if bool(self._recorder.waiting) != self._told:
            self._told = not self._told
            self._tell(self._recorder.trouble)
        return now + SAVE_S


def keep_tags(roster_path: Path, outcomes: Sequence[Outcome]) -> None:
    """Write what becomes of tags to the roster's file; raises as `roster_file.change_tags`."""
    enrol: dict[str, str] = {}
    forget: list[str] = []
    for outcome in outcomes:
        match outcome:
            case Enrolled(tag=tag, player=player):
                enrol[tag] = player
            case Replaced(old=old, new=new, player=player):
                enrol[new] = player
                forget.append(old)
            case Forgotten(tag=tag):
                forget.append(tag)
    if enrol or forget:
        change_tags(roster_path, enrol, forget)


def _as_said(moment: float) -> str:
    """A moment (Unix time, s) in the table's local time; with the day, unless that was today."""
    then = datetime.fromtimestamp(moment).astimezone()
    return f"{then:%H:%M}" if then.date() == datetime.now().date() else f"{then:%d.%m. %H:%M}"


def resume(
    journal: Journal, roster: Roster, path: Path, wall: Callable[[], float] = time.time
) -> Resumed | None:
    """The last game, unless it was given up, or over for longer than `SCORES_S`; None if there is none. JournalError
    names the file (`path`). wall: Unix time in seconds; that a clock stood still without power does no harm."""
    recorded = journal.last()
    if recorded is None:
        return None
    resumed = _resumed(journal, recorded, roster, path)
    newest = recorded.entries[-1].at if recorded.entries else recorded.header.begun
    over = resumed.session.game.phase is Phase.OVER and wall() - newest > SCORES_S
    return None if over or given_up(newest_snapshot(recorded)) else resumed


def resume_game(journal: Journal, number: int, roster: Roster, path: Path) -> Resumed:
    """The game of that number, be it given up. JournalError where there is none, it is over, or it can't be read."""
    recorded = journal.game(number)
    if recorded is None:
        raise JournalError(f"the journal {path} has no game {number}: `era-table games` lists those that it has")
    resumed = _resumed(journal, recorded, roster, path)
    if resumed.session.game.phase is Phase.OVER:
        raise JournalError(f"game {number} is over: `era-table export {number}` has its scores")
    return resumed


def _resumed(journal: Journal, recorded: Recorded, roster: Roster, path: Path) -> Resumed:
    try:
        session = read_snapshot(newest_snapshot(recorded), roster)
    except UnknownEdition as error:
        raise JournalError(
            f"{path}: game {recorded.number}: {error}. Name that edition's file in table.toml, as "
            '[game] edition = "FILE", or start with another --state folder'
        ) from error
    except GameError as error:
        raise JournalError(
            f"{path}: game {recorded.number} can't be read ({error}). Keep the file, and start with another "
            "--state folder"
        ) from error
    header, note = recorded.header, ""
    if header.rules != RULES_VERSION:  # and nothing is taken back: that would lead to a state of the other rules
        note = (
            f"begun under rules {header.rules} (program {header.program}); "
            f"it goes on from where it stands under rules {RULES_VERSION}"
        )
    else:
        try:
            all_of_it = whole(journal, recorded)
            header = all_of_it.header
            game, (*before, past) = in_parts(all_of_it)
        except (GameError, ValueError) as error:
            note = f"recorded with a move that can't be made again ({error}); {STANDS}"
        else:
            if game != session.game:
                note = f"recorded with moves that lead elsewhere; {STANDS}"
            else:
                # Only what was done since it went on: that an older last token does not lie there takes no move back.
                last = [entry.kind for entry in recorded.entries if entry.kind in GAME_KINDS][-1:]
                earlier = tuple(made for part in before for made in part)
                session = replace(session, past=past, earlier=earlier, just_moved=last == ["move"])
    return Resumed(replace(session, begun=_as_said(header.begun)), header.begun, note)
