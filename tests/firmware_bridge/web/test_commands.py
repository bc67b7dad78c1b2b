"""What players and the operator ask for from their browsers, at a table that runs (issue 9)."""

from pathlib import Path

import pytest

from engine.era.state import Phase
from firmware_bridge.web.choices_page import offered
from firmware_bridge.web.messages import decode
from firmware_bridge.web.worker import MOST_WAITING

from .rig import PLAYERS, Browser, Rig, rig


def lay_all(table: Rig) -> None:
    """Every token of the round is laid, each player's on areas of its own kind; yellow begins the second half."""
    turns = ("build", "produce", "market"), ("market", "build", "produce"), ("develop", "develop", "manufacture")
    for areas in turns:
        for player, area in zip(PLAYERS, areas, strict=True):
            table.table.lay(player, area)
            table.run(1.0)


def game_of(table: Rig) -> Phase:
    return table.table.table.parts.worker.session.game.phase


def test_a_whole_turn_by_token_and_phone(tmp_path: Path) -> None:
    with rig(tmp_path) as table:
        table.full_game()
        yellow, green, crowd = table.seat("yellow"), table.seat("green"), table.spectator()
        lay_all(table)
        assert game_of(table) is Phase.RESOLVING
        # While a token is to be lifted no page offers to do it by a touch: the token is the move.
        assert yellow.state["choices"]["items"] == []
        assert yellow.now("play", move="resolve market")["why"] == "That can't be chosen now."

        table.table.lift("yellow", "market")
        table.run(1.0)
        items = yellow.state["choices"]["items"]
        assert yellow.state["choices"]["player"] == "yellow"
        assert yellow.state["choices"]["ask"] == "Leave MARKET unused?"
        # MARKET-1: two coins buy a development; a player begins with 3 coins of the house's set-up or more.
        buys = next(item for item in items if item["move"] == "exchange 2 coins -> development")
        assert buys["inside"] == []
        assert [item["ask"] for item in items if item["move"] == "done"] == ["Leave MARKET unused?"]

        refused = green.now("play", move=buys["move"])
        assert (refused["type"], refused["why"], refused["clause"]) == ("refused", "It is YELLOW's turn.", "RESOLVE-3")
        assert crowd.now("play", move=buys["move"])["type"] == "refused"
        assert yellow.now("play", move="exchange 9 coins -> development")["why"] == "That can't be chosen now."
        assert yellow.now("play", move="place build")["type"] == "refused"

        coins = dict(yellow.state["holdings"]["yellow"]["goods"])["coins"]
        assert yellow.now("play", move=buys["move"])["type"] == "done"
        assert dict(crowd.state["holdings"]["yellow"]["goods"])["coins"] == coins - 2
        assert crowd.state["log"][-1]["player"] == "yellow"

        assert green.now("take-back")["why"] == "There is no move that you could take back."
        assert yellow.state["undo"]["player"] == "yellow"
        assert yellow.state["undo"]["own"].startswith("yellow, ")
        assert yellow.now("take-back")["type"] == "done"
        assert dict(crowd.state["holdings"]["yellow"]["goods"])["coins"] == coins
        assert crowd.state["news"].startswith("taken back:")


def test_a_command_for_a_state_of_before_is_refused_with_the_new_one(tmp_path: Path) -> None:
    with rig(tmp_path) as table:
        operator = table.operator()
        old = operator.state["number"]
        table.table.lay("yellow", "build")
        table.run(1.0)
        new = operator.state["number"]
        assert new > old
        states = len([each for each in operator.heard if each["type"] == "state"])
        refused = operator.say("take-back", operator=True, state=old)
        assert (refused["type"], refused["stale"]) == ("refused", True)
        told = [each for each in operator.heard if each["type"] == "state"]
        assert len(told) == states + 1  # the newest comes along, though the browser had it
        assert told[-1]["number"] == new
        assert operator.say("take-back", operator=True)["stale"] is True  # none is no number
        assert operator.say("take-back", operator=True, state=new + 1)["stale"] is True  # nor is one to come
        assert operator.say("take-back", operator=True, state=new)["type"] == "done"


def test_what_changes_beside_the_game_makes_no_command_stale(tmp_path: Path) -> None:
    with rig(tmp_path) as table:
        operator = table.operator()
        before = operator.state["number"]
        table.table.lay("brown", "build")  # out of turn: a problem, and no move
        table.run(1.0)
        assert operator.state["number"] > before
        assert operator.state["problems"][0]["clause"] == "PLACE-1"
        assert operator.say("pause", on=True, state=before)["type"] == "done"
        assert operator.say("pause", on=False, state=before)["stale"] is True  # a pause is of the game


