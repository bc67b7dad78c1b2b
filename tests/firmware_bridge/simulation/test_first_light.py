"""From the tag on a pad over every wire to the bytes of display and lights: each mistake of the demo, and its mend."""

from collections.abc import Iterator

import pytest

from firmware_bridge.lamps import DARK, FLASH_S, PLAYER_RGB, RED, WHITE
from firmware_bridge.news_words import NEWS_S
from firmware_bridge.simulation.people import PLACES

from .simulated_table import SimulatedTable

PLAYERS = ("yellow", "green", "brown", "orange")


@pytest.fixture
def table() -> Iterator[SimulatedTable]:
    """A table of four on which everybody looks: yellow has laid on BUILD, green too, brown is in turn."""
    with SimulatedTable(PLAYERS, start="yellow") as table:
        table.run(0.5)
        table.lay("yellow", "build")
        table.run(0.5)
        table.lay("green", "build")
        table.run(NEWS_S + 1)
        yield table
        assert table.faults == []


def shown(table: SimulatedTable, seconds: float = 1.5) -> list[str]:
    table.run(seconds)
    return [line.rstrip() for line in table.lines]


def light(table: SimulatedTable, place: str) -> tuple[int, int, int]:
    return table.exposed[PLACES.index(place)]


BROWNS_TURN = ["Round 1/8      BROWN", "lay a token (1 of 2)", "full: BUILD", ""]


def test_a_right_token_is_answered_with_the_next_players_turn(table: SimulatedTable) -> None:
    assert shown(table, 0) == BROWNS_TURN
    table.lay("brown", "market")
    assert shown(table) == ["Round 1/8     ORANGE", "lay a token (1 of 2)", "full: BUILD", "brown: market"]
    assert shown(table, NEWS_S)[3] == ""


def test_place_2_a_third_token_on_top_of_another_calls_and_is_mended(table: SimulatedTable) -> None:
    table.lay("brown", "build")
    assert shown(table) == ["BUILD has two. Take", "BROWN's off, lay it", "elsewhere", "             PLACE-2"]
    assert light(table, "build:1") == RED
    assert light(table, "build:2") != RED
    table.lift("brown", "build")
    assert shown(table) == BROWNS_TURN


def test_place_3_a_second_token_of_a_player_on_an_area(table: SimulatedTable) -> None:
    table.lay("brown", "market")
    table.run(0.5)
    table.lay("orange", "produce")
    table.lay("yellow", "produce")
    table.run(0.5)
    table.lay("green", "buy")
    table.run(0.5)
    table.lay("brown", "market")
    assert shown(table) == ["BROWN lies on MARKET", "already: choose", "another area", "             PLACE-3"]
    assert light(table, "market:2") == RED
    table.lift("brown", "market")
    assert shown(table) == ["Round 1/8      BROWN", "lay a token (2 of 2)", "full: BUILD, PRODUCE", ""]


def test_place_1_a_token_out_of_turn(table: SimulatedTable) -> None:
    table.lay("orange", "market")
    assert shown(table) == ["It is BROWN's turn.", "ORANGE, wait: take", "it off MARKET", "             PLACE-1"]
    red, green, blue = light(table, "market:1")  # it calls softly: red, never at full strength
    assert red > 100
    assert (green, blue) == (0, 0)
    table.lift("orange", "market")
    assert shown(table) == BROWNS_TURN


def test_an_unknown_tag(table: SimulatedTable) -> None:
    table.lay_tag(bytes.fromhex("d3b07384"), "buy")
    assert shown(table) == ["BUY 1: a tag I do", "not know. Take it", "off.", ""]
    assert light(table, "buy:1") == RED
    table.lift_tag(bytes.fromhex("d3b07384"))
    assert shown(table) == BROWNS_TURN


def test_a_token_knocked_off(table: SimulatedTable) -> None:
    table.lift("yellow", "build")
    assert shown(table) == ["BUILD: YELLOW's", "token is missing.", "Put it back", "           RESOLVE-1"]
    assert light(table, "build:1") == PLAYER_RGB["yellow"]
    table.lay("yellow", "build")
    assert shown(table) == BROWNS_TURN


def test_two_players_who_lay_at_once(table: SimulatedTable) -> None:
    table.lay("orange", "market")
    table.lay("brown", "market")
    assert shown(table, NEWS_S + 1) == ["Round 1/8     YELLOW", "lay a token (2 of 2)", "full: BUILD, MARKET", ""]
    assert table.game.players_on("market") == ("brown", "orange")


@pytest.mark.parametrize("place", ["build:1", "develop:2"])
def test_a_reader_unplugged_and_back(table: SimulatedTable, place: str) -> None:
    area, number = place.split(":")
    table.unplug(place)
    said = f"Pad {area.upper()} {number} is silent: check its plug, or press OK."
    assert " ".join(shown(table)).split() == said.split()
    assert light(table, place) not in (DARK, RED)
    table.lay("brown", "market")
    table.run(0.5)
    assert table.game.in_turn == "orange"  # play goes on meanwhile
    table.plug(place)
    assert shown(table, NEWS_S + 1) == ["Round 1/8     ORANGE", "lay a token (1 of 2)", "full: BUILD", ""]


def test_resolve_3_a_token_lifted_out_of_turn() -> None:
    with SimulatedTable(("yellow", "green", "brown", "orange"), start="yellow") as table:
        for _ in range(8):
            player = table.game.in_turn
            assert player is not None
            areas = ("build", "produce") if player in ("yellow", "green") else ("buy", "market")
            table.lay(player, areas[1 if table.game.players_on(areas[0]).count(player) else 0])
            table.run(0.5)
        table.lift("green", "build")
        assert shown(table) == ["It is YELLOW's turn.", "GREEN: put it back", "on BUILD", "           RESOLVE-3"]
        table.lay("green", "build")
        assert shown(table) == ["Round 1/8     YELLOW", "lift one token:", "build, produce", ""]
        table.lift("yellow", "produce")
        table.run(1.0)
        assert table.game.in_turn == "green"


def test_the_light_answers_within_02_s_and_the_display_within_05_s_of_the_reading(table: SimulatedTable) -> None:
    """Table talk, principle 8, on the virtual clock; for every area, so at every distance in the scan."""
    for area, player in (("market", "brown"), ("produce", "orange"), ("develop", "yellow"), ("buy", "green")):
        events = len(table.pad_events)
        lines, place = table.lines, PLACES.index(f"{area}:1")
        table.lay(player, area)
        lit = read = 0.0
        for _ in range(500):
            table.run(0.002)
            now = table.bench.clock.now()
            if table.leds[place] == WHITE:
                lit = lit or now  # the flash of a token laid rightly
            if table.lines != lines:
                read = read or now
        (laid,) = table.pad_events[events:]
        # The bytes are on their way for ten bits each: a whole new screen of 104 bytes at 9600, 6 + 3 x 27 at 115200.
        assert lit + 87 * 10 / 115200 - laid.at <= 0.2
        assert read + 104 * 10 / 9600 - laid.at <= 0.5
        table.run(FLASH_S + NEWS_S)
