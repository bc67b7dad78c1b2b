"""The prompt of a simulated table: people act on it by typing, and see what display and lights answer."""

import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TextIO

from engine.era.components import AREAS
from hardware.bench.hands import Hands
from hardware.clock import RealClock

from ..control import ask
from ..errors import OURS, PeopleError
from ..pictures.terminal import Colours, Moment, moment_text
from ..telling import state_text
from .people import PLACES, People
from .simulated import BUTTONS

LOOK_S = 2.0
"""How long the table is watched after something was done to it: exposure and settling (s)."""

LOOK_AFTER_PRESS_S = 0.7
"""And after a button was pressed: the display, and time for a busy machine (s)."""

LOOK_AFTER_PLUG_S = 12.0
"""At most after a plug went in, until its reader is known to be well: it is tried again only now and then (s)."""

STILL_S = 0.15
MOST_LOOKS = 6
"""The display is looked at until it stood still so long (s): a whole screen takes 0.13 s; but not more often."""

PRESS_S = 0.2
"""How long a button is pressed (s): past the debounce on a busy machine, too, and not yet repeating."""

BACK_S = 1.3
"""A long press (s)."""

MOST_PRESSES = 60
LONGEST_HOLD_S = 60.0
"""What is asked for beyond that is a mistake of typing."""

STRANGE_TAG = bytes.fromhex("d3b07384")
"""The UID of what `place key ...` lays: a tag that is no token of the table."""

HELP = f"""\
place COLOUR AREA    a token of the colour is laid there     place yellow build
lift COLOUR AREA     and taken off again                     lift yellow build
place key AREA       a tag that the table does not know      lift key AREA
left, right, ok      a button is pressed, or so many times    right 3
hold BUTTON [S]      it is held for so many seconds           hold ok, or: hold right 5
back                 the long press of ok
unplug PLACE         a reader's plug comes off               unplug build:1, or by number: unplug 0
plug PLACE           and goes back in
freeze PLACE [S]     a reader's chip stops working           freeze build:1 30
dip PLACE            a reader's supply dips                  dip build:1
short PLACE          a reader's data line is held down       short build:1
swap PLACE PLACE     two readers' select wires are swapped   swap build:1 build:2
noise PERCENT [MS]   so much of what readers and tags say to each other fails, in bad times of so long: noise 10 150
quiet                all of these are mended, plugs are in, and the air is clear
state                whose turn it is, what is wrong
look                 display and lights as they are
take-back            the operator takes the last move back
accept               the operator takes the table as it lies
new COLOUR ...       a new game; the first named begins       new full COLOUR ...: the whole game
quit                 the table is switched off
Areas: {', '.join(AREAS)}."""


