"""The operator's PIN: compared so that time tells nothing of it, and not to be guessed by trying."""

import hmac
from typing import Final

from .hosts import neighbourhood

MOST_WRONG: Final = 5
"""Wrong PINs an address, or a network's share of IPv6, may try ..."""
IN_S: Final = 60.0
"""... in so long."""
MOST_ADDRESSES: Final = 1024


class Pins:
    """pin: the right one, empty where none is set."""

    def __init__(self, pin: str) -> None:
        self._pin = pin
        self._wrong: dict[str, list[float]] = {}

    @property
    def is_set(self) -> bool:
        """Whether there is one."""
        return bool(self._pin)

    def blocked(self, address: str, now: float) -> bool:
        """Whether this address has tried too often; then not even the right one counts."""
        tried = [at for at in self._wrong.get(neighbourhood(address), ()) if now - at < IN_S]
        return len(tried) >= MOST_WRONG

    def right(self, pin: str, address: str, now: float) -> bool:
        """Whether it is the one; a wrong one is remembered for a while."""
        same = hmac.compare_digest(pin.encode(errors="replace"), self._pin.encode(errors="replace"))
        if self._pin and same:
            return True
        source = neighbourhood(address)
        tried = [at for at in self._wrong.pop(source, ()) if now - at < IN_S]
        while len(self._wrong) >= MOST_ADDRESSES:
            del self._wrong[next(iter(self._wrong))]
        self._wrong[source] = [*tried, now]
        return False
