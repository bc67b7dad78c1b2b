ETU = 128 / 13.56e6                # s, one bit at 106 kbit/s
FRAME_DELAY = 1236 / 13.56e6       # s, from the end of our frame to the tag's answer, after a last bit of 1 (0: shorter)
SLACK = 30e-6                      # s, for the chip to notice that an answer has ended
TICK = (2 * 169 + 1) / 13.56e6     # s, the chip's timer with prescaler 169
SHORT_TICKS = 9                    # 250 us: an answer to waking and naming begins after 91 us
LONG_TICKS = 999                   # 25 ms: a tag that reads or writes its memory takes its time
RESET_TIME = 1e-3                  # s, from reset to a steady oscillator: under 0.3 ms measured
POLL = 200e-6                      # s between looks at an answer that is late
OVERDUE = 5e-3                     # s past every timer: the chip has lost its way

_COMMAND, _COM_IRQ, _ERROR, _FIFO_DATA, _FIFO_LEVEL, _CONTROL, _BIT_FRAMING, _COLL = 1, 4, 6, 9, 0x0A, 0x0C, 0x0D, 0x0E
_MODE, _TX_CONTROL, _TX_ASK, _T_MODE, _T_PRESCALER, _T_RELOAD_H, _T_RELOAD_L = 0x11, 0x14, 0x15, 0x2A, 0x2B, 0x2C, 0x2D
_VERSION = 0x37

_RX, _IDLE, _TIMER = 0x20, 0x10, 0x01                              # ComIrqReg
_OVERFLOW, _COLLISION, _PARITY, _PROTOCOL = 0x10, 0x08, 0x02, 0x01   # ErrorReg
_START_SEND = 0x80


def _write(register: int, *values: int) -> bytes:
    return bytes((register << 1, *values))


def _read(*registers: int) -> bytes:
    """One transfer that reads several registers; the answer's first byte means nothing."""
    return bytes([register << 1 | 0x80 for register in registers] + [0])


# What makes a chip ours, and is lost by a reset or a brown-out: timer (starts by itself when a frame has gone out), 100 % ASK
# modulation (type A tags hear nothing else), CRC preset 6363.
_SETUP = (
    (_T_MODE, 0x80), (_T_PRESCALER, 169), (_T_RELOAD_H, 0), (_T_RELOAD_L, SHORT_TICKS), (_TX_ASK, 0x40), (_MODE, 0x3D),
)
_SETUP_VALUES = [value for _, value in _SETUP]
_READ_SETUP = _read(_VERSION, *(register for register, _ in _SETUP))
_WRITE_SETUP = tuple(_write(register, value) for register, value in _SETUP)
_GO_IDLE, _TRANSCEIVE, _AUTHENTICATE, _SOFT_RESET = (_write(_COMMAND, command) for command in (0x00, 0x0C, 0x0E, 0x0F))
_CLEAR_IRQ = _write(_COM_IRQ, 0x7F)
_FLUSH = _write(_FIFO_LEVEL, 0x80)
_FIELD_ON, _FIELD_OFF = _write(_TX_CONTROL, 0x83), _write(_TX_CONTROL, 0x80)
_FRAME = _write(_FIFO_DATA)
_FRAMING = [_write(_BIT_FRAMING, framing) for framing in range(256)]
_STATUS = (_COM_IRQ, _ERROR, _FIFO_LEVEL, _CONTROL, _COLL)
_READ_ANSWER = [_read(*_STATUS, *[_FIFO_DATA] * expect) for expect in range(6)]
_DATA = 1 + len(_STATUS)           # where data begin in that transfer

_NO_MEMORY = (REQA[0], 0x52, *SEL, HLTA[0])   # frames that a tag answers at once or not at all


