"""Letters with marks as pictures of 5 columns and 8 rows, for the definable characters of small displays.

The Czech and Hungarian letters that an HD44780 with ROM A00 lacks, and those that it has, for displays with less.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

Picture = tuple[int, ...]
"""Eight rows from the top, in each the five pixels from bit 4 (left) to bit 0, as an HD44780 takes them."""

ROWS = 8
COLUMNS = 5

# A small letter is as high as those of the ROM (rows 3 to 7) with its mark above; a capital is pressed into the rows
# under its mark and reaches down to row 8, which the ROM leaves free: else it would look like the small one.
ART = """
  á     č     ď     é     ě     í     ň     ó     ř     š
....# .#.#. ..#.# ....# .#.#. ....# .#.#. ....# .#.#. .#.#.
...#. ..#.. ..#.# ...#. ..#.. ...#. ..#.. ...#. ..#.. ..#..
.###. .###. .##.. .###. .###. ..... #.##. .###. #.##. .####
....# #.... #.#.. #...# #...# .##.. ##..# #...# ##..# #....
.#### #.... #.#.. ##### ##### ..#.. #...# #...# #.... .###.
#...# #...# #.#.. #.... #.... ..#.. #...# #...# #.... ....#
.#### .###. .##.. .###. .###. .###. #...# .###. #.... ####.
..... ..... ..... ..... ..... ..... ..... ..... ..... .....

  ť     ú     ů     ý     ž     ö     ő     ü     ű     ä
.#..# ....# ..#.. ....# .#.#. .#.#. ..#.# .#.#. ..#.# .#.#.
.#..# ...#. .#.#. ...#. ..#.. ..... .#.#. ..... .#.#. .....
###.. #...# ..#.. #...# ##### .###. .###. #...# #...# .###.
.#... #...# #...# #...# ...#. #...# #...# #...# #...# ....#
.#... #...# #...# .#### ..#.. #...# #...# #...# #...# .####
.#.#. #..## #..## ....# .#... #...# #...# #..## #..## #...#
..#.. .##.# .##.# .###. ##### .###. .###. .##.# .##.# .####
..... ..... ..... ..... ..... ..... ..... ..... ..... .....

  Á     Č     Ď     É     Ě     Í     Ň     Ó     Ř     Š
....# .#.#. .#.#. ....# .#.#. ....# .#.#. ....# .#.#. .#.#.
...#. ..#.. ..#.. ...#. ..#.. ...#. ..#.. ...#. ..#.. ..#..
.###. .###. ####. ##### ##### .###. #...# .###. ####. .####
#...# #...# #...# #.... #.... ..#.. ##..# #...# #...# #....
#...# #.... #...# ####. ####. ..#.. ##..# #...# #...# .###.
##### #.... #...# #.... #.... ..#.. #.#.# #...# ####. ....#
#...# #...# #...# #.... #.... ..#.. #..## #...# #..#. ....#
#...# .###. ####. ##### ##### .###. #...# .###. #...# ####.

  Ť     Ú     Ů     Ý     Ž     Ö     Ő     Ü     Ű     Ä
.#.#. ....# ..#.. ....# .#.#. .#.#. ..#.# .#.#. ..#.# .#.#.
..#.. ...#. .#.#. ...#. ..#.. ..... .#.#. ..... .#.#. .....
##### #...# ..#.. #...# ##### .###. .###. #...# #...# .###.
..#.. #...# #...# #...# ....# #...# #...# #...# #...# #...#
..#.. #...# #...# .#.#. ..##. #...# #...# #...# #...# #...#
..#.. #...# #...# ..#.. .##.. #...# #...# #...# #...# #####
..#.. #...# #...# ..#.. #.... #...# #...# #...# #...# #...#
..#.. .###. .###. ..#.. ##### .###. .###. .###. .###. #...#
"""


def _drawn(art: str) -> Iterator[tuple[str, Picture]]:
    """Each letter with its picture."""
    for block in art.strip("\n").split("\n\n"):
        letters, *rows = block.splitlines()
        for letter, column in zip(letters.split(), zip(*(row.split() for row in rows), strict=True), strict=True):
            yield letter, tuple(int(row.replace("#", "1").replace(".", "0"), 2) for row in column)


PICTURES: Mapping[str, Picture] = MappingProxyType(dict(_drawn(ART)))
"""The picture of each letter that can be defined."""
