"""BUY-1: loads of ships and warehouses, whole, for a coin each."""

from tests.engine.table import do, has, menu, position, refused


def test_buy_1_a_load_is_taken_whole_for_one_coin() -> None:
    # SETUP-5: a coal warehouse has 3 cubes, a ship 2.
    after = do(position("buy", hands={"yellow": {"coins": 2}}), "resolve buy", "buy coal-warehouse-1", "buy metal-ship")
    assert has(after, "yellow") == {"coal": 3, "metal": 2}


def test_buy_1_three_loads_and_no_more() -> None:
    begun = do(position("buy", hands={"yellow": {"coins": 5}}), "resolve buy")
    three = do(begun, "buy wood-ship", "buy coal-ship", "buy tools-warehouse")
    assert has(three, "yellow") == {"wood": 2, "coal": 2, "tools": 2, "coins": 5 - 3}
    assert menu(three) == ["done"]
    refused(three, "buy metal-ship", "BUY-1")


def test_buy_1_without_a_coin_nothing() -> None:
    begun = do(position("buy", hands={"yellow": {"coins": 1}}), "resolve buy", "buy wood-ship")
    assert menu(begun) == ["done"]
    refused(begun, "buy coal-ship", "BUY-1")


def test_buy_1_an_empty_load_can_not_be_chosen() -> None:
    begun = do(position("buy", hands={"yellow": {"coins": 3}}, stock={"wood-ship": 0}), "resolve buy")
    refused(begun, "buy wood-ship", "BUY-1")
    refused(do(begun, "buy coal-ship"), "buy coal-ship", "BUY-1")


def test_buy_1_a_load_that_has_grown_is_one_load() -> None:
    state = position("buy", hands={"yellow": {"coins": 1}}, stock={"tools-ship": 7})
    assert has(do(state, "resolve buy", "buy tools-ship"), "yellow") == {"tools": 7}
