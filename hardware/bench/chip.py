"""The MFRC522 on its SPI lines: register file, FIFO, interrupt bits, CRC coprocessor and commands.

Modelled after the datasheet (rev. 3.9). The chip does nothing between transfers; each transfer first lets happen what
was due by then, in order, so that it behaves as if it ran. Not modelled: bit rates above 106 kbit/s, ParityDisable,
MSBFirst, the self test, the analogue settings (of which the gain is heeded by `noise.RoughAir`), the wake-up time after
power-down; the FIFO empties at once when sending begins.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from operator import itemgetter
from typing import TypeVar

from hardware.bench import registers as r
from hardware.bench.air import Pad
from hardware.bench.iso14443 import crc
from hardware.bench.tag import Tag
from hardware.bench.timer import Timer
from hardware.bench.uart import CollisionCount, ContactlessUart

_BUFFER_SIZE = 25
_READ_FIFO = bytes((0x80 | r.FIFO_DATA << 1,))
_UNKNOWN_COMMANDS = (0x5, 0x6, 0x9, 0xA, 0xB, 0xD)


class Chip:
    """One MFRC522 over one pad. `transfer` is its SPI face; times are nanoseconds on the table's clock."""

    __slots__ = ("_buffer", "_draws", "_fifo", "_now", "regs", "timer", "uart", "version")

    def __init__(self, pad: Pad, air: bool = True, collisions: CollisionCount = "frame") -> None:
        self.uart = ContactlessUart(self, pad, air, collisions)
        self.version = r.GENUINE_VERSION
        self._buffer = bytearray(_BUFFER_SIZE)
        self._draws = 0
        self.regs = bytearray(r.AFTER_RESET)
        self.power_on_reset(0)

    def power_on_reset(self, now: int) -> None:
        """Registers, FIFO and whatever was under way are gone; the field goes off."""
        self._now = now
        self._fifo = b""
        self._reset()

    def _reset(self) -> None:
        self.regs[:] = r.AFTER_RESET
        self.regs[r.VERSION] = self.version
        self.regs[r.FIFO_LEVEL] = len(self._fifo)
        self.timer = Timer()
        self.uart.break_off()
        self.uart.pad.set_field(False, self._now)

    @property
    def now(self) -> int:
        """The time up to which it has lived (ns)."""
        return self._now

    def set_version(self, version: int) -> None:
        """Be another make of chip, now and after each reset."""
        self.version = version
        self.regs[r.VERSION] = version

    def tag_gone(self, tag: Tag, now: int) -> None:
        """A tag was lifted off the pad."""
        self.uart.tag_gone(tag, now)

    # --- SPI ---

    def transfer(self, tx: bytes, now: int) -> list[int]:
        """One selection of the chip that ends at `now` (datasheet 8.1.2).

        Reading: each byte but the last names a register, whose value comes with the byte after. Writing: the first byte
        names a register, and all others go into it.
        """
        if self.uart.at <= now or self.timer.at <= now:
            self.settle(now)
        self._now = now
        first = tx[0]
        if first & 0x80:
            if len(tx) != 2:
                return self._read_burst(tx[:-1])
            read = _READERS[first]
            return [0, self.regs[first >> 1 & 0x3F] if read is None else read(self)]
        write = _WRITERS[first]
        if write is not None:
            for value in tx[1:]:
                write(self, value)
        elif first >> 1 == r.FIFO_DATA:
            self._write_fifo(tx[1:])
        elif len(tx) > 1:
            self.regs[first >> 1] = tx[-1]
        return [0] * len(tx)

    def _read_burst(self, named: bytes) -> list[int]:
        others = named.rstrip(_READ_FIFO)
        plain = _plain(others)
        if plain is not None:
            values = [0, *plain(self.regs)]
        else:
            values = [0]
            for first in others:
                read = _READERS[first]
                values.append(self.regs[first >> 1 & 0x3F] if read is None else read(self))
        if len(others) < len(named):
            burst = len(named) - len(others)
            values += self.take_fifo(burst).ljust(burst, b"\0")          # an empty FIFO reads 0
        return values

    def settle(self, now: int) -> None:
        """Let happen what was due until `now`."""
        uart, timer = self.uart, self.timer
        while True:
            if uart.at <= timer.at:
                if uart.at > now:
                    break
                uart.step()
            elif timer.at <= now:
                timer.underflow()
                self.regs[r.COM_IRQ] |= r.TIMER_IRQ
            else:
                break
        self._now = now

    # --- FIFO ---

    def push(self, data: bytes) -> None:
        """Bytes into the FIFO; those for which it has no room are lost, and the error register says so."""
        before = len(self._fifo)
        if before + len(data) > r.FIFO_SIZE:
            self.fail(r.BUFFER_OVFL)
            data = data[:r.FIFO_SIZE - before]
        self._fifo += data
        regs = self.regs
        regs[r.FIFO_LEVEL] = level = len(self._fifo)
        # An alert's interrupt bit is set when the alert begins (ComIrqReg, bits 3 and 2).
        if before < r.FIFO_SIZE - regs[r.WATER_LEVEL] <= level:
            regs[r.COM_IRQ] |= r.HI_ALERT_IRQ

    def take_fifo(self, count: int = r.FIFO_SIZE) -> bytes:
        """The first `count` bytes off the FIFO, or what it holds."""
        before = len(self._fifo)
        data = self._fifo[:count]
        self._fifo = self._fifo[count:]
        regs = self.regs
        regs[r.FIFO_LEVEL] = level = len(self._fifo)
        if level <= regs[r.WATER_LEVEL] < before:
            regs[r.COM_IRQ] |= r.LO_ALERT_IRQ
        return data

    def _pop(self) -> int:
        return (self.take_fifo(1) or b"\0")[0]

    # --- what commands and the UART do to the registers ---

    def fail(self, error: int) -> None:
        """Set error bits, and the interrupt that tells of them."""
        self.regs[r.ERROR] |= error
        self.regs[r.COM_IRQ] |= r.ERR_IRQ

    def clear_errors(self) -> None:
        """A command begins: all error bits but TempErr are cleared (ErrorReg)."""
        self.regs[r.ERROR] &= r.TEMP_ERR

    def end_command(self) -> None:
        """The command ends by itself: back to Idle, with the interrupt that software's own Idle does not give."""
        self.regs[r.COMMAND] &= 0xF0
        self.regs[r.COM_IRQ] |= r.IDLE_IRQ

    def start_timer(self, now: int) -> None:
        """Start the timer with what its registers say (datasheet 8.5)."""
        regs = self.regs
        prescaler = (regs[r.T_MODE] & 0x0F) << 8 | regs[r.T_PRESCALER]
        cycles = 2 * prescaler + (2 if regs[r.DEMOD] & r.T_PRESCAL_EVEN else 1)
        reload = regs[r.T_RELOAD_H] << 8 | regs[r.T_RELOAD_L]
        self.timer.start(now, cycles, reload, bool(regs[r.T_MODE] & r.T_AUTO_RESTART))

    # --- registers that do something when read ---

    def _read_status1(self) -> int:
        regs = self.regs
        level, water = len(self._fifo), regs[r.WATER_LEVEL]
        result = regs[r.CRC_RESULT_H] | regs[r.CRC_RESULT_L]
        asked = regs[r.COM_IRQ] & regs[r.COM_IEN] & 0x7F or regs[r.DIV_IRQ] & regs[r.DIV_IEN] & 0x14
        return (
            r.CRC_READY
            | (0 if result else r.CRC_OK)
            | (r.IRQ if asked else 0)
            | (r.T_RUNNING if self.timer.running else 0)
            | (r.HI_ALERT if r.FIFO_SIZE - level <= water else 0)
            | (r.LO_ALERT if level <= water else 0)
        )

    def _read_status2(self) -> int:
        return self.regs[r.STATUS2] | self.uart.modem_state

    def _read_counter_high(self) -> int:
        return self.timer.value(self._now) >> 8 & 0xFF

    def _read_counter_low(self) -> int:
        return self.timer.value(self._now) & 0xFF

    # --- registers that do something when written ---

    def _write_command(self, value: int) -> None:
        regs = self.regs
        before = regs[r.COMMAND]
        command = value & 0x0F
        if command == r.NO_CMD_CHANGE:
            regs[r.COMMAND] = value & 0x30 | before & 0x0F
        else:
            if command == r.RECEIVE:
                self.uart.listen()
            else:
                self.uart.break_off()
            regs[r.COMMAND] = value & 0x3F
            if command != r.IDLE and not value & r.POWER_DOWN:
                self._run(command)
        if (regs[r.COMMAND] ^ before) & r.POWER_DOWN:
            self.follow_antenna()

    def _run(self, command: int) -> None:
        if command in (r.RECEIVE, r.TRANSCEIVE):
            self.clear_errors()
        elif command == r.SOFT_RESET:
            self._reset()
        elif command == r.TRANSMIT:
            self.uart.send(self._now)
        elif command == r.MF_AUTHENT:
            self.uart.authenticate(self._now)
        elif command == r.CALC_CRC:
            self._set_crc_result(r.CRC_PRESETS[self.regs[r.MODE] & 0x03])
            self._feed_crc()
        elif command == r.GENERATE_RANDOM_ID:
            self._draws += 1
            self._buffer[:10] = self._draws.to_bytes(10, "big")       # repeatable, as all on this table
            self.end_command()
        elif command == r.MEM:
            self._swap_buffer()
            self.end_command()
        elif command in _UNKNOWN_COMMANDS:
            self.end_command()

    def _swap_buffer(self) -> None:
        """Mem: the FIFO into the internal buffer, or with an empty FIFO the other way (datasheet 10.3.1.2)."""
        if self._fifo:
            data = self.take_fifo()[:_BUFFER_SIZE]
            self._buffer[:len(data)] = data
        else:
            self.push(bytes(self._buffer))

    def _feed_crc(self) -> None:
        """CalcCRC takes what is in the FIFO, and goes on with what is written later (datasheet 10.3.1.4)."""
        value = self.regs[r.CRC_RESULT_H] << 8 | self.regs[r.CRC_RESULT_L]
        self._set_crc_result(crc(self.take_fifo(), value))
        self.regs[r.DIV_IRQ] |= r.CRC_IRQ

    def _set_crc_result(self, value: int) -> None:
        self.regs[r.CRC_RESULT_H] = value >> 8
        self.regs[r.CRC_RESULT_L] = value & 0xFF

    def _write_com_irq(self, value: int) -> None:
        if value & r.SET:
            self.regs[r.COM_IRQ] |= value & 0x7F
        else:
            self.regs[r.COM_IRQ] &= ~value & 0x7F

    def _write_div_irq(self, value: int) -> None:
        marked = value & (r.CRC_IRQ | r.MFIN_ACT_IRQ)
        if value & r.SET:
            self.regs[r.DIV_IRQ] |= marked
        else:
            self.regs[r.DIV_IRQ] &= ~marked & 0xFF

    def _write_status2(self, value: int) -> None:
        """MFCrypto1On can be cleared, not set; the modem's state is not to be written at all."""
        self.regs[r.STATUS2] = value & 0xC0 | self.regs[r.STATUS2] & value & r.MF_CRYPTO1_ON

    def _write_fifo(self, data: bytes) -> None:
        if not data:
            return
        command = self.regs[r.COMMAND] & 0x0F
        if command == r.MF_AUTHENT or (command in (r.RECEIVE, r.TRANSCEIVE) and self.uart.expects_answer):
            self.fail(r.WR_ERR)
        if command == r.CALC_CRC:
            for value in data:
                self.push(bytes((value,)))
                self._feed_crc()
        else:
            self.push(data)

    def _write_fifo_level(self, value: int) -> None:
        if value & r.FLUSH_BUFFER:
            self.take_fifo()
            self.regs[r.ERROR] &= ~r.BUFFER_OVFL & 0xFF

    def _write_water_level(self, value: int) -> None:
        self.regs[r.WATER_LEVEL] = value & 0x3F

    def _write_control(self, value: int) -> None:
        if value & r.T_STOP_NOW:
            self.timer.stop(self._now)
        if value & r.T_START_NOW:
            self.start_timer(self._now)

    def _write_bit_framing(self, value: int) -> None:
        self.regs[r.BIT_FRAMING] = value & 0x77          # StartSend reads 0
        if value & r.START_SEND and self.regs[r.COMMAND] & 0x1F == r.TRANSCEIVE and not self.uart.talking:
            self.uart.send(self._now)

    def _write_coll(self, value: int) -> None:
        self.regs[r.COLL] = value & r.VALUES_AFTER_COLL | self.regs[r.COLL] & 0x3F

    def _write_tx_control(self, value: int) -> None:
        self.regs[r.TX_CONTROL] = value
        self.follow_antenna()

    def follow_antenna(self) -> None:
        """Let the field be as TxControlReg and CommandReg say."""
        on = self.regs[r.TX_CONTROL] & r.ANTENNA and not self.regs[r.COMMAND] & r.POWER_DOWN
        self.uart.pad.set_field(bool(on), self._now)
        if not on:
            self.uart.lose_answers()

    def _ignore(self, value: int) -> None:
        """A register that only the chip writes."""


