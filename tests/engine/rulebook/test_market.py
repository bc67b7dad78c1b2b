"""MARKET-1 to MARKET-3: the free development, the exchanges, and their limits."""

import pytest

from engine.era.components import GOODS
from engine.era.game import apply, legal_moves, new_game
from engine.era.move_text import read_move
from engine.era.moves import TRADED, Give
from engine.era.state import Phase, State
from engine.errors import UnreadableMove
from tests.engine.games import FIVE, FOUR, THREE
from tests.engine.rulebook.box import BOX
from tests.engine.rulebook.table import changes, holds, menu, played, position, refused, seen

TOP = "exchange 2 coins -> development"
MIDDLE = "exchange 2 coins -> influence"
BONUS_TOKEN = "exchange 2 coins -> bonus token"


def trading(**has: int) -> State:
    """Yellow has begun to resolve the token on market."""
    return played(position({"yellow": "market"}, has={"yellow": has}), "resolve market")


def test_market_1_the_free_development_ends_the_turn() -> None:
    start = trading()
    after = played(start, "take development")
    assert changes(start, after) == {"yellow": {"development": 1}}
    assert after.in_turn == "green"


def test_market_1_after_an_exchange_no_free_development() -> None:
    refused(played(trading(), TOP), "take development", "MARKET-1")


@pytest.mark.parametrize(
    ("exchange", "moved"),
    [
        (TOP, {"coins": -2, "development": 1}),
        ("exchange development -> 2 coins", {"development": -1, "coins": 2}),
        (MIDDLE, {"coins": -2, "influence": 1}),
        ("exchange development -> influence", {"development": -1, "influence": 1}),
        (BONUS_TOKEN, {"coins": -2, "bonus-tokens": 1}),
    ],
)
def test_market_1_what_the_fields_show(exchange: str, moved: dict[str, int]) -> None:
    start = trading()
    assert changes(start, played(start, exchange)) == {"yellow": moved}


@pytest.mark.parametrize(
    ("exchange", "short"),
    [
        (TOP, {"coins": 1}),
        ("exchange development -> 2 coins", {"development": 0}),
        (MIDDLE, {"coins": 1}),
        ("exchange development -> influence", {"development": 0}),
        (BONUS_TOKEN, {"coins": 1}),
        ("give metal metal", {"metal": 1}),
        ("give metal coin", {"coins": 0}),
    ],
)
def test_market_1_what_is_given_has_to_be_there(exchange: str, short: dict[str, int]) -> None:
    refused(trading(**short), exchange, "MARKET-1")


@pytest.mark.parametrize(
    ("has", "given"),
    [({"metal": 2}, "metal metal"), ({"metal": 1, "tools": 1}, "metal tools"), ({"coal": 1, "coins": 1}, "coal coin")],
)
def test_market_1_the_last_two_pieces_are_enough(has: dict[str, int], given: str) -> None:
    nothing = dict.fromkeys(GOODS, 0)
    start = trading(**nothing | has)
    after = played(start, f"give {given}", "take wood")
    assert changes(start, after) == {"yellow": {what: -count for what, count in has.items()} | {"wood": 1}}


@pytest.mark.parametrize(
    "three",
    [
        [TOP, "exchange development -> 2 coins", TOP],
        [MIDDLE, "exchange development -> influence", MIDDLE],
        [BONUS_TOKEN, "give wood coal", "take metal", BONUS_TOKEN],
    ],
)
def test_market_1_three_in_a_field_both_ways_counted_together(three: list[str]) -> None:
    after = played(trading(), *three)
    first = three[0]
    refused(after, first, "MARKET-1")
    other = MIDDLE if first == TOP else TOP
    played(after, other)  # the other fields are open


def test_market_1_bonus_tokens_count_with_the_bottom_field() -> None:
    after = played(trading(), "give wood coal", "take metal", "give coal metal", "take coin", BONUS_TOKEN)
    refused(after, "give wood coal", "MARKET-1")
    refused(after, BONUS_TOKEN, "MARKET-1")


def test_market_1_five_in_all_and_no_sixth() -> None:
    after = played(trading(), TOP, TOP, MIDDLE, "give wood wood", "take coal", MIDDLE)
    assert menu(after) == ["done"]
    for sixth in (TOP, MIDDLE, BONUS_TOKEN, "give coal coal", "exchange development -> 2 coins"):
        refused(after, sixth, "MARKET-1")


def test_market_1_fewer_than_five_are_allowed() -> None:
    start = trading()
    after = played(start, MIDDLE, "done")
    assert changes(start, after) == {"yellow": {"coins": -2, "influence": 1}}
    assert after.in_turn == "green"


@pytest.mark.parametrize("one", range(len(TRADED)))
@pytest.mark.parametrize("other", range(len(TRADED)))
def test_market_2_two_pieces_alike_or_mixed_for_one_that_differs_from_both(one: int, other: int) -> None:
    given = [TRADED[one], TRADED[other]]
    start = trading()
    giving = played(start, f"give {given[0]} {given[1]}")
    assert set(menu(giving)) == {f"take {piece}" for piece in TRADED if piece not in given}
    for piece in TRADED:
        if piece in given:
            refused(giving, f"take {piece}", "MARKET-2")
            continue
        expected = dict.fromkeys((*GOODS[:5], "coin"), 0)
        for gone in given:
            expected[gone] -= 1
        expected[piece] += 1
        expected["coins"] = expected.pop("coin")
        moved = {what: count for what, count in expected.items() if count}
        assert changes(start, played(giving, f"take {piece}")) == {"yellow": moved}


def test_market_2_development_is_no_use_in_the_bottom_field() -> None:
    with pytest.raises(UnreadableMove, match="wood, coal, metal, technology, tools, coin"):
        read_move("give development coal", BOX)
    assert not any(isinstance(move, Give) and "development" in str(move) for move in legal_moves(trading()))
    refused(played(trading(), "give coal coal"), "take development", "MARKET-1")


@pytest.mark.parametrize(("players", "left"), [(THREE, 20 - 3 * 3), (FOUR, 20 - 4 * 5), (FIVE, 20 - 5 * 1)])
def test_market_3_bonus_tokens_left_at_the_start(players: tuple[str, ...], left: int) -> None:
    state = new_game(players, 0, "full", BOX)
    while state.phase is Phase.SETTING_UP:
        state, _ = apply(state, legal_moves(state)[0])
    assert seen(state).bonus_tokens == left


def test_market_3_with_none_left_none_can_be_bought() -> None:
    full = {name: {"bonus-tokens": 5} for name in FOUR}
    none_left = played(position({"yellow": "market"}, has=full), "resolve market")
    refused(none_left, BONUS_TOKEN, "MARKET-3")
    one_left = played(position({"yellow": "market"}, has=full | {"yellow": {"bonus-tokens": 4}}), "resolve market")
    after = played(one_left, BONUS_TOKEN)
    assert seen(after).bonus_tokens == 0
    refused(after, BONUS_TOKEN, "MARKET-3")


def test_market_3_coins_cubes_and_development_never_end() -> None:
    # The box has 40 coins and 20 development.
    start = position({"yellow": "market"}, has={name: {"coins": 100, "development": 100} for name in FOUR})
    after = played(start, "resolve market", TOP, "exchange development -> 2 coins", TOP, "done")
    assert holds(after, "yellow")["coins"] == 100 - 2 + 2 - 2
    assert holds(after, "yellow")["development"] == 100 + 1 - 1 + 1
