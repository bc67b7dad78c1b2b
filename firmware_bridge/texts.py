"""What the table says, in the visitor's language: gettext catalogues, and messages that are translated when shown.

A catalogue (locale/LANGUAGE/LC_MESSAGES/era-table.po) gives each key its text, and under the context `short` another
for small displays. What stands in braces is filled in; a name in capitals is filled in with capitals. ` | ` parts what
is wrong, and where, from how to mend it.
"""

import gettext
import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Self

import polib

from engine.era.components import INVENTIONS

from .errors import ConfigError

DOMAIN = "era-table"
"""The name of the catalogues, as gettext calls it."""
PART = " | "
"""Parts a text: at most there a two-line display turns the page."""
TIED = "\N{NO-BREAK SPACE}"
"""Ties what must stand in one line: shown as a blank."""

Goods = tuple[tuple[str, int], ...]
"""Pairs of what (`metal`, `coins`, `influence`) and how many."""
Value = str | int | tuple[str, ...] | Goods
"""What fills a text: a word of the game by its id, a number, several words, or goods."""


@dataclass(frozen=True, slots=True)
class Message:
    """Something to be said, in whatever language: the key of its text, and what fills it, by name."""

    key: str
    values: tuple[tuple[str, Value], ...] = ()


def say(key: str, **values: Value) -> Message:
    """The message; equal ones are equal whatever the order of their values."""
    return Message(key, tuple(sorted(values.items())))


def languages() -> tuple[str, ...]:
    """The languages that there are, in the order in which a button goes through them."""
    folders = resources.files("firmware_bridge.locale").iterdir()
    return tuple(sorted(folder.name for folder in folders if (folder / "LC_MESSAGES").is_dir()))


def catalogue_text(language: str) -> str:
    """The catalogue's file. ConfigError names the languages that are there."""
    there = languages()
    if language not in there:
        raise ConfigError(f"language {language!r} is not there: take one of {', '.join(there)}")
    file = resources.files("firmware_bridge.locale") / language / "LC_MESSAGES" / f"{DOMAIN}.po"
    return file.read_text(encoding="utf-8")


class Texts:
    """The texts of one language."""

    def __init__(self, translations: gettext.GNUTranslations) -> None:
        self._translations = translations

    @classmethod
    def of(cls, catalogue: str) -> Self:
        """The texts of a catalogue in gettext's PO format."""
        # The standard library reads the compiled form only: it is made here, so that none has to be built or kept.
        return cls(gettext.GNUTranslations(io.BytesIO(polib.pofile(catalogue).to_binary())))

    def text(self, message: Message) -> str:
        """The message's usual form."""
        return self.forms(message)[0]

    def forms(self, message: Message) -> tuple[str, ...]:
        """The message's usual form and, where there is one, the short form for small displays."""
        values = dict(message.values)
        found = [self._found(None, message.key, values), self._found("short", message.key, values)]
        filling = {name: self._filled(value) for name, value in values.items()}
        filling |= {name.upper(): text.upper() for name, text in filling.items()}
        forms = tuple(text.format(**filling) for text in found if text is not None)
        if not forms:
            raise LookupError(f"no catalogue has a text {message.key!r}")
        return forms

    def word(self, name: str) -> str:
        """A word of the game by its id: an area, a colour, a card; what is not known stays as it is written.

        `telephone-1` is a telephone, `telephone-copy` has the question mark of a counterfeit, factories are numbered.
        """
        if " " in name:  # a field is an invention and a kind, a place an area and a number
            return " ".join(self.word(part) for part in name.split(" "))
        known = self._found(None, f"word.{name}", {})
        if known is not None:
            return known
        base, _, last = name.rpartition("-")
        card = self._found(None, f"word.{base}", {})
        if card is None or not (last == "copy" or last.isdecimal()):
            return name
        return f"{card} ?" if last == "copy" else card if base in INVENTIONS else f"{card} {last}"

    def code(self, what: str) -> str:
        """The two letters that stand for goods in costs and stocks."""
        return self.text(Message(f"code.{what}"))

    def amounts(self, goods: Goods) -> str:
        """Goods in short: `1Me 2Co`."""
        return " ".join(f"{count}{self.code(what)}" for what, count in goods)

    def _found(self, context: str | None, key: str, values: dict[str, Value]) -> str | None:
        """The text as it stands in the catalogue; one that counts has a form for each way that its language counts."""
        count = values.get("count")
        if isinstance(count, int):
            if context:
                text = self._translations.npgettext(context, key, key, count)
            else:
                text = self._translations.ngettext(key, key, count)
        else:
            text = self._translations.pgettext(context, key) if context else self._translations.gettext(key)
        return None if text == key else text

    def _filled(self, value: Value) -> str:
        if isinstance(value, str):
            return self.word(value)
        if isinstance(value, int):
            return str(value)
        pairs = tuple(item for item in value if not isinstance(item, str))
        if pairs:
            return self.amounts(pairs)
        return ", ".join(self.word(item) for item in value if isinstance(item, str))


@cache
def texts(language: str) -> Texts:
    """The texts of a language. ConfigError names the languages that are there."""
    return Texts.of(catalogue_text(language))


def next_language(language: str, there: Sequence[str]) -> str:
    """The one that comes after it; the first after the last, and after one that is not there."""
    return there[(there.index(language) + 1) % len(there)] if language in there else there[0]
