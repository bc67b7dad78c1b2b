"""What letters a display can show: those of its ROM, up to eight that are defined for it, and bare ones for the rest.

Pure functions. Every text is written in real letters; what a display lacks falls back to something near, never to `?`.
"""

import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from .letters import PICTURES

DEFINABLE = 8
"""Characters that an HD44780 lets define at a time, codes 0 to 7 (Hitachi datasheet, CGRAM)."""

NEAR = MappingProxyType({
    "\N{NO-BREAK SPACE}": " ",
    "\N{LEFT DOUBLE QUOTATION MARK}": '"',
    "\N{RIGHT DOUBLE QUOTATION MARK}": '"',
    "\N{DOUBLE LOW-9 QUOTATION MARK}": '"',
    "\N{LEFT-POINTING DOUBLE ANGLE QUOTATION MARK}": '"',
    "\N{RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK}": '"',
    "\N{LEFT SINGLE QUOTATION MARK}": "'",
    "\N{RIGHT SINGLE QUOTATION MARK}": "'",
    "\N{SINGLE LOW-9 QUOTATION MARK}": "'",
    "\N{ACUTE ACCENT}": "'",
    "`": "'",
    "\N{EN DASH}": "-",
    "\N{EM DASH}": "-",
    "\N{MINUS SIGN}": "-",
    "\N{HYPHEN}": "-",
    "\N{NON-BREAKING HYPHEN}": "-",
    "~": "-",
    "\N{HORIZONTAL ELLIPSIS}": ".",
    "\N{MIDDLE DOT}": ".",
    "\N{BULLET}": "*",
    "\N{MULTIPLICATION SIGN}": "x",
    "\N{DIVISION SIGN}": "/",
    "\\": "/",
    "\N{RIGHTWARDS ARROW}": ">",
    "\N{LEFTWARDS ARROW}": "<",
    "\N{BLACK RIGHT-POINTING TRIANGLE}": ">",
    "\N{BLACK LEFT-POINTING TRIANGLE}": "<",
    "\N{UPWARDS ARROW}": "^",
    "\N{DOWNWARDS ARROW}": "v",
    "\N{CHECK MARK}": "v",
    "\N{DEGREE SIGN}": "'",
    "\N{LATIN SMALL LETTER L WITH STROKE}": "l",
    "\N{LATIN CAPITAL LETTER L WITH STROKE}": "L",
    "\N{LATIN SMALL LETTER D WITH STROKE}": "d",
    "\N{LATIN CAPITAL LETTER D WITH STROKE}": "D",
    "\N{LATIN SMALL LETTER O WITH STROKE}": "o",
    "\N{LATIN CAPITAL LETTER O WITH STROKE}": "O",
    "\N{LATIN SMALL LETTER SHARP S}": "s",
})
"""What stands in one cell for what has no bare letter, and for ASCII that many displays print as something else."""

UNKNOWN = "_"
"""Shown for a character that nothing stands near to: something is there, and it is no question."""

ROM_COMMON: Mapping[str, int] = MappingProxyType(
    {chr(code): code for code in range(0x20, 0x7E) if chr(code) not in "\\`"}
)
"""ASCII as far as small displays agree on it: in ROM A00 the backslash is a yen sign and the tilde an arrow."""

ROM_A00: Mapping[str, int] = MappingProxyType({
    **ROM_COMMON,
    "`": 0x60,
    "\N{RIGHTWARDS ARROW}": 0x7E,
    "\N{LEFTWARDS ARROW}": 0x7F,
    "\N{DEGREE SIGN}": 0xDF,
    "ä": 0xE1,
    "ñ": 0xEE,
    "ö": 0xEF,
    "ü": 0xF5,
    "\N{DIVISION SIGN}": 0xFD,
})
"""Letter to code in an HD44780 with ROM A00 (Hitachi datasheet, table 4), without its kana."""


def bare(character: str) -> str:
    """The printable ASCII character that comes nearest: the letter without its mark, a plain quote, a dash."""
    if character in NEAR:
        return NEAR[character]
    base = unicodedata.normalize("NFD", character)[0]
    return base if base in ROM_COMMON else NEAR.get(base, UNKNOWN)


def wanted(lines: Sequence[str], rom: Mapping[str, int], held: Sequence[str]) -> tuple[str, ...]:
    """The letters that should be defined to show these lines, at most eight: the most frequent first.

    rom: what the display shows by itself; held: what is defined now, one letter for each code, "" for none: of letters
    equally frequent these go first, since they cost nothing.
    """
    counts = Counter(character for character in "".join(lines) if character not in rom and character in PICTURES)
    order = sorted(counts, key=lambda letter: (-counts[letter], letter not in held, letter))
    return tuple(order[:DEFINABLE])


def assigned(held: Sequence[str], letters: Sequence[str], worth: Mapping[str, int]) -> tuple[str, ...]:
    """Which letter each of the eight codes shall hold so that all these letters are among them.

    A letter that is held stays under its code. New ones take codes that hold nothing, then those whose letter is worth
    least (0 for one that `worth` does not name); what need not go stays for later. Raises ValueError for too many.
    """
    if len(letters) > len(held):
        raise ValueError(f"{len(letters)} letters do not fit into {len(held)} definable characters")
    after = list(held)
    free = [code for code, letter in enumerate(held) if letter not in letters]
    free.sort(key=lambda code: (held[code] != "", worth.get(held[code], 0), code))
    for letter, code in zip((letter for letter in letters if letter not in held), free, strict=False):
        after[code] = letter
    return tuple(after)


def coded(character: str, rom: Mapping[str, int], held: Sequence[str]) -> int:
    """The code that shows a character: of the ROM, 0 to 7 for a letter that is held, else that of the bare letter."""
    if character in rom:
        return rom[character]
    if character in held:
        return held.index(character)
    return rom[bare(character)]
