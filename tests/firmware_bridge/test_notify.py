"""What a service manager hears: sd_notify(3) by its text, and the watchdog by what stops the loop of the pads."""

import os
import pty
import signal
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from firmware_bridge.config import Display, TableConfig
from firmware_bridge.lamps import DARK, Tracks
from firmware_bridge.lock import TableLock
from firmware_bridge.notify import CountedRounds, Notifier, Watchdog, watchdog_s
from firmware_bridge.places import Places
from firmware_bridge.running import RunningTable
from firmware_bridge.simulation.people import PLACES
from firmware_bridge.simulation.simulated import ALL_TOKENS, simulated_config
from hardware.bench import Bench
from hardware.bench.clock import PacedClock
from hardware.bench.hands import Hands
from hardware.bench.process import WorldProcess
from hardware.readers.reading import Reading

from .manager import Manager
from .services import PLAYERS, Service, until


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[Manager]:
    with Manager(tmp_path) as manager:
        yield manager


# --- the words ---


def test_each_word_is_one_datagram_as_sd_notify_has_it(manager: Manager) -> None:
    notifier = Notifier.of(manager.environment)
    notifier.ready("The table\nruns.")
    notifier.status("round 2")
    notifier.alive()
    notifier.stopping()
    assert manager.hear(0.01) == ["READY=1\nSTATUS=The table runs.", "STATUS=round 2", "WATCHDOG=1", "STOPPING=1"]


def test_an_abstract_name_is_reached_too() -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as wire:
        wire.bind(f"\0era-table-{os.getpid()}")
        wire.settimeout(5)
        Notifier(f"@era-table-{os.getpid()}").alive()
        assert wire.recv(100) == b"WATCHDOG=1"


@pytest.mark.parametrize("address", [None, "", "/nowhere/at/all", "@nobody-listens-here"])
def test_without_a_manager_nothing_happens(address: str | None) -> None:
    Notifier(address).ready("The table runs.")


def test_half_the_managers_patience_and_only_if_it_means_this_process() -> None:
    assert watchdog_s({"WATCHDOG_USEC": "10000000"}) == 5.0  # 10 s
    assert watchdog_s({"WATCHDOG_USEC": "10000000", "WATCHDOG_PID": "77"}, process=77) == 5.0
    assert watchdog_s({"WATCHDOG_USEC": "10000000", "WATCHDOG_PID": "77"}, process=78) is None
    for patience in ({}, {"WATCHDOG_USEC": ""}, {"WATCHDOG_USEC": "0"}, {"WATCHDOG_USEC": "soon"}):
        assert watchdog_s(patience) is None


class _Pads:
    def step(self, now: float) -> float:
        return now + 0.1


def test_it_is_said_only_if_the_loop_has_gone_round_since(manager: Manager) -> None:
    pads = CountedRounds(_Pads())
    watchdog = Watchdog(Notifier.of(manager.environment), lambda: pads.rounds, 5.0)
    said = []
    for now, goes_round in ((0.0, True), (5.0, True), (10.0, False), (15.0, False), (20.0, True)):
        if goes_round:
            assert pads.step(now) == now + 0.1
        assert watchdog.step(now) == now + 5.0
        said.append(manager.alive(0.01))
    assert said == [1, 1, 0, 0, 1]


# --- a service ---


