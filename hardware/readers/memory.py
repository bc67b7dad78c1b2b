"""What a presence remembers of a table, as a value: for a recording that begins while the table runs."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Memory:
    """lying: (name, reader) of each tag as told; known: tags that need not be seen twice; lost, garbled: readers, as
    told; unsettled: readers of which is not known yet what lies there; air: (reader, share of time in which its tags
    failed alone), with reader -1 for the whole table.

    What is in the balance at the moment, a silence or a second claim on a tag, is not remembered.
    """

    lying: tuple[tuple[str, int], ...] = ()
    known: tuple[str, ...] = ()
    lost: tuple[int, ...] = ()
    garbled: tuple[int, ...] = ()
    unsettled: tuple[int, ...] = ()
    copied: tuple[tuple[str, tuple[int, ...]], ...] = ()
    air: tuple[tuple[int, float], ...] = ()
