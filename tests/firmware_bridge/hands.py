"""Tables for tests without wires: a session, and tokens laid and lifted by name."""

from dataclasses import dataclass, field

from engine.era.components import AREAS
from engine.era.game import new_game
from engine.era.state import State
from firmware_bridge.happenings import Event, MoveMade, MoveTakenBack, Outcome, Tick
from firmware_bridge.reducer import SETTLING_S, step
from firmware_bridge.referee import Problem
from firmware_bridge.roster import Roster
from firmware_bridge.session import Session
from hardware.readers.reading import ReaderBack, ReaderLost, TableKnown, TokenLaid, TokenLifted

PLACES = tuple(f"{area}:{space}" for area in AREAS for space in (1, 2))
COLOURS = ("yellow", "green", "brown", "orange")


def tag(player: str, number: int) -> str:
    """The UID of the player's token, the first being number 1; the one of `nobody` is enrolled for nobody."""
    return f"{(*COLOURS, 'nobody', 'purple').index(player):02x}0000{number:02x}"


@dataclass
class Hands:
    """People at a table of four (yellow begins); places are written `build:1`."""

    players: tuple[str, ...] = COLOURS
    start: str = "yellow"
    now: float = 100.0
    outcomes: list[Outcome] = field(default_factory=list)

    def __post_init__(self) -> None:
        tags = [(tag(player, number), player) for player in (*COLOURS, "purple") for number in (1, 2, 3)]
        self.session = Session(Roster.of(tags, PLACES), new_game(self.players, self.start))
        self.told(TableKnown(self.now))

    @property
    def game(self) -> State:
        return self.session.game

    @property
    def problems(self) -> list[Problem]:
        return list(self.session.problems)

    @property
    def moves(self) -> list[str]:
        """What came of it so far: `yellow place build`; a move taken back has `-` before it."""
        return [
            f"{'-' if isinstance(outcome, MoveTakenBack) else ''}{outcome.player} {outcome.move}"
            for outcome in self.outcomes
            if isinstance(outcome, MoveMade | MoveTakenBack)
        ]

    def told(self, event: Event) -> None:
        self.session, outcomes = step(self.session, event)
        self.outcomes += outcomes

    def settle(self) -> None:
        """The table lies still long enough to be judged."""
        self.now += SETTLING_S
        self.told(Tick(self.now))

    def down(self, player: str, number: int, place: str) -> None:
        """A token goes down, and the table is not yet still."""
        self.told(TokenLaid(tag(player, number), PLACES.index(place), self.now))

    def up(self, player: str, number: int) -> None:
        """A token goes up, and the table is not yet still."""
        reader = dict(self.session.table.lying)[tag(player, number)]
        self.told(TokenLifted(tag(player, number), reader, self.now))

    def lay(self, player: str, number: int, place: str) -> None:
        self.down(player, number, place)
        self.settle()

    def lift(self, player: str, number: int) -> None:
        self.up(player, number)
        self.settle()

    def lose(self, place: str) -> None:
        self.told(ReaderLost(PLACES.index(place), "nothing answers", self.now))
        self.settle()

    def find(self, place: str) -> None:
        self.told(ReaderBack(PLACES.index(place), self.now))
        self.settle()
