"""A state as text: every state of a game survives, and nothing that no game comes to is read as one."""

import json
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from engine.era.components import COLOURS
from engine.era.game import apply, legal_moves, new_game, replay
from engine.era.moves import parse
from engine.era.notation import read_state, write_state
from engine.era.state import Phase, State
from engine.errors import GameError, UnreadableState

PLAYERS = COLOURS[:4]
NOBODY: dict[str, list[str]] = {area: [] for area in ("build", "produce", "buy", "manufacture", "market", "develop")}
BEGIN: dict[str, Any] = {
    "players": ["yellow", "green", "brown", "orange"],
    "depth": "referee",
    "round": 1,
    "start": "green",
    "phase": "placing",
    "board": NOBODY,
}


def with_board(**areas: Any) -> dict[str, Any]:
    return {**BEGIN, "board": {**NOBODY, **areas}}


def test_the_text_of_a_state_written_out_by_hand() -> None:
    state = replay(new_game(PLAYERS, "green"), [parse("place market"), parse("place market"), parse("place buy")])
    text = (
        '{"players":["yellow","green","brown","orange"],"depth":"referee","round":1,"start":"green","phase":"placing",'
        '"board":{"build":[],"produce":[],"buy":["orange"],"manufacture":[],"market":["green","brown"],"develop":[]}}'
    )
    assert write_state(state) == text
    assert read_state(text) == state


@settings(deadline=None)
@given(
    players=st.integers(3, 5),
    start=st.integers(0, 2),
    choices=st.lists(st.integers(0, 10_000), max_size=60),
)
def test_every_state_of_a_game_survives(players: int, start: int, choices: list[int]) -> None:
    state = new_game(COLOURS[:players], start)
    assert read_state(write_state(state)) == state
    for choice in choices:
        moves = legal_moves(state)
        state, _ = apply(state, moves[choice % len(moves)])
        assert read_state(write_state(state)) == state


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_whole_game_survives_to_its_end(players: int) -> None:
    state = new_game(COLOURS[:players], 1)
    while state.phase is not Phase.OVER:
        state, _ = apply(state, legal_moves(state)[-1])
        assert read_state(write_state(state)) == state


@given(names=st.lists(st.text(min_size=1).filter(str.strip), min_size=3, max_size=5, unique=True))
def test_names_may_be_written_in_any_letters(names: list[str]) -> None:
    state, _ = apply(new_game(names, 2), parse("place build"))
    text = write_state(state)
    assert text.isascii()
    assert "\n" not in text
    assert read_state(text) == state


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        (with_board(build=["green", "brown", "orange"]), "build has 3 tokens .*PLACE-2"),
        (with_board(build=["green", "green"]), "green lies on build twice .*PLACE-3"),
        (with_board(build=["purple"]), r"on build lies \['purple'\]: the players are yellow, green"),
        (with_board(build=[["green"]]), "on build lies"),
        (with_board(build="green"), "on build lies 'green'"),
        (with_board(bank=[]), "areas are .*bank: they should be build, produce"),
        ({**BEGIN, "board": {"build": []}}, "areas are build: they should be"),
        # green begins: with one token on the board it is green's, with three they are green's, brown's and orange's
        (with_board(build=["yellow"]), "yellow has 1 tokens on the board, by turns it is 0 .*PLACE-1"),
        (with_board(build=["green"], buy=["green"], market=["brown"]), "green has 2 tokens .* it is 1"),
        # four players with two tokens each: with eight on the board placing is over, and with none taking back is
        (
            with_board(
                build=["green", "brown"],
                produce=["orange", "yellow"],
                buy=["green", "brown"],
                market=["orange", "yellow"],
            ),
            "8 tokens on the board can't be while the game is placing",
        ),
        ({**BEGIN, "phase": "resolving"}, "0 tokens on the board can't be while the game is resolving"),
        # taking back begins with green too: of seven tokens left yellow, brown, orange have two and green has one
        (
            with_board(
                build=["green", "brown"], buy=["green", "orange"], market=["brown", "yellow"], produce=["orange"]
            )
            | {"phase": "resolving"},
            "yellow has 1 tokens on the board, by turns it is 2",
        ),
        ({**with_board(build=["green"]), "phase": "over", "round": 8}, "1 tokens .* while the game is over"),
        ({**BEGIN, "phase": "over", "round": 7}, "over in round 7 of 8 .*END-1"),
        ({**BEGIN, "phase": "resting"}, "'resting' is not a valid Phase"),
        ({**BEGIN, "round": 0}, "round 0: there are rounds 1 to 8 .*END-1"),
        ({**BEGIN, "round": 9}, "round 9: there are rounds 1 to 8 .*END-1"),
        ({**BEGIN, "round": True}, "round is True"),
        ({**BEGIN, "round": 1.0}, "round is 1.0"),
        ({**BEGIN, "start": "purple"}, "'purple' is not one of yellow.*SETUP-6"),
        ({**BEGIN, "start": 1}, "start is 1"),
        ({**BEGIN, "players": ["yellow", "green"]}, "2 players.*SETUP-1"),
        ({**BEGIN, "players": ["yellow", "green", "green"]}, "two players of one name"),
        ({**BEGIN, "players": ["yellow", "green", 3]}, "players are"),
        ({**BEGIN, "players": "yellow"}, "players is 'yellow'"),
        ({**BEGIN, "depth": "none"}, "depth 'none' is not one of"),
        ({**BEGIN, "turn": "green"}, "an object with players, depth, round, start, phase, board"),
        ([BEGIN], "an object with players"),
        (None, "an object with players"),
    ],
)
def test_a_position_that_no_game_comes_to_is_refused(fields: object, said: str) -> None:
    with pytest.raises(UnreadableState, match=said) as caught:
        read_state(json.dumps(fields))
    assert isinstance(caught.value, GameError)
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize("text", ["", "place build", "{", '{"players":', "[" * 100_000, "9" * 5_000, "\0"])
def test_what_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(UnreadableState, match="no state of a game"):
        read_state(text)


def test_tokens_that_nobody_has_do_not_pass_for_whole_turns() -> None:
    """Three players have three tokens each (SETUP-1): four of each on the board are too many, if evenly spread."""
    pairs = [["a", "b"], ["c", "a"], ["b", "c"], ["a", "b"], ["c", "a"], ["b", "c"]]
    areas = dict(zip(NOBODY, pairs, strict=True))
    fields = {**BEGIN, "players": ["a", "b", "c"], "start": "a", "phase": "resolving", "board": areas}
    with pytest.raises(UnreadableState, match="12 tokens"):
        read_state(json.dumps(fields))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(PLAYERS),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)


@given(key=st.sampled_from(tuple(BEGIN)), value=JSON)
def test_any_value_in_any_field_is_read_or_refused(key: str, value: object) -> None:
    text = json.dumps({**BEGIN, key: value})
    try:
        state = read_state(text)
    except UnreadableState:
        return
    assert isinstance(state, State)
    assert json.loads(write_state(state)) == json.loads(text)
