"""Where a table keeps what must outlive its service, and where commands reach the service that runs."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from .errors import PlaceError

OWNER_ONLY = 0o700
"""Mode of the folders: whoever gets into them commands the table."""


@dataclass(frozen=True, slots=True)
class Places:
    """The folders of one table: `state` stays (journal, lock), `runtime` need not outlive the service (socket)."""

    state: Path
    runtime: Path

    @classmethod
    def of(cls, state: Path | None, environment: Mapping[str, str]) -> "Places":
        """The folders for `--state` (None if not given) and the process's environment; nothing is made yet.

        Without `--state`: $STATE_DIRECTORY, which systemd sets for a unit with StateDirectory= (several folders have
        colons between them: the first counts), else era-table in $XDG_STATE_HOME or in its default, ~/.local/state
        (XDG Base Directory Specification: a relative path there is to be ignored). The socket lies in
        $RUNTIME_DIRECTORY (RuntimeDirectory=), else with the rest. Raises PlaceError where nothing says where.
        """
        folder = state or _first_of(environment, "STATE_DIRECTORY") or _state_of_user(environment)
        folder = folder.absolute()
        runtime = _first_of(environment, "RUNTIME_DIRECTORY") or folder
        return cls(folder, runtime.absolute())

    @property
    def journal(self) -> Path:
        """The journal of the games played on this table."""
        return self.state / "games.journal"

    @property
    def roster(self) -> Path:
        """The tags that were enrolled at this table."""
        return self.state / "roster.toml"

    @property
    def language(self) -> Path:
        """The language that was chosen at this table, see `language_file`."""
        return self.state / "language"

    @property
    def web_key(self) -> Path:
        """What the links of seats are made with, see `web.seats`."""
        return self.state / "web.key"

    @property
    def web_recording(self) -> Path:
        """The last recording that was asked for in a browser."""
        return self.state / "recording.jsonl.gz"

    @property
    def lock(self) -> Path:
        """Held by the service that runs this table, see `TableLock`."""
        return self.state / "lock"

    @property
    def socket(self) -> Path:
        """By which commands reach the service, see `ControlServer`."""
        return self.runtime / "control.socket"

    def make(self) -> None:
        """Make the folders that are missing; raises PlaceError, naming the folder, where that can't be."""
        for folder in (self.state, self.runtime):
            try:
                folder.mkdir(mode=OWNER_ONLY, parents=True, exist_ok=True)
            except OSError as error:
                raise PlaceError(
                    f"{folder}: the folder can't be made ({error.strerror}): make it for the user that runs the table, "
                    "or choose another with --state DIR"
                ) from error


def _first_of(environment: Mapping[str, str], name: str) -> Path | None:
    first = environment.get(name, "").split(":")[0]
    return Path(first) if first else None


def _state_of_user(environment: Mapping[str, str]) -> Path:
    base = Path(environment.get("XDG_STATE_HOME", ""))
    if base.is_absolute():
        return base / "era-table"
    home = environment.get("HOME")
    if not home:
        raise PlaceError("no folder is known for the table's state, nor a home folder: name one with --state DIR")
    return Path(home) / ".local/state/era-table"
