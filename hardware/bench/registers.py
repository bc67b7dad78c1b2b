"""The MFRC522's registers by the datasheet's names (rev. 3.9, chapter 9): addresses, bits, and values after reset."""

COMMAND = 0x01
COM_IEN = 0x02
DIV_IEN = 0x03
COM_IRQ = 0x04
DIV_IRQ = 0x05
ERROR = 0x06
STATUS1 = 0x07
STATUS2 = 0x08
FIFO_DATA = 0x09
FIFO_LEVEL = 0x0A
WATER_LEVEL = 0x0B
CONTROL = 0x0C
BIT_FRAMING = 0x0D
COLL = 0x0E
MODE = 0x11
TX_MODE = 0x12
RX_MODE = 0x13
TX_CONTROL = 0x14
TX_ASK = 0x15
TX_SEL = 0x16
RX_SEL = 0x17
RX_THRESHOLD = 0x18
DEMOD = 0x19
MF_TX = 0x1C
SERIAL_SPEED = 0x1F
CRC_RESULT_H = 0x21
CRC_RESULT_L = 0x22
MOD_WIDTH = 0x24
RF_CFG = 0x26
GS_N = 0x27
CW_GS_P = 0x28
MOD_GS_P = 0x29
T_MODE = 0x2A
T_PRESCALER = 0x2B
T_RELOAD_H = 0x2C
T_RELOAD_L = 0x2D
T_COUNTER_H = 0x2E
T_COUNTER_L = 0x2F
TEST_PIN_EN = 0x33
AUTO_TEST = 0x36
VERSION = 0x37

# CommandReg
RCV_OFF = 0x20
POWER_DOWN = 0x10
IDLE, MEM, GENERATE_RANDOM_ID, CALC_CRC, TRANSMIT = 0x0, 0x1, 0x2, 0x3, 0x4
NO_CMD_CHANGE, RECEIVE, TRANSCEIVE, MF_AUTHENT, SOFT_RESET = 0x7, 0x8, 0xC, 0xE, 0xF

# ComIrqReg; bit 7 of a write says whether the marked bits are to be set or cleared
SET = 0x80
TX_IRQ, RX_IRQ, IDLE_IRQ, HI_ALERT_IRQ, LO_ALERT_IRQ, ERR_IRQ, TIMER_IRQ = 0x40, 0x20, 0x10, 0x08, 0x04, 0x02, 0x01
CRC_IRQ = 0x04         # DivIrqReg
MFIN_ACT_IRQ = 0x10

# ErrorReg
WR_ERR, BUFFER_OVFL, COLL_ERR, CRC_ERR, PARITY_ERR, PROTOCOL_ERR = 0x80, 0x10, 0x08, 0x04, 0x02, 0x01
TEMP_ERR = 0x40

# Status1Reg, Status2Reg
CRC_OK, CRC_READY, IRQ, T_RUNNING, HI_ALERT, LO_ALERT = 0x40, 0x20, 0x10, 0x08, 0x02, 0x01
MF_CRYPTO1_ON = 0x08

FLUSH_BUFFER = 0x80    # FIFOLevelReg
T_STOP_NOW, T_START_NOW, RX_LAST_BITS = 0x80, 0x40, 0x07        # ControlReg
START_SEND, TX_LAST_BITS = 0x80, 0x07                           # BitFramingReg
VALUES_AFTER_COLL, COLL_POS_NOT_VALID, COLL_POS = 0x80, 0x20, 0x1F
CRC_ENABLE = 0x80      # TxModeReg, RxModeReg
BIT_RATE = 0x70        # of both; 0 is 106 kbit/s
RX_NO_ERR, RX_MULTIPLE = 0x08, 0x04
ANTENNA = 0x03         # TxControlReg: Tx1RFEn, Tx2RFEn
FORCE_100_ASK = 0x40   # TxASKReg
T_PRESCAL_EVEN = 0x10  # DemodReg
T_AUTO, T_AUTO_RESTART = 0x80, 0x10                             # TModeReg

FIFO_SIZE = 64
CRC_PRESETS = (0x0000, 0x6363, 0xA671, 0xFFFF)                  # for CalcCRC: ModeReg, bits 0 and 1

GENUINE_VERSION = 0x92


def _after_reset() -> bytes:
    values = bytearray(64)
    for register, value in {
        COMMAND: 0x20, COM_IEN: 0x80, COM_IRQ: 0x14, STATUS1: 0x21, WATER_LEVEL: 0x08, CONTROL: 0x10, COLL: 0xA0,
        MODE: 0x3F, TX_CONTROL: 0x80, TX_SEL: 0x10, RX_SEL: 0x84, RX_THRESHOLD: 0x84, DEMOD: 0x4D, MF_TX: 0x62,
        SERIAL_SPEED: 0xEB, CRC_RESULT_H: 0xFF, CRC_RESULT_L: 0xFF, MOD_WIDTH: 0x26, RF_CFG: 0x48, GS_N: 0x88,
        CW_GS_P: 0x20, MOD_GS_P: 0x20, TEST_PIN_EN: 0x80, AUTO_TEST: 0x40, VERSION: GENUINE_VERSION,
    }.items():
        values[register] = value
    return bytes(values)


AFTER_RESET = _after_reset()
