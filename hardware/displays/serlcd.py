"""SparkFun's SerLCD (OpenLCD firmware): 20x4 or 16x2, 9600 baud.

Commands from SparkFun's hookup guide; what the display does with its time from the firmware's public source, 1.2.
"""

from .display import Screen
from .lcd import LcdDriver, rows_of
from .text import DEFINABLE, ROM_A00

ROW_BASES = (0x00, 0x40, 0x14, 0x54)   # DDRAM addresses of the rows' first cells (HD44780)

SETTING = b"|"
FILLER = b":" * 8             # ends what a pulled plug has cut off, at most eight rows; no setting and no command
CLEAR = SETTING + b"-"        # and cursor home
MESSAGES_OFF = SETTING + b"/"
CONTRAST = SETTING + b"\x18"  # then 0 to 255
BACKLIGHT = SETTING + b"+"    # then red, green, blue
FIRST_DEFINE = 0x1B           # character 0 of those that can be defined; then eight rows
FIRST_SHOW = 0x23             # what shows character 0
CURSOR = 0xFE                 # then 80 | address

SPLASH_S = 1.0    # from power-up it shows its name for 0.5 s, deaf meanwhile; the rest is for its start
DEFINE_S = 0.1    # it writes eight cells of EEPROM, 3.3 ms each, and starts the LCD anew (50 ms and some)
SET_S = 0.6       # firmware that knows no "messages off" shows a changed setting for 0.5 s


class SerLcd(LcdDriver):
    """Draws screens by their differences.

    contrast: 0 to 255; backlight: red, green, blue, each 0 to 255; None leaves them. The display keeps them in an
    EEPROM that wears out, so they are sent once in the life of this object, however often the plug comes off.

    Defining a character costs it 0.1 s in which it loses bytes, and empties it: the screen is drawn anew after that,
    and a letter that was defined once stays as long as it can. It keeps characters in its EEPROM too, where the same
    ones written again cost no wear. `draw` hands such things out piece by piece, `pause_s` says what each needs.
    Raises ValueError for settings that do not fit a byte, and for more than four rows.
    """

    settle_s = SPLASH_S

    def __init__(
        self,
        columns: int = 20,
        rows: int = 4,
        contrast: int | None = None,
        backlight: tuple[int, int, int] | None = None,
    ) -> None:
        if rows > len(ROW_BASES):
            raise ValueError(f"{rows} rows: a SerLCD has at most {len(ROW_BASES)}")
        super().__init__(columns, rows, ROM_A00)
        self._settings = b"" if contrast is None else CONTRAST + bytes([contrast])
        self._settings += b"" if backlight is None else BACKLIGHT + bytes(backlight)
        if self._settings:
            self._settings = MESSAGES_OFF + self._settings
        self._waits = True
        """Whether the display may wait for the rest of a command."""

    def forget(self) -> None:
        """Nobody knows what the display shows, what is defined in it, and what it waits for."""
        super().forget()
        self._waits = True

    def _piece(self, screen: Screen) -> bytes:
        if self._waits:
            self._waits = False
            self.pause_s = DEFINE_S   # the command may have been a definition
            return FILLER
        if self._drawn is None:
            self._drawn = self._blank()
            return self._begin()
        held = self._planned(screen)
        for code, letter in enumerate(held):
            if letter != self._held[code]:
                self._held = (*self._held[:code], letter, *self._held[code + 1 :])
                self._drawn = self._blank()
                self.pause_s = DEFINE_S
                return SETTING + bytes([FIRST_DEFINE + code]) + rows_of(letter)
        return self._written(screen, self._cells(screen, held))

    def _begin(self) -> bytes:
        settings, self._settings = self._settings, b""
        if settings:
            self.pause_s = SET_S
        return CLEAR + settings

    def _end(self) -> bytes:
        return CLEAR

    def _move(self, row: int, column: int) -> bytes:
        return bytes([CURSOR, 0x80 | ROW_BASES[row] + column])

    def _code(self, code: int) -> bytes:
        if code < DEFINABLE:
            return SETTING + bytes([FIRST_SHOW + code])
        return SETTING * 2 if code == SETTING[0] else bytes([code])
