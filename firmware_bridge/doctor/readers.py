"""Readers and buttons, looked at by a doctor: which chip answers, how noisy its air is, how well it hears the tags.

Two ways lead here: a service tells what it has heard of late, and with no service running the wires are opened.
"""

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hardware.clock import Clock
from hardware.errors import HardwareError
from hardware.readers import registers as reg
from hardware.readers.trouble import Fault

from ..config import Reader, TableConfig
from ..recording.recent import LOOKS, Recent
from ..roster import Place
from ..wires import opened_scanner
from .finding import Finding, bad, note, well

if TYPE_CHECKING:
    from hardware.readers.scanner import Scanner

NOISY, TOO_NOISY = 0.10, 0.30
"""Shares of looks that are garbled. Up to the second one the table still takes no token for lifted that lies there."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What is known of one reader. margin: the least gain (dB) at which the tags on its pad were heard, None if none.

    version: as VersionReg read last; fault: why it can't be used; garbled, looks: of its last looks; lying: tags there.
    """

    place: str
    version: int
    fault: str
    garbled: int
    looks: int
    lying: int
    gain: int
    margin: int | None = None


def reader_finding(reply: Reply) -> Finding:
    """One reader, in words."""
    part = f"reader {reply.place}"
    if reply.fault:
        return bad(part, reply.fault, "see the guide: docs/troubleshooting.md, by symptom")
    if not reply.looks:
        return note(part, "it has not been looked at yet", "ask again in a few seconds")
    make = f"{reg.MAKES.get(reply.version, 'unknown')} (version {reply.version:02x})"
    share = reply.garbled / reply.looks
    noise = f"{reply.garbled} of {reply.looks} looks garbled"
    if share > TOO_NOISY:
        return bad(
            part, f"{make}; {noise}",
            "take away what lies there beside a token; then a slower speed_hz, a better supply, more room around it",
        )  # fmt: skip
    heard = _margin_words(reply)
    if share > NOISY:
        return note(
            part,
            f"{make}; {noise}{heard}",
            "less board over the antenna, a larger tag or a higher gain_db help a weak tag, a better supply noise",
        )
    if reply.margin is not None and reply.margin >= reply.gain:
        return note(
            part, f"{make}; its tag is heard only just{heard}",
            "less board between antenna and tag, a larger tag, or a higher gain_db",
        )  # fmt: skip
    if reply.version not in reg.GENUINE:
        return note(part, f"{make}: no chip of the maker's; {noise}{heard}", "keep it while it works")
    return well(part, f"{make}; {noise}{heard}")


def _margin_words(reply: Reply) -> str:
    if reply.margin is None or reply.margin >= reply.gain:
        return ""
    return f"; its tag is heard with {reply.gain - reply.margin} dB to spare"


def look_at_readers(config: TableConfig, places: Sequence[Place], clock: Clock) -> list[Finding]:
    """Open the wires, look a hundred times at each pad, and lower the gain where a tag lies; takes some 10 s on wires.

    Only with no service running. Never raises for wires: what can't be opened is told as a finding.
    """
    recent = Recent(len(places))
    try:
        with ExitStack() as opened:
            scanner = opened_scanner(config, clock, opened)
            for _ in range(LOOKS):
                for reading in scanner.scan():
                    recent.add(reading)
            faults = [scanner.fault(reader) for reader in range(len(places))]
            versions = [scanner.version(reader) for reader in range(len(places))]
            scanner.measure(tags_lying(recent, scanner))
            while not scanner.margins.done:
                scanner.margins.step()
            margins = scanner.margins.least
    except HardwareError as error:
        return [bad("readers", str(error), "mend that first; the readers have not been looked at")]
    return [
        reader_finding(
            reply_of(str(place), reader, recent, versions[reader], faults[reader], config.reader[reader], margins)
        )
        for reader, place in enumerate(places)
    ]


def tags_lying(recent: Recent, scanner: "Scanner") -> dict[int, tuple[str, ...]]:
    """By reader, the tags on each pad that has some and works."""
    readers = range(len(scanner))
    return {reader: recent.tags(reader) for reader in readers if recent.tags(reader) and not scanner.fault(reader)}


def reply_of(
    place: str, reader: int, recent: Recent, version: int, fault: Fault | None, wired: Reader, margins: dict[int, int]
) -> Reply:
    """What is known of a reader, put together; margins: least gain by reader."""
    garbled, looks = recent.noise(reader)
    return Reply(
        place, version, "" if fault is None else fault.why, garbled, looks, len(recent.tags(reader)), wired.gain_db,
        margins.get(reader),
    )  # fmt: skip


def button_findings(config: TableConfig, down: Sequence[str]) -> list[Finding]:
    """The buttons; down: the names of those that are held down now."""
    return [
        bad(f"button {name}", "it is down all the time", "free it, or look for a short between its pin and ground")
        if name in down
        else well(f"button {name}", f"GPIO {pin}, not pressed")
        for name, pin in config.buttons.pins.items()
    ]


def buttons_down(config: TableConfig) -> list[str]:
    """The buttons that are held down at this moment, in the program whose pins they are."""
    if not config.buttons.pins:
        return []
    # Not before it is needed: nothing that imports RPi.GPIO can be imported where there is none.
    from hardware.pins import GPIO

    return [name for name, pin in config.buttons.pins.items() if GPIO.input(pin) == GPIO.LOW]


def look_at_buttons(config: TableConfig) -> list[Finding]:
    """Claim the buttons' pins for a moment. Only with no service running; never raises for pins that can't be had."""
    if not config.buttons.pins:
        return []
    try:
        from hardware.pins import GPIO, claim_input

        with ExitStack() as claimed:
            for name, pin in config.buttons.pins.items():
                claim_input(f"The button {name!r}", pin)
                claimed.callback(GPIO.cleanup, pin)
            return button_findings(config, buttons_down(config))
    except HardwareError as error:
        return [bad("buttons", str(error), "mend that first")]
