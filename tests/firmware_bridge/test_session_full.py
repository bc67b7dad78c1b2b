"""Depth "full" at the table: tokens by hand, the rest by choices; what was lifted by mistake is laid back."""


import pytest

from engine.era.game import apply, legal_moves, new_game
from engine.era.moves import Correct, Deal, Decline, Move, Place, Resolve
from engine.era.scoring import scores
from engine.era.shuffle import draw, seeded
from engine.era.simulate import eager
from engine.era.state import Phase, State
from engine.errors import IllegalMove
from firmware_bridge.errors import CannotAccept, NothingToTakeBack
from firmware_bridge.happenings import Accept, Begin, MoveMade, MoveTakenBack, Play, TakeBack
from firmware_bridge.referee import Kind

from .hands import Hands


class FullTable(Hands):
    """Hands at a table that plays depth "full"; which of a player's tokens lies where is kept here."""

    def __init__(self, players: tuple[str, ...], dealing: str = "virtual", seed: int = 1) -> None:
        super().__init__(players, players[0])
        self.told(Begin(new_game(players, players[0], "full", seed=seed, dealing=dealing), self.now))
        self.tokens: dict[tuple[str, str], int] = {}

    def play(self, move: Move) -> None:
        """A move of whoever is in turn, the way people make it: tokens by hand, the rest by a choice."""
        player = self.game.in_turn
        match move:
            case Place(area=area):
                assert player is not None
                number = next(n for n in range(1, 4) if (player, n) not in self._laid())
                self.tokens[player, area] = number
                space = 1 + any(other == area for who, other in self.tokens if who != player)
                self.lay(player, number, f"{area}:{space}")
            case Resolve(area=area):
                assert player is not None
                self.lift(player, self.tokens.pop((player, area)))
            case _:
                self.told(Play(move, self.now))

    def _laid(self) -> set[tuple[str, int]]:
        return {(player, number) for (player, _), number in self.tokens.items()}


def eager_choice(game: State, chance: int) -> tuple[Move, int]:
    chance, number = draw(chance)
    moves = [move for move in legal_moves(game) if not isinstance(move, Decline)]
    return eager(moves, number), chance


@pytest.mark.parametrize("players", [("yellow", "green", "brown"), ("yellow", "green", "brown", "orange", "purple")])
@pytest.mark.parametrize("dealing", ["virtual", "cards"])
def test_a_whole_game_by_hands_and_choices_is_the_engines(players: tuple[str, ...], dealing: str) -> None:
    table = FullTable(players, dealing)
    game, chance = table.game, seeded(7)
    if dealing == "virtual":
        assert game.phase is Phase.PLACING  # the cards of the set-up came by themselves
    while game.phase is not Phase.OVER:
        move, chance = eager_choice(game, chance)
        game, _ = apply(game, move)
        while dealing == "virtual" and game.phase is Phase.DEALING:
            game, _ = apply(game, legal_moves(game)[0])
        table.play(move)
        assert table.game == game
        assert table.problems == []
    assert scores(table.game) == scores(game)
    by_nobody = [made for made in table.outcomes if isinstance(made, MoveMade) and made.player is None]
    assert all(isinstance(made.move, Deal) for made in by_nobody)
    assert by_nobody


def at_the_second_half(dealing: str = "virtual") -> FullTable:
    """Three players, the areas laid: yellow build, buy, market; each other player two of the rest and one of those."""
    table = FullTable(("yellow", "green", "brown"), dealing)
    for area in ("build", "produce", "manufacture", "buy", "market", "develop", "market", "build", "produce"):
        table.play(Place(area))
    assert table.game.phase is Phase.RESOLVING
    assert table.game.in_turn == "yellow"
    return table


def test_a_token_lifted_is_its_action_chosen_and_laid_back_at_once_it_was_not() -> None:
    table = at_the_second_half()
    before = table.game
    number = table.tokens["yellow", "buy"]
    table.lift("yellow", number)
    assert table.game.action is not None
    assert table.game.action.area == "buy"
    assert table.problems == []
    table.lay("yellow", number, "buy:1")
    assert table.game == before
    assert table.problems == []


def test_a_token_laid_back_after_a_step_is_told_to_be_taken_off() -> None:
    table = at_the_second_half()
    number = table.tokens["yellow", "buy"]
    table.lift("yellow", number)
    table.told(Play(legal_moves(table.game)[0], table.now))
    bought = table.game
    table.lay("yellow", number, "buy:1")
    assert table.game == bought
    assert [problem.kind for problem in table.session.problems] == [Kind.NOT_PLACING]
    table.lift("yellow", number)
    assert table.problems == []


def test_a_second_token_lifted_in_an_action_has_to_wait() -> None:
    table = at_the_second_half()
    table.lift("yellow", table.tokens["yellow", "buy"])
    table.lift("yellow", table.tokens["yellow", "build"])
    assert [problem.kind for problem in table.session.problems] == [Kind.TWO_LIFTED]
    assert table.game.action is not None
    assert table.game.action.area == "buy"


