"""What one look at one pad says, and what the table makes of many of them: frozen values between the parts."""

from dataclasses import dataclass
from enum import Enum

from hardware.readers.trouble import Trouble


class Seen(Enum):
    """The four outcomes of one look at a pad; only `NOBODY` may ever count toward a token having been lifted."""

    TAGS = "tags"          # every tag on the antenna named
    NOBODY = "nobody"      # clean silence: the chip works, and nothing answered
    GARBLED = "garbled"    # something is there, and it could not be named this time
    DEAD = "dead"          # the chip itself does not answer, or is none that we know


@dataclass(frozen=True, slots=True)
class Reading:
    """One look at one pad.

    reader: index of the reader in the scanner's order; at: seconds on the scanner's clock when the look ended;
    tags: UIDs as lower-case hex without check bytes (8, 14 or 20 digits), sorted; why: for GARBLED and DEAD, what was
    found, in words; trouble: for DEAD, its kind.
    """

    reader: int
    seen: Seen
    at: float
    tags: tuple[str, ...] = ()
    why: str = ""
    trouble: Trouble | None = None


@dataclass(frozen=True, slots=True)
class TokenLaid:
    """A tag lies on a pad since `at` (s)."""

    tag: str
    reader: int
    at: float


@dataclass(frozen=True, slots=True)
class TokenLifted:
    """A tag no longer lies on a pad; silence has lasted long enough at `at` (s)."""

    tag: str
    reader: int
    at: float


@dataclass(frozen=True, slots=True)
class ReaderLost:
    """A reader stopped answering; what lay on its pad is unknown, not gone. why: in words; trouble: its kind."""

    reader: int
    why: str
    at: float
    trouble: Trouble | None = None


@dataclass(frozen=True, slots=True)
class ReaderBack:
    """A lost reader answers again; what lies on its pad follows as TokenLaid and TokenLifted."""

    reader: int
    at: float


@dataclass(frozen=True, slots=True)
class TableKnown:
    """Every pad has been looked at for long enough to be believed; told once, when this is first so (`at`, s).

    Until then an empty pad means nothing: a table that is switched on has tokens lying on it that were not yet read.
    """

    at: float


@dataclass(frozen=True, slots=True)
class PadGarbled:
    """Something on a pad could not be named for so long that people must be told (`at`, s); why: of the last look."""

    reader: int
    why: str
    at: float


@dataclass(frozen=True, slots=True)
class PadClear:
    """What lies on a garbled pad can be named again."""

    reader: int
    at: float


@dataclass(frozen=True, slots=True)
class TagCopied:
    """The same UID is named on several pads for longer than a hand takes to slide a token (`at`, s): a copied tag.

    readers: all that name it; the first is the one on which it is believed to lie, as TokenLaid said. Told again when
    the readers are others.
    """

    tag: str
    readers: tuple[int, ...]
    at: float


@dataclass(frozen=True, slots=True)
class TagSingle:
    """A tag that was told as copied lies on one pad only (`at`, s)."""

    tag: str
    at: float


@dataclass(frozen=True, slots=True)
class RandomTag:
    """Something with a new UID at each look lies on a pad since `at` (s): a phone or a payment card.

    ISO/IEC 14443-3 gives such UIDs four bytes, the first of them 08. It can be nobody's token, for it can't be known
    again.
    """

    reader: int
    at: float


@dataclass(frozen=True, slots=True)
class RandomTagGone:
    """What had a new UID at each look no longer lies on the pad (`at`, s)."""

    reader: int
    at: float


PadEvent = (
    TokenLaid | TokenLifted | ReaderLost | ReaderBack | PadGarbled | PadClear | TableKnown
    | TagCopied | TagSingle | RandomTag | RandomTagGone
)  # fmt: skip
