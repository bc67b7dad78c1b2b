"""The games of a journal, a line each: when, who, how far they came, who won."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engine.era.scoring import Score, scores, winners
from engine.era.state import Phase, State
from engine.errors import GameError

from .history import game_of, given_up, goes_on_from
from .journal import Header, Journal


@dataclass(frozen=True, slots=True)
class Listed:
    """A game of the list.

    state: as it was left, None where it can't be read, for the reason `fault`; given_up: whether people ended it; of:
    the game that it goes on with; went_on_as: the game that goes on with it.
    """

    number: int
    header: Header
    state: State | None
    fault: str = ""
    given_up: bool = False
    of: int | None = None
    went_on_as: int | None = None

    @property
    def over(self) -> bool:
        """Whether it was played to its end."""
        return self.state is not None and self.state.phase is Phase.OVER

    @property
    def scores(self) -> tuple[Score, ...]:
        """The final scores; none before the end, nor in depth "referee", where the players count by themselves."""
        return scores(self.state) if self.state is not None and self.over and self.state.depth == "full" else ()


def listed(journal: Journal) -> list[Listed]:
    """All games, the newest last. Raises JournalError where the journal is damaged."""
    headers = journal.games()
    of = {number: _of(header) for number, header in headers}
    went_on_as = {before: number for number, before in of.items() if before is not None}
    games = []
    for number, header in headers:
        newest = journal.newest_entry(number)
        snapshot = header.snapshot if newest is None else newest.snapshot
        state, ended, fault = None, False, ""
        try:
            state, ended = game_of(snapshot), given_up(snapshot)
        except GameError as error:
            fault = str(error)
        games.append(Listed(number, header, state, fault, ended, of[number], went_on_as.get(number)))
    return games


def _of(header: Header) -> int | None:
    try:
        return goes_on_from(header.snapshot)
    except GameError:
        return None


def as_entry(game: Listed) -> dict[str, Any]:
    """The game as values of JSON; begun: Unix time in seconds."""
    state, counted = game.state, game.scores
    return {
        "number": game.number,
        "begun": game.header.begun,
        "players": list(game.header.players),
        "depth": game.header.depth,
        "round": None if state is None else state.round,
        "rounds": None if state is None else state.rounds,
        "over": game.over,
        "given_up": game.given_up,
        "of": game.of,
        "went_on_as": game.went_on_as,
        "scores": {score.player: score.total for score in counted},
        "winners": list(winners(counted)) if counted else [],
        "fault": game.fault,
    }


def as_line(game: Listed) -> str:
    """The game as a line for people."""
    begun = datetime.fromtimestamp(game.header.begun).astimezone()
    players = " ".join(game.header.players)
    return f"{game.number:>4}  {begun:%Y-%m-%d %H:%M}  {game.header.depth:<8}  {players:<33}  {_how_far(game)}"


def _how_far(game: Listed) -> str:
    if game.state is None:
        return f"can't be read: {game.fault}"
    counted = game.scores
    if counted:
        won = winners(counted)
        best = max(score.total for score in counted)
        return f"won by {' and '.join(won)} with {best} points"
    if game.over:
        return f"played to its end, {game.state.rounds} rounds"
    where = f"round {game.state.round} of {game.state.rounds}"
    if game.went_on_as is not None:
        return f"{where}, went on as game {game.went_on_as}"
    return f"given up in {where}" if game.given_up else where
