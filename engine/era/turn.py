"""The course of one turn in depth "full": the steps of the area's action, then perhaps a bonus, then the token is
taken back (RESOLVE-1 to RESOLVE-5, BONUS-1 to BONUS-4)."""

from msgspec.structs import replace

from engine.era.events import BonusTokenSpent, Event
from engine.era.moves import Move
from engine.era.resolve import take_back
from engine.era.rounds import end_round
from engine.era.state import Action, Player, State
from engine.era.tables import Amounts
from engine.errors import IllegalMove

Result = tuple[State, tuple[Event, ...]]
"""What a move leads to."""


def can_pay(goods: tuple[int, ...], cost: Amounts) -> bool:
    """Whether the goods hold all that the cost names."""
    for kind, count in cost:  # noqa: SIM110 - a generator costs more than the few comparisons
        if goods[kind] < count:
            return False
    return True


def with_player(state: State, seat: int, player: Player) -> tuple[Player, ...]:
    """The state's holdings with another value for one seat."""
    holdings = state.holdings
    return holdings[:seat] + (player,) + holdings[seat + 1 :]


def step_made(action: Action, player: Player, events: list[Event], after: State) -> Result:
    """A step of the action has been made: `after` is the state with all of it but the player and the action, given
    here as they have become. A bonus is one step, and its token goes back after it (BONUS-1)."""
    if action.bonus:
        player = replace(player, bonus=player.bonus - 1)
        events.append(BonusTokenSpent(after.players[action.seat], action.kind))
        after = replace(after, holdings=with_player(after, action.seat, player))
        return end(after, action.seat, action.area, events, declined=False)
    return replace(after, holdings=with_player(after, action.seat, player), action=action), tuple(events)


def carried_out(state: State, action: Action, events: list[Event]) -> Result:
    """The area's regular action is over, with at least one step: a bonus may follow where a token was held before."""
    if action.usable > 0:
        choice = Action(action.seat, action.area, "bonus", action.usable)
        return replace(state, action=choice), tuple(events)
    return end(state, action.seat, action.area, events, declined=False)


def done(state: State, action: Action) -> Result:
    """The player makes no further step. RESOLVE-4: an action without any was declined, and BONUS-4: no bonus then."""
    if action.bonus or action.kind == "bonus":
        return end(state, action.seat, action.area, [], declined=False)
    if action.steps:
        return carried_out(state, action, [])
    return end(state, action.seat, action.area, [], declined=True)


def end(state: State, seat: int, area: str, events: list[Event], declined: bool) -> Result:
    """The token is taken back, and the next player is in turn; the last token of all ends the round (RESOLVE-1)."""
    after, taken = take_back(state, seat, area, declined)
    if any(after.board):
        return after, (*events, taken)
    after, ended = end_round(after)
    return after, (*events, taken, *ended)


def not_now(state: State, action: Action, move: Move) -> IllegalMove:
    """The refusal of a move that is no step of the action that is going on."""
    if action.kind == "bonus":
        what = "is to choose a bonus"
    elif action.bonus:
        what = f"is at a bonus {action.kind}"
    else:
        what = f"is at the steps of {action.area or 'the final market'}"
    return IllegalMove("RESOLVE-1", f"{str(move)!r} is no step now: {state.players[action.seat]} {what}")


def lacking(state: State, seat: int, clause: str, what: str) -> IllegalMove:
    """The refusal of what the player can't pay."""
    return IllegalMove(clause, f"{state.players[seat]} can't pay {what}")
