"""A tag that two readers name: slid, heard by neighbours, or copied. Looks at 0 and 1 follow each other by T."""

from collections.abc import Callable, Collection

import pytest

from hardware.readers.memory import Memory
from hardware.readers.presence import Presence
from hardware.readers.reading import (
    PadEvent,
    ReaderLost,
    Reading,
    TagCopied,
    TagSingle,
    TokenLaid,
    TokenLifted,
)

from .looks import TAG, T, dead, garbled, nobody, tags


class Rounds:
    """Rounds of looks at readers 0 to 3, T apart; a rule says in which rounds each of them names the tag."""

    def __init__(self, neighbours: Collection[tuple[int, int]] = ()) -> None:
        self.presence = Presence(neighbours=neighbours, silence_s=4 * T)
        self.presence.recall(Memory(known=(TAG,)))
        self.round = 0
        self.events: list[PadEvent] = []

    def go(self, rounds: int, *named_by: Callable[[int], bool]) -> list[PadEvent]:
        """So many rounds; the events."""
        before = len(self.events)
        for count in range(rounds):
            for reader, names in enumerate(named_by):
                self.feed(tags(self.at, TAG, reader=reader) if names(count) else nobody(self.at, reader))
            self.round += 1
        return self.events[before:]

    def feed(self, reading: Reading) -> None:
        self.events += self.presence.feed(reading)

    @property
    def at(self) -> float:
        return self.round * T


def always(count: int) -> bool:
    return True


def never(count: int) -> bool:
    return False


def every_third(count: int) -> bool:
    return count % 3 == 0


def test_a_tag_that_is_slid_to_another_pad_is_lifted_and_laid_at_once() -> None:
    """It is named there from 4 T on, two looks miss it at home after that, and it has moved."""
    table = Rounds()
    table.go(4, always, never)
    moved = table.go(10, never, always)
    assert moved == [TokenLifted(TAG, 0, 6 * T), TokenLaid(TAG, 1, 6 * T)]
    assert table.go(50, never, always) == []


def test_one_look_that_misses_a_tag_does_not_move_it() -> None:
    table = Rounds()
    table.go(4, always, never)
    table.go(2, never, always)
    assert table.go(50, always, never) == []


def test_a_burst_that_hides_a_tag_from_both_pads_does_not_move_it_to_its_copy() -> None:
    """Its home misses it three times, at which the other pad stammers, and names it before and after."""
    table = Rounds()
    table.go(4, always, never)
    table.go(2, always, always)
    for _ in range(3):
        table.feed(nobody(table.at))
        table.feed(garbled(table.at, reader=1))
        table.round += 1
    table.go(8, always, always)
    assert table.events == [TokenLaid(TAG, 0, 0)]


def test_a_stammer_at_home_says_that_it_is_still_there() -> None:
    """Missed, garbled, missed, garbled ... while the copy is named each time: no two misses in a row."""
    table = Rounds()
    table.go(8, always, never)
    for count in range(12):
        table.feed(garbled(table.at) if count % 2 else nobody(table.at))
        table.feed(tags(table.at, TAG, reader=1))
        table.round += 1
    assert table.events == [TokenLaid(TAG, 0, 0)]


def test_a_tag_of_a_dead_reader_that_is_named_elsewhere_has_moved() -> None:
    table = Rounds()
    table.go(4, always, never)
    table.feed(dead(4 * T))
    table.feed(tags(4 * T, TAG, reader=1))
    assert table.events[1:] == [
        ReaderLost(0, "does not answer", 4 * T, dead(0).trouble),
        TokenLifted(TAG, 0, 4 * T),
        TokenLaid(TAG, 1, 4 * T),
    ]


@pytest.mark.parametrize("pair", [(0, 1), (1, 0)])
def test_a_tag_between_two_neighbours_stays_with_the_earlier(pair: tuple[int, int]) -> None:
    table = Rounds(neighbours=[pair])
    assert table.go(100, always, always) == [TokenLaid(TAG, 0, 0)]


def test_a_neighbour_that_hears_it_now_and_then_does_not_get_it() -> None:
    """Though its own pad misses it for two looks in four and the other for one: the earlier holds what is alike."""
    table = Rounds(neighbours=[(0, 1)])
    table.go(8, always, never)
    assert table.go(60, lambda count: count % 4 < 2, every_third) == []
    assert table.go(60, lambda count: count % 4 < 2, lambda count: count % 4 > 0) == []


