"""The secrets of seats: for one game and one player, the same after a restart, in a file for its owner only."""

import stat
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.era.game import new_game
from firmware_bridge.config import Web
from firmware_bridge.errors import PlaceError
from firmware_bridge.happenings import GameBegun, SeatChanged, Tick
from firmware_bridge.journal import Journal
from firmware_bridge.recorder import Recorder
from firmware_bridge.recording.tap import OverheardPresence, Tap
from firmware_bridge.session import Session
from firmware_bridge.simulation.people import tokens_of
from firmware_bridge.simulation.simulated import simulated_config
from firmware_bridge.web.seats import Seats, load_key

PLAYERS = ("yellow", "green", "brown")
KEY = bytes(32)


class Played:
    """A journal in a folder, and a recorder that has it open."""

    def __init__(self, folder: Path) -> None:
        self.journal = Journal.open(folder / "games.journal")
        self.recorder = Recorder(self.journal, folder / "roster.toml")
        self.session = Session(simulated_config(PLAYERS, {}, "", "").roster(), new_game(PLAYERS, 0))

    def begin(self) -> None:
        self.recorder.record(self.session, [GameBegun(self.session.game, 0.0)])

    def hand_over(self, player: str) -> None:
        self.recorder.record(self.session, [SeatChanged(player, False, 0.0, anew=True)])

    def seats(self, key: bytes = KEY) -> Seats:
        return Seats(key, self.journal, self.recorder)


def all_of(seats: Seats) -> list[str]:
    return [seats.secret(player) for player in PLAYERS]


def test_a_secret_opens_its_own_seat_and_no_other(tmp_path: Path) -> None:
    table = Played(tmp_path)
    table.begin()
    seats = table.seats()
    assert [seats.player_of(secret, PLAYERS) for secret in all_of(seats)] == list(PLAYERS)
    assert len({len(secret) for secret in all_of(seats)}) == 1
    assert len(seats.secret("green")) == 22  # 128 bits, six a letter
    green = seats.secret("green")
    for wrong in ("", "green", green[:-1], green + "A", seats.secret("purple"), "ž\ud800"):
        assert seats.player_of(wrong, PLAYERS) is None, wrong
    assert seats.player_of(seats.secret("green"), ("yellow", "brown")) is None  # who does not play


def test_secrets_are_of_the_key(tmp_path: Path) -> None:
    table = Played(tmp_path)
    table.begin()
    assert set(all_of(table.seats())).isdisjoint(all_of(table.seats(bytes(31) + b"\1")))


def test_secrets_outlive_the_service_and_not_the_game(tmp_path: Path) -> None:
    before = Played(tmp_path)
    before.begin()
    seats = before.seats()
    first = all_of(seats)
    before.hand_over("green")
    second = all_of(seats)
    assert [one == other for one, other in zip(first, second, strict=True)] == [True, False, True]
    before.hand_over("green")
    third = all_of(seats)
    assert third[1] not in (first[1], second[1])
    before.journal.close()  # as when the process is killed: nothing more is written

    after = Played(tmp_path)
    seats = after.seats()
    assert all_of(seats) == third
    after.hand_over("brown")
    fourth = all_of(seats)
    assert [one == other for one, other in zip(third, fourth, strict=True)] == [True, True, False]
    edition = seats.edition
    after.begin()
    assert seats.edition != edition
    assert set(all_of(seats)).isdisjoint({*first, *second, *third, *fourth})
    fifth = all_of(seats)
    after.journal.close()
    assert all_of(Played(tmp_path).seats()) == fifth


def test_a_game_gone_on_with_has_links_of_its_own(tmp_path: Path) -> None:
    table = Played(tmp_path)
    table.begin()
    seats = table.seats()
    first = all_of(seats)
    table.recorder.go_on(table.session, 1)
    second = all_of(seats)
    assert set(first).isdisjoint(second)
    table.journal.close()
    assert all_of(Played(tmp_path).seats()) == second


def test_the_key_is_made_once_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "web.key"
    key = load_key(path)
    assert len(key) == 32
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.chmod(0o644)
    assert load_key(path) == key
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.write_bytes(key[:5])  # cut short by a power cut
    again = load_key(path)
    assert len(again) == 32
    assert again != key
    assert [file.name for file in tmp_path.iterdir()] == ["web.key"]


def test_a_key_that_cannot_be_kept_is_told(tmp_path: Path) -> None:
    with pytest.raises(PlaceError, match=r"web\.key: the key of the seats' links can't be kept there"):
        load_key(tmp_path / "missing" / "web.key")


def test_a_recording_holds_no_pin(tmp_path: Path) -> None:
    config = replace(simulated_config(PLAYERS, tokens_of(PLAYERS, 3), "", ""), web=Web(pin="31415926"))
    tap = Tap(OverheardPresence(12, ()), config, lambda words: None)
    tap.start(tmp_path / "recording")
    tap.took(Tick(1.0), Session(config.roster(), new_game(PLAYERS, 0)), changed=False)
    tap.stop()
    written = (tmp_path / "recording").read_bytes()
    assert b'"reads":"build:1"' in written
    assert b"31415926" not in written
