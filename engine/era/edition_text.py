"""The text of an edition's file as TOML: parsed, its lines by key, and values of any kind said in few words."""

import tomllib
from collections.abc import Mapping
from typing import Any, Final

from engine.errors import UnreadableEdition

_LONGEST_SHOWN: Final = 40


def parsed(text: str | bytes) -> tuple[str, dict[str, Any]]:
    """The text and the tables in it; UnreadableEdition if it is no TOML."""
    try:
        whole = text if isinstance(text, str) else text.decode("utf-8")
        return whole, tomllib.loads(whole)
    # Beside its own error tomllib lets out a ValueError for a number of thousands of digits and a RecursionError for
    # brackets within brackets.
    except (ValueError, RecursionError) as error:
        raise UnreadableEdition(f"the edition is no TOML: {error}") from error


def lines_by_key(text: str) -> dict[str, int]:
    """In which line, counted from 1, each table and each entry stands; what is written unusually is left out."""
    lines: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if line.startswith("["):
            table = line.partition("]")[0].strip("[ ")
            lines.setdefault(table, number)
        elif "=" in line:
            key = line.partition("=")[0].strip().strip('"')
            lines.setdefault(f"{table}.{key}" if table else key, number)
    return lines


def shown(found: Any) -> str:
    """What was found, short and in printable characters: it may be anything that TOML can hold."""
    if isinstance(found, dict):
        return "a table"
    if isinstance(found, list):
        return "a list"
    if isinstance(found, int) and abs(found) > 10**9:
        return "a number of many digits"  # Python refuses to write the longest ones at all
    said = ascii(found[:_LONGEST_SHOWN] if isinstance(found, str) else found)
    return said if len(said) <= _LONGEST_SHOWN else said[:_LONGEST_SHOWN] + "..."


def shown_key(key: str) -> str:
    """The key as it stands if it is printable and short, else cut and escaped."""
    return key if key.isascii() and key.isprintable() and len(key) <= 2 * _LONGEST_SHOWN else shown(key)


def shown_values(value: str | int | Mapping[str, int]) -> str:
    """A value of an edition as people say it: `1 metal, 2 coal`."""
    if isinstance(value, Mapping):
        return ", ".join(f"{amount} {name}" for name, amount in value.items())
    return str(value)
