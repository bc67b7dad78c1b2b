"""Leave to download: a word that opens one file once, within a minute."""

import secrets
import threading
from typing import Final

LASTS_S: Final = 60.0
MOST: Final = 32
"""Tickets that wait to be used; more were asked for by a machine."""


class Tickets:
    """Given out in the table's thread, taken in that of the sockets."""

    def __init__(self) -> None:
        self._open: dict[str, tuple[str, float]] = {}
        self._lock = threading.Lock()

    def issue(self, what: str, now: float) -> str:
        """A new one; now: in s, on the clock that `take` is asked with."""
        word = secrets.token_urlsafe(16)
        with self._lock:
            self._open = {old: kept for old, kept in self._open.items() if kept[1] > now}
            while len(self._open) >= MOST:
                del self._open[next(iter(self._open))]
            self._open[word] = what, now + LASTS_S
        return word

    def take(self, word: str, what: str, now: float) -> bool:
        """Whether it opens that, for the last time."""
        with self._lock:
            kept = self._open.pop(word, None)
        return kept is not None and kept[0] == what and now < kept[1]
