"""The whole table looked at, part by part: the computer, its wires, and what hangs on them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from hardware.clock import Clock

from ..config import TableConfig
from ..errors import NoService, RosterError, ServiceError
from ..places import Places
from ..roster_file import whole_roster
from .finding import Finding, bad, from_values, note, well
from .machine import Machine, machine_findings
from .readers import look_at_buttons, look_at_readers
from .wires import config_finding, edition_file_finding, edition_finding, wire_findings

POLL_S = 0.25
PATIENCE_S = 60.0
"""How long a service may take to measure; some 1.2 s a tag where nothing else happens on the pads."""

Ask = Callable[[dict[str, Any]], dict[str, Any]]


def examine(
    machine: Machine, path: Path, where: Places, ask: Ask, lock: Callable[[], object], clock: Clock
) -> list[Finding]:
    """Every part of the table.

    path: the table's file; ask: gives a running service a command and answers what it says, or raises; lock: takes the
    table where no service runs, or raises TableBusy. Raises ServiceError where a service runs and can't be asked.
    """
    findings = machine_findings(machine, where.state)
    of_config, config = config_finding(path)
    try:
        answer = _asked(ask, clock)
    except NoService:
        lock()
        findings.append(of_config)
        if config is None:
            return findings
        findings += [_edition(config, path), _service(None), *wire_findings(machine, config, path, ())]
        return findings + _alone(config, path, where, clock)
    process = int(answer["process"])
    findings.append(_service(process))
    if answer["simulated"]:
        findings.append(well("config", "a simulated table runs, which needs no file"))
        return findings + from_values(answer["findings"])
    findings.append(of_config)
    if config is not None:
        findings += [_edition(config, path), *wire_findings(machine, config, path, (process,))]
    if answer["measuring"]:
        findings.append(note("margins", "the pads were too busy to measure how well tags are heard", "ask again later"))
    return findings + from_values(answer["findings"])


def _asked(ask: Ask, clock: Clock) -> dict[str, Any]:
    """What a service says of its parts once it has measured how well it hears the tags, or after `PATIENCE_S`."""
    end = clock.now() + PATIENCE_S
    answer = ask({"command": "doctor", "measure": True})
    while answer["measuring"] and clock.now() < end:
        clock.sleep(POLL_S)
        answer = ask({"command": "doctor"})
    return answer


def _edition(config: TableConfig, path: Path) -> Finding:
    file = config.game.edition_file(path)
    return edition_finding() if file is None else edition_file_finding(file)


def _service(process: int | None) -> Finding:
    if process is None:
        return well("service", "none runs: everything has been opened for this look")
    return well("service", f"runs as process {process}")


def _alone(config: TableConfig, path: Path, where: Places, clock: Clock) -> list[Finding]:
    try:
        places = whole_roster(config, path, where.roster).places
    except (RosterError, ServiceError, ValueError) as error:
        return [bad("roster", str(error), "era-table tags list shows both; era-table tags forget takes one away")]
    return look_at_readers(config, places, clock) + look_at_buttons(config)
