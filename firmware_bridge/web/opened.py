"""The table in the browser, opened beside a running table: its parts put together."""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from hardware.clock import RealClock

from ..config import Web
from ..lamps import Counts
from ..places import Places
from ..running import RunningTable
from ..texts import languages, texts
from .app import Site, made
from .files import pages_digest
from .guests import Guests
from .hardware_page import HardwarePage
from .hosts import ALL_ADDRESSES, Hosts, as_url, outside_name
from .hub import Hub
from .pins import Pins
from .requests import Requests
from .seats import Seats, load_key
from .server import Listening, WebServer
from .tickets import Tickets
from .words import page_texts
from .worker import WebWorker

if TYPE_CHECKING:
    from .hands import WebHands


@dataclass(frozen=True, slots=True)
class Simulated:
    """socket: of the simulated table's world; tokens: the tags of each colour; tracks: of its lights, on one string."""

    socket: Path
    tokens: Mapping[str, Sequence[bytes]]
    tracks: Counts


def open_web(table: RunningTable, web: Web, places: Places, simulated: Simulated | None, opened: ExitStack) -> str:
    """Serve the pages until `opened` is closed; where, as one types it on this machine.

    Before the table runs, in the thread that runs it. Raises ServiceError where the port can't be had, PlaceError and
    JournalError where the seats' secrets can't be made.
    """
    for language in languages():  # reading these takes too long for a step
        texts(language)
        page_texts(language)
    pages_digest()
    parts, hub, tickets = table.parts, Hub(), Tickets()
    seats = Seats(load_key(places.web_key), parts.journal, parts.recorder)
    listening = Listening(web.host, web.port)
    opened.callback(listening.socket.close)
    hands = None if simulated is None else _hands(simulated, hub, opened)
    requests = Requests(parts, table.desk, tickets, places.web_recording, simulated is not None)
    hardware = HardwarePage(parts)
    language = parts.config.game.language

    def url() -> str:
        return as_url(outside_name(web.host), listening.port)

    guests = Guests(lambda: parts.worker.session, hub, seats, Pins(web.pin), language, hands, url)
    worker = WebWorker(parts, table.desk, hub, requests, guests, hardware.values)
    site = Site(
        table=worker,
        hosts=Hosts(web.host, web.hosts),
        url=url,
        simulated=simulated is not None,
        seat=lambda secret: seats.player_of(secret, parts.worker.session.game.players) is not None,
        tickets=tickets,
        journal=places.journal,
        recording=places.web_recording,
        now=parts.clock.now,
        language=language,
    )
    opened.enter_context(WebServer(made(site), listening, hub))
    table.add(worker)
    return as_url("localhost" if web.host in ALL_ADDRESSES else web.host, listening.port)


def _hands(simulated: Simulated, hub: Hub, opened: ExitStack) -> "WebHands":
    # Not before it is needed: a real table does without all that simulates one.
    from hardware.bench.hands import Hands

    from .hands import WebHands

    world = opened.enter_context(Hands(simulated.socket))
    return opened.enter_context(WebHands(world, simulated.tokens, simulated.tracks, hub, RealClock()))
