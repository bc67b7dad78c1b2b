"""A reader's module as it hangs on the wires: the chip, the pad over it, and what has befallen either."""

from dataclasses import dataclass
from random import Random

from hardware.bench import registers as r
from hardware.bench.air import Pad
from hardware.bench.chip import Chip
from hardware.bench.noise import RoughAir

_STORED = {r.COMMAND: 0x3F, r.BIT_FRAMING: 0x77, r.TX_CONTROL: 0xFF, r.CONTROL: 0x00}
"""Registers whose writing starts something, and which bits of them are kept if it does not."""


@dataclass(frozen=True, slots=True)
class Freeze:
    """A chip that has stopped working until `until` (ns on the table's clock; None: for ever).

    clock_only: its oscillator stands, so nothing runs, but registers are still written and read; else they keep what
    they held. soft: a soft reset revives it; if not, only its reset pin and its supply do.
    """

    until: int | None
    clock_only: bool
    soft: bool


class Cable:
    """A cable on which bits arrive late: above `max_hz`, a bit is read as the one before it, in both directions.

    So many of them: half of what the clock is too fast by (10 % too fast: 5 % of all bits), at most half. A plain
    model, from no source; but a level that does not change is read right at any speed, as it is where bits are late.
    """

    def __init__(self, max_hz: int, random: Random) -> None:
        self.max_hz = max_hz
        self._draw = random.random

    def blur(self, data: bytes, hz: int) -> bytes:
        """What arrives of the bytes, most significant bit first, at this clock."""
        late = min(0.5, (hz / self.max_hz - 1) / 2)
        before = 0
        arrived = bytearray()
        for byte in data:
            read = 0
            for shift in range(7, -1, -1):
                bit = byte >> shift & 1
                read = read << 1 | (before if self._draw() < late else bit)
                before = bit
            arrived.append(read)
        return bytes(arrived)


class Module:
    """One reader. Times are nanoseconds on the table's clock.

    stuck: the level at which its MISO is held, if it is. cable: one that is too long, if it is. holds_miso: it does not
    let go of the bus's MISO while others are selected, but goes on driving its last bit.
    """

    __slots__ = (
        "_dip_armed", "_dip_at", "_freeze", "cable", "chip", "held_in_reset", "holds_miso", "last_bit", "pad",
        "plugged", "rough", "stuck",
    )

    def __init__(self, chip: Chip, pad: Pad, random: Random) -> None:
        self.chip = chip
        self.pad = pad
        self.rough = RoughAir(pad, chip.regs, random)
        self.plugged = True
        self.held_in_reset = False
        self.holds_miso = False
        self.last_bit = 0
        self.stuck: int | None = None
        self.cable: Cable | None = None
        self._freeze: Freeze | None = None
        self._dip_armed = False
        self._dip_at: int | None = None

    @property
    def powered(self) -> bool:
        """Whether there is a chip that works; one that is held in reset lets go of MISO."""
        return self.plugged and not self.held_in_reset

    @property
    def sound(self) -> bool:
        """Whether transfers may go straight to the chip."""
        return (
            self.powered and self._freeze is None and self.cable is None and self.stuck is None
            and not (self.holds_miso or self._dip_armed or self._dip_at is not None)
        )

    def settle(self, now: int) -> None:
        """Let happen what was due until now."""
        if self._dip_at is not None and self._dip_at <= now:
            self.chip.settle(self._dip_at)
            self.power_on_reset(self._dip_at)
        if self._freeze is not None and self._freeze.until is not None and self._freeze.until <= now:
            self._thaw()
        self.chip.settle(now)

    def power_on_reset(self, now: int) -> None:
        """Its supply was gone, or its reset pin was low: it begins anew, whatever it was doing."""
        self._freeze = None
        self._dip_armed = False
        self._dip_at = None
        self.chip.power_on_reset(now)

    def dip_in_exchange(self) -> None:
        """Let the supply dip in the middle of the next exchange, when its first frame has gone out."""
        self._dip_armed = True

    def freeze(self, freeze: Freeze) -> None:
        """Stop working now; what was under way is lost."""
        self._freeze = freeze
        chip = self.chip
        chip.uart.break_off()
        chip.timer.stop(chip.now)
        if freeze.clock_only:
            self.pad.set_field(False, chip.now)

    def mend(self, now: int) -> None:
        """All is well again with chip and wires; it goes on with the registers that it has."""
        self.settle(now)
        self._dip_armed = False
        self._dip_at = None
        self.holds_miso = False
        self.stuck = None
        self.cable = None
        if self._freeze is not None:
            self._thaw()

    def _thaw(self) -> None:
        self._freeze = None
        self.chip.follow_antenna()

    def clear_up(self) -> None:
        """After a change to its air or to the tags in it: the rough one counts only while there is anything rough."""
        self.chip.uart.air = self.pad if self.rough.clear else self.rough

    def transfer(self, tx: bytes, now: int) -> bytes:
        """A selection of the chip that ends at `now`, sound or not."""
        self.settle(now)
        if self._freeze is not None:
            rx = self._transfer_frozen(tx, now, self._freeze)
        else:
            rx = bytes(self.chip.transfer(tx, now))
        if self._dip_armed and self.chip.uart.talking:
            self._dip_armed = False
            self._dip_at = self.chip.uart.at
        self.last_bit = rx[-1] & 1
        return rx

    def _transfer_frozen(self, tx: bytes, now: int, freeze: Freeze) -> bytes:
        chip = self.chip
        first = tx[0]
        register = first >> 1 & 0x3F
        if first & 0x80:
            return bytes((0, *(chip.regs[named >> 1 & 0x3F] for named in tx[:-1])))
        if freeze.soft and register == r.COMMAND and tx[-1] & 0x0F == r.SOFT_RESET:
            self._thaw()
            return bytes(chip.transfer(tx, now))
        if freeze.clock_only and len(tx) > 1:
            if register not in _STORED:
                return bytes(chip.transfer(tx, now))
            chip.regs[register] = tx[-1] & _STORED[register] | chip.regs[register] & ~_STORED[register]
        return bytes(len(tx))
