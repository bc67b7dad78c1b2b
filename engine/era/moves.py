"""The moves and their notation: small frozen values whose text (`place build`) parses back to the same value."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.era.components import AREAS
from engine.errors import AmbiguousMove, UnreadableMove


@dataclass(frozen=True, slots=True)
class Place:
    """Put one action token on an area (PLACE-1)."""

    area: str

    def __str__(self) -> str:
        return f"place {self.area}"


@dataclass(frozen=True, slots=True)
class Resolve:
    """Carry out the area's action with the own token that lies there (RESOLVE-1)."""

    area: str

    def __str__(self) -> str:
        return f"resolve {self.area}"


@dataclass(frozen=True, slots=True)
class Decline:
    """Take the own token back from an area and gain nothing (RESOLVE-2)."""

    area: str

    def __str__(self) -> str:
        return f"decline {self.area}"


Move = Place | Resolve | Decline

_VERBS: dict[str, type[Place] | type[Resolve] | type[Decline]] = {
    "place": Place,
    "resolve": Resolve,
    "decline": Decline,
}


def parse(text: str) -> Move:
    """Read one move as `str(move)` writes it; case and spacing do not matter, words may be cut short (`p man`).

    Raises UnreadableMove, or AmbiguousMove where a shortened word fits several. Whether the move is legal is another
    question: `game.apply` answers it.
    """
    words = text.casefold().split()
    if len(words) != 2:
        raise UnreadableMove(f"{text!r} is no move: write a verb and an area, such as 'place build'")
    verb, area = words
    move_class = _VERBS[_whole_word(verb, tuple(_VERBS))]
    return move_class(_whole_word(area, AREAS))


def _whole_word(word: str, known: Sequence[str]) -> str:
    """The one of `known` that begins with `word`; none of them is the beginning of another."""
    fitting = tuple(candidate for candidate in known if candidate.startswith(word))
    if not fitting:
        raise UnreadableMove(f"{word!r} is not one of {', '.join(known)}")
    if len(fitting) > 1:
        raise AmbiguousMove(word, fitting)
    return fitting[0]
