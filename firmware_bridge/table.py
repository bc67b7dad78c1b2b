"""What the readers say lies on the table: a value, and what each pad event makes of it."""

from dataclasses import dataclass, replace

from hardware.readers.reading import PadEvent, ReaderBack, ReaderLost, TableKnown, TokenLaid, TokenLifted


@dataclass(frozen=True, slots=True)
class Table:
    """lying: (tag, reader) for each tag, in the readers' order; silent: readers that do not answer.

    What lay on a silent reader is still counted as lying there: a dead pad tells nothing about its token.
    """

    lying: tuple[tuple[str, int], ...] = ()
    silent: frozenset[int] = frozenset()

    def after(self, event: PadEvent) -> "Table":
        """The table as it is once the event has happened."""
        match event:
            case TokenLaid(tag=tag, reader=reader):
                others = [pair for pair in self.lying if pair[0] != tag]
                return replace(self, lying=tuple(sorted([*others, (tag, reader)], key=lambda pair: pair[1])))
            case TokenLifted(tag=tag, reader=reader):
                return replace(self, lying=tuple(pair for pair in self.lying if pair != (tag, reader)))
            case ReaderLost(reader=reader):
                return replace(self, silent=self.silent | {reader})
            case ReaderBack(reader=reader):
                return replace(self, silent=self.silent - {reader})
            case TableKnown():
                return self
