"""table.toml, typed: what the table is made of and which game is played on it.

A mistake names the file, the key, what was found and what is allowed.
"""

import difflib
import re
import tomllib
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec import Meta

from engine.era.components import AREAS, COLOURS, SETUPS
from hardware.displays.display import DisplayDriver
from hardware.displays.kinds import KINDS, Settings
from hardware.errors import WiringError

from .errors import ConfigError, RosterError
from .light_config import Hc595, Lights, layout_of
from .roster import Place, Roster
from .texts import texts

Count = Annotated[int, Meta(ge=0)]
Pin = Annotated[int, Meta(ge=0, le=27)]
"""A BCM number."""
Byte = Annotated[int, Meta(ge=0, le=255)]


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """[game]: seats clockwise, and how it is played.

    edition: the file of an owner's numbers, for games of depth "full" and to read those that were played with it; a
    relative path begins at the folder of table.toml. Without it the house's own numbers are played with.
    """

    players: list[str]
    depth: Literal["referee", "full"] = "referee"
    dealing: Literal["virtual", "cards"] = "virtual"
    language: str = "en"
    edition: str | None = None

    def edition_file(self, path: Path) -> Path | None:
        """The edition's file, `path` being table.toml."""
        return None if self.edition is None else path.parent / self.edition


class Reader(msgspec.Struct, frozen=True, kw_only=True):
    """[[reader]]: one MFRC522 and what it reads, a space (`build:1`) or a whole area (`build`).

    reset_pin: BCM number of the GPIO on its RST; several readers may share one. gain_db: how much its receiver
    amplifies, dB (MFRC522 datasheet, RFCfgReg); more hears weaker tags, and more noise.
    """

    bus: Count
    device: Count
    reads: str
    speed_hz: Annotated[int, Meta(ge=10_000, le=10_000_000)] = 4_000_000  # 10 MHz: the datasheet's most
    reset_pin: Annotated[int, Meta(ge=0, le=27)] | None = None
    gain_db: Literal[18, 23, 33, 38, 43, 48] = 33  # 33: the chip's own after a reset


FEWEST_ROUNDS, MOST_ROUNDS = 8, 1000
"""Rounds a second in which the pads can be looked at: see `Pads`."""


class Pads(msgspec.Struct, frozen=True, kw_only=True):
    """[pads]: how the readers are looked at, all together.

    schedule: "overlap": while one pad is polled the antenna of the next warms up; "solo": one antenna on at a time.
    neighbours: pairs of readers, by what they read, that stand closer than 80 mm and so hear each other's tags; where
    it is not given, each reader and the next in board order. rounds_per_s: how often all pads are looked at while
    nothing happens on them, 0 for as often as can be. Under 8 two tokens that are laid at once would be heard too far
    apart (`reducer.SETTLING_S`).
    """

    schedule: Literal["overlap", "solo"] = "overlap"
    neighbours: list[tuple[str, str]] | None = None
    rounds_per_s: float = 10.0

    def __post_init__(self) -> None:
        """Raises ValueError, which a reader of the file gets to see, for a rate that is none."""
        if self.rounds_per_s != 0 and not FEWEST_ROUNDS <= self.rounds_per_s <= MOST_ROUNDS:
            raise ValueError(
                f"{self.rounds_per_s:g} rounds a second: allowed are {FEWEST_ROUNDS} to {MOST_ROUNDS}, "
                "and 0 for as many as can be"
            )


DisplayKind = Literal["vt100", "serlcd", "matrix-orbital", "cd5220"]
"""The names in `hardware.displays.kinds.KINDS`."""


class Display(msgspec.Struct, frozen=True, kw_only=True):
    """[display]: a display of characters on a serial port.

    size: columns and rows; baud: bits a second; both by default as the kind leaves the factory. contrast, brightness,
    backlight (red, green, blue): as `hardware.displays.kinds.Settings`, for the kinds that have them.
    """

    driver: DisplayKind
    port: str
    size: Literal["20x4", "16x2", "20x2"] | None = None
    baud: Annotated[int, Meta(gt=0)] | None = None
    contrast: Byte | None = None
    brightness: Byte | None = None
    backlight: tuple[Byte, Byte, Byte] | None = None

    def __post_init__(self) -> None:
        """Raises ValueError, which a reader of the file gets to see, for what the kind of display does not have."""
        kind = KINDS[self.driver]
        sizes = [f"{columns}x{rows}" for columns, rows in kind.sizes]
        if self.size is not None and self.size not in sizes:
            raise ValueError(f"a {self.driver} display has no size {self.size!r}; allowed are {', '.join(sizes)}")
        for name in ("contrast", "brightness", "backlight"):
            if getattr(self, name) is not None and name not in kind.settings:
                has = f"; it has {', '.join(kind.settings)}" if kind.settings else ""
                raise ValueError(f"a {self.driver} display has no {name} that could be set{has}")
        self.made()

    def made(self) -> DisplayDriver:
        """A driver for it. Raises ValueError for settings that the kind does not take."""
        columns, rows = KINDS[self.driver].sizes[0] if self.size is None else map(int, self.size.split("x"))
        return KINDS[self.driver].make(columns, rows, Settings(self.contrast, self.brightness, self.backlight))

    @property
    def speed(self) -> int:
        """The baud rate of its port: as the file says, else the kind's own."""
        return KINDS[self.driver].baud if self.baud is None else self.baud


