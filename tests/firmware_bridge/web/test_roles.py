"""Who may do what: each refusal that issue 9 asks for, at a table that runs."""

from collections.abc import Iterator
from typing import Any

import pytest

from firmware_bridge.web import messages as m

from .rig import PLAYERS, Rig, rig

OPERATORS: list[tuple[str, dict[str, Any]]] = [
    ("pause", {"on": True}),
    ("accept", {}),
    ("correct", {"move": "correct green coins 5"}),
    ("move-track", {"player": "green", "track": "influence", "space": 3}),
    ("new", {"players": list(PLAYERS), "start": "green"}),
    ("end", {}),
    ("clocks", {"on": True}),
    ("away", {"player": "green", "away": True}),
    ("hand-over", {"player": "green"}),
    ("language", {"language": "cs"}),
    ("retry", {"reader": 0}),
    ("swap-reader", {"reader": 0, "with": 1}),
    ("record", {"on": True}),
    ("ticket", {"what": "journal"}),
    ("bench.press", {"button": "ok"}),
    ("bench.unplug", {"reader": 0}),
    ("bench.plug", {"reader": 0}),
    ("bench.pull", {"what": "display"}),
    ("bench.plug-in", {"what": "display"}),
    ("bench.noise", {"on": True}),
]
SEATS: list[tuple[str, dict[str, Any]]] = [
    ("play", {"move": "place build"}),
    ("take-back", {}),
    ("laid-out", {}),
    ("bench.lay", {"player": "green", "place": "build:1"}),
    ("bench.lift", {"tag": "5a31c410"}),
]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rig]:
    """One in depth "full" for tests that leave it as it is."""
    with rig(tmp_path_factory.mktemp("table")) as made:
        made.full_game()
        yield made


def test_every_command_is_here() -> None:
    named = {do for do, _ in [*OPERATORS, *SEATS]} | {"hello"}
    assert named == {kind.__struct_config__.tag for kind in m.AnyAsked.__args__}


def test_a_spectator_may_do_nothing(table: Rig) -> None:
    crowd, before = table.spectator(), table.table.table.parts.worker.session
    for do, fields in [*OPERATORS, *SEATS]:
        answer = crowd.now(do, **fields)
        assert (answer["type"], answer["why"]) == ("refused", "Only those who play, and the operator, can do that."), do
    assert table.table.table.parts.worker.session is before
    assert table.hands.asked == []


def test_a_seat_may_do_nothing_of_the_operators(table: Rig) -> None:
    phone, before = table.seat("yellow"), table.table.table.parts.worker.session
    for do, fields in [*OPERATORS, ("take-back", {"operator": True})]:
        answer = phone.now(do, **fields)
        assert (answer["type"], answer["why"]) == ("refused", "Only the operator can do that."), do
    assert table.table.table.parts.worker.session is before
    assert table.hands.asked == []


def test_who_has_not_said_hello_may_do_nothing(table: Rig) -> None:
    stranger = table.browser()
    assert stranger.say("pause", on=True, state=table.worker.number)["type"] == "refused"
    assert stranger.say("bench.noise", on=True)["type"] == "refused"


def test_a_wrong_secret_is_a_spectator_and_is_told(table: Rig) -> None:
    phone = table.browser("192.0.2.7", local=False)
    welcome = phone.hello(seat="A" * 22)
    assert (welcome["role"], welcome["seat"]) == ("spectator", None)
    assert welcome["why"] == "This link holds no longer: ask for a new one."


def test_a_seat_on_the_machine_itself_is_that_seat_only(table: Rig) -> None:
    browser = table.browser()
    assert browser.hello(seat=table.seats.secret("green"))["role"] == "seat"
    assert browser.now("pause", on=True)["type"] == "refused"
    assert table.browser().hello(seat="no secret")["role"] == "spectator"


def test_tokens_of_others_are_not_a_seats_to_move(table: Rig) -> None:
    phone = table.seat("green")
    greens = table.table.tokens_of("green")[0].hex()
    yellows = table.table.tokens_of("yellow")[0].hex()
    for do, fields in (
        ("bench.lay", {"player": "yellow", "place": "build:1"}),
        ("bench.lay", {"tag": yellows, "player": "green", "place": "build:1"}),
        ("bench.lay", {"tag": "d3b07384", "place": "build:1"}),
        ("bench.lift", {"tag": yellows}),
    ):
        assert phone.say(do, **fields)["why"] == "That is not your token.", fields
    assert table.hands.asked == []
    phone.say("bench.lay", tag=greens, place="build:1")
    phone.say("bench.lay", player="green", place="build:1")
    assert [(asked.tag, asked.player) for asked in table.hands.asked if isinstance(asked, m.BenchLay)] == [
        (greens, None),
        (None, "green"),
    ]
    table.hands.asked.clear()


def test_only_the_machine_itself_runs_a_table_without_a_pin(table: Rig) -> None:
    assert table.browser("127.0.0.1", local=True).hello()["role"] == "operator"
    assert table.browser("192.0.2.9", local=False).hello(pin="1234")["role"] == "spectator"
    assert table.browser("192.0.2.9", local=False).hello(pin="")["role"] == "spectator"
