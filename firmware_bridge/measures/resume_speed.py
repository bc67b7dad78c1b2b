"""What it costs to keep a game and to go on with it: bytes written for each move, processor time of a resume."""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from engine.era.components import COLOURS
from engine.era.game import apply, legal_moves, new_game
from engine.era.moves import Move, Place as PlaceMove, Resolve
from engine.era.shuffle import draw, seeded
from engine.era.simulate import eager
from engine.era.state import Phase
from hardware.readers.reading import TableKnown, TokenLaid, TokenLifted

from ..happenings import Begin, Event, Play, Tick
from ..journal import Journal
from ..journal_file import log_of
from ..recorder import Recorder, resume
from ..reducer import LONGEST_S, step
from ..roster import Place, Roster
from ..session import Session
from ..simulation.people import PLACES, tokens_of

PLAYERS: Final = COLOURS
SEED: Final = 1
RUNS: Final = 8
_TOKENS: Final = tokens_of(PLAYERS, 2)  # SETUP-1: two each where five play


@dataclass(frozen=True, slots=True)
class ResumeSpeed:
    """A game of `players` players in depth "full", whole but for its last move, and what it cost.

    moves: those that people made; entries: what the journal has of the game; journal_bytes: its file, closed.
    log_bytes_mean, log_bytes_worst: written to the log for a move and all that came of it. resume_ms: from the opening
    of the file to the session that goes on, with all checks, processor time of the fastest of several runs.
    """

    players: int
    moves: int
    entries: int
    journal_bytes: int
    log_bytes_mean: float
    log_bytes_worst: int
    resume_ms: float

    def values(self) -> dict[str, Any]:
        """The figures as values of JSON."""
        return {
            "players": self.players,
            "moves": self.moves,
            "entries": self.entries,
            "journal_bytes": self.journal_bytes,
            "log_bytes": {"mean": round(self.log_bytes_mean), "worst": self.log_bytes_worst},
            "resume_ms": round(self.resume_ms, 2),
        }

    def words(self) -> str:
        """The figures for people."""
        return "\n".join([
            f'A whole game of {self.players} players, depth "full": {self.moves} moves, {self.entries} entries.',
            "",
            f"written for a move    {self.log_bytes_mean:>9.0f} bytes on average, {self.log_bytes_worst} at most",
            f"the journal's file    {self.journal_bytes:>9} bytes",
            f"the game goes on in   {self.resume_ms:>9.2f} ms of processor time",
        ])


def measure_resume(runs: int = RUNS) -> ResumeSpeed:
    """Play a game, keep it, and go on with it so often; the fastest counts, since other work only ever adds."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "games.journal"
        written: list[int] = []
        with Journal.open(path) as journal:
            game = RecordedGame(Recorder(journal, Path(folder) / "roster.toml"))

            def measured() -> int:
                log = log_of(path)
                return log.stat().st_size if log.exists() else 0

            before = measured()
            for _ in game.moves():
                after = measured()
                written.append(after - before)
                before = after
        taken, entries = [], 0
        for _ in range(runs):
            since = time.process_time()
            with Journal.open(path) as journal:
                resumed = resume(journal, game.session.roster, path)
                taken.append(time.process_time() - since)
                last = journal.last()
            assert resumed is not None  # its last move is still to be made
            assert resumed.session.past == game.session.past
            assert last is not None
            entries = len(last.entries)
        return ResumeSpeed(
            players=len(PLAYERS),
            moves=len(written) - 1,
            entries=entries,
            journal_bytes=path.stat().st_size,
            log_bytes_mean=sum(written) / len(written),
            log_bytes_worst=max(written),
            resume_ms=1e3 * min(taken),
        )


class RecordedGame:
    """Eager players at a table that is recorded: tokens are laid and lifted on its pads, the rest is chosen.

    tokens: the UIDs of each player's; seed: of the cards and the decisions.
    """

    def __init__(
        self,
        recorder: Recorder,
        seed: int = SEED,
        players: Sequence[str] = PLAYERS,
        tokens: Mapping[str, Sequence[bytes]] = _TOKENS,
    ) -> None:
        self._recorder = recorder
        self._seed = seed
        self._tokens = tokens
        tags = [(uid.hex(), player) for player, uids in tokens.items() for uid in uids]
        self.session = Session(Roster.of(tags, PLACES), new_game(players, 0, "full", seed=seed))
        self._where: dict[tuple[str, str], tuple[str, int]] = {}
        self._now = 0.0

    def begin(self) -> None:
        """The game begins, and its first cards come."""
        self._tell(TableKnown(self._now))
        self._tell(Begin(self.session.game, self._now, self._seed))

    def moves(self) -> Iterator[Move | None]:
        """Play the game up to its last move, which stays to be made; each move once it is kept, first None for the
        beginning."""
        self.begin()
        yield None
        chance = seeded(self._seed)
        while True:
            chance, number = draw(chance)
            move = eager(legal_moves(self.session.game), number)
            if apply(self.session.game, move)[0].phase is Phase.OVER:
                return
            self.make(move)
            yield move

    def lying(self) -> dict[str, int]:
        """The tags that lie on the table, in hex, by their reader."""
        return dict(self._where.values())

    def make(self, move: Move) -> None:
        """Whoever is in turn makes the move, and it is kept."""
        player = self.session.game.in_turn
        assert player is not None  # the table deals by itself
        match move:
            case PlaceMove(area=area):
                used = self.lying()
                tag = next(uid.hex() for uid in self._tokens[player] if uid.hex() not in used)
                reader = next(
                    number
                    for number, place in enumerate(PLACES)
                    if Place.parse(place).area == area and number not in used.values()
                )
                self._where[player, area] = tag, reader
                self._tell(TokenLaid(tag, reader, self._now))
            case Resolve(area=area):
                tag, reader = self._where.pop((player, area))
                self._tell(TokenLifted(tag, reader, self._now))
            case _:
                self._tell(Play(move, self._now))
        self._now += LONGEST_S
        self._tell(Tick(self._now))

    def _tell(self, event: Event) -> None:
        self.session, outcomes = step(self.session, event)
        self._recorder.record(self.session, outcomes)
