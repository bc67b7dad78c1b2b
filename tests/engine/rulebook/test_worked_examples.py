"""The rulebook's own examples, X1 to X13, with the numbers that both translations tell.

X5 follows the Czech text, which has tools where the Hungarian one has wood; X4 too, which has five patented fields in
the whole game where the Hungarian one has five further ones: six spaces less the one that marked nothing.
"""

import pytest

from engine.era.components import SETUPS, Setup
from engine.era.game import apply, legal_moves, new_game
from engine.era.scoring import scores
from engine.era.state import Phase, State
from tests.engine.games import FIVE, FOUR, THREE
from tests.engine.rulebook.box import BOX
from tests.engine.rulebook.table import (
    change,
    changes,
    dealt,
    game_over,
    holds,
    menu,
    of,
    played,
    position,
    refused,
    round_over,
    seen,
)


def test_x1_yellow_develops_the_sewing_machine() -> None:
    start = position({"yellow": "develop"}, has={"yellow": {"development": 1, "influence": 0}}, deck=["anvil"])
    after = played(start, "resolve develop", "develop sewing-machine original")
    assert change(start, after, "yellow") == {"development": -1, "influence": 1}
    assert seen(after).owners == {"sewing-machine original": "yellow"}
    three = {"sewing-machine-1", "sewing-machine-2", "sewing-machine-copy"}
    assert set(seen(after).new_cards) == three
    assert seen(after).invention_deck == 1
    over = round_over(after)
    assert seen(over).new_cards == ()
    assert set(menu(over)) == {f"deal invention {card}" for card in (*three, "anvil")}


def test_x2_green_manufactures_yellows_official_and_counterfeit() -> None:
    start = position(
        {"green": "manufacture"},
        start="green",
        display=["sewing-machine-2", "sewing-machine-copy"],
        fields={"sewing-machine original": "yellow"},
    )
    official = played(start, "resolve manufacture", "manufacture sewing-machine-2")
    # The box's official card: a metal and a tools for 3 coins.
    assert changes(start, official) == {"green": {"metal": -1, "tools": -1, "coins": 3}, "yellow": {"influence": 1}}
    both = played(official, "manufacture sewing-machine-copy", "pay technology")
    # Its counterfeit: a question mark and a coal for 2 coins. Yellow has no patent on the sewing machine.
    assert changes(official, both) == {"green": {"technology": -1, "coal": -1, "coins": 2}}


def test_x3_brown_registers_the_first_patent_on_the_telephone() -> None:
    start = position({"brown": "develop"}, start="brown", fields={"telephone original": "brown"})
    after = played(start, "resolve develop", "patent telephone original")
    assert changes(start, after) == {"brown": {"coins": -1, "influence": 1, "patents": 1}}
    assert of(after, "brown").patented == ("telephone original",)


def test_x4_orange_registers_two_patents_and_has_one_field() -> None:
    start = position(
        {"orange": "develop build"},
        start="orange",
        fields={"typewriter original": "orange"},
        has={"orange": {"coins": 3, "bonus-tokens": 1}},
    )
    one = played(start, "resolve develop", "patent typewriter original")
    refused(one, "patent typewriter original", "PAT-2")
    two = played(one, "patent nothing")
    # 3 coins are 1 and 2; each of the two spaces gives 1 influence.
    assert changes(start, two) == {"orange": {"coins": -3, "influence": 2, "patents": 2}}
    assert of(two, "orange").patented == ("typewriter original",)
    later = played(two, "done", "bonus develop", "develop camera original")
    assert of(later, "orange").fields == ("typewriter original", "camera original")
    assert of(later, "orange").patented == ("typewriter original",)


def test_x4_orange_can_patent_five_fields_at_most() -> None:
    own = ["typewriter original", "camera original", "car original", "airplane original", "telephone original"]
    sixth = "gramophone original"
    fields = dict.fromkeys([*own, sixth], "orange")
    spent = position(
        {"orange": "develop"}, start="orange", fields=fields, patented=own[:1], has={"orange": {"patents": 2}}
    )
    four = played(spent, "resolve develop", f"patent {own[1]}", f"patent {own[2]}")
    assert holds(four, "orange")["patents"] == 4
    half_way = position(
        {"orange": "develop"},
        start="orange",
        fields=fields,
        patented=own[:3],
        has={"orange": {"patents": 4, "bonus-tokens": 1}},
    )
    last = played(half_way, "resolve develop", f"patent {own[3]}", f"patent {own[4]}")
    assert holds(last, "orange")["patents"] == 6
    assert set(of(last, "orange").patented) == set(own)
    refused(played(last, "done"), "bonus patent", "BONUS-1")  # the track has no seventh space


def test_x5_orange_at_the_market() -> None:
    start = position({"orange": "market"}, start="orange", has={"orange": {"bonus-tokens": 1}})
    top = played(start, "resolve market", *["exchange 2 coins -> development"] * 3)
    assert changes(start, top) == {"orange": {"coins": -6, "development": 3}}
    refused(top, "exchange 2 coins -> development", "MARKET-1")
    refused(top, "exchange development -> 2 coins", "MARKET-1")
    after = played(top, "give metal metal", "take tools", "give coal coal", "take wood")
    assert changes(top, after) == {"orange": {"metal": -2, "tools": 1, "coal": -2, "wood": 1}}
    for sixth in ("exchange 2 coins -> influence", "give coal metal", "exchange 2 coins -> development"):
        refused(after, sixth, "MARKET-1")
    assert menu(after) == ["done"]