def test_a_service_says_ready_lives_as_long_as_its_pads_are_looked_at_and_ends_in_order(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    with (
        Manager(tmp_path, watchdog_s=0.4) as manager,
        WorldProcess(tmp_path / "world", leds=Tracks().count) as world,
        Hands(world.path) as hands,
        Service("--world", world.path, "--state", folder, environment=manager.environment) as service,
    ):
        manager.until("READY=1")
        assert manager.told[0].startswith("READY=1")
        assert manager.alive(1.5) >= 2
        until(lambda: any(led != DARK for led in hands.leds()), "lights on")

        os.kill(world.pid, signal.SIGSTOP)  # transfers do not return: the thread of the pads stands still
        try:
            manager.hear(1.5)
            assert manager.alive(1.5) == 0
        finally:
            os.kill(world.pid, signal.SIGCONT)
        assert manager.alive(3.0) >= 1

        for reader in range(len(PLACES)):  # the whole bus is off: no look succeeds, and the loop goes round
            hands.unplug(reader)
        hands.pull_port("display")
        manager.hear(0.5)
        assert manager.alive(4.0) >= 2

        began = time.monotonic()
        assert service.stop() == 0, service.log
        assert time.monotonic() - began < 2.0
        manager.until("STOPPING=1")
        until(lambda: set(hands.leds()) == {DARK}, "lights out")


def test_a_start_waits_while_somebody_has_the_table_and_then_runs(manager: Manager, tmp_path: Path) -> None:
    # systemd does not start it again after status 2 (a bad config): who tries the wires by hand must not end it so.
    folder = tmp_path / "state"
    folder.mkdir()
    with WorldProcess(tmp_path / "world", leds=Tracks().count) as world, ExitStack() as by_hand:
        by_hand.enter_context(TableLock(folder / "lock", "somebody who looks at the pads"))
        for ended in (True, False):
            with Service("--world", world.path, "--state", folder, environment=manager.environment) as service:
                manager.until("STATUS=this table is run by process")
                if ended:  # stopped while it waits
                    assert service.stop() == 0, service.log
                    assert "READY=1" not in "".join(manager.told)
                    manager.told.clear()
                else:
                    by_hand.close()
                    manager.until("READY=1")
                    assert service.stop() == 0, service.log


def test_pads_that_nobody_looks_at_any_more_end_the_words_while_the_rest_of_the_table_goes_on(
    manager: Manager, tmp_path: Path
) -> None:
    """The thread of the pads stands still in a look; the table's own, which tells the manager, goes round."""
    config = simulated_config(PLAYERS, {player: ALL_TOKENS[player][:2] for player in PLAYERS}, "", "")
    config = TableConfig(game=config.game, reader=config.reader, tags=config.tags)
    places = Places(tmp_path / "state", tmp_path / "state")
    places.make()
    goes_on = threading.Event()
    goes_on.set()
    with Bench(len(PLACES), tag_startup=0.005, clock=PacedClock()) as bench:
        table = RunningTable(
            config, Path("table.toml"), places, bench.clock, True, lambda *_: None, lambda _: None, lambda _: None
        )
        with table:
            look = table.parts.scanner.next_look

            def stands_still() -> Reading | None:
                goes_on.wait()
                return look()

            vars(table.parts.scanner)["next_look"] = stands_still
            table.add(Watchdog(Notifier.of(manager.environment), table.rounds, 0.1))
            own = CountedRounds(_Pads())
            table.add(own)
            running = threading.Thread(target=table.run)
            running.start()
            try:
                assert manager.alive(0.5) >= 2
                goes_on.clear()
                manager.hear(0.3)  # a look that was going on
                rounds = own.rounds
                assert manager.alive(0.6) == 0
                assert own.rounds > rounds
                goes_on.set()
                assert manager.alive(0.6) >= 2
            finally:
                goes_on.set()
                table.stop()
                running.join()


def fill_up(terminal: int) -> None:
    """Write until it stays full: nobody reads at the other end, and the kernel shifts bytes on for a while."""
    os.set_blocking(terminal, False)
    full = 0
    while full < 5:
        try:
            os.write(terminal, b" " * 4096)
            full = 0
        except BlockingIOError:
            full += 1
            time.sleep(0.05)


def test_a_display_that_takes_nothing_does_not_stop_it(manager: Manager, tmp_path: Path) -> None:
    master, slave = pty.openpty()
    fill_up(slave)
    config = simulated_config(PLAYERS, {player: ALL_TOKENS[player][:2] for player in PLAYERS}, os.ttyname(slave), "")
    config = TableConfig(
        game=config.game,
        reader=config.reader,
        tags=config.tags,
        display=Display(driver="vt100", port=os.ttyname(slave)),
    )
    places = Places(tmp_path / "state", tmp_path / "state")
    places.make()
    told: list[str] = []
    with Bench(len(PLACES), tag_startup=0.005) as bench:
        table = RunningTable(
            config, Path("table.toml"), places, bench.clock, False, lambda *_: None, lambda _: None, told.append
        )
        with table:
            table.add(Watchdog(Notifier.of(manager.environment), table.rounds, 0.5))
            table.run_for(4.0)
    os.close(master)
    os.close(slave)
    assert any("takes no more bytes" in words for words in told), told
    assert manager.alive(0.01) == 8  # 4 s at 0.5 s: the first at once, the last before the end
