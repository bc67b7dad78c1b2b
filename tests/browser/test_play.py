"""What the pages do when people do what the rules refuse, take moves back, or press at the same moment."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from engine.era.components import AREAS
from engine.era.game import legal_moves
from engine.era.moves import DONE, Resolve
from engine.era.state import State

from .kept_game import decisions
from .sockets import FROM_ELSEWHERE, SlowLine, stranger
from .visitors import PHONE, hall_at, hand


def third_token_next(game: State) -> bool:
    """Whether yellow and green lie on an area, and brown is to lay."""
    return game.in_turn == "brown" and any(len(game.players_on(area)) == 2 for area in AREAS)


def one_made(game: State) -> bool:
    """Whether yellow has manufactured a card, and goes on."""
    return game.action is not None and game.action.area == "manufacture" and game.action.steps > 0


def at_the_market(game: State) -> bool:
    """Whether brown exchanges things."""
    return game.in_turn == "brown" and game.action is not None and game.action.area == "market"


def test_place_2_a_third_token_is_refused_and_clears_when_it_is_lifted(tmp_path: Path, browser: Browser) -> None:
    with hall_at(tmp_path, browser, third_token_next) as hall:
        table, big, phone = hall.visitor("/table"), hall.visitor("/big"), hall.phone("brown")
        moves = hall.table.moves()
        table.lay("brown", "manufacture:1")
        expect(table.page.locator(f"{hand('brown')} [data-token]")).to_have_count(2)  # of three (SETUP-1)
        for visitor in (table, big, phone):
            expect(visitor.problem).to_contain_text("MANUFACTURE")
            expect(visitor.problem).to_contain_text("PLACE-2")
            expect(visitor.turn).to_contain_text("BROWN")
        assert hall.table.moves() == moves
        table.lift("manufacture:1", "brown")
        for visitor in (table, big, phone):
            expect(visitor.problem).to_have_count(0)
            expect(visitor.turn).to_contain_text("BROWN")
        assert hall.table.moves() == moves
        with table.something_happens():
            table.lay("brown", "market:1")
        assert hall.table.moves() == [*moves, "place market"]


def test_a_phone_lays_the_own_token_of_a_simulated_table_in_the_own_turn(tmp_path: Path, browser: Browser) -> None:
    with hall_at(tmp_path, browser) as hall:
        yellow, green = hall.phone("yellow"), hall.phone("green")
        mine, theirs = (phone.page.locator("#own-tokens") for phone in (yellow, green))
        expect(theirs).to_be_hidden()
        with yellow.something_happens():
            mine.get_by_role("button", name="MARKET").tap()
        expect(mine).to_be_hidden()
        expect(theirs.get_by_role("button", name="MARKET")).to_be_visible()
        assert hall.table.moves() == ["place market"]


def test_the_player_takes_a_choice_back_until_the_next_one_moves(tmp_path: Path, browser: Browser) -> None:
    story = list(decisions())
    made = next(index for index, (_, _, after) in enumerate(story) if one_made(after))
    with hall_at(tmp_path, browser, one_made) as hall:
        yellow, green = hall.phone("yellow"), hall.phone("green")
        before, move, after = story[made]
        yellow.offers(after)
        expect(green.undo).to_be_hidden()
        with stranger(hall.table, green.secret) as other:
            answer = other.ask("take-back")
            assert (answer["type"], answer["why"]) == ("refused", "There is no move that you could take back.")
        with yellow.something_happens():
            yellow.undo.tap()
        yellow.offers(before)
        # Made again, and the action ended; then the next player lifts a token.
        for before, move, _ in story[made:]:
            if isinstance(move, Resolve):
                break
            yellow.choose(before, move)
        expect(yellow.undo).to_be_visible()
        table = hall.visitor("/table")
        with table.something_happens():
            table.lift(table.of("green", "manufacture"), "green")
        expect(yellow.undo).to_be_hidden()
        with stranger(hall.table, yellow.secret) as late:
            answer = late.ask("take-back")
            assert (answer["type"], answer["why"]) == ("refused", "There is no move that you could take back.")
        # The operator may all the same: the token that was lifted is to be put back.
        table.undo.click()
        expect(table.problem).to_contain_text("GREEN")
        table.lay("green", "manufacture:2")
        expect(table.problem).to_have_count(0)


def test_a_spectator_is_offered_nothing_and_refused_everything(tmp_path: Path, browser: Browser) -> None:
    with hall_at(tmp_path, browser, one_made) as hall:
        table = hall.visitor("/table", headers=FROM_ELSEWHERE)
        phone = hall.visitor("/seat/no-such-seat", PHONE)
        operator = hall.visitor("/operator", headers=FROM_ELSEWHERE)
        expect(phone.page.get_by_role("heading", name="This link holds no longer")).to_be_visible()
        expect(operator.page.get_by_role("heading", name="For the operator")).to_be_visible()
        expect(operator.page.locator("#console")).to_be_hidden()
        for visitor in (table, phone, operator):
            expect(visitor.page.locator("#choices button").filter(visible=True)).to_have_count(0)
        for button in ("#undo", "#pause", "#new"):
            expect(table.page.locator(button)).to_be_hidden()
        lying, moves = hall.table.lying(), hall.table.moves()
        table.lift(table.of("green", "manufacture"), "green")
        expect(table.notice).to_have_text("Only those who play, and the operator, can do that.")
        with stranger(hall.table) as crowd:
            assert crowd.role == "spectator"
            answer = crowd.ask("play", move="done")
            assert (answer["type"], answer["why"]) == ("refused", "Only those who play, and the operator, can do that.")
        assert (hall.table.lying(), hall.table.moves()) == (lying, moves)


def test_of_two_who_press_at_once_for_a_seat_one_is_refused(tmp_path: Path, browser: Browser) -> None:
    story = list(decisions())
    made = next(index for index, (before, _, _) in enumerate(story) if at_the_market(before))
    before, move, after = story[made]
    with hall_at(tmp_path, browser, at_the_market) as hall:
        quick, late = hall.phone("brown"), hall.phone("brown")
        line = SlowLine(late.page)
        late.reload()
        other = next(other for other in legal_moves(before) if other not in (move, DONE))
        late.offers(before)
        line.holds = True
        quick.choose(before, move)
        late.press(before, other)
        expect(late.notice).to_have_text("The table has changed meanwhile: look again.")
        line.let_go()
        late.offers(after)
        assert hall.table.moves() == [str(made) for _, made, _ in story[: made + 1]]


def test_a_new_game_of_four_from_the_dialog_ends_the_links_of_the_old_one(tmp_path: Path, browser: Browser) -> None:
    with hall_at(tmp_path, browser) as hall:
        table, phone = hall.visitor("/table"), hall.phone("yellow")
        table.page.get_by_role("button", name="New game").click()
        dialog = table.page.get_by_role("dialog")
        dialog.get_by_role("group", name="How many players?").get_by_role("radio", name="4").check()
        dialog.get_by_role("group", name="Who starts?").get_by_role("radio", name="Orange").check()
        dialog.get_by_role("button", name="Begin").click()
        # SETUP-1: four players have two tokens each and play eight rounds.
        expect(table.turn).to_contain_text("Round 1/8")
        expect(table.turn).to_contain_text("ORANGE")
        expect(table.page.locator("[data-hand] [data-token]")).to_have_count(4 * 2)
        expect(phone.page.get_by_role("heading", name="This link holds no longer")).to_be_visible()
        assert hall.table.state()["players"] == ["yellow", "green", "brown", "orange"]
