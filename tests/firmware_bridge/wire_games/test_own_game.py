"""What people know of their own game, and that they notice where the table tells another one."""

from pathlib import Path

import pytest

from engine.era.components import AREAS
from engine.era.game import apply, legal_moves, new_game
from engine.era.moves import Done, Place, Resolve
from engine.era.scoring import scores, winners
from engine.era.shuffle import draw, seeded
from engine.era.simulate import eager
from engine.era.state import Phase, State
from firmware_bridge.errors import PeopleError
from firmware_bridge.menus.choices import declines, options
from firmware_bridge.menus.move_words import move_words
from firmware_bridge.simulation.bench_table import BenchTable
from firmware_bridge.texts import languages, say, texts
from firmware_bridge.wire_games.own_game import OwnGame
from firmware_bridge.wire_games.wire_player import WirePlayer, colours
from firmware_bridge.wire_games.wire_reading import Seen, read_display

PLAYERS = colours(3)


def played(until: Phase) -> State:
    """A game of eager players, at its first moment in that phase."""
    state, chance = new_game(PLAYERS, 0, "full", seed=5), seeded(5)
    while state.phase is not until:
        chance, number = draw(chance)
        state, _ = apply(state, eager(legal_moves(state), number))
    return state


def own(state: State) -> OwnGame:
    return OwnGame([(state,)])


class Scripted(WirePlayer):
    """Reads these lines, one look after the other."""

    def __init__(self, table: BenchTable, looks: list[tuple[str, ...]]) -> None:
        super().__init__(table, 0)
        self._looks = looks

    def look(self) -> Seen:
        """The next of them."""
        return read_display(self._looks.pop(0))


def test_pages_of_the_scoring_are_read_once_each_whatever_stands_between_them(tmp_path: Path) -> None:
    green, yellow = ("GREEN       4 points", "", "", ""), ("YELLOW     12 points", "", "", "")
    winner = ("YELLOW wins!", "12 points", "", "")
    torn = ("YELLOWr wins!points", "12 points", "", "")
    silent = ("Pad BUY 1 is silent:", "check its plug, or", "press OK.", "")
    looks: list[tuple[str, ...]] = [torn, green, green, silent, yellow, winner, green, yellow]
    with BenchTable(tmp_path, PLAYERS) as table:
        pages = Scripted(table, looks).scores()
    assert [page.lines for page in pages] == [green, yellow, winner]
    assert looks == [yellow]  # the first page had come again


def test_another_player_in_turn_than_the_rules_say_is_noticed() -> None:
    game = own(played(Phase.PLACING))
    seen = read_display(("Round 1/9     YELLOW", "lay a token (1 of 3)", "", ""))
    assert game.agreeing(seen) is game
    with pytest.raises(PeopleError, match="can't be in this game"):
        game.agreeing(read_display(("Round 1/9      GREEN", "lay a token (1 of 3)", "", "")))


def test_areas_that_are_not_full_are_noticed() -> None:
    state = played(Phase.PLACING)
    for area in ("build", "build", "market"):
        state, _ = apply(state, Place(area))
    head, does = "Round 1/9     YELLOW", "lay a token (2 of 3)"
    own(state).agreeing(read_display((head, does, "full: BUILD", "")))
    with pytest.raises(PeopleError):
        own(state).agreeing(read_display((head, does, "full: MARKET", "")))


def test_a_round_that_ends_while_tokens_lie_is_noticed() -> None:
    """A token that fell counts as lifted; where its action has nothing to do, the round ends and cards come."""
    seen = read_display(("End of round 1  1/15", "discard gramophone ?", "", ""))
    own(played(Phase.DEALING)).agreeing(seen)
    with pytest.raises(PeopleError):
        own(played(Phase.RESOLVING)).agreeing(seen)


def test_a_wrong_score_is_noticed() -> None:
    state = played(Phase.OVER)
    game = own(state)
    pages = []
    for score in scores(state):
        clauses = (
            f"track {score.influence}, market {score.final_market},",
            f"patents {score.patents.points}, fields {score.development.points},",
            f"factories {score.capacity.points}",
        )
        pages.append(read_display((f"{score.player.upper()}  {score.total} points", *clauses)))
    won = winners(scores(state))
    assert len(won) == 1
    pages.append(read_display((f"{won[0].upper()} wins!", "30 points", "", "")))
    assert game.check_scores(pages) == []
    first = pages[0]
    wrong = read_display((first.lines[0].replace(" points", "1 points"), *first.lines[1:]))
    assert len(game.check_scores([wrong, *pages[1:]])) == 1
    assert len(game.check_scores(pages[1:])) == 1


def test_after_a_kill_the_display_tells_which_game_is_played() -> None:
    before = played(Phase.PLACING)
    after, _ = apply(before, Place("build"))
    doubtful = own(before).or_(own(after))
    assert not doubtful.sure
    seen = read_display(("Round 1/9      GREEN", "lay a token (1 of 3)", "", ""))
    assert doubtful.agreeing(seen).state == after
    assert OwnGame.of(doubtful.values()).trails == doubtful.trails


def test_a_long_press_takes_nothing_back_but_a_step_of_an_action_that_goes_on() -> None:
    before = played(Phase.RESOLVING)
    token = next(move for move in legal_moves(before) if isinstance(move, Resolve))
    lifted, _ = apply(before, token)
    assert lifted.action is not None
    assert OwnGame([(before, lifted)]).or_taken_back().trails == ((before, lifted), (before,))
    placing, _ = apply(played(Phase.PLACING), Place("build"))
    resting = OwnGame([(played(Phase.PLACING), placing)])
    assert resting.or_taken_back().trails == resting.trails


def test_the_card_that_comes_next_is_found_in_the_list_that_is_open_or_any_of_it_is_told() -> None:
    state = new_game(PLAYERS, 0, "full", dealing="cards")
    groups = [option for option in options(state) if len(option.inside) > 1]
    here, elsewhere = groups[0].inside, groups[1].inside
    first = texts("en").forms(move_words(here[0].move, state))[0]
    open_list = read_display((f"Which card?  1/{len(here)}", f"> {first}", "", ""))
    assert own(state).way_to(lambda game: here[0].move, open_list) == 0
    assert own(state).way_to(lambda game: here[1].move, open_list) == 1   # one line on
    assert own(state).way_to(lambda game: elsewhere[0].move, open_list) == 0
    other = OwnGame([(played(Phase.PLACING),), (state,)])   # and nobody knows which of two games it is
    assert other.way_to(lambda game: here[1].move if game == state else legal_moves(game)[0], open_list) == 1


def test_the_final_market_asks_nobody_whether_an_area_is_left_unused() -> None:
    state = played(Phase.FINAL_MARKET)
    assert any(isinstance(move, Done) for move in legal_moves(state))
    assert not declines(state.action)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("area", AREAS)
def test_whether_an_area_is_left_unused_can_be_asked_in_one_line(language: str, area: str) -> None:
    forms = texts(language).forms(say("question.decline", area=area))
    assert min(map(len, forms)) <= 20


def test_cards_are_still_to_be_laid_out_after_a_token_was_laid_wrongly(tmp_path: Path) -> None:
    with BenchTable(tmp_path, PLAYERS) as table:
        table.run(1.0)
        people = WirePlayer(table, 1)
        people.begin(PLAYERS, "full", "virtual")
        assert people.look().what == "steps"
        table.lay("green", "build")   # yellow begins (PLACE-1)
        table.run(1.0)
        assert people.look().what == "mend"
        table.lift("green", "build")
        table.run(2.0)
        assert people.look().what == "steps"
