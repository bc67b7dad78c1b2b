"""A game played again is the same game: from its moves, from its text, from any state read back, from real decks."""

from itertools import islice, pairwise
from typing import Any

from hypothesis import given, strategies as st
from msgspec.structs import replace

from engine.era.full_state import check, decode, encode
from engine.era.game import apply, legal_moves, new_game, replay
from engine.era.game_text import GameText, read_game, write_game
from engine.era.moves import Correct
from engine.era.notation import read_state, write_state
from engine.era.public import public_view
from engine.era.state import Phase
from engine.era.tables import tables_of

from .full_games import Run, a_few_games, in_every_game, runs
from .games import THREE


@in_every_game
def test_every_state_read_back_is_equal_and_goes_on_in_the_same_way(run: Run) -> None:
    for number, step in enumerate(run.steps()):
        text = encode(step.state)
        again = decode(text)
        assert again == step.state
        assert hash(again) == hash(step.state)
        assert encode(again) == text
        assert legal_moves(again) == step.menu
        after, events = apply(again, step.move)
        assert (encode(after), events) == (encode(step.after), step.events)
        if number % 20 == 0:
            check(again)
            assert read_state(write_state(step.state)) == step.state


def test_end_3_bonus_tokens_corrected_in_the_final_market_leave_a_state_that_reads_back() -> None:
    run = Run(THREE, "eager", "virtual", 1)
    state = next(step.after for step in run.steps() if step.after.phase is Phase.FINAL_MARKET)
    name = state.in_turn
    assert name is not None
    for amount in (0, 1, 4):
        state, _ = apply(state, Correct(name, "bonus-tokens", amount))
        assert read_state(write_state(state)) == state


@in_every_game
def test_each_move_undone_and_made_again_leads_to_the_same_state(run: Run) -> None:
    """Undoing is to go back to the state before, which no later move has touched."""
    played = list(run.steps())
    for earlier, later in pairwise(played):
        assert earlier.after is later.state
    for step in reversed(played):
        assert legal_moves(step.state) == step.menu
        assert apply(step.state, step.move) == (step.after, step.events)


@in_every_game
def test_the_text_of_a_game_reads_back_to_the_same_bytes(run: Run) -> None:
    begun, played = run.begun(), list(run.steps())
    game = GameText(begun, tuple(step.move for step in played), run.seed if run.dealing == "virtual" else 0)
    text = write_game(game)
    again = read_game(text)
    assert again == game
    assert write_game(again) == text
    assert read_game(text.encode()) == game
    assert encode(replay(again.begun, again.moves)) == encode(played[-1].after)


@a_few_games
@given(runs, st.integers(0, 200))
def test_a_game_that_stops_anywhere_is_a_game_text_too(run: Run, length: int) -> None:
    moves = tuple(step.move for step in islice(run.steps(), length))
    game = GameText(run.begun(), moves, run.seed if run.dealing == "virtual" else 0)
    assert read_game(write_game(game)) == game


@in_every_game
def test_the_same_cards_from_real_decks_make_the_same_game(run: Run) -> None:
    """What everybody sees and what happens is the same; only the order of the decks is not known there."""
    if run.dealing == "cards":
        return
    hidden: dict[str, Any] = {"dealing": "", "random": 0, "factory_deck": (), "invention_deck": ()}
    state = new_game(run.players, run.begun().start, "full", dealing="cards")
    assert public_view(state) == public_view(run.begun())
    for step in run.steps():
        menu = legal_moves(state)
        # A shuffled deck gives one card; people may lay any that is in it.
        assert menu == step.menu if step.state.seat_in_turn is not None else set(step.menu) <= set(menu)
        state, events = apply(state, step.move)
        assert events == step.events
        assert replace(state, **hidden) == replace(step.after, **hidden)
        if step.events and step.after.seat_in_turn is None:
            assert public_view(state) == public_view(step.after)
    assert public_view(state) == public_view(step.after)
    assert state.random == 0
    assert sorted(state.factory_deck) == sorted(step.after.factory_deck)


@in_every_game
def test_the_public_view_has_nothing_of_the_order_of_the_decks(run: Run) -> None:
    for number, step in enumerate(run.steps()):
        if number % 7:
            continue
        state = step.after
        other = replace(
            state,
            factory_deck=state.factory_deck[::-1],
            invention_deck=state.invention_deck[1:] + state.invention_deck[:1],
            random=state.random ^ 1,
        )
        assert public_view(other) == public_view(state)


@in_every_game
def test_the_public_view_names_no_card_of_a_deck(run: Run) -> None:
    tables = tables_of(run.begun().edition)
    for number, step in enumerate(run.steps()):
        if number % 10 == 0:
            view = repr(public_view(step.after))
            hidden = [tables.factories[card].card.id for card in step.after.factory_deck]
            hidden += [tables.cards[card].card.id for card in step.after.invention_deck]
            assert not [card for card in hidden if repr(card) in view]


@in_every_game
def test_no_two_states_of_a_game_are_equal(run: Run) -> None:
    """A game never comes back to where it was, so that a position's text says how far the game is."""
    if run.policy == "corrected":
        return  # an operator may set something to what it was
    states = [step.after for step in run.steps()]
    assert len(set(states)) == len(states)