class Prompt:
    """Reads commands from `lines` until `quit` or their end, then calls `stop`; answers go to `out`.

    hands: what acts on the world; tokens: UIDs by player; socket: where the service takes commands. `run` blocks;
    `start` runs it in a thread of its own.
    """

    def __init__(
        self,
        hands: Hands,
        tokens: Mapping[str, Sequence[bytes]],
        socket: Path,
        stop: Callable[[], None],
        lines: TextIO | None,
        out: TextIO,
        colours: Colours,
    ) -> None:
        self._hands = hands
        self._people = People(hands, tokens, hands.lying())
        self._socket = socket
        self._stop = stop
        self._lines = lines
        self._out = out
        self._colours = colours

    def start(self) -> None:
        """Run in the background, in a thread that ends with the process: nothing else ends its wait for a line."""
        threading.Thread(target=self.run, name="prompt", daemon=True).start()

    def run(self) -> None:
        """Answer line after line."""
        try:
            self._say("A simulated table. `help` tells what can be done.")
            RealClock().sleep(LOOK_S)
            self._look()
            if self._ask({"command": "state"})["problems"]:
                self._say("`accept` takes the table as it lies; `new yellow green brown` begins a new game.")
            while True:
                self._out.write("> ")
                self._out.flush()
                line = self._lines.readline() if self._lines is not None else ""
                if not line or line.split() == ["quit"]:
                    self._say("The table is switched off.")
                    return
                if line.strip():
                    try:
                        self._do(line.lower().split())
                    except OURS as error:
                        self._say(str(error))
        except OSError as error:
            self._say(f"The simulated table is gone: {error.strerror or error}.")
        finally:
            self._stop()

    def _do(self, words: list[str]) -> None:
        match words:
            case ["help"]:
                self._say(HELP)
            case ["state"]:
                self._say(state_text(self._ask({"command": "state"})))
            case ["look"]:
                self._look()
            case ["place" | "lift"] | ["place" | "lift", _]:
                raise PeopleError(f"whose, and where? For example: {words[0]} yellow build")
            case ["place", "key", area]:
                self._act(lambda: self._people.lay_tag(STRANGE_TAG, area))
            case ["lift", "key", _]:
                self._act(lambda: self._people.lift_tag(STRANGE_TAG))
            case ["place", player, area]:
                self._act(lambda: self._people.lay(player, area))
            case ["lift", player, area]:
                self._act(lambda: self._people.lift(player, area))
            case ["left" | "right" | "ok" as name, *times] if len(times) < 2:
                presses = int(_no_more(times[0], "times", MOST_PRESSES)) if times else 1
                self._act(lambda: self._press(name, presses), LOOK_AFTER_PRESS_S)
            case ["hold", name, *seconds] if len(seconds) < 2:
                held_s = _no_more(seconds[0], "seconds", LONGEST_HOLD_S) if seconds else BACK_S
                self._act(lambda: self._hold(name, held_s), LOOK_AFTER_PRESS_S)
            case ["back"]:
                self._act(lambda: self._hold("ok", BACK_S), LOOK_AFTER_PRESS_S)
            case ["unplug", place]:
                self._act(lambda: self._hands.unplug(self._reader(place)))
            case ["plug", place]:
                reader = self._reader(place)
                self._act(lambda: self._mended(lambda: self._hands.plug(reader), PLACES[reader]))
            case ["freeze", place, *seconds] if len(seconds) < 2:
                frozen_s = _number(seconds[0], "seconds") if seconds else None
                self._act(lambda: self._hands.freeze(self._reader(place), frozen_s))
            case ["dip", place]:
                self._act(lambda: self._hands.brown_out(self._reader(place)))
            case ["short", place]:
                self._act(lambda: self._hands.hold_miso(self._reader(place), 0))
            case ["swap", one, other]:
                self._act(lambda: self._swap(self._reader(one), self._reader(other)))
            case ["noise", percent, *burst] if len(burst) < 2:
                share = _no_more(percent, "per cent", 100) / 100
                burst_s = _number(burst[0], "milliseconds") / 1000 if burst else 0.0
                self._act(lambda: self._hands.noise(share, burst_s))
            case ["quiet"]:
                self._act(lambda: self._mended(self._hands.quiet, *PLACES))
            case ["take-back" | "accept" as command]:
                self._act(lambda: self._ask({"command": command}))
            case ["new", "full", start, *others]:
                self._act(lambda: self._begin([start, *others], {"depth": "full"}))
            case ["new", start, *others]:
                self._act(lambda: self._begin([start, *others], {}))
            case _:
                said = repr(" ".join(words))
                for line in HELP.splitlines():
                    if line.split(" ")[0] == words[0]:
                        raise PeopleError(f"{said} lacks something, or has too much: {' '.join(line.split())}")
                raise PeopleError(f"{said} is nothing that can be done here; `help` tells what can")

    def _act(self, deed: Callable[[], object], look_s: float = LOOK_S) -> None:
        deed()
        RealClock().sleep(look_s)
        self._look()

    def _press(self, name: str, times: int) -> None:
        for _ in range(times):
            self._hold(name, PRESS_S)

    def _hold(self, name: str, seconds: float) -> None:
        """Hold a button and let go of it; the next press is another one for those who look."""
        if name not in BUTTONS.pins:
            raise PeopleError(f"there is no button {name!r}: there are {', '.join(BUTTONS.pins)}")
        self._hands.drive_pin(BUTTONS.pins[name], 0)
        RealClock().sleep(seconds)
        self._hands.drive_pin(BUTTONS.pins[name], 1)
        RealClock().sleep(PRESS_S)

    def _mended(self, deed: Callable[[], object], *places: str) -> None:
        """Do it, and wait until the table knows that the readers of these places are well."""
        deed()
        clock = RealClock()
        end = clock.now() + LOOK_AFTER_PLUG_S
        while clock.now() < end and any(lost["reads"] in places for lost in self._ask({"command": "state"})["readers"]):
            clock.sleep(PRESS_S)

    def _swap(self, one: int, other: int) -> None:
        if one == other:
            raise PeopleError(f"{PLACES[one]} can't be swapped with itself: name two places")
        self._hands.swap_selects(one, other)

    def _begin(self, players: list[str], more: dict[str, str]) -> None:
        self._ask({"command": "new", "players": players, "start": players[0], **more})

    def _reader(self, place: str) -> int:
        reader, *others = self._people.readers(place)
        if others:
            raise PeopleError(f"which of them? {', '.join(PLACES[each] for each in (reader, *others))}")
        return reader

    def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        answer = ask(self._socket, request)
        if not answer["ok"]:
            raise PeopleError(answer["error"])
        return answer

    def _look(self) -> None:
        """Display and lights; not in the middle of what is just being written (9600 baud)."""
        lines: tuple[str, ...] = ()
        for _ in range(MOST_LOOKS):
            before, lines = lines, tuple(self._hands.lines())
            if lines == before:
                break
            RealClock().sleep(STILL_S)
        moment = Moment("", lines, self._hands.exposed())
        self._say(moment_text(moment, self._colours).strip("\n"))

    def _say(self, words: str) -> None:
        self._out.write(words + "\n")
        self._out.flush()


def _number(word: str, unit: str) -> float:
    try:
        return float(word)
    except ValueError:
        raise PeopleError(f"how many {unit}? {word!r} is no number") from None


def _no_more(word: str, unit: str, most: float) -> float:
    number = _number(word, unit)
    if not 0 <= number <= most:
        raise PeopleError(f"{word} {unit} are too many or too few: up to {most:g}")
    return number
