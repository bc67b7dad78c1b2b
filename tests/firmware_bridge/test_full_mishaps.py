"""What goes wrong with tokens in depth "full": the display says what differs and how to mend it, the game goes on."""

from dataclasses import replace

import pytest

from engine.era.game import new_game
from engine.era.moves import Decline, Place, Resolve
from engine.era.state import Phase
from firmware_bridge.happenings import Begin, Play, TakeBack
from firmware_bridge.lamps import RED
from firmware_bridge.menus.main_menu import by_button
from firmware_bridge.referee import Kind
from firmware_bridge.snapshot import read_snapshot, write_snapshot
from hardware.readers.reading import ReaderBack, TableKnown, TokenLaid, TokenLifted

from .desk_table import DeskTable, second_half
from .hands import PLACES, tag


def switched_off(table: DeskTable) -> dict[str, int]:
    """The table loses its power; what lies there, tag by reader, as hands may change it meanwhile."""
    return dict(table.session.table.lying)


def switched_on(table: DeskTable, lying: dict[str, int]) -> None:
    """It comes back with what the journal has, and looks at what lies there now."""
    table.session = replace(
        read_snapshot(write_snapshot(table.session, table.now), table.session.roster), begun="14:05"
    )
    for token, reader in lying.items():
        table.told(TokenLaid(token, reader, table.now))
    table.told(TableKnown(table.now))
    table.settle()


def test_t8_several_things_differ_after_power_up_and_are_told_one_after_the_other() -> None:
    table = second_half()
    table.play(Resolve("buy"))
    table.press("ok")  # a load is bought: the game stands in the middle of an action
    game = table.game
    lying = switched_off(table)
    gone = tag("green", table.number_on("green", "produce"))
    del lying[gone]  # a token fell off,
    moved = tag("brown", table.number_on("brown", "develop"))
    lying[moved] = PLACES.index("buy:2")  # one was put elsewhere,
    stranger = "ffaa0001"
    lying[stranger] = PLACES.index("develop:2")  # and somebody's key lies there
    switched_on(table, lying)
    assert table.lines == ["Game of 14:05", "round 1 of 9", "3 things differ", ""]
    table.wait(3.0)
    assert table.text == "DEVELOP 2: a tag I do not know. Take it off. 2 more"
    spaces = table.watch(2.0, "spaces")
    for place in ("develop:2", "buy:2", "produce:1"):
        assert len({leds[PLACES.index(place)] for leds in spaces}) > 1  # each place calls,
    brightest = [max(leds[PLACES.index(place)][0] for leds in spaces) for place in ("develop:2", "buy:2")]
    assert brightest[0] > brightest[1]  # the first one loudest
    table.told(TokenLifted(stranger, PLACES.index("develop:2"), table.now))
    table.settle()
    assert table.text == "BROWN's token slid to BUY: put it back on DEVELOP 1 more RESOLVE-1"
    table.told(TokenLifted(moved, PLACES.index("buy:2"), table.now))
    table.told(TokenLaid(moved, PLACES.index("develop:1"), table.now))
    table.settle()
    assert table.text == "It is YELLOW's turn. GREEN: put it back on PRODUCE RESOLVE-3"
    table.told(TokenLaid(gone, PLACES.index("produce:2"), table.now))  # on whichever space of the area
    table.settle()
    assert table.game == game
    assert table.lines[0].startswith("YELLOW: buy")  # and the choice is where it was


def test_tokens_swapped_while_the_power_was_off_are_both_called_back() -> None:
    table = second_half()
    game = table.game
    lying = switched_off(table)
    yellow, brown = tag("yellow", table.number_on("yellow", "buy")), tag("brown", table.number_on("brown", "develop"))
    lying[yellow], lying[brown] = lying[brown], lying[yellow]
    switched_on(table, lying)
    table.wait(3.0)
    kinds = [(problem.kind.value, problem.player, problem.place.area) for problem in table.problems]
    assert kinds == [("moved", "yellow", "develop"), ("moved", "brown", "buy")]
    assert table.text == "YELLOW's token slid to DEVELOP: put it back on BUY 1 more RESOLVE-1"
    for token, there, home in ((yellow, "develop:1", "buy:1"), (brown, "buy:1", "develop:1")):
        table.told(TokenLifted(token, PLACES.index(there), table.now))
        table.told(TokenLaid(token, PLACES.index(home), table.now))
    table.settle()
    assert (table.problems, table.game) == ([], game)
    assert table.lines[1] == "lift one token:"


def test_two_tokens_lifted_at_once_in_the_second_half() -> None:
    table = second_half()
    numbers = [table.number_on("yellow", area) for area in ("buy", "market")]
    for number in numbers:
        table.up("yellow", number)
    table.settle()
    assert table.text == "YELLOW lifted two tokens: put one back 1 more RESOLVE-1"
    assert table.game.action is None
    table.lay("yellow", numbers[0], "buy:1")
    assert table.problems == []
    assert table.lines[0].startswith("YELLOW: market")


def test_two_players_who_lay_at_once_are_both_heard() -> None:
    table = DeskTable()
    table.down("yellow", 1, "build:1")
    table.down("green", 1, "buy:1")
    table.settle()
    assert (table.problems, table.game.in_turn) == ([], "brown")


def test_two_tokens_of_one_player_laid_at_once() -> None:
    table = DeskTable()
    table.down("yellow", 1, "build:1")
    table.down("yellow", 2, "buy:1")
    table.settle()
    assert table.text == "YELLOW laid two tokens: leave one, take one off 1 more PLACE-1"
    table.lift("yellow", 2)
    assert (table.problems, table.game.in_turn) == ([], "green")


