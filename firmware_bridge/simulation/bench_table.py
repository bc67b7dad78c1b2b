"""A whole table in one process: every wire simulated, the service as it runs, its state in a folder that stays."""

import random
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Self

from msgspec.structs import replace

from hardware.bench import Bench
from hardware.bench.far_ends import FarEnds, Rgb
from hardware.bench.screens import Vt100Screen

from ..config import Pads
from ..happenings import Outcome
from ..lamps import Tracks
from ..places import Places
from ..recorder import Resumed
from ..running import RunningTable
from .people import PLACES, People
from .simulated import ALL_TOKENS, BUTTONS, WORST_TAG_S, simulated_config

ROUNDS_PER_S = 8
"""How often all pads are looked at: what a simulated table costs the processor is mostly the wire to its readers."""
PINS = BUTTONS.pins
"""The simulated buttons, by BCM number."""
PRESS_S = 0.06
"""How long a press lasts, and the pause after it: three looks 10 ms apart count, and contacts may bounce for 20 ms."""
LONG_PRESS_S = 1.1
"""One that is long: 1 s and what a bounce may take of it."""


class BenchTable(People):
    """The table, the people and their buttons; `run` lets time pass on its virtual clock. A context manager.

    folder: where its state lives; it may be one of before. lying: the tags that lie on each pad already. note: is told
    of each tag before it is laid on a reader's pad, or lifted (None). bounce: how long the contacts of buttons bounce
    (s). seed: of the cards of new games.
    """

    def __init__(
        self,
        folder: Path,
        players: Sequence[str],
        lying: Sequence[Sequence[bytes]] = (),
        tokens: Mapping[str, Sequence[bytes]] = ALL_TOKENS,
        hear: Callable[[Outcome, str | None], None] = lambda outcome, in_turn: None,
        note: Callable[[bytes, int | None], None] = lambda uid, reader: None,
        bounce: float = 0.0,
        seed: int | str = 0,
    ) -> None:
        self.bench = Bench(len(PLACES), tag_startup=WORST_TAG_S)
        super().__init__(self.bench, tokens, lying)
        self._note = note
        self._bounce = bounce
        self._chance = random.Random(seed)
        self._presses = 0
        self._folder = folder
        self._players = players
        self._tokens_given = tokens
        self._lying_first = lying
        self._hear = hear
        self.told: list[str] = []

    def __enter__(self) -> Self:
        with ExitStack() as opened:
            opened.enter_context(self.bench)
            for reader, uids in enumerate(self._lying_first):
                for uid in uids:
                    self.bench.place(uid, reader)
            self._far = FarEnds(Tracks().count)
            opened.callback(self._far.close)
            paths = self._far.screen_wire.path, self._far.strip_wire.path
            config = simulated_config(self._players, self._tokens_given, *paths)
            config = replace(config, pads=Pads(rounds_per_s=ROUNDS_PER_S))
            places = Places(self._folder, self._folder)
            places.make()
            self.table = opened.enter_context(
                RunningTable(
                    config,
                    Path("table.toml"),
                    places,
                    self.bench.clock,
                    threaded=False,
                    hear=self._hear,
                    on_resume=self._resumed,
                    tell=self.told.append,
                    new_seed=lambda: self._chance.getrandbits(64),
                )
            )
            self.table.add(self._far)
            self._open = opened.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.close()

    def _resumed(self, resumed: Resumed) -> None:
        self.told.append(f"goes on{': ' if resumed.note else ''}{resumed.note}")

    def run(self, seconds: float) -> None:
        """Let time pass."""
        self.table.run_for(seconds)

    def lay_tag(self, uid: bytes, area: str) -> None:
        """See `People.lay_tag`."""
        self._note(uid, self.free(area))
        super().lay_tag(uid, area)

    def lift_tag(self, uid: bytes) -> None:
        """See `People.lift_tag`."""
        self._note(uid, None)
        super().lift_tag(uid)

    def press(self, name: str, seconds: float = PRESS_S, bounce: float | None = None, seed: int | None = None) -> None:
        """Hold a button so long, and let go of it; its contact bounces so long each time (s), as `seed` decides."""
        self._presses += 1
        bounce = self._bounce if bounce is None else bounce
        seed = 2 * self._presses if seed is None else seed
        self.bench.gpio.drive(PINS[name], 0, bounce, seed)
        self.run(seconds)
        self.bench.gpio.drive(PINS[name], 1, bounce, seed + 1)
        self.run(PRESS_S)

    def pull(self, name: str) -> None:
        """The plug of the "display" or the "lights" comes off: the display is dark."""
        self._far.port(name).pull()
        if name == "display":
            self._far.screen = Vt100Screen()

    def plug_in(self, name: str) -> None:
        """It goes back in; nothing happens if it is in."""
        self._far.port(name).plug()

    @property
    def lines(self) -> tuple[str, ...]:
        """What stands on the display, read off the bytes of its wire."""
        return self._far.lines()

    @property
    def silent(self) -> list[str]:
        """The places whose readers tell nothing, as the table knows it."""
        session = self.table.parts.worker.session
        return [str(place) for place in session.roster.read(session.table).silent]

    @property
    def leds(self) -> tuple[Rgb, ...]:
        """What the lights show, read off the bytes of their wire."""
        return self._far.leds()
