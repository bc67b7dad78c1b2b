"""An operator sets what a player has; the rules know no operator, so nothing else moves."""

import pytest

from engine.era import full_state
from engine.era.corrections import CORRECTED
from engine.era.events import Corrected
from engine.era.game import apply, legal_moves, new_game
from engine.era.moves import Correct
from engine.era.state import Phase
from engine.errors import IllegalMove
from tests.engine.games import FOUR
from tests.engine.table import EDITION, do, happened, has, menu, position, refused


@pytest.mark.parametrize("what", CORRECTED)
def test_each_thing_can_be_set(what: str) -> None:
    before = position("build", hands={"green": {"coins": 1}})
    after, events = happened(before, f"correct green {what} 3")
    assert has(after, "green") == {"coins": 1} | {what: 3}
    assert events == (Corrected("green", what, 1 if what == "coins" else 0, 3),)
    full_state.check(after)


def test_nothing_else_moves() -> None:
    before = position("build", hands={"green": {"coins": 1}})
    after = do(before, "correct green coins 3")
    assert do(after, "correct green coins 1") == before
    assert menu(after) == menu(before)


def test_never_among_the_legal_moves_and_nobodys_turn() -> None:
    state = position("build")
    assert not [move for move in legal_moves(state) if isinstance(move, Correct)]
    assert apply(state, Correct("orange", "coal", 2), by="orange")[0] == do(state, "correct orange coal 2")


def test_at_any_moment() -> None:
    begun = new_game(FOUR, 0, "full", EDITION)
    assert begun.phase is Phase.SETTING_UP
    assert has(do(begun, "correct yellow coins 9"), "yellow")["coins"] == 9


def test_a_choice_half_made_is_asked_anew() -> None:
    state = do(position("market", hands={"yellow": {"metal": 2}}), "resolve market", "give metal metal")
    after = do(state, "correct yellow metal 1")
    assert menu(after) == ["take development", "done"]


@pytest.mark.parametrize(
    "text",
    [
        "correct green patents 7",  # PAT-1: six spaces
        "correct green bonus-tokens 19",  # MARKET-3: twenty in all, of which yellow has two
        "correct green coins 10000",
        "correct pink coins 1",
    ],
)
def test_what_can_not_lie_on_the_table_is_refused(text: str) -> None:
    refused(position("build", hands={"yellow": {"bonus-tokens": 2}}), text, "OPERATOR")


@pytest.mark.parametrize("move", [Correct("green", "coins", -1), Correct("green", "luck", 1)])
def test_what_notation_can_not_say_is_refused_too(move: Correct) -> None:
    with pytest.raises(IllegalMove, match="OPERATOR"):
        apply(position("build"), move)


def test_the_token_that_a_bonus_takes_stays_until_the_turn_is_over() -> None:
    choice = do(position("produce", hands={"yellow": {"bonus-tokens": 1}}), "resolve produce")
    for state in (choice, do(choice, "bonus produce")):
        refused(state, "correct yellow bonus-tokens 0", "OPERATOR")
    assert has(do(choice, "correct yellow bonus-tokens 2"), "yellow")["bonus-tokens"] == 2


def test_bonus_3_a_token_bought_still_waits_after_a_correction() -> None:
    hands = {"yellow": {"coins": 2, "bonus-tokens": 1}}
    bought = do(position("market", hands=hands), "resolve market", "exchange 2 coins -> bonus token")
    # It was one token less than the engine thought: the one that is left was bought in this action.
    after = do(bought, "correct yellow bonus-tokens 1", "done")
    assert after.in_turn == "green"


def test_in_depth_referee_there_is_nothing_to_correct() -> None:
    with pytest.raises(IllegalMove, match="depth 'referee'"):
        apply(new_game(FOUR, 0), Correct("yellow", "coins", 1))
