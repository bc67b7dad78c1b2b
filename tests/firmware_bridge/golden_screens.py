"""Draws every screen of the gallery as text: each page in a frame, the sizes one under the other."""

from pathlib import Path

from firmware_bridge.pages import Size
from firmware_bridge.pictures.gallery import situations
from firmware_bridge.pictures.terminal import framed
from firmware_bridge.screens import pages
from firmware_bridge.texts import languages

GOLDEN = Path(__file__).parent / "golden"
LANGUAGES = languages()
SIZES = (Size(20, 4), Size(16, 2), Size(20, 2))
A_ROW = 5


def drawn(language: str) -> str:
    """The whole file of a language."""
    lines: list[str] = []
    for situation in situations():
        lines.append(f"== {situation.name}")
        for size in SIZES:
            shown = pages(situation.view, 0.0, size, language, situation.panel)
            for first in range(0, len(shown), A_ROW):
                row = shown[first : first + A_ROW]
                lines += ["  ".join(parts).rstrip() for parts in zip(*map(framed, row), strict=True)]
        lines.append("")
    return "\n".join(lines)


if __name__ == "__main__":
    for each in LANGUAGES:
        (GOLDEN / f"screens_{each}.txt").write_text(drawn(each), encoding="utf-8")
