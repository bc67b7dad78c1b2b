"""What the menu leaves out is refused: by a clause of the rules page, in words, and without a trace in the state."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Final

import pytest
from hypothesis import given

from engine.era.full_state import encode
from engine.era.game import apply
from engine.era.moves import (
    BONUS_KINDS,
    Bonus,
    Build,
    Buy,
    Correct,
    Deal,
    Develop,
    Exchange,
    Give,
    Manufacture,
    Move,
    Patent,
    Pay,
    Produce,
    Take,
)
from engine.era.state import State
from engine.errors import IllegalMove

from .full_clauses import CLAUSES, OPERATOR, REFUSING
from .full_games import LONG_RUNS, Run, a_few_games, runs
from .full_moves import EVERY_MOVE, STRANGERS

AT_LEAST: Final = 100

_TYPES: Final[dict[str, tuple[type[Move], ...]]] = {
    "build": (Build,),
    "produce": (Produce,),
    "buy": (Buy,),
    "manufacture": (Manufacture, Pay),
    "exchange": (Exchange, Give, Take),
    "develop": (Develop, Patent),
    "patent": (Patent, Develop),
    "bonus": (Bonus,),
}
KIN: Final = {kind: tuple(move for move in EVERY_MOVE if isinstance(move, types)) for kind, types in _TYPES.items()}
"""For each kind of action all moves that are ever steps of one."""

Probe = tuple[State, Move, str | None]
"""A state, a move that is not to be played in it, and who tries: None for the player in turn."""


def probes(run: Run) -> Iterator[Probe]:
    """For each state of a game moves that its menu leaves out: of other states' menus, of all that there are, of those
    that belong to the action; and one of its menu, tried by somebody who is not in turn."""
    chance, seen = Random(run.seed), [EVERY_MOVE]
    state, after = run.begun(), run.begun()
    for step in run.steps():
        state, after = step.state, step.after
        drawn = [*chance.choice(seen), *chance.choices(EVERY_MOVE, k=2), chance.choice(STRANGERS)]
        if len(drawn) > 8:
            drawn = chance.sample(drawn, 8)
        if state.action is not None:
            kin = KIN[state.action.kind]
            drawn += chance.sample(kin, min(len(kin), 12))
        yield from ((state, move, None) for move in drawn if move not in step.menu)
        others = [name for name in run.players if name != state.in_turn]
        if len(others) < len(run.players):
            yield state, chance.choice(step.menu), chance.choice(others)
        seen = [*seen[-40:], step.menu]
    yield from ((after, move, None) for move in chance.choices(EVERY_MOVE, k=8))


def refusal(state: State, move: Move, by: str | None) -> str:
    """The clause that refuses the move; an AssertionError if none does, or does not say why."""
    try:
        apply(state, move, by)
    except IllegalMove as refused:
        if refused.reason:
            return refused.clause
    raise AssertionError(f"{move} is no move for {by or state.in_turn}, and was not refused in {state}")


def refusals(run: Run) -> Counter[str]:
    """How often each clause has refused a probe of a game; no state has changed by it."""
    fired: Counter[str] = Counter()
    tried, before = run.begun(), encode(run.begun())
    for state, move, by in probes(run):
        if state is not tried:
            assert encode(tried) == before
            tried, before = state, encode(state)
        clause = refusal(state, move, by)
        assert by is None or clause in ("PLACE-1", "RESOLVE-3")
        assert clause != OPERATOR or isinstance(move, Correct)
        fired[clause] += 1
    return fired


@a_few_games
@given(runs)
def test_moves_that_are_not_in_the_menu_are_refused_by_a_clause(run: Run) -> None:
    assert set(refusals(run)) <= {*CLAUSES, OPERATOR}


def test_each_clause_that_forbids_has_refused_a_hundred_moves_of_the_long_runs() -> None:
    fired: Counter[str] = Counter()
    for run in LONG_RUNS:
        fired.update(refusals(run))
    assert {clause for clause, times in fired.items() if times >= AT_LEAST} == {*REFUSING, OPERATOR}
    assert set(fired) == {*REFUSING, OPERATOR}


@pytest.mark.parametrize("run", [run for run in LONG_RUNS if run.seed == 1], ids=str)
def test_of_all_moves_those_of_the_menu_are_played_and_all_others_refused(run: Run) -> None:
    for number, step in enumerate(run.steps()):
        if number % 9 == 0:
            menu = set(step.menu)
            assert menu <= set(EVERY_MOVE)
            for move in step.menu:
                apply(step.state, move)
            for move in (*EVERY_MOVE, *STRANGERS):
                if move not in menu:
                    assert refusal(step.state, move, None) in {*CLAUSES, OPERATOR}


def test_the_moves_tried_are_of_every_kind() -> None:
    assert {type(move) for move in (*EVERY_MOVE, *STRANGERS)} == set(Move.__args__)
    assert set(KIN) == {*BONUS_KINDS, "bonus"}
    assert len(set(EVERY_MOVE)) == len(EVERY_MOVE)
    # 24 factories (SETUP-3), 27 + 12 cards: each can be dealt.
    assert sum(isinstance(move, Deal) for move in EVERY_MOVE) == 24 + 27 + 12
