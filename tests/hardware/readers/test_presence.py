"""Presence: what many looks at pads say of tokens. Times are multiples of 1/16 s, exact in floats; silence is 1/4 s."""

from hardware.readers.memory import Memory
from hardware.readers.presence import Presence
from hardware.readers.reading import (
    PadClear,
    PadEvent,
    PadGarbled,
    ReaderBack,
    ReaderLost,
    Reading,
    TableKnown,
    TokenLaid,
    TokenLifted,
)
from hardware.readers.trouble import Trouble

from .looks import OTHER, TAG, T, dead, garbled, nobody, tags


def feed(*readings: Reading) -> list[PadEvent]:
    """What comes of it, with a silence of 4 T and tags that were seen before."""
    presence = Presence(silence_s=4 * T)
    presence.recall(Memory(known=(OTHER, TAG)))
    return [event for reading in readings for event in presence.feed(reading)]


def test_a_tag_is_laid_once_however_often_it_is_seen() -> None:
    assert feed(tags(0, TAG), tags(T, TAG), tags(2 * T, TAG)) == [TokenLaid(TAG, 0, 0)]


def test_silence_lifts_when_it_has_lasted_long_enough_and_not_before() -> None:
    short = (tags(0, TAG), nobody(T), nobody(2 * T), nobody(4 * T))   # 3 T of silence
    assert feed(*short) == [TokenLaid(TAG, 0, 0)]
    assert feed(*short, nobody(5 * T))[1:] == [TokenLifted(TAG, 0, 5 * T)]
    assert feed(*short, nobody(5 * T), nobody(6 * T), nobody(20 * T))[2:] == []


def test_two_silent_looks_lift_nothing_however_far_apart() -> None:
    assert feed(tags(0, TAG), nobody(100 * T), nobody(200 * T)) == [TokenLaid(TAG, 0, 0)]


def test_many_silent_looks_within_a_short_time_lift_nothing() -> None:
    looks = [nobody(T + count * T / 64) for count in range(64)]   # 64 silences in less than T
    assert feed(tags(0, TAG), *looks) == [TokenLaid(TAG, 0, 0)]


def test_a_tag_seen_again_ends_the_silence() -> None:
    looks = (tags(0, TAG), nobody(T), nobody(2 * T), nobody(4 * T), tags(5 * T, TAG))
    assert feed(*looks, nobody(6 * T), nobody(7 * T), nobody(9 * T)) == [TokenLaid(TAG, 0, 0)]


def test_a_garbled_look_lifts_nothing_and_takes_silence_back() -> None:
    """3 T of silence, of which it takes back 0.08 s = 1.3 T; the T up to the next clean look does not count either.

    So 2.3 T are wanting of 4 T, and the third look after that next one, at 9 T, has them.
    """
    looks = (tags(0, TAG), nobody(T), nobody(2 * T), nobody(4 * T), garbled(5 * T), nobody(6 * T), nobody(7 * T))
    assert feed(*looks, nobody(8 * T)) == [TokenLaid(TAG, 0, 0)]
    assert feed(*looks, nobody(8 * T), nobody(9 * T))[1:] == [TokenLifted(TAG, 0, 9 * T)]


def test_garbled_looks_for_ever_lift_nothing() -> None:
    """And are told once, when they have lasted a second: from T on, so at 17 T = 1 s later."""
    assert feed(tags(0, TAG), *[garbled(count * T) for count in range(1, 100)], tags(100 * T, TAG)) == [
        TokenLaid(TAG, 0, 0),
        PadGarbled(0, "a parity bit was wrong", 17 * T),
        PadClear(0, 100 * T),
    ]


def test_silence_and_noise_by_turns_lift_nothing() -> None:
    """Each silent T is followed by a garbled look, which takes as much back."""
    looks = [look for count in range(0, 300, 3) for look in (nobody(count * T), nobody((count + 1) * T),
             garbled((count + 2) * T))]   # fmt: skip
    assert feed(tags(0, TAG), *looks) == [TokenLaid(TAG, 0, 0)]


def test_noise_for_less_than_a_second_is_not_told() -> None:
    looks = [look for count in range(0, 90, 15) for look in (garbled(count * T), nobody((count + 14) * T))]
    assert feed(*looks) == []


def test_a_dead_reader_is_lost_once_and_lifts_nothing() -> None:
    assert feed(tags(0, TAG), nobody(T), dead(2 * T), dead(3 * T), dead(100 * T)) == [
        TokenLaid(TAG, 0, 0),
        ReaderLost(0, "does not answer", 2 * T, Trouble.ABSENT),
    ]


