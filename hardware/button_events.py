"""What people do with buttons: frozen values, for those too who can't import a driver."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pressed:
    """The button `name` went down at `at` (s)."""

    name: str
    at: float


@dataclass(frozen=True, slots=True)
class LongPressed:
    """The button `name`, of which a `Pressed` was told, has been held down for a second at `at` (s)."""

    name: str
    at: float


ButtonEvent = Pressed | LongPressed
