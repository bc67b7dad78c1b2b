"""What a running service knows of its own parts, told to a doctor who must not touch a wire."""

from collections.abc import Mapping, Sequence

from hardware.readers.scanner import Scanner
from hardware.serial_port import PortEvent, PortLost

from ..config import TableConfig
from ..recording.recent import RememberingPresence
from ..roster import Place
from .finding import Finding, bad, well
from .readers import button_findings, buttons_down, reader_finding, reply_of, tags_lying


def service_findings(
    config: TableConfig,
    places: Sequence[Place],
    presence: RememberingPresence,
    scanner: Scanner,
    ports: Mapping[str, PortEvent],
) -> list[Finding]:
    """Readers, display, lights and buttons of a table that runs; from the thread that runs it.

    presence, scanner: the pads', which has its own thread; ports: the last that happened at the port of a section.
    """
    margins = scanner.margins
    with presence.lock:
        # What was measured says something of the tags that lay there then.
        known = {
            reader: least
            for reader, least in (margins.least.items() if margins.done else ())
            if presence.recent.tags(reader) == margins.lying[reader]
        }
        replies = [
            reply_of(
                str(place), reader, presence.recent, scanner.version(reader), scanner.fault(reader),
                config.reader[reader], known,
            )
            for reader, place in enumerate(places)
        ]  # fmt: skip
    findings = [reader_finding(reply) for reply in replies]
    if config.display is not None:
        findings.append(_output("display", ports.get("display"), config.display.driver))
    if config.light_strings:
        drivers = ", ".join(type(string).__name__.lower() for string in config.light_strings)
        findings.append(_output("lights", ports.get("lights"), drivers))
    if isinstance(lost := ports.get("buttons"), PortLost):
        findings.append(
            bad("buttons", lost.why, "the game goes on; they are used again by themselves once they are back")
        )
    return findings + button_findings(config, buttons_down(config))


def begin_margins(presence: RememberingPresence, scanner: Scanner) -> None:
    """Have it measured how well the tags are heard that lie on the pads, unless that goes on already.

    It takes some seconds, in which the pads are looked at half as often; `scanner.margins.done` tells when it is over.
    """
    if scanner.margins.done:
        with presence.lock:
            lying = tags_lying(presence.recent, scanner)
        scanner.measure(lying)


def _output(part: str, last: PortEvent | None, driver: str) -> Finding:
    if isinstance(last, PortLost):
        return bad(part, last.why, "the game goes on without it; it is used again by itself once it is back")
    return well(part, f"{driver}: takes what it is sent")
