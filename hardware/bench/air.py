"""The air over one pad: which tags lie in the field, what they answer at the same time, and how that adds up."""

from typing import NamedTuple

from hardware.bench.tag import Answer, Tag


class Superposed(NamedTuple):
    """Several answers heard as one: bits (a collided bit reads 1), length, the first collided bit or -1."""

    bits: int
    length: int
    collision: int


def superpose(answers: list[Answer]) -> Superposed:
    """Add up answers that start in the same bit time; where they differ, both halves of the bit are loaded.

    A bit that only the longer answer still sends collides with nothing.
    """
    bits = length = differ = 0
    for answer in answers:
        shared = (1 << min(length, answer.length)) - 1
        differ |= (bits ^ answer.bits) & shared
        bits |= answer.bits
        length = max(length, answer.length)
    return Superposed(bits, length, (differ & -differ).bit_length() - 1)


class Pad:
    """The space over one reader's antenna. Times are nanoseconds on the table's clock.

    startup_ns: how long a tag lies in a field before it hears anything (ISO 14443-3 grants 5 ms).
    """

    __slots__ = ("_field", "_startup_ns", "tags")

    def __init__(self, startup_ns: int) -> None:
        self.tags: list[Tag] = []
        self._startup_ns = startup_ns
        self._field = False

    def place(self, tag: Tag, now: int) -> None:
        """Lay a tag on the pad."""
        tag.deaf_until = now + self._startup_ns
        self.tags.append(tag)

    def lift(self, tag: Tag) -> None:
        """Take a tag off; it loses the field."""
        self.tags.remove(tag)
        tag.lose_field()

    def set_field(self, on: bool, now: int) -> None:
        """The antenna goes on or off; nothing happens when it was so before."""
        if on == self._field:
            return
        self._field = on
        for tag in self.tags:
            tag.lose_field()
            tag.deaf_until = now + self._startup_ns

    def listeners(self, since: int) -> list[Tag]:
        """Tags that hear a frame that began at `since`: awake by then, and not talking themselves."""
        if not self._field:
            return []
        return [tag for tag in self.tags if tag.deaf_until <= since]