def test_a_new_game_has_new_links_and_the_old_ones_end_at_once(tmp_path: Path) -> None:
    with rig(tmp_path) as table:
        phone, operator = table.seat("green"), table.operator()
        old = table.seats.secret("green")
        assert operator.now("new", players=PLAYERS, start="green", depth="full")["type"] == "done"
        assert table.seats.secret("green") != old
        welcome = phone.last("welcome")
        assert (welcome["role"], welcome["why"]) == ("spectator", "This link holds no longer: ask for a new one.")
        assert phone.now("laid-out")["type"] == "refused"
        assert table.browser("192.0.2.7", local=False).hello(seat=old)["role"] == "spectator"
        links = {seat["player"]: seat["path"] for seat in operator.last("seats")["seats"]}
        assert links["green"] == f"/seat/{table.seats.secret('green')}"
        assert table.seat("green").now("laid-out")["type"] == "done"


def test_a_seat_that_is_handed_over_has_a_new_link_and_the_others_keep_theirs(tmp_path: Path) -> None:
    with rig(tmp_path) as table:
        green, yellow, operator = table.seat("green"), table.seat("yellow"), table.operator()
        assert operator.now("hand-over", player="green")["type"] == "done"
        assert green.last("welcome")["role"] == "spectator"
        assert [each["role"] for each in yellow.heard if each["type"] == "welcome"] == ["seat"]
        assert table.seat("green").client is not green.client
        assert operator.now("hand-over", player="purple")["type"] == "refused"  # who does not play


@pytest.mark.parametrize(
    ("url", "here_only"),
    [
        ("http://127.0.0.1:8080", True), ("http://[::1]:8080", True), ("http://localhost:8080", True),
        ("http://192.0.2.1:8080", False), ("http://[2001:db8::7]:8080", False),
    ],
)  # fmt: skip
def test_operators_are_told_whether_the_links_lead_no_phone_here(tmp_path: Path, url: str, here_only: bool) -> None:
    with rig(tmp_path) as table:
        table.url = url
        assert table.operator().last("seats")["here_only"] is here_only


def test_operators_are_told_which_links_somebody_has(tmp_path: Path) -> None:
    with rig(tmp_path) as table:
        operator = table.operator()

        def taken() -> list[str]:
            return [seat["player"] for seat in operator.last("seats")["seats"] if seat["taken"]]

        assert taken() == []
        phone = table.seat("brown")
        table.run(0.1)
        assert taken() == ["brown"]
        phone.leave()
        assert taken() == []
        assert not [each for each in phone.heard if each["type"] in ("seats", "hardware")]


def test_what_the_engine_refuses_is_refused_by_its_clause(tmp_path: Path) -> None:
    with rig(tmp_path) as table:
        table.full_game()
        operator = table.operator()
        before = table.table.table.parts.worker.session.game
        refused = operator.now("correct", move="correct green coins 10000")  # corrections.MOST is 9999
        assert (refused["why"], refused["clause"]) == ("The rules do not allow that.", "OPERATOR")
        assert "0 to 9999" in refused["detail"]
        for move in ("correct purple coins 1", "correct green gold 1", "place build", "nonsense", ""):
            assert operator.now("correct", move=move)["type"] == "refused", move
        assert operator.now("accept")["type"] == "refused"  # the table lies as the game says
        assert operator.now("move-track", player="green", track="influence", space=3)["type"] == "refused"  # depth full
        assert operator.now("take-back", operator=True)["type"] == "refused"  # nothing was played
        assert table.table.table.parts.worker.session.game == before


def test_what_an_operator_may_do(tmp_path: Path) -> None:
    with rig(tmp_path) as table:
        table.full_game()
        operator = table.operator()
        assert operator.now("correct", move="correct green coins 9")["type"] == "done"
        assert dict(operator.state["holdings"]["green"]["goods"])["coins"] == 9
        assert operator.now("pause", on=True)["type"] == "done"
        assert operator.state["paused"] is True
        assert operator.state["head"]["does"] == "The game is paused"
        assert operator.now("pause", on=False)["type"] == "done"
        assert operator.now("clocks", on=True)["type"] == "done"
        assert operator.state["clocks"]["running"] == "yellow"
        assert operator.now("away", player="green", away=True)["type"] == "done"
        assert operator.state["away"] == ["green"]
        assert operator.say("language", language="hu")["type"] == "done"
        assert operator.state["head"]["round"] == "Round 1/9"  # of the table's display only
        assert operator.say("language", language="tlh")["type"] == "refused"
        assert operator.say("retry", reader=11)["type"] == "done"
        assert operator.say("retry", reader=12)["type"] == "refused"
        assert operator.say("record", on=True)["file"] == str(table.places.web_recording)
        assert operator.say("ticket", what="recording")["type"] == "refused"  # while it is written
        assert operator.say("record", on=True)["type"] == "refused"
        assert table.places.web_recording.exists()  # one that runs is not thrown away
        assert operator.say("record", on=False)["file"] is None
        for what in ("recording", "journal"):
            ticket = operator.say("ticket", what=what)["ticket"]
            now = table.table.table.parts.clock.now()
            other = {"recording": "journal", "journal": "recording"}[what]
            assert [table.tickets.take(ticket, what, now), table.tickets.take(ticket, what, now)] == [True, False]
            spent = operator.say("ticket", what=what)["ticket"]
            assert not table.tickets.take(spent, other, now)
        late = operator.say("ticket", what="journal")["ticket"]
        assert not table.tickets.take(late, "journal", table.table.table.parts.clock.now() + 61)
        assert operator.now("end")["type"] == "done"
        assert operator.state["idle"] is True
        assert (operator.state["in_turn"], operator.state["acting"]) == (None, None)  # it is nobody's turn
        assert operator.state["head"] == {"round": "", "turn": "", "does": "lay any token to play", "areas": ""}
        # Nobody plays: there is nothing to be put right, and nobody to leave.
        assert operator.now("correct", move="correct green coins 3")["type"] == "refused"
        assert operator.now("away", player="brown", away=True)["type"] == "refused"
        assert operator.now("end")["type"] == "refused"


