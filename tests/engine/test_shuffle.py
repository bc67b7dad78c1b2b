"""The shuffle: splitmix64 by its published numbers, and Fisher-Yates."""

from collections import Counter
from itertools import permutations

from engine.era.shuffle import draw, seeded, shuffled


def test_splitmix64_gives_its_published_numbers() -> None:
    # The first outputs for the seed 1234567, as published with the generator's reference code.
    state, numbers = seeded(1234567), []
    for _ in range(5):
        state, number = draw(state)
        numbers.append(number)
    assert numbers == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_a_seed_is_its_lowest_64_bits() -> None:
    assert seeded(2**64 + 5) == seeded(5) == 5
    assert seeded(-1) == 2**64 - 1


def test_a_shuffle_keeps_the_cards() -> None:
    _, cards = shuffled(9, tuple(range(24)))
    assert sorted(cards) == list(range(24))
    assert shuffled(9, ()) == (9, ())


def test_every_order_comes_about_as_often() -> None:
    # 6000 shuffles of three cards: 1000 of each order expected, standard deviation 29; five of them are allowed.
    state, orders = seeded(1), Counter[tuple[int, ...]]()
    for _ in range(6000):
        state, cards = shuffled(state, (0, 1, 2))
        orders[cards] += 1
    assert set(orders) == set(permutations((0, 1, 2)))
    assert all(abs(count - 1000) < 5 * 29 for count in orders.values())
