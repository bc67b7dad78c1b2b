"""Pages about the people at the table: what each has, who is away, who takes over a seat, how long each has thought."""

from dataclasses import dataclass

from ..clocks import clock_text
from ..happenings import Away, HandOver, ShowClocks
from ..panels import Panel, stock
from ..texts import say
from .dialogue import Item, Scene, menu


@dataclass(frozen=True, slots=True)
class Stocks:
    """What each player has, one a page; it opens at the player, or without one at who is in turn."""

    player: str | None = None

    def items(self, scene: Scene) -> tuple[Item, ...]:
        """See `dialogue.Page`."""
        game = scene.session.game
        return tuple(Item(say("choice.thing", what=player)) for player in game.players if game.holdings)

    def panel(self, scene: Scene, cursor: int) -> Panel | None:
        """See `dialogue.Page`."""
        return stock(scene.session.game, scene.session.game.players[cursor])

    def first(self, scene: Scene) -> int:
        """See `dialogue.Page`."""
        game = scene.session.game
        return game.players.index(self.player) if self.player in game.players else game.seat_in_turn or 0


@dataclass(frozen=True, slots=True)
class Seats:
    """Whose seat it is about."""

    def items(self, scene: Scene) -> tuple[Item, ...]:
        """See `dialogue.Page`."""
        away = scene.session.away
        return tuple(
            Item(say("seat.is-away" if player in away else "choice.thing", what=player), opens=Seat(player))
            for player in scene.session.game.players
        )

    def panel(self, scene: Scene, cursor: int) -> Panel | None:
        """See `dialogue.Page`."""
        return menu(say("main.seats"), self.items(scene), cursor)

    def first(self, scene: Scene) -> int:
        """The player in turn: who is waited for in vain is meant most often."""
        return scene.session.game.seat_in_turn or 0


@dataclass(frozen=True, slots=True)
class Seat:
    """Whoever plays it leaves for a while, is back, or makes room for somebody else, who sees what the seat has."""

    player: str

    def items(self, scene: Scene) -> tuple[Item, ...]:
        """See `dialogue.Page`."""
        game = scene.session.game
        if self.player not in game.players:
            return ()
        away = self.player in scene.session.away
        looks = Stocks(self.player) if game.holdings else None
        return (
            Item(say("seat.back" if away else "seat.away"), does=Away(self.player, not away, 0.0)),
            Item(say("seat.anew"), does=HandOver(self.player, 0.0), opens=looks),
        )

    def panel(self, scene: Scene, cursor: int) -> Panel | None:
        """See `dialogue.Page`."""
        return menu(say("seat.who", player=self.player), self.items(scene), cursor)

    def first(self, scene: Scene) -> int:
        """The top."""
        return 0


@dataclass(frozen=True, slots=True)
class ClockPage:
    """How long each player has thought, and whether that is to be seen all the time."""

    def items(self, scene: Scene) -> tuple[Item, ...]:
        """See `dialogue.Page`."""
        clocks = scene.session.clocks
        spent = clocks.read(scene.now)
        shown = say("clocks.off" if clocks.shown else "clocks.on")
        return (
            Item(shown, does=ShowClocks(not clocks.shown, 0.0)),
            *(
                Item(say("clocks.of", player=player, clock=clock_text(spent.get(player, 0.0))))
                for player in scene.session.game.players
            ),
        )

    def panel(self, scene: Scene, cursor: int) -> Panel | None:
        """See `dialogue.Page`."""
        return menu(say("main.clocks"), self.items(scene), cursor)

    def first(self, scene: Scene) -> int:
        """The top."""
        return 0
