"""Looks at pads, made by hand: what the tests of presence feed it with."""

from hardware.readers.reading import Reading, Seen
from hardware.readers.trouble import Trouble

T = 1 / 16   # s, exact in floats
TAG, OTHER = "04a1b2c3d4e5f6", "1a2b3c4d"


def tags(at: float, *names: str, reader: int = 0) -> Reading:
    return Reading(reader, Seen.TAGS, at, names)


def nobody(at: float, reader: int = 0) -> Reading:
    return Reading(reader, Seen.NOBODY, at)


def garbled(at: float, reader: int = 0) -> Reading:
    return Reading(reader, Seen.GARBLED, at, why="a parity bit was wrong")


def dead(at: float, reader: int = 0) -> Reading:
    return Reading(reader, Seen.DEAD, at, why="does not answer", trouble=Trouble.ABSENT)
