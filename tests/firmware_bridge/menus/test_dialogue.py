"""The dialogue: whole games by presses and tokens, and everything else that three buttons do."""

import random

import pytest

from engine.era.components import COLOURS as ALL
from engine.era.game import legal_moves
from engine.era.moves import Correct, Decline, Place, Resolve
from engine.era.state import Phase
from firmware_bridge.happenings import GameBegun, GameEnded, MoveMade, SeatChanged
from firmware_bridge.menus.dialogue import Key, PowerOff, SetLanguage
from firmware_bridge.menus.game_pages import Choosing, Declining, Idle, LayingOut, Paused, Scores, Turn, Wrong
from firmware_bridge.referee import Kind

from ..button_table import ButtonTable


def begin(table: ButtonTable, players: tuple[str, ...], depth: str = "full", dealing: str = "virtual") -> None:
    """A new game by buttons: ok opens the menu, then each question in turn (issue 7: players, seats, start, depth)."""
    table.press(Key.OK)
    table.choose_text("main.new")
    table.choose(len(players) - 3)  # SETUP-1: for 3, 4 or 5
    for number, player in enumerate(players):
        table.choose([colour for colour in ALL if colour not in players[:number]].index(player))
    table.choose(0)
    table.choose_text(f"new.depth-{depth}")
    if depth == "full":
        table.choose_text(f"new.dealing-{dealing}")
    table.choose_text("new.begin")


def play_on(table: ButtonTable, chance: random.Random) -> None:
    """One move of whoever is in turn, by chance but eager: tokens by hand, the rest by presses."""
    page = table.dialogue.top.page
    if isinstance(page, LayingOut):
        table.press(Key.OK)
    elif isinstance(page, Turn):
        move = chance.choice([move for move in legal_moves(table.game) if not isinstance(move, Decline)])
        if isinstance(move, Place):
            table.lay_next(move)
        else:
            assert isinstance(move, Resolve)
            table.lift_from(move)
    else:
        assert isinstance(page, Choosing | Declining), page
        lines = len(table.items)
        # "done" and the menu stand last; done is chosen only where it stands alone; asked if it is to be nothing: yes.
        behind = 0 if isinstance(page, Choosing) and page.subject else 1 if table.game.action is None else 2
        table.choose(0 if isinstance(page, Declining) else chance.randrange(max(lines - behind, 1)))


@pytest.mark.parametrize(
    ("count", "depth", "dealing"),
    [(3, "full", "virtual"), (4, "full", "cards"), (5, "full", "virtual"), (3, "referee", "virtual")],
)
def test_a_whole_game_needs_nothing_but_tokens_and_three_buttons(count: int, depth: str, dealing: str) -> None:
    table = ButtonTable()
    begin(table, ALL[:count], depth, dealing)
    assert table.game.players == ALL[:count]
    assert table.game.depth == depth
    chance = random.Random(count)
    while table.game.phase is not Phase.OVER:
        play_on(table, chance)
        assert table.problems == []
    assert isinstance(table.dialogue.top.page, Scores)


def full_table(dealing: str = "virtual") -> ButtonTable:
    table = ButtonTable()
    begin(table, ("yellow", "green", "brown"), "full", dealing)
    while isinstance(table.dialogue.top.page, LayingOut):
        table.press(Key.OK)
    return table


def at_second_half() -> ButtonTable:
    table = full_table()
    for area in ("build", "produce", "manufacture", "buy", "market", "develop", "market", "build", "produce"):
        table.lay_next(Place(area))
    assert table.game.phase is Phase.RESOLVING
    return table


def test_the_same_again_is_a_row_of_ok() -> None:
    table = ButtonTable(("green", "orange", "yellow"), "green")
    table.press(Key.OK)
    table.choose_text("main.new")
    before = table.game
    # how many; three seats; who starts; which depth; then begin
    table.press(*[Key.OK] * 7)
    assert any(isinstance(outcome, GameBegun) for outcome in table.outcomes)
    assert (table.game.players, table.game.depth) == (before.players, before.depth)
    assert isinstance(table.dialogue.top.page, Turn)


def test_cards_that_came_are_laid_out_one_by_one_and_the_table_may_go_on_without() -> None:
    table = ButtonTable()
    begin(table, ("yellow", "green", "brown"))
    # SETUP-3 and SETUP-4: 5 factories and 7 start cards are laid out.
    assert isinstance(table.dialogue.top.page, LayingOut)
    assert len(table.items) == 12
    table.press(*[Key.OK] * 11)
    assert isinstance(table.dialogue.top.page, LayingOut)
    table.press(Key.OK)
    assert isinstance(table.dialogue.top.page, Turn)
    again = ButtonTable()
    begin(again, ("yellow", "green", "brown"))
    again.lay_next(Place("build"))
    again.settle_pages()
    assert isinstance(again.dialogue.top.page, Turn)


