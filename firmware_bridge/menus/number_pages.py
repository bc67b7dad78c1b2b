"""Pages that set a number by hand: where table and record differ, and in depth "referee" the tracks people keep."""

from dataclasses import dataclass

from engine.era.corrections import CORRECTED, limit_of
from engine.era.moves import Correct

from ..happenings import MoveTrack, Play
from ..kept_tracks import INFLUENCE, MOST, PATENTS
from ..panels import Panel, stock
from ..texts import say
from .dialogue import Deed, Item, Scene, menu

BEYOND = 10
"""A number can be set so far above what it is; more takes two times."""

_KINDS = {"bonus-tokens": "bonus"}
"""Words of corrections that stocks have otherwise."""


@dataclass(frozen=True, slots=True)
class SetWho:
    """Whose number it is."""

    def items(self, scene: Scene) -> tuple[Item, ...]:
        """See `dialogue.Page`."""
        players = scene.session.game.players
        return tuple(Item(say("choice.thing", what=player), opens=SetWhat(player)) for player in players)

    def panel(self, scene: Scene, cursor: int) -> Panel | None:
        """See `dialogue.Page`."""
        return menu(say("number.who"), self.items(scene), cursor)

    def first(self, scene: Scene) -> int:
        """The player in turn."""
        return scene.session.game.seat_in_turn or 0


@dataclass(frozen=True, slots=True)
class SetWhat:
    """Which of the player's numbers it is."""

    player: str

    def items(self, scene: Scene) -> tuple[Item, ...]:
        """See `dialogue.Page`."""
        numbers = CORRECTED if scene.session.game.holdings else (INFLUENCE, PATENTS)
        return tuple(
            Item(say("choice.thing", what=_KINDS.get(what, what)), opens=SetTo(self.player, what)) for what in numbers
        )

    def panel(self, scene: Scene, cursor: int) -> Panel | None:
        """See `dialogue.Page`."""
        return menu(say("number.what", player=self.player), self.items(scene), cursor)

    def first(self, scene: Scene) -> int:
        """The top."""
        return 0


@dataclass(frozen=True, slots=True)
class SetTo:
    """What it is in truth: the cursor begins at what it is so far."""

    player: str
    what: str

    def items(self, scene: Scene) -> tuple[Item, ...]:
        """See `dialogue.Page`."""
        game = scene.session.game
        if self.player not in game.players:
            return ()
        now = self.first(scene)
        limit = limit_of(game, self.player, self.what) if game.holdings else MOST[self.what]
        return tuple(
            Item(
                say("number", n=n) if n == now else say("number.change", before=now, after=n),
                does=self._set(scene, n),
            )
            for n in range(min(now + BEYOND, limit) + 1)
        )

    def _set(self, scene: Scene, number: int) -> Deed | None:
        if number == self.first(scene):
            return None
        if scene.session.game.holdings:
            return Play(Correct(self.player, self.what, number), 0.0)
        return MoveTrack(self.player, self.what, number, 0.0)

    def panel(self, scene: Scene, cursor: int) -> Panel | None:
        """See `dialogue.Page`."""
        what = _KINDS.get(self.what, self.what)
        return menu(say("number.title", player=self.player), self.items(scene), cursor, say("choice.thing", what=what))

    def first(self, scene: Scene) -> int:
        """What it is so far."""
        game = scene.session.game
        if not game.holdings:
            return scene.session.tracks.space(self.what, self.player)
        return dict(stock(game, self.player).amounts)[_KINDS.get(self.what, self.what)]
