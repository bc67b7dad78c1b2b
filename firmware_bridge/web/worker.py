"""The table's end of the web: a worker of the table's own thread, the only one that touches the session for a browser.

A step does little and never waits: some requests, and one language's state at most. Nothing is made while nobody
listens.
"""

import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

import msgspec

from ..desk import Desk
from ..panels import NO_LIGHTS
from ..session import Session
from ..table_commands import TableParts
from ..texts import Message, texts
from ..view import view
from . import messages as m, refusals
from .hub import Client, Hub
from .messages import Role
from .page import Scene, plain, state
from .pins import Pins
from .refusals import Refused
from .requests import Asker, Requests
from .seats import Seats
from .words import first_language, language_names, page_texts

POLL_S: Final = 0.02
"""How soon a request is looked at."""
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


class Hands(Protocol):
    """A simulated table's hands, in a thread of their own."""

    def ask(self, client: Client, language: str, asked: m.BenchAsked) -> None:
        """Do it, and answer the client."""
        ...

    def watched_by(self, clients: Sequence[Client]) -> None:
        """These want to know what display, lights and pads look like."""
        ...


@dataclass(slots=True, eq=False)
class Listener:
    """A browser that has said hello. told: the number of the last state that it was sent."""

    client: Client
    language: str
    secret: str | None
    operator: bool
    far: bool
    role: tuple[Role, str | None]
    told: int = -1


