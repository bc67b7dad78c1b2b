"""The entries of an edition's file one by one: what each says, and what is wrong with it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from engine.era.components import FACTORIES_DEALT, FIELD_KINDS, INVENTIONS, PATENT_SPACES, RESOURCES, START_CARDS
from engine.era.edition_text import lines_by_key, parsed, shown, shown_key, shown_values
from engine.era.edition_values import (
    CARDS,
    FACTORY,
    FIELD,
    HIGHEST,
    INVENTION_CARD,
    LOAD,
    PATENT,
    RULEBOOK,
    SECTIONS,
    SOURCES,
    START,
    STARTING,
    STARTING_FACTORY,
    SYMBOL,
    Amounts,
    Entry,
    Number,
    Raw,
    Value,
    Word,
)

Kind = Literal["missing", "impossible", "contradicts"]
"""A value not there yet; one that no board or card can show; one that is not as the rulebook tells it."""

_ID: Final = re.compile(r"[a-z]{1,20}(-[a-z0-9]{1,20}){0,4}")
_SPACE: Final = re.compile(r"[1-9][0-9]{0,2}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong in an edition's file: in which value (`field.telephone.original`), in which line, and what."""

    kind: Kind
    key: str
    line: int | None
    words: str

    def __str__(self) -> str:
        where = self.key if self.line is None else f"line {self.line}, {self.key}"
        return f"{where}: {self.words}"


