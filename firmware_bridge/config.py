"""table.toml, typed: what the table is made of and which game is played on it.

A mistake names the file, the key, what was found and what is allowed.
"""

import difflib
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from engine.era.components import COLOURS, SETUPS

from .errors import ConfigError, RosterError
from .roster import Roster
from .texts import texts

Count = Annotated[int, Meta(ge=0)]


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """[game]: seats clockwise, and how it is played."""

    players: list[str]
    depth: Literal["referee"] = "referee"
    language: str = "en"


class Reader(msgspec.Struct, frozen=True, kw_only=True):
    """[[reader]]: one MFRC522 and what it reads, a space (`build:1`) or a whole area (`build`)."""

    bus: Count
    device: Count
    reads: str
    speed_hz: Annotated[int, Meta(ge=10_000, le=10_000_000)] = 4_000_000  # 10 MHz: the datasheet's most
    reset_pin: Annotated[int, Meta(ge=0, le=27)] | None = None  # BCM number


class Display(msgspec.Struct, frozen=True, kw_only=True):
    """[display]: a display on a serial port."""

    driver: Literal["vt100"]
    port: str
    baud: Annotated[int, Meta(gt=0)] = 9600


class Lights(msgspec.Struct, frozen=True, kw_only=True):
    """[lights]: an LED controller on a serial port; settle_s: how long it starts after the port was opened."""

    driver: Literal["adalight"]
    port: str
    baud: Annotated[int, Meta(gt=0)] = 115200
    settle_s: Annotated[float, Meta(ge=0, le=30)] = 2.0


class TableConfig(msgspec.Struct, frozen=True, kw_only=True):
    """The whole file; `tags` says for each colour which tags are its tokens."""

    game: Game
    reader: list[Reader]
    display: Display | None = None
    lights: Lights | None = None
    tags: dict[str, list[str]] = {}

    def roster(self, enrolled: Iterable[tuple[str, str]] = ()) -> Roster:
        """Which tag is whose, which reader is which space; RosterError where they do not fit together.

        enrolled: (UID in hex, player) of tokens beside those of the file; one that says the same is no fault.
        """
        tokens = [(tag.lower(), player) for player, tags in self.tags.items() for tag in tags]
        more = [pair for pair in enrolled if pair not in tokens]
        return Roster.of(tokens + more, (reader.reads for reader in self.reader))


def load(path: Path) -> TableConfig:
    """Read and check the file. ConfigError or RosterError name the file and what to change in it."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise ConfigError(f"{path} can't be read: {error.strerror}. Name the table's file with --config") from error
    except (ValueError, RecursionError) as error:  # those of TOML and UTF-8, numbers without end, nesting without end
        raise ConfigError(f"{path} is no TOML: {error}") from error
    for where, key, known in _unknown(data, TableConfig):
        near = difflib.get_close_matches(key, known, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"known here: {', '.join(known)}"
        raise ConfigError(f"{path}: unknown key {key!r} in {where}; {hint}")
    try:
        config = msgspec.convert(data, TableConfig)
    except msgspec.ValidationError as error:
        raise ConfigError(f"{path}: {error}") from error
    _check(config, path)
    return config


def _check(config: TableConfig, path: Path) -> None:
    players = config.game.players
    if len(players) not in SETUPS or len(set(players)) < len(players):
        raise ConfigError(
            f"{path}: [game] players is {players}; name {min(SETUPS)} to {max(SETUPS)} different colours, clockwise"
        )
    if not config.reader:
        raise ConfigError(f"{path}: there is no [[reader]]; write one for each space, or one for each area")
    try:
        texts(config.game.language)
    except ConfigError as error:
        raise ConfigError(f"{path}: [game] {error}") from error
    for number, reader in enumerate(config.reader):
        for other, before in enumerate(config.reader[:number]):
            if (reader.bus, reader.device) == (before.bus, before.device):
                raise ConfigError(
                    f"{path}: readers {other} and {number} both hang on bus {reader.bus}, device {reader.device}: "
                    "each reader has a chip select of its own"
                )
    for key in (*config.game.players, *config.tags):
        if key not in COLOURS:
            raise ConfigError(f"{path}: {key!r} is no player; the colours are {', '.join(COLOURS)}")
    try:
        config.roster()
    except RosterError as error:
        raise RosterError(f"{path}: {error}") from error


def _unknown(data: Any, kind: Any, where: str = "the file") -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Keys that no field answers to: (where, key, known keys)."""
    if isinstance(data, list):
        for number, item in enumerate(data):
            yield from _unknown(item, kind, f"{where} {number}")
        return
    if not isinstance(data, dict) or not (isinstance(kind, type) and issubclass(kind, msgspec.Struct)):
        return
    known = {field.encode_name: field.type for field in msgspec.structs.fields(kind)}
    for key, value in data.items():
        if key not in known:
            yield where, key, tuple(known)
            continue
        for inner in getattr(known[key], "__args__", (known[key],)):
            yield from _unknown(value, inner, f"[{key}]")
