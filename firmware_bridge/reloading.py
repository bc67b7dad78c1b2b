"""The table's file read again while the table runs: what can change at once does, the rest is named."""

from collections.abc import Callable
from dataclasses import dataclass

import msgspec
from msgspec.structs import replace

from .config import TableConfig
from .errors import OURS
from .light_config import Adalight, Lights

POLL_S = 0.2
"""How soon a wish to read again is granted."""


@dataclass(frozen=True, slots=True)
class Changes:
    """What differs between two configs.

    language, dimmed: whether these do, which count at once; restart: the sections that count from the next start on;
    config: the old one with what counts at once.
    """

    language: bool
    dimmed: bool
    restart: tuple[str, ...]
    config: TableConfig


def changes(old: TableConfig, new: TableConfig) -> Changes:
    """From the config that the table runs with to another."""
    alike = _with_safe_parts_of(new, old)
    restart = [
        field.name
        for field in msgspec.structs.fields(TableConfig)
        if _section(new, field.name) != _section(alike, field.name)
    ]
    return Changes(
        language=alike.game.language != old.game.language,
        dimmed=[string.power for string in alike.light_strings] != [string.power for string in old.light_strings],
        restart=tuple(restart),
        config=alike,
    )


def _with_safe_parts_of(new: TableConfig, old: TableConfig) -> TableConfig:
    lights = old.light_strings
    if len(new.light_strings) == len(lights):
        lights = [_as_bright(*pair) for pair in zip(lights, new.light_strings, strict=True)]
    return replace(old, game=replace(old.game, language=new.game.language), lights=lights)


def _as_bright(string: Lights, other: Lights) -> Lights:
    """The string with the other's brightness, if it has any."""
    if isinstance(string, Adalight) and isinstance(other, Adalight):
        return replace(string, brightness=other.brightness, limit_ma=other.limit_ma)
    return string


def _section(config: TableConfig, name: str) -> object:
    return config.light_strings if name == "lights" else getattr(config, name)


class Reloader:
    """Grants the wish to read the file again, in the thread that runs the table; a worker.

    reload: does it, or raises an error of ours, which changes nothing; tell: is told in words; before and after: are
    called around it, whatever comes of it.
    """

    def __init__(
        self,
        reload: Callable[[], str],
        tell: Callable[[str], None],
        before: Callable[[], None] = lambda: None,
        after: Callable[[], None] = lambda: None,
    ) -> None:
        self._reload = reload
        self._tell = tell
        self._before = before
        self._after = after
        self._asked = False

    def ask(self) -> None:
        """Read it soon; may be called from a signal's handler."""
        self._asked = True

    def step(self, now: float) -> float:
        """Read it, if somebody asked; when to look again (s)."""
        if self._asked:
            self._asked = False
            self._before()
            try:
                self._tell(self._reload())
            except OURS as error:
                self._tell(f"The table goes on as it was: {error}")
            self._after()
        return now + POLL_S
