"""A whole game of three players in the browser: tokens dragged at the table page, choices by two phones and there."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from engine.era.components import AREAS
from engine.era.moves import Place, Resolve
from engine.era.scoring import scores, winners
from engine.era.state import Phase, State
from tests.firmware_bridge.services import until

from .kept_game import PLAYERS, decisions
from .visitors import PHONE, Hall, Visitor, hall_at

AT_THE_TABLE = "brown"
"""Who has no phone, and chooses at the table's page."""


def test_a_whole_game_by_two_phones_and_dragged_tokens(tmp_path: Path, browser: Browser) -> None:
    with hall_at(tmp_path, browser) as hall:
        big, table = hall.visitor("/big"), hall.visitor("/table")
        pages = {player: table if player == AT_THE_TABLE else scanned(hall, big, player) for player in PLAYERS}
        expect(big.page.get_by_role("img", name="Seat of")).to_have_count(1)
        expect(big.page.get_by_role("img", name="Seat of Brown")).to_be_visible()
        lies: dict[tuple[str, str], str] = {}
        for before, move, after in decisions():
            player = before.in_turn
            assert player is not None  # the table deals by itself
            match move:
                case Place(area=area):
                    # Hands are quicker than the table: all lay one after another, and it hears them all (PLACE-1).
                    places = [f"{area}:{number}" for number in (1, 2)]
                    place = lies[player, area] = next(place for place in places if place not in lies.values())
                    table.lay(player, place)
                    if after.phase is Phase.RESOLVING:
                        heard(hall, after)
                        expect(big.turn).to_contain_text("lift one token")
                case Resolve(area=area):
                    table.lift(lies.pop((player, area)), player)
                case _:
                    pages[player].choose(before, move)
            if after.round != before.round:
                laid_out(pages["green"], after.round)
        expected = scores(after)
        big.page.get_by_role("button", name="Show all").click()
        for score in expected:
            card = big.page.locator(f".score.player-{score.player}")
            expect(card.locator(".total td")).to_have_text(str(score.total))
        [winner] = winners(expected)
        expect(big.page.locator(".winner")).to_have_text(f"{winner.upper()} wins!")
        game = hall.table.exported()
        assert {score["player"]: score["total"] for score in game["scores"]} == {
            score.player: score.total for score in expected
        }
        assert game["winners"] == [winner]


def scanned(hall: Hall, big: Visitor, player: str) -> Visitor:
    """The player's phone, which has scanned the code of a seat that nobody has taken, at the big screen."""
    link = big.page.locator(f"#codes .player-{player} a").get_attribute("href")
    assert link is not None
    return hall.visitor(link, PHONE)


def heard(hall: Hall, game: State) -> None:
    """All tokens are laid: wait until the table's record has each where the engine has it."""
    board = {area: list(game.players_on(area)) for area in AREAS}
    until(lambda: hall.table.state()["board"] == board, f"the board {board}")


def laid_out(phone: Visitor, number: int) -> None:
    """A new round. The cards lie where the table said (T16): a virtual table has laid them out itself, and says so to
    all."""
    expect(phone.page.locator("#turn .round")).to_contain_text(f"Round {number}/", ignore_case=True)
    expect(phone.page.locator("#hands").get_by_role("button", name="It is done")).to_be_hidden()
