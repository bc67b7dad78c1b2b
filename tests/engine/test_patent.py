"""PAT-1 to PAT-3: patents, what they cost and give, and the circles that they mark."""

from engine.era.components import PATENT_SPACES
from engine.era.state import State
from engine.era.tables import tables_of
from tests.engine.table import do, has, is_patented, menu, position, refused


def registering(hand: dict[str, int], owners: dict[str, str] | None = None, *patented: str) -> State:
    """Yellow has begun a develop action."""
    state = position("develop", hands={"yellow": hand}, owners=owners, patented=patented)
    return do(state, "resolve develop")


def test_x3_pat_1_the_first_costs_a_coin_and_gives_one_influence() -> None:
    after = do(registering({"coins": 1}, {"telephone original": "yellow"}), "patent telephone original")
    assert has(after, "yellow") == {"influence": 1, "patents": 1}
    assert is_patented(after, "telephone original")


def test_x4_pat_1_two_at_once_cost_three_coins() -> None:
    state = registering({"coins": 3}, {"typewriter original": "yellow"})
    after = do(state, "patent typewriter original", "patent nothing")
    assert has(after, "yellow") == {"influence": 2, "patents": 2}
    assert after.patented == (4,)  # cash register 0 and 1, sewing machine 2 and 3, typewriter 4 and 5
    assert after.holdings[0].markers == 15 - 2  # the field and its circle


def test_x7_sym_1_two_patents_win_two_symbols() -> None:
    owners = {"telephone original": "yellow", "telephone technical": "yellow"}
    first = do(registering({"coins": 3, "influence": 5}, owners), "patent telephone original")
    assert has(first, "yellow") == {"coins": 2, "influence": 6, "tools": 1, "patents": 1}
    second = do(first, "patent telephone technical")
    assert has(second, "yellow") == {"influence": 7, "tools": 1, "metal": 1, "patents": 2}


def test_pat_1_two_in_an_action_and_no_more() -> None:
    two = do(registering({"coins": 99}), "patent nothing", "patent nothing")
    assert menu(two) == ["done"]
    refused(two, "patent nothing", "PAT-1")


def test_pat_1_six_in_a_game() -> None:
    six = registering({"coins": 99, "patents": PATENT_SPACES})
    assert "patent nothing" not in menu(six)
    refused(six, "patent nothing", "PAT-1")


def test_pat_1_the_new_space_says_what_it_costs() -> None:
    # From space 1 to space 2, which costs 2 coins.
    refused(registering({"coins": 1, "patents": 1}), "patent nothing", "PAT-1")
    after = do(registering({"coins": 2, "patents": 1}), "patent nothing")
    assert has(after, "yellow") == {"influence": 1, "patents": 2}


def test_pat_2_only_own_fields_not_yet_patented() -> None:
    owners = {"telephone original": "yellow", "telephone technical": "green", "typewriter original": "yellow"}
    state = registering({"coins": 1}, owners, "typewriter original")
    assert menu(state) == ["patent telephone original", "patent nothing", "done"]
    refused(state, "patent telephone technical", "PAT-2")
    refused(state, "patent typewriter original", "PAT-2")
    refused(state, "patent camera original", "PAT-2")


def test_pat_3_marking_none_is_a_choice_and_the_patent_is_spent() -> None:
    after = do(registering({"coins": 3}, {"telephone original": "yellow"}), "patent nothing")
    assert after.patented == ()
    assert tables_of(after.edition).patent_costs[after.holdings[0].patents] == 2  # the next is the second
    assert has(do(after, "patent telephone original"), "yellow") == {"influence": 2, "patents": 2}
