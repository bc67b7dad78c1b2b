"""The secrets of seats: who has the link to a seat plays it, in this game, until the seat is given to somebody else.

A secret is made from a key that only the state directory holds, so it is nowhere to be stolen, and is the same again
after a restart, however the last service ended.
"""

import base64
import hashlib
import hmac
import os
import secrets
from collections.abc import Iterable
from pathlib import Path

from ..errors import PlaceError
from ..journal import Journal
from ..recorder import ANEW, Recorder

KEY_BYTES = 32
SECRET_BYTES = 16
"""Of the HMAC: 128 bits can't be guessed."""


class Seats:
    """The secrets of the game that goes on.

    They depend on the journal's number of that game and on how often the seat was handed over in it, so a new game and
    a new player have new ones. key: see `load_key`; journal, recorder: of the table, before it plays on. Raises
    JournalError where the journal can't be read.
    """

    def __init__(self, key: bytes, journal: Journal, recorder: Recorder) -> None:
        self._key = key
        self._recorder = recorder
        last = journal.last()
        newest = (0 if last is None else last.number) + (recorder.games if recorder.waiting else 0)
        self._games_before = newest - recorder.games
        self._begun_at_start = recorder.games
        self._anew_before: dict[str, int] = {}
        for entry in () if last is None else last.entries:
            if entry.kind == "seat" and entry.text == ANEW and entry.player is not None:
                self._anew_before[entry.player] = self._anew_before.get(entry.player, 0) + 1

    @property
    def edition(self) -> tuple[int, tuple[tuple[str, int], ...]]:
        """Another value whenever some secret has become another one."""
        return self._recorder.games, tuple(sorted(self._recorder.anew.items()))

    def secret(self, player: str) -> str:
        """The secret of the player's seat, in letters that a URL carries as they are."""
        anew = self._recorder.anew[player]
        if self._recorder.games == self._begun_at_start:
            anew += self._anew_before.get(player, 0)
        words = f"{self._games_before + self._recorder.games} {player} {anew}"
        digest = hmac.digest(self._key, words.encode(), hashlib.sha256)
        return base64.urlsafe_b64encode(digest[:SECRET_BYTES]).decode().rstrip("=")

    def player_of(self, secret: str, players: Iterable[str]) -> str | None:
        """Whose seat it opens; None for a secret that opens none, or none any more."""
        found = None
        for player in players:  # all are compared, so that the time says nothing
            if hmac.compare_digest(self.secret(player).encode(), secret.encode(errors="replace")):
                found = player
        return found


def load_key(path: Path) -> bytes:
    """The key in that file, for its owner only; made where there is none, or half of one. PlaceError where it can't be
    read or made."""
    try:
        if path.exists():
            path.chmod(0o600)
            key = path.read_bytes()
            if len(key) == KEY_BYTES:
                return key
        key = secrets.token_bytes(KEY_BYTES)
        new = path.with_name(path.name + ".new")
        new.unlink(missing_ok=True)
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(key)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except OSError as error:
        raise PlaceError(
            f"{path}: the key of the seats' links can't be kept there ({error.strerror}): give the user that runs the "
            "table the right to write its folder, or choose another with --state DIR"
        ) from error
    return key
