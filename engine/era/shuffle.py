"""Chance that stays the same for ever: splitmix64 and Fisher-Yates written out, the state part of the game's state.

The standard library's `shuffle` is no promise for ten years. The constants are those of splitmix64 (Steele, Lea and
Flood, "Fast splittable pseudorandom number generators", 2014).
"""

from typing import Final

_WORD: Final = 2**64 - 1
_STEP: Final = 0x9E3779B97F4A7C15


def seeded(seed: int) -> int:
    """The state that a seed begins with: its lowest 64 bits."""
    return seed & _WORD


def draw(state: int) -> tuple[int, int]:
    """The next state, and a number of 64 bits."""
    state = (state + _STEP) & _WORD
    mixed = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _WORD
    return state, mixed ^ (mixed >> 31)


def shuffled(state: int, cards: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    """The next state, and the cards in an order drawn evenly but for a part in 2**58 (Fisher-Yates, from the end)."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        state, number = draw(state)
        other = number % (last + 1)
        order[last], order[other] = order[other], order[last]
    return state, tuple(order)