def test_declining_is_asked_for() -> None:
    table = at_second_half()
    table.lift_from(Resolve("market"))
    table.choose_text("choice.decline")
    assert isinstance(table.dialogue.top.page, Declining)
    table.choose_text("answer.no")
    assert table.game.action is not None
    table.choose_text("choice.decline", "answer.yes")
    assert table.game.action is None
    assert table.game.in_turn == "green"


def test_a_long_press_takes_one_step_of_the_own_action_back() -> None:
    table = at_second_half()
    table.lift_from(Resolve("buy"))
    before = table.game
    table.choose(0)
    assert table.game != before
    table.press(Key.BACK)
    assert table.game == before


def test_a_problem_takes_the_display_and_ok_opens_the_menu() -> None:
    table = at_second_half()
    table.lift("green", 1)
    table.settle_pages()
    assert isinstance(table.dialogue.top.page, Wrong)
    table.press(Key.OK)
    assert "main.accept" in table.texts
    table.press(Key.BACK)
    assert isinstance(table.dialogue.top.page, Wrong)
    table.lay("green", 1, "produce:1")
    table.settle_pages()
    assert isinstance(table.dialogue.top.page, Turn)


def test_a_space_of_a_dead_pad_is_played_by_buttons() -> None:
    table = full_table()
    table.lose("build:1")
    table.settle_pages()
    assert isinstance(table.dialogue.top.page, Wrong)
    table.press(Key.OK)
    table.choose_text("choice.place")  # yellow lays on build
    assert table.game.players_on("build") == ("yellow",)
    assert [problem.kind for problem in table.session.problems] == [Kind.SILENT]
    assert isinstance(table.dialogue.top.page, Turn)  # known: it makes room for the game
    for area in ("produce", "manufacture", "buy", "market", "develop", "market", "buy", "produce"):
        table.lay_next(Place(area))
    assert table.game.phase is Phase.RESOLVING
    table.press(Key.OK)
    table.choose_text("choice.resolve")
    assert table.game.action is not None
    assert table.game.action.area == "build"


def test_a_number_is_corrected_and_stays_in_the_record() -> None:
    table = full_table()
    table.press(Key.OK)
    table.choose_text("main.correct")
    table.choose(1)  # green
    what = [item.text.values for item in table.items].index((("what", "coins"),))
    table.choose(what)
    assert table.dialogue.top.cursor == 2  # SETUP-2: 2 coins
    table.press(Key.RIGHT, Key.RIGHT, Key.RIGHT, Key.OK)
    made = [outcome.move for outcome in table.outcomes if isinstance(outcome, MoveMade)]
    assert made[-1] == Correct("green", "coins", 5)


def test_paused_nothing_is_judged_and_going_on_all_is() -> None:
    table = full_table()
    table.press(Key.OK)
    table.choose_text("main.pause")
    assert isinstance(table.dialogue.top.page, Paused)
    table.lay("green", 1, "build:1")
    assert table.problems == []
    table.choose_text("main.go-on")
    table.settle()
    assert [problem.kind for problem in table.session.problems] == [Kind.OUT_OF_TURN]


def test_a_game_is_ended_only_when_that_is_confirmed() -> None:
    table = full_table()
    table.press(Key.OK)
    table.choose_text("main.end")
    table.press(Key.OK)  # the cursor begins at no
    assert not table.session.idle
    table.choose_text("main.end", "answer.yes")
    assert isinstance(table.outcomes[-1], GameEnded)
    assert isinstance(table.dialogue.top.page, Idle)
    table.lay("green", 1, "build:1")
    assert table.problems == []


def test_who_is_away_lays_and_lifts_without_an_action() -> None:
    table = full_table()
    table.press(Key.OK)
    table.choose_text("main.seats")
    table.choose(0)  # yellow
    table.choose_text("seat.away")
    assert isinstance(table.outcomes[-1], SeatChanged)
    for area in ("build", "produce", "manufacture", "buy", "market", "develop", "market", "build", "produce"):
        table.lay_next(Place(area))
    table.lift_from(Resolve("buy"))
    assert table.game.in_turn == "green"  # yellow's was taken back unused
    table.press(Key.OK)
    table.choose_text("main.seats")
    assert table.texts[0] == "seat.is-away"
    table.choose(0)
    assert table.texts[0] == "seat.back"


def test_language_and_power_are_deeds_of_the_service() -> None:
    table = full_table()
    table.press(Key.OK)
    table.choose_text("main.language", "language.hu")
    table.press(Key.OK)
    table.choose_text("main.power-off", "answer.yes")
    assert table.deeds == [SetLanguage("hu"), PowerOff()]
