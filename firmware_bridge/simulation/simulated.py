"""What a simulated table is made of: its readers, its tokens, its buttons, and the config that says so."""

from collections.abc import Mapping, Sequence

from engine.era.components import COLOURS, SETUPS
from hardware.bench.world import default_wiring

from ..config import Buttons, Display, DisplayKind, Game, Reader, TableConfig
from ..lamps import MINIMAL, Counts
from ..light_config import Adalight, in_a_row
from .people import PLACES, tokens_of

WORST_TAG_S = 0.005
"""Every simulated token is as slow to wake as ISO 14443-3 allows."""
ALL_TOKENS = tokens_of(COLOURS, max(setup.tokens for setup in SETUPS.values()))
"""Enough for every game: five players, and three tokens each where three play (SETUP-1)."""
BUTTONS = Buttons(left=22, right=23, ok=24)
"""On pins that twelve readers leave free on a Pi (docs/wiring.md)."""


def simulated_config(
    players: Sequence[str],
    tokens: Mapping[str, Sequence[bytes]],
    display: str,
    lights: str,
    kind: DisplayKind = "vt100",
    tracks: Counts = MINIMAL,
) -> TableConfig:
    """The config of a simulated table.

    tokens: those that are enrolled; display, lights: the paths of their ports; kind: of the display; tracks: of lights,
    one after the other on one string.
    """
    wiring = default_wiring(len(PLACES))
    return TableConfig(
        game=Game(players=list(players)),
        reader=[
            Reader(bus=bus, device=device, reads=place) for (bus, device), place in zip(wiring, PLACES, strict=True)
        ],
        display=Display(driver=kind, port=display),
        lights=Adalight(port=lights, settle_s=0.0, tracks=in_a_row(tracks)),
        buttons=BUTTONS,
        tags={player: [uid.hex() for uid in uids] for player, uids in tokens.items()},
    )
