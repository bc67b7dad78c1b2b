"""The running service on a disk that is full for it (RLIMIT_FSIZE: no file may grow), and killed there."""

import resource
from pathlib import Path

from firmware_bridge.journal import Journal
from firmware_bridge.journal_file import log_of
from firmware_bridge.lamps import Tracks
from firmware_bridge.simulation.people import People, tokens_of
from hardware.bench.hands import Hands
from hardware.bench.process import WorldProcess

from .services import PLAYERS, Service, until


def fill_disk(service: Service, at: int) -> None:
    """From now on none of the service's files grows beyond so many bytes."""
    _, hard = resource.prlimit(service.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(service.process.pid, resource.RLIMIT_FSIZE, (at, hard))


def make_room(service: Service) -> None:
    _, hard = resource.prlimit(service.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(service.process.pid, resource.RLIMIT_FSIZE, (hard, hard))


def moves_in(journal: Path) -> list[str]:
    with Journal.read(journal) as opened:
        recorded = opened.last()
    assert recorded is not None
    return [f"{entry.player} {entry.text}" for entry in recorded.entries]


def test_play_goes_on_unsaved_is_saved_later_and_after_a_kill_what_was_saved_goes_on(tmp_path: Path) -> None:
    state = tmp_path / "state"
    journal = state / "games.journal"
    with (
        WorldProcess(tmp_path / "world", leds=Tracks().count) as world,
        Hands(world.path) as hands,
    ):
        people = People(hands, tokens_of(PLAYERS, each=2))
        with Service("--world", world.path, "--state", state) as service:
            service.until_told("begun")
            for number, (player, area) in enumerate(zip(PLAYERS, ("build", "build", "buy", "buy"), strict=True), 1):
                people.lay(player, area)
                service.until_told("move", number)
            full_at = log_of(journal).stat().st_size + 100
            fill_disk(service, full_at)
            people.lay("yellow", "market")
            service.until_told("move", 5)
            until(lambda: "The game is not saved: " in service.log, "the log says that it is not saved")
            until(lambda: hands.lines()[3].strip() == "not saved: disk?", "the display says so")
            assert len(moves_in(journal)) == 4
            make_room(service)
            until(lambda: "the game is saved again" in service.log, "it is saved")
            until(lambda: not hands.lines()[3].strip(), "the display says no more of it")
            saved = ["yellow place build", "green place build", "brown place buy", "orange place buy"]
            saved.append("yellow place market")
            assert moves_in(journal) == saved
            fill_disk(service, log_of(journal).stat().st_size + 100)
            people.lay("green", "market")
            service.until_told("move", 6)
            service.kill()

        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        # Started anew on a disk that is full still, and has not even room for SQLite's index of the log, of 32 KiB
        # (sqlite.org/walformat.html, 2.1). What was not saved is told by the token that lies there.
        log_of(journal).with_name("games.journal-shm").unlink()
        resource.setrlimit(resource.RLIMIT_FSIZE, (full_at, hard))
        assert full_at < 32 * 1024
        try:
            with Service("--world", world.path, "--state", state) as service:
                resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
                service.until_told("resumed")
                service.until_told("move")
                assert service.moves() == [("green", "place market")]
                until(lambda: "The game is not saved: " in service.log, "the log says that it is not saved")
                make_room(service)
                until(lambda: "the game is saved again" in service.log, "all is saved")
                assert service.stop() == 0, service.log
                assert moves_in(journal) == [*saved, "green place market"]
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
