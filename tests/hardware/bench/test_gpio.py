"""The face and the errors of RPi.GPIO 0.7.1, and the world's side of the pins."""

from collections.abc import Iterator

import pytest

from hardware.bench import Bench
from hardware.bench import gpio as GPIO  # noqa: N812  the name that everybody gives it


@pytest.fixture
def bench() -> Iterator[Bench]:
    with Bench(readers=1) as bench:
        yield bench


def test_constants() -> None:
    assert (GPIO.BOARD, GPIO.BCM, GPIO.OUT, GPIO.IN, GPIO.LOW, GPIO.HIGH) == (10, 11, 0, 1, 0, 1)
    assert (GPIO.PUD_OFF, GPIO.PUD_DOWN, GPIO.PUD_UP) == (20, 21, 22)
    assert (GPIO.RISING, GPIO.FALLING, GPIO.BOTH) == (31, 32, 33)


def test_both_numberings(bench: Bench) -> None:
    assert GPIO.getmode() is None
    GPIO.setmode(GPIO.BOARD)
    GPIO.setmode(GPIO.BOARD)
    assert GPIO.getmode() == GPIO.BOARD
    GPIO.setup(22, GPIO.OUT, initial=GPIO.HIGH)       # place 22 of the header is BCM 25
    assert (bench.gpio.function(25), bench.gpio.level(25)) == ("output", 1)
    assert bench.gpio.function(22) == "input"
    with pytest.raises(ValueError, match="different mode"):
        GPIO.setmode(GPIO.BCM)
    with pytest.raises(ValueError, match="channel sent is invalid"):
        GPIO.setup(1, GPIO.OUT)                       # 3.3 V
    with pytest.raises(ValueError, match="invalid mode"):
        GPIO.setmode(12)


def test_before_setmode(bench: Bench) -> None:
    for call in (lambda: GPIO.setup(4, GPIO.OUT), lambda: GPIO.output(4, 1), lambda: GPIO.cleanup(4)):
        with pytest.raises(RuntimeError, match="pin numbering mode"):
            call()


def test_before_setup(bench: Bench) -> None:
    GPIO.setmode(GPIO.BCM)
    with pytest.raises(RuntimeError, match="not been set up as an OUTPUT"):
        GPIO.output(4, 1)
    with pytest.raises(RuntimeError, match=r"setup\(\) the GPIO channel first"):
        GPIO.input(4)
    GPIO.setup(4, GPIO.IN)
    with pytest.raises(RuntimeError, match="not been set up as an OUTPUT"):
        GPIO.output(4, 1)


def test_lists_of_channels_and_values(bench: Bench) -> None:
    GPIO.setmode(GPIO.BCM)
    GPIO.setup([5, 6, 13], GPIO.OUT)
    GPIO.output((5, 6, 13), (True, 0, GPIO.HIGH))
    assert [bench.gpio.level(pin) for pin in (5, 6, 13)] == [1, 0, 1]
    GPIO.output([5, 6, 13], False)
    assert [GPIO.input(pin) for pin in (5, 6, 13)] == [0, 0, 0]
    with pytest.raises(RuntimeError, match="Number of channels"):
        GPIO.output([5, 6], [1, 1, 1])


def test_setup_that_is_refused(bench: Bench) -> None:
    GPIO.setmode(GPIO.BCM)
    with pytest.raises(ValueError, match="invalid direction"):
        GPIO.setup(4, 2)
    with pytest.raises(ValueError, match="not valid for outputs"):
        GPIO.setup(4, GPIO.OUT, pull_up_down=GPIO.PUD_UP)
    with pytest.raises(ValueError, match="not valid for inputs"):
        GPIO.setup(4, GPIO.IN, initial=1)
    with pytest.raises(ValueError, match="pull_up_down"):
        GPIO.setup(4, GPIO.IN, pull_up_down=7)
    assert bench.gpio.function(4) == "input"


def test_inputs_see_the_world_then_the_pull(bench: Bench) -> None:
    GPIO.setmode(GPIO.BCM)
    GPIO.setup(17, GPIO.IN, pull_up_down=GPIO.PUD_UP)
    assert GPIO.input(17) == 1
    bench.gpio.drive(17, 0)
    assert GPIO.input(17) == 0
    bench.gpio.release(17)
    assert GPIO.input(17) == 1


def test_cleanup_of_one_leaves_the_others(bench: Bench) -> None:
    GPIO.setmode(GPIO.BCM)
    GPIO.setup([5, 6], GPIO.OUT, initial=1)
    GPIO.cleanup(5)
    assert (bench.gpio.function(5), bench.gpio.function(6)) == ("input", "output")
    assert GPIO.getmode() == GPIO.BCM


