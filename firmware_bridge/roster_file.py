"""roster.toml in the state directory: the tags that were enrolled at the table; written whole or not at all."""

import tomllib
from collections.abc import Collection, Mapping
from pathlib import Path

import msgspec

from engine.era.components import COLOURS

from .config import TableConfig
from .errors import ConfigError, RosterError
from .roster import Roster
from .whole_file import write_whole

HEAD = "# Which tag is whose token; written by `era-table tags` (enrol, replace, forget), which is for changing it.\n"


class _File(msgspec.Struct, forbid_unknown_fields=True):
    tags: dict[str, list[str]] = {}


def load_tags(path: Path) -> list[tuple[str, str]]:
    """(UID in hex, player) of each token in the file; none if there is no file. ConfigError names file and key."""
    try:
        held = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8-sig")), _File)
    except FileNotFoundError:
        return []
    except OSError as error:
        raise ConfigError(f"{path} can't be read: {error.strerror}") from error
    except msgspec.ValidationError as error:
        raise ConfigError(f"{path}: {error}") from error
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"{path} is no TOML: {error}") from error
    for player in held.tags:
        if player not in COLOURS:
            raise ConfigError(f"{path}: {player!r} in [tags] is no player; the colours are {', '.join(COLOURS)}")
    return [(tag.lower(), player) for player, tags in held.tags.items() for tag in tags]


def whole_roster(config: TableConfig, config_path: Path, path: Path) -> Roster:
    """The roster of the config and of the tags enrolled beside it; RosterError names both files where they disagree."""
    enrolled = load_tags(path)
    try:
        return config.roster(enrolled)
    except RosterError as error:
        raise RosterError(f"{path} and {config_path}: {error}") from error


def change_tags(path: Path, enrol: Mapping[str, str], forget: Collection[str] = ()) -> None:
    """Tokens more (UID to player) and tokens less, in one writing; raises as `load_tags` and `save_tags`.

    Tags of table.toml stay out: they are changed there.
    """
    kept = {tag: player for tag, player in load_tags(path) if tag not in forget}
    save_tags(path, kept | dict(enrol))


def save_tags(path: Path, tags: Mapping[str, str]) -> None:
    """Write UID to player; a power cut leaves the old file or the new one. PlaceError if it can't be written."""
    lines = [HEAD, "[tags]\n"]
    for player in COLOURS:
        mine = [tag for tag, owner in tags.items() if owner == player]
        if mine:
            lines.append(f"{player} = [{', '.join(f'{chr(34)}{tag}{chr(34)}' for tag in mine)}]\n")
    write_whole(path, "".join(lines))
