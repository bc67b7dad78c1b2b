"""How long a tag must not have been named before it counts as lifted: by what the air has lately been like.

The arithmetic that the numbers come from stands in `Air`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

SHORTEST_S = 0.13
"""Silence that lifts a token in calm air."""
LONGEST_S = 1.5
"""Silence that lifts a token whatever the air is like."""
LONELY_S = 1.2
"""Silence more, times the share of time in which tags lately failed alone: 0.25 s in all at 10 %, 0.49 s at 30 %."""
LOOKS = 3
"""Silent looks that a lift takes at least, however far apart they are."""
GARBLED_S = 0.08
"""Silence that a garbled look takes back; the time up to the next clean look does not count either."""
ROUGH_WORTH = 0.35
"""What a second of silence is worth while other tags are silent, too: they were hardly all lifted at once."""
FRESH_S = 0.3
"""How old another pad's last look may be to say what the air is like; the slowest scan takes less."""
MEMORY_S = 10.0
"""After so long what a pad has been like counts 1/e ..."""
TABLE_MEMORY_S = 80.0
"""... and for the table as a whole, after so many seconds of all pads together."""


@dataclass(slots=True, eq=False)
class Silence:
    """How long one tag has not been named.

    span: s of clean silence, by its worth; looks: silent ones, since the last garbled one; lonely: s before looks that
    failed although other tags were read just before and after.
    """

    span: float = 0.0
    looks: int = 0
    lonely: float = 0.0
    span_owed: float = 0.0      # s whose worth the next look at another tag will tell
    lonely_owed: float = 0.0
    calm_before: bool = True

    @property
    def is_owed(self) -> bool:
        """Whether it waits for the next look at another tag."""
        return self.lonely_owed > 0

    def goes_on(self, seconds: float, calm_before: bool) -> None:
        """One more clean look did not name the tag, so long after the look before; calm_before: whether the last look
        at another tag named it."""
        if self.looks:
            self.span_owed += seconds
        self.lonely_owed += seconds
        self.calm_before = calm_before
        self.looks += 1

    def weighed(self, calm_after: bool) -> None:
        """The silence up to the last look finds its worth: the next look at another tag named it, or did not."""
        if self.calm_before and calm_after:
            self.span += self.span_owed
            self.lonely += self.lonely_owed
        else:
            self.span += self.span_owed * ROUGH_WORTH
        self.span_owed = self.lonely_owed = 0.0

    def broken(self, takes_back: float) -> None:
        """A look that says nothing, or that something lies there."""
        self.span = max(0.0, self.span - takes_back)
        self.looks = 0
        self.span_owed = self.lonely_owed = 0.0


@dataclass(frozen=True, slots=True)
class AirMemory:
    """What an `Air` remembers.

    alone, anywhere: shares of time in which tags failed alone, by reader and of all; looked_at, witnesses: moments (s)
    by reader; last, last_but_one: reader and outcome of the latest looks at two pads.
    """

    alone: dict[int, float] = field(default_factory=dict)
    anywhere: float = 0.0
    looked_at: dict[int, float] = field(default_factory=dict)
    witnesses: dict[int, float] = field(default_factory=dict)
    last: tuple[int, bool] = (-1, True)
    last_but_one: tuple[int, bool] = (-1, True)


