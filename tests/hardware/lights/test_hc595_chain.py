"""The bench's chain of 74HC595 by itself, its pins moved by hand as the datasheet's timing diagram does."""

from collections.abc import Iterator

import pytest

from hardware.bench import Bench, gpio
from hardware.bench.hc595 import WOKEN, Hc595Chain

DATA, CLOCK, LATCH, ENABLE = 17, 27, 22, 23


@pytest.fixture
def bench() -> Iterator[Bench]:
    with Bench(readers=1) as bench:
        gpio.setmode(gpio.BCM)
        gpio.setup([DATA, CLOCK, LATCH], gpio.OUT, initial=0)
        yield bench


@pytest.fixture
def chain(bench: Bench) -> Hc595Chain:
    return Hc595Chain(bench.gpio, 1, data=DATA, clock=CLOCK, latch=LATCH)


def pulse(pin: int) -> None:
    gpio.output(pin, 1)
    gpio.output(pin, 0)


def clock_in(bits: str) -> None:
    for bit in bits:
        gpio.output(DATA, int(bit))
        pulse(CLOCK)


def outputs(chain: Hc595Chain) -> str:
    return "".join(str(int(lit)) for lit in chain.lit)


def test_the_first_bit_in_ends_at_qh_and_the_last_at_qa(chain: Hc595Chain) -> None:
    clock_in("11010000")
    pulse(LATCH)
    assert outputs(chain) == "00001011"   # QA first: the bits in the other order
    assert chain.faults == []


def test_outputs_keep_what_they_had_until_the_latch_rises(chain: Hc595Chain) -> None:
    woken = "".join(map(str, WOKEN))
    clock_in("11111111")
    assert outputs(chain) == woken
    gpio.output(LATCH, 1)
    assert outputs(chain) == "11111111"
    clock_in("00000000")
    gpio.output(LATCH, 0)                  # falls: nothing happens
    assert outputs(chain) == "11111111"
    assert chain.latched == 1


def test_only_a_rising_clock_shifts(chain: Hc595Chain) -> None:
    clock_in("10000000")
    gpio.output(DATA, 1)
    gpio.output(CLOCK, 1)                  # the ninth: the first bit has left, this one stands at QA
    gpio.output(CLOCK, 1)                  # driven again at the same level: no edge
    gpio.output(CLOCK, 0)
    pulse(LATCH)
    assert outputs(chain) == "10000000"
    assert chain.faults == ["latched after 9 clocks, of 8 stages"]


def test_what_leaves_the_first_chip_enters_the_second(bench: Bench) -> None:
    chain = Hc595Chain(bench.gpio, 2, data=DATA, clock=CLOCK, latch=LATCH)
    clock_in("1000000000000001")
    pulse(LATCH)
    assert outputs(chain) == "1000000000000001"   # QA of the first, QH of the second
    assert chain.faults == []


def test_output_enable_is_active_low_and_pulled_up(bench: Bench) -> None:
    chain = Hc595Chain(bench.gpio, 1, data=DATA, clock=CLOCK, latch=LATCH, enable=ENABLE)
    clock_in("11111111")
    pulse(LATCH)
    assert outputs(chain) == "00000000"    # nobody drives the pin
    gpio.setup(ENABLE, gpio.OUT, initial=1)
    assert outputs(chain) == "00000000"
    gpio.output(ENABLE, 0)
    assert outputs(chain) == "11111111"


def test_a_bit_that_nobody_drives_is_a_fault(chain: Hc595Chain) -> None:
    gpio.cleanup(DATA)
    pulse(CLOCK)
    assert chain.faults == ["SER read while nobody drives it"]
