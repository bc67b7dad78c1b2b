"""A SparkFun SerLCD with OpenLCD firmware, from its hookup guide and from how the firmware behaves."""

from hardware.bench.screens.grid import NO_LETTERS, Grid, Letters

# The HD44780's character table, ROM code A00, where it is no ASCII; its kana and Greek are nobody's business here.
A00 = {0x5C: "¥", 0x7E: "→", 0x7F: "←", 0xDF: "°", 0xE1: "ä", 0xEE: "ñ", 0xEF: "ö", 0xF5: "ü", 0xFD: "÷"}

SPLASH_S = 0.5    # after power-up it shows its name and throws away what it hears
DEAF_S = 0.09     # a character recorded: eight cells of EEPROM at 3.3 ms, and an LCD that starts anew
MESSAGE_S = 0.5   # a setting told on the screen, unless messages are off


class SerLcdScreen:
    """The display as it is with power since `powered` (s).

    Stricter than a real one, which has a small buffer: a byte that comes while it is busy is lost and a fault. Nor are
    control bytes forgiven, unknown settings, or commands for the bare LCD.
    """

    def __init__(self, columns: int = 20, rows: int = 4, powered: float = float("-inf")) -> None:
        self.faults: list[str] = []
        self.contrast: int | None = None
        self.backlight: tuple[int, ...] | None = None
        self.messages = True
        self.settings_written = 0
        """How often its EEPROM was written for a setting."""
        self.characters_recorded = 0
        self._grid = Grid(columns, rows, self.faults)
        self._bases = (0x00, 0x40, columns, 0x40 + columns)[:rows]
        self._begun: list[int] = []   # a command that has begun
        self._busy_s = 0.0          # what the last byte takes
        self._deaf_until = powered + SPLASH_S

    def feed(self, data: bytes, at: float | None = None) -> None:
        """Take bytes off the wire, all of them there at the moment `at` (s); without one it is never busy."""
        for byte in data:
            if at is not None and at < self._deaf_until:
                self.faults.append(f"byte {byte:#04x} lost: it came {1e3 * (self._deaf_until - at):.0f} ms too early")
                continue
            self._busy_s = 0.0
            self._take(byte)
            if at is not None and self._busy_s:
                self._deaf_until = at + self._busy_s

    def lines(self, letters: Letters = NO_LETTERS) -> tuple[str, ...]:
        """What stands on the display, from the top; a defined character is its letter, or one for private use."""
        return self._grid.lines(letters)

    def _take(self, byte: int) -> None:
        self._begun.append(byte)
        match self._begun:
            case [0xFE] | [0x7C] | [0x7C, 0x18]:
                return
            case [0x7C, 0x2B, *colours] if len(colours) < 3:
                return
            case [0x7C, number, *drawn] if 0x1B <= number <= 0x22 and len(drawn) < 8:
                return
        whole, self._begun = self._begun, []
        self._obey(whole)

    def _obey(self, whole: list[int]) -> None:
        match whole:
            case [0xFE, address] if address >= 0x80:
                self._move(address & 0x7F)
            case [0x7C, 0x2D]:
                self._grid.clear()
            case [0x7C, 0x2F]:
                self.messages = False
                self.settings_written += 1
            case [0x7C, 0x18, level]:
                self.contrast = level
                self._written()
            case [0x7C, 0x2B, *colours]:
                self.backlight = tuple(colours)
                self._written()
            case [0x7C, 0x7C]:
                self._grid.put("|")
            case [0x7C, number] if 0x23 <= number <= 0x2A:
                self._grid.put(number - 0x23)
            case [0x7C, number, *drawn] if len(drawn) == 8:
                self._record(number - 0x1B, drawn)
            case [code] if 0x20 <= code <= 0x7D or code in A00:
                self._grid.put(A00.get(code, chr(code)))
            case _:
                self.faults.append(f"not understood: {bytes(whole).hex(' ')}")

    def _move(self, address: int) -> None:
        for row, base in enumerate(self._bases):
            if base <= address < base + self._grid.columns:
                self._grid.move(row, address - base, f"address {address:#04x}")
                return
        self._grid.move(-1, -1, f"address {address:#04x}")

    def _record(self, number: int, drawn: list[int]) -> None:
        if any(row > 0x1F for row in drawn):
            self.faults.append(f"character {number} has pixels beside its five columns")
        self._grid.pictures[number] = tuple(row & 0x1F for row in drawn)
        self._grid.clear()   # the firmware starts the LCD anew
        self.characters_recorded += 1
        self._busy_s = DEAF_S

    def _written(self) -> None:
        self.settings_written += 1
        if self.messages:
            self._busy_s = MESSAGE_S
