"""What the rules refuse, in words for the people at the table.

`GameError` is the root in this room; each error is also a ValueError, so that code which knows nothing of us can catch
it. A move that can't be read, one that is ambiguous and one that is against the rules are three different things.
"""


class GameError(Exception):
    """Root of all errors that engine/ raises."""


class SetupError(GameError, ValueError):
    """A game can't be begun like this: too many players, two of one name, an unknown start player."""


class UnreadableMove(GameError, ValueError):
    """A text is no move in any position; the message says which word was not understood, and what would be."""


class UnreadableState(GameError, ValueError):
    """A text is no state that a game can come to; the message says what in it can't be."""


class UnreadableEdition(GameError, ValueError):
    """A text holds no edition that can be played with; the message says what is wrong, each value by its key."""


class UnreadableGame(GameError, ValueError):
    """A text is no record of a game: its title or headers are wrong; the message says which."""


class AmbiguousMove(GameError, ValueError):
    """A word of a move was cut too short: it fits several, and `candidates` names them; `where` begins the message."""

    def __init__(self, word: str, candidates: tuple[str, ...], where: str = "") -> None:
        super().__init__(word, candidates, where)
        self.word = word
        self.candidates = candidates
        self.where = where

    def __str__(self) -> str:
        return f"{self.where}{self.word!r} fits {', '.join(self.candidates)}: write more of the word"


class IllegalMove(GameError, ValueError):
    """A move that the rules refuse now: `clause` is the rule's id (`PLACE-2`), `reason` says why in plain words."""

    def __init__(self, clause: str, reason: str) -> None:
        super().__init__(clause, reason)
        self.clause = clause
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.reason} ({self.clause})"


class UnknownEdition(GameError, ValueError):
    """A game names an edition whose numbers are not at hand; the owner's file has to be given first."""
