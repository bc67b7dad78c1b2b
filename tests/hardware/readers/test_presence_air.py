"""How long a silence must be: short in calm air, longer where looks have failed alone, and weighed by what others say.

Looks at each pad come every T = 1/16 s, at all pads in one round; numbers are those of `silence`.
"""

from collections.abc import Iterator, Sequence

import pytest

from hardware.bench import Bench
from hardware.readers.memory import Memory
from hardware.readers.pads import PadWorker
from hardware.readers.presence import Presence
from hardware.readers.reading import PadEvent, Reading, TokenLifted
from hardware.readers.silence import LONELY_S, LONGEST_S, SHORTEST_S, Air, AirMemory

from .looks import T, garbled, nobody, tags
from .wires import open_scanner

NAMES = tuple(f"{0x10 + pad:02x}5ac37e" for pad in range(12))


def look(letter: str, at: float, pad: int) -> Reading:
    """N: the pad's tag is named; . nobody is; ! garbled."""
    if letter == "N":
        return tags(at, NAMES[pad], reader=pad)
    return garbled(at, pad) if letter == "!" else nobody(at, pad)


class Rounds:
    """Pads with a tag on each, looked at one after the other."""

    def __init__(self, pads: int) -> None:
        self.presence = Presence()
        self.presence.recall(Memory(known=NAMES))
        self.at = 0.0
        self.go("N" * pads)

    def go(self, looks: str, rounds: int = 1) -> list[PadEvent]:
        """So many rounds; a letter a pad, see `look`."""
        events: list[PadEvent] = []
        for _ in range(rounds):
            self.at += T
            for pad, letter in enumerate(looks):
                events += self.presence.feed(look(letter, self.at + pad * T / 64, pad))
        return events

    def rounds_to_lift(self, looks: str) -> int:
        """How many rounds of these looks it takes until something is lifted."""
        for count in range(1, 200):
            if any(isinstance(event, TokenLifted) for event in self.go(looks)):
                return count
        raise AssertionError("never lifted")


