"""What the table in the browser costs: the first page, memory, how late fifty browsers are, and the scan of the pads.

The service is a process of its own, the simulated world another; the fifty browsers are sockets of this process. All is
wall time, on loopback.
"""

import asyncio
import http.client
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from statistics import median
from typing import IO, Any, Self
from urllib.parse import urldefrag, urljoin, urlsplit

from websockets.asyncio.client import ClientConnection, connect

from engine.era.components import SETUPS
from hardware.bench.hands import Hands
from hardware.bench.process import WorldProcess

from ..errors import ServiceError
from ..lamps import Tracks
from ..simulation.demo import PLAYERS
from ..simulation.people import PLACES, People, tokens_of

BROWSERS = 50
PAIRS = 7
"""How often the scan is measured with and without browsers, by turns."""
SECONDS = 3.0
"""How long each time."""
REST_S = 1.0
"""Left alone after browsers have come or gone (s)."""
BETWEEN_S = 0.25
"""Between the last browser's news and the next thing that happens (s)."""
PATIENCE_S = 20.0
NO_PROBLEM = '"problems":[]'
LINKS = re.compile(r"""(?:src|href|from|import|url\()\s*=?\s*\(?["']?(/static/[^"')\s]+|\./[^"')\s]+)""")
"""What a page, a script or a style sheet loads."""


@dataclass(frozen=True, slots=True)
class WebSpeed:
    """first_page_ms: from the first request to a service that has just started until the page, all that it loads and
    the first state are there. rss_mb, rss_mb_50: memory of the service without browsers and with fifty.

    event_p95_ms: of 100 things that happen 95 are with the last of the fifty browsers so long after the table took them
    for true, which is when a reading has settled. rounds: of the pads in a second, without browsers and with fifty, by
    turns, while the same things happen. scan_slowdown_pct: how many fewer with fifty; the median of the turns.
    """

    first_page_ms: float
    rss_mb: float
    rss_mb_50: float
    events_ms: tuple[float, ...]
    rounds: tuple[tuple[float, float], ...]

    @property
    def event_p95_ms(self) -> float:
        """See the class."""
        ordered = sorted(self.events_ms)
        return ordered[min(len(ordered) - 1, round(0.95 * len(ordered)))]

    @property
    def scan_slowdown_pct(self) -> float:
        """See the class."""
        return 100 * median(1 - watched / alone for alone, watched in self.rounds)

    @property
    def rounds_per_s(self) -> float:
        """Without browsers."""
        return median(alone for alone, _ in self.rounds)

    def values(self) -> dict[str, Any]:
        """The figures as values of JSON."""
        return {
            "first_page_ms": round(self.first_page_ms, 1),
            "rss_mb": round(self.rss_mb, 1),
            "rss_mb_50": round(self.rss_mb_50, 1),
            "event_p95_ms": round(self.event_p95_ms, 1),
            "scan_slowdown_pct": round(self.scan_slowdown_pct, 1),
            "events": len(self.events_ms),
            "rounds_per_s": round(self.rounds_per_s, 2),
        }

    def words(self) -> str:
        """The figures for people."""
        return "\n".join(
            [
                f"first page, with all that it loads and the first state: {self.first_page_ms:.0f} ms",
                f"memory of the service: {self.rss_mb:.1f} MB, with {BROWSERS} browsers {self.rss_mb_50:.1f} MB",
                f"{len(self.events_ms)} events, until the last of {BROWSERS} browsers has them: 95 of 100 within "
                f"{self.event_p95_ms:.0f} ms",
                f"pads as often as can be: {self.rounds_per_s:.1f} rounds a second, with {BROWSERS} browsers "
                f"{self.scan_slowdown_pct:.1f} % fewer",
            ]
        )


@dataclass(slots=True)
class Browser:
    """One socket; wrong: whether the newest state told of a problem; since: when the first such state came (s)."""

    wire: ClientConnection
    wrong: bool | None = None
    since: float = 0.0
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    async def listen(self) -> None:
        """Note what comes, until the socket is closed."""
        async for message in self.wire:
            now = time.monotonic()
            text = str(message)
            if '"type":"state"' not in text[:40]:
                continue
            wrong = NO_PROBLEM not in text
            if wrong is not self.wrong:
                self.wrong, self.since = wrong, now
                self.changed.set()

    async def until(self, wrong: bool) -> float:
        """When it was told so (s)."""
        while self.wrong is not wrong:
            self.changed.clear()
            await asyncio.wait_for(self.changed.wait(), PATIENCE_S)
        return self.since


