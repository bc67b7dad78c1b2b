"""A Matrix Orbital LK204-25 or one of its sisters, from its manual."""

from hardware.bench.screens.grid import NO_LETTERS, Grid, Letters

COMMAND = 0xFE
CUSTOM = 8

# How many bytes follow the command's own.
FOLLOW = {0x58: 0, 0x48: 0, 0x47: 2, 0x43: 0, 0x44: 0, 0x51: 0, 0x52: 0, 0x4B: 0, 0x54: 0, 0x4E: 9, 0x99: 1, 0x50: 1}


class MatrixOrbitalScreen:
    """The display as it is after power-up: lines wrap, the screen does not scroll, no cursor shows.

    Stricter than a real one: text past the last column is a fault whatever wraps, and so is each byte above ASCII,
    since the ROM's table differs between makes.
    """

    def __init__(self, columns: int = 20, rows: int = 4) -> None:
        self.faults: list[str] = []
        self.contrast: int | None = None
        self.brightness: int | None = None
        self.wraps = True
        self.scrolls = False
        self._grid = Grid(columns, rows, self.faults)
        self._begun = bytearray()   # a command that has begun

    def feed(self, data: bytes, at: float | None = None) -> None:
        """Take bytes off the wire; it is never busy, so `at` says nothing to it."""
        for byte in data:
            if self._begun or byte == COMMAND:
                self._begun.append(byte)
                self._command()
            elif byte < CUSTOM:
                self._grid.put(byte)
            elif 0x20 <= byte <= 0x7D and byte != 0x5C:
                self._grid.put(chr(byte))
            else:
                self.faults.append(f"byte {byte:#04x} is no text")

    def lines(self, letters: Letters = NO_LETTERS) -> tuple[str, ...]:
        """What stands on the display, from the top; a defined character is its letter, or one for private use."""
        return self._grid.lines(letters)

    def _command(self) -> None:
        if len(self._begun) == 1:
            return
        code, given = self._begun[1], self._begun[2:]
        if code not in FOLLOW:
            self.faults.append(f"unknown command {code:#04x}")
        elif len(given) < FOLLOW[code]:
            return
        else:
            self._obey(code, given)
        self._begun.clear()

    def _obey(self, code: int, given: bytearray) -> None:
        match code:
            case 0x58:
                self._grid.clear()
            case 0x48:
                self._grid.move(0, 0, "home")
            case 0x47:
                self._grid.move(given[1] - 1, given[0] - 1, f"column {given[0]}, row {given[1]}")
            case 0x43 | 0x44:
                self.wraps = code == 0x43
            case 0x51 | 0x52:
                self.scrolls = code == 0x51
            case 0x4E:
                self._define(given[0], given[1:])
            case 0x99:
                self.brightness = given[0]
            case 0x50:
                self.contrast = given[0]

    def _define(self, number: int, drawn: bytearray) -> None:
        if number >= CUSTOM or max(drawn) > 0x1F:
            self.faults.append(f"character {number}: there are {CUSTOM}, of five columns each")
            return
        self._grid.pictures[number] = tuple(drawn)
