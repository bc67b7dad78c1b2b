"""People at a table where things go wrong: they do what the display tells them, and put back what they saw fall."""

from collections import Counter
from collections.abc import Callable

from engine.era.components import AREAS

from ..errors import PeopleError
from ..referee import Pair, on_board
from ..simulation.bench_table import LONG_PRESS_S, BenchTable
from .own_game import OwnGame
from .wire_player import GLANCE_S, SETTLED_S, WirePlayer
from .wire_reading import Repair, Seen, read_display, repair

MEND_S = 1.5
"""How long people look whether what they did has helped."""
PATIENT = 3
"""So often they look at a display that does not fit their game, before they take back what they never did."""
TRIES = 60
"""So often they try to get a table right before they give the game up; a lost reader is tried every few seconds."""


class Mender(WirePlayer):
    """People who play on whatever happens; as `WirePlayer`.

    dark: what its cable was pulled from, "display" or "lights"; loose: the readers whose cables hang, by their places.
    """

    def __init__(
        self, table: BenchTable, seed: int | str, shuffled: int, own: OwnGame | None, keep: Callable[[OwnGame], None]
    ) -> None:
        super().__init__(table, seed, shuffled, own, keep)
        self.dark: set[str] = set()
        self.loose: set[str] = set()

    def pull(self, name: str) -> None:
        """Somebody trips over the cable of the "display" or the "lights"."""
        self.table.pull(name)
        self.dark.add(name)

    def _pressed_ok(self, before: OwnGame, after: OwnGame) -> OwnGame:
        # A press may meet a page that has just come up: what it did, the display tells.
        return after.or_(before)

    def step(self) -> bool:
        """See `WirePlayer.step`; before it all is right."""
        seen = self.mend()
        return self._act(self.game, seen)

    def mend(self) -> Seen:
        """Until the display asks for nothing but the game, and all lies as people know that it should; what it says."""
        at_odds = 0
        for _ in range(TRIES):
            for name in sorted(self.dark):
                self.table.plug_in(name)
            self.dark.clear()
            seen = self._read()
            if seen.what == "mend":
                asked = repair(seen.text)
                assert asked is not None  # that is what makes it one
                self._do(asked)
                self.table.run(MEND_S)
            elif seen.what == "other":
                self.table.run(GLANCE_S * 4)
            elif not self._agrees(seen):
                at_odds += 1
                if seen.what == "menu":  # somebody opened it, or so it seems
                    self.back()
                if at_odds > PATIENT and seen.what == "steps":
                    self.press("ok")  # behind what is to be laid out the menu is reached
                elif at_odds > PATIENT and seen.what in ("lay", "lift"):
                    # The table took for moves what were none: a token that fell, tokens that were swapped. What lies
                    # there now is left alone, else it would count for yet another move.
                    self.take_back()
                else:
                    self._put_right()
                self.plug_all()  # a silent pad was told of, and somebody pressed ok too soon: the cable is seen to hang
                self.table.run(MEND_S)
            elif self._put_right():
                self.table.run(MEND_S)
            else:
                return seen
        known = "\n".join(
            f"{trail[-1].phase.value}, {trail[-1].in_turn} in turn, lying {sorted(on_board(trail[-1]))}"
            for trail in self.game.trails
        )
        raise PeopleError(
            "the table can't be got right:\n" + "\n".join(self.table.lines) + f"\npeople know: {known}\n"
            f"on the table: {sorted(self._pairs())}; silent: {self.table.silent}"
        )

    def unplug(self, place: str) -> None:
        """Somebody trips over the cable of that reader."""
        self.table.unplug(place)
        self.loose.add(place)

    def plug_all(self) -> None:
        """Put in all plugs of readers that hang."""
        for place in sorted(self.loose):
            self.table.plug(place)
        self.loose.clear()

    def back(self) -> None:
        """A long press, which closes what was opened, or takes a step of an action back."""
        self.table.press("ok", LONG_PRESS_S)
        self.table.run(SETTLED_S)

    def take_back(self) -> None:
        """By the menu, as whoever runs the table may: the last move, be it of whom it may."""
        self.press("ok")
        self.table.run(SETTLED_S)
        self.find("take back")
        self.find("yes")

    def lean(self) -> None:
        """A long press that nobody meant: what it does, the display tells."""
        self.own = self.game.or_taken_back()
        self._keep(self.own)
        self.back()

    def _read(self) -> Seen:
        """The display once it stands still, or as it is after a while: it may be dark, or say what nobody expects."""
        last: tuple[str, ...] = ()
        for _ in range(20):
            lines = self.table.lines
            if lines == last:
                break
            last = lines
            self.table.run(GLANCE_S)
        return read_display(lines)

    def _agrees(self, seen: Seen) -> bool:
        try:
            self.own = self.game.agreeing(seen)
        except PeopleError:
            return False
        return True

    def _do(self, asked: Repair) -> None:
        """What the display asks for, as far as hands can."""
        table = self.table
        match asked.do:
            case "plug":
                table.plug(asked.place)
                self.loose.discard(asked.place)
            case "clear":
                for uid in self._on(asked.place):
                    table.lift_tag(uid)
            case "off":
                self._off(asked.player, asked.area)
            case "move":
                self._off(asked.player, asked.area)
                table.lay(asked.player, asked.to)
            case "back":
                if not table.lies(asked.player, asked.area):
                    table.lay(asked.player, asked.area)
            case "one-back" | "one-off":
                self._put_right(asked.player)

    def _off(self, player: str, area: str) -> None:
        if self.table.lies(player, area):
            self.table.lift(player, area)

    def _on(self, place: str) -> list[bytes]:
        readers = self.table.readers(place)
        return [uid for uid, reader in self.table.lying.items() if reader in readers]

    def _put_right(self, only: str = "") -> bool:
        """Lay and lift what does not lie as it should, in the game that people know; whether anything did not.

        only: of this player. Where nobody knows which of several games is played, nothing is touched.
        """
        boards = {tuple(sorted(on_board(trail[-1]).items())) for trail in self.game.trails}
        if len(boards) > 1:
            return False
        should, lies = on_board(self.game.state), Counter(self._pairs())
        wrong = False
        for player, area in (lies - should).elements():
            if only in ("", player):
                self.table.lift(player, area)
                wrong = True
        for player, area in (should - lies).elements():
            if only in ("", player):
                self.table.lay(player, area)
                wrong = True
        return wrong

    def _pairs(self) -> list[Pair]:
        players = self.game.state.players
        return [
            (player, area)
            for area in AREAS
            for player in players
            for uid in self._on(area)
            if uid in self.table.tokens_of(player)
        ]
