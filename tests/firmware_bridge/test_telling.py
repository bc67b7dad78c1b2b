"""What a table says of itself in words: in each part of a game what is to be done, and the rules by their clauses."""

from typing import Any

from engine.era.game import apply, legal_moves, new_game
from engine.era.moves import Resolve
from engine.era.state import Phase
from firmware_bridge.happenings import Begin, End, Pause, Play
from firmware_bridge.table_state import table_state
from firmware_bridge.telling import state_text
from hardware.readers.reading import TagCopied

from .hands import PLACES, Hands, tag

THREE = ("yellow", "green", "brown")


def said(hands: Hands) -> list[str]:
    own: dict[str, Any] = {"note": "", "readers": []}
    return state_text(table_state(hands.session) | own).splitlines()


def begun(dealing: str) -> Hands:
    hands = Hands()
    hands.told(Begin(new_game(THREE, "yellow", "full", seed=1, dealing=dealing), hands.now))
    return hands


def test_cards_that_the_group_deals_are_nobodys_turn() -> None:
    # Three players: nine rounds (SETUP-1). Before the first, cards come from the decks (SETUP-3).
    assert said(begun("cards"))[0] == "Round 1 of 9: cards are dealt, and laid out as the display says."


def test_who_is_in_turn_lays_lifts_and_carries_out() -> None:
    hands = begun("virtual")
    assert said(hands)[0] == "Round 1 of 9: yellow to lay a token."
    game = hands.game
    while game.phase is Phase.PLACING:
        game, _ = apply(game, legal_moves(game)[0])
    hands.told(Begin(game, hands.now))
    assert said(hands)[0] == "Round 1 of 9: yellow to lift a token."
    lift = next(move for move in legal_moves(game) if isinstance(move, Resolve) and move.area == "build")
    hands.told(Play(lift, hands.now))
    assert said(hands)[0] == "Round 1 of 9: yellow carries out build."


def test_a_pause_and_a_game_that_was_given_up_are_told() -> None:
    hands = begun("virtual")
    hands.told(Pause(True, hands.now))
    assert said(hands)[:2] == ["Round 1 of 9: yellow to lay a token.", "The game is paused."]
    hands.told(End(hands.now))
    assert said(hands)[0] == "Nobody plays: lay any token, or begin a game with `era-table new`."


def test_what_is_wrong_ends_with_a_clause_of_the_rules_or_with_nothing() -> None:
    hands = Hands()
    hands.lay("yellow", 1, "build:1")
    hands.told(TagCopied(tag("yellow", 1), (PLACES.index("build:1"), PLACES.index("buy:2")), hands.now))
    hands.settle()
    hands.lay("brown", 1, "market:1")  # before green (PLACE-1)
    assert [line.partition("  [")[2] for line in said(hands) if "take" in line.lower()] == ["", "PLACE-1]"]
