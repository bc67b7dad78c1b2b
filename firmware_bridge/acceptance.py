"""Taking the table as it lies for the state of the game, where a legal state can be made of it (architecture page)."""

from msgspec.structs import replace

from engine.era.components import AREAS, SPACES_PER_AREA
from engine.era.rounds import end_round
from engine.era.state import Phase, State

from .errors import CannotAccept
from .roster import Layout


def accept(game: State, layout: Layout) -> State:
    """The state of this game in which just the tokens on the table lie there; raises CannotAccept where there is none.

    Round and start player stay. Where the tokens fit both halves of the round, the half that is being played is meant;
    a table without tokens ends a second half. Tags that are no tokens of this game do not count.
    """
    lies = [
        tuple(
            game.players.index(token.player)
            for token in layout.lying
            if token.place.area == area and token.player in game.players
        )
        for area in AREAS
    ]
    # Where just the tokens of the game lie, which of them came first stands in the game alone.
    board = tuple(
        before if sorted(before) == sorted(now) else now for before, now in zip(game.board, lies, strict=True)
    )
    for area, seats in zip(AREAS, board, strict=True):
        if len(seats) > SPACES_PER_AREA:
            raise CannotAccept(f"{area} has {len(seats)} tokens: take one off first (PLACE-2)")
        if len(set(seats)) < len(seats):
            raise CannotAccept(f"{game.players[seats[0]]} lies twice on {area}: take one off first (PLACE-3)")
    lying = [sum(seat in seats for seats in board) for seat in range(len(game.players))]
    if game.action is not None:
        raise CannotAccept("an action is going on: end it, or take it back (hold ok), and ask again")
    if game.phase in (Phase.SETTING_UP, Phase.DEALING, Phase.FINAL_MARKET):
        if not any(lying):
            return game
        raise CannotAccept("no token lies while cards come or at the final market (ROUND-3, END-3): take all off")
    if game.phase is Phase.OVER:
        if not any(lying):
            return game
        raise CannotAccept("the game is over, no token belongs on the table (END-1): take all off, or begin a new one")
    for phase in (game.phase, Phase.PLACING, Phase.RESOLVING):
        if _fits(game, phase, lying):
            accepted = replace(game, board=board, phase=phase)
            if phase is Phase.RESOLVING and not any(lying):
                return end_round(accepted)[0]
            return accepted
    told = ", ".join(f"{player} {count}" for player, count in zip(game.players, lying, strict=True))
    raise CannotAccept(
        f"the tokens on the table ({told}) fit no moment of round {game.round}, in which {game.start_player} begins "
        "and each lays or lifts one in turn (PLACE-1, RESOLVE-1): lay or lift what is missing first"
    )


def _fits(game: State, phase: Phase, lying: list[int]) -> bool:
    """Whether so many tokens of each seat lie on the board at some moment of that half of the round."""
    seats, each, total = len(game.players), game.setup.tokens, sum(lying)
    if total > seats * each:
        return False  # tokens of those colours that have no part in this game (SETUP-1)
    if phase is Phase.PLACING and total == seats * each:
        return False  # all are down: that is the second half
    moved = total if phase is Phase.PLACING else seats * each - total
    for seat, count in enumerate(lying):
        turns = moved // seats + ((seat - game.start) % seats < moved % seats)
        if count != (turns if phase is Phase.PLACING else each - turns):
            return False
    return True
