"""What lies on the table as the game takes it: what the readers say, what silent pads are taken to hold, and what the
hands have still to follow."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.era.state import State

from .referee import Homes, Pair, on_board
from .roster import Layout, Lying, Roster
from .table import Table


@dataclass(frozen=True, slots=True)
class Undone:
    """What the operator undid and the hands have not followed yet.

    lies: the token lies there and does not count until it has been lifted; else it has to be put back on its area, and
    counts as lying there meanwhile.
    """

    token: Lying
    lies: bool

    @property
    def pair(self) -> tuple[str | None, str]:
        """Whose token it is, and the area."""
        return self.token.player, self.token.place.area

    def stands(self, layout: Layout) -> bool:
        """Whether the hands have still to follow."""
        if self.lies:
            return any((token.tag, token.place) == (self.token.tag, self.token.place) for token in layout.lying)
        return all((token.player, token.place.area) != self.pair for token in layout.lying)


def layout_of(roster: Roster, table: Table, homes: Homes) -> Layout:
    """What lies on the table, and what is taken to lie on pads that tell nothing: the tokens that lay there last.

    In the readers' order, and on one reader in that of the tags: which was read first says nothing after a restart.
    """
    layout = roster.read(table)
    seen = {token.tag for token in layout.lying}
    unread = (*layout.silent, *layout.garbled)
    hidden = (home for home in homes.values() if home.place in unread and home.tag not in seen)
    lying = sorted((*layout.lying, *hidden), key=lambda token: (roster.places.index(token.place), token.tag))
    return replace(layout, lying=tuple(lying))


def followed(layout: Layout, undone: Sequence[Undone]) -> Layout:
    """The table as it will lie when the hands have followed the operator."""
    off = [each.token for each in undone if each.lies]
    back = [each.token for each in undone if not each.lies]
    return replace(layout, lying=(*(token for token in layout.lying if token not in off), *back))


def due_but(undone: Sequence[Undone], lifted: Pair) -> tuple[Undone, ...]:
    """What the hands have still to follow when that token is lifted rightly: whether it was put back before or not."""
    return tuple(each for each in undone if each.lies or each.pair != lifted)


def homes_of(game: State, layout: Layout, before: Homes) -> Iterator[tuple[Pair, Lying]]:
    """For each token of the game the tag that stands for it: the one from before if it still lies there."""
    for pair in on_board(game):
        there = [token for token in layout.lying if (token.player, token.place.area) == pair]
        home = before.get(pair)
        same = [token for token in there if home is not None and token.tag == home.tag]
        if same or there:
            yield pair, (same or there)[0]
        elif home is not None:
            yield pair, home
