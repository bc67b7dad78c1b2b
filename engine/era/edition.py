"""Editions as text: read for play, or checked with every mistake named.

The text is TOML with a table for each kind of entry (`edition_values.SECTIONS`); an empty value (`""` or `{}`) is one
that is still to be filled in.
"""

from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

import msgspec

from engine.era.components import Edition
from engine.era.edition_entries import Entries, Finding
from engine.era.edition_values import CARDS, STARTING, Raw
from engine.errors import UnreadableEdition

__all__ = ["Finding", "check_edition", "house", "read_edition"]


def read_edition(text: str | bytes) -> Edition:
    """The edition that a file's text describes.

    Raises UnreadableEdition, naming each value that is missing or impossible. A value that only contradicts the
    rulebook is taken as it stands: `check_edition` tells of it.
    """
    entries = Entries(text)
    wrong = [str(finding) for finding in entries.found if finding.kind != "contradicts"]
    if wrong:
        raise UnreadableEdition("no whole edition: " + "; ".join(wrong))
    return _edition(entries)


def check_edition(text: str | bytes) -> tuple[Finding, ...]:
    """Each value that is missing, impossible, or contradicts the rulebook, in the order of lines.

    Raises UnreadableEdition if the text is no TOML.
    """
    return tuple(sorted(Entries(text).found, key=lambda finding: finding.line or 0))


@cache
def house() -> Edition:
    """The edition that comes with the program: what the rulebook tells, and this project's own numbers for the rest."""
    return read_edition(resources.files("engine.era.editions").joinpath("house.toml").read_bytes())


def _edition(entries: Entries) -> Edition:
    """The values typed; nothing of them is missing."""
    fields = [(key.partition("."), values) for key, values in entries.section("field").items()]
    cards = [
        {"id": card, "kind": CARDS[card][1], "invention": CARDS[card][0], **values}
        for card, values in entries.section("card").items()
    ]
    factories = entries.section("factory")
    starting = STARTING.partition(".")[2]
    symbols = sorted((int(space), values) for space, values in entries.section("influence").items())
    whole = {
        "name": entries.name,
        "fields": [{"invention": invention, "kind": kind, **values} for (invention, _, kind), values in fields],
        "cards": cards,
        "start_cards": [{"kind": "start", **card} for card in _with_ids(entries.section("start"))],
        "starting_factory": {"id": starting, "cost": {}, **factories.pop(starting)},
        "factories": _with_ids(factories),
        "loads": _with_ids(entries.section("load")),
        "patent_track": list(entries.section("patent").values()),
        "symbols": [{"space": space, **values} for space, values in symbols],
        "sources": list(entries.sources.items()),
    }
    return msgspec.convert(whole, Edition)


def _with_ids(section: Mapping[str, Mapping[str, Raw]]) -> list[dict[str, Any]]:
    return [{"id": name, **values} for name, values in section.items()]
