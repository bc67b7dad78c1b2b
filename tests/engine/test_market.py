"""MARKET-1 to MARKET-3: the free development, the exchanges and their limits, bonus tokens for sale."""

import pytest

from engine.era.state import State
from tests.engine.table import do, has, menu, position, refused


def at_market(hand: dict[str, int]) -> State:
    """Yellow has begun a market action."""
    return do(position("market", hands={"yellow": hand}), "resolve market")


def test_market_1_the_free_development_ends_the_turn() -> None:
    after = do(at_market({}), "take development")
    assert has(after, "yellow") == {"development": 1}
    assert after.in_turn == "green"


def test_market_1_the_free_development_is_instead_of_exchanges() -> None:
    after = do(at_market({"coins": 2}), "exchange 2 coins -> development")
    refused(after, "take development", "MARKET-1")


def test_market_1_a_bonus_token_may_follow_the_free_development() -> None:
    after = do(at_market({"bonus-tokens": 1}), "take development")
    assert (after.in_turn, menu(after)[-1]) == ("yellow", "done")
    assert "bonus produce" in menu(after)


@pytest.mark.parametrize(
    ("before", "exchange", "after"),
    [
        ({"coins": 2}, "exchange 2 coins -> development", {"development": 1}),
        ({"development": 1}, "exchange development -> 2 coins", {"coins": 2}),
        ({"coins": 2}, "exchange 2 coins -> influence", {"influence": 1}),
        ({"development": 1}, "exchange development -> influence", {"influence": 1}),
        ({"coins": 2}, "exchange 2 coins -> bonus token", {"bonus-tokens": 1}),
    ],
)
def test_market_1_printed_exchanges(before: dict[str, int], exchange: str, after: dict[str, int]) -> None:
    assert has(do(at_market(before), exchange), "yellow") == after
    refused(at_market({}), exchange, "MARKET-1")


@pytest.mark.parametrize(
    ("before", "give", "take", "after"),
    [
        ({"metal": 2}, "give metal metal", "take tools", {"tools": 1}),
        ({"coal": 2}, "give coal coal", "take wood", {"wood": 1}),
        ({"wood": 1, "coal": 1}, "give wood coal", "take coin", {"coins": 1}),
        ({"coins": 2}, "give coin coin", "take technology", {"technology": 1}),
        ({"tools": 1, "coins": 1}, "give tools coin", "take metal", {"metal": 1}),
    ],
)
def test_market_1_any_two_pieces_for_another(
    before: dict[str, int], give: str, take: str, after: dict[str, int]
) -> None:
    given = do(at_market(before), give)
    refused(given, "done", "MARKET-1")
    assert has(do(given, take), "yellow") == after


def test_market_1_pieces_that_the_player_has_not_are_refused() -> None:
    state = at_market({"metal": 1, "coins": 1})
    assert menu(state) == ["take development", "give metal coin", "done"]
    refused(state, "give metal metal", "MARKET-1")
    refused(state, "give coin coin", "MARKET-1")
    refused(state, "give wood metal", "MARKET-1")


@pytest.mark.parametrize("give", ["give metal metal", "give metal coin"])
def test_market_2_what_is_received_differs_from_both_pieces(give: str) -> None:
    given = do(at_market({"metal": 2, "coins": 1}), give)
    for piece in give.split()[1:]:
        refused(given, f"take {piece}", "MARKET-2")
    assert len(menu(given)) == 6 - len(set(give.split()[1:]))  # five cubes and the coin, less what was given


def test_market_2_two_coins_are_never_one_coin() -> None:
    refused(do(at_market({"coins": 2}), "give coin coin"), "take coin", "MARKET-2")


def test_market_2_development_is_no_piece_of_the_bottom_field() -> None:
    assert not [move for move in menu(at_market({"development": 9, "wood": 2})) if "give" in move and "dev" in move]
    refused(do(at_market({"wood": 2}), "give wood wood"), "take development", "MARKET-1")


def test_x5_five_exchanges_at_most_three_in_one_field() -> None:
    three = do(at_market({"coins": 8, "metal": 2, "coal": 4}), *["exchange 2 coins -> development"] * 3)
    refused(three, "exchange 2 coins -> development", "MARKET-1")
    refused(three, "exchange development -> 2 coins", "MARKET-1")
    five = do(three, "give metal metal", "take tools", "give coal coal", "take wood")
    assert has(five, "yellow") == {"coins": 2, "coal": 2, "development": 3, "tools": 1, "wood": 1}
    assert menu(five) == ["done"]
    refused(five, "exchange 2 coins -> influence", "MARKET-1")
    refused(five, "give coal coal", "MARKET-1")


def test_market_1_three_in_the_middle_and_in_the_bottom_field() -> None:
    middle = do(at_market({"coins": 4, "development": 3}), *["exchange development -> influence"] * 3)
    refused(middle, "exchange 2 coins -> influence", "MARKET-1")
    bottom = do(at_market({"wood": 8, "coins": 2}), *["give wood wood", "take coal"] * 3)
    refused(bottom, "give wood wood", "MARKET-1")
    # Ruling: a bonus token counts among this field's three.
    refused(bottom, "exchange 2 coins -> bonus token", "MARKET-1")


def test_market_1_influence_may_win_a_symbol() -> None:
    # Space 9 shows a coin.
    assert has(do(at_market({"development": 1, "influence": 8}), "exchange development -> influence"), "yellow") == {
        "influence": 9,
        "coins": 1,
    }


def test_market_3_no_more_than_twenty_bonus_tokens() -> None:
    hands = {"yellow": {"coins": 9, "bonus-tokens": 4}, "green": {"bonus-tokens": 15}}
    last = do(position("market", hands=hands), "resolve market", "exchange 2 coins -> bonus token")
    assert has(last, "yellow") == {"coins": 7, "bonus-tokens": 5}
    refused(last, "exchange 2 coins -> bonus token", "MARKET-3")
