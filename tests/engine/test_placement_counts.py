"""PLACE-1 to PLACE-4 over all sequences of placements: counted against a second writing of the clauses, and walked
to the end for every number of players."""

from itertools import product
from math import comb, factorial

import pytest
from msgspec.structs import replace

from engine.era.components import AREAS
from engine.era.game import apply, legal_moves, new_game
from engine.era.moves import Place
from engine.era.state import Phase, State
from tests.engine.games import FIVE, FOUR, TABLES, THREE, token_moves

Board = tuple[tuple[int, ...], ...]


def sequences_by_the_clauses(players: int, length: int) -> set[tuple[str, ...]]:
    """Every way to lay the first tokens that breaks neither PLACE-2 nor PLACE-3, with nothing of the engine in it."""
    areas = ("build", "produce", "buy", "manufacture", "market", "develop")
    good = set()
    for sequence in product(areas, repeat=length):
        # PLACE-1: token number n is laid by the (n mod players)-th player from the start player.
        tokens = [(area, number % players) for number, area in enumerate(sequence)]
        at_most_two = all(sequence.count(area) <= 2 for area in areas)
        at_most_one_of_a_player = len(set(tokens)) == len(tokens)
        if at_most_two and at_most_one_of_a_player:
            good.add(sequence)
    return good


def sequences_by_the_engine(state: State, length: int) -> set[tuple[str, ...]]:
    """Every way to lay the first tokens that `legal_moves` offers, step by step."""
    if length == 0:
        return {()}
    return {
        (move.area, *rest)
        for move in token_moves(state)
        for rest in sequences_by_the_engine(apply(state, move)[0], length - 1)
    }


# By hand. One token: any of 6 areas. Two: any of 6 again, since the second player may join the first: 36. Three: 6^3
# less the 6 with all on one area: 210. Four: 6^4 = 1296 less those with three or four on one area, which are
# 6 x (4 x 5 + 1) = 126: 1170. With three players the fourth token is the first player's second, so those where it joins
# the first one go too, as far as they are not gone yet (second and third both elsewhere): 6 x 5 x 5 = 150: 1020.
COUNTS = [(THREE, (6, 36, 210, 1020)), (FOUR, (6, 36, 210, 1170)), (FIVE, (6, 36, 210, 1170))]


@pytest.mark.parametrize(("players", "counts"), COUNTS)
def test_place_number_of_sequences_of_one_to_four_tokens(players: tuple[str, ...], counts: tuple[int, ...]) -> None:
    state = new_game(players, 0)
    for length, count in enumerate(counts, start=1):
        by_the_clauses = sequences_by_the_clauses(len(players), length)
        assert len(by_the_clauses) == count
        assert sequences_by_the_engine(state, length) == by_the_clauses


def alike_up_to_renaming(state: State) -> State:
    """One state for all that differ only in which area is which, and in which token of an area was laid first."""
    board = sorted(tuple(sorted(area)) for area in state.board)
    return replace(state, board=tuple(board))


def walk_placements(state: State) -> list[set[State]]:
    """The states reachable by laying 0, 1, 2 ... tokens, until nobody has one left; areas alike up to renaming."""
    steps = [{alike_up_to_renaming(state)}]
    while any(state.phase is Phase.PLACING for state in steps[-1]):
        reached = set()
        for before in steps[-1]:
            moves = legal_moves(before)
            assert moves, f"PLACE-4: no area is left for {before.in_turn} in {before}"
            reached |= {alike_up_to_renaming(apply(before, move)[0]) for move in moves}
        steps.append(reached)
    return steps


# Full boards, areas alike, by hand. An area with two tokens joins two players (PLACE-3 makes them two); an area with
# one token joins nobody. With e joining areas and t tokens in all, t - 2e areas hold one token, so t - e areas are in
# use and t - e <= 6 (PLACE-2). A full board is thus a graph of at least t - 6 edges (parallel ones allowed) whose nodes
# are the players, with no more edges at a node than the player has tokens; the rest of the tokens lie alone.
#   Three players with 3 tokens, t = 9, e >= 3. e is the sum of three edge numbers, any two of which sum to 3 at most.
#     e = 3: any three numbers that sum to 3, comb(5, 2) = 10. e = 4: each at least 1, so 1+1+2 in some order: 3.
#     e = 5 would be 10 edge ends on 9 tokens.
#   With 2 tokens all parts of the graph are circles (two nodes joined twice is the smallest) or open paths, and the
#   number of open paths (a lone node is one) is the number of nodes less that of edges.
#   Four players, t = 8, e >= 2. e = 2: two edges of the six, or one twice: comb(7, 2) = 21, none gives a node three.
#     e = 3, one path: of 4 nodes 4!/2 = 12, of 2 nodes and two joined twice 6, a lone node and a triangle 4.
#     e = 4, no path: circles of four 3, two pairs joined twice 3.
#   Five players, t = 10, e >= 4. e = 4, one path: of 5 nodes 5!/2 = 60; of 3 nodes (10 x 3) and two joined twice: 30;
#     of 2 nodes and a triangle 10; a lone node (5) and four nodes without path (6): 30.
#     e = 5, no path: circles of five 4!/2 = 12; a triangle and two joined twice 10.
FULL_BOARDS = [
    (THREE, comb(5, 2) + 3),
    (FOUR, comb(7, 2) + (factorial(4) // 2 + 6 + 4) + (3 + 3)),
    (FIVE, (factorial(5) // 2 + 30 + 10 + 30) + (factorial(4) // 2 + 10)),
]


@pytest.mark.parametrize(("players", "boards"), FULL_BOARDS)
def test_place_4_a_legal_area_exists_in_every_sequence(players: tuple[str, ...], boards: int) -> None:
    for start in range(len(players)):
        steps = walk_placements(new_game(players, start))
        assert len(steps) - 1 == {3: 9, 4: 8, 5: 10}[len(players)]
        assert len(steps[-1]) == boards
        assert {state.phase for state in steps[-1]} == {Phase.RESOLVING}


@pytest.mark.parametrize("players", TABLES)
def test_place_4_areas_are_alike_so_the_walk_leaves_nothing_out(players: tuple[str, ...]) -> None:
    # What the walk takes for granted: which areas are legal depends on what lies on each, and on nothing else.
    for step in walk_placements(new_game(players, 0))[:-1]:
        for state in step:
            swapped = replace(state, board=tuple(area[::-1] for area in state.board[::-1]))
            mirrored = {Place(AREAS[-1 - AREAS.index(move.area)]) for move in token_moves(state)}
            assert set(legal_moves(swapped)) == mirrored
