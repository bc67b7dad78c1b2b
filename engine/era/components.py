"""What lies in the box and does not change during a game: the areas, the colours, the numbers by number of players."""

from dataclasses import dataclass
from typing import Final

AREAS: Final = ("build", "produce", "buy", "manufacture", "market", "develop")
"""The six areas, in board order."""

SPACES_PER_AREA: Final = 2
"""Tokens that an area holds (PLACE-2)."""

# The rulebook shows five colours and names four. Purple is this project's stand-in for the fifth.
COLOURS: Final = ("yellow", "green", "brown", "orange", "purple")
"""The colours of the tokens; a player is known by the colour."""


@dataclass(frozen=True, slots=True)
class Setup:
    """One row of the table in SETUP-1: tokens are counted per player."""

    tokens: int
    bonus_tokens: int
    rounds: int


SETUPS: Final = {
    3: Setup(tokens=3, bonus_tokens=3, rounds=9),
    4: Setup(tokens=2, bonus_tokens=5, rounds=8),
    5: Setup(tokens=2, bonus_tokens=1, rounds=10),
}
"""The set-up by number of players (SETUP-1); END-1 plays `rounds` rounds."""