def test_a_neighbour_that_hears_it_much_better_gets_it() -> None:
    """The reader that saw it first names it in one look of four, the other in each: shares 1/4 and 1."""
    table = Rounds(neighbours=[(0, 1)])
    table.go(1, always, never)
    moved = table.go(20, lambda count: count % 4 == 0, always)
    assert [type(event) for event in moved] == [TokenLifted, TokenLaid]
    assert isinstance(moved[1], TokenLaid)
    assert moved[1].reader == 1
    assert table.go(60, lambda count: count % 4 == 0, always) == []


def test_a_tag_slid_to_a_neighbour_is_one_move() -> None:
    table = Rounds(neighbours=[(0, 1)])
    table.go(16, always, never)
    moved = table.go(16, never, always)
    assert [(type(event), event.at) for event in moved] == [(TokenLifted, moved[0].at), (TokenLaid, moved[0].at)]


def test_neighbours_are_never_told_as_copies() -> None:
    assert Rounds(neighbours=[(0, 1)]).go(200, always, always) == [TokenLaid(TAG, 0, 0)]


def test_a_copied_uid_is_told_once_and_not_believed() -> None:
    """On both pads for a second and more: from round 4, so at (4 + 16) T."""
    table = Rounds()
    table.go(4, always, never, never)
    assert table.go(100, always, never, always) == [TagCopied(TAG, (0, 2), 20 * T)]
    assert table.presence.memory().homes[TAG].reader == 0


def test_a_copy_that_both_miss_now_and_then_is_told_too() -> None:
    """Each is named in three looks of four, and never missed twice in a row."""
    table = Rounds()
    table.go(8, always, never)
    told = table.go(60, lambda count: count % 4 > 0, lambda count: count % 4 > 0)
    assert [type(event) for event in told] == [TagCopied]


def test_a_pad_that_hears_a_far_tag_now_and_then_makes_no_copy_of_it() -> None:
    """One look in three is not clean: the builder has not told of these neighbours."""
    table = Rounds()
    table.go(8, always, never)
    assert table.go(60, always, every_third) == []


def test_both_named_for_less_than_a_second_is_no_copy() -> None:
    table = Rounds()
    table.go(4, always, never, never)
    table.go(15, always, never, always)
    assert table.go(50, always, never, never) == []


def test_a_copy_that_is_missed_now_and_then_on_both_pads_is_not_moved_about() -> None:
    """Once it is told, a silence that a slide would need is not enough; only a whole silence lifts."""
    table = Rounds()
    table.go(4, always, never)
    table.go(20, always, always)
    assert table.go(60, lambda count: count % 5 < 2, always) == []


def test_the_copy_is_taken_off() -> None:
    table = Rounds()
    table.go(4, always, never)
    table.go(30, always, always)
    gone = table.go(20, always, never)
    assert gone == [TagSingle(TAG, gone[0].at)]
    assert gone[0].at == 39 * T   # silent from 34 T, for 4 T; what that is worth the other pad's next look tells


def test_the_first_of_two_copies_is_taken_off() -> None:
    table = Rounds()
    table.go(4, always, never)
    table.go(30, always, always)
    at = 38 * T
    assert table.go(20, never, always) == [TokenLifted(TAG, 0, at), TokenLaid(TAG, 1, at), TagSingle(TAG, at)]


def test_a_third_copy_is_told_too() -> None:
    table = Rounds()
    table.go(4, always, never, never, never)
    table.go(30, always, always, never, never)
    third = table.go(30, always, always, never, always)
    assert third == [TagCopied(TAG, (0, 1, 3), third[0].at)]
    assert table.go(20, always, never, never, always)[-1:] == [TagCopied(TAG, (0, 3), table.events[-1].at)]


def test_a_copy_whose_reader_dies_counts_no_more() -> None:
    table = Rounds()
    table.go(4, always, never)
    table.go(30, always, always)
    table.feed(dead(table.at, reader=1))
    assert table.events[-1] == TagSingle(TAG, table.at)


def test_copies_are_remembered() -> None:
    table = Rounds()
    table.go(4, always, never)
    table.go(30, always, always)
    later = Rounds()
    later.round = table.round
    later.presence.recall(table.presence.memory())
    assert later.go(20, always, always) == []
    assert [type(event) for event in later.go(20, always, never)] == [TagSingle]