def rounds_for(seconds: float) -> int:
    """Silent looks that span so long, for a tag that lies alone: one begins it, each T more adds T."""
    return 1 + -int(-seconds // T)


def test_alone_in_calm_air_the_shortest_silence_lifts() -> None:
    """0.13 s are 2.08 T, so the fourth silent look ends it."""
    assert Rounds(1).rounds_to_lift(".") == rounds_for(SHORTEST_S) == 4


def test_where_others_are_read_well_it_is_as_short_and_told_a_look_later() -> None:
    """What a silence is worth says the next look at another pad; here the last pad of the round has none after it."""
    assert Rounds(4).rounds_to_lift("NNN.") == 5


@pytest.mark.parametrize("share", [0.1, 0.3])
def test_looks_that_failed_alone_make_the_silence_longer(share: float) -> None:
    """Of ten rounds one or three are silent, for a minute, which is several times the ten seconds of memory."""
    table = Rounds(1)
    silent = round(10 * share)
    for _ in range(96):
        assert table.go(".", silent) == []
        table.go("N", 10 - silent)
    asked = table.rounds_to_lift(".")
    expected = SHORTEST_S + LONELY_S * share
    assert rounds_for(0.85 * expected) <= asked <= rounds_for(1.15 * expected) + 1
    assert asked > 4


def test_garbled_looks_make_it_longer_too() -> None:
    table = Rounds(1)
    for _ in range(320):
        table.go("!")
        table.go("N", 2)
    assert table.rounds_to_lift(".") >= rounds_for(0.85 * (SHORTEST_S + LONELY_S / 3))


def test_it_forgets() -> None:
    """A minute of noise, then eight of calm, six times the longest memory: e^-6 of it is left."""
    table = Rounds(1)
    for _ in range(320):
        table.go("!")
        table.go("N", 2)
    table.go("N", 16 * 480)
    assert table.rounds_to_lift(".") == 4


def test_one_pads_bad_days_warn_the_others() -> None:
    """Pad 0 fails alone half the time for half a minute; then pad 2, which was always well, is silent."""
    table = Rounds(4)
    for _ in range(16 * 15):
        table.go("NNNN")
        table.go("!NNN")
    calm = Rounds(4)
    assert table.rounds_to_lift("NN.N") > calm.rounds_to_lift("NN.N")


def test_silence_while_the_others_fail_is_worth_less_but_not_nothing() -> None:
    """A burst over the whole table, of which only pad 3 is silent and the others garble: 0.13 s at 0.35 a second."""
    asked = Rounds(4).rounds_to_lift("!!!.")
    assert rounds_for(0.13 / 0.35) <= asked <= rounds_for(0.13 / 0.35) + 2


def test_failures_that_all_share_leave_calm_silence_short() -> None:
    """A lamp troubles all pads three times in ten; between its bursts the silence of one pad says as much as ever."""
    table = Rounds(6)
    for _ in range(96):
        table.go("NNNNNN", 7)
        table.go("!!!!!!", 3)
    assert table.rounds_to_lift("NN.NNN") <= 6


def test_when_all_are_lifted_at_once_all_are_told() -> None:
    """End of a game: nobody is left to say that the air is calm, and it must not wait for ever."""
    table = Rounds(12)
    lifted = [event for event in table.go("." * 12, 12) if isinstance(event, TokenLifted)]
    assert sorted(event.tag for event in lifted) == sorted(NAMES)


def test_the_longest_silence_is_the_longest() -> None:
    air = Air()
    air.recall(AirMemory({3: 1.0}, 1.0))
    assert air.span(3) == min(LONGEST_S, SHORTEST_S + LONELY_S)
    air.recall(AirMemory({3: 5.0}))
    assert air.span(3) == LONGEST_S


class Table:
    """Tokens on the bench's pads, all readers looked at as the table does it."""

    def __init__(self, bench: Bench, presence: Presence, tokens: Sequence[bytes]) -> None:
        self.bench = bench
        self.events: list[PadEvent] = []
        self._worker = PadWorker(open_scanner(bench, 6), presence, self.events.append, bench.clock)
        for pad, uid in enumerate(tokens):
            bench.place(uid, pad)
        self.run(1.0)
        self.events.clear()

    def run(self, seconds: float) -> None:
        end = self.bench.clock.now() + seconds
        while self.bench.clock.now() < end:
            now = self.bench.clock.now()
            self.bench.clock.sleep(self._worker.step(now) - self.bench.clock.now())


TOKENS = [bytes.fromhex(name) for name in NAMES[:6]]


@pytest.fixture
def bench() -> Iterator[Bench]:
    with Bench(6) as bench:
        yield bench


def test_in_the_worst_air_nothing_is_lifted_that_lies_and_all_that_is_lifted(bench: Bench) -> None:
    """30 % in bursts of 150 ms: half a minute of peace, then ten lifts, each told within a second."""
    table = Table(bench, Presence(6), TOKENS)
    bench.noise(0.3, 0.15, seed=7)
    table.run(30.0)
    assert table.events == []
    for turn in range(10):
        uid = TOKENS[turn % 6]
        bench.lift(uid)
        at = bench.clock.now()
        table.run(1.2)
        assert [event.at - at < 1.0 for event in table.events if isinstance(event, TokenLifted)] == [True]
        bench.place(uid, turn % 6)
        table.run(1.5)
        table.events.clear()


def test_that_noise_would_lift_tokens_if_silence_were_counted_in_looks(bench: Bench) -> None:
    """So the test above can fail: with three silent looks, however quickly they follow each other, it does."""
    table = Table(bench, Presence(6, silence_s=0.0), TOKENS)
    bench.noise(0.3, 0.15, seed=7)
    table.run(15.0)
    assert any(isinstance(event, TokenLifted) for event in table.events)
