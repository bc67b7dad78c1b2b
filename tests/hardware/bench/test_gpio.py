"""The face and the errors of RPi.GPIO 0.7.1, and the world's side of the pins."""

from collections.abc import Iterator

import pytest

from hardware.bench import Bench, gpio


@pytest.fixture
def bench() -> Iterator[Bench]:
    with Bench(readers=1) as bench:
        yield bench


def test_constants() -> None:
    assert (gpio.BOARD, gpio.BCM, gpio.OUT, gpio.IN, gpio.LOW, gpio.HIGH) == (10, 11, 0, 1, 0, 1)
    assert (gpio.PUD_OFF, gpio.PUD_DOWN, gpio.PUD_UP) == (20, 21, 22)
    assert (gpio.RISING, gpio.FALLING, gpio.BOTH) == (31, 32, 33)


def test_both_numberings(bench: Bench) -> None:
    assert gpio.getmode() is None
    gpio.setmode(gpio.BOARD)
    gpio.setmode(gpio.BOARD)
    assert gpio.getmode() == gpio.BOARD
    gpio.setup(22, gpio.OUT, initial=gpio.HIGH)       # place 22 of the header is BCM 25
    assert (bench.gpio.function(25), bench.gpio.level(25)) == ("output", 1)
    assert bench.gpio.function(22) == "input"
    with pytest.raises(ValueError, match="different mode"):
        gpio.setmode(gpio.BCM)
    with pytest.raises(ValueError, match="channel sent is invalid"):
        gpio.setup(1, gpio.OUT)                       # 3.3 V
    with pytest.raises(ValueError, match="invalid mode"):
        gpio.setmode(12)


def test_a_new_table_is_a_new_program() -> None:
    for _ in range(2):
        with Bench(readers=1):
            assert gpio.getmode() is None
            gpio.setmode(gpio.BCM)


def test_before_setmode(bench: Bench) -> None:
    with pytest.raises(RuntimeError, match="pin numbering mode"):
        gpio.setup(4, gpio.OUT)
    with pytest.raises(RuntimeError, match="pin numbering mode"):
        gpio.output(4, 1)
    with pytest.raises(RuntimeError, match="pin numbering mode"):
        gpio.cleanup(4)


def test_before_setup(bench: Bench) -> None:
    gpio.setmode(gpio.BCM)
    with pytest.raises(RuntimeError, match="not been set up as an OUTPUT"):
        gpio.output(4, 1)
    with pytest.raises(RuntimeError, match=r"setup\(\) the GPIO channel first"):
        gpio.input(4)
    gpio.setup(4, gpio.IN)
    with pytest.raises(RuntimeError, match="not been set up as an OUTPUT"):
        gpio.output(4, 1)


def test_lists_of_channels_and_values(bench: Bench) -> None:
    gpio.setmode(gpio.BCM)
    gpio.setup([5, 6, 13], gpio.OUT)
    gpio.output((5, 6, 13), (True, 0, gpio.HIGH))
    assert [bench.gpio.level(pin) for pin in (5, 6, 13)] == [1, 0, 1]
    gpio.output([5, 6, 13], False)
    assert [gpio.input(pin) for pin in (5, 6, 13)] == [0, 0, 0]
    with pytest.raises(RuntimeError, match="Number of channels"):
        gpio.output([5, 6], [1, 1, 1])


def test_setup_that_is_refused(bench: Bench) -> None:
    gpio.setmode(gpio.BCM)
    with pytest.raises(ValueError, match="invalid direction"):
        gpio.setup(4, 2)
    with pytest.raises(ValueError, match="not valid for outputs"):
        gpio.setup(4, gpio.OUT, pull_up_down=gpio.PUD_UP)
    with pytest.raises(ValueError, match="not valid for inputs"):
        gpio.setup(4, gpio.IN, initial=1)
    with pytest.raises(ValueError, match="pull_up_down"):
        gpio.setup(4, gpio.IN, pull_up_down=7)
    assert bench.gpio.function(4) == "input"


def test_inputs_see_the_world_then_the_pull(bench: Bench) -> None:
    gpio.setmode(gpio.BCM)
    gpio.setup(17, gpio.IN, pull_up_down=gpio.PUD_UP)
    assert gpio.input(17) == 1
    bench.gpio.drive(17, 0)
    assert gpio.input(17) == 0
    bench.gpio.release(17)
    assert gpio.input(17) == 1


