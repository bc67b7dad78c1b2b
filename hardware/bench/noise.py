"""The air on a bad day: exchanges that fail singly or in bursts, weak tags, stacks, and neighbours that listen in."""

from math import log, pow
from random import Random
from typing import Protocol

from hardware.bench import registers as r
from hardware.bench.air import Pad
from hardware.bench.iso14443 import has_good_crc
from hardware.bench.tag import Answer, Tag

# How an exchange fails, and how often each way (they add up to 1). No source gives figures: silence leads as it does in
# users' reports, and of what arrives wrong most has a wrong parity bit, since one bit is easier to lose than two.
UNHEARD = 0.20       # the tag hears noise instead of the frame, and falls back
DROWNED = 0.20       # the tag answers, and the chip notices nothing
SHORT = 0.15         # the answer breaks off at any bit; there is no wrong parity bit in what arrives
PARITY = 0.29        # one bit and so its parity is wrong
CHECK = 0.15         # two bits of one byte are wrong: right parity, wrong CRC_A or BCC
PASSING = 0.01       # the same two bits of two bytes are wrong: right parity, right BCC. A CRC_A notices (all but 1 in
                     # 65,536): there it is as CHECK

SCRAP = 0.05         # bad times in which nobody answers sound like a few bits with a wrong parity bit so often (unsure)
_SCRAP_BITS = 24     # at most so long

# RFCfgReg, RxGain (datasheet 9.3.3.6), in dB; 33 dB after reset.
_GAINS_DB = (18, 23, 18, 23, 33, 38, 43, 48)
_GAIN_AFTER_RESET_DB = 33

_STATIC = Tag(bytes(4))      # nobody's answer needs somebody who talks


class Weather(Protocol):
    """Tells when exchanges fail. Times are nanoseconds on the table's clock, and never go back."""

    def bad(self, at: int) -> bool:
        """Whether the exchange fails whose first frame has gone out at `at`."""
        ...


class Coins:
    """Each exchange fails by itself, so many in all (share, 0 to 1)."""

    def __init__(self, share: float, random: Random) -> None:
        self._share = share
        self._draw = random.random

    def bad(self, at: int) -> bool:
        """As `Weather.bad`; each question is another exchange."""
        return self._draw() < self._share


class Bursts:
    """Bad times in which every exchange fails, for `share` (more than 0, at most 1) of all time from `since` (ns) on.

    They last 0.5 to 1.5 times `burst` (s), each length as likely as the other, so their mean is `burst`. The gaps
    between them have no memory (exponential, mean burst x (1 - share) / share), as lamps and motors know nothing of
    each other: two bad times may follow each other at once.
    """

    def __init__(self, share: float, burst: float, since: int, random: Random) -> None:
        self._burst_ns = burst * 1e9
        self._gap_ns = self._burst_ns * (1 - share) / share
        self._draw = random.random
        self._now_bad = self._draw() < share
        self._until = since + self._length()

    def bad(self, at: int) -> bool:
        """As `Weather.bad`."""
        while at >= self._until:
            self._now_bad = not self._now_bad
            self._until += self._length()
        return self._now_bad

    def _length(self) -> float:
        if self._now_bad:
            return self._burst_ns * (0.5 + self._draw())
        return -self._gap_ns * log(1 - self._draw())


