"""What can befall a table in this process can befall one in another, by the same names."""

import inspect
from collections.abc import Iterator
from typing import get_args

import pytest

from hardware.bench.deeds import AnyDeed, Deed
from hardware.bench.hands import Hands
from hardware.bench.process import WorldProcess
from hardware.bench.remote import RemoteBench
from hardware.bench.spi import SpiDev
from hardware.bench.world import World
from hardware.errors import BenchError

UID = bytes.fromhex("04a1b2c3")
COM_IRQ, T_RELOAD_L, VERSION = 0x04, 0x2D, 0x37
RX_IRQ = 0x20
GENUINE = 0x92


@pytest.fixture
def wires(virtual: WorldProcess, hands: Hands) -> Iterator[tuple[SpiDev, SpiDev]]:
    """The wires of a program to both readers."""
    hands.open_gate(3600)
    with RemoteBench(virtual.path):
        yield SpiDev(0, 0), SpiDev(0, 1)


def version(wire: SpiDev) -> int:
    return wire.xfer2([VERSION << 1 | 0x80, 0])[1]


@pytest.mark.parametrize("deed", get_args(AnyDeed))
def test_a_deed_is_the_worlds_method_of_that_name_and_the_hands_too(deed: type[Deed]) -> None:
    name = str(deed.__struct_config__.tag)
    for face in (World, Hands):
        arguments = inspect.signature(getattr(face, name)).parameters.values()
        assert [argument.name for argument in arguments][1:] == list(deed.__struct_fields__)
        with_default = [argument.default for argument in arguments if argument.default is not argument.empty]
        assert with_default == list(deed.__struct_defaults__)


def test_hands_lay_and_lift_strange_tags(hands: Hands) -> None:
    hands.place(UID, 0)
    copy, other = hands.place_copy(UID, 1), hands.place_random(1, seed=5)
    assert hands.lying() == ((UID,), (copy, other))
    hands.couple(copy, 0.5)
    hands.lift(copy)
    hands.lift(other)
    assert hands.lying() == ((UID,), ())
    with pytest.raises(BenchError, match="lies in no field"):
        hands.halt(UID)
    with pytest.raises(BenchError, match="no tag 09 lies"):
        hands.couple(b"\x09", 0.5)


def test_hands_make_bad_air_and_clear_it(hands: Hands, wires: tuple[SpiDev, SpiDev]) -> None:
    hands.place(UID, 0)
    for register, value in ((0x15, 0x40), (0x14, 0x83)):
        wires[0].xfer2([register << 1, value])

    def answered() -> bool:
        """Whether ATQA comes: WUPA on a tag that the field's pause has made IDLE."""
        for register, value in ((0x14, 0x80), (0x14, 0x83)):
            wires[0].xfer2([register << 1, value])
        for register, value in ((0x01, 0), (0x04, 0x7F), (0x0A, 0x80), (0x09, 0x52), (0x01, 0x0C)):
            wires[0].xfer2([register << 1, value])
        for _ in range(20):                                   # 20 us each: 0.4 ms, in which the tag starts
            version(wires[0])
        wires[0].xfer2([0x0D << 1, 0x87])
        for _ in range(20):
            version(wires[0])
        return bool(wires[0].xfer2([COM_IRQ << 1 | 0x80, 0])[1] & RX_IRQ)

    assert answered()
    hands.noise(1.0, 0.05)
    silences = [not answered() for _ in range(20)]
    assert any(silences)
    hands.noise(0)
    hands.stack(0, 1.0)
    assert answered()                                         # it lies alone
    hands.couple(UID, 0.0)
    assert any(not answered() for _ in range(20))
    hands.quiet()
    assert all(answered() for _ in range(20))
    hands.lift(UID)
    hands.place(UID, 1)
    assert not answered()
    hands.neighbours(0, 1, 1.0)
    assert answered()


def test_hands_break_chips_and_wires_and_mend_them(hands: Hands, wires: tuple[SpiDev, SpiDev]) -> None:
    here, there = wires
    hands.set_version(1, 0x88)
    hands.swap_selects(0, 1)
    assert (version(here), version(there)) == (0x88, GENUINE)
    hands.quiet()
    hands.hold_miso(0, 1)
    assert (version(here), version(there)) == (0xFF, 0x88)
    hands.hold_miso(0, None)
    hands.freeze(0, clock_only=False, soft=False)
    here.xfer2([T_RELOAD_L << 1, 7])
    assert here.xfer2([T_RELOAD_L << 1 | 0x80, 0])[1] == 0
    hands.brown_out(0)
    here.xfer2([T_RELOAD_L << 1, 7])
    assert here.xfer2([T_RELOAD_L << 1 | 0x80, 0])[1] == 7
    hands.hold_bus(0)
    assert {version(there) for _ in range(30)} != {0x88}
    hands.hold_bus(0, on=False)
    hands.cable(1, 100_000)
    assert {version(there) for _ in range(30)} != {0x88}      # at 500 kHz
    hands.quiet()
    assert {version(there) for _ in range(30)} == {0x88}
