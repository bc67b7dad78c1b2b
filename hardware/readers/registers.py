"""What is said to an MFRC522, ready to send: registers, bits and whole transfers (NXP MFRC522 datasheet, 8.1.2 and 9).

All transfers are `bytes`: spidev writes the answer into a list that it was given, so a list could be sent only once.
"""

COMMAND, COM_IRQ, ERROR, VERSION = 0x01, 0x04, 0x06, 0x37
FIFO_DATA, FIFO_LEVEL, CONTROL, BIT_FRAMING, COLL = 0x09, 0x0A, 0x0C, 0x0D, 0x0E
MODE, TX_CONTROL, TX_ASK = 0x11, 0x14, 0x15
T_MODE, T_PRESCALER, T_RELOAD_H, T_RELOAD_L = 0x2A, 0x2B, 0x2C, 0x2D

RX_IRQ, IDLE_IRQ, TIMER_IRQ = 0x20, 0x10, 0x01                      # ComIrqReg
OVERFLOW, COLLISION, PARITY, PROTOCOL = 0x10, 0x08, 0x02, 0x01      # ErrorReg
LAST_BITS = 0x07                   # ControlReg: valid bits of the last received byte, 0 means all
COLL_POS_NOT_VALID, COLL_POS = 0x20, 0x1F                           # CollReg; position 0 is the 32nd bit
START_SEND = 0x80                  # BitFramingReg

TICK = (2 * 169 + 1) / 13.56e6     # s, the timer's step with prescaler 169
SHORT_TICKS = 9                    # 225 to 250 us: an answer to waking and naming begins after 91 us
LONG_TICKS = 999                   # 25 ms: a tag that reads or writes its memory takes its time


def write(register: int, *values: int) -> bytes:
    """One transfer that writes to a register, or several bytes one after the other to the same."""
    return bytes((register << 1, *values))


def read(*registers: int) -> bytes:
    """One transfer that reads several registers; the first byte of the answer means nothing."""
    return bytes([register << 1 | 0x80 for register in registers] + [0])


# What a reset or a brown-out takes away: the timer that starts by itself when a frame has gone out, 100 % ASK
# modulation (a type A tag hears nothing else), the CRC's preset 6363.
SETUP = {T_MODE: 0x80, T_PRESCALER: 169, T_RELOAD_H: 0, T_RELOAD_L: SHORT_TICKS, TX_ASK: 0x40, MODE: 0x3D}
SETUP_VALUES = list(SETUP.values())
WRITE_SETUP = tuple(write(register, value) for register, value in SETUP.items())
READ_SETUP = read(VERSION, *SETUP)
READ_VERSION = read(VERSION)

GO_IDLE, TRANSCEIVE, AUTHENTICATE, SOFT_RESET = (write(COMMAND, command) for command in (0x00, 0x0C, 0x0E, 0x0F))
FIELD_ON, FIELD_OFF = write(TX_CONTROL, 0x83), write(TX_CONTROL, 0x80)
CLEAR_IRQ = write(COM_IRQ, 0x7F)
FLUSH = write(FIFO_LEVEL, 0x80)
FRAME = write(FIFO_DATA)           # the bytes of a frame follow
FRAMING = tuple(write(BIT_FRAMING, framing) for framing in range(256))

MAX_EXPECT = 5                     # bytes; the longest answer in waking and naming
READ_ANSWER = tuple(
    read(COM_IRQ, ERROR, FIFO_LEVEL, CONTROL, COLL, *[FIFO_DATA] * expect) for expect in range(MAX_EXPECT + 1)
)
DATA = 6                           # where an answer's bytes begin in that transfer
