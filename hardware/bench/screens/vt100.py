"""A terminal that understands the few sequences of the VT100 which a table needs."""

import codecs
import re

from hardware.bench.screens.grid import NO_LETTERS, Letters

ESC = "\x1b"
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
BLANK = " "


class Vt100Screen:
    """A terminal of exactly `columns` x `rows` cells which takes UTF-8 text and the few sequences that a table needs.

    Stricter than a real one: whatever it does not know, and whatever terminals do not agree about (text past the last
    column, a cursor sent outside), is written down in `faults` in plain words. How the bytes are cut up is all one.
    """

    def __init__(self, columns: int = 20, rows: int = 4) -> None:
        self.columns = columns
        self.rows = rows
        self.faults: list[str] = []
        self.cursor_shown = True
        self.inverse: set[tuple[int, int]] = set()
        """Cells (row, column), from 0, that show dark letters on a light ground."""
        self._cells = [[BLANK] * columns for _ in range(rows)]
        self._row = 0
        self._column = 0
        self._inverting = False
        self._sequence = ""   # an escape sequence that has begun, from its ESC on
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")

    def feed(self, data: bytes, at: float | None = None) -> None:
        """Take bytes off the wire; it takes no time, so `at` says nothing to it."""
        for character in self._decoder.decode(data):
            if self._sequence:
                self._escape(character)
            elif character == ESC:
                self._sequence = ESC
            elif character == "\r":
                self._column = 0
            elif character == "\n":
                self._line_feed()
            elif character == REPLACEMENT:
                self.faults.append("bytes that are no UTF-8")
            elif character.isprintable():
                self._put(character)
            else:
                self.faults.append(f"control character {character!r}")

    def lines(self, letters: Letters = NO_LETTERS) -> tuple[str, ...]:
        """What stands on the screen, from the top, each line with all its cells; no letter needs defining."""
        return tuple("".join(row) for row in self._cells)

    def _escape(self, character: str) -> None:
        if character == ESC or not " " <= character <= "~":
            self.faults.append(f"sequence {self._sequence!r} broken off by {character!r}")
            self._sequence = ESC if character == ESC else ""
            return
        self._sequence += character
        if self._sequence == ESC + "[":
            return
        # ECMA-48, 5.4: parameters and intermediates lie below @, and the first character from @ on ends the sequence.
        if self._sequence.startswith(ESC + "[") and character < "@":
            return
        sequence, self._sequence = self._sequence, ""
        if not self._obey(sequence[2:-1], sequence[-1], sequence):
            self.faults.append(f"unknown sequence {sequence!r}")

    def _obey(self, parameters: str, final: str, sequence: str) -> bool:
        """Do what a whole sequence says; False for one that is not known."""
        if not sequence.startswith(ESC + "["):
            return False
        match final, parameters:
            case "H", _:
                return self._move(parameters, sequence)
            case "J", "2":
                self._cells = [[BLANK] * self.columns for _ in range(self.rows)]
                self.inverse.clear()
            case "K", "" | "0":
                for column in range(self._column, self.columns):
                    self._cells[self._row][column] = BLANK
                    self.inverse.discard((self._row, column))
            case "m", "7":
                self._inverting = True
            case "m", "" | "0":
                self._inverting = False
            case "l", "?25":
                self.cursor_shown = False
            case "h", "?25":
                self.cursor_shown = True
            case _:
                return False
        return True

    def _move(self, parameters: str, sequence: str) -> bool:
        numbers = re.fullmatch("([0-9]{0,3})(?:;([0-9]{0,3}))?", parameters)
        if numbers is None:
            return False
        row, column = (int(number or 0) or 1 for number in numbers.groups())   # VT100 manual: 0 and nothing mean 1
        if row > self.rows or column > self.columns:
            self.faults.append(f"cursor sent outside the screen by {sequence!r}")
        self._row = min(row, self.rows) - 1
        self._column = min(column, self.columns) - 1
        return True

    def _line_feed(self) -> None:
        if self._row < self.rows - 1:
            self._row += 1
            return
        self._cells = [*self._cells[1:], [BLANK] * self.columns]
        self.inverse = {(row - 1, column) for row, column in self.inverse if row > 0}

    def _put(self, character: str) -> None:
        if self._column == self.columns:
            self.faults.append(f"text past the last column: {character!r}")
            return
        self._cells[self._row][self._column] = character
        place = (self._row, self._column)
        if self._inverting:
            self.inverse.add(place)
        else:
            self.inverse.discard(place)
        self._column += 1