class Entries:
    """All entries of the file's text; UnreadableEdition if it is no TOML.

    values: by key of the entry (`card.telephone-1`), its values by name; where something was found, some may be absent.
    sources: for each such key, where the values are from. found: what is missing, impossible, or contradicts the
    rulebook.
    """

    def __init__(self, text: str | bytes) -> None:
        whole, self._data = parsed(text)
        self._lines = lines_by_key(whole)
        self.name = ""
        self.values: dict[str, dict[str, Raw]] = {}
        self.sources: dict[str, str] = {}
        self.found: list[Finding] = []
        self._only("", self._data, ("name", *SECTIONS))
        self._read_name()
        self._read_known("patent", {str(space): PATENT for space in range(1, PATENT_SPACES + 1)})
        self._read_influence_track()
        self._read_fields()
        self._read_known("card", {card: INVENTION_CARD[kind] for card, (_, kind) in CARDS.items()})
        self._read_named("start", START)
        self._count("start", START_CARDS)
        self._read_named("factory", FACTORY)
        self._count("factory", FACTORIES_DEALT + 1)
        self._read_named("load", LOAD)
        self._check_loads()
        for key, told in RULEBOOK.items():
            self._compare(key, told)

    def section(self, name: str) -> dict[str, dict[str, Raw]]:
        """The entries of one table of the file, by what follows its name in the key."""
        return {key.partition(".")[2]: values for key, values in self.values.items() if key.startswith(name + ".")}

    def _read_name(self) -> None:
        name = self._data.get("name", "")
        if name == "":
            self._note("missing", "name", "the edition has no name")
        elif not isinstance(name, str) or not _ID.fullmatch(name):
            self._note("impossible", "name", f"{shown(name)} is no name: small letters, digits and hyphens")
        else:
            self.name = name

    def _read_known(self, section: str, known: Mapping[str, Entry]) -> None:
        """A table that has exactly the `known` entries."""
        entries = self._table(section, self._data.get(section, {}))
        self._only(section + ".", entries, tuple(known))
        for name, entry in known.items():
            self._read_entry(f"{section}.{name}", entries.get(name, {}), entry)

    def _read_fields(self) -> None:
        fields = self._table("field", self._data.get("field", {}))
        self._only("field.", fields, INVENTIONS)
        for invention in INVENTIONS:
            kinds = self._table(f"field.{invention}", fields.get(invention, {}))
            self._only(f"field.{invention}.", kinds, FIELD_KINDS)
            for kind in FIELD_KINDS:
                self._read_entry(f"field.{invention}.{kind}", kinds.get(kind, {}), FIELD)

    def _read_influence_track(self) -> None:
        for space, found in self._table("influence", self._data.get("influence", {})).items():
            key = f"influence.{space}"
            if space == "?":
                self._note("missing", key, "which space is it? Write its number, or delete the line")
            elif not _SPACE.fullmatch(space):
                self._note("impossible", key, "is no space of the influence track")
            else:
                self._read_entry(key, found, SYMBOL)

    def _read_named(self, section: str, entry: Entry) -> None:
        """A table whose entries have any words for a name."""
        for name, found in self._table(section, self._data.get(section, {})).items():
            key = f"{section}.{name}"
            if not _ID.fullmatch(name):
                self._note("impossible", key, "is no name: small letters, digits and hyphens, such as coal-mine-2")
            elif name in CARDS or f"start.{name}" in self.values or f"factory.{name}" in self.values:
                self._note("impossible", key, "another card has this name")
            else:
                self._read_entry(key, found, STARTING_FACTORY if key == STARTING else entry)

    def _count(self, section: str, number: int) -> None:
        there = len(self._table(section, self._data.get(section, {})))
        if there < number:
            self._note("missing", section, f"{there} of {number} cards are there")
        elif there > number:
            self._note("impossible", section, f"{there} cards are too many, the game has {number}")

    def _check_loads(self) -> None:
        loads = tuple(self.section("load").values())
        if any(load.keys() != LOAD.keys() for load in loads):
            return  # what they carry is not yet filled in
        for resource in RESOURCES:
            if not any(load.get("resource") == resource for load in loads):
                self._note("missing", "load", f"no ship or warehouse has {resource}")
        if loads.count({"resource": "coal", "kind": "warehouse"}) < 2:
            self._note("contradicts", "load", "there are several coal warehouses (SETUP-5)")

    def _compare(self, key: str, told: Mapping[str, Raw]) -> None:
        if key not in self.values and not any(finding.key == key for finding in self.found):
            words = ", ".join(f"{name} {shown_values(value)}" for name, value in told.items())
            self._note("missing", key, f"is not there, and the rulebook tells {words}")
        for name, found in self.values.get(key, {}).items():
            if found != told[name]:
                words = f"is {shown_values(found)}, and the rulebook tells {shown_values(told[name])}"
                self._note("contradicts", f"{key}.{name}", words)

    def _read_entry(self, key: str, found: Any, entry: Entry) -> None:
        """Keep the values that are right, note the others."""
        if found in ("", {}):
            self._note("missing", key, "is not there")
            return
        if not (table := self._table(key, found)):
            return
        self._only(key + ".", table, (*entry, "source"))
        read = {name: self._read(f"{key}.{name}", table.get(name, ""), value) for name, value in entry.items()}
        self.values[key] = {name: value for name, value in read.items() if value is not None}
        source = self._read(f"{key}.source", table.get("source", ""), Word(SOURCES))
        if isinstance(source, str):
            self.sources[key] = source
        if source == "rulebook" and key not in RULEBOOK:
            self._note("contradicts", f"{key}.source", "the rulebook does not tell these values")

    def _read(self, key: str, found: Any, value: Value) -> Raw | None:
        """The value if it can be; otherwise it is noted."""
        if found in ("", {}):
            self._note("missing", key, "is to be filled in")
            return None
        if isinstance(value, Amounts):
            return self._read_amounts(key, found, value)
        by = f" ({value.clause})" if value.clause else ""
        if isinstance(value, Word):
            if isinstance(found, str) and found in value.allowed:
                return found
            self._note("impossible", key, f"{shown(found)} is not one of {', '.join(value.allowed)}{by}")
        elif type(found) is int and value.low <= found <= value.high:  # exactly: True is an int too
            return found
        else:
            self._note("impossible", key, f"{shown(found)} is no number from {value.low} to {value.high}{by}")
        return None

    def _read_amounts(self, key: str, found: Any, value: Amounts) -> Raw | None:
        table = self._table(key, found)
        self._only(key + ".", table, value.allowed, f" ({value.clause})")
        there = [name for name in value.allowed if name in table]
        read = {name: self._read(f"{key}.{name}", table[name], Number(0, HIGHEST)) for name in there}
        amounts = {name: amount for name, amount in read.items() if isinstance(amount, int) and amount > 0}
        if not amounts and isinstance(found, dict):
            self._note("impossible", key, f"has nothing of {', '.join(value.allowed)} ({value.clause})")
        elif value.needed and value.needed not in amounts:
            self._note("impossible", key, f"has no {value.needed} ({value.clause})")
        return amounts

    def _table(self, key: str, found: Any) -> dict[str, Any]:
        if isinstance(found, dict):
            return found
        self._note("impossible", key, f"{shown(found)} is no table")
        return {}

    def _only(self, prefix: str, table: Mapping[str, Any], known: tuple[str, ...], by: str = "") -> None:
        for name in table:
            if name not in known:
                self._note("impossible", prefix + name, f"is not known here: there are {', '.join(known)}{by}")

    def _note(self, kind: Kind, key: str, words: str) -> None:
        outer = key
        while outer not in self._lines and "." in outer:
            outer = outer.rpartition(".")[0]
        self.found.append(Finding(kind, shown_key(key), self._lines.get(outer), words))
