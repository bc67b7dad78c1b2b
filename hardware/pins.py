"""Claims single pins of the Pi's header, by their BCM numbers, and says in words why one can't be had."""

from collections.abc import Callable

from .errors import DriverMissing, WiringError

__all__ = ["GPIO", "claim_input", "claim_output"]

try:
    from RPi import GPIO
except (ImportError, RuntimeError) as error:   # RPi.GPIO raises RuntimeError on anything but a Raspberry Pi
    raise DriverMissing(
        f"Pins can't be used on this machine ({error}). On a Raspberry Pi install RPi.GPIO (rpi-lgpio on a Pi 5)."
    ) from error


def claim_output(who: str, pin: int, level: int = GPIO.LOW) -> None:
    """Make a pin an output that has this level from the first moment; who: for whom, in words.

    Raises WiringError for a pin that does not exist or that a bus (SPI, I2C, the serial port) holds, and where this
    program already numbers pins by their place on the header.
    """
    _claim(who, pin, lambda: GPIO.setup(pin, GPIO.OUT, initial=level))


def claim_input(who: str, pin: int) -> None:
    """Make a pin an input that is high while nothing pulls it down; raises as `claim_output`."""
    _claim(who, pin, lambda: GPIO.setup(pin, GPIO.IN, pull_up_down=GPIO.PUD_UP))


def _claim(who: str, pin: int, setup: Callable[[], None]) -> None:
    mode = GPIO.getmode()
    if mode is None:
        GPIO.setmode(GPIO.BCM)
    elif mode != GPIO.BCM:
        raise WiringError(
            f"{who}, BCM{pin}: this program already numbers pins by their place on the header. Number all by BCM."
        )
    try:
        free = GPIO.gpio_function(pin) in (GPIO.IN, GPIO.OUT)
        if free:
            setup()
    except (ValueError, RuntimeError) as error:
        raise WiringError(f"{who}, BCM{pin}: {error}. Take another pin.") from error
    if not free:
        raise WiringError(f"{who}, BCM{pin}: a bus of the Pi has this pin (SPI, I2C or serial). Take another pin.")
