"""The language chosen at the table: one line in the state directory, `cs en` for Czech chosen where the config says en.

It holds until another is chosen, or until the config says another language than it did then: the last word counts.
"""

from collections.abc import Sequence
from pathlib import Path

from .errors import PlaceError


def load_language(path: Path, configured: str, there: Sequence[str]) -> str:
    """The language that was chosen last, else the configured one. A file cut short by a power cut counts as none."""
    try:
        words = path.read_text(encoding="utf-8").split()
    except (OSError, UnicodeDecodeError):
        return configured
    if len(words) == 2 and words[0] in there and words[1] == configured:
        return words[0]
    return configured


def save_language(path: Path, chosen: str, configured: str) -> None:
    """Keep the choice. PlaceError if it can't be written."""
    new = path.with_name(path.name + ".new")
    try:
        new.write_text(f"{chosen} {configured}\n", encoding="utf-8")
        new.replace(path)
    except OSError as error:
        raise PlaceError(f"{path} can't be written: {error.strerror}") from error