Reader = Callable[[Chip], int]
Writer = Callable[[Chip, int], None]
Access = TypeVar("Access", Reader, Writer)


def _by_first_byte(accesses: Mapping[int, Access]) -> list[Access | None]:
    """What an access does, by its first byte, which has the register in bits 1 to 6."""
    return [accesses.get(byte >> 1 & 0x3F) for byte in range(256)]


# None: nothing but the stored byte; and writing to the FIFO, which takes a burst at once.
_READERS = _by_first_byte({
    r.STATUS1: Chip._read_status1,
    r.STATUS2: Chip._read_status2,
    r.FIFO_DATA: Chip._pop,
    r.T_COUNTER_H: Chip._read_counter_high,
    r.T_COUNTER_L: Chip._read_counter_low,
})
_WRITERS = _by_first_byte({
    r.COMMAND: Chip._write_command,
    r.COM_IRQ: Chip._write_com_irq,
    r.DIV_IRQ: Chip._write_div_irq,
    r.STATUS2: Chip._write_status2,
    r.FIFO_LEVEL: Chip._write_fifo_level,
    r.WATER_LEVEL: Chip._write_water_level,
    r.CONTROL: Chip._write_control,
    r.BIT_FRAMING: Chip._write_bit_framing,
    r.COLL: Chip._write_coll,
    r.TX_CONTROL: Chip._write_tx_control,
    **dict.fromkeys(
        (r.ERROR, r.STATUS1, r.CRC_RESULT_H, r.CRC_RESULT_L, r.T_COUNTER_H, r.T_COUNTER_L, r.VERSION), Chip._ignore,
    ),
})


@lru_cache(maxsize=256)
def _plain(named: bytes) -> Callable[[bytearray], tuple[int, ...]] | None:
    """What fetches the registers named, two or more, all at once; None if one of them does something when read."""
    if len(named) < 2 or any(_READERS[byte] for byte in named):
        return None
    return itemgetter(*[byte >> 1 & 0x3F for byte in named])
