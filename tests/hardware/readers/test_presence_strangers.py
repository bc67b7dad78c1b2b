"""Tags never named before: seen twice before they are believed; and those with another UID at each look."""

from hardware.readers.presence import Presence
from hardware.readers.reading import PadEvent, RandomTag, RandomTagGone, Reading, TableKnown, TokenLaid, TokenLifted

from .looks import OTHER, TAG, T, garbled, nobody, tags


class Pads:
    """A presence and what it told."""

    def __init__(self) -> None:
        self.presence = Presence(silence_s=4 * T)
        self.events: list[PadEvent] = []

    def see(self, *readings: Reading) -> list[PadEvent]:
        events = [event for reading in readings for event in self.presence.feed(reading)]
        self.events += events
        return events


def drawn(count: int) -> str:
    """The UID of the `count`th look at a tag that draws one each time (ISO/IEC 14443-3: 08 and three random bytes)."""
    return f"08{0x5A17C3 * (count + 1) & 0xFFFFFF:06x}"


def test_a_stranger_is_believed_at_the_second_look_which_is_asked_for() -> None:
    pads = Pads()
    assert pads.see(tags(0, TAG)) == []
    assert pads.presence.doubts(0)
    assert pads.see(tags(T, TAG)) == [TokenLaid(TAG, 0, T)]
    assert not pads.presence.doubts(0)


def test_a_tag_that_was_known_is_believed_at_once_on_any_pad() -> None:
    pads = Pads()
    pads.see(tags(0, TAG), tags(T, TAG), *[nobody(count * T) for count in range(2, 8)])
    assert isinstance(pads.events[-1], TokenLifted)
    assert pads.see(tags(9 * T, TAG, reader=3)) == [TokenLaid(TAG, 3, 9 * T)]


def test_a_uid_that_noise_made_up_is_never_laid_and_hides_no_tag() -> None:
    """One bit of it and of its check byte flipped, now and then: the true one is still there, for the look says so."""
    pads = Pads()
    pads.see(tags(0, TAG), tags(T, TAG))
    ghosts = [f"{int(OTHER, 16) ^ 1 << bit:08x}" for bit in range(32)]
    for count, ghost in enumerate(ghosts):
        at = 2 * T + 3 * T * count
        assert pads.see(nobody(at), nobody(at + T), tags(at + 2 * T, ghost)) == []
    assert pads.see(tags(200 * T, TAG)) == []


def test_the_second_look_may_be_a_garbled_one_later_but_not_too_late() -> None:
    pads = Pads()
    assert pads.see(tags(0, TAG), garbled(T), tags(2 * T, TAG)) == [TokenLaid(TAG, 0, 2 * T)]
    late = Pads()
    assert late.see(tags(0, TAG), nobody(T), tags(17 * T, TAG)) == []   # more than a second
    assert late.see(tags(18 * T, TAG)) == [TokenLaid(TAG, 0, 18 * T)]


def test_a_tag_with_a_new_uid_at_each_look_is_told_once_and_gone_once() -> None:
    pads = Pads()
    told = pads.see(*[tags(count * T, drawn(count)) for count in range(50)])
    assert told == [RandomTag(0, T)]
    assert pads.see(*[nobody(count * T) for count in range(50, 60)]) == [RandomTagGone(0, 54 * T)]


def test_two_of_them_on_two_pads_are_two() -> None:
    pads = Pads()
    looks = [tags(count * T, drawn(2 * count + reader), reader=reader) for count in range(20) for reader in (0, 1)]
    assert pads.see(*looks) == [RandomTag(0, T), RandomTag(1, T)]


def test_beside_a_token_it_leaves_the_token_alone() -> None:
    pads = Pads()
    told = pads.see(*[tags(count * T, *sorted((drawn(count), OTHER))) for count in range(30)])
    assert told == [RandomTag(0, T), TokenLaid(OTHER, 0, T)]


def test_a_uid_that_begins_with_08_and_stays_is_a_tag_like_others() -> None:
    pads = Pads()
    assert pads.see(*[tags(count * T, "08aabbcc") for count in range(30)]) == [TokenLaid("08aabbcc", 0, T)]


def test_doubts_are_about_this_pad_only_and_end_with_the_silence() -> None:
    pads = Pads()
    pads.see(tags(0, TAG), tags(T, TAG))
    pads.see(nobody(2 * T))
    assert pads.presence.doubts(0)
    assert not pads.presence.doubts(1)
    pads.see(tags(3 * T, TAG))
    assert not pads.presence.doubts(0)
    pads.see(*[nobody(count * T) for count in range(4, 9)])
    assert isinstance(pads.events[-1], TokenLifted)
    assert not pads.presence.doubts(0)


def test_a_pad_that_stammers_is_left_to_its_turn() -> None:
    """The scanner itself has repeated the look."""
    pads = Pads()
    pads.see(tags(0, TAG), tags(T, TAG), nobody(2 * T), garbled(3 * T))
    assert not pads.presence.doubts(0)


def test_a_table_with_a_stranger_is_known_when_it_was_seen_twice() -> None:
    presence = Presence(readers=1)
    assert presence.feed(tags(0, TAG)) == []
    assert presence.feed(tags(T, TAG)) == [TokenLaid(TAG, 0, T), TableKnown(T)]