class Buttons(msgspec.Struct, frozen=True, kw_only=True):
    """[buttons]: push buttons to ground, by BCM numbers, or what the kernel makes of them, or both.

    left, right, ok: back along a menu, along it, and choose; back: what a long press of ok does too; language: the
    display's next language. device: input devices (/dev/input/...) of the gpio-keys and rotary-encoder drivers, see
    `hardware.keys`.
    """

    left: Pin | None = None
    right: Pin | None = None
    ok: Pin | None = None
    back: Pin | None = None
    language: Pin | None = None
    device: str | list[str] = []

    @property
    def devices(self) -> tuple[str, ...]:
        """The input devices, one or more or none."""
        return (self.device,) if isinstance(self.device, str) else tuple(self.device)

    @property
    def pins(self) -> dict[str, int]:
        """The pins of the buttons that there are, by what the buttons do."""
        pins = {name: getattr(self, name) for name in ("left", "right", "ok", "back", "language")}
        return {name: pin for name, pin in pins.items() if pin is not None}


SHORTEST_PIN = 4


class Web(msgspec.Struct, frozen=True):
    """[web]: the table in the browser; without this section it is not there.

    host: the address that it listens on, `0.0.0.0` for all of the machine's. port: 0 for any that is free. pin: what
    makes an operator of whoever enters it; without one only browsers on the machine itself are. hosts: further names
    by which browsers may call it, such as `table.local`.
    """

    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535)] = 8080
    pin: str = ""
    hosts: list[str] = []

    def __post_init__(self) -> None:
        """Raises ValueError, which a reader of the file gets to see, for a PIN that is guessed at once, and for what no
        browser can call a machine."""
        if self.pin and len(self.pin) < SHORTEST_PIN:
            raise ValueError(f"a pin of {len(self.pin)} characters: take {SHORTEST_PIN} or more, or none")
        for name in self.hosts:
            if not name or any(each in name for each in "/*") or name.count(":") == 1:  # IPv6 has more of these
                raise ValueError(f"hosts has {name!r}: write the name alone, as in table.example, each in full")


class TableConfig(msgspec.Struct, frozen=True, kw_only=True):
    """The whole file; `tags` says for each colour which tags are its tokens."""

    game: Game
    reader: list[Reader] = []
    pads: Pads = Pads()
    display: Display | None = None
    buttons: Buttons = Buttons()
    lights: Lights | list[Lights] = []
    tags: dict[str, list[str]] = {}
    web: Web | None = None

    def roster(self, enrolled: Iterable[tuple[str, str]] = ()) -> Roster:
        """Which tag is whose, which reader is which space; RosterError where they do not fit together.

        enrolled: (UID in hex, player) of tokens beside those of the file; one that says the same is no fault.
        """
        tokens = [(tag.lower(), player) for player, tags in self.tags.items() for tag in tags]
        more = [pair for pair in enrolled if pair not in tokens]
        return Roster.of(tokens + more, (reader.reads for reader in self.reader), [tag for tag, _ in tokens])

    @property
    def light_strings(self) -> list[Lights]:
        """[lights], or each [[lights]] where the table has several strings."""
        return self.lights if isinstance(self.lights, list) else [self.lights]

    def neighbours(self) -> tuple[tuple[int, int], ...]:
        """The pairs of readers, by their index, that hear each other's tags (see `Pads`).

        By default one next to the other in board order, since how far apart an area's pads are from the next area's is
        known to the builder only: a pair too many costs a scan some milliseconds, one too few can cost a wrong token.
        """
        if self.pads.neighbours is None:
            board = sorted(range(len(self.reader)), key=lambda index: _board_order(self.reader[index].reads))
            return tuple(pairwise(board))
        index = {reader.reads: number for number, reader in enumerate(self.reader)}
        return tuple((index[one], index[other]) for one, other in self.pads.neighbours)


