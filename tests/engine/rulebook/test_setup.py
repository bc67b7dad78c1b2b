"""SETUP-1 to SETUP-6 in the whole game, and PLACE-1 to PLACE-4 in it: what lies there, and how tokens are laid."""

import pytest

from engine.era.events import CardDealt, TokenPlaced
from engine.era.game import apply, legal_moves, new_game
from engine.era.moves import Place
from engine.era.state import Phase, State
from engine.errors import IllegalMove, SetupError
from tests.engine.games import FIVE, FOUR, TABLES, THREE
from tests.engine.rulebook.box import BOX, FACTORIES, START_CARDS
from tests.engine.rulebook.table import happened, menu, of, played, refused, seen

ROW = [card.id for card in FACTORIES[:5]]


def laid_out(players: tuple[str, ...] = FOUR, start: str = "yellow") -> State:
    """A new game with five factories and seven start cards dealt in the order of the box's lists."""
    state = new_game(players, start, "full", BOX, dealing="cards")
    cards = [f"deal factory {card}" for card in ROW] + [f"deal invention {card}" for card in START_CARDS[:7]]
    return played(state, *cards)


@pytest.mark.parametrize(("players", "tokens", "bonus_tokens"), [(THREE, 3, 3), (FOUR, 2, 5), (FIVE, 2, 1)])
def test_setup_2_what_each_player_receives(players: tuple[str, ...], tokens: int, bonus_tokens: int) -> None:
    view = seen(laid_out(players))
    assert [player.name for player in view.players] == list(players)
    for player in view.players:
        assert player.goods == {
            "coins": 2, "wood": 1, "metal": 1, "technology": 1, "tools": 1, "coal": 3, "development": 1,
        }  # fmt: skip
        assert (player.influence, player.patents, player.markers) == (0, 0, 15)
        assert player.factories == ("starting-factory",)
        assert player.capacity == 1
        assert (player.tokens_in_hand, player.bonus_tokens) == (tokens, bonus_tokens)
        assert player.fields == player.patented == ()
    assert view.round == 1


def test_setup_2_the_starting_factory_makes_one_wood() -> None:
    assert (BOX.starting_factory.output, BOX.starting_factory.amount) == ("wood", 1)


def test_setup_3_five_factories_left_to_right_and_nineteen_in_the_deck() -> None:
    state = new_game(FOUR, "yellow", "full", BOX, dealing="cards")
    # 29 in the box, of which five are starting factories: 24, and any of them may come first.
    assert set(menu(state)) == {f"deal factory {card.id}" for card in FACTORIES}
    assert len(menu(state)) == 24
    view = seen(laid_out())
    assert view.row == tuple(ROW)
    assert view.factory_deck == 24 - 5
    assert view.factory_discards == ()


def test_setup_4_seven_of_the_twelve_start_cards_along_the_path() -> None:
    state = played(new_game(FOUR, "yellow", "full", BOX, dealing="cards"), *[f"deal factory {card}" for card in ROW])
    assert set(menu(state)) == {f"deal invention {card}" for card in START_CARDS}
    view = seen(laid_out())
    assert view.display == START_CARDS[:7]
    assert view.invention_deck == 12 - 7
    assert view.invention_discards == view.new_cards == ()


def test_setup_3_setup_4_factories_first_and_each_card_by_its_clause() -> None:
    state = new_game(FOUR, "yellow", "full", BOX, dealing="cards")
    refused(state, f"deal invention {START_CARDS[0]}", "SETUP-3")
    refused(state, "place build", "SETUP-3")
    assert happened(state, f"deal factory {ROW[0]}") == [CardDealt("factory", ROW[0], 0, "SETUP-3")]
    state = played(state, *[f"deal factory {card}" for card in ROW])
    refused(state, f"deal factory {FACTORIES[9].id}", "SETUP-4")
    refused(state, "deal invention telephone-1", "SETUP-4")  # the 27 invention cards lie aside
    assert happened(state, f"deal invention {START_CARDS[3]}") == [CardDealt("invention", START_CARDS[3], 0, "SETUP-4")]


@pytest.mark.parametrize("dealing", ["virtual", "cards"])
def test_setup_3_setup_4_no_card_comes_twice(dealing: str) -> None:
    state = new_game(FIVE, 0, "full", BOX, seed=5, dealing=dealing)
    came = []
    while state.phase is Phase.SETTING_UP:
        move = legal_moves(state)[-1]
        came.append(str(move))
        state, _ = apply(state, move)
        with pytest.raises(IllegalMove):
            apply(state, move)
    assert len(set(came)) == 5 + 7


def test_setup_5_what_lies_on_ships_and_warehouses() -> None:
    # A coal warehouse 3; a ship, the coal ship too, and any other warehouse 2.
    assert seen(laid_out()).loads == {
        "wood-ship": 2, "coal-ship": 2, "metal-ship": 2, "tools-ship": 2, "wood-warehouse": 2,
        "coal-warehouse-1": 3, "coal-warehouse-2": 3, "technology-warehouse": 2,
    }  # fmt: skip


@pytest.mark.parametrize("start", FOUR)
def test_setup_6_any_player_may_be_the_first_start_player(start: str) -> None:
    state = laid_out(start=start)
    assert (state.phase, state.in_turn, state.start_player) == (Phase.PLACING, start, start)


@pytest.mark.parametrize("count", [2, 6])
def test_setup_1_three_to_five_players(count: int) -> None:
    with pytest.raises(SetupError, match="SETUP-1"):
        new_game([f"player {number}" for number in range(count)], 0, "full", BOX)


@pytest.mark.parametrize("players", TABLES)
def test_place_1_one_token_each_clockwise_pass_after_pass(players: tuple[str, ...]) -> None:
    state = laid_out(players, players[1])
    order = []
    while state.phase is Phase.PLACING:
        order.append(state.in_turn)
        events = happened(state, menu(state)[0])
        assert isinstance(events[0], TokenPlaced)
        state = played(state, menu(state)[0])
    clockwise = (*players[1:], players[0])
    assert order == list(clockwise) * (3 if len(players) == 3 else 2)
    assert state.in_turn == players[1]


def test_place_1_another_player_waits() -> None:
    with pytest.raises(IllegalMove) as refusal:
        apply(laid_out(), Place("build"), by="green")
    assert refusal.value.clause == "PLACE-1"


def test_place_2_and_place_3_in_the_whole_game() -> None:
    full = played(laid_out(THREE), "place buy", "place buy")
    refused(full, "place buy", "PLACE-2")
    again = played(laid_out(THREE), "place buy", "place build", "place build")
    refused(again, "place buy", "PLACE-3")


def test_place_4_a_token_has_to_be_laid() -> None:
    assert all(text.startswith("place") for text in menu(laid_out()))
    refused(laid_out(), "done", "RESOLVE-1")
    refused(laid_out(), "decline build", "RESOLVE-1")  # declining is for the second half


def test_setup_2_laying_tokens_costs_nothing() -> None:
    before, after = laid_out(), played(laid_out(), "place market")
    assert of(before, "yellow").goods == of(after, "yellow").goods
    assert of(after, "yellow").tokens_in_hand == 1
