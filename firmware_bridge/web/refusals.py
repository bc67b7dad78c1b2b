"""Why something is refused, as a browser is told."""

from engine.errors import IllegalMove

from ..errors import NothingToTakeBack
from ..texts import Message, say

SPECTATOR = say("web.refused.spectator")
OPERATOR = say("web.refused.operator")
STALE = say("web.refused.stale")
UNREADABLE = say("web.refused.unreadable")
NOT_OFFERED = say("web.refused.not-offered")
NOT_YOURS = say("web.refused.not-yours")
NO_TAKE_BACK = say("web.refused.no-take-back")
RULES = say("web.refused.rules")
SEAT_GONE = say("web.refused.seat-gone")
WRONG_PIN = say("web.refused.pin")
TOO_MANY_PINS = say("web.refused.pin-often")
NOT_NOW = say("refused")


class Refused(Exception):
    """Somebody asks for what can't be, or is not theirs.

    why: for whoever asked; clause: of the rules that it breaks; stale: that it was made for a state of before; detail:
    what an operator may want to know besides, in English.
    """

    def __init__(self, why: Message, clause: str | None = None, stale: bool = False, detail: str = "") -> None:
        super().__init__(why.key)
        self.why = why
        self.clause = clause
        self.stale = stale
        self.detail = detail

    @classmethod
    def of(cls, error: Exception) -> "Refused":
        """What an error of ours means for a browser."""
        if isinstance(error, IllegalMove):
            return cls(RULES, error.clause, detail=error.reason)
        why = NO_TAKE_BACK if isinstance(error, NothingToTakeBack) else NOT_NOW
        return cls(why, detail=str(error))


def not_your_turn(player: str) -> Refused:
    """It is somebody else's turn."""
    return Refused(say("web.refused.turn", player=player), "RESOLVE-3")
