"""The air over one pad: which tags lie in the field, what they answer at the same time, and how that adds up."""

from typing import NamedTuple, Protocol

from hardware.bench.tag import Answer, Tag


class Superposed(NamedTuple):
    """Several answers heard as one: bits (a collided bit reads 1), length, the first collided bit or -1, and whether
    a parity bit is wrong.
    """

    bits: int
    length: int
    collision: int
    torn: bool


def superpose(answers: list[Answer]) -> Superposed:
    """Add up answers that start in the same bit time; where they differ, both halves of the bit are loaded.

    A bit that only the longer answer still sends collides with nothing.
    """
    bits = length = differ = 0
    torn = False
    for answer in answers:
        shared = (1 << min(length, answer.length)) - 1
        differ |= (bits ^ answer.bits) & shared
        bits |= answer.bits
        length = max(length, answer.length)
        torn = torn or answer.torn
    return Superposed(bits, length, (differ & -differ).bit_length() - 1, torn)


class Air(Protocol):
    """What lies between a chip's antenna and the tags. Times are nanoseconds on the table's clock."""

    def listeners(self, since: int) -> list[Tag]:
        """Tags that hear a frame that began at `since`."""
        ...

    def reached(self, since: int, at: int) -> list[Tag]:
        """Those of them with which an exchange that began at `since` goes well, its first frame sent at `at`."""
        ...

    def carry(self, frame: int, bits: int, ciphered: bool, since: int, at: int) -> list[tuple[Tag, Answer]]:
        """Let the tags hear a frame that was sent from `since` to `at`; who answers it, and how that arrives."""
        ...


class Pad:
    """The space over one reader's antenna, and the clear air there. Times are nanoseconds on the table's clock.

    startup_ns: how long a tag lies in a field before it hears anything (ISO 14443-3 grants 5 ms).
    lit: whether its antenna is on. reach: the pads whose tags that powers: its own, and those of near neighbours.
    shade: how much of its strength each tag here loses that does not lie alone; not in clear air.
    """

    __slots__ = ("_fields", "_startup_ns", "lit", "reach", "shade", "tags")

    def __init__(self, startup_ns: int) -> None:
        self.tags: list[Tag] = []
        self.reach: list[Pad] = [self]
        self._startup_ns = startup_ns
        self.lit = False
        self.shade = 0.0
        self._fields = 0             # how many antennas power the tags here

    @property
    def powered(self) -> bool:
        """Whether tags that lie here have a field to live on."""
        return self._fields > 0

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
        if on == self.lit:
            return
        self.lit = on
        for pad in self.reach:
            pad._power(on, now)

    def join(self, other: "Pad", now: int) -> None:
        """From now on this antenna powers the tags on the other pad too; nothing happens when it was so before."""
        if other not in self.reach:
            self.reach.append(other)
            if self.lit:
                other._power(True, now)

    def part(self, other: "Pad", now: int) -> None:
        """Take `join` back."""
        if other in self.reach:
            self.reach.remove(other)
            if self.lit:
                other._power(False, now)

    def _power(self, on: bool, now: int) -> None:
        """One antenna more powers the tags here, or one less. Those already powered do not notice."""
        self._fields += 1 if on else -1
        if self._fields == (1 if on else 0):
            for tag in self.tags:
                tag.lose_field()
                tag.deaf_until = now + self._startup_ns

    def listeners(self, since: int) -> list[Tag]:
        """Tags that hear a frame that began at `since`: awake by then, and not talking themselves."""
        if not self.lit:
            return []
        return [tag for tag in self.tags if tag.deaf_until <= since]

    def reached(self, since: int, at: int) -> list[Tag]:
        """In clear air, all who listen."""
        return self.listeners(since)

    def carry(self, frame: int, bits: int, ciphered: bool, since: int, at: int) -> list[tuple[Tag, Answer]]:
        """Who answers the frame, and what."""
        if not self.lit:
            return []
        heard = []
        for tag in self.tags:
            if tag.deaf_until <= since:
                answer = tag.hear(frame, bits, ciphered)
                if answer is not None:
                    heard.append((tag, answer))
        return heard
