"""Who listens: each browser's outgoing messages, in the thread of the sockets.

A state replaces the one before that was not sent yet, so a slow browser misses some and is never behind; an answer is
never left out. Who does not take what is sent is dropped.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from typing import Final

MOST_ANSWERS: Final = 128
"""Answers that wait for one browser: nobody who reads has so many, as a browser asks 20 times a second at most."""
PATIENCE_S: Final = 5.0
"""How long a browser may take none of what is sent."""


class TooSlow(Exception):
    """A browser does not take what is sent to it."""


class Client:
    """One browser, by its socket; address: where it is, as IP. local: whether that is this machine, and nobody passed
    it on."""

    def __init__(self, address: str, local: bool) -> None:
        self.address = address
        self.local = local
        self.gone = False
        self._newest: dict[str, str] = {}
        self._answers: deque[str] = deque()
        self._wanted = asyncio.Event()
        self._too_many = False

    def put(self, kind: str, text: str) -> None:
        """Send it soon: as an answer, or with a kind in the place of what of that kind was not sent yet."""
        if kind:
            self._newest[kind] = text
        elif len(self._answers) < MOST_ANSWERS:
            self._answers.append(text)
        else:
            self._too_many = True
        self._wanted.set()

    async def send_all(self, send: Callable[[str], Awaitable[None]]) -> None:
        """Send what is put here, until the task is cancelled. Raises TooSlow."""
        while True:
            await self._wanted.wait()
            self._wanted.clear()
            while self._answers or self._newest:
                if self._too_many:
                    raise TooSlow
                # Answers first: who asked learns what became of it before the state shows it.
                text = self._answers.popleft() if self._answers else self._newest.pop(next(iter(self._newest)))
                try:
                    await asyncio.wait_for(send(text), PATIENCE_S)
                except TimeoutError as error:
                    raise TooSlow from error


class Hub:
    """The way from the table's thread to the browsers; `loop` is that of the sockets, once it runs."""

    def __init__(self) -> None:
        self.loop: asyncio.AbstractEventLoop | None = None

    def post(self, clients: Iterable[Client], kind: str, message: bytes) -> None:
        """Send the message, encoded, to all of these; see `Client.put`. From any thread, and never waits."""
        there = tuple(clients)
        if self.loop is None or not there:
            return
        try:
            self.loop.call_soon_threadsafe(_put, there, kind, message.decode())
        except RuntimeError:  # the loop has ended, and every socket with it
            return


def _put(clients: tuple[Client, ...], kind: str, text: str) -> None:
    for client in clients:
        client.put(kind, text)
