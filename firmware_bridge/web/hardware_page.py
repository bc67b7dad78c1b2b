"""What an operator sees of the hardware, as values of JSON; from the thread that runs the table."""

import resource
from pathlib import Path
from typing import Any, Final

from hardware.readers.scanner import Scanner
from hardware.serial_port import PortEvent, PortLost

from ..config import TableConfig
from ..recording.recent import RememberingPresence
from ..table_commands import TableParts

RUNS: Final = 48
"""Of the newest looks, those that say the same taken together, over all readers."""
STATM: Final = Path("/proc/self/statm")


class HardwarePage:
    """parts: of the running table."""

    def __init__(self, parts: TableParts) -> None:
        self._parts = parts
        self._before: tuple[float, int] | None = None

    def values(self) -> dict[str, Any]:
        """Readers, ports, the recording, how fast the pads go round, memory (bytes)."""
        parts = self._parts
        return {
            "type": "hardware",
            "readers": self._readers(parts.presence, parts.scanner),
            "display": _port(parts, parts.config.display is not None, "display"),
            "lights": _port(parts, bool(parts.config.light_strings), "lights"),
            "buttons": _port(parts, _has_buttons(parts.config), "buttons"),
            "recording": parts.tap.values(),
            "display_language": parts.worker.language,
            "rounds_per_s": self._rounds_per_s(parts.clock.now()),
            "memory": int(STATM.read_text().split()[1]) * resource.getpagesize(),
        }

    def _readers(self, presence: RememberingPresence, scanner: Scanner) -> list[dict[str, Any]]:
        """By their numbers. errors: of its `of` last looks that were garbled; recent: what it said last, the newest
        first."""
        parts = self._parts
        places = parts.worker.session.roster.places
        trouble = {each["reads"]: each for each in parts.trouble.values()}
        with presence.lock:
            recent = presence.recent.values(places, parts.clock.now(), None, RUNS)["runs"]
            noise = [presence.recent.noise(reader) for reader in range(len(places))]
        told = []
        for reader, place in enumerate(places):
            reads = str(place)
            wrong = trouble.get(reads)
            errors, of = noise[reader]
            told.append(
                {
                    "reader": reader,
                    "reads": reads,
                    "state": "well" if wrong is None else wrong["trouble"],
                    "why": "" if wrong is None else wrong["why"],
                    "version": f"{scanner.version(reader):#04x}",
                    "errors": errors,
                    "of": of,
                    "error_rate": round(errors / of, 3) if of else 0.0,
                    "recent": [run for run in recent if run["reads"] == reads],
                }
            )
        return told

    def _rounds_per_s(self, now: float) -> float:
        """How often all pads were looked at, since it was asked last."""
        looks, before = self._parts.presence.recent.looks, self._before
        self._before = now, looks
        if before is None or now <= before[0]:
            return 0.0
        return round((looks - before[1]) / len(self._parts.scanner) / (now - before[0]), 1)


def _port(parts: TableParts, there: bool, section: str) -> dict[str, Any]:
    """state: absent where the table has none, well, or lost."""
    last: PortEvent | None = parts.ports.get(section)
    if isinstance(last, PortLost):
        return {"state": "lost", "why": last.why}
    return {"state": "well" if there else "absent", "why": ""}


def _has_buttons(config: TableConfig) -> bool:
    return bool(config.buttons.pins or config.buttons.devices)