def test_cleanup_of_one_leaves_the_others(bench: Bench) -> None:
    gpio.setmode(gpio.BCM)
    gpio.setup([5, 6], gpio.OUT, initial=1)
    gpio.cleanup(5)
    assert (bench.gpio.function(5), bench.gpio.function(6)) == ("input", "output")
    assert gpio.getmode() == gpio.BCM


def test_cleanup_of_all_frees_everything_and_forgets_the_numbering(bench: Bench) -> None:
    gpio.setmode(gpio.BCM)
    gpio.setup([5, 6], gpio.OUT, initial=1)
    gpio.cleanup()
    assert (bench.gpio.function(5), bench.gpio.function(6)) == ("input", "input")
    assert gpio.getmode() is None
    with pytest.warns(RuntimeWarning, match="nothing to clean up"):
        gpio.cleanup()


def test_taking_a_bus_pin_warns_and_takes_it(bench: Bench) -> None:
    assert bench.gpio.function(15) == "uart"          # RXD of the serial port
    gpio.setmode(gpio.BCM)
    assert gpio.gpio_function(15) == gpio.SERIAL
    with pytest.warns(RuntimeWarning, match="already in use"):
        gpio.setup(15, gpio.OUT)
    assert bench.gpio.function(15) == "output"
    gpio.setwarnings(False)
    gpio.setup(14, gpio.OUT)
    gpio.cleanup(15)
    assert bench.gpio.function(15) == "input"         # not the UART's again


def test_the_world_remembers_what_the_program_did(bench: Bench) -> None:
    gpio.setmode(gpio.BCM)
    gpio.setup(5, gpio.OUT)
    bench.clock.sleep(2)
    gpio.output(5, 1)
    gpio.cleanup(5)
    assert list(bench.gpio.events) == [(0, 5, "output", 0), (2, 5, "output", 1), (2, 5, "input", 0)]


def test_edges(bench: Bench) -> None:
    gpio.setmode(gpio.BCM)
    gpio.setup(17, gpio.IN, pull_up_down=gpio.PUD_UP)
    called: list[int] = []
    gpio.add_event_detect(17, gpio.FALLING, callback=called.append, bouncetime=200)
    gpio.add_event_callback(17, called.append)
    assert not gpio.event_detected(17)
    bench.gpio.drive(17, 0)
    bench.gpio.drive(17, 0)
    bench.gpio.drive(17, 1)
    assert called == [17, 17]
    assert gpio.event_detected(17)
    assert not gpio.event_detected(17)
    gpio.remove_event_detect(17)
    bench.gpio.drive(17, 0)
    assert called == [17, 17]


def test_edges_that_are_refused(bench: Bench) -> None:
    gpio.setmode(gpio.BCM)
    gpio.setup(5, gpio.OUT)
    gpio.setup(17, gpio.IN)
    with pytest.raises(RuntimeError, match="as an input first"):
        gpio.add_event_detect(5, gpio.BOTH)
    with pytest.raises(ValueError, match="edge must be"):
        gpio.add_event_detect(17, 30)
    with pytest.raises(RuntimeError, match="add_event_detect first"):
        gpio.add_event_callback(17, print)
    gpio.add_event_detect(17, gpio.BOTH)
    with pytest.raises(RuntimeError, match="Conflicting"):
        gpio.add_event_detect(17, gpio.BOTH)


def test_waiting_for_an_edge_lets_time_pass(bench: Bench) -> None:
    gpio.setmode(gpio.BCM)
    gpio.setup(17, gpio.IN)
    assert gpio.wait_for_edge(17, gpio.RISING, timeout=50) is None
    assert bench.clock.now() == 0.05
    with pytest.raises(RuntimeError, match="needs a timeout"):
        gpio.wait_for_edge(17, gpio.RISING)


def test_pwm_is_accepted(bench: Bench) -> None:
    gpio.setmode(gpio.BCM)
    gpio.setup(18, gpio.OUT)
    pwm = gpio.PWM(18, 50)
    pwm.start(10)
    assert bench.gpio.level(18) == 1
    pwm.ChangeDutyCycle(20)
    pwm.ChangeFrequency(100)
    pwm.stop()
    assert bench.gpio.level(18) == 0
    with pytest.raises(ValueError, match="dutycycle"):
        pwm.ChangeDutyCycle(101)
    with pytest.raises(RuntimeError, match="as an output first"):
        gpio.PWM(19, 50)


def test_outside_a_table_it_says_what_the_real_one_says() -> None:
    with pytest.raises(RuntimeError, match="only be run on a Raspberry Pi"):
        gpio.setmode(gpio.BCM)
