"""A new game at the table (table talk, T22): one question after the other, each with what was played last as its first
answer, so that the same again is a row of ok."""

from dataclasses import dataclass, replace

from engine.era.components import COLOURS, SETUPS
from engine.era.game import DEPTHS, new_game
from engine.era.setup import DEALINGS

from ..happenings import Begin
from ..panels import Panel
from ..texts import Message, say
from .dialogue import Item, Scene, menu


@dataclass(frozen=True, slots=True)
class NewGame:
    """What has been answered so far; the first that has not is asked for.

    players: in order of seats, clockwise, as far as they are known. proposed: who may be the start player, since that
    player's token woke the table.
    """

    count: int | None = None
    players: tuple[str, ...] = ()
    start: str | None = None
    depth: str | None = None
    dealing: str | None = None
    proposed: str | None = None

    def items(self, scene: Scene) -> tuple[Item, ...]:
        """See `dialogue.Page`."""
        if self.count is None:
            return tuple(Item(say("number", n=count), opens=replace(self, count=count)) for count in sorted(SETUPS))
        if len(self.players) < self.count:
            free = [colour for colour in COLOURS if colour not in self.players]
            return tuple(
                Item(_word(colour), opens=replace(self, players=(*self.players, colour))) for colour in free
            )
        if self.start is None:
            return tuple(Item(_word(player), opens=replace(self, start=player)) for player in self.players)
        if self.depth is None:
            return tuple(Item(say(f"new.depth-{depth}"), opens=self._with_depth(depth)) for depth in DEPTHS)
        if self.dealing is None:
            return tuple(
                Item(say(f"new.dealing-{dealing}"), opens=replace(self, dealing=dealing)) for dealing in DEALINGS
            )
        game = new_game(self.players, self.start, self.depth, scene.edition, scene.seed, self.dealing)
        return (Item(say("new.begin"), does=Begin(game, 0.0, scene.seed)), Item(say("answer.no")))

    def _with_depth(self, depth: str) -> "NewGame":
        # Where the players handle the cards, how the engine would deal them is no question.
        return replace(self, depth=depth, dealing=None if depth == "full" else DEALINGS[0])

    def panel(self, scene: Scene, cursor: int) -> Panel | None:
        """See `dialogue.Page`."""
        asks_start = len(self.players) == self.count and self.start is None
        return menu(self._question(), self.items(scene), cursor, say("new.lay") if asks_start else None)

    def _question(self) -> Message:
        if self.count is None:
            return say("new.players")
        if len(self.players) < self.count:
            return say("new.seat", n=len(self.players) + 1, of=self.count)
        if self.start is None:
            return say("new.who-starts")
        if self.depth is None:
            return say("new.depth")
        if self.dealing is None:
            return say("new.dealing")
        return say("new.ready", n=self.count, player=self.start)

    def first(self, scene: Scene) -> int:
        """The line of what was played last."""
        game = scene.session.game
        if self.count is None:
            return sorted(SETUPS).index(len(game.players))
        if len(self.players) < self.count:
            free = [colour for colour in COLOURS if colour not in self.players]
            wanted = [player for player in game.players[len(self.players) :] if player in free]
            return free.index(wanted[0]) if wanted else 0
        if self.start is None:
            return self.players.index(self.proposed) if self.proposed in self.players else 0
        if self.depth is None:
            return DEPTHS.index(game.depth)
        if self.dealing is None:
            return DEALINGS.index(game.dealing) if game.dealing else 0
        return 0

    def with_token(self, player: str) -> "NewGame | None":
        """The page after a token of the player was laid while the start player was asked for."""
        asked = self.count is not None and len(self.players) == self.count and self.start is None
        return replace(self, start=player) if asked and player in self.players else None


def _word(player: str) -> Message:
    return say("choice.thing", what=player)
