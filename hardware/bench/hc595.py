"""A chain of 74HC595 shift registers with an LED on each output, wired to pins of the bench's header.

Written from the chip's datasheet and without a look at the driver, so that the two can prove each other.
"""

from hardware.bench.header import Header

OUTPUTS = 8
WOKEN = (1, 0, 0, 1, 1, 0, 1, 0)
"""What a chip's registers hold when power comes on: nobody knows, so not all zeros."""


class Hc595Chain:
    """`chips` in a row: the first one's SER hangs on `data`, each one's QH' on SER of the next.

    data, clock (SRCLK), latch (RCLK), enable (OE, active low): BCM numbers; without `enable` OE lies at ground, with it
    a pull-up keeps the outputs off until the program drives the pin. SRCLR lies at 3.3 V.

    On a rising SRCLK every stage takes its neighbour's bit, the first one SER's; on a rising RCLK the outputs take the
    stages. `faults` says in words what no careful driver does: SER read while nobody drives it, and stages latched
    after another number of clocks than there are stages.
    """

    def __init__(
        self, header: Header, chips: int, *, data: int, clock: int, latch: int, enable: int | None = None
    ) -> None:
        self.faults: list[str] = []
        self.latched = 0
        """How often the outputs took the stages."""
        self._header = header
        self._data = data
        self._enable = enable
        self._stages = list(WOKEN) * chips     # QA of the first chip ... QH of the last
        self._outputs = list(WOKEN) * chips
        self._clock_level = header.level(clock)
        self._latch_level = header.level(latch)
        self._clocks = 0
        header.wire(clock, self._clock_changed)
        header.wire(latch, self._latch_changed)

    @property
    def enabled(self) -> bool:
        """Whether the outputs drive anything: OE is low."""
        if self._enable is None:
            return True
        return self._header.function(self._enable) == "output" and not self._header.level(self._enable)

    @property
    def lit(self) -> tuple[bool, ...]:
        """For each output, QA of the first chip first, whether its LED is on."""
        return tuple(self.enabled and bool(bit) for bit in self._outputs)

    def _clock_changed(self, level: int) -> None:
        rises, self._clock_level = level > self._clock_level, level
        if not rises:
            return
        if self._header.function(self._data) != "output":
            self.faults.append("SER read while nobody drives it")
        self._stages = [self._header.level(self._data), *self._stages[:-1]]
        self._clocks += 1

    def _latch_changed(self, level: int) -> None:
        rises, self._latch_level = level > self._latch_level, level
        if not rises:
            return
        if self._clocks != len(self._stages):
            self.faults.append(f"latched after {self._clocks} clocks, of {len(self._stages)} stages")
        self._clocks = 0
        self._outputs = list(self._stages)
        self.latched += 1
