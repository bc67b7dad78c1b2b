"""Whatever stands in an edition's file: it is read, or one of our errors says why not."""

import random

from hypothesis import HealthCheck, given, settings, strategies as st

from engine.era.edition import check_edition, read_edition
from engine.errors import UnreadableEdition

from .editions import HOUSE

LINES = [line for line in HOUSE.splitlines() if line and not line.startswith("#")]
HEADINGS = [line for line in LINES if line.startswith("[")]
PIECES = (
    '"', "'", "{", "}", "[", "]", "=", ".", ",", "\n", "#", '""', "{}", "[]", "-1", "0", "8", "99999", "true", "nan",
    "inf", "1e9", "0x" + "f" * 4000, "9" * 4400, "1979-05-27", "wild", "source", "[a]\n", "[[card]]\n", "\\", "\\u0000",
    "a." * 300 + "b = 1\n", "[" * 300, "\x00", "\u0131", "\u2028", '"""', "name = 1\n", "?",
)  # fmt: skip
INPUTS = 30_000


def read_or_refused(text: str | bytes) -> str:
    """What became of it; any other exception than ours goes through."""
    try:
        read_edition(text)
    except UnreadableEdition as error:
        return "no TOML" if "no TOML" in str(error) else "not whole"
    return "read"


def few_lines(chance: random.Random) -> str:
    """A piece of the house edition: a heading and some lines, be they of that table or of another."""
    return "\n".join([chance.choice(HEADINGS), *chance.sample(LINES, chance.randint(1, 3))])


def spoilt(text: str, chance: random.Random) -> str:
    """The text with some of it cut, doubled, moved, or replaced by what might hurt."""
    for _ in range(chance.randint(1, 3)):
        at, length = chance.randrange(len(text) + 1), chance.randint(0, 12)
        put = chance.choice((chance.choice(PIECES), text[at : at + length], "", chr(chance.randrange(0xD800))))
        text = text[:at] + put + text[at + chance.choice((0, length)) :]
    return text


def test_thirty_thousand_spoilt_files() -> None:
    chance, came = random.Random(20), {"no TOML": 0, "not whole": 0}
    for _ in range(INPUTS):
        came[read_or_refused(spoilt(few_lines(chance), chance))] += 1
    # Both kinds of refusal are met often, so that what lies behind the TOML parser is reached too.
    assert min(came.values()) > INPUTS // 10


def test_the_whole_house_edition_spoilt() -> None:
    chance, came = random.Random(21), {"no TOML": 0, "not whole": 0, "read": 0}
    for _ in range(200):
        came[read_or_refused(spoilt(HOUSE, chance))] += 1
    assert min(came.values()) > 0


@settings(max_examples=1000, deadline=None)
@given(st.one_of(st.text(), st.binary()))
def test_any_text_and_any_bytes(text: str | bytes) -> None:
    read_or_refused(text)


VALUES = st.recursive(
    st.one_of(st.just("{}"), st.just('""'), st.integers().map(str), st.sampled_from(['"coins"', "true", "1.5", '"?"'])),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda each: f"[{', '.join(each)}]"),
        st.dictionaries(st.sampled_from(["cost", "coal", "wild", "profit", "source", "a"]), inner, max_size=3).map(
            lambda each: "{ " + ", ".join(f"{name} = {value}" for name, value in each.items()) + " }"
        ),
    ),
    max_leaves=6,
)


def after(heading: str) -> list[str]:
    """The lines of one table of the house edition; those before the first for no heading."""
    begin = LINES.index(heading) + 1 if heading else 0
    end = next((at for at in range(begin, len(LINES)) if LINES[at].startswith("[")), len(LINES))
    return LINES[begin:end]


ENTRIES = [(heading, line) for heading in ["", *HEADINGS] for line in after(heading)]


@settings(max_examples=500, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(ENTRIES), VALUES)
def test_any_value_in_the_place_of_any_entry(entry: tuple[str, str], value: str) -> None:
    heading, line = entry
    findings = check_edition(f"{heading}\n{line.partition(' = ')[0]} = {value}\n")
    assert findings
    assert all(str(finding).isprintable() for finding in findings)
