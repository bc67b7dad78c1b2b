"""The texts that pages fill in themselves: labels, and the words of colours, areas and goods, in one language."""

from functools import cache
from typing import Final

import polib

from ..texts import catalogue_text, languages, say, texts

CHAPTERS: Final = ("web.", "word.", "code.", "new.depth-", "new.dealing-")
"""Keys of texts that begin so are told to pages."""


@cache
def page_texts(language: str) -> dict[str, str]:
    """Key to text, with what is to be filled in between braces. ConfigError for a language that is not there."""
    entries = polib.pofile(catalogue_text(language))
    return {
        entry.msgid: entry.msgstr for entry in entries if not entry.msgctxt and entry.msgid.startswith(CHAPTERS)
    }


@cache
def language_names() -> dict[str, str]:
    """Each language's own name of itself."""
    return {language: texts(language).text(say(f"language.{language}")) for language in languages()}


def first_language(wanted: object, otherwise: str) -> str:
    """The language that a browser asks for (`cs`, `cs-CZ`), else the other one."""
    code = str(wanted).partition("-")[0].lower()
    return code if code in languages() else otherwise
