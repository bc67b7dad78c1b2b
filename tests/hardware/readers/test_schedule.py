"""The order of the pads: no two neighbours in a row where that can be had, and extra turns that starve nobody."""

from itertools import combinations, pairwise

from hypothesis import given, strategies as st

from hardware.readers.schedule import REGULAR, Rota, all_pairs, cycle

PAIRS = st.sets(st.sampled_from(list(combinations(range(12), 2))))


def _in_a_row(ring: tuple[int, ...], pairs: set[tuple[int, int]]) -> int:
    """How many neighbours follow each other in a ring."""
    close = {frozenset(pair) for pair in pairs}
    return sum(frozenset(pair) in close for pair in zip(ring, ring[1:] + ring[:1], strict=True))


def test_a_row_of_pads_each_beside_the_next_is_taken_in_an_order_without_neighbours() -> None:
    row = set(pairwise(range(12)))
    assert _in_a_row(tuple(range(12)), row) == 11
    ring = cycle(12, row)
    assert sorted(ring) == list(range(12))
    assert _in_a_row(ring, row) == 0


@given(PAIRS)
def test_five_neighbours_of_twelve_never_follow_each_other(pairs: set[tuple[int, int]]) -> None:
    # Dirac's theorem: twelve readers, each with at least 6 = 12 / 2 others that are not its neighbours.
    few: set[tuple[int, int]] = set()
    for pair in sorted(pairs):
        if all(sum(end in other for other in few) < 5 for end in pair):
            few.add(pair)
    assert _in_a_row(cycle(12, few), few) == 0


@given(PAIRS)
def test_any_map_gives_a_ring_of_all_and_no_worse_than_by_number(pairs: set[tuple[int, int]]) -> None:
    ring = cycle(12, pairs)
    assert sorted(ring) == list(range(12))
    assert _in_a_row(ring, pairs) <= _in_a_row(tuple(range(12)), pairs)


def test_tables_too_small_for_a_choice() -> None:
    assert cycle(0, ()) == ()
    assert cycle(1, all_pairs(1)) == (0,)
    assert sorted(cycle(3, all_pairs(3))) == [0, 1, 2]


def _nobody(reader: int) -> bool:
    return False


def _everybody(reader: int) -> bool:
    return True


def test_all_have_their_turn_in_the_order_of_the_ring() -> None:
    rota = Rota((2, 0, 1))
    assert [rota.next(_nobody, _everybody) for _ in range(6)] == [2, 0, 1, 2, 0, 1]


def test_who_is_skipped_has_no_turn_and_nobody_is_left_when_all_are() -> None:
    rota = Rota((0, 1, 2))
    assert [rota.next({1}.__contains__, _everybody) for _ in range(4)] == [0, 2, 0, 2]
    assert rota.next(_everybody, _everybody) is None
    assert Rota(()).next(_nobody, _everybody) is None


def test_an_extra_turn_comes_at_once_and_only_when_it_can_begin() -> None:
    rota = Rota(range(6))
    assert rota.next(_nobody, _everybody) == 0
    rota.again(0)
    assert rota.next(_nobody, _nobody) == 1
    assert rota.next(_nobody, _everybody) == 0
    assert rota.next(_nobody, _everybody) == 2


def test_a_regular_turn_settles_what_was_asked_again() -> None:
    rota = Rota(range(3))
    rota.again(1)
    assert [rota.next(_nobody, _nobody) for _ in range(2)] == [0, 1]
    assert [rota.next(_nobody, _everybody) for _ in range(2)] == [2, 0]


def test_those_who_ask_for_ever_slow_the_others_by_a_third_at_most() -> None:
    rota = Rota(range(12))
    turns: list[int | None] = []
    for _ in range(1600):
        for reader in range(4):
            rota.again(reader)
        turns.append(rota.next(_nobody, _everybody))
    for reader in range(4, 12):
        at = [index for index, turn in enumerate(turns) if turn == reader]
        assert max(later - earlier for earlier, later in pairwise(at)) <= 12 + 12 / REGULAR
    # 12 regular turns bring 4 extra ones: of 1600 turns 1200 are regular, 100 for each.
    counts = [turns.count(reader) for reader in range(12)]
    assert counts[4:] == [100] * 8
    assert sum(counts[:4]) == 400 + 400
