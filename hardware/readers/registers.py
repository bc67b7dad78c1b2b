"""What is said to an MFRC522, ready to send: registers, bits and whole transfers (NXP MFRC522 datasheet, 8.1.2 and 9).

All transfers are `bytes`: spidev writes the answer into a list that it was given, so a list could be sent only once.
"""

COMMAND, COM_IRQ, ERROR, VERSION = 0x01, 0x04, 0x06, 0x37
FIFO_DATA, FIFO_LEVEL, CONTROL, BIT_FRAMING, COLL = 0x09, 0x0A, 0x0C, 0x0D, 0x0E
MODE, TX_MODE, RX_MODE, TX_CONTROL, TX_ASK, RF_CFG = 0x11, 0x12, 0x13, 0x14, 0x15, 0x26
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


MAKES = {
    0x90: "MFRC522", 0x91: "MFRC522 version 1.0", 0x92: "MFRC522 version 2.0",
    0x88: "FM17522, a clone that works", 0x12: "a counterfeit that works",
    0x82: "a make seen to work", 0x15: "a make seen to work", 0x89: "a make seen to work",
}
"""What answers, by VersionReg."""
GENUINE = (0x90, 0x91, 0x92)

GAINS = {18: 0x00, 23: 0x10, 33: 0x40, 38: 0x50, 43: 0x60, 48: 0x70}
"""RFCfgReg, RxGain (bits 4 to 6) by the receiver's gain in dB (datasheet 9.3.3.6); a reset makes it 33 dB."""
_RF_CFG_RESERVED = 0x08            # its other bits, as a reset leaves them

# What a reset or a brown-out takes away: the timer that starts by itself when a frame has gone out, 100 % ASK
# modulation (a type A tag hears nothing else), the CRC's preset 6363, the gain. TxMode and RxMode are as a reset leaves
# them; but a transfer that went wrong on its way might have changed them, and then no tag would ever be heard.
SETUP_REGISTERS = (T_MODE, T_PRESCALER, T_RELOAD_H, T_RELOAD_L, TX_ASK, MODE, TX_MODE, RX_MODE, RF_CFG)
RESET_VALUES = [0, 0, 0, 0, 0, 0x3F, 0, 0, 0x48]


def setup_values(gain_db: int) -> list[int]:
    """What those registers are to hold, in their order."""
    return [0x80, 169, 0, SHORT_TICKS, 0x40, 0x3D, 0, 0, GAINS[gain_db] | _RF_CFG_RESERVED]


READ_HEALTH = read(VERSION, *SETUP_REGISTERS, TX_CONTROL)
READ_VERSION = read(VERSION)

GO_IDLE, TRANSCEIVE, AUTHENTICATE, SOFT_RESET = (write(COMMAND, command) for command in (0x00, 0x0C, 0x0E, 0x0F))
ON, OFF = 0x83, 0x80               # TxControlReg: both antenna pins driven, or none
FIELD_ON, FIELD_OFF = write(TX_CONTROL, ON), write(TX_CONTROL, OFF)
CLEAR_IRQ = write(COM_IRQ, 0x7F)
FLUSH = write(FIFO_LEVEL, 0x80)
FRAME = write(FIFO_DATA)           # the bytes of a frame follow
FRAMING = tuple(write(BIT_FRAMING, framing) for framing in range(256))

MAX_EXPECT = 5                     # bytes; the longest answer in waking and naming
# TxControlReg shows beside the answer that the chip did what it was told.
READ_ANSWER = tuple(
    read(COM_IRQ, ERROR, FIFO_LEVEL, CONTROL, COLL, TX_CONTROL, *[FIFO_DATA] * expect)
    for expect in range(MAX_EXPECT + 1)
)
DATA = 7                           # where an answer's bytes begin in that transfer
