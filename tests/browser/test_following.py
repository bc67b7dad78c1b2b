"""What stands on the pages follows the table: switches, numbers, problems; and all that blocks can be seen."""

from functools import partial
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, expect

from engine.era.state import Phase, State
from firmware_bridge.simulation.people import PLACES, tokens_of

from .test_for_everyone import in_action
from .visitors import LAPTOP, hall_at

BUY_2 = PLACES.index("buy:2")
SCROLLS = """() => [...document.querySelectorAll("#side, #side *")]
    .filter(part => ["auto", "scroll"].includes(getComputedStyle(part).overflowY))
    .filter(part => part.scrollHeight > part.clientHeight + 1).map(part => part.id)"""
"""The parts of the column beside the board that scroll by themselves."""
WHOLE = """part => {
    const [box, side] = [part, document.getElementById("side")].map(each => each.getBoundingClientRect());
    return box.top >= side.top - 1 && box.bottom <= side.bottom + 1;
}"""
"""Whether a part of that column is seen from its top to its foot."""


def test_beside_the_board_two_problems_and_the_turn_are_seen_whole_and_only_the_column_scrolls(
    tmp_path: Path, browser: Browser
) -> None:
    with hall_at(tmp_path, browser, in_action) as hall:
        table = hall.visitor("/table", LAPTOP)
        side = table.page.locator("#side")
        side.evaluate("side => { side.scrollTop = side.scrollHeight; }")
        free = [reader for reader in range(len(PLACES)) if reader not in hall.table.lying().values()]
        with hall.table.hands() as hands:
            hands.place(bytes.fromhex("d3b07384"), free[0])  # a key that is no token
            hands.place_copy(bytes.fromhex("d3b07384"), free[1])
        problems = table.page.locator("#problems .problem")
        expect(problems).to_have_count(2)
        for part in (*problems.all(), table.turn):
            assert part.evaluate(WHOLE)
        assert table.page.evaluate(SCROLLS) == ["side"]
        expect(side).to_have_class("side-part more")
        table.page.locator("#choices .choice.done").scroll_into_view_if_needed()
        assert table.page.locator("#choices .choice.done").evaluate(WHOLE)
        table.focus_on("#choices .choice")
        table.focus_on(".push-ok")
        assert table.page.locator(".push-ok").evaluate(WHOLE)


def test_one_mistake_at_three_places_is_told_once(tmp_path: Path, browser: Browser) -> None:
    with hall_at(tmp_path, browser) as hall:
        hall.table.kill()  # else the first is a move where the second comes late
        with hall.table.hands() as hands:
            for reader, token in zip((0, 2, 4), tokens_of(("yellow",), 3)["yellow"], strict=True):
                hands.place(token, reader)
        hall.table.start()
        table = hall.visitor("/table")
        expect(table.page.locator("#board .space.look-calls")).to_have_count(3)
        expect(table.page.locator("#problems .problem")).to_have_count(1)


def test_the_chart_comes_when_a_round_is_over(tmp_path: Path, browser: Browser) -> None:
    for number, is_there in ((1, False), (2, True)):
        resolving = partial(_resolving_in, number)
        with hall_at(tmp_path / str(number), browser, resolving) as hall:
            expect(hall.visitor("/big").page.locator("#chart")).to_be_visible(visible=is_there)


def test_a_plug_that_somebody_else_pulls_is_put_back_at_the_page(tmp_path: Path, browser: Browser) -> None:
    with hall_at(tmp_path, browser) as hall:
        table = hall.visitor("/table")
        table.page.locator(".tricks summary").click()
        switch = _switch(table.page, "buy:2")
        expect(switch).not_to_be_checked()
        with hall.table.hands() as hands:
            hands.unplug(BUY_2)
        expect(switch).to_be_checked()
        switch.uncheck()
        expect(table.problem).to_have_count(0)
        # And the other way round.
        switch.check()
        expect(table.problem).to_contain_text("BUY 2")
        with hall.table.hands() as hands:
            hands.plug(BUY_2)
        expect(switch).not_to_be_checked()


def test_a_number_is_set_only_where_it_is_another_one(tmp_path: Path, browser: Browser) -> None:
    with hall_at(tmp_path, browser) as hall:
        operator = hall.visitor("/operator")
        button = operator.page.get_by_role("button", name="Set", exact=True)
        amount = operator.page.get_by_role("spinbutton", name="How many")
        expect(amount).to_have_value("2")  # coins, SETUP-2
        expect(button).to_be_disabled()
        amount.fill("5")
        with operator.something_happens():
            button.click()
        expect(button).to_be_disabled()
        expect(amount).to_have_value("5")
        operator.page.get_by_role("combobox", name="Whose").select_option("green")
        expect(amount).to_have_value("2")
        expect(button).to_be_disabled()


def _resolving_in(number: int, game: State) -> bool:
    return game.round == number and game.phase is Phase.RESOLVING


def _switch(page: Page, key: str) -> Locator:
    return page.locator(f'#tricks [data-key="{key}"]')
