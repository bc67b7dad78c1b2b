"""The texts of the pages: each is said by some page, and no page says one that is not there."""

import re
from importlib import resources

import pytest

from firmware_bridge.errors import ConfigError
from firmware_bridge.web.words import first_language, language_names, page_texts

KEY = re.compile(r"""["'`](web\.[a-z0-9.-]+)(\$\{)?""")
"""A key in a page or a script: whole, or begun where the rest is put together."""


def in_pages() -> tuple[set[str], set[str]]:
    """The keys that stand in pages and scripts, and the beginnings of keys."""
    whole: set[str] = set()
    begun: set[str] = set()
    for file in resources.files("firmware_bridge.web").joinpath("static").iterdir():
        if file.name.endswith((".js", ".html")):
            for key, more in KEY.findall(file.read_text(encoding="utf-8")):
                (begun if more else whole).add(key)
    return whole, begun


def test_every_text_of_the_pages_is_said_by_one() -> None:
    whole, begun = in_pages()
    there = {key for key in page_texts("en") if key.startswith("web.") and not key.startswith("web.refused.")}
    assert {key for key in there if key not in whole and not key.startswith(tuple(begun))} == set()


def test_no_page_says_what_is_not_there() -> None:
    whole, begun = in_pages()
    there = page_texts("en")
    assert whole - set(there) == set()
    assert {key for key in begun if not any(text.startswith(key) for text in there)} == set()
    assert whole


@pytest.mark.parametrize("language", ["cs", "en", "hu"])
def test_pages_are_told_the_words_of_the_game(language: str) -> None:
    told = page_texts(language)
    some = {"word.yellow", "word.build", "word.coal-mine", "code.wild", "new.depth-full", "web.refused.stale"}
    assert some <= set(told)
    assert not any(key.startswith(("news.", "problem.")) for key in told)
    assert set(told) == set(page_texts("en"))


def test_languages_by_their_own_names() -> None:
    assert language_names() == {"cs": "Čeština", "en": "English", "hu": "Magyar"}
    assert [first_language(wanted, "en") for wanted in ("hu", "cs-CZ", "CS", "de", "", None)] == [
        "hu", "cs", "cs", "en", "en", "en"
    ]  # fmt: skip
    with pytest.raises(ConfigError, match="language 'de' is not there"):
        page_texts("de")
