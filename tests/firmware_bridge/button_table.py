"""Hands at a table with three buttons: presses go through the dialogue, its deeds to the session."""

from dataclasses import replace

from engine.era.moves import Place, Resolve
from firmware_bridge.menus.dialogue import Deed, Dialogue, Item, Key, PowerOff, Scene, SetLanguage, press, settled
from firmware_bridge.menus.game_pages import base_page

from .hands import COLOURS, Hands, tag


class ButtonTable(Hands):
    """As `Hands`, plus `press`. deeds: what the service was asked beside commands to the session."""

    def __init__(self, players: tuple[str, ...] = COLOURS, start: str = "yellow") -> None:
        self.dialogue = Dialogue()
        super().__init__(players, start)
        self.deeds: list[Deed] = []
        self.presses = 0
        self.settle_pages()

    def settle(self) -> None:
        super().settle()
        self.settle_pages()

    @property
    def scene(self) -> Scene:
        return Scene(self.session, 1, "en", ("cs", "en", "hu"))

    def settle_pages(self) -> None:
        self.dialogue = settled(self.dialogue, base_page(self.scene, self.dialogue), self.scene)

    def press(self, *keys: Key) -> None:
        for key in keys:
            self.settle_pages()
            self.dialogue, deed = press(self.dialogue, key, self.scene)
            self.presses += 1
            match deed:
                case None:
                    pass
                case SetLanguage() | PowerOff():
                    self.deeds.append(deed)
                case _:
                    self.told(replace(deed, at=self.now))
            self.settle_pages()

    @property
    def items(self) -> tuple[Item, ...]:
        """What can be chosen on the page that is shown."""
        self.settle_pages()
        return self.dialogue.top.page.items(self.scene)

    @property
    def texts(self) -> list[str]:
        """The keys of what can be chosen."""
        return [item.text.key for item in self.items]

    def choose(self, line: int) -> None:
        """Go to the line the shorter way, and press ok."""
        count, cursor = len(self.items), self.dialogue.top.cursor
        ahead = (line - cursor) % count
        self.press(*([Key.RIGHT] * ahead if ahead <= count - ahead else [Key.LEFT] * (count - ahead)), Key.OK)

    def choose_text(self, *keys: str) -> None:
        """Choose the line of this text, then on the next page that one, and so on."""
        for key in keys:
            self.choose(self.texts.index(key))

    def lay_next(self, move: Place) -> None:
        """The player in turn lays any token that is in no use, on the first space of the area that is free."""
        player = self.game.in_turn
        assert player is not None
        lying = dict(self.session.table.lying)
        number = next(n for n in (1, 2, 3) if tag(player, n) not in lying)
        taken = len(self.game.players_on(move.area))
        self.lay(player, number, f"{move.area}:{taken + 1}" if self._free(move.area, taken + 1) else f"{move.area}:1")

    def _free(self, area: str, space: int) -> bool:
        lying = self.session.roster.read(self.session.table).lying
        return all(str(token.place) != f"{area}:{space}" for token in lying)

    def lift_from(self, move: Resolve) -> None:
        """The player in turn lifts the own token of that area."""
        player = self.game.in_turn
        assert player is not None
        for token in self.session.roster.read(self.session.table).lying:
            if token.player == player and token.place.area == move.area:
                self.lift(player, int(token.tag[-2:], 16))
                return
        raise AssertionError(f"{player} has no token on {move.area}")
