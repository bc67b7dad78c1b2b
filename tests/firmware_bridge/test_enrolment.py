"""Enrolling tokens one by one: through a running service and on the wires, with the mistakes that people make."""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from firmware_bridge.config import Game, Reader, TableConfig
from firmware_bridge.control import ask
from firmware_bridge.enrolment import enrol_all
from firmware_bridge.errors import RosterError, TableBusy
from firmware_bridge.lamps import Tracks
from firmware_bridge.lock import TableLock
from firmware_bridge.places import Places
from firmware_bridge.roster_file import change_tags, load_tags
from firmware_bridge.simulation.people import token_uid
from firmware_bridge.table_pads import OwnPads
from hardware.bench import Bench
from hardware.bench.clock import PacedClock
from hardware.bench.hands import Hands
from hardware.bench.process import WorldProcess

from .paper_pads import PaperPads, one_by_one
from .services import ENVIRONMENT, PATIENCE_S, Service, answered, era_table, until

PLAYERS = ("yellow", "green", "brown")
EACH = 3  # tokens of each of three players (SETUP-1)
TAGS = [f"5a31c4{number:02x}" for number in range(len(PLAYERS) * EACH)]


def test_every_token_is_asked_for_and_named() -> None:
    said: list[str] = []
    pads = PaperPads(one_by_one(TAGS))
    assert enrol_all(pads, PLAYERS, said.append) == len(TAGS)
    assert list(pads.enrolled.items()) == list(
        zip(TAGS, [player for player in PLAYERS for _ in range(EACH)], strict=True)
    )
    assert said[:3] == [
        "YELLOW: lay token 1 of 3 on any pad.",
        "YELLOW has token 1 of 3: 5a31c400. It may be taken off.",
        "YELLOW: lay token 2 of 3 on any pad.",
    ]
    assert said[-1] == "BROWN has token 3 of 3: 5a31c408. It may be taken off."


def test_it_goes_on_where_it_stopped() -> None:
    said: list[str] = []
    enrolled = dict.fromkeys(TAGS[:3], "yellow") | {TAGS[3]: "green"}
    assert enrol_all(PaperPads(one_by_one(TAGS[4:]), enrolled), PLAYERS, said.append) == 5
    assert said[0] == "GREEN: lay token 2 of 3 on any pad."


