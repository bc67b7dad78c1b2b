"""A state of depth "full" as text: every state of a game survives, and nothing that no game comes to is read as one."""

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings, strategies as st
from msgspec.structs import replace

from engine.era.full_state import decode, encode
from engine.era.game import apply, legal_moves, new_game
from engine.era.notation import read_state, write_state
from engine.era.public import public_view
from engine.era.shuffle import draw
from engine.era.state import Action, Phase, State
from engine.errors import GameError, UnknownEdition, UnreadableState
from tests.engine.games import FOUR, TABLES
from tests.engine.table import EDITION, do, position


@pytest.mark.parametrize("dealing", ["virtual", "cards"])
@pytest.mark.parametrize("players", TABLES)
def test_every_state_of_a_game_survives(players: tuple[str, ...], dealing: str) -> None:
    state, chance = new_game(players, 1, "full", EDITION, 3, dealing), 11
    while legal := legal_moves(state):
        chance, number = draw(chance)
        state, _ = apply(state, legal[number % len(legal)])
        text = write_state(state)
        again = read_state(text)
        assert again == state
        assert hash(again) == hash(state)
        assert write_state(again) == text
        assert decode(encode(state)) == state


STATE = position(
    "market",
    hands={"yellow": {"metal": 2, "bonus-tokens": 1, "patents": 1, "factories": ("sawmill-1",), "factories-built": 1}},
    row=("coal-mine-2", "bank-1"),
    display=("telephone-1", "stove"),
    owners={"telephone original": "yellow", "telephone technical": "green"},
    patented=("telephone original",),
)
ACTING = do(STATE, "resolve market", "give metal metal")


def first_player(**changes: Any) -> Callable[[State], State]:
    """The state with something of yellow's changed."""
    return lambda state: replace(state, holdings=(replace(state.holdings[0], **changes), *state.holdings[1:]))


def acting(**changes: Any) -> Callable[[State], State]:
    """The state with the action that goes on changed."""
    action = ACTING.action
    assert action is not None
    return lambda state: replace(state, action=replace(action, **changes))


def but(**changes: Any) -> Callable[[State], State]:
    """The state with these fields changed."""
    return lambda state: replace(state, **changes)


NOBODY_LIES = ((),) * 6
UNDEALT: dict[str, Any] = {
    "board": NOBODY_LIES,
    "factory_deck": (),
    "factory_discards": STATE.factory_deck,
    "invention_deck": (),
    "invention_discards": (*STATE.invention_discards, *STATE.invention_deck),
}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (but(players=("a", "b")), "SETUP-1"),
        (but(dealing="dice"), "'dice' is not one of"),
        (but(random=-1), "64 bits"),
        (but(round=9), "END-1"),
        (but(round=0), "END-1"),
        (but(start=4), "SETUP-6"),
        (but(stock=STATE.stock[1:]), "loads"),
        (but(stock=(-1, *STATE.stock[1:])), "a load has"),
        (but(owners=(7, *STATE.owners[1:])), "cash-register original is nobody's"),
        (but(owners=(-1, 0, *STATE.owners[2:])), "cash-register technical before its original"),
        (but(patented=(0,)), "PAT-2"),
        (but(patented=(6, 6)), "each once"),
        (but(row=STATE.row[1:]), "SETUP-3"),
        (but(display=STATE.display[1:]), "SETUP-4"),
        (but(row=(*STATE.row[:4], STATE.row[0])), "factories lies in one place"),
        (but(factory_deck=STATE.factory_deck[1:]), "factories lies in one place"),
        (but(new_cards=STATE.display[:1]), "each invention card lies in one place"),
        (but(invention_discards=(99,)), "no such invention card"),
        (but(invention_discards=()), "DEV-3"),
        (but(dealing="cards", factory_deck=STATE.factory_deck[::-1]), "by rising number"),
        (but(holdings=STATE.holdings[1:]), "each player has something"),
        (first_player(goods=(0, 0, -1, 0, 0, 0, 0)), "from nothing up"),
        (first_player(goods=(0,)), "from nothing up"),
        (first_player(influence=-1), "from nothing up"),
        (first_player(factories=(0, 0)), "the starting factory first"),
        (first_player(patents=7), "PAT-1"),
        (first_player(built=2), "BUILD-1"),
        (first_player(final_market=4), "END-3"),
        (first_player(markers=14), "13 markers left"),  # one field, one circle
        (first_player(bonus=21), "MARKET-3"),
        (but(board=STATE.board[1:]), "areas"),
        (but(board=((0, 1, 2), *STATE.board[1:])), "PLACE-2"),
        (but(board=((0, 0), *STATE.board[1:])), "PLACE-3"),
        (but(board=((0, 9), *STATE.board[1:])), "nobody's token"),
        (but(board=NOBODY_LIES), "0 tokens lie"),
        (but(board=((1,), *STATE.board[1:])), "by turns it is"),
        (but(phase=Phase.DEALING, **UNDEALT), "nothing to deal"),
        (but(phase=Phase.OVER, board=NOBODY_LIES), "before its end"),
        (but(phase=Phase.FINAL_MARKET, board=NOBODY_LIES, round=8), "somebody is at the final market"),
        (but(phase=Phase.SETTING_UP, board=NOBODY_LIES, round=2), "set up in round 1"),
        (acting(seat=1), "RESOLVE-3"),
        (acting(area="build"), "RESOLVE-1"),
        (acting(kind="develop"), "no action of market"),
        (acting(kind="rest"), "no action of market"),
        (acting(usable=2), "BONUS-3"),
        (acting(kind="bonus", usable=0, pending=()), "BONUS-1"),
        (acting(bonus=True, steps=1, exchanges=(0, 0, 1)), "a bonus is one step"),
        (acting(steps=6), "no so many steps"),
        (acting(invested=8), "DEV-2"),
        (acting(exchanges=(4, 0, 0)), "MARKET-1"),
        (acting(steps=2), "MARKET-1"),
        (acting(pending=(2,)), "two pieces"),
        (acting(pending=(3, 3)), "two pieces"),
        (acting(exchanges=(0, 0, 3), steps=3), "a sixth exchange"),
        (but(phase=Phase.PLACING, action=ACTING.action, board=NOBODY_LIES), "second half"),
        (
            but(phase=Phase.FINAL_MARKET, action=Action(0, "market", "exchange"), board=NOBODY_LIES, round=8),
            "the final market is exchanges",
        ),
    ],
)
def test_a_position_that_no_game_comes_to_is_refused(change: Callable[[State], State], said: str) -> None:
    assert read_state(write_state(STATE)) == STATE
    assert read_state(write_state(ACTING)) == ACTING
    with pytest.raises(UnreadableState, match=said):
        read_state(write_state(change(STATE)))


