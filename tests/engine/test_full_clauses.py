"""How often each clause has come about in the games that the properties see, and which can't show there at all."""

from collections import Counter
from typing import Final

import msgspec
import pytest

from engine.era.events import Event
from engine.era.moves import Move
from engine.era.simulate import POLICIES, simulate
from engine.era.state import Action, Player, State

from .full_clauses import CLAUSES, OPERATOR, REFUSING, SILENT, TOLD, TOLD_BY
from .full_games import BOTS, LONG_RUNS

AT_LEAST: Final = 100


def test_each_clause_by_which_something_happens_has_fired_a_hundred_times_in_the_long_runs() -> None:
    told = Counter((type(event), event.clause) for run in LONG_RUNS for step in run.steps() for event in step.events)
    assert set(told) == {(kind, clause) for kind, clauses in TOLD_BY.items() for clause in clauses}
    fired: Counter[str] = Counter()
    for (_, clause), times in told.items():
        fired[clause] += times
    assert {clause for clause, times in fired.items() if times >= AT_LEAST} == {*TOLD, OPERATOR}
    assert set(fired) == {*TOLD, OPERATOR}


@pytest.mark.parametrize("kind", [State, Player, Action, *Move.__args__, *Event.__args__])
def test_whatever_a_game_is_made_of_is_a_value(kind: type[msgspec.Struct]) -> None:
    """What can't be changed can be kept: undo, the journal and all who watch rely on it."""
    assert kind.__struct_config__.frozen
    assert kind.__struct_config__.eq


def test_the_bots_alone_come_by_every_clause_too() -> None:
    fired = {bot: simulate(3, 30, 1, POLICIES[bot]).clause_firings for bot in BOTS}
    for bot in BOTS:
        assert set(fired[bot]) == TOLD


def test_every_clause_is_told_or_refuses_or_has_a_reason_to_be_silent() -> None:
    assert {*TOLD, *REFUSING, *SILENT} == CLAUSES
    assert not {*TOLD, *REFUSING} & set(SILENT)
    assert all(SILENT.values())