def test_x6_orange_manufactures_the_telephone_and_the_cash_register() -> None:
    start = position(
        {"orange": "manufacture"},
        start="orange",
        display=["cash-register-1", "telephone-1"],
        fields={"telephone original": "orange", "cash-register original": "orange"},
        has={"orange": {"influence": 6}},
    )
    first = played(start, "resolve manufacture", "manufacture telephone-1")
    # 1 metal, 1 technology, 1 tools, 2 coal for 3 influence: to 9, a coin; 7, a metal, is passed over.
    paid = {"metal": -1, "technology": -1, "tools": -1, "coal": -2}
    assert changes(start, first) == {"orange": {**paid, "influence": 3, "coins": 1}}
    assert seen(first).invention_discards == ("telephone-1",)
    second = played(first, "manufacture cash-register-1")
    # 1 metal, 1 technology, 1 coal for 2 influence: to 11, a wood.
    paid = {"metal": -1, "technology": -1, "coal": -1}
    assert changes(first, second) == {"orange": {**paid, "influence": 2, "wood": 1}}
    assert holds(second, "orange")["influence"] == 11
    assert set(seen(second).invention_discards) == {"telephone-1", "cash-register-1"}
    assert seen(second).display == (None,) * 7


def test_x7_green_registers_two_patents_and_collects_symbols() -> None:
    start = position(
        {"green": "develop"},
        start="green",
        fields={"camera original": "green", "camera technical": "green"},
        has={"green": {"influence": 5}},
    )
    one = played(start, "resolve develop", "patent camera technical")
    assert changes(start, one) == {"green": {"coins": -1, "influence": 1, "tools": 1, "patents": 1}}
    assert of(one, "green").patented == ("camera technical",)
    two = played(one, "patent camera original")
    assert changes(one, two) == {"green": {"coins": -2, "influence": 1, "metal": 1, "patents": 1}}
    assert of(two, "green").patented == ("camera original", "camera technical")


def test_x8_yellow_and_green_share_the_top_of_the_patent_track() -> None:
    patents = {"yellow": 4, "green": 4, "brown": 3, "orange": 0}
    over = game_over(position(round=8, has={name: {"patents": count} for name, count in patents.items()}))
    assert [score.patents.points for score in scores(over)] == [3, 3, 0, 0]


def test_x9_green_has_invested_most_development() -> None:
    # In the box the airplane's original costs 6; the three of yellow cost 2, 1 and 2: 5 in all.
    fields = {
        "cash-register original": "yellow",
        "sewing-machine original": "yellow",
        "typewriter original": "yellow",
        "airplane original": "green",
    }
    over = game_over(position(round=8, fields=fields))
    assert [score.development.points for score in scores(over)] == [0, 5, 0, 0]
    assert [score.development.count for score in scores(over)] == [5, 6, 0, 0]


def test_x13_greens_factories_add_up_to_four() -> None:
    # The starting factory's 1, and 1 and 2 of those built.
    over = game_over(position(round=8, factories={"green": ["foundry-1", "coal-mine-1"], "brown": ["academy-3"]}))
    assert [score.capacity.count for score in scores(over)] == [1, 4, 3, 1]
    assert [score.capacity.points for score in scores(over)] == [0, 5, 0, 0]


@pytest.mark.parametrize(
    ("players", "tokens", "bonus_tokens", "rounds"), [(THREE, 3, 3, 9), (FOUR, 2, 5, 8), (FIVE, 2, 1, 10)]
)
def test_x10_rounds_and_tokens_by_players(
    players: tuple[str, ...], tokens: int, bonus_tokens: int, rounds: int
) -> None:
    assert SETUPS[len(players)] == Setup(tokens, bonus_tokens, rounds)
    state = dealt_out(new_game(players, 0, "full", BOX))
    for name in players:
        assert of(state, name).tokens_in_hand == tokens
        assert of(state, name).bonus_tokens == bonus_tokens
    ended = 0
    while state.phase is not Phase.OVER:
        ended += 1
        assert state.round == ended
        while state.phase is Phase.PLACING:
            state = played(state, menu(state)[0])
        state = round_over(state)
        state = dealt(state)
        while state.phase is Phase.FINAL_MARKET:
            state = played(state, "done")
    assert ended == rounds


def dealt_out(state: State) -> State:
    """The cards of the set-up come as they come."""
    while state.phase is Phase.SETTING_UP:
        state, _ = apply(state, legal_moves(state)[0])
    return state


def test_x11_a_third_token_on_an_area_is_refused() -> None:
    state = dealt_out(new_game(FOUR, "yellow", "full", BOX))
    refused(played(state, "place market", "place market"), "place market", "PLACE-2")


def test_x12_a_players_second_token_on_an_area_is_refused() -> None:
    state = dealt_out(new_game(FOUR, "yellow", "full", BOX))
    after = played(state, "place market", "place build", "place build", "place develop")
    refused(after, "place market", "PLACE-3")
