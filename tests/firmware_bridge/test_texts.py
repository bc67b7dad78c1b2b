"""The catalogues: every language says everything, fills in the same, and counts as its speakers do."""

import ast
import gettext
import string
from collections import Counter
from pathlib import Path

import polib
import pytest

import firmware_bridge
from engine.era.components import AREAS, COLOURS, FIELD_KINDS, GOODS, INVENTIONS, Cost
from engine.era.edition import house
from firmware_bridge.errors import ConfigError
from firmware_bridge.referee import Kind
from firmware_bridge.texts import PART, Texts, catalogue_text, languages, next_language, say, texts

LANGUAGES = ("cs", "en", "hu")
CODE = Path(firmware_bridge.__file__).parent
PLURALS = {  # Unicode CLDR, "Language Plural Rules", cardinal numbers; after a number Hungarian has one form only
    "cs": {"one": {1}, "few": {2, 3, 4}, "other": {0, 5, 11, 12, 21, 22, 99}},
    "en": {"one": {1}, "other": {0, 2, 5, 11, 21, 99}},
    "hu": {"other": {0, 1, 2, 5, 11, 99}},
}


def entries(language: str) -> dict[tuple[str, str], list[str]]:
    """Context and key to the forms of the text."""
    found = {}
    for entry in polib.pofile(catalogue_text(language), check_for_duplicates=True):
        forms = [entry.msgstr_plural[number] for number in sorted(entry.msgstr_plural)] or [entry.msgstr]
        found[entry.msgctxt or "", entry.msgid] = forms
    return found


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_there_are_english_czech_and_hungarian() -> None:
    assert languages() == LANGUAGES


