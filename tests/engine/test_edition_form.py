"""The form that an owner fills in: it tells what the rulebook tells, asks for the rest, and filled in it is whole."""

import re

from engine.era.components import Edition
from engine.era.edition import check_edition, house, read_edition
from engine.era.edition_form import edition_form
from engine.era.edition_values import RULEBOOK

from .editions import HOUSE

FORM = edition_form()
ENTRY = re.compile(r'^("?\S+?"?) = (\{.*\})$')


def entries(text: str) -> dict[str, list[tuple[str, str]]]:
    """Key and value of each line, by table."""
    tables: dict[str, list[tuple[str, str]]] = {}
    for line in text.splitlines():
        if line.startswith("["):
            table = tables.setdefault(line, [])
        elif match := ENTRY.match(line):
            table.append((match[1], match[2]))
    return tables


def filled_in() -> str:
    """The form as somebody fills it in whose copy has the numbers of the house edition."""
    form, lines = entries(FORM), [FORM.partition("[")[0]]
    for table, printed in entries(HOUSE).items():
        told = {name: values for name, values in form[table] if '""' not in values and "{}" not in values}
        lines.append(table)
        lines += [f"{name} = {told.get(name, values).replace('stand-in', 'owner')}" for name, values in printed]
    return "\n".join(lines)


def without_sources(edition: Edition) -> dict[str, object]:
    """The numbers; cards that lie in another order in the file are the same cards."""
    numbers = {name: getattr(edition, name) for name in edition.__struct_fields__ if name not in ("name", "sources")}
    return {name: set(value) if isinstance(value, tuple) else value for name, value in numbers.items()}


def test_the_form_is_toml_and_says_only_that_values_are_missing() -> None:
    findings = check_edition(FORM)
    assert {finding.kind for finding in findings} == {"missing"}
    assert all(finding.line is not None for finding in findings)


def test_the_form_tells_what_the_rulebook_tells() -> None:
    told = {key for table, found in entries(FORM).items() for key in (f"{table[1:-1]}.{name}" for name, _ in found)}
    assert set(RULEBOOK) <= told
    assert FORM.count('source = "rulebook"') == len(RULEBOOK) + 1  # and once in the words at the head
    assert "field.sewing-machine.original" not in {finding.key.rpartition(".")[0] for finding in check_edition(FORM)}


def test_the_form_asks_for_every_value_that_the_rulebook_does_not_tell() -> None:
    asked = {finding.key for finding in check_edition(FORM)}
    # Four values a field, eighteen fields, less the one that is told; likewise two of 27 cards, less four told.
    assert sum(key.startswith("field.") for key in asked) == 4 * (18 - 1)
    assert sum(key.startswith("card.") for key in asked) == 2 * (27 - 4)
    assert sum(key.startswith("start.") for key in asked) == 2 * 12
    assert sum(key.startswith("factory.") for key in asked) == 4 * 24
    assert sum(key.startswith("patent.") for key in asked) == 2 * (6 - 2)
    assert "influence.?" in asked


def test_the_form_has_a_line_for_each_entry_whose_name_is_known() -> None:
    form, printed = entries(FORM), entries(HOUSE)
    for table in ("[patent]", "[field]", "[card]"):
        assert [name for name, _ in form[table]] == [name for name, _ in printed[table]]
    for table in ("[start]", "[factory]"):
        assert len(form[table]) == len(printed[table])


def test_the_form_filled_in_with_the_house_numbers_is_whole() -> None:
    text = filled_in()
    assert check_edition(text) == ()
    edition = read_edition(text)
    assert without_sources(edition) == without_sources(house())
    assert edition.name == "my-copy"
    assert {source for _, source in edition.sources} == {"rulebook", "owner"}
