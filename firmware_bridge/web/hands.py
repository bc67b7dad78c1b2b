"""The hands at a simulated table, moved by browsers: in a thread of their own, for the world may let them wait."""

import queue
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Any, Final, Self

import msgspec

from hardware.bench.hands import Hands
from hardware.clock import Clock

from ..errors import OURS
from ..simulation.people import PLACES, People
from ..simulation.prompt import STRANGE_TAG
from ..simulation.simulated import BUTTONS
from ..texts import Message, say
from . import messages as m, refusals
from .answers import done, refusal
from .hub import Client, Hub
from .refusals import Refused

LOOK_S: Final = 0.1
"""How often display, lights and pads are looked at while somebody watches."""
PRESS_S: Final = 0.2
"""How long a button is down, and how long up, at least: past the debounce on a busy machine, and not yet repeating."""
MOST_WAITING: Final = 64
"""Deeds that wait to be done; more are refused."""
NOISE: Final = (0.3, 0.15)
"""The noise that can be switched on: the share of exchanges that fail, in bad times of so many seconds."""
END_S: Final = 2.0
DOWN: Final = 0
"""The level of a pin whose button is pressed: they connect it to ground ..."""
UP: Final = 1
"""... against a resistor."""

NO_TOKEN: Message = say("web.refused.no-token")


class WebHands:
    """hands: at the world; tokens: the tags of each colour; tracks: the lights' tracks, name and how many LEDs, in the
    order of their wire. A context manager: the thread lives from enter to exit."""

    def __init__(
        self,
        hands: Hands,
        tokens: Mapping[str, Sequence[bytes]],
        tracks: Mapping[str, int],
        hub: Hub,
        clock: Clock,
    ) -> None:
        self._hands = hands
        self._tokens = tokens
        self._players = {uid: player for player, uids in tokens.items() for uid in uids}
        self._tracks = [{"name": name, "count": count} for name, count in tracks.items()]
        self._hub = hub
        self._clock = clock
        self._asked: queue.Queue[Callable[[], None] | None] = queue.Queue(MOST_WAITING)
        self._watchers: tuple[Client, ...] = ()
        self._told: bytes = b""
        self._told_to: tuple[Client, ...] = ()
        self._held: dict[str, Client] = {}
        self._noise = False
        self._end = False
        self._thread = threading.Thread(target=self._run, name="hands", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end = True
        with suppress(queue.Full):  # it looks whether it is to end after each deed
            self._asked.put_nowait(None)
        self._thread.join(END_S)

    # --- from the table's thread ---

    def ask(self, client: Client, language: str, asked: m.BenchAsked) -> None:
        """Do it, and answer the client."""
        try:
            self._asked.put_nowait(lambda: self._do(client, language, asked))
        except queue.Full:
            self._hub.post([client], "", refusal(asked.id, Refused(refusals.NOT_NOW), language))

    def watched_by(self, clients: Sequence[Client]) -> None:
        """These want to know what display, lights and pads look like."""
        self._watchers = tuple(clients)

    # --- in the own thread ---

    def _run(self) -> None:
        while not self._end:
            try:
                deed = self._asked.get(timeout=LOOK_S)
            except queue.Empty:
                deed = None
            try:
                if deed is not None:
                    deed()
                self._let_go_of_those_gone()
                self._look()
            except OSError:  # the world has gone: the service will, too
                return

    def _do(self, client: Client, language: str, asked: m.BenchAsked) -> None:
        try:
            self._deed(client, asked)
        except Refused as refused:
            self._hub.post([client], "", refusal(asked.id, refused, language))
        except OURS as error:
            self._hub.post([client], "", refusal(asked.id, Refused.of(error), language))
        else:
            self._hub.post([client], "", done(asked.id, {}))

    def _deed(self, client: Client, asked: m.BenchAsked) -> None:
        match asked:
            case m.BenchLay(place=place, tag=str(tag)):
                self._hands.place(self._known(tag), self._reader(place))
            case m.BenchLay(place=place, player=player):
                self._hands.place(self._from_hand(player or ""), self._reader(place))
            case m.BenchLift(tag=tag):
                self._hands.lift(self._known(tag))
            case m.BenchPress(button=button, down=down):
                if down is not False:
                    self._held[button] = client
                    self._drive(button, DOWN)
                if down is not True:
                    self._let_go(button)
            case m.BenchUnplug(reader=reader):
                self._hands.unplug(self._number(reader))
            case m.BenchPlug(reader=reader):
                self._hands.plug(self._number(reader))
            case m.BenchPull(what=what):
                self._hands.pull_port(what)
            case m.BenchPlugIn(what=what):
                self._hands.plug_port(what)
            case m.BenchNoise(on=on):
                share, burst = NOISE if on else (0.0, 0.0)
                self._hands.noise(share, burst)
                self._noise = on

    def _known(self, tag: str) -> bytes:
        """The UID of a token, or of the key that is none; nobody makes tags up."""
        uid = next((uid for uid in (*self._players, STRANGE_TAG) if uid.hex() == tag.lower()), None)
        if uid is None:
            raise Refused(NO_TOKEN)
        return uid

    def _from_hand(self, player: str) -> bytes:
        """A token of the player that lies nowhere."""
        lying = {uid for pad in self._hands.lying() for uid in pad}
        hand = [uid for uid in self._tokens.get(player, ()) if uid not in lying]
        if not hand:
            raise Refused(NO_TOKEN)
        return hand[0]

    def _reader(self, place: str) -> int:
        return People(self._hands, self._tokens).readers(place)[0]

    def _number(self, reader: int) -> int:
        if not 0 <= reader < len(PLACES):
            raise Refused(refusals.NOT_NOW)
        return reader

    def _let_go(self, button: str) -> None:
        self._held.pop(button, None)
        self._drive(button, UP)

    def _drive(self, button: str, level: int) -> None:
        """To that level, and for so long that those who look see it."""
        self._hands.drive_pin(BUTTONS.pins[button], level)
        end = self._clock.now() + PRESS_S
        while (left := end - self._clock.now()) > 0:
            self._clock.sleep(min(left, LOOK_S))
            self._look()

    def _let_go_of_those_gone(self) -> None:
        """A button that a browser held when it went away comes up."""
        for button, client in tuple(self._held.items()):
            if client.gone:
                self._let_go(button)

    def _look(self) -> None:
        watchers = self._watchers
        if not watchers:
            self._told_to = ()
            return
        told = msgspec.json.encode(self._far())
        if told != self._told:
            self._told = told
            self._hub.post(watchers, "far", told)
        else:
            self._hub.post([client for client in watchers if client not in self._told_to], "far", told)
        self._told_to = watchers

    def _far(self) -> dict[str, Any]:
        """What stands on display and lights, read off their wires; where tags lie in truth; whether noise is on."""
        lines = self._hands.lines()
        return {
            "type": "far",
            "display": {"columns": len(lines[0]) if lines else 0, "rows": len(lines), "lines": lines},
            "leds": {
                "tracks": self._tracks,
                "colours": [f"#{red:02x}{green:02x}{blue:02x}" for red, green, blue in self._hands.leds()],
            },
            "table": [
                {"tag": uid.hex(), "place": PLACES[reader], "player": self._players.get(uid)}
                for reader, pad in enumerate(self._hands.lying())
                for uid in pad
            ],
            "noise": self._noise,
        }
