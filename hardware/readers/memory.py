"""All that a presence remembers of a table, as a value: a recording that begins while a table runs begins with it."""

from dataclasses import dataclass, field

from hardware.readers.claims import Claim
from hardware.readers.silence import AirMemory


@dataclass(frozen=True, slots=True)
class Memory:
    """homes: where each tag is said to lie; rivals: other readers' claims on it, by tag and reader; copied: as told.

    known, once: tags that were named twice, and those named once, by reader, and when (s); doubted: readers whose last
    look named somebody not believed yet; lost: dead ones; garbled: since when a pad had no clean look (s), and
    told_garbled those of which that was told; unknown: readers of which is not known yet what lies there, and since
    when they are silent (s), if they are.
    """

    homes: dict[str, Claim] = field(default_factory=dict)
    rivals: dict[str, dict[int, Claim]] = field(default_factory=dict)
    copied: dict[str, tuple[int, ...]] = field(default_factory=dict)
    known: tuple[str, ...] = ()
    once: dict[int, dict[str, float]] = field(default_factory=dict)
    doubted: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()
    garbled: dict[int, float] = field(default_factory=dict)
    told_garbled: tuple[int, ...] = ()
    unknown: dict[int, float | None] = field(default_factory=dict)
    air: AirMemory = field(default_factory=AirMemory)
