"""SETUP-2 to SETUP-5, and chance as moves: dealt by the seeded shuffle, or told by the table."""

import pytest
from msgspec.structs import replace

from engine.era.components import AREAS, COLOURS
from engine.era.game import apply, legal_moves, new_game
from engine.era.moves import Deal, Move
from engine.era.public import public_view
from engine.era.state import EMPTY, Phase, State
from engine.errors import IllegalMove, SetupError
from tests.engine.games import FOUR, TABLES
from tests.engine.table import EDITION, has, in_row, menu, refused, shown


def begun(dealing: str = "virtual", seed: int = 7) -> State:
    return new_game(FOUR, "green", "full", EDITION, seed, dealing)


def laid_out(state: State) -> tuple[State, list[Move]]:
    """All cards of the set-up are dealt, each time the first that can come; and the moves."""
    moves = []
    while state.phase is Phase.SETTING_UP:
        moves.append(legal_moves(state)[0])
        state, _ = apply(state, moves[-1])
    return state, moves


@pytest.mark.parametrize(("players", "bonus"), [(3, 3), (4, 5), (5, 1)])
def test_setup_2_what_each_player_starts_with(players: int, bonus: int) -> None:
    state = new_game(COLOURS[:players], 0, "full", EDITION)
    for player in state.players:
        assert has(state, player) == {
            "coins": 2, "wood": 1, "metal": 1, "technology": 1, "tools": 1, "coal": 3, "development": 1,
            "bonus-tokens": bonus,
        }  # fmt: skip
    assert {(one.markers, one.patents, one.influence, one.factories) for one in state.holdings} == {(15, 0, 0, (24,))}


def test_setup_3_and_4_five_factories_then_seven_start_cards() -> None:
    state, moves = laid_out(begun())
    assert [move.deck for move in moves if isinstance(move, Deal)] == ["factory"] * 5 + ["invention"] * 7
    assert (None in in_row(state), None in shown(state)) == (False, False)
    assert (len(state.factory_deck), len(state.invention_deck)) == (24 - 5, 12 - 7)
    assert set(shown(state)) <= {card.id for card in EDITION.start_cards}
    assert (state.phase, state.in_turn) == (Phase.PLACING, "green")


def test_setup_3_the_row_is_filled_from_the_left_and_setup_4_the_path_from_p0() -> None:
    state = begun()
    for space in range(5):
        assert state.row[space] == EMPTY
        state, _ = apply(state, legal_moves(state)[0])
        assert state.row[space] != EMPTY
    for space in range(7):
        assert state.display[space] == EMPTY
        state, _ = apply(state, legal_moves(state)[0])
        assert state.display[space] != EMPTY


def test_setup_5_what_lies_on_the_loads() -> None:
    stock = dict(zip((load.id for load in EDITION.loads), begun().stock, strict=True))
    assert {load for load, cubes in stock.items() if cubes == 3} == {"coal-warehouse-1", "coal-warehouse-2"}
    assert {cubes for load, cubes in stock.items() if "coal-warehouse" not in load} == {2}


def test_virtual_dealing_offers_the_one_card_and_no_other() -> None:
    state = begun()
    (only,) = menu(state)
    other = next(card.id for card in EDITION.factories if f"deal factory {card.id}" != only)
    refused(state, f"deal factory {other}", "SETUP-3")


def test_cards_dealing_takes_any_card_of_the_deck_in_turn() -> None:
    state = begun("cards")
    assert len(menu(state)) == 24
    state, _ = apply(state, Deal("factory", "bank-1"))
    assert in_row(state)[0] == "bank-1"
    assert len(menu(state)) == 23
    refused(state, "deal factory bank-1", "SETUP-3")
    refused(state, "deal invention stove", "SETUP-3")
    refused(state, "place build", "SETUP-3")
    with pytest.raises(IllegalMove, match="SETUP-3"):
        apply(state, Deal("factory", "starting-factory"))


def test_both_dealings_give_the_same_game_for_the_same_cards() -> None:
    virtual, told = begun(), begun("cards")
    for _ in range(400):
        moves = [move for move in legal_moves(virtual) if str(move) != "done"] or list(legal_moves(virtual))
        move = moves[len(moves) // 2]
        virtual, events = apply(virtual, move)
        told, told_events = apply(told, move)
        assert events == told_events
        assert public_view(virtual) == public_view(told)
        if virtual.phase is Phase.OVER:
            break
    assert virtual.round > 3


def test_the_same_seed_deals_the_same_cards_and_another_seed_others() -> None:
    assert laid_out(begun(seed=7)) == laid_out(begun(seed=7))
    assert laid_out(begun(seed=7))[1] != laid_out(begun(seed=8))[1]
    assert begun(seed=2**64 + 7) == begun(seed=7)  # 64 bits count


@pytest.mark.parametrize("players", TABLES)
def test_setup_6_any_first_start_player(players: tuple[str, ...]) -> None:
    for player in players:
        assert laid_out(new_game(players, player, "full", EDITION))[0].in_turn == player


def test_nobody_is_in_turn_while_cards_are_dealt() -> None:
    assert (begun().in_turn, begun().seat_in_turn) == (None, None)
    assert begun().board == ((),) * len(AREAS)


def test_unknown_dealing_refused() -> None:
    with pytest.raises(SetupError, match="'dice' is not one of virtual, cards"):
        begun("dice")


def test_a_name_that_can_not_be_written_down_is_refused() -> None:
    with pytest.raises(SetupError, match="half a letter"):
        new_game(("a", "b", "\ud800"), 0, "full", EDITION)


def test_a_deck_without_the_cards_told_is_never_dealt_from() -> None:
    state = replace(begun("cards"), factory_deck=(), row=(0, 1, 2, 3, 4))
    assert {move.deck for move in legal_moves(state) if isinstance(move, Deal)} == {"invention"}
