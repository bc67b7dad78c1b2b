"""A soak: tokens laid and lifted at random in random faults; whenever the table rests, belief and truth are equal."""

import random
from collections import Counter
from collections.abc import Callable, Sequence

from hardware.bench import Bench
from hardware.readers.mfrc522 import Mfrc522
from hardware.readers.pads import PadWorker
from hardware.readers.presence import Presence
from hardware.readers.reading import PadEvent, ReaderBack, ReaderLost, TokenLaid, TokenLifted
from hardware.readers.scanner import Scanner

READERS = 12
ROOM = (*range(READERS), 0, 5, 9)
"""A pad for each token that has room there: three of them read a whole area, so two."""
NEIGHBOURS = tuple((pad, pad + 1) for pad in range(READERS - 1))
TOKENS = (
    *(bytes((0x10 + number, 0x5A, 0xC3, 0x7E)) for number in range(9)),
    *(bytes((0x04, 0x10 + number, 0x5A, 0xC3, 0x7E, 0x2B, 0x80)) for number in range(9)),
)
PATIENCE_S = 20.0
"""At a rest, all faults ended: a dead reader is tried again within 8 s, and must then work for some looks."""


class Soak:
    """A table in bad hands. truth: reader of each token that lies there; belief: the same, by the events.

    It is a table on which driver, scanner and presence work as on the real one. AssertionError when they lose a token,
    or invent one.
    """

    def __init__(self, bench: Bench, seed: int) -> None:
        self.bench = bench
        self.random = random.Random(seed)
        self.truth: dict[str, int] = {}
        self.belief: dict[str, int] = {}
        self.lost: set[int] = set()
        self.placements = self.lifts = 0
        self.told: Counter[type[PadEvent]] = Counter()
        chips = [Mfrc522(*divmod(pad, 6), clock=bench.clock) for pad in range(READERS)]
        scanner = Scanner(chips, bench.clock, "overlap", NEIGHBOURS)
        self._worker = PadWorker(scanner, Presence(READERS, NEIGHBOURS), self._told, bench.clock)

    def go(self, deeds: int) -> None:
        """So many placements and lifts at the least; between two rests each token is touched once at most."""
        self.rest()
        while self.placements + self.lifts < deeds:
            self.spoil()
            for uid in self.random.sample(TOKENS, len(TOKENS)):
                if self.random.random() < 0.8:
                    self.deed(uid)
                    self.run(self.random.choice((0.0, 0.0, 0.0, 0.01, 0.1)))
            self.rest()

    def run(self, seconds: float) -> None:
        """Let time pass."""
        end = self.bench.clock.now() + seconds
        while self.bench.clock.now() < end:
            now = self.bench.clock.now()
            self.bench.clock.sleep(self._worker.step(now) - self.bench.clock.now())

    def deed(self, uid: bytes) -> None:
        """A hand lays a token, lifts it, or both, on another pad. It does not touch it again before the next rest."""
        free = sorted((Counter(ROOM) - Counter(self.truth.values())).elements())
        old = self.truth.pop(uid.hex(), None)
        free = [pad for pad in free if pad != old]
        lay = bool(free)
        if old is not None:
            self.lifts += 1
            lay = lay and self.random.random() < 0.6
            if not lay:
                self.bench.lift(uid)
        if lay:
            self.truth[uid.hex()] = self.random.choice(free)
            self.bench.place(uid, self.truth[uid.hex()])
            self.placements += 1

    def spoil(self) -> None:
        """One to three of what can go wrong, until the next rest."""
        bench, pad = self.bench, self.random.randrange(READERS)
        seed = self.random.randrange(1 << 30)
        lying = [bytes.fromhex(tag) for tag in sorted(self.truth)]
        faults: list[Callable[[], object]] = [
            lambda: bench.noise(0.1, 0.05, seed=seed),
            lambda: bench.noise(0.3, 0.15, seed=seed),
            lambda: bench.noise(0.5, 0.1, pad, seed=seed),
            lambda: bench.noise(0.1, seed=seed),
            lambda: bench.unplug(pad),
            lambda: bench.brown_out(pad),
            lambda: bench.brown_out(pad, in_exchange=True),
            lambda: bench.freeze(pad, 0.3),
            lambda: bench.freeze(pad, 0.5, soft=True),
            lambda: bench.hold_miso(pad, 1),
            lambda: self.loosen(lying),
        ]
        for fault in self.random.sample(faults, self.random.choice((0, 1, 1, 2, 3))):
            fault()

    def loosen(self, tags: Sequence[bytes]) -> None:
        """Tokens that lie badly, and are read in half the looks or more."""
        for uid in tags:
            self.bench.couple(uid, self.random.uniform(0.5, 1.0))

    def rest(self) -> None:
        """Faults end, hands are still; belief becomes truth, and stays so."""
        for pad in range(READERS):
            self.bench.plug(pad)
        self.bench.quiet()
        end = self.bench.clock.now() + PATIENCE_S
        self.run(0.2)
        while (self.belief != self.truth or self.lost) and self.bench.clock.now() < end:
            self.run(0.05)
        assert self.belief == self.truth, f"after {self.placements} placements"
        assert not self.lost

    def _told(self, event: PadEvent) -> None:
        self.told[type(event)] += 1
        match event:
            case TokenLaid(tag=tag, reader=reader):
                assert tag not in self.belief, event
                assert bytes.fromhex(tag) in TOKENS, event
                self.belief[tag] = reader
            case TokenLifted(tag=tag, reader=reader):
                assert self.belief.pop(tag) == reader, event
            case ReaderLost(reader=reader):
                assert reader not in self.lost, event
                self.lost.add(reader)
            case ReaderBack(reader=reader):
                self.lost.remove(reader)


def soak(seed: int, deeds: int) -> None:
    """So many placements and lifts; each was told once, none besides."""
    with Bench(READERS) as bench:
        table = Soak(bench, seed)
        table.go(deeds)
        assert table.told[TokenLaid] == table.placements
        assert table.told[TokenLifted] == table.lifts
        assert table.told[ReaderLost] > 0   # faults there were
