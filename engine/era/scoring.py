"""The final scoring (END-2 to END-6)."""

from collections.abc import Sequence
from typing import Final

import msgspec

from engine.era.events import Event, GameWon, Scored
from engine.era.state import State
from engine.era.tables import Tables, tables_of

BONUS_BY_SHARERS: Final = {1: 5, 2: 3, 3: 2, 4: 1, 5: 1}
"""Points of each bonus for each of those who share its top. Ruling: a tie at nothing pays as a tie (END-4, END-5)."""


class Bonus(msgspec.Struct, frozen=True):
    """One of the three bonuses: what was counted, and the points for it."""

    count: int
    points: int


class Score(msgspec.Struct, frozen=True):
    """A player's score, clause by clause, in the order of END-2 and END-4.

    influence: on the track when the last round was over. final_market: influence gained there (END-3). patents: the
    space on the patent track. development: invested in the own fields. capacity: of the own factories. inventions:
    fields of the player, which break a tie of the totals (END-6).
    """

    player: str
    influence: int
    final_market: int
    patents: Bonus
    development: Bonus
    capacity: Bonus
    inventions: int

    @property
    def total(self) -> int:
        """The score (END-2)."""
        bonuses = self.patents.points + self.development.points + self.capacity.points
        return self.influence + self.final_market + bonuses


def scores(state: State) -> tuple[Score, ...]:
    """What each player scores as the game stands, in order of seats; final once it is over. Depth "full" only."""
    tables = tables_of(state.edition)
    seats = range(len(state.players))
    patents = _bonuses([player.patents for player in state.holdings])
    development = _bonuses([invested(state, tables, seat) for seat in seats])
    capacity = _bonuses([capacity_of(tables, player.factories) for player in state.holdings])
    return tuple(
        Score(
            player=state.players[seat],
            influence=player.influence,
            final_market=player.final_market,
            patents=patents[seat],
            development=development[seat],
            capacity=capacity[seat],
            inventions=state.owners.count(seat),
        )
        for seat, player in enumerate(state.holdings)
    )


def winners(counted: Sequence[Score]) -> tuple[str, ...]:
    """Who wins: the highest score, then the most inventions, originals and technicals alike (ruling); others share."""
    best = max((score.total, score.inventions) for score in counted)
    return tuple(score.player for score in counted if (score.total, score.inventions) == best)


def invested(state: State, tables: Tables, seat: int) -> int:
    """Development invested: the costs of the fields on which the player's marker lies (END-4)."""
    return sum(tables.fields[number].cost for number, owner in enumerate(state.owners) if owner == seat)


def capacity_of(tables: Tables, factories: tuple[int, ...]) -> int:
    """The sum of the numbers at the top of the factories, every kind of output alike. Ruling: the starting factory
    counts, and the influence symbol for building does not (END-4)."""
    return sum(tables.factories[number].amount for number in factories)


def told(counted: Sequence[Score]) -> tuple[Event, ...]:
    """The scoring as events: player by player, clause by clause, then who wins."""
    events: list[Event] = []
    for score in counted:
        events.append(Scored(score.player, score.influence, score.influence, "influence", "END-2"))
        events.append(Scored(score.player, score.final_market, score.final_market, "final market", "END-3"))
        for of, bonus in (
            ("patents", score.patents), ("development", score.development), ("capacity", score.capacity),
        ):  # fmt: skip
            clause = "END-5" if 0 < bonus.points < BONUS_BY_SHARERS[1] else "END-4"
            events.append(Scored(score.player, bonus.count, bonus.points, of, clause))
    events.append(GameWon(winners(counted)))
    return tuple(events)


def _bonuses(counts: Sequence[int]) -> tuple[Bonus, ...]:
    top = max(counts)
    points = BONUS_BY_SHARERS[counts.count(top)]
    return tuple(Bonus(count, points if count == top else 0) for count in counts)
