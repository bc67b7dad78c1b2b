"""Who is there: the browsers that have said hello, what each may do, and who is told that this has changed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol
from urllib.parse import urlsplit

import msgspec

from ..session import Session
from ..texts import Message, texts
from . import messages as m, refusals
from .answers import done, refusal
from .files import pages_digest
from .hosts import calls_this_machine_itself
from .hub import Client, Hub
from .messages import Role
from .page import plain
from .pins import Pins
from .refusals import Refused
from .seats import Seats
from .words import first_language, language_names, page_texts


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


class Guests:
    """In the table's thread. session: the table's; language: of who asks for none; hands: None for a real table; url:
    how phones reach the server, without a path."""

    def __init__(
        self,
        session: Callable[[], Session],
        hub: Hub,
        seats: Seats,
        pins: Pins,
        language: str,
        hands: Hands | None,
        url: Callable[[], str],
    ) -> None:
        self._session = session
        self._hub = hub
        self._seats = seats
        self._pins = pins
        self.language = language
        self.hands = hands
        self._url = url
        self.listeners: dict[Client, Listener] = {}
        self._seats_told: object = None
        self._edition = seats.edition

    def welcome(self, client: Client, hello: m.Hello, now: float) -> None:
        """Somebody says hello: tell what it may do, and by what words. now: in s, for PINs that are tried too often."""
        if client.gone:
            return
        before = self.listeners.get(client)
        language = first_language(hello.language, self.language if before is None else before.language)
        wrong = self._wrong_pin(client, hello, now)
        if wrong is not None:
            self._hub.post([client], "", refusal(hello.id, Refused(wrong), language))
            if before is not None:  # who was somebody stays that
                return
        operator = before is not None and before.operator  # a change of language takes no role
        if not operator and wrong is None:
            operator = hello.pin is not None if self._pins.is_set else client.local
        listener = Listener(client, language, hello.seat, operator, hello.far, (Role.SPECTATOR, None))
        listener.role = self.role(listener)
        gone = hello.seat is not None and listener.role[0] is Role.SPECTATOR
        self.listeners[client] = listener
        new = before is None or before.language != language
        self._greet(listener, hello.id, refusals.SEAT_GONE if gone else None, with_texts=new)
        if wrong is None:
            self._hub.post([client], "", done(hello.id, {}))
        self._watch()
        if operator:
            self._seats_told = None

    def _wrong_pin(self, client: Client, hello: m.Hello, now: float) -> Message | None:
        """Why the PIN that it says makes no operator of it; None for the right one, and where none is said or set."""
        if not self._pins.is_set or hello.pin is None:
            return None
        if self._pins.blocked(client.address, now):
            return refusals.TOO_MANY_PINS
        return None if self._pins.right(hello.pin, client.address, now) else refusals.WRONG_PIN

    def role(self, listener: Listener) -> tuple[Role, str | None]:
        """As the secrets are now. Who asks for a seat plays that, and is nothing more."""
        if listener.secret is not None:
            seat = self._seats.player_of(listener.secret, self._session().game.players)
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
            "simulated": self.hands is not None,
            "pin": self._pins.is_set,
            "pages": pages_digest(),
            "why": None if why is None else plain(texts(language), why),
        }
        if with_texts:
            welcome["texts"] = page_texts(language)
        self._hub.post([listener.client], "", msgspec.json.encode(welcome))

    def renew_roles(self) -> None:
        """A new game, or somebody else on a seat: old links hold no longer, and who had one is told."""
        if self._seats.edition == self._edition:
            return
        self._edition = self._seats.edition
        self._seats_told = None
        for listener in self.listeners.values():
            role = self.role(listener)
            if role != listener.role:
                listener.role = role
                self._greet(listener, 0, refusals.SEAT_GONE if role[0] is Role.SPECTATOR else None, with_texts=False)

    def forget(self, client: Client) -> None:
        """It has gone."""
        client.gone = True
        if self.listeners.pop(client, None) is not None:
            self._watch()

    def _watch(self) -> None:
        if self.hands is not None:
            self.hands.watched_by([each.client for each in self.listeners.values() if each.far])

    def operators(self) -> list[Client]:
        """Those who run the table."""
        return [each.client for each in self.listeners.values() if each.role[0] is Role.OPERATOR]

    def tell_seats(self) -> None:
        """Operators are told the links of the seats, which of them somebody has open, and whether they lead anybody
        but this machine itself here."""
        players = self._session().game.players
        taken = {listener.role[1] for listener in self.listeners.values()}
        newest = (players, self._edition, frozenset(taken))
        operators = self.operators()
        if not operators or newest == self._seats_told:
            return
        self._seats_told = newest
        url = self._url()
        secrets = {player: self._seats.secret(player) for player in players}
        seats = [
            {
                "player": player,
                "path": f"/seat/{secret}",
                "url": f"{url}/seat/{secret}",
                "qr": f"/qr/{secret}.svg",
                "taken": player in taken,
            }
            for player, secret in secrets.items()
        ]
        told = {"type": "seats", "seats": seats, "here_only": calls_this_machine_itself(urlsplit(url).netloc)}
        self._hub.post(operators, "seats", msgspec.json.encode(told))
