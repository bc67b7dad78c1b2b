"""Golden bytes: what each kind of display in each size is sent for a run of screens, in three languages.

`python -m tests.hardware.displays.golden` writes tests/hardware/displays/golden/ anew. In each file a line that begins
with `|` is a row of a screen, and a line `b'...'` below it a piece of what is sent to show it.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from hardware.displays.display import Screen

from .kinds import SIZES, Size, pieces

FOLDER: Final = Path(__file__).parent / "golden"

HIGH: Final = (
    ("Era of Inventions", "lay any token to", "play"),
    ("Round 3/8      GREEN", "lay a token (1 of 2)", "full: BUILD"),
    ("Round 3/8      GREEN", "lay a token (2 of 2)", "full: BUILD"),
    ("BUILD has two. Take", "BROWN's off, lay it", "elsewhere", "             PLACE-2"),
    ("Kolo 3/8      ZELENÁ", "polož žeton (1 ze 2)", "plno: STAVBA"),
    ("STAVBA má dva žetony", "Vezmi HNĚDÝ a polož", "jej jinam", "             PLACE-2"),
    ("příliš žluťoučký kůň", "úpěl ďábelské ódy"),
    ("3/8. forduló    ZÖLD", "tegyél le egy", "jelölőt (1/2)"),
    ("árvíztűrő", "tükörfúrógép", "50% | 1→2 „ok”…"),
    (),
)
LOW: Final = (
    ("Era of", "Inventions"),
    ("3/8 GREEN", "lay a token 1/2"),
    ("3/8 GREEN", "lay a token 2/2"),
    ("BUILD has two.", "        PLACE-2"),
    ("3/8 ZELENÁ", "polož žeton 1/2"),
    ("3/8 ZELENÁ", "polož žeton 2/2"),
    ("příliš žluť.", "kůň úpěl ódy"),
    ("3/8 ZÖLD", "tegyél le egyet"),
    ("árvíztűrő", "fúró 50% | 1→2…"),
    (),
)


def written(size: Size) -> str:
    """The text of a size's file."""
    driver, text = size.driver(), []
    for lines in HIGH if size.rows == 4 else LOW:
        screen = size.screen(*lines)
        text += [f"|{line}|" for line in screen.lines]
        text += [repr(piece) for piece in pieces(driver, screen)]
    return "\n".join(text) + "\n"


def read(text: str, size: Size) -> Iterator[tuple[Screen, bytes]]:
    """The screens of a file, each with all that is sent to show it."""
    rows: list[str] = []
    data = b""
    for line in [*text.splitlines(), "|"]:
        if line.startswith("|"):
            if len(rows) == size.rows:
                yield size.screen(*rows), data
                rows, data = [], b""
            rows.append(line[1:-1])
        else:
            data += ast.literal_eval(line)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in SIZES:
        (FOLDER / f"{each}.txt").write_text(written(each), encoding="utf-8")
