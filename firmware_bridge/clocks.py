"""How long each player has been thinking: a clock a player, which runs while that player is in turn."""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Clocks:
    """shown: whether people want to see them; they run in any case, so that they are right when they are asked for.

    spent: for each player that was ever in turn the seconds until the last change of turn; running: who has been in
    turn since then, None while nobody is or the game is paused; since: when that was (s, on the clock of the events).
    """

    shown: bool = False
    spent: tuple[tuple[str, float], ...] = ()
    running: str | None = None
    since: float = 0.0

    def turned(self, who: str | None, at: float) -> "Clocks":
        """The clocks once it is this player's turn, or nobody's; the same value if it was so before."""
        if who == self.running:
            return self
        return replace(self, spent=tuple(self.read(at).items()), running=who, since=at)

    def read(self, at: float | None = None) -> dict[str, float]:
        """Seconds by player at that moment; without one, at the last change of turn."""
        spent = dict(self.spent)
        if self.running is not None and at is not None:
            spent[self.running] = spent.get(self.running, 0.0) + max(at - self.since, 0.0)
        return spent

    def restarted(self, who: str, at: float) -> "Clocks":
        """The clocks once this player's begins anew."""
        spent = {player: seconds for player, seconds in self.read(at).items() if player != who}
        return replace(self, spent=tuple(spent.items()), since=at)


def clock_text(seconds: float) -> str:
    """As clocks show it: `12:34`, minutes and seconds, however many minutes."""
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02}"
