"""What can go wrong in the service, in words for the person who has to mend it.

The rooms may not import each other, so each has its own root: `GameError` in engine/, `HardwareError` in hardware/, and
`TableError` here. `OURS` names them together: what the command line turns into one line of text and exit status 2.
"""

from engine.errors import GameError
from hardware.errors import HardwareError


class TableError(Exception):
    """Root of all errors that firmware_bridge/ raises; the message says what, where, and what to do."""


class ConfigError(TableError, ValueError):
    """A file that people write (table.toml, the roster) is wrong; the message names file, key, found and allowed."""


class RosterError(TableError, ValueError):
    """Tags and readers do not fit together: a tag enrolled twice, two readers for one space."""


OURS: tuple[type[Exception], ...] = (TableError, GameError, HardwareError)