def test_steps_of_the_own_action_are_taken_back_one_by_one_down_to_the_token() -> None:
    table = at_the_second_half()
    states = [table.game]
    table.lift("yellow", table.tokens["yellow", "buy"])
    for _ in range(2):
        states.append(table.game)
        table.told(Play(legal_moves(table.game)[0], table.now))
    while len(states) > 1:
        table.told(TakeBack(table.now, operator=False))
        assert table.game == states.pop()
    table.told(TakeBack(table.now, operator=False))
    assert table.game == states.pop()
    assert [problem.kind for problem in table.session.problems] == [Kind.MISSING]  # it is to be put back
    table.lay("yellow", table.tokens["yellow", "buy"], "buy:1")
    assert table.problems == []


def test_the_end_of_a_turn_is_taken_back_by_its_player_until_the_next_one_moves() -> None:
    table = at_the_second_half()
    table.lift("yellow", table.tokens["yellow", "market"])
    in_action = table.game
    table.told(Play(legal_moves(in_action)[-1], table.now))  # done: market declined
    assert table.game.in_turn == "green"
    table.told(TakeBack(table.now, operator=False))
    assert table.game == in_action
    table.told(Play(legal_moves(in_action)[-1], table.now))
    table.lift("green", table.tokens["green", "produce"])
    assert table.game.in_turn != "yellow"
    table.told(TakeBack(table.now, operator=False))
    assert table.game.in_turn == "green"
    with pytest.raises(NothingToTakeBack, match="operator"):  # green's own move may go, yellow's may not
        table.told(TakeBack(table.now, operator=False))


def test_no_player_takes_back_past_a_dealt_card_but_the_operator_does() -> None:
    table = at_the_second_half()
    chance = seeded(3)
    while table.game.round == 1:
        move, chance = eager_choice(table.game, chance)
        table.play(move)
    assert isinstance(table.session.past[-1].move, Deal)
    with pytest.raises(NothingToTakeBack, match="operator"):
        table.told(TakeBack(table.now, operator=False))
    dealt = table.session.past
    made = max(number for number, each in enumerate(dealt) if not isinstance(each.move, Deal))
    table.told(TakeBack(table.now))
    assert table.game == dealt[made].before  # the cards went with the move that had them dealt
    assert table.session.past == dealt[:made]
    taken = [outcome.move for outcome in table.outcomes if isinstance(outcome, MoveTakenBack)]
    assert taken == [each.move for each in reversed(dealt[made:])]


def test_the_cards_of_the_set_up_are_not_taken_back() -> None:
    table = FullTable(("yellow", "green", "brown"))
    before = table.session
    with pytest.raises(NothingToTakeBack, match="no move that could be taken back"):
        table.told(TakeBack(table.now))
    assert table.session is before


def test_an_illegal_choice_changes_nothing() -> None:
    table = at_the_second_half()
    before = table.session
    with pytest.raises(IllegalMove):
        table.told(Play(Place("build"), table.now))
    assert table.session is before


def test_a_correction_is_a_move_of_the_operator_and_stays() -> None:
    table = at_the_second_half()
    table.told(Play(Correct("green", "coins", 5), table.now))
    seat = table.game.players.index("green")
    assert table.game.holdings[seat].goods != at_the_second_half().game.holdings[seat].goods
    with pytest.raises(NothingToTakeBack):
        table.told(TakeBack(table.now, operator=False))
    assert table.session.past[-1].move == Correct("green", "coins", 5)


def test_a_correction_to_what_the_record_says_is_none() -> None:
    table = at_the_second_half()
    before = table.session
    table.told(Play(Correct("green", "coins", 2), table.now))  # what each player begins with (SETUP-2)
    assert table.session == before


def test_laid_back_after_the_only_step_was_taken_back_the_action_was_not_chosen() -> None:
    table = at_the_second_half()
    before = table.game
    number = table.tokens["yellow", "buy"]
    table.lift("yellow", number)
    table.told(Play(legal_moves(table.game)[0], table.now))
    table.told(TakeBack(table.now, operator=False))
    table.lay("yellow", number, "buy:1")
    assert table.game == before
    assert table.problems == []


def test_no_table_with_tokens_is_accepted_while_the_first_cards_come() -> None:
    table = FullTable(("yellow", "green", "brown"), "cards")
    table.lay("green", 1, "build:1")
    before = table.session
    with pytest.raises(CannotAccept, match="ROUND-3"):
        table.told(Accept(table.now))
    assert table.session is before


def test_no_table_is_accepted_in_the_middle_of_an_action() -> None:
    table = at_the_second_half()
    table.lift("yellow", table.tokens["yellow", "buy"])
    table.lift("green", table.tokens["green", "market"])
    before = table.session
    with pytest.raises(CannotAccept, match="an action is going on"):
        table.told(Accept(table.now))
    assert table.session is before