def test_when_none_is_missing_nothing_is_asked() -> None:
    enrolled = {tag: PLAYERS[number // EACH] for number, tag in enumerate(TAGS)}
    assert enrol_all(PaperPads([], enrolled), PLAYERS, pytest.fail) == 0


LAST = dict.fromkeys(TAGS[:3], "yellow") | dict.fromkeys(TAGS[3:6], "green") | dict.fromkeys(TAGS[6:8], "brown")
"""All tokens but brown's third."""


def test_of_two_tags_one_has_to_go() -> None:
    said: list[str] = []
    pads = PaperPads([[], ["aaaaaaaa", "bbbbbbbb"], ["aaaaaaaa", "bbbbbbbb"], ["bbbbbbbb"], ["bbbbbbbb"]], dict(LAST))
    enrol_all(pads, PLAYERS, said.append)
    assert said[1:-1] == ["2 unknown tags lie on the pads: leave one of them."]
    assert pads.enrolled["bbbbbbbb"] == "brown"
    assert "aaaaaaaa" not in pads.enrolled


def test_of_two_laid_at_once_that_are_seen_one_after_the_other_none_is_taken() -> None:
    said: list[str] = []
    pads = PaperPads([["aaaaaaaa"], ["aaaaaaaa", "bbbbbbbb"], ["bbbbbbbb"], ["bbbbbbbb"]], dict(LAST))
    enrol_all(pads, PLAYERS, said.append)
    assert "aaaaaaaa" not in pads.enrolled


def test_a_token_that_somebody_has_already_is_told_once() -> None:
    said: list[str] = []
    looks = [[TAGS[7]], [TAGS[7], TAGS[0]], [TAGS[0]], [TAGS[0], "aaaaaaaa"], [TAGS[0], "aaaaaaaa"]]
    enrol_all(PaperPads(looks, dict(LAST)), PLAYERS, said.append)
    # Brown's second lay there when the third was asked for: that one is nobody's mistake.
    assert said[1:-1] == ["Tag 5a31c400 is a token of YELLOW already: take another."]


def test_a_tag_whose_number_changes_is_told_while_it_lies() -> None:
    said: list[str] = []
    pads = PaperPads([[], [], [], ["bbbbbbbb"], ["bbbbbbbb"]], LAST)
    pads.random = {4: ["buy:1"], 3: ["buy:1"]}  # it lies there for two looks
    enrol_all(pads, PLAYERS, said.append)
    assert said[1:-1] == ["BUY 1: its number changes each time, as a phone's or a bank card's: take another tag."]
    assert pads.enrolled["bbbbbbbb"] == "brown"


# --- on the wires, with no service ---

CONFIG = TableConfig(
    game=Game(players=list(PLAYERS)),
    reader=[Reader(bus=0, device=0, reads="build"), Reader(bus=0, device=1, reads="buy")],
    tags={"yellow": TAGS[:3], "green": TAGS[3:6]},
)


@contextmanager
def own_pads(places: Places) -> Iterator[OwnPads]:
    with ExitStack() as opened:
        yield OwnPads(CONFIG, Path("table.toml"), places, "a test", opened)


def laying(bench: Bench, tags: Sequence[str], said: list[str]) -> Callable[[str], None]:
    """Somebody who lays the next of the tags on a pad whenever a token is asked for, in the other one's place."""
    left = list(tags)

    def hear(words: str) -> None:
        said.append(words)
        if ": lay token" in words:
            for reader in (0, 1):
                for uid in bench.lying_on(reader):
                    bench.lift(uid)
            bench.place(bytes.fromhex(left.pop(0)), len(left) % 2)

    return hear


def test_on_the_wires_each_token_is_on_the_disk_before_the_next_is_asked_for(tmp_path: Path) -> None:
    places = Places(tmp_path, tmp_path)
    said: list[str] = []
    with Bench(2, clock=PacedClock()) as bench, own_pads(places) as pads:
        lay = laying(bench, TAGS[6:], said)

        def hear(words: str) -> None:
            lay(words)
            if "has token" in words:
                assert len(load_tags(places.roster)) == len([told for told in said if "has token" in told])

        assert enrol_all(pads, PLAYERS, hear) == 3
        with pytest.raises(TableBusy):
            TableLock(places.lock, "somebody else, meanwhile")
    assert load_tags(places.roster) == [(tag, "brown") for tag in TAGS[6:]]  # those of table.toml stay there
    with TableLock(places.lock, "the next one"):
        pass


def test_on_the_wires_it_goes_on_where_it_stopped(tmp_path: Path) -> None:
    places = Places(tmp_path, tmp_path)
    change_tags(places.roster, {TAGS[6]: "brown"})
    said: list[str] = []
    with Bench(2, clock=PacedClock()) as bench, own_pads(places) as pads:
        assert enrol_all(pads, PLAYERS, laying(bench, TAGS[7:], said)) == 2
    assert said[0] == "BROWN: lay token 2 of 3 on any pad."
    assert load_tags(places.roster) == [(tag, "brown") for tag in TAGS[6:]]


def test_on_the_wires_a_tag_is_not_enrolled_twice(tmp_path: Path) -> None:
    places = Places(tmp_path, tmp_path)
    with Bench(2, clock=PacedClock()), own_pads(places) as pads:
        with pytest.raises(RosterError, match=f"tag {TAGS[0]} is enrolled 2 times"):
            pads.enrol(TAGS[0], "brown")
        assert len(pads.roster().tags) == 6
    assert not places.roster.exists()


# --- through a running service ---


def test_through_a_service_with_all_mistakes_and_a_second_start(tmp_path: Path) -> None:
    """Purple has no token yet, yellow and green two of three: a simulated table's are enrolled for four players."""
    roster = tmp_path / "state" / "roster.toml"
    with (
        WorldProcess(tmp_path / "world", leds=Tracks().count) as world,
        Hands(world.path) as hands,
        Service("--world", world.path, "--state", tmp_path / "state") as service,
    ):
        service.until_told("begun")
        assert era_table("new", "yellow", "green", "purple", "--state", tmp_path / "state").returncode == 0

        with enrolling(tmp_path / "state") as heard:
            assert heard() == "YELLOW: lay token 3 of 3 on any pad."
            hands.place(token_uid(colour=0, number=0), 0)
            assert heard() == "Tag 5a31c410 is a token of YELLOW already: take another."
            hands.place(bytes.fromhex("aaaaaaaa"), 1)
            assert heard() == "YELLOW has token 3 of 3: aaaaaaaa. It may be taken off."
            assert load_tags(roster) == [("aaaaaaaa", "yellow")]
            assert heard() == "GREEN: lay token 3 of 3 on any pad."
        # It was killed there.
        with enrolling(tmp_path / "state") as heard:
            assert heard() == "GREEN: lay token 3 of 3 on any pad."
            hands.place(bytes.fromhex("bbbbbbbb"), 2)
            assert heard() == "GREEN has token 3 of 3: bbbbbbbb. It may be taken off."
            assert heard() == "PURPLE: lay token 1 of 3 on any pad."
        assert load_tags(roster) == [("aaaaaaaa", "yellow"), ("bbbbbbbb", "green")]
        assert [told["tag"] for told in service.told if told["event"] == "enrolled"] == ["aaaaaaaa", "bbbbbbbb"]

        answer = ask(tmp_path / "state" / "control.socket", {"command": "enrol", "tag": "bbbbbbbb", "player": "purple"})
        assert answer == {
            "ok": False,
            "error": "tag bbbbbbbb is enrolled 2 times (for green and purple): keep it for one token only",
        }
        assert service.stop() == 0
        with Service("--world", world.path, "--state", tmp_path / "state") as again:
            until(lambda: answered(tmp_path / "state"), "the next service takes commands")
            assert again.told[0]["event"] == "resumed"
            said = ask(tmp_path / "state" / "control.socket", {"command": "state"})
            assert said["tokens"] == {"yellow": 3, "green": 3, "brown": 2, "orange": 2}


@contextmanager
def enrolling(state: Path) -> Iterator[Callable[[], str]]:
    """`tags enrol` in a process of its own, killed when left: what gives the next line of it."""
    command = [sys.executable, "-m", "firmware_bridge", "tags", "enrol", "--state", str(state)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=ENVIRONMENT) as process:
        assert process.stdout is not None
        lines = process.stdout
        patience = threading.Timer(PATIENCE_S, process.kill)  # whereupon it says nothing more
        patience.start()
        try:
            yield lambda: lines.readline().rstrip("\n")
        finally:
            patience.cancel()
            process.kill()
