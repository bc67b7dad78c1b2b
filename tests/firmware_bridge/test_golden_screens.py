"""All screens in all languages and sizes as pictures, to see at a glance what a change of texts or layout does.

What is right about them the other tests say; these files only guard against change. To draw them anew after a change
that is meant: `python -m tests.firmware_bridge.golden_screens`, and look at the difference.
"""

import pytest

from .golden_screens import GOLDEN, LANGUAGES, drawn


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_screens_are_as_they_were(language: str) -> None:
    assert drawn(language) == (GOLDEN / f"screens_{language}.txt").read_text(encoding="utf-8")
