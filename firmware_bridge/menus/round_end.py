"""What the hands have to do after cards were dealt: discards, new cards, loads, markers (SETUP-3, SETUP-4, ROUND)."""

from dataclasses import replace

from engine.era.game import apply
from engine.era.moves import Deal

from ..event_messages import round_end
from ..panels import Steps
from ..session import Session
from ..texts import say


def laying_out(session: Session) -> Steps | None:
    """The steps, in order; None while nothing has been dealt since the last move.

    It is the game's past that tells, so that a table that was switched off in the middle asks again.
    """
    past = session.past
    since = len(past)
    while since and isinstance(past[since - 1].move, Deal):
        since -= 1
    if since == len(past):
        return None
    events = [event for made in past[max(since - 1, 0) :] for event in apply(made.before, made.move)[1]]
    steps = round_end(session.game.round - 1, events)
    return replace(steps, title=say("round.first")) if steps is not None and since == 0 else steps
