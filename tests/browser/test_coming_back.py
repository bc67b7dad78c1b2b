"""Pages that are loaded anew in mid-game, and a service that is killed under them and comes back."""

from pathlib import Path

from playwright.sync_api import Browser, WebSocketRoute, expect

from engine.era.state import State
from firmware_bridge.simulation.people import PLACES

from .kept_game import decisions
from .visitors import HALL, LOOK_MS, Hall, Visitor, hall_at

LOST = "The connection is lost. Trying again …"
NO_CONNECTION = "WebSocket connection to"
"""What Chromium itself writes to the console where nobody listens."""


def second_action(game: State) -> bool:
    """Whether green carries out an action in the fourth round, with tokens of all players still on the board."""
    return game.round == 4 and game.action is not None and game.in_turn == "green"


def test_each_page_shows_the_same_game_when_it_is_loaded_anew(tmp_path: Path, browser: Browser) -> None:
    with hall_at(tmp_path, browser, second_action) as hall:
        pages = [hall.visitor("/table"), hall.phone("green"), hall.visitor("/big", HALL), hall.visitor("/operator")]
        table, phone, _, operator = pages
        for page in pages:
            expect(page.turn).to_contain_text("GREEN")
            page.reload()
            expect(page.turn).to_contain_text("Round 4/9")
            expect(page.turn).to_contain_text("GREEN")
        for page in (table, phone, operator):
            page.offers(hall.game)
        lies_on(table, hall)
        assert hall.table.moves() == moves_before(hall.game)


def test_a_killed_service_comes_back_and_the_pages_by_themselves(tmp_path: Path, browser: Browser) -> None:
    with hall_at(tmp_path, browser, second_action) as hall:
        table, phone, big = hall.visitor("/table"), hall.phone("green"), hall.visitor("/big", HALL)
        pages = (table, phone, big)
        for page in pages:  # all of it has been loaded: what a kill cuts off in the middle would be a fault of the page
            expect(page.turn).to_contain_text("GREEN")
            page.page.wait_for_load_state("networkidle")
        hall.table.kill()
        for page in pages:
            expect(page.page.get_by_role("status")).to_have_text(LOST)
        hall.table.start()
        for page in pages:
            expect(page.page.get_by_role("status")).to_have_count(0)
            expect(page.turn).to_contain_text("GREEN")
            page.forgive(NO_CONNECTION)
        lies_on(table, hall)
        # The link of the seat holds, and what is pressed now counts.
        before, move, after = next(step for step in decisions() if step[0] == hall.game)
        phone.choose(before, move)
        table.offers(after)
        assert hall.table.moves() == [*moves_before(hall.game), str(move)]
        assert hall.table.state()["problems"] == []


def test_a_page_of_before_is_loaded_anew_when_the_service_comes_back_with_others(
    tmp_path: Path, browser: Browser
) -> None:
    with hall_at(tmp_path, browser) as hall, hall.visitor("/big") as big:
        lines: list[WebSocketRoute] = []

        def line(page: WebSocketRoute) -> None:
            lines.append(page)
            server = page.connect_to_server()
            if len(lines) == 1:  # as if the service had other pages up to now
                server.on_message(lambda told: page.send(str(told).replace('"pages":"', '"pages":"before ')))

        big.page.route_web_socket("**/ws", line)
        big.reload()
        big.page.evaluate("() => { window.isOfBefore = true; }")
        lines[0].close()
        big.page.wait_for_function("() => !window.isOfBefore", polling=LOOK_MS)
        big.shows()
        # It is loaded anew once: it and the service are of one kind now.
        big.page.evaluate("() => { window.isLoaded = true; }")
        lines[-1].close()
        expect(big.page.get_by_role("status")).to_have_text(LOST)
        expect(big.page.get_by_role("status")).to_have_count(0)
        big.page.locator("#language").select_option("cs")
        expect(big.page.locator("html")).to_have_attribute("lang", "cs")  # it has been welcomed
        assert big.page.evaluate("() => window.isLoaded")


def lies_on(table: Visitor, hall: Hall) -> None:
    """Each token of the kept game is drawn on its space, and no other."""
    places = sorted(PLACES[reader] for reader in hall.table.kept.lying.values())
    assert sorted(table.tokens()) == places
    assert hall.table.lying() == hall.table.kept.lying


def moves_before(game: State) -> list[str]:
    """What led to that state."""
    moves: list[str] = []
    for before, move, _ in decisions():
        if before == game:
            break
        moves.append(str(move))
    return moves
