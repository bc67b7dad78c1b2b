"""What the readers say lies on the table: a value, and what each pad event makes of it."""

from dataclasses import dataclass, replace

from hardware.readers.reading import (
    PadClear,
    PadEvent,
    PadGarbled,
    RandomTag,
    RandomTagGone,
    ReaderBack,
    ReaderLost,
    TableKnown,
    TagCopied,
    TagSingle,
    TokenLaid,
    TokenLifted,
)


@dataclass(frozen=True, slots=True)
class Table:
    """lying: (tag, reader) for each tag, in the readers' order; silent: readers that do not answer; garbled: readers on
    which something lies that can't be named; copied: tags that are named on several readers, and which; random: readers
    on which something lies that has a new name at each look.

    What lay on a silent or garbled reader is still counted as lying there: the pad tells nothing about its token. A
    copied tag lies on the first of its readers.
    """

    lying: tuple[tuple[str, int], ...] = ()
    silent: frozenset[int] = frozenset()
    garbled: frozenset[int] = frozenset()
    copied: tuple[tuple[str, tuple[int, ...]], ...] = ()
    random: frozenset[int] = frozenset()

    def after(self, event: PadEvent) -> "Table":
        """The table as it is once the event has happened."""
        match event:
            case TokenLaid(tag=tag, reader=reader):
                others = [pair for pair in self.lying if pair[0] != tag]
                return replace(self, lying=tuple(sorted([*others, (tag, reader)], key=lambda pair: pair[1])))
            case TokenLifted(tag=tag, reader=reader):
                return replace(self, lying=tuple(pair for pair in self.lying if pair != (tag, reader)))
            case ReaderLost(reader=reader):
                return replace(self, silent=self.silent | {reader}, garbled=self.garbled - {reader})
            case ReaderBack(reader=reader):
                return replace(self, silent=self.silent - {reader})
            case PadGarbled(reader=reader):
                return replace(self, garbled=self.garbled | {reader})
            case PadClear(reader=reader):
                return replace(self, garbled=self.garbled - {reader})
            case TagCopied(tag=tag, readers=readers):
                return replace(self, copied=tuple(sorted([*self._copied_but(tag), (tag, readers)])))
            case TagSingle(tag=tag):
                return replace(self, copied=self._copied_but(tag))
            case RandomTag(reader=reader):
                return replace(self, random=self.random | {reader})
            case RandomTagGone(reader=reader):
                return replace(self, random=self.random - {reader})
            case TableKnown():
                return self

    def _copied_but(self, tag: str) -> tuple[tuple[str, tuple[int, ...]], ...]:
        return tuple(pair for pair in self.copied if pair[0] != tag)
