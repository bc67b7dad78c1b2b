"""The last hour's readings, kept in memory: what is taken together, what is forgotten, and how it is asked for."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_bridge.lamps import Tracks
from firmware_bridge.recording.recent import HOUR_S, LOOKS, MOST_ANSWERED, MOST_RUNS, Recent
from firmware_bridge.roster import Place
from firmware_bridge.simulation.people import token_uid
from hardware.bench.hands import Hands
from hardware.bench.process import WorldProcess
from hardware.readers.reading import Reading, Seen

from ..services import Service, era_table, until

PLACES = (Place("build", 1), Place("build", 2))
TAG = "04a1b2c3"


def told(recent: Recent, now: float, reader: int | None = None, count: int = 10) -> list[tuple[object, ...]]:
    runs = recent.values(PLACES, now, reader, count)["runs"]
    return [(run["reads"], run["seen"], run["tags"], run["ago_s"], run["lasted_s"], run["looks"]) for run in runs]


def test_looks_that_say_the_same_are_one_line_what_goes_on_first_then_what_is_over() -> None:
    recent = Recent(2)
    for at in (0.0, 0.1, 0.2):
        recent.add(Reading(0, Seen.NOBODY, at))
        recent.add(Reading(1, Seen.TAGS, at + 0.05, (TAG,)))
    recent.add(Reading(0, Seen.GARBLED, 0.3, why="a parity bit was wrong"))
    recent.add(Reading(0, Seen.TAGS, 0.4, (TAG,)))
    assert told(recent, now=1.0) == [
        ("build:1", "tags", [TAG], 0.6, 0.0, 1),
        ("build:2", "tags", [TAG], 0.95, 0.2, 3),
        ("build:1", "garbled", [], 0.7, 0.0, 1),
        ("build:1", "nobody", [], 1.0, 0.2, 3),
    ]
    assert told(recent, now=1.0, reader=1) == [("build:2", "tags", [TAG], 0.95, 0.2, 3)]
    assert len(told(recent, now=1.0, count=2)) == 2
    assert recent.values(PLACES, 1.0, None, 10)["runs"][2]["why"] == "a parity bit was wrong"


def test_what_is_over_for_an_hour_is_forgotten_and_what_lies_still_is_not() -> None:
    recent = Recent(2)
    recent.add(Reading(0, Seen.NOBODY, 0.0))
    recent.add(Reading(1, Seen.NOBODY, 0.0))
    recent.add(Reading(1, Seen.TAGS, 10.0, (TAG,)))
    recent.add(Reading(0, Seen.NOBODY, HOUR_S + 1))
    recent.add(Reading(1, Seen.TAGS, HOUR_S + 1, (TAG,)))
    assert told(recent, now=HOUR_S + 1) == [
        ("build:2", "tags", [TAG], HOUR_S - 9, HOUR_S - 9, 2),
        ("build:1", "nobody", [], HOUR_S + 1, HOUR_S + 1, 2),
    ]


def test_an_hour_of_noise_takes_no_more_memory_than_is_granted() -> None:
    recent = Recent(2)
    for look in range(MOST_RUNS + 100):
        recent.add(Reading(0, Seen.GARBLED if look % 2 else Seen.NOBODY, look / 100))
    answer = recent.values(PLACES, 200.0, None, 10**9)
    assert answer["kept"] == MOST_RUNS + 1  # and the one that goes on
    assert len(answer["runs"]) == MOST_ANSWERED
    assert recent.noise(0) == (LOOKS // 2, LOOKS)
    assert recent.noise(1) == (0, 0)


def test_what_lay_there_is_what_the_last_clean_look_named() -> None:
    recent = Recent(2)
    recent.add(Reading(0, Seen.TAGS, 0.0, (TAG,)))
    recent.add(Reading(0, Seen.GARBLED, 0.1))
    assert recent.tags(0) == (TAG,)
    recent.add(Reading(0, Seen.NOBODY, 0.2))
    assert recent.tags(0) == ()


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Hands]]:
    folder = tmp_path_factory.mktemp("recent")
    with (
        WorldProcess(folder / "world", leds=Tracks().count) as world,
        Hands(world.path) as hands,
        Service("--world", world.path, "--state", folder) as service,
    ):
        service.until_told("begun")
        yield folder, hands


def test_a_running_table_is_asked_for_it(service: tuple[Path, Hands]) -> None:
    folder, hands = service

    def seen() -> list[str]:
        said = era_table("recent", "--reads", "build:1", "--json", "--state", folder)
        return [run["seen"] for run in json.loads(said.stdout)["runs"]]

    until(lambda: seen() == ["nobody"], "the pad is seen to be empty")
    hands.place(token_uid(0, 0), 0)
    until(lambda: seen() == ["tags", "nobody"], "the token is seen")
    said = era_table("recent", "--reads", "build:1", "--state", folder)
    assert said.returncode == 0
    assert said.stdout.splitlines()[-2].endswith(f"build:1       tags     {token_uid(0, 0).hex()}")
    # A line of the control socket has at most 64 KiB, however much is asked for.
    assert era_table("recent", "--count", "100000", "--state", folder).returncode == 0


def test_a_place_that_no_reader_reads_is_refused_with_those_that_there_are(service: tuple[Path, Hands]) -> None:
    said = era_table("recent", "--reads", "bulid:1", "--state", service[0])
    assert said.returncode == 2
    assert "build:1, build:2" in said.stderr
