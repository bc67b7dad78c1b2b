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


class WiringRefused(TableError, ValueError):
    """What table.toml asks of the pins of a Raspberry Pi can't be; the message says which, by what, and a way out."""


class PlaceError(TableError, OSError):
    """A folder or file that the service lives in can't be used; the message names it and another way."""


class ServiceError(TableError, OSError):
    """A running service is in the way, is not there, or does not answer."""


class TableBusy(ServiceError):
    """The table is run by another process, which the message names."""


class NoService(ServiceError):
    """A command was given and no service runs that could take it; the message tells how to start one."""


class JournalError(TableError, ValueError):
    """The journal can't be opened, read or written; the message names the file and what to do.

    A file that was refused when it was opened is left as it was; of entries that were refused none is kept.
    """


class RecordingError(TableError, ValueError):
    """A recording can't be made or replayed; the message names the file, the line if one is wrong, and what to do."""


class PeopleError(TableError, ValueError):
    """What somebody at a simulated table is asked to do can't be done."""


class SetupError(TableError, OSError):
    """A table can't be set up: nothing answers, or nobody does; the message says what to do before the next try."""


class DemoError(TableError, OSError):
    """The demo's service or its world does not go on."""


class CannotAccept(TableError, ValueError):
    """No legal state of the game can be made of the table as it lies; the message says what stands against it."""


class NoSuchSpace(TableError, ValueError):
    """A pawn or marker can't be set to that space, or there is none to set; the message says what is allowed."""


class NothingToTakeBack(TableError, ValueError):
    """A take-back was asked for, and there is no move, or none that may still be taken back by who asked."""


OURS: tuple[type[Exception], ...] = (TableError, GameError, HardwareError)
