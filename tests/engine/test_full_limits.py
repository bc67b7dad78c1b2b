"""Limits that games at random do not come to: of what is written, of what is saved, of editions that name alike."""

from typing import Any

import pytest
from msgspec.structs import replace

from engine.era.components import Edition, Load
from engine.era.edition import check_edition, house
from engine.era.game import apply, new_game
from engine.era.game_text import read_game
from engine.era.move_text import read_move
from engine.era.moves import Build, Buy, Correct, Place
from engine.era.notation import read_state, write_state
from engine.era.state import Action, Phase, State
from engine.errors import AmbiguousMove, IllegalMove, UnknownEdition, UnreadableMove, UnreadableState

from .editions import changed, line_of
from .full_games import Run
from .games import FOUR

EACH = 2  # tokens of each of four players (SETUP-1)


def twins() -> Edition:
    """The house's numbers, with a load that has a factory's name."""
    edition = house()
    factory = edition.factories[0].id
    return replace(edition, name="twins", loads=(*edition.loads, Load(factory, "wood", "ship")))


def test_a_shortened_verb_that_fits_two_moves_is_ambiguous() -> None:
    factory = house().factories[0].id
    assert read_move(f"bu {factory}", house()) == Build(factory)
    with pytest.raises(AmbiguousMove) as refused:
        read_move(f"bu {factory}", twins())
    assert refused.value.candidates == ("build", "buy")
    assert read_move(f"buy {factory}", twins()) == Buy(factory)


def test_a_shortened_verb_of_two_that_both_do_not_fit_is_ambiguous() -> None:
    with pytest.raises(AmbiguousMove) as refused:
        read_move("bu nowhere", house())
    assert refused.value.candidates == ("build", "buy")


def test_a_correction_has_at_most_six_digits() -> None:
    assert read_move("correct yellow coins 999999", house()) == Correct("yellow", "coins", 999_999)
    with pytest.raises(UnreadableMove, match="no number"):
        read_move("correct yellow coins 1000000", house())


def test_a_game_of_an_owners_edition_is_read_with_it_where_nobody_has_played_with_it() -> None:
    edition = twins()
    text = "\n".join([
        "Era of Inventions", f"players: {' '.join(FOUR)}", "start: green", "depth: full", "rules: 1",
        f"edition: {edition.id}", "dealing: virtual", "seed: 7",
    ])  # fmt: skip
    with pytest.raises(UnknownEdition):
        read_game(text)
    game = read_game(text, edition)
    assert game.begun.edition == edition.id
    assert len(game.begun.stock) == len(house().loads) + 1


def placed() -> State:
    """Four players, all tokens down, nobody has resolved."""
    steps = Run(FOUR, "eager", "virtual", 4).steps()
    return next(step.after for step in steps if step.after.phase is Phase.RESOLVING)


def with_tokens(count: int, **changes: Any) -> State:
    """That position with so many tokens on the board, those of the players whose turns have not come yet."""
    state = placed()
    board = [list(lying) for lying in state.board]
    for turn in range(EACH * 4 - count):
        seat = (state.start + turn) % 4
        next(lying for lying in board if seat in lying).remove(seat)
    return replace(state, board=tuple(map(tuple, board)), **changes)


@pytest.mark.parametrize("count", range(EACH * 4 + 1))
def test_resolve_1_tokens_lie_in_the_second_half_of_a_round_and_then_no_more(count: int) -> None:
    resolving = with_tokens(count)
    over = replace(resolving, phase=Phase.OVER, round=resolving.rounds)
    for state, right in ((resolving, count > 0), (over, count == 0)):
        if right:
            assert read_state(write_state(state)) == state
        else:
            with pytest.raises(UnreadableState, match=f"{count} tokens lie"):
                read_state(write_state(state))


@pytest.mark.parametrize("count", [0, EACH * 4])
def test_place_1_all_tokens_down_is_the_end_of_placing(count: int) -> None:
    state = with_tokens(count, phase=Phase.PLACING)
    if count == 0:
        assert read_state(write_state(state)) == state
    else:
        with pytest.raises(UnreadableState, match="8 tokens lie"):
            read_state(write_state(state))


def test_market_1_no_saved_action_has_made_four_exchanges_in_a_field() -> None:
    state = placed()
    assert state.start in state.seats_on("market")
    three, four = (Action(state.start, "market", "exchange", steps=made, exchanges=(made, 0, 0)) for made in (3, 4))
    assert read_state(write_state(replace(state, action=three))).action == three
    with pytest.raises(UnreadableState, match="exchanges of a field"):
        read_state(write_state(replace(state, action=four)))


@pytest.mark.parametrize(
    ("kind", "bonus", "said"),
    [
        ("bonus", False, "is to choose a bonus"),
        ("buy", True, "is at a bonus buy"),
        ("buy", False, "is at the steps of buy"),
    ],
)
def test_resolve_1_a_move_that_is_no_step_is_told_what_is_going_on(kind: str, bonus: bool, said: str) -> None:
    actions = ((step.state, step.state.action) for step in Run(FOUR, "eager", "virtual", 4).steps())
    state = next(state for state, action in actions if action and (action.kind, action.bonus) == (kind, bonus))
    with pytest.raises(IllegalMove, match=said):
        apply(state, Place("build"))


def test_dev_2_a_cost_that_is_too_high_is_shown() -> None:
    line = line_of("sewing-machine.original")
    (finding,) = check_edition(changed(line, line.replace("cost = 1,", "cost = 1000,")))
    assert "1000 is no number from 1 to 7" in str(finding)


def test_an_edition_that_is_not_known_is_named() -> None:
    state = replace(new_game(FOUR, 0, "full"), edition="house:000000000000")
    with pytest.raises(UnknownEdition, match="house:000000000000"):
        read_state(write_state(state))
