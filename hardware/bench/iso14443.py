"""What ISO 14443-3 type A fixes for both sides of the air at 106 kbit/s: bits, CRC_A, parity, durations.

A run of bits is an int whose bit 0 goes over the air first, beside its length.
"""

REQA = 0x26
WUPA = 0x52
SHORT_FRAME = 7                            # bits
SELECT_CODES = (0x93, 0x95, 0x97)          # cascade levels 1 to 3
CASCADE_TAG = 0x88
SAK_CASCADE = 0x04                         # the UID is not complete yet
HLTA = b"\x50\x00"

ETU = 128                                  # carrier cycles in one bit
PAUSE = 39                                 # carrier cycles without carrier; MFRC522: ModWidthReg 0x26, plus 1

# Carrier cycles from the end of a reader's frame (its end bit included) to the tag's start bit. The standard counts
# from the end of the frame's last pause: 1236 when the last bit is 1, whose pause lies in the bit's middle, and 1172
# when it is 0, for then the end bit begins with one (n = 9). Both come to the same: all tags answer in one bit time.
ANSWER_DELAY = 1172 - (ETU - PAUSE)

CRC_A_PRESET = 0x6363


def _crc_table() -> tuple[int, ...]:
    table = []
    for byte in range(256):
        crc = byte
        for _ in range(8):
            crc = crc >> 1 ^ 0x8408 if crc & 1 else crc >> 1
        table.append(crc)
    return tuple(table)


_CRC = _crc_table()


def crc(data: bytes, preset: int = CRC_A_PRESET) -> int:
    """The 16-bit CRC of ISO/IEC 13239, least significant bit first; with the standard's preset it is CRC_A."""
    value = preset
    for byte in data:
        value = value >> 8 ^ _CRC[(value ^ byte) & 0xFF]
    return value


def with_crc(data: bytes) -> bytes:
    """`data` and its CRC_A, as it goes over the air: low byte first."""
    return data + crc(data).to_bytes(2, "little")


def has_good_crc(frame: bytes) -> bool:
    """Whether the last two bytes are the CRC_A of those before them (the CRC of data and CRC together is 0)."""
    return len(frame) > 2 and crc(frame) == 0


def nanoseconds(cycles: int) -> int:
    """Carrier cycles at 13.56 MHz as whole nanoseconds (1 cycle = 25000/339 ns)."""
    return cycles * 25_000 // 339


def reader_frame(bits: int) -> int:
    """Carrier cycles that a reader's frame of so many bits takes: start, bits, a parity after each whole byte, end.

    Short frames and the last, broken byte of an anticollision frame have no parity.
    """
    parity = bits // 8
    return (1 + bits + parity + 1) * ETU


def tag_frame(bits: int, parity: int) -> int:
    """Carrier cycles that a tag's answer takes: start, bits, parity bits, end."""
    return (1 + bits + parity + 1) * ETU
