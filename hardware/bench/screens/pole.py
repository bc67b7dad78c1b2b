"""A customer pole display with the CD5220's standard commands, from its manual."""

from hardware.bench.screens.grid import NO_LETTERS, Grid, Letters

ESC = 0x1B
CLEAR = 0x0C
CANCEL = 0x18
RETURN = 0x0D
COLUMNS = 20
ROWS = 2

# How many bytes follow ESC and the command's own.
FOLLOW = {0x40: 0, 0x11: 0, 0x12: 0, 0x13: 0, 0x2A: 1, 0x5F: 1, 0x6C: 2, 0x51: 1}


class Cd5220Screen:
    """Two rows of twenty cells. Stricter than a real one: only ASCII is text, and only overwriting is drawn.

    While a line is sent as a string (ESC Q A, ESC Q B) it takes nothing else; CLR and CAN end that mode.
    """

    def __init__(self, columns: int = COLUMNS, rows: int = ROWS) -> None:
        if (columns, rows) != (COLUMNS, ROWS):
            raise ValueError(f"a CD5220 has {COLUMNS}x{ROWS} cells, not {columns}x{rows}")
        self.faults: list[str] = []
        self.brightness: int | None = None
        self.cursor_shown = True
        self.initialised = 0
        """How often ESC @ came."""
        self._grid = Grid(columns, rows, self.faults)
        self._begun = bytearray()
        self._string: int | None = None   # the row that is sent as a string
        self._string_mode = False

    def feed(self, data: bytes, at: float | None = None) -> None:
        """Take bytes off the wire; it is never busy, so `at` says nothing to it."""
        for byte in data:
            if self._begun:
                self._begun.append(byte)
                self._command()
            elif byte == CLEAR:
                self._grid.clear()
                self._string, self._string_mode = None, False
            elif byte == CANCEL:
                self._string, self._string_mode = None, False
            elif byte == RETURN and self._string is not None:
                self._string = None
            elif byte == ESC:
                self._begun.append(byte)
            elif 0x20 <= byte <= 0x7E:
                self._grid.put(chr(byte))
            else:
                self.faults.append(f"byte {byte:#04x} is no text")

    def lines(self, letters: Letters = NO_LETTERS) -> tuple[str, ...]:
        """What stands on the display, from the top; nothing is defined here."""
        return self._grid.lines(letters)

    def _command(self) -> None:
        if len(self._begun) == 1:
            return
        code, given = self._begun[1], self._begun[2:]
        if code not in FOLLOW:
            self.faults.append(f"unknown command ESC {code:#04x}")
        elif len(given) < FOLLOW[code]:
            return
        elif self._string_mode and code != 0x51:
            self.faults.append(f"command ESC {code:#04x} in string mode")
        else:
            self._obey(code, given)
        self._begun.clear()

    def _obey(self, code: int, given: bytearray) -> None:
        match [code, *given]:
            case [0x40]:
                self._grid.clear()
                self.cursor_shown = True
                self.initialised += 1
            case [0x11]:
                pass   # overwriting is what it begins with
            case [0x12 | 0x13]:
                self.faults.append("a mode that scrolls")
            case [0x2A, level] if 1 <= level <= 4:
                self.brightness = level
            case [0x5F, shown] if shown <= 1:
                self.cursor_shown = bool(shown)
            case [0x6C, column, row]:
                self._grid.move(row - 1, column - 1, f"column {column}, row {row}")
            case [0x51, 0x41 | 0x42]:
                self._string, self._string_mode = given[0] - 0x41, True
                self._grid.move(self._string, 0, "string")
            case _:
                self.faults.append(f"ESC {code:#04x} with {given.hex(' ')}")
