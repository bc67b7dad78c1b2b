"""Presence: what many looks at pads say of tokens. Times are multiples of 1/16 s, exact in floats; silence is 1/4 s."""

from hardware.readers.presence import DEFAULT_SILENCE, Presence
from hardware.readers.reading import (
    PadClear,
    PadEvent,
    PadGarbled,
    ReaderBack,
    ReaderLost,
    Reading,
    Seen,
    TableKnown,
    TokenLaid,
    TokenLifted,
)

T = 1 / 16
TAG, OTHER = "04a1b2c3d4e5f6", "1a2b3c4d"


def tags(at: float, *names: str, reader: int = 0) -> Reading:
    return Reading(reader, Seen.TAGS, at, names)


def nobody(at: float, reader: int = 0) -> Reading:
    return Reading(reader, Seen.NOBODY, at)


def garbled(at: float, reader: int = 0) -> Reading:
    return Reading(reader, Seen.GARBLED, at, why="a parity bit was wrong")


def dead(at: float, reader: int = 0) -> Reading:
    return Reading(reader, Seen.DEAD, at, why="does not answer")


def feed(*readings: Reading) -> list[PadEvent]:
    presence = Presence(silence_s=4 * T)
    return [event for reading in readings for event in presence.feed(reading)]


def test_default_silence_outlasts_the_bursts_of_noise_that_were_measured() -> None:
    assert DEFAULT_SILENCE == 0.2   # bursts of 150 ms, 10 % of exchanges failing: 200 ms give no false lift


def test_a_tag_is_laid_once_however_often_it_is_seen() -> None:
    assert feed(tags(0, TAG), tags(T, TAG), tags(2 * T, TAG)) == [TokenLaid(TAG, 0, 0)]


def test_silence_lifts_when_it_has_lasted_long_enough_and_not_before() -> None:
    short = (tags(0, TAG), nobody(T), nobody(2 * T), nobody(4 * T))   # 3 T of silence
    assert feed(*short) == [TokenLaid(TAG, 0, 0)]
    assert feed(*short, nobody(5 * T))[1:] == [TokenLifted(TAG, 0, 5 * T)]
    assert feed(*short, nobody(5 * T), nobody(6 * T), nobody(20 * T))[2:] == []


def test_one_silent_look_lifts_nothing_however_long_after_the_tag_was_seen() -> None:
    assert feed(tags(0, TAG), nobody(100 * T)) == [TokenLaid(TAG, 0, 0)]


def test_many_silent_looks_within_a_short_time_lift_nothing() -> None:
    looks = [nobody(T + count * T / 64) for count in range(64)]   # 64 silences in less than T
    assert feed(tags(0, TAG), *looks) == [TokenLaid(TAG, 0, 0)]


def test_a_tag_seen_again_ends_the_silence() -> None:
    assert feed(tags(0, TAG), nobody(T), nobody(4 * T), tags(5 * T, TAG), nobody(6 * T), nobody(9 * T)) == [
        TokenLaid(TAG, 0, 0)
    ]


def test_a_garbled_look_restarts_the_silence() -> None:
    looks = (tags(0, TAG), nobody(T), garbled(4 * T), nobody(5 * T), nobody(8 * T))
    assert feed(*looks) == [TokenLaid(TAG, 0, 0)]
    assert feed(*looks, nobody(9 * T))[1:] == [TokenLifted(TAG, 0, 9 * T)]   # 4 T after the silence began anew


def test_garbled_looks_for_ever_lift_nothing() -> None:
    """And are told once, when they have lasted a second: from T on, so at 17 T = 1 s later."""
    assert feed(tags(0, TAG), *[garbled(count * T) for count in range(1, 100)], tags(100 * T, TAG)) == [
        TokenLaid(TAG, 0, 0),
        PadGarbled(0, "a parity bit was wrong", 17 * T),
        PadClear(0, 100 * T),
    ]


def test_noise_for_less_than_a_second_is_not_told() -> None:
    looks = [look for count in range(0, 90, 15) for look in (garbled(count * T), nobody((count + 14) * T))]
    assert feed(*looks) == []