def test_cleanup_of_all_frees_everything_and_forgets_the_numbering(bench: Bench) -> None:
    GPIO.setmode(GPIO.BCM)
    GPIO.setup([5, 6], GPIO.OUT, initial=1)
    GPIO.cleanup()
    assert (bench.gpio.function(5), bench.gpio.function(6)) == ("input", "input")
    assert GPIO.getmode() is None
    with pytest.warns(RuntimeWarning, match="nothing to clean up"):
        GPIO.cleanup()


def test_taking_a_bus_pin_warns_and_takes_it(bench: Bench) -> None:
    assert bench.gpio.function(15) == "uart"          # RXD of the serial port
    GPIO.setmode(GPIO.BCM)
    assert GPIO.gpio_function(15) == GPIO.SERIAL
    with pytest.warns(RuntimeWarning, match="already in use"):
        GPIO.setup(15, GPIO.OUT)
    assert bench.gpio.function(15) == "output"
    GPIO.setwarnings(False)
    GPIO.setup(14, GPIO.OUT)
    GPIO.cleanup(15)
    assert bench.gpio.function(15) == "input"         # not the UART's again


def test_the_world_remembers_what_the_program_did(bench: Bench) -> None:
    GPIO.setmode(GPIO.BCM)
    GPIO.setup(5, GPIO.OUT)
    bench.clock.sleep(2)
    GPIO.output(5, 1)
    GPIO.cleanup(5)
    assert list(bench.gpio.events) == [(0, 5, "output", 0), (2, 5, "output", 1), (2, 5, "input", 0)]


def test_edges(bench: Bench) -> None:
    GPIO.setmode(GPIO.BCM)
    GPIO.setup(17, GPIO.IN, pull_up_down=GPIO.PUD_UP)
    called: list[int] = []
    GPIO.add_event_detect(17, GPIO.FALLING, callback=called.append, bouncetime=200)
    GPIO.add_event_callback(17, called.append)
    assert not GPIO.event_detected(17)
    bench.gpio.drive(17, 0)
    bench.gpio.drive(17, 0)
    bench.gpio.drive(17, 1)
    assert called == [17, 17]
    assert GPIO.event_detected(17)
    assert not GPIO.event_detected(17)
    GPIO.remove_event_detect(17)
    bench.gpio.drive(17, 0)
    assert called == [17, 17]


def test_edges_that_are_refused(bench: Bench) -> None:
    GPIO.setmode(GPIO.BCM)
    GPIO.setup(5, GPIO.OUT)
    GPIO.setup(17, GPIO.IN)
    with pytest.raises(RuntimeError, match="as an input first"):
        GPIO.add_event_detect(5, GPIO.BOTH)
    with pytest.raises(ValueError, match="edge must be"):
        GPIO.add_event_detect(17, 30)
    with pytest.raises(RuntimeError, match="add_event_detect first"):
        GPIO.add_event_callback(17, print)
    GPIO.add_event_detect(17, GPIO.BOTH)
    with pytest.raises(RuntimeError, match="Conflicting"):
        GPIO.add_event_detect(17, GPIO.BOTH)


def test_waiting_for_an_edge_lets_time_pass(bench: Bench) -> None:
    GPIO.setmode(GPIO.BCM)
    GPIO.setup(17, GPIO.IN)
    assert GPIO.wait_for_edge(17, GPIO.RISING, timeout=50) is None
    assert bench.clock.now() == 0.05
    with pytest.raises(RuntimeError, match="needs a timeout"):
        GPIO.wait_for_edge(17, GPIO.RISING)


def test_pwm_is_accepted(bench: Bench) -> None:
    GPIO.setmode(GPIO.BCM)
    GPIO.setup(18, GPIO.OUT)
    pwm = GPIO.PWM(18, 50)
    pwm.start(10)
    assert bench.gpio.level(18) == 1
    pwm.ChangeDutyCycle(20)
    pwm.ChangeFrequency(100)
    pwm.stop()
    assert bench.gpio.level(18) == 0
    with pytest.raises(ValueError, match="dutycycle"):
        pwm.ChangeDutyCycle(101)
    with pytest.raises(RuntimeError, match="as an output first"):
        GPIO.PWM(19, 50)


def test_outside_a_table_it_says_what_the_real_one_says() -> None:
    with pytest.raises(RuntimeError, match="only be run on a Raspberry Pi"):
        GPIO.setmode(GPIO.BCM)