class Air:
    """What the air over the table is like, and how long a silence must be in it.

    Noise comes in bursts of 50 to 150 ms (225 ms at most on the bench), so a silence is weighed in seconds, not in
    looks. There are two kinds of bursts:

    - Of all pads at once (a lamp, a motor). Then the tags read just before and after a silent look fail as well: such
      silence is worth little, and the silence between two bursts as much as ever. What a tag that lies there can gather
      is the calm edges of a burst, and a burst's 0.225 s x `ROUGH_WORTH` = 0.08 s: less than `SHORTEST_S`. (On the
      bench 0.09 s at most in ten minutes, with 12 tags and 30 % of the time in bursts of 150 ms.)
    - Of one pad (a hand), or there is nobody else to be asked: a burst looks like a lift until it ends. In a burst a
      look is silent with the chance 0.4, else garbled, and a pad in doubt is asked every 20 ms or so: seven looks in
      the first 0.13 s are all silent with the chance 0.4^7 = 0.2 %. That will do for the first burst in a calm hour; in
      bad air it will not. With 30 % of the time in bursts of 150 ms (gaps of 350 ms) there are 3600 bursts in 30
      minutes; a gap is too short for a look with the chance 1 - exp(-20 / 350) = 6 %, so some 200 run on for 0.3 s,
      twelve for 0.45 s; and 25 looks in 0.49 s are all silent with the chance 0.4^25 = 1e-10.

    Which of the two it is shows in how often looks fail *alone*, with the witnesses well. `span` grows with that share
    of the time, of this pad or of the whole table: one pad's bad days warn the others.

    fixed_s: a silence that is always the same, for measurements.
    """

    def __init__(self, fixed_s: float | None = None) -> None:
        self._fixed_s = fixed_s
        self._alone: dict[int, float] = {}     # share of the time of a pad's looks that failed alone
        self._alone_anywhere = 0.0
        self._looked_at: dict[int, float] = {}    # s, by reader
        self._seconds = 0.0                       # between this look and the one before at the same pad
        self._witnesses: dict[int, float] = {}    # pads with tags: when they were looked at (s)
        self._last = self._last_but_one = (-1, True)    # the latest looks of two different pads
        self._unweighed: list[tuple[int, Silence]] = []

    def span(self, reader: int) -> float:
        """Seconds of silence that lift a tag from this pad."""
        if self._fixed_s is not None:
            return self._fixed_s
        share = max(self._alone.get(reader, 0.0), self._alone_anywhere)
        return min(LONGEST_S, SHORTEST_S + LONELY_S * share)

    def lifts(self, silence: Silence, reader: int) -> bool:
        """Whether the silence is long enough to say that the tag no longer lies there."""
        return silence.looks >= LOOKS and silence.span >= self.span(reader)

    def memory(self) -> AirMemory:
        """All that it remembers, but for silences."""
        return AirMemory(
            self._alone.copy(),
            self._alone_anywhere,
            self._looked_at.copy(),
            self._witnesses.copy(),
            self._last,
            self._last_but_one,
        )

    def recall(self, memory: AirMemory, silences: Iterable[tuple[int, Silence]] = ()) -> None:
        """Go on from what another one remembered; silences: those that there are, by reader."""
        self._alone = memory.alone.copy()
        self._alone_anywhere = memory.anywhere
        self._looked_at = memory.looked_at.copy()
        self._witnesses = memory.witnesses.copy()
        self._last = memory.last
        self._last_but_one = memory.last_but_one
        self._unweighed = [pair for pair in silences if pair[1].is_owed]

    def look(self, reader: int, at: float) -> None:
        """A look at a pad begins to be told."""
        self._seconds = min(at - self._looked_at.get(reader, at), FRESH_S)
        self._looked_at[reader] = at

    def silent(self, silence: Silence, reader: int, at: float) -> None:
        """It was clean, and did not name a tag that lay there."""
        self.forget(silence)
        if any(other != reader and at - when <= FRESH_S for other, when in self._witnesses.items()):
            silence.goes_on(self._seconds, self._calm_before(reader))
            self._unweighed.append((reader, silence))
        else:
            silence.goes_on(self._seconds, True)
            silence.weighed(True)

    def named(self, silence: Silence, reader: int) -> Silence:
        """The tag was named: what silence there was, was false; the next one."""
        self._count(reader, 0.0, self._seconds)
        if not (silence.looks or silence.span or silence.lonely):
            return silence
        self.forget(silence)
        self._count(reader, 1.0, silence.lonely)
        return Silence()

    def broken(self, silence: Silence, takes_back: float) -> None:
        """A look that does not count toward a lift."""
        self.forget(silence)
        silence.broken(takes_back)

    def looked(self, reader: int, at: float, well: bool) -> None:
        """A look at a pad with tags, all of them named or not: a witness for the silences of others."""
        self._witnesses[reader] = at
        if self._last[0] != reader:
            self._last_but_one = self._last
        self._last = (reader, well)
        if self._unweighed:
            for other, silence in self._unweighed:
                if other != reader:
                    silence.weighed(well)
            self._unweighed = [(other, silence) for other, silence in self._unweighed if other == reader]

    def garbled(self, reader: int) -> None:
        """A garbled look at a pad with tags."""
        if self._calm_before(reader):
            self._count(reader, 1.0, self._seconds)

    def leave(self, reader: int) -> None:
        """This pad is no witness: nothing lies there, or nothing that can be named."""
        self._witnesses.pop(reader, None)

    def forget(self, silence: Silence) -> None:
        """Nobody waits for what this silence is worth any more."""
        if self._unweighed:
            self._unweighed = [pair for pair in self._unweighed if pair[1] is not silence]

    def _calm_before(self, reader: int) -> bool:
        """Whether the latest look at another pad with tags named them all, if there is such a pad."""
        witness, well = self._last_but_one if self._last[0] == reader else self._last
        return well or witness not in self._witnesses

    def _count(self, reader: int, failed: float, seconds: float) -> None:
        share = self._alone.get(reader, 0.0)
        self._alone[reader] = share + (failed - share) * seconds / MEMORY_S
        self._alone_anywhere += (failed - self._alone_anywhere) * seconds / TABLE_MEMORY_S