def test_a_tag_between_two_pads_stays_with_the_one_that_saw_it_first() -> None:
    both = [look for count in range(100) for look in (tags(count * T, TAG), tags(count * T, TAG, reader=1))]
    assert feed(*both) == [TokenLaid(TAG, 0, 0)]


def test_a_tag_of_a_dead_reader_that_is_seen_elsewhere_has_moved() -> None:
    assert feed(tags(0, TAG), dead(T), tags(2 * T, TAG, reader=1))[2:] == [
        TokenLifted(TAG, 0, 2 * T),
        TokenLaid(TAG, 1, 2 * T),
    ]


def test_a_dead_reader_is_lost_once_and_lifts_nothing() -> None:
    assert feed(tags(0, TAG), nobody(T), dead(2 * T), dead(3 * T), dead(100 * T)) == [
        TokenLaid(TAG, 0, 0),
        ReaderLost(0, "does not answer", 2 * T),
    ]


def test_a_reader_that_is_back_with_its_tag_says_only_that() -> None:
    assert feed(tags(0, TAG), dead(T), tags(2 * T, TAG))[2:] == [ReaderBack(0, 2 * T)]


def test_a_tag_that_went_while_the_reader_was_dead_is_lifted_after_a_whole_silence() -> None:
    looks = (tags(0, TAG), nobody(T), dead(2 * T), nobody(10 * T), nobody(13 * T), nobody(14 * T))
    assert feed(*looks)[2:] == [ReaderBack(0, 10 * T), TokenLifted(TAG, 0, 14 * T)]


def test_a_reader_back_with_noise_on_it_is_back() -> None:
    assert feed(dead(0), garbled(T)) == [ReaderLost(0, "does not answer", 0), ReaderBack(0, T)]


def test_a_tag_seen_elsewhere_is_lifted_at_once_and_then_laid() -> None:
    assert feed(tags(0, TAG), nobody(T), tags(T, TAG, reader=3)) == [
        TokenLaid(TAG, 0, 0),
        TokenLifted(TAG, 0, T),
        TokenLaid(TAG, 3, T),
    ]


def test_the_old_pad_says_nothing_more_of_a_tag_that_moved() -> None:
    assert feed(tags(0, TAG), tags(T, TAG, reader=3), nobody(2 * T), nobody(9 * T))[3:] == []


def test_one_of_two_tags_lifted_while_the_other_lies() -> None:
    looks = (tags(0, TAG, OTHER), tags(T, OTHER), tags(5 * T, OTHER))
    assert feed(*looks) == [TokenLaid(TAG, 0, 0), TokenLaid(OTHER, 0, 0), TokenLifted(TAG, 0, 5 * T)]


def test_tags_are_lifted_before_others_are_laid() -> None:
    assert feed(tags(0, TAG), nobody(T), tags(5 * T, OTHER))[1:] == [
        TokenLifted(TAG, 0, 5 * T),
        TokenLaid(OTHER, 0, 5 * T),
    ]


def test_trouble_at_one_pad_leaves_the_silence_at_another_alone() -> None:
    looks = (tags(0, TAG), nobody(T), garbled(2 * T, reader=1), dead(3 * T, reader=1), nobody(5 * T))
    assert TokenLifted(TAG, 0, 5 * T) in feed(*looks)


def test_the_table_is_known_once_every_pad_has_been_believed_and_told_so_once() -> None:
    """Tags are believed at once, so is a dead reader; silence only when it has spanned the time, a stammer never."""
    presence = Presence(silence_s=4 * T, readers=4)
    told = [
        event.at / T
        for reading in (
            tags(0.0, TAG, reader=0), dead(0.0, reader=1), nobody(0.0, reader=2), garbled(0.0, reader=3),
            nobody(3 * T, reader=2), nobody(4 * T, reader=2),  # this one is believed now, the stammering one is not
            nobody(5 * T, reader=3), garbled(6 * T, reader=3),
            nobody(7 * T, reader=3), nobody(10 * T, reader=3), nobody(11 * T, reader=3), nobody(20 * T, reader=3),
        )
        for event in presence.feed(reading)
        if isinstance(event, TableKnown)
    ]  # fmt: skip
    assert told == [11]