def load(path: Path) -> TableConfig:
    """Read and check the file. ConfigError or RosterError name the file and what to change in it."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise ConfigError(
            f"{path} can't be read: {error.strerror}. Name the table's file with --config, "
            "or try a simulated table: era-table run --simulate"
        ) from error
    except (ValueError, RecursionError) as error:  # those of TOML and UTF-8, numbers without end, nesting without end
        raise ConfigError(f"{path} is no TOML: {error}") from error
    for where, key, known in _unknown(data, TableConfig):
        near = difflib.get_close_matches(key, known, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"known here: {', '.join(known)}"
        raise ConfigError(f"{path}: unknown key {key!r} in {where}; {hint}")
    try:
        config = msgspec.convert(data, TableConfig)
    except msgspec.ValidationError as error:
        said = str(error).replace("Object missing required field", "there is no")
        raise ConfigError(f"{path}: {said}{_allowed(said)}") from error
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
    reads = [reader.reads for reader in config.reader]
    for pair in config.pads.neighbours or ():
        for place in pair:
            if place not in reads:
                raise ConfigError(
                    f"{path}: [pads] neighbours: no reader reads {place!r}; name two of {', '.join(reads)}"
                )
        if pair[0] == pair[1]:
            raise ConfigError(f"{path}: [pads] neighbours: {pair[0]!r} is paired with itself; name two readers")


    _check_lights(config, path)


def _check_lights(config: TableConfig, path: Path) -> None:
    if config.light_strings:
        try:
            layout_of(config.light_strings)
        except (ConfigError, WiringError) as error:
            raise ConfigError(f"{path}: {error}") from error
    taken = {reader.reset_pin: "reset_pin of a reader" for reader in config.reader if reader.reset_pin is not None}
    for string in config.light_strings:
        for name, pin in string.pins.items() if isinstance(string, Hc595) else ():
            if pin in taken:
                raise ConfigError(f"{path}: [lights] {name} = {pin} is {taken[pin]} already: each has a pin of its own")
            taken[pin] = f"[lights] {name}"
    for name, pin in config.buttons.pins.items():
        if pin in taken:
            raise ConfigError(f"{path}: [buttons] {name} = {pin} is {taken[pin]} already: each has a pin of its own")


def _board_order(reads: str) -> tuple[int, int]:
    place = Place.parse(reads)
    return AREAS.index(place.area), place.space or 0


def _allowed(complaint: str) -> str:
    """What may stand at the key that msgspec complains about, where that is one of a few words or numbers."""
    kind: Any = TableConfig
    for key in re.findall(r"\.(\w+)", complaint.rpartition(" - at `$")[2]):
        kind = _fields(_structs(kind)).get(key)
    words = [word for each in _parts(kind) if get_origin(each) is Literal for word in get_args(each)]
    return f"; allowed are {', '.join(map(str, words))}" if words else ""


def _parts(kind: Any) -> Iterator[Any]:
    """What a type is made of, through unions and lists."""
    if get_origin(kind) in (list, Union, UnionType):
        for inner in get_args(kind):
            yield from _parts(inner)
    else:
        yield kind


def _structs(kind: Any) -> list[type[msgspec.Struct]]:
    return [each for each in _parts(kind) if isinstance(each, type) and issubclass(each, msgspec.Struct)]


def _fields(structs: Iterable[type[msgspec.Struct]]) -> dict[str, Any]:
    """The keys of a table that is one of these, with their types; the key that tells which one is among them."""
    fields: dict[str, Any] = {}
    tags: dict[str, list[Any]] = {}
    for struct in structs:
        fields |= {field.encode_name: field.type for field in msgspec.structs.fields(struct)}
        if struct.__struct_config__.tag_field is not None:
            tags.setdefault(struct.__struct_config__.tag_field, []).append(struct.__struct_config__.tag)
    return {key: Literal[tuple(words)] for key, words in tags.items()} | fields


def _unknown(data: Any, kind: Any, where: str = "the file") -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Keys that no field answers to: (where, key, known keys)."""
    if isinstance(data, list):
        for number, item in enumerate(data):
            yield from _unknown(item, kind, f"{where} {number}")
        return
    if not isinstance(data, dict):
        return
    tagged = [(struct, struct.__struct_config__) for struct in _structs(kind)]
    known = _fields(struct for struct, tag in tagged if tag.tag is None or data.get(str(tag.tag_field)) == tag.tag)
    if not known:
        return
    for key, value in data.items():
        if key in known:
            yield from _unknown(value, known[key], f"[{key}]" if where == "the file" else f"{where} {key}")
        else:
            yield where, key, tuple(known)
