"""The unmodified mfrc522 package (0.0.7) reads and writes tags on the table as it does on real boards."""

import pytest

from hardware.bench import Bench

UID = bytes.fromhex("11223344")
NUMBER = 0x1122334444              # the package's number: UID and check byte, 11 ^ 22 ^ 33 ^ 44 = 44


# Counted in the package's source. Before the wait: BitFramingReg 1, ComIEn 1, ComIrq 2, FIFOLevel 2, Command 1, a byte
# of data, Command 1, StartSend 2; after it BitFraming 2. So 13 and 2000 polls on an empty pad; on a tag 11 + 1 + 2 and
# error, level, control and two data bytes for REQA (19), 12 + 1 + 2 and 3 + 5 for the UID (23).
@pytest.mark.parametrize("air", [True, False])
def test_transfers_on_an_empty_pad(air: bool) -> None:
    with Bench(readers=1, air=air) as bench:
        from mfrc522 import SimpleMFRC522
        reader = SimpleMFRC522()
        before = bench.spi.transfers
        assert reader.read_id_no_block() is None
        assert bench.spi.transfers - before == 2013


# With air time each poll takes 36 us (16 bits at 1 MHz and 20 us): ATQA is there after 353.6 us, in the 10th poll
# instead of the first, the UID after 712.3 us, in the 20th: 42 + 9 + 19.
@pytest.mark.parametrize(("air", "transfers"), [(False, 42), (True, 70)])
def test_transfers_on_a_tag(air: bool, transfers: int) -> None:
    with Bench(readers=1, air=air) as bench:
        from mfrc522 import SimpleMFRC522
        bench.place(UID, 0)
        reader = SimpleMFRC522()
        before = bench.spi.transfers
        assert reader.read_id_no_block() == NUMBER
        assert bench.spi.transfers - before == transfers


# 84 for REQA, UID, CRC and SELECT without waits, 10 for a CRC, 15 and 2000 polls for HLTA; with air time 9 + 19 more as
# above, and 31 for SAK, which is there after 1137.1 us: in the 32nd poll.
@pytest.mark.parametrize(("air", "transfers"), [(False, 2109), (True, 2168)])
def test_transfers_from_wupa_to_hlta(air: bool, transfers: int) -> None:
    with Bench(readers=1, air=air) as bench:
        from mfrc522 import MFRC522
        bench.place(UID, 0)
        reader = MFRC522()
        before = bench.spi.transfers
        assert reader.MFRC522_Request(reader.PICC_REQALL) == (reader.MI_OK, 16)
        status, uid = reader.MFRC522_Anticoll()
        assert (status, bytes(uid)) == (reader.MI_OK, UID + b"\x44")
        assert reader.MFRC522_SelectTag(uid) == 0x08
        halt = [0x50, 0x00]
        reader.MFRC522_ToCard(reader.PCD_TRANSCEIVE, halt + reader.CalulateCRC(halt))
        assert bench.spi.transfers - before == transfers


def test_write_and_read_back() -> None:
    with Bench(readers=1) as bench:
        from mfrc522 import SimpleMFRC522
        bench.place(UID, 0)
        reader = SimpleMFRC522()
        assert reader.write("lay a token") == (NUMBER, "lay a token")
        assert reader.read() == (NUMBER, "lay a token".ljust(48))      # three blocks of 16