def test_a_language_that_is_not_there_is_named_with_those_that_are() -> None:
    with pytest.raises(ConfigError, match="language 'tlh' is not there: take one of cs, en, hu"):
        texts("tlh")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_missing_and_none_is_unknown(language: str) -> None:
    # A short form is made where a language needs one; a text each must have.
    usual = {key for context, key in entries(language) if not context}
    assert usual == {key for context, key in entries("en") if not context}
    assert {key for _, key in entries(language)} == usual
    assert {context for context, _ in entries(language)} == {"", "short"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated(language: str) -> None:
    catalogue = polib.pofile(catalogue_text(language))
    assert catalogue.untranslated_entries() == catalogue.fuzzy_entries() == catalogue.obsolete_entries() == []
    assert catalogue.metadata["Language"] == language


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_fills_in_the_same(language: str) -> None:
    english = entries("en")
    for (context, key), forms in entries(language).items():
        wanted = placeholders(english["", key][0])
        for form in forms:
            # What is short may leave something out: what, the long form says.
            filled = placeholders(form)
            assert filled <= wanted if context else filled == wanted, (context, key)


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_forms_of_a_text_have_the_same_parts(language: str) -> None:
    parts: dict[str, set[int]] = {}
    for (_, key), forms in entries(language).items():
        parts.setdefault(key, set()).update(form.count(PART) for form in forms)
    assert {key for key, counts in parts.items() if len(counts) > 1} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_counts_just_where_it_has_plural_forms(language: str) -> None:
    for entry in polib.pofile(catalogue_text(language)):
        plural = bool(entry.msgid_plural)
        forms = entry.msgstr_plural.values() if plural else [entry.msgstr]
        assert {("count" in placeholders(form)) for form in forms} == {plural}, entry.msgid


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_number_has_the_form_that_its_speakers_use(language: str) -> None:
    header = polib.pofile(catalogue_text(language)).metadata["Plural-Forms"]
    count, _, rule = header.rstrip(";").partition("; plural=")
    form_of = gettext.c2py(rule)
    assert count == f"nplurals={len(PLURALS[language])}"
    for form, numbers in enumerate(PLURALS[language].values()):
        assert {form_of(number) for number in numbers} == {form}


@pytest.mark.parametrize(
    ("count", "said"),
    [(1, "1 věc nesedí"), (2, "2 věci nesedí"), (4, "4 věci nesedí"), (5, "5 věcí nesedí"), (22, "22 věcí nesedí")],
)
def test_czech_has_three_ways_to_count(count: int, said: str) -> None:
    assert texts("cs").text(say("resumed.differ", count=count)) == said


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_problem_has_its_text_and_says_how_to_mend_it(language: str) -> None:
    found = {key for context, key in entries(language) if key.startswith("problem.") and not context}
    assert found == {f"problem.{kind.value}" for kind in Kind} | {"problem.more"}
    for (_, key), forms in entries(language).items():
        if key.startswith("problem.") and key != "problem.more":
            assert [form.count(PART) for form in forms] == [1], key


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_words_of_the_game_are_there_and_none_means_two_things(language: str) -> None:
    words = texts(language)
    for group in (AREAS, COLOURS, GOODS, (*INVENTIONS, *FIELD_KINDS)):
        found = [words.word(name) for name in group]
        assert len(set(found)) == len(group)
        assert language == "en" or set(found).isdisjoint(group)
    costs = [*GOODS, *Cost.__struct_fields__, "influence", "bonus", "patents"]
    codes = {what: words.code(what) for what in costs}
    assert len(set(codes.values())) == len(codes)
    assert all(1 <= len(code) <= 2 for code in codes.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_and_load_of_the_house_edition_has_a_name(language: str) -> None:
    edition = house()
    ids = [card.id for card in (*edition.cards, *edition.start_cards)]
    ids += [factory.id for factory in (*edition.factories, edition.starting_factory)]
    ids += [load.id for load in edition.loads]
    for name in ids:
        assert "-" not in texts(language).word(name), name


def test_words_of_cards() -> None:
    words = texts("en")
    assert words.word("telephone-1") == words.word("telephone-2") == "telephone"
    assert words.word("telephone-copy") == "telephone ?"  # counterfeits show a question mark (MAKE-2)
    assert words.word("coal-mine-3") == "coal mine 3"
    assert words.word("telephone original") == "telephone original"
    assert words.word("paper-mill-3") == "paper-mill-3"  # of another edition: as it stands there
    assert words.word("2026-11-30 14:05") == "2026-11-30 14:05"


def test_what_is_filled_in_is_in_the_language_and_in_capitals_where_asked() -> None:
    cs = texts("cs")
    assert cs.text(say("news.made", player="green", area="buy")) == "zelený: nákup"
    assert cs.text(say("turn.full", areas=("build", "market"))) == "plno: STAVBA, TRH"
    assert cs.text(say("menu.pay", goods=(("metal", 1), ("coal", 2)))) == "cena 1Ko 2Uh"
    assert cs.forms(say("turn.head", round=3, rounds=8)) == ("Kolo 3/8", "3/8")


def test_a_message_that_no_catalogue_has_is_a_fault() -> None:
    with pytest.raises(LookupError, match=r"no catalogue has a text 'turn\.dance'"):
        texts("en").text(say("turn.dance"))


def test_a_catalogue_is_read_as_translators_write_it() -> None:
    words = Texts.of('msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "hi"\nmsgstr "ahoj"\n')
    assert words.text(say("hi")) == "ahoj"


def test_the_button_goes_through_all_languages() -> None:
    assert [next_language(language, LANGUAGES) for language in LANGUAGES] == ["en", "hu", "cs"]
    assert next_language("tlh", LANGUAGES) == "cs"


def said_in_code() -> tuple[Counter[str], set[str]]:
    """The keys of all messages in the code, and the beginnings of those whose keys are put together."""
    whole: Counter[str] = Counter()
    begun: set[str] = set()
    for file in CODE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
                begun.add(str(node.values[0].value))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                whole[node.value] += 1
    return whole, begun


def test_no_text_is_there_that_nobody_says() -> None:
    whole, begun = said_in_code()
    known = ("problem.", "score.", "round.shuffle-", "word.", "code.", "choice.bonus-", "choose.deal-")
    families = begun & {*known, "new.depth-", "new.dealing-", "language."}
    assert len(families) == 10
    # What pages say by themselves is looked at in web/test_words.py.
    pages = {key for _, key in entries("en") if key.startswith("web.") and not key.startswith("web.refused.")}
    keys = {key for _, key in entries("en")} - pages
    assert {key for key in keys if key not in whole and not key.startswith(tuple(families))} == set()


def test_nothing_is_said_for_which_there_is_no_text() -> None:
    keys = {key for _, key in entries("en")}
    said = set()
    for file in CODE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say":
                said |= {arg.value for arg in node.args if isinstance(arg, ast.Constant)}
    assert len(said) > 30
    assert said <= keys
