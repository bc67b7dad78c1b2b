"""The form of an edition's file: the owner of a copy fills in what is printed on board and cards."""

from collections.abc import Iterator, Mapping
from typing import Final

from engine.era.components import FACTORIES_DEALT, PATENT_SPACES, START_CARDS
from engine.era.edition_values import (
    CARDS,
    FACTORY,
    FIELD,
    FIELDS,
    INVENTION_CARD,
    LOAD,
    PATENT,
    RULEBOOK,
    SECTIONS,
    START,
    STARTING,
    STARTING_FACTORY,
    SYMBOL,
    Amounts,
    Entry,
    Raw,
)

_HEAD: Final = """\
# Era of Inventions: the numbers printed in one copy of the game.
#
# Fill in every "" and every {} from your copy. The lines with source = "rulebook" are what the rulebook's text tells;
# where your copy shows other numbers, write those, with source = "owner". An entry is a line, as in these:
#
#   telephone.technical = { cost = 4, influence = 5, reward = "coins", amount = 1, source = "owner" }
#   telephone-copy = { cost = { wild = 3, coal = 1 }, profit = { influence = 2 }, source = "owner" }
#   coal-mine = { cost = { wood = 1, coal = 1 }, output = "coal", amount = 2, influence = 0, source = "owner" }
#   coal-ship = { resource = "coal", kind = "ship", source = "owner" }
#
# Then `era-table edition check FILE` says what is missing. The numbers in these examples are made up.

name = "my-copy"
"""
_KNOWN_START_CARDS: Final = ("light-bulb", "pocket-watch")
_LOADS_OFFERED: Final = 10
_ASKED: Final[Mapping[str, str]] = {
    "influence": 'For every further space with a symbol write a line with its number; in the end delete the "?".',
    "load": "Delete the lines that are too many, add what is too few.",
}


def edition_form() -> str:
    """The text of the form: what the rulebook tells is filled in, everything else is empty."""
    lines = [_HEAD.rstrip()]
    for section, words in SECTIONS.items():
        comment = "\n".join(filter(None, (words, _ASKED.get(section))))
        lines += ["", *(f"# {line}" for line in comment.splitlines()), f"[{section}]"]
        for name, entry in _entries(section):
            lines.append(_line(name, entry, RULEBOOK.get(f"{section}.{name}")))
    return "\n".join(lines) + "\n"


def _entries(section: str) -> Iterator[tuple[str, Entry]]:
    """The names of a table's entries, and what each holds."""
    match section:
        case "patent":
            yield from ((str(space), PATENT) for space in range(1, PATENT_SPACES + 1))
        case "influence":
            yield from ((key.partition(".")[2], SYMBOL) for key in RULEBOOK if key.startswith("influence."))
            yield "?", SYMBOL
        case "field":
            yield from ((f"{invention}.{kind}", FIELD) for invention, kind in FIELDS)
        case "card":
            yield from ((card, INVENTION_CARD[kind]) for card, (_, kind) in CARDS.items())
        case "start":
            yield from ((name, START) for name in _KNOWN_START_CARDS)
            yield from ((f"start-card-{n}", START) for n in range(len(_KNOWN_START_CARDS) + 1, START_CARDS + 1))
        case "factory":
            yield STARTING.partition(".")[2], STARTING_FACTORY
            yield from ((f"factory-{number}", FACTORY) for number in range(1, FACTORIES_DEALT + 1))
        case "load":
            yield from ((f"load-{number}", LOAD) for number in range(1, _LOADS_OFFERED + 1))


def _line(name: str, entry: Entry, known: Mapping[str, Raw] | None) -> str:
    """An entry as a line of TOML, its values empty where the rulebook does not tell them."""
    if known is None:
        values: Mapping[str, Raw] = {value: {} if isinstance(kind, Amounts) else "" for value, kind in entry.items()}
    else:
        values = known
    key = '"?"' if name == "?" else name
    return f"{key} = {_toml({**values, 'source': 'owner' if known is None else 'rulebook'})}"


def _toml(value: Raw | Mapping[str, Raw]) -> str:
    if isinstance(value, Mapping):
        inner = ", ".join(f"{name} = {_toml(part)}" for name, part in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    return f'"{value}"' if isinstance(value, str) else str(value)