class _Service:
    """The service as a process, which says what happens. A context manager. ServiceError where it does not start."""

    def __init__(self, world: Path, state: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "firmware_bridge.measures.web_speed_service", world, state],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self._process.stdin is not None  # both were asked for
        assert self._process.stdout is not None
        self._in: IO[str] = self._process.stdin
        self._out: IO[str] = self._process.stdout
        self.address = str(self.told("ready")["address"])

    def told(self, *events: str) -> dict[str, Any]:
        """The next of these things that it says."""
        for line in self._out:
            values: dict[str, Any] = json.loads(line)
            if values["event"] in events:
                return values
        raise ServiceError("the service on the simulated table has ended")

    def looks(self) -> tuple[int, float]:
        """How often pads were looked at so far, and the moment (s)."""
        self._in.write("\n")
        self._in.flush()
        told = self.told("looks")
        return int(told["looks"]), float(told["moment"])

    def rss_mb(self) -> float:
        """Its memory: the second number of statm, in pages (proc(5))."""
        pages = int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.communicate()


def measure_web(pairs: int = PAIRS, seconds: float = SECONDS, browsers: int = BROWSERS) -> WebSpeed:
    """Start a service and watch it. ServiceError where it does not go on."""
    tokens = tokens_of(PLAYERS, SETUPS[len(PLAYERS)].tokens)
    with tempfile.TemporaryDirectory(prefix="era-table-") as folder:
        here = Path(folder)
        with (
            WorldProcess(here / "world", leds=Tracks().count) as world,
            Hands(world.path) as hands,
            _Service(world.path, here / "state") as service,
        ):
            return asyncio.run(_measure(service, People(hands, tokens), pairs, seconds, browsers))


async def _measure(service: _Service, people: People, pairs: int, seconds: float, browsers: int) -> WebSpeed:
    first_page_s = await _first_page(service.address)
    await asyncio.sleep(REST_S)
    rss, rss_watched = service.rss_mb(), 0.0
    rounds: list[tuple[float, float]] = []
    late: list[float] = []
    for _ in range(pairs):
        alone = await _rounds_per_s(service, people, (), seconds, [])
        async with _browsers(service.address, browsers) as there:
            await asyncio.sleep(REST_S)
            rounds.append((alone, await _rounds_per_s(service, people, there, seconds, late)))
            rss_watched = max(rss_watched, service.rss_mb())
        await asyncio.sleep(REST_S)
    return WebSpeed(1e3 * first_page_s, rss, rss_watched, tuple(1e3 * each for each in late), tuple(rounds))


async def _rounds_per_s(
    service: _Service, people: People, browsers: Sequence[Browser], seconds: float, late: list[float]
) -> float:
    """How often all pads are looked at, while a token is laid out of turn and lifted again all the time.

    late: is told how long after each the last of the browsers had it (s).
    """
    looks, since = await asyncio.to_thread(service.looks)
    end = time.monotonic() + seconds
    lies = False
    while time.monotonic() < end or lies:
        lies = not lies
        await asyncio.to_thread(people.lay if lies else people.lift, PLAYERS[-1], "develop")
        told = await asyncio.to_thread(service.told, "problem" if lies else "mended")
        had = [await browser.until(wrong=lies) for browser in browsers]
        if had:
            late.append(max(had) - told["moment"])
        await asyncio.sleep(BETWEEN_S)
    after, now = await asyncio.to_thread(service.looks)
    return (after - looks) / len(PLACES) / (now - since)


@asynccontextmanager
async def _browsers(address: str, count: int) -> AsyncIterator[list[Browser]]:
    url = f"ws://{urlsplit(address).netloc}/ws"
    async with AsyncExitStack() as opened:
        there = []
        for _ in range(count):
            wire = await opened.enter_async_context(
                connect(url, compression=None, max_size=None, proxy=None, origin=None)
            )
            browser = Browser(wire)
            listening = asyncio.create_task(browser.listen())
            opened.callback(listening.cancel)
            await wire.send('{"do":"hello","id":1,"seat":"none"}')  # as people in the hall
            await browser.until(wrong=False)
            there.append(browser)
        yield there


async def _first_page(address: str) -> float:
    """How long the first page takes, with all that it loads and the first state (s)."""
    host = urlsplit(address).netloc
    since = time.monotonic()
    await asyncio.to_thread(_load, host)
    async with _browsers(address, 1):
        return time.monotonic() - since


def _load(host: str) -> None:
    """The page and what it loads, one after the other."""
    wire = http.client.HTTPConnection(host, timeout=PATIENCE_S)
    waiting, seen = ["/"], {"/"}
    try:
        while waiting:
            path = waiting.pop()
            wire.request("GET", path)
            answer = wire.getresponse()
            body = answer.read()
            if answer.status != http.HTTPStatus.OK:
                raise ServiceError(f"{path} of the first page can't be had: {answer.status} {answer.reason}")
            if PurePosixPath(path).suffix in ("", ".html", ".js", ".css"):
                found = [urldefrag(urljoin(path, link)).url for link in LINKS.findall(body.decode())]
                waiting += [link for link in dict.fromkeys(found) if link not in seen]
                seen.update(found)
    finally:
        wire.close()