class WebWorker:
    """parts, desk: the running table's. language: of who asks for none; hardware: what operators are told of it; hands:
    None for a real table; url: how phones reach the server, without a path. wall: Unix time (s), from which the states'
    numbers go on growing over a restart."""

    def __init__(
        self,
        parts: TableParts,
        desk: Desk,
        hub: Hub,
        requests: Requests,
        seats: Seats,
        pins: Pins,
        language: str,
        hardware: Callable[[], dict[str, Any]],
        hands: Hands | None,
        url: Callable[[], str],
        wall: Callable[[], float] = time.time,
    ) -> None:
        self._parts = parts
        self._desk = desk
        self._hub = hub
        self._requests = requests
        self._seats = seats
        self._pins = pins
        self._language = language
        self._hardware = hardware
        self._hands = hands
        self._url = url
        self._asked: deque[tuple[Client, m.AnyAsked | None]] = deque()
        self._listeners: dict[Client, Listener] = {}
        self.number = round(1000 * wall())
        self._game_number = self.number
        self._seen: tuple[object, ...] = ()
        self._game: tuple[object, ...] = ()
        self._made: dict[str, tuple[int, float, bytes]] = {}
        self._seats_told: object = None
        self._edition = seats.edition
        self._hardware_at = float("-inf")

    # --- from the thread of the sockets ---

    def ask(self, client: Client, asked: m.AnyAsked) -> None:
        """A browser says something."""
        self._asked.append((client, asked))

    def leave(self, client: Client) -> None:
        """A browser has gone."""
        self._asked.append((client, None))

    # --- in the table's thread ---

    def step(self, now: float) -> float:
        """Do some of what was asked, tell some of what is new; when to go on (s)."""
        self._notice()
        for _ in range(min(len(self._asked), MOST_A_STEP)):
            client, asked = self._asked.popleft()
            if asked is None:
                self._forget(client)
            elif isinstance(asked, m.Hello):
                self._welcome(client, asked, now)
            else:
                self._do(client, asked)
        if not self._listeners:
            return now + (BUSY_S if self._asked else POLL_S)
        self._notice()
        self._renew_roles()
        self._tell_seats()
        if now >= self._hardware_at:
            self._tell_hardware(now)
        more = self._tell_state(now)
        return now + (BUSY_S if more or self._asked else POLL_S)

    def _notice(self) -> None:
        """Count on if there is something new to show; apart from that, if the game is not what it was."""
        session, worker = self._parts.worker.session, self._parts.worker
        game = (session.game, len(session.past), session.idle, session.paused, session.away)
        seen = (
            *game, session.table, session.known, session.homes, session.problems, session.news, session.clocks,
            session.tracks, session.roster, session.undone, self._desk.work is None, worker.trouble, worker.lights_gone,
        )  # fmt: skip
        if not _same(seen, self._seen):
            self._seen = seen
            self.number += 1
            if not _same(game, self._game):
                self._game = game
                self._game_number = self.number

    # --- who is there ---

    def _welcome(self, client: Client, hello: m.Hello, now: float) -> None:
        if client.gone:
            return
        before = self._listeners.get(client)
        language = first_language(hello.language, self._language if before is None else before.language)
        wrong = self._wrong_pin(client, hello, now)
        if wrong is not None:
            self._hub.post([client], "", refusal(hello.id, Refused(wrong), language))
            if before is not None:  # who was somebody stays that
                return
        operator = before is not None and before.operator  # a change of language takes no role
        if not operator and wrong is None:
            operator = hello.pin is not None if self._pins.is_set else client.local
        listener = Listener(client, language, hello.seat, operator, hello.far, (Role.SPECTATOR, None))
        listener.role = self._role(listener)
        gone = hello.seat is not None and listener.role[0] is Role.SPECTATOR
        self._listeners[client] = listener
        new = before is None or before.language != language
        self._greet(listener, hello.id, refusals.SEAT_GONE if gone else None, with_texts=new)
        if wrong is None:
            self._hub.post([client], "", done(hello.id, {}))
        self._watch()
        if operator:
            self._seats_told = None
            self._hardware_at = now

    def _wrong_pin(self, client: Client, hello: m.Hello, now: float) -> Message | None:
        """Why the PIN that it says makes no operator of it; None for the right one, and where none is said or set."""
        if not self._pins.is_set or hello.pin is None:
            return None
        if self._pins.blocked(client.address, now):
            return refusals.TOO_MANY_PINS
        return None if self._pins.right(hello.pin, client.address, now) else refusals.WRONG_PIN

    def _role(self, listener: Listener) -> tuple[Role, str | None]:
        """As the secrets are now. Who asks for a seat plays that, and is nothing more."""
        if listener.secret is not None:
            seat = self._seats.player_of(listener.secret, self._parts.worker.session.game.players)
            return (Role.SPECTATOR, None) if seat is None else (Role.SEAT, seat)
        return (Role.OPERATOR if listener.operator else Role.SPECTATOR), None

    def _greet(self, listener: Listener, number: int, why: Message | None, with_texts: bool) -> None:
        role, seat = listener.role
        language = listener.language
        welcome: dict[str, Any] = {
            "type": "welcome",
            "id": number,
            "role": role.name.lower(),
            "seat": seat,
            "language": language,
            "languages": language_names(),
            "simulated": self._hands is not None,
            "pin": self._pins.is_set,
            "why": None if why is None else plain(texts(language), why),
        }
        if with_texts:
            welcome["texts"] = page_texts(language)
        if self._hands is not None:
            welcome["tokens"] = self._tokens()
        self._hub.post([listener.client], "", msgspec.json.encode(welcome))

    def _tokens(self) -> dict[str, list[str]]:
        """The tags of each colour, that pages draw what is in a hand."""
        tokens: dict[str, list[str]] = {}
        for tag, player in self._parts.worker.session.roster.tags.items():
            tokens.setdefault(player, []).append(tag)
        return tokens

    def _renew_roles(self) -> None:
        """A new game, or somebody else on a seat: old links hold no longer, and who had one is told."""
        if self._seats.edition == self._edition:
            return
        self._edition = self._seats.edition
        self._seats_told = None
        for listener in self._listeners.values():
            role = self._role(listener)
            if role != listener.role:
                listener.role = role
                self._greet(listener, 0, refusals.SEAT_GONE if role[0] is Role.SPECTATOR else None, with_texts=False)

    def _forget(self, client: Client) -> None:
        client.gone = True
        if self._listeners.pop(client, None) is not None:
            self._watch()

    def _watch(self) -> None:
        if self._hands is not None:
            self._hands.watched_by([each.client for each in self._listeners.values() if each.far])

    # --- what is asked ---

    def _do(self, client: Client, asked: m.TableAsked | m.BenchAsked) -> None:
        listener = self._listeners.get(client)
        language = self._language if listener is None else listener.language
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
        asker = Asker(*self._role(listener))
        self._requests.check(asker, asked)
        if isinstance(asked, m.BenchAsked):
            assert self._hands is not None  # else it was refused
            self._hands.ask(listener.client, listener.language, asked)
            return None
        self._notice()
        fresh = asked.state is not None and self._game_number <= asked.state <= self.number
        if not isinstance(asked, m.UNDATED) and not fresh:
            raise Refused(refusals.STALE, stale=True)
        return self._requests.do(asker, asked)

    # --- what is told ---

    def _tell_state(self, now: float) -> bool:
        """The newest state, to those who do not have it, in one language; whether there are more."""
        behind = [listener for listener in self._listeners.values() if listener.told != self.number]
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
        session: Session = worker.session
        trouble = worker.trouble or (NO_LIGHTS if worker.lights_gone else None)
        return Scene(
            session,
            view(session),
            self.number,
            now,
            self._desk.work,
            None if trouble is None else trouble.text,
            self._hands is not None,
        )

    def _operators(self) -> list[Client]:
        return [each.client for each in self._listeners.values() if each.role[0] is Role.OPERATOR]

    def _tell_hardware(self, now: float) -> None:
        self._hardware_at = now + HARDWARE_S
        operators = self._operators()
        if operators:
            self._hub.post(operators, "hardware", msgspec.json.encode(self._hardware()))

    def _tell_seats(self) -> None:
        """Operators are told the links of the seats, and which of them somebody has open."""
        players = self._parts.worker.session.game.players
        taken = {listener.role[1] for listener in self._listeners.values()}
        told = (players, self._edition, frozenset(taken))
        operators = self._operators()
        if not operators or told == self._seats_told:
            return
        self._seats_told = told
        secrets = {player: self._seats.secret(player) for player in players}
        seats = [
            {
                "player": player,
                "path": f"/seat/{secret}",
                "url": f"{self._url()}/seat/{secret}",
                "qr": f"/qr/{secret}.svg",
                "taken": player in taken,
            }
            for player, secret in secrets.items()
        ]
        self._hub.post(operators, "seats", msgspec.json.encode({"type": "seats", "seats": seats}))


def done(number: int, values: Mapping[str, Any]) -> bytes:
    """The answer to a request of that id that was done."""
    return msgspec.json.encode({"type": "done", "id": number, **values})


def refusal(number: int, refused: Refused, language: str) -> bytes:
    """The answer to one that was not."""
    return msgspec.json.encode(
        {
            "type": "refused",
            "id": number,
            "why": plain(texts(language), refused.why),
            "clause": refused.clause,
            "stale": refused.stale,
            "detail": refused.detail,
        }
    )


def _same(one: tuple[object, ...], other: tuple[object, ...]) -> bool:
    """Whether both hold the very same values, or equal numbers: what did not change is never copied."""
    return len(one) == len(other) and all(
        a is b or (isinstance(a, int) and a == b) for a, b in zip(one, other, strict=True)
    )