class RoughAir:
    """What a pad's own clear air is exchanged for when something is wrong with it (an `air.Air`).

    An exchange with a tag of strength s goes well with the chance 1 - (1 - s) ^ g, g the amplitude that the receiver's
    gain (RFCfgReg) gives over that after reset, 33 dB: more gain is like that many tries at once. So 1 is always heard,
    0 never, and 0.5 at 18, 33, 38, 48 dB with the chance 0.12, 0.5, 0.71, 0.98. A plain model, from no source.

    weather: as in `Weather`, or None. heard: the pads whose tags are heard here, and with what strength: the reader's
    own, and its neighbours'. regs: the chip's registers.
    """

    __slots__ = ("_draw", "_pad", "_regs", "heard", "weather")

    def __init__(self, pad: Pad, regs: bytearray, random: Random) -> None:
        self._pad = pad
        self._regs = regs
        self._draw = random.random
        self.weather: Weather | None = None
        self.heard = {pad: 1.0}

    def spoil(self, weather: Weather, random: Random) -> None:
        """Another weather; from now on `random` says what becomes of exchanges."""
        self.weather = weather
        self._draw = random.random

    @property
    def clear(self) -> bool:
        """Whether it is no worse than the pad's own."""
        weak = self._pad.shade or any(tag.strength < 1 for tag in self._pad.tags)
        return self.weather is None and not weak and len(self.heard) == 1

    def listeners(self, since: int) -> list[Tag]:
        """As `Air.listeners`, with the neighbours' tags."""
        return [tag for tag, _ in self._audience(since)]

    def reached(self, since: int, at: int) -> list[Tag]:
        """As `Air.reached`; to the others the exchange is noise."""
        bad = self.weather is not None and self.weather.bad(at)
        well = []
        for tag, strength in self._audience(since):
            if bad or (strength < 1 and self._lost(strength)):
                tag.hear_noise()
            else:
                well.append(tag)
        return well

    def carry(self, frame: int, bits: int, ciphered: bool, since: int, at: int) -> list[tuple[Tag, Answer]]:
        """As `Air.carry`; answers may be lost or spoiled, or come from nobody."""
        bad = self.weather is not None and self.weather.bad(at)
        heard = []
        for tag, strength in self._audience(since):
            answer: Answer | None
            if bad or (strength < 1 and self._lost(strength)):
                answer = self._fail(tag, frame, bits, ciphered)
            else:
                answer = tag.hear(frame, bits, ciphered)
            if answer is not None:
                heard.append((tag, answer))
        if bad and not heard and self._draw() < SCRAP:
            heard.append((_STATIC, self._scrap()))
        return heard

    def _audience(self, since: int) -> list[tuple[Tag, float]]:
        """Who hears this antenna, and how strongly it is coupled."""
        audience: list[tuple[Tag, float]] = []
        if self._pad.lit:
            for pad, strength in self.heard.items():
                if len(pad.tags) > 1:
                    strength *= 1 - pad.shade
                audience += [(tag, tag.strength * strength) for tag in pad.tags if tag.deaf_until <= since]
        return audience

    def _lost(self, strength: float) -> bool:
        gain_db = _GAINS_DB[self._regs[r.RF_CFG] >> 4 & 0x07]
        return self._draw() < pow(1 - strength, pow(10, (gain_db - _GAIN_AFTER_RESET_DB) / 20))

    def _fail(self, tag: Tag, frame: int, bits: int, ciphered: bool) -> Answer | None:
        """An exchange that fails, and how."""
        way = self._draw()
        if way < UNHEARD:
            tag.hear_noise()
            return None
        answer = tag.hear(frame, bits, ciphered)
        if answer is None or way < UNHEARD + DROWNED:
            return None
        if way < UNHEARD + DROWNED + SHORT:
            length = 1 + self._below(answer.length - 1)
            return Answer(answer.bits & (1 << length) - 1, length, length // 8)
        if way < UNHEARD + DROWNED + SHORT + PARITY:
            return answer._replace(bits=answer.bits ^ 1 << self._below(answer.length), torn=answer.parity > 0)
        return self._flip(answer, passing=way >= 1 - PASSING)

    def _flip(self, answer: Answer, passing: bool) -> Answer:
        """Two wrong bits in one byte, or the same two in another one as well."""
        length = answer.length
        size, broken = divmod(length, 8)         # a byte broken by the collision before comes first
        if size == 0:
            return answer._replace(bits=answer.bits ^ 1 << self._below(length))
        one = self._below(8)
        flips = 1 << one | 1 << (one + 1 + self._below(7)) % 8
        first = self._below(size)
        wrong = flips << broken + 8 * first
        if passing and size > 1 and not has_good_crc(answer.bits.to_bytes((length + 7) // 8, "little")):
            wrong |= flips << broken + 8 * ((first + 1 + self._below(size - 1)) % size)
        return answer._replace(bits=answer.bits ^ wrong)

    def _scrap(self) -> Answer:
        length = 1 + self._below(_SCRAP_BITS)
        return Answer(self._below(1 << length), length, length // 8, torn=True)

    def _below(self, end: int) -> int:
        return int(self._draw() * end)
