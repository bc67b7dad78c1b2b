"""The running service: one for a table, ended in order by signals, commanded by its socket."""

import json
import signal
import socket
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from engine.era.components import AREAS
from firmware_bridge.control import ask
from firmware_bridge.journal import Journal
from firmware_bridge.lamps import DARK, Tracks
from firmware_bridge.lock import TableLock
from firmware_bridge.simulation.people import PLACES, token_uid
from hardware.bench.hands import Hands
from hardware.bench.process import WorldProcess

from .services import PLAYERS, Service, era_table, until

STOP_S = 2.0
"""How long an orderly end may take."""


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[WorldProcess]]:
    """Two tables that keep to the wall's time."""
    folder = tmp_path_factory.mktemp("worlds")
    with (
        WorldProcess(folder / "one", leds=Tracks().count) as one,
        WorldProcess(folder / "two", leds=Tracks().count) as two,
    ):
        yield [one, two]


@pytest.fixture(scope="module")
def steady(worlds: list[WorldProcess], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of a service on the second table for what leaves it as it is: a new game of four, no token laid."""
    folder = tmp_path_factory.mktemp("steady")
    with Service("--world", worlds[1].path, "--state", folder) as service:
        service.until_told("begun")
        until(lambda: the_table_is_right(folder), "the table is right")
        yield folder
        assert service.stop() == 0, service.log


@pytest.fixture
def hands(worlds: list[WorldProcess]) -> Iterator[Hands]:
    """The hands at the first table, which is empty before and after."""
    with Hands(worlds[0].path) as hands:
        yield hands
        for tags in hands.lying():
            for uid in tags:
                hands.lift(uid)


@pytest.fixture
def service(worlds: list[WorldProcess], hands: Hands, tmp_path: Path) -> Iterator[Service]:
    """A service on the first table that has looked at it: display and lights say so."""
    with Service("--world", worlds[0].path, "--state", tmp_path) as service:
        service.until_told("begun")
        until(lambda: state(tmp_path)["known"] and any(hands.lines()[0].strip()), "the first screen")
        yield service


def state(folder: Path) -> dict[str, Any]:
    return ask(folder / "control.socket", {"command": "state"})


def the_table_is_right(folder: Path) -> bool:
    said = state(folder)
    return bool(said["known"]) and not said["problems"]


def first_ended(services: Sequence[Service]) -> Service:
    """The one of them that ends by itself first."""
    until(lambda: any(service.process.poll() is not None for service in services), "one of them ends")
    return next(service for service in services if service.process.poll() is not None)


# --- an orderly end ---


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_with_lights_out_display_empty_lock_and_socket_gone(
    service: Service, hands: Hands, tmp_path: Path, number: int
) -> None:
    until(lambda: any(led != DARK for led in hands.leds()), "lights on")
    began = time.monotonic()
    assert service.stop(number) == 0, service.log
    assert time.monotonic() - began < STOP_S
    until(lambda: set(hands.leds()) == {DARK}, "lights out")
    until(lambda: not any(line.strip() for line in hands.lines()), "an empty display")
    assert hands.faults() == []
    assert not (tmp_path / "control.socket").exists()
    with TableLock(tmp_path / "lock", "the next one"):
        pass


def test_a_signal_during_the_start_ends_it_too(worlds: list[WorldProcess], tmp_path: Path) -> None:
    with Service("--world", worlds[0].path, "--state", tmp_path) as service:
        until((tmp_path / "lock").exists, "the lock")  # taken first of all, once signals are heeded
        assert service.stop() == 0, service.log
    assert not (tmp_path / "control.socket").exists()
    with TableLock(tmp_path / "lock", "the next one"):
        pass


# --- one service owns the wires ---


def test_of_two_started_at_once_exactly_one_runs(worlds: list[WorldProcess], tmp_path: Path) -> None:
    for number in range(10):
        folder = tmp_path / str(number)
        with (
            Service("--world", worlds[0].path, "--state", folder) as one,
            Service("--world", worlds[1].path, "--state", folder) as other,
        ):
            second = first_ended([one, other])
            first = other if second is one else one
            assert second.ended() == 2
            world = worlds[0] if first is one else worlds[1]
            assert f"this table is run by process {first.process.pid} since " in second.log
            assert f"(era-table run --json --world {world.path} --state {folder}): stop that one first" in second.log
            assert "Traceback" not in second.log
            assert second.told == []
            first.until_told("begun")
            assert first.stop() == 0, first.log


def test_a_command_to_no_service_says_how_to_start_one(tmp_path: Path) -> None:
    for command in (["state"], ["take-back"], ["accept"], ["new", "yellow", "green", "brown"]):
        done = era_table(*command, "--state", tmp_path)
        assert done.returncode == 2
        assert done.stdout == ""
        assert "no table runs here" in done.stderr
        assert "start one with era-table run --config table.toml" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_command_to_a_killed_service_says_how_to_start_one(service: Service, tmp_path: Path) -> None:
    service.kill()
    assert (tmp_path / "control.socket").is_socket()  # nobody was left to take it away
    done = era_table("state", "--state", tmp_path)
    assert done.returncode == 2
    assert "no table runs here" in done.stderr


# --- commands ---


def test_state_tells_what_lies_there_and_what_is_wrong(service: Service, hands: Hands, tmp_path: Path) -> None:
    hands.place(token_uid(colour=0, number=0), reader=PLACES.index("build:2"))
    service.until_told("move")
    hands.place(bytes.fromhex("d3b07384"), reader=PLACES.index("buy:1"))
    service.until_told("problem")
    done = era_table("state", "--json", "--state", tmp_path)
    assert done.returncode == 1  # done, and what was looked at is not well
    said = json.loads(done.stdout)
    assert (said["round"], said["rounds"], said["phase"], said["in_turn"]) == (1, 8, "placing", "green")
    assert said["board"] == {area: ["yellow"] if area == "build" else [] for area in AREAS}
    assert said["lying"] == [
        {"tag": "5a31c410", "place": "build:2", "player": "yellow"},
        {"tag": "d3b07384", "place": "buy:1", "player": None},
    ]
    (problem,) = said["problems"]
    assert (problem["code"], problem["place"]) == ("unknown-tag", "buy:1")

    hands.lift(bytes.fromhex("d3b07384"))
    service.until_told("mended")
    done = era_table("state", "--state", tmp_path)
    assert done.returncode == 0
    assert done.stdout.splitlines()[0] == "Round 1 of 8: green to lay a token."
    assert done.stdout.splitlines()[-1] == "Nothing is wrong."


def test_the_operator_takes_a_move_back_whose_token_still_lies_there(
    service: Service, hands: Hands, tmp_path: Path
) -> None:
    hands.place(token_uid(0, 0), PLACES.index("build:1"))
    service.until_told("move")
    done = era_table("take-back", "--state", tmp_path)
    assert done.returncode == 0
    assert done.stdout.splitlines()[0] == "Round 1 of 8: yellow to lay a token."
    hands.lift(token_uid(0, 0))
    until(lambda: not state(tmp_path)["problems"], "the token is seen to be off")
    hands.place(token_uid(0, 0), PLACES.index("buy:1"))
    service.until_told("move", 2)
    assert [(told["event"], told.get("move") or told.get("code")) for told in service.told] == [
        ("begun", None),
        ("move", "place build"),
        ("take-back", "place build"),
        ("problem", "does-not-count"),
        ("mended", "does-not-count"),
        ("move", "place buy"),
    ]
    assert state(tmp_path)["board"]["build"] == []


def test_the_operator_accepts_the_table_as_it_lies(service: Service, hands: Hands, tmp_path: Path) -> None:
    hands.place(token_uid(0, 0), PLACES.index("build:1"))
    service.until_told("move")
    hands.place(token_uid(1, 0), PLACES.index("market:1"))
    service.until_told("move", 2)  # from here on yellow's token has to stay
    hands.place(token_uid(0, 0), PLACES.index("buy:1"))
    service.until_told("problem")
    done = era_table("accept", "--json", "--state", tmp_path)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["board"]["buy"] == ["yellow"]
    until(lambda: the_table_is_right(tmp_path), "the table is right")
    assert service.stop() == 0
    with Journal.open(tmp_path / "games.journal") as journal:
        game = journal.last()
    assert game is not None
    assert [entry.kind for entry in game.entries] == ["move", "move", "accept"]


def test_a_table_that_is_right_leaves_nothing_to_accept(steady: Path) -> None:
    done = era_table("accept", "--state", steady)
    assert done.returncode == 2
    assert "there is nothing to accept" in done.stderr


def test_before_the_first_move_nothing_can_be_taken_back(steady: Path) -> None:
    done = era_table("take-back", "--state", steady)
    assert done.returncode == 2
    assert "no move that could be taken back" in done.stderr


def test_a_table_of_which_no_legal_state_can_be_made_is_not_accepted(worlds: list[WorldProcess], steady: Path) -> None:
    with Hands(worlds[1].path) as hands:
        hands.place(token_uid(1, 0), PLACES.index("market:1"))  # green, though yellow begins
        until(lambda: bool(state(steady)["problems"]), "a token out of turn is seen")
        done = era_table("accept", "--state", steady)
        hands.lift(token_uid(1, 0))
    assert done.returncode == 2
    assert "(yellow 0, green 1, brown 0, orange 0) fit no moment of round 1" in done.stderr
    until(lambda: the_table_is_right(steady), "the table is right again")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["yellow", "green"], "2 players: the game is for 3 to 5 (SETUP-1)"),
        (["yellow", "green", "pink"], "'pink' is no player; the colours are yellow, green, brown, orange, purple"),
        (["yellow", "green", "yellow"], "two players of one name"),
        (["yellow", "green", "brown", "--start", "orange"], "start player 'orange' is not one of yellow, green, brown"),
    ],
)
def test_a_new_game_that_can_not_be(steady: Path, arguments: list[str], said: str) -> None:
    done = era_table("new", *arguments, "--state", steady)
    assert done.returncode == 2
    assert said in done.stderr
    assert state(steady)["players"] == list(PLAYERS)


def test_a_new_game_begins_with_whom_the_operator_names(service: Service, tmp_path: Path) -> None:
    done = era_table("new", "brown", "green", "yellow", "--start", "green", "--state", tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[0] == "Round 1 of 9: green to lay a token."  # three players: nine rounds (SETUP-1)
    assert service.stop() == 0
    with Journal.open(tmp_path / "games.journal") as journal:
        assert [header.players for _, header in journal.games()] == [PLAYERS, ("brown", "green", "yellow")]


@pytest.mark.parametrize(
    "asked",
    [
        {"command": "dance"},
        {"command": "new"},
        {"command": "new", "players": "yellow", "start": "yellow"},
        {"command": "new", "players": ["yellow", 3, None], "start": "yellow"},
        {"command": "enrol", "tag": "04a1b2c3", "player": ["green"]},
        {"command": "enrol", "tag": "xyz", "player": "green"},
        {"command": "enrol", "tag": "5a31c410", "player": "green"},
    ],
)
def test_a_request_that_makes_no_sense_changes_nothing(steady: Path, asked: dict[str, Any]) -> None:
    before = state(steady)
    answer = ask(steady / "control.socket", asked)
    assert answer.keys() == {"ok", "error"}
    assert answer["ok"] is False
    assert state(steady) == before
    assert not (steady / "roster.toml").exists()


def test_a_client_that_hangs_up_does_not_matter(steady: Path) -> None:
    with socket.socket(socket.AF_UNIX) as wire:
        wire.connect(str(steady / "control.socket"))
        wire.sendall(b'{"command": "st')
    assert state(steady)["ok"]