def test_a_reader_that_is_back_with_its_tag_says_only_that() -> None:
    assert feed(tags(0, TAG), dead(T), tags(2 * T, TAG))[2:] == [ReaderBack(0, 2 * T)]


def test_a_tag_that_went_while_the_reader_was_dead_is_lifted_after_a_whole_silence() -> None:
    looks = (tags(0, TAG), nobody(T), dead(2 * T), nobody(10 * T), nobody(13 * T), nobody(14 * T))
    assert feed(*looks)[2:] == [ReaderBack(0, 10 * T), TokenLifted(TAG, 0, 14 * T)]


def test_a_reader_back_with_noise_on_it_is_back() -> None:
    assert feed(dead(0), garbled(T))[1:] == [ReaderBack(0, T)]


def test_a_garbled_pad_whose_reader_dies_is_told_again_when_it_stammers_on() -> None:
    """The second of stammering begins anew with the reader: from 20 T to 36 T."""
    stammers = [garbled(count * T) for count in (0, 16)]
    again = [garbled(count * T) for count in (20, 35, 36)]
    kinds = [type(event) for event in feed(*stammers, dead(18 * T), *again)]
    assert kinds == [PadGarbled, ReaderLost, ReaderBack, PadGarbled]


def test_one_of_two_tags_lifted_while_the_other_lies() -> None:
    looks = (tags(0, OTHER, TAG), tags(T, OTHER), tags(3 * T, OTHER), tags(5 * T, OTHER))
    assert feed(*looks) == [TokenLaid(OTHER, 0, 0), TokenLaid(TAG, 0, 0), TokenLifted(TAG, 0, 5 * T)]


def test_tags_are_lifted_before_others_are_laid() -> None:
    assert feed(tags(0, TAG), nobody(T), nobody(3 * T), tags(5 * T, OTHER))[1:] == [
        TokenLifted(TAG, 0, 5 * T),
        TokenLaid(OTHER, 0, 5 * T),
    ]


def test_trouble_at_an_empty_pad_leaves_the_silence_at_another_alone() -> None:
    looks = (tags(0, TAG), nobody(T), garbled(2 * T, reader=1), dead(3 * T, reader=1), nobody(3 * T), nobody(5 * T))
    assert TokenLifted(TAG, 0, 5 * T) in feed(*looks)


def test_the_table_is_known_once_every_pad_has_been_believed_and_told_so_once() -> None:
    """Tags are believed at once, so is a dead reader; silence only when it has spanned 0.3 s = 4.8 T, no stammer."""
    presence = Presence(readers=4)
    presence.recall(Memory(known=(TAG,), unknown=dict.fromkeys(range(4))))
    told = [
        event.at / T
        for reading in (
            tags(0.0, TAG, reader=0), dead(0.0, reader=1), nobody(0.0, reader=2), garbled(0.0, reader=3),
            nobody(4 * T, reader=2), nobody(5 * T, reader=2),  # this one is believed now, the stammering one is not
            nobody(5 * T, reader=3), garbled(6 * T, reader=3),
            nobody(7 * T, reader=3), nobody(11 * T, reader=3), nobody(12 * T, reader=3), nobody(20 * T, reader=3),
        )
        for event in presence.feed(reading)
        if isinstance(event, TableKnown)
    ]  # fmt: skip
    assert told == [12]


def test_a_presence_goes_on_from_what_another_remembered() -> None:
    """A recording begins in the middle: nothing is told again, and what changes then is."""
    before = Presence(readers=3)
    for reading in (tags(0, TAG), tags(T, TAG), dead(T, reader=1), *[garbled(c * T, reader=2) for c in range(18)]):
        before.feed(reading)
    after = Presence(readers=3)
    after.recall(before.memory())
    same = [tags(20 * T, TAG), dead(20 * T, reader=1), garbled(20 * T, reader=2)]
    assert [event for reading in same for event in after.feed(reading)] == []
    changed = [nobody(21 * T, reader=1), tags(21 * T, OTHER, reader=2)]
    assert [event for reading in changed for event in after.feed(reading)] == [
        ReaderBack(1, 21 * T),
        PadClear(2, 21 * T),
    ]
    assert {tag: home.reader for tag, home in after.memory().homes.items()} == {TAG: 0}