@pytest.mark.parametrize(
    ("token", "said"),
    [
        ("ffaa0001", "BUY 2: a tag I do not know. Take it off."),
        (tag("orange", 1), "ORANGE does not play: take it off BUY. SETUP-1"),
    ],
)
def test_a_token_that_is_of_no_player_is_asked_off_while_the_choice_waits(token: str, said: str) -> None:
    table = second_half()
    table.play(Resolve("buy"))
    menu = table.chosen
    reader = PLACES.index("buy:2")
    table.told(TokenLaid(token, reader, table.now))
    table.settle()
    assert table.text == said
    assert RED in {leds[reader] for leds in table.watch(2.0, "spaces")}
    table.told(TokenLifted(token, reader, table.now))
    table.settle()
    assert (table.problems, table.chosen) == ([], menu)


def test_tokens_lying_anywhere_at_the_start_do_not_count_until_they_were_lifted() -> None:
    table = second_half()
    lying = dict(table.session.table.lying)
    game = new_game(("yellow", "green", "brown"), 1, "full", seed=2)
    table.told(Begin(game, table.now))
    assert len(table.problems) == len(lying) == 9
    assert table.lines[3].split()[:2] == ["8", "more"]
    for number, (token, reader) in enumerate(lying.items(), start=1):
        table.told(TokenLifted(token, reader, table.now))
        table.settle()
        assert len(table.problems) == 9 - number
    table.lay_out()
    assert table.lines[:2] == ["Round 1/9      GREEN", "lay a token (1 of 3)"]
    assert table.game.phase is Phase.PLACING


@pytest.mark.parametrize("lifted", [True, False])
def test_a_token_on_a_pad_that_died_is_lifted_by_button(lifted: bool) -> None:
    table = second_half()
    number = table.number_on("yellow", "buy")
    table.lose("buy:1")
    assert [problem.kind.value for problem in table.problems] == ["pad-silent"]
    silent = "Pad BUY 1 is silent: check its plug, or press OK."
    assert table.text == silent
    table.press("ok")   # a press that was meant for what stood there before, 0 s ago
    assert table.text == silent
    table.menu("lift: buy")
    assert table.lines[0].startswith("YELLOW: buy")
    table.press("ok")  # a load
    table.find("done", "done")  # and no bonus
    assert table.game.in_turn == "green"
    table.play(Resolve("produce"))
    assert table.lines[0].startswith("GREEN: bonus")
    # The pad is mended: a token that was left lying there has to go.
    reader = PLACES.index("buy:1")
    table.told(ReaderBack(reader, table.now))
    if lifted:
        table.told(TokenLifted(tag("yellow", number), reader, table.now))
    table.settle()
    if not lifted:
        assert table.text == "BUY: YELLOW's token does not count. Take it off"
        table.lift("yellow", number)
    assert table.problems == []
    assert table.lines[0].startswith("GREEN: bonus")


def test_an_action_of_a_token_that_no_pad_saw_is_taken_back_without_asking_for_what_no_pad_can_see() -> None:
    table = DeskTable()
    table.lose("buy:1")
    table.menu("lay: buy")
    areas = ("build", "build", "market", "market", "produce", "develop", "develop", "manufacture")
    table.play(*map(Place, areas))
    table.menu("lift: buy")
    assert table.lines[0].startswith("YELLOW: buy")
    table.press("back")
    table.wait(10.0)
    assert [problem.kind.value for problem in table.problems] == ["pad-silent"]
    assert table.lines[:2] == ["Round 1/9     YELLOW", "lift one token:"]
    table.menu("lift: buy")
    assert table.lines[0].startswith("YELLOW: buy")


def test_a_dead_pad_that_holds_a_token_takes_no_other_by_button() -> None:
    table = DeskTable()
    table.lose("buy:1")
    table.menu("lay: buy")
    assert list(by_button(table.session)) == []  # PLACE-2: the other space has a pad that sees what is laid there
    table.lay("green", 1, "buy:2")
    assert table.game.players_on("buy") == ("yellow", "green")


def test_the_operator_takes_the_table_as_it_lies() -> None:
    table = DeskTable()
    table.play(Place("build"), Place("produce"))
    number = table.number_on("yellow", "build")
    table.up("yellow", number)
    table.lay("yellow", number, "market:1")
    assert table.text == "YELLOW's token slid to MARKET: put it back on BUILD RESOLVE-1"
    table.menu("table is right", "yes")
    assert table.problems == []
    assert (table.game.players_on("build"), table.game.players_on("market")) == ((), ("yellow",))
    assert table.lines[0].endswith("BROWN")


def test_a_token_that_was_to_be_put_back_is_not_missed_once_its_action_was_told() -> None:
    table = second_half()
    table.play(Resolve("build"))
    table.told(TakeBack(table.now))
    assert [(each.kind, str(each.place)) for each in table.problems] == [(Kind.MISSING, "build:1")]
    table.told(Play(Decline("build"), table.now))   # RESOLVE-4, by word: the token is in the hand already
    assert table.problems == []
    assert table.session.undone == ()
    table.told(TakeBack(table.now))   # and if that is undone, it has to go back as before
    assert [(each.kind, str(each.place)) for each in table.problems] == [(Kind.MISSING, "build:1")]
    table.lay("yellow", 1, "build:1")
    assert table.problems == []
