"""A game of eager players, kept in a journal as far as wanted, so that a service goes on with it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.era.game import apply, legal_moves, new_game
from engine.era.moves import Move, Place as PlaceMove, Resolve
from engine.era.shuffle import draw, seeded
from engine.era.simulate import eager
from engine.era.state import Phase, State
from firmware_bridge.happenings import Begin, Event, Play, Tick
from firmware_bridge.journal import Journal
from firmware_bridge.people import PLACES
from firmware_bridge.places import Places
from firmware_bridge.recorder import Recorder
from firmware_bridge.reducer import LONGEST_S, step
from firmware_bridge.roster import Place, Roster
from firmware_bridge.session import Session
from firmware_bridge.simulated import ALL_TOKENS
from hardware.readers.reading import TableKnown, TokenLaid, TokenLifted

PLAYERS: Final = ("yellow", "green", "brown")
SEED: Final = 8
"""Of the cards and of the decisions: a game in which each kind of action is carried out."""

CHANCE: Final = (Phase.SETTING_UP, Phase.DEALING)
"""Phases in which the table itself deals (dealing "virtual")."""


def begun() -> State:
    """The game at its beginning, before its first cards are dealt."""
    return new_game(PLAYERS, PLAYERS[0], "full", seed=SEED, dealing="virtual")


def decisions() -> Iterator[tuple[State, Move, State]]:
    """What eager players decide, one after another, to the end of the game: the state before it, the move, and the
    state after it and all that is dealt then."""
    chance, before, move, state = seeded(SEED), begun(), None, begun()
    while menu := legal_moves(state):
        if state.phase in CHANCE:
            state, _ = apply(state, menu[0])
            continue
        if move is not None:
            yield before, move, state
        chance, number = draw(chance)
        before, move = state, eager(menu, number)
        state, _ = apply(state, move)
    if move is not None:
        yield before, move, state


@dataclass(frozen=True, slots=True)
class Kept:
    """state: of the game that was kept; lying: the tags that lie on the table then, in hex, by their reader."""

    state: State
    lying: dict[str, int]


def begun_only(game: State) -> bool:
    """Whether the first player is to lay the first token."""
    return game.phase is Phase.PLACING


def keep(folder: Path, enough: Callable[[State], bool]) -> Kept:
    """Write a journal into the folder of a table's state: the game until `enough` of it was played. The players' tokens
    are those of simulated tables."""
    places = Places(folder, folder)
    places.make()
    with Journal.open(places.journal) as journal:
        game = _Played(Recorder(journal, places.roster))
        for before, move, _ in decisions():
            if enough(before):
                break
            game.make(move)
        return Kept(game.session.game, game.lying())


class _Played:
    """A game at a table that is recorded: tokens are laid and lifted on its pads, the rest is chosen."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        tags = [(uid.hex(), player) for player, uids in ALL_TOKENS.items() for uid in uids]
        self.session = Session(Roster.of(tags, PLACES), begun(), seed=SEED)
        self._where: dict[tuple[str, str], tuple[str, int]] = {}
        self._now = 0.0
        self._tell(TableKnown(self._now))
        self._tell(Begin(self.session.game, self._now, SEED))

    def lying(self) -> dict[str, int]:
        return dict(self._where.values())

    def make(self, move: Move) -> None:
        player = self.session.game.in_turn
        assert player is not None  # the table deals by itself
        match move:
            case PlaceMove(area=area):
                used = self.lying()
                tag = next(uid.hex() for uid in ALL_TOKENS[player] if uid.hex() not in used)
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
