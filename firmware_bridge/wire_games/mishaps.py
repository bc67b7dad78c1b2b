"""What goes wrong at a table in a hall: cables, knocked tokens, lamps that disturb the radio, fingers on buttons."""

import random

from ..simulation.people import PLACES
from .mending import Mender

NOISE = 0.1
"""The share of exchanges that fail while there is noise, in bursts."""
BURST_S = 0.05
"""How long a burst of it lasts."""
WHILE_S = 1.5
"""Nobody notices for so long at most."""
STRANGERS = tuple(bytes((0x04, 0xEE, 0x10, number, 0x5A, 0x01, 0x80)) for number in range(4))
"""Tags of another game."""


class Mishaps:
    """Lets things go wrong at random, one at a time. often: with what chance `perhaps` lets something happen."""

    def __init__(self, player: Mender, chance: random.Random, often: float) -> None:
        self._player = player
        self._table = player.table
        self._chance = chance
        self._often = often
        self._noisy = False
        self.count = 0

    def perhaps(self) -> None:
        """Something goes wrong, or, more often, nothing."""
        if self._chance.random() >= self._often:
            return
        mishap = self._chance.choice(
            (
                self._knock,
                self._knock,
                self._swap,
                self._stranger,
                self._unplug,
                self._brown_out,
                self._freeze,
                self._pull,
                self._noise,
                self._lean,
            )
        )
        mishap()
        self.count += 1
        self._table.run(self._chance.uniform(0, WHILE_S))

    def _reader(self) -> int:
        return self._chance.randrange(len(PLACES))

    def _knock(self) -> None:
        """A sleeve sweeps a token off, onto the floor or onto another pad."""
        lying = sorted(self._table.lying)
        if lying:
            uid = self._chance.choice(lying)
            self._table.lift_tag(uid)
            if self._chance.random() < 0.5:
                self._table.lay_tag(uid, str(self._reader()))

    def _swap(self) -> None:
        """Two tokens change places, in one movement of a hand."""
        lying = self._table.lying
        if len(lying) >= 2:
            one, other = self._chance.sample(sorted(lying), 2)
            self._table.lift_tag(one)
            self._table.lift_tag(other)
            self._table.run(self._chance.uniform(0, 0.1))
            self._table.lay_tag(one, str(lying[other]))
            self._table.lay_tag(other, str(lying[one]))

    def _stranger(self) -> None:
        """A token of another game lies on a pad."""
        free = [uid for uid in STRANGERS if uid not in self._table.lying]
        if free:
            self._table.lay_tag(free[0], str(self._reader()))

    def _unplug(self) -> None:
        self._player.unplug(PLACES[self._reader()])

    def _brown_out(self) -> None:
        self._table.bench.brown_out(self._reader(), in_exchange=self._chance.random() < 0.5)

    def _freeze(self) -> None:
        self._table.bench.freeze(self._reader(), self._chance.uniform(0.1, 3.0))

    def _pull(self) -> None:
        """Somebody trips over a cable."""
        self._player.pull(self._chance.choice(("display", "lights")))

    def _noise(self) -> None:
        """A motor begins to run, or stops."""
        self._noisy = not self._noisy
        self._table.bench.noise(NOISE if self._noisy else 0.0, BURST_S if self._noisy else 0.0, seed=self.count)

    def _lean(self) -> None:
        """Somebody leans on the button: a long press, which may take a step back."""
        self._player.lean()
