"""An owner's edition, read from the file that was filled in."""

from pathlib import Path

from engine.era.components import Edition
from engine.era.edition import read_edition
from engine.errors import UnreadableEdition

from .errors import ConfigError


def load_edition(file: Path) -> Edition:
    """The edition of a filled-in form. Raises ConfigError, naming the file and all that is missing or impossible."""
    try:
        return read_edition(bytes_of(file))
    except UnreadableEdition as error:
        raise ConfigError(f"{file}: {error}") from error


def bytes_of(file: Path) -> bytes:
    """What is in the file. Raises ConfigError, naming it."""
    try:
        return file.read_bytes()
    except OSError as error:
        raise ConfigError(f"{file} can't be read: {error.strerror}") from error