def test_a_counterfeit_half_made_is_one_that_can_be_paid() -> None:
    state = position(
        "manufacture",
        hands={"yellow": {"metal": 2}},
        display=("sewing-machine-copy", "sewing-machine-1"),
        owners={"sewing-machine original": "green"},
    )
    chosen = do(state, "resolve manufacture", "manufacture sewing-machine-copy")
    assert read_state(write_state(chosen)) == chosen
    poor = first_player(goods=(0, 0, 1, 0, 0, 0, 0))(chosen)
    with pytest.raises(UnreadableState, match="MAKE-2"):
        read_state(write_state(poor))
    assert chosen.action is not None
    with pytest.raises(UnreadableState, match="MAKE-2"):
        read_state(write_state(replace(chosen, action=replace(chosen.action, pending=(chosen.display[1],)))))


def test_an_unknown_edition_is_told() -> None:
    with pytest.raises(UnknownEdition, match="house:0"):
        read_state(write_state(replace(STATE, edition="house:0")))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4) | st.sampled_from((-1, 0, 1, 2, "full", "bonus")),
    lambda inner: st.lists(inner, max_size=8),
    max_leaves=8,
)


@settings(deadline=None, max_examples=400)
@given(st.sampled_from(tuple(json.loads(write_state(ACTING)))), JSON)
def test_any_value_in_any_field_is_read_or_refused(key: str, value: object) -> None:
    text = json.dumps({**json.loads(write_state(ACTING)), key: value}, separators=(",", ":"))
    try:
        state = read_state(text)
    except GameError:
        return
    assert read_state(write_state(state)) == state
    assert legal_moves(state) or state.phase is Phase.OVER


@pytest.mark.parametrize(
    "text", ["", "[]", '{"depth":"full"}', '{"depth": "full"}', '["depth":"full"', '"depth":"full"']
)
def test_what_is_no_state_is_refused(text: str) -> None:
    with pytest.raises(UnreadableState):
        read_state(text)


def test_the_public_view_tells_all_but_the_order_of_the_decks() -> None:
    # Of a deck only its size is known, and nothing of what shuffles it.
    turned = replace(STATE, factory_deck=STATE.factory_deck[::-1], invention_deck=STATE.invention_deck[::-1], random=5)
    assert public_view(turned) == public_view(STATE)
    view = public_view(ACTING)
    yellow = view.players[0]
    assert (yellow.name, yellow.goods["metal"], yellow.bonus_tokens, yellow.markers) == ("yellow", 2, 1, 13)
    assert (yellow.factories, yellow.capacity) == (("starting-factory", "sawmill-1"), 1 + 1)
    assert (yellow.fields, yellow.patented, yellow.development_invested) == (
        ("telephone original",), ("telephone original",), 3,
    )  # fmt: skip
    assert view.row == ("coal-mine-2", "bank-1", None, None, None)
    assert view.display == ("telephone-1", "stove", None, None, None, None, None)
    assert view.board["market"] == ("yellow", "green")
    assert view.owners == {"telephone original": "yellow", "telephone technical": "green"}
    assert (view.loads["coal-warehouse-1"], view.loads["coal-ship"]) == (3, 2)
    assert (view.factory_deck, view.invention_deck) == (24 - 3, 12 - 1)  # two in the row and one built; one shown
    assert (view.in_turn, view.start_player, view.bonus_tokens) == ("yellow", "yellow", 20 - 1)
    assert view.action is not None
    assert (view.action.kind, view.action.pending) == ("exchange", "metal metal")
    assert not [name for name in msgspec.structs.asdict(view) if name in ("random", "seed")]


def test_a_state_is_small() -> None:
    assert len(encode(new_game(FOUR, 0, "full", EDITION))) < 1500
