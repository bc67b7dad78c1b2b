"""The table's end of the web: a worker of the table's own thread, the only one that touches the session for a browser.

A step does little and never waits: some requests, and one language's state at most. Nothing is made while nobody
listens.
"""

import time
from collections import deque
from collections.abc import Callable
from typing import Any, Final

import msgspec

from ..menus.desk import Desk
from ..panels import NO_LIGHTS
from ..table_commands import TableParts
from ..texts import texts
from ..view import view
from . import messages as m, refusals
from .answers import done, refusal
from .guests import Guests, Listener
from .hub import Client, Hub
from .page import Scene, state
from .refusals import Refused
from .requests import Asker, Requests

POLL_S: Final = 0.02
"""How soon a request is looked at ..."""
WATCHED_S: Final = 0.01
"""... and how soon the table is while somebody listens."""
BUSY_S: Final = 0.002
"""How soon the rest is done where a step did not do all."""
APART_S: Final = 0.03
"""States in one language are at least so far apart: pads in noise tell something new every few milliseconds."""
OLD_S: Final = 1.0
"""A state whose clocks run is made anew for who comes later than that."""
HARDWARE_S: Final = 1.0
"""How often operators are told of the hardware."""
MOST_A_STEP: Final = 4
"""Requests in one step."""
MOST_WAITING: Final = 1024
"""Requests that wait to be done; more are refused. All who may be there at once can say more than is done meanwhile."""


class WebWorker:
    """parts, desk: the running table's. hardware: what operators are told of it. wall: Unix time (s), from which the
    states' numbers go on growing over a restart."""

    def __init__(
        self,
        parts: TableParts,
        desk: Desk,
        hub: Hub,
        requests: Requests,
        guests: Guests,
        hardware: Callable[[], dict[str, Any]],
        wall: Callable[[], float] = time.time,
    ) -> None:
        self._parts = parts
        self._desk = desk
        self._hub = hub
        self._requests = requests
        self._guests = guests
        self._hardware = hardware
        self._asked: deque[tuple[Client, m.AnyAsked | None]] = deque()
        self.number = round(1000 * wall())
        self._game_number = self.number
        self._seen: tuple[object, ...] = ()
        self._game: tuple[object, ...] = ()
        self._made: dict[str, tuple[int, float, bytes]] = {}
        self._hardware_at = float("-inf")

    # --- from the thread of the sockets ---

    def ask(self, client: Client, asked: m.AnyAsked) -> None:
        """A browser says something."""
        if len(self._asked) < MOST_WAITING:
            self._asked.append((client, asked))
        else:
            too_much = Refused(refusals.NOT_NOW, detail="too much is asked of the table at once")
            self._hub.post([client], "", refusal(asked.id, too_much, self._guests.language))

    def leave(self, client: Client) -> None:
        """A browser has gone."""
        self._asked.append((client, None))

    # --- in the table's thread ---

    def step(self, now: float) -> float:
        """Do some of what was asked, tell some of what is new; when to go on (s)."""
        self._notice()
        guests = self._guests
        for _ in range(min(len(self._asked), MOST_A_STEP)):
            client, asked = self._asked.popleft()
            if asked is None:
                guests.forget(client)
            elif isinstance(asked, m.Hello):
                guests.welcome(client, asked, now)
            else:
                self._do(client, asked)
        if not guests.listeners:
            return now + (BUSY_S if self._asked else POLL_S)
        self._notice()
        guests.renew_roles()
        guests.tell_seats()
        if now >= self._hardware_at:
            self._tell_hardware(now)
        more = self._tell_state(now)
        return now + (BUSY_S if more or self._asked else WATCHED_S)

    def _notice(self) -> None:
        """Count on if there is something new to show; apart from that, if the game is not what it was."""
        session, worker = self._parts.worker.session, self._parts.worker
        game = (session.game, len(session.past), session.idle, session.paused, session.away)
        seen = (
            *game, session.table, session.known, session.homes, session.problems, session.news, session.clocks,
            session.tracks, session.roster, session.undone, self._desk.laid_out, worker.trouble, worker.lights_gone,
        )  # fmt: skip
        if not _same(seen, self._seen):
            self._seen = seen
            self.number += 1
            if not _same(game, self._game):
                self._game = game
                self._game_number = self.number

    # --- what is asked ---

    def _do(self, client: Client, asked: m.TableAsked | m.BenchAsked) -> None:
        listener = self._guests.listeners.get(client)
        language = self._guests.language if listener is None else listener.language
        try:
            values = self._done(listener, asked)
        except Refused as refused:
            if refused.stale and listener is not None:
                listener.told = -1  # so that the newest state comes along
            self._hub.post([client], "", refusal(asked.id, refused, language))
        else:
            if values is not None:
                self._hub.post([client], "", done(asked.id, values))

    def _done(self, listener: Listener | None, asked: m.TableAsked | m.BenchAsked) -> dict[str, Any] | None:
        """Do it; what to say of it, None where the hands will say it. Raises Refused."""
        if listener is None:
            raise Refused(refusals.SPECTATOR)
        asker = Asker(*self._guests.role(listener))
        self._requests.check(asker, asked)
        if isinstance(asked, m.BenchAsked):
            assert self._guests.hands is not None  # else it was refused
            self._guests.hands.ask(listener.client, listener.language, asked)
            return None
        self._notice()
        fresh = asked.state is not None and self._game_number <= asked.state <= self.number
        if not isinstance(asked, m.UNDATED) and not fresh:
            raise Refused(refusals.STALE, stale=True)
        return self._requests.do(asker, asked)

    # --- what is told ---

    def _tell_state(self, now: float) -> bool:
        """The newest state, to those who do not have it, in one language; whether there are more."""
        behind = [listener for listener in self._guests.listeners.values() if listener.told != self.number]
        for language in dict.fromkeys(listener.language for listener in behind):
            number, at, made = self._made.get(language, (-1, float("-inf"), b""))
            if number != self.number and now < at + APART_S:
                continue
            if number != self.number or (self._parts.worker.session.clocks.shown and now > at + OLD_S):
                made = msgspec.json.encode(state(self._scene(now), texts(language)))
                self._made[language] = self.number, now, made
            those = [listener for listener in behind if listener.language == language]
            self._hub.post([listener.client for listener in those], "state", made)
            for listener in those:
                listener.told = self.number
            return len(those) < len(behind)
        return bool(behind)

    def _scene(self, now: float) -> Scene:
        worker = self._parts.worker
        session = worker.session
        trouble = worker.trouble or (NO_LIGHTS if worker.lights_gone else None)
        return Scene(
            session,
            view(session),
            self.number,
            now,
            self._desk.work,
            None if trouble is None else trouble.text,
            self._guests.hands is not None,
        )

    def _tell_hardware(self, now: float) -> None:
        self._hardware_at = now + HARDWARE_S
        operators = self._guests.operators()
        if operators:
            self._hub.post(operators, "hardware", msgspec.json.encode(self._hardware()))


def _same(one: tuple[object, ...], other: tuple[object, ...]) -> bool:
    """Whether both hold the very same values, or equal numbers: what did not change is never copied."""
    return len(one) == len(other) and all(
        a is b or (isinstance(a, int) and a == b) for a, b in zip(one, other, strict=True)
    )