def test_two_readers_that_were_cabled_the_wrong_way_are_swapped(tmp_path: Path) -> None:
    with rig(tmp_path) as table:
        operator = table.operator()
        # Readers 0 and 2 read build:1 and produce:1; yellow's token lies on the pad of reader 0.
        assert operator.say("swap-reader", reader=0, **{"with": 2})["type"] == "done"
        table.table.lay("yellow", "build")
        table.run(1.0)
        assert [token["place"] for token in operator.state["lying"]] == ["produce:1"]
        assert operator.state["news"] == "yellow: produce"
        assert operator.say("swap-reader", reader=0, **{"with": 12})["type"] == "refused"


def test_nothing_is_made_while_nobody_listens(tmp_path: Path) -> None:
    with rig(tmp_path) as table:
        browser = table.operator()
        browser.leave()
        count = len(browser.heard)
        table.table.lay("yellow", "build")
        table.run(2.0)
        assert len(browser.heard) == count
        again = table.operator()
        assert again.state["news"] == "yellow: build"


def test_each_browser_has_its_language_and_all_of_one_get_the_same(tmp_path: Path) -> None:
    with rig(tmp_path) as table:
        one, two, czech = table.spectator(), table.spectator(), table.spectator()
        assert czech.hello(language="cs-CZ")["texts"]["word.yellow"] == "žlutý"
        table.table.lay("yellow", "buy")
        table.run(1.0)
        assert one.state == two.state
        assert (one.state["news"], czech.state["news"]) == ("yellow: buy", "žlutý: nákup")
        assert one.state["number"] == czech.state["number"]
        assert czech.hello(language="tlh")["language"] == "cs"  # which nobody here speaks


def test_what_all_ask_at_once_is_not_kept_without_end(tmp_path: Path) -> None:
    with rig(tmp_path) as table:
        browser = table.spectator()
        count = len(browser.heard)
        for _ in range(MOST_WAITING):
            table.worker.ask(browser.client, decode('{"do":"pause","id":1,"on":true}'))
        assert len(browser.heard) == count  # the table has not come to them yet
        table.worker.ask(browser.client, decode('{"do":"pause","id":2,"on":true}'))
        assert [(each["type"], each["id"]) for each in browser.heard[count:]] == [("refused", 2)]
        table.run(10.0)
        assert [each["id"] for each in browser.heard[count:] if each["type"] == "refused"] == [2] + MOST_WAITING * [1]


def test_offered_moves_and_the_page_agree(tmp_path: Path) -> None:
    def moves(items: list[dict[str, object]]) -> list[object]:
        found: list[object] = []
        for item in items:
            inside = item["inside"]
            assert isinstance(inside, list)
            found += moves(inside) if inside else [item["move"]]
        return found

    with rig(tmp_path) as table:
        table.full_game()
        browser: Browser = table.operator()
        lay_all(table)
        table.table.lift("yellow", "market")
        table.run(1.0)
        session = table.table.table.parts.worker.session
        assert moves(browser.state["choices"]["items"]) == list(offered(session))


def test_a_lost_reader_is_tried_again_when_the_operator_says_so(tmp_path: Path) -> None:
    with rig(tmp_path) as table:
        operator = table.operator()
        table.table.unplug("build:1")
        table.run(4.0)  # tried after 0.1, 0.3, 0.7, 1.5 and 3.1 s, and next after 6.3 s (health.FIRST_WAIT, doubled)
        table.table.plug("build:1")
        table.run(1.0)
        assert [problem["kind"] for problem in operator.state["problems"]] == ["pad-silent"]
        assert operator.say("retry", reader=0)["type"] == "done"
        table.run(0.9)  # at 8 rounds a second a cure and three good looks (health.PROOF) take half a second
        assert operator.state["problems"] == []
