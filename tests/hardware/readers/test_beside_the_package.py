"""The unmodified mfrc522 package beside our driver, on the same pad, for every kind of tag that may lie there."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from hardware.bench import Bench
from hardware.readers.reading import Seen
from tests.hardware.readers.wires import open_scanner, package_reader

# From Python 3.12 on each empty read of the package warns (its defect 2).
pytestmark = pytest.mark.filterwarnings("ignore:Bitwise inversion:DeprecationWarning")

FOUR = bytes.fromhex("deadbeef")
OTHER_FOUR = bytes.fromhex("12345678")
SEVEN = bytes.fromhex("04a1b2c3d4e5f6")
TEN = bytes.fromhex("04a1b2c3d4e5f6071829")
# What the package makes of a UID is a number: four bytes and their check byte, their exclusive or.
PACKAGE_FOUR = 0xDEADBEEF22        # de ^ ad ^ be ^ ef = 22
PACKAGE_LONG = 0x8804A1B29F        # of a longer UID the cascade tag and three bytes: 88 ^ 04 ^ a1 ^ b2 = 9f
LOOKS = 6


@dataclass(frozen=True)
class Pad:
    """lay: what lies on reader 0; ours: what every look of ours names; package: what its reads give, in turn."""

    lay: Callable[[Bench], object]
    ours: tuple[str, ...]
    package: list[int | None]


def _lay(*uids: bytes) -> Callable[[Bench], object]:
    def lay(bench: Bench) -> None:
        for uid in uids:
            bench.place(uid, 0)

    return lay


def _with_a_copy(bench: Bench) -> None:
    bench.place(FOUR, 0)
    bench.place_copy(FOUR, 0)


EVERY_OTHER = [PACKAGE_FOUR, None] * (LOOKS // 2)   # defect 3: the tag stays READY, and the next REQA throws it back
LONG = [PACKAGE_LONG, None] * (LOOKS // 2)          # defects 3 and 4
NOTHING: list[int | None] = [None] * LOOKS          # defect 6
PADS = {
    "nothing": Pad(_lay(), (), NOTHING),
    "4 bytes": Pad(_lay(FOUR), ("deadbeef",), EVERY_OTHER),
    "7 bytes": Pad(_lay(SEVEN), (SEVEN.hex(),), LONG),
    "10 bytes": Pad(_lay(TEN), (TEN.hex(),), LONG),
    "two at once": Pad(_lay(FOUR, OTHER_FOUR), (OTHER_FOUR.hex(), FOUR.hex()), NOTHING),
    "two of different length": Pad(_lay(FOUR, SEVEN), (SEVEN.hex(), FOUR.hex()), NOTHING),
    # Two tags with one number answer bit for bit alike: on one pad no reader can tell them from one.
    "a copy beside it": Pad(_with_a_copy, ("deadbeef",), EVERY_OTHER),
}


def _package_reads(lay: Callable[[Bench], object], reads: int = LOOKS) -> list[int | None]:
    with Bench(readers=1) as bench:
        lay(bench)
        reader = package_reader()
        return [reader.read_id_no_block() for _ in range(reads)]


@pytest.mark.parametrize("kind", PADS)
def test_what_each_reads_of_tags_that_lie_still(kind: str) -> None:
    pad = PADS[kind]
    with Bench(readers=1) as bench:
        pad.lay(bench)
        pads = open_scanner(bench)
        assert [pads.look(0).tags for _ in range(LOOKS)] == [pad.ours] * LOOKS
    assert _package_reads(pad.lay) == pad.package


def test_a_copy_on_another_pad_is_named_by_both_readers_of_ours() -> None:
    with Bench(readers=2) as bench:
        bench.place(FOUR, 0)
        bench.place_copy(FOUR, 1)
        assert [reading.tags for reading in open_scanner(bench, 2).scan()] == [("deadbeef",)] * 2
    with Bench(readers=2) as bench:
        bench.place(FOUR, 0)
        bench.place_copy(FOUR, 1)
        assert [package_reader(reader).read_id_no_block() for reader in range(2)] == [PACKAGE_FOUR] * 2


def test_a_random_uid_is_another_at_each_look_of_ours_and_stays_while_the_packages_field_is_on() -> None:
    # ISO/IEC 14443-3: first byte 08, drawn anew at power-on. We switch the field off between looks, the package never.
    with Bench(readers=1) as bench:
        bench.place_random(0, seed=3)
        pads = open_scanner(bench)
        names = [name for _ in range(LOOKS) for name in pads.look(0).tags]
        assert len(set(names)) == LOOKS
        assert all(len(name) == 8 and name.startswith("08") for name in names)
    package = _package_reads(lambda bench: bench.place_random(0, seed=3))
    assert package[0] is not None
    assert package[0] >> 32 == 0x08
    assert package == [package[0], None] * (LOOKS // 2)


def test_a_halted_tag_is_freed_by_our_next_look_and_never_by_the_package() -> None:
    with Bench(readers=1) as bench:
        bench.place(FOUR, 0)
        pads = open_scanner(bench)
        pads.next_look()
        bench.clock.sleep(6e-3)     # its tags have forgotten the field,
        pads.ready_at()             # which comes on again for the next look
        bench.clock.sleep(6e-3)
        bench.halt(FOUR)
        assert [pads.look(0).tags for _ in range(LOOKS)] == [(), *[("deadbeef",)] * (LOOKS - 1)]
    with Bench(readers=1) as bench:
        bench.place(FOUR, 0)
        reader = package_reader()     # its field is on from the start
        bench.clock.sleep(5e-3)
        bench.halt(FOUR)
        assert [reader.read_id_no_block() for _ in range(LOOKS)] == NOTHING    # REQA wakes no halted tag


def test_a_weak_tag_and_noise_garble_or_hide_and_never_name_another() -> None:
    with Bench(readers=1) as bench:
        bench.place(SEVEN, 0)
        bench.couple(SEVEN, 0.8)
        bench.noise(0.1, seed=5)
        pads = open_scanner(bench)
        looks = [pads.look(0) for _ in range(400)]
    assert {reading.tags for reading in looks} == {(SEVEN.hex(),), ()}
    seen = [reading.seen for reading in looks]
    # An exchange goes well with the chance 0.8 * 0.9 = 0.72. A look takes four of them while the tag is known (REQA,
    # ANTICOLLISION, SELECT, ANTICOLLISION), else one SELECT more: 0.72 ** 4 = 0.27 of all looks at most, 0.72 ** 5 =
    # 0.19 at least; four standard errors of 0.022 beside that. A silent REQA, 0.28 of them at most, is an empty pad.
    assert 400 * (0.19 - 0.09) < seen.count(Seen.TAGS) < 400 * (0.27 + 0.09)
    assert 0 < seen.count(Seen.NOBODY) < 400 * (0.28 + 0.09)
    assert seen.count(Seen.DEAD) == 0

    def weak(bench: Bench) -> None:
        bench.place(SEVEN, 0)
        bench.couple(SEVEN, 0.8)
        bench.noise(0.1, seed=5)

    package = _package_reads(weak, 60)
    # It reads rarely, takes garbled answers for an empty pad, and never tells more than half of the number.
    assert 0 < package.count(PACKAGE_LONG) < 30
    assert set(package) == {PACKAGE_LONG, None}
