"""The menus: every legal move in reach, few presses, and what is told of a choice is what it then does."""

from collections.abc import Iterator
from statistics import median

import pytest

from engine.era.components import COLOURS, GOODS
from engine.era.game import apply, legal_moves, new_game
from engine.era.moves import Done, Move, Place, Resolve
from engine.era.simulate import Step, eager, steps, uniform
from engine.era.state import Phase, State
from firmware_bridge.menus.choices import FLAT, Option, change, declines, options

MOST_MEDIAN = 6
MOST = 18
"""Presses per choice that issue 7 allows: the median over random games, and the worst."""


def leaves(menu: tuple[Option, ...]) -> Iterator[Move]:
    for option in menu:
        yield from leaves(option.inside) if option.inside else (option.move,)


def presses(menu: tuple[Option, ...], wanted: Move) -> int | None:
    """The fewest presses of left, right and ok that choose a move, with a cursor that begins at the first line and
    goes around the ends."""
    for line, option in enumerate(menu):
        there = min(line, len(menu) - line) + 1
        if option.inside:
            rest = presses(option.inside, wanted)
            if rest is not None:
                return there + rest
        elif option.move == wanted:
            return there
    return None


def played(players: int, dealing: str, seed: int) -> Iterator[tuple[State, Step]]:
    game = new_game(COLOURS[:players], 0, "full", None, seed, dealing)
    for step in steps(game, eager if seed % 2 else uniform, seed):
        yield game, step
        game = step[-1]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_move_is_in_reach_and_few_presses_away(players: int) -> None:
    counts: list[int] = []
    for dealing in ("virtual", "cards"):
        for seed in range(4):
            for game, (_, move, _, _) in played(players, dealing, seed):
                menu = options(game)
                if game.phase is Phase.PLACING or (game.phase is Phase.RESOLVING and game.action is None):
                    assert menu == ()
                    continue
                assert sorted(map(str, leaves(menu))) == sorted(map(str, legal_moves(game)))
                if len(legal_moves(game)) > 1:  # one alone takes one press
                    count = presses(menu, move)
                    assert count is not None
                    counts.append(count)
                assert len(menu) <= FLAT or any(option.inside for option in menu) or len(menu) <= 2 * FLAT
    assert median(counts) <= MOST_MEDIAN
    assert max(counts) <= MOST


def test_what_is_told_of_a_choice_is_what_the_players_have_after_it() -> None:
    told = 0
    for game, (_, move, _, after) in played(4, "virtual", 1):
        if isinstance(move, Place | Resolve) or game.in_turn is None or after.phase is Phase.OVER:
            continue
        seat = game.players.index(game.in_turn)
        seen = change(game, move)
        difference = dict.fromkeys((*GOODS, "influence"), 0)
        for kind, count in seen.gained:
            difference[kind] += count
        for kind, count in seen.paid:
            difference[kind] -= count
        before, now = game.holdings[seat], apply(game, move)[0].holdings[seat]
        changed = [has - had for had, has in zip(before.goods, now.goods, strict=True)]
        assert changed == [difference[kind] for kind in GOODS]
        assert now.influence - before.influence == difference["influence"]
        for other, goods in seen.others:
            at = game.players.index(other)
            assert goods
            assert (after.holdings[at].goods, after.holdings[at].influence) != (
                game.holdings[at].goods,
                game.holdings[at].influence,
            )
        told += 1
    assert told > 100


def test_done_is_told_to_be_a_refusal_only_where_nothing_was_done() -> None:
    asked = {True: 0, False: 0}
    for game, (_, move, events, _) in played(3, "virtual", 2):
        if isinstance(move, Done) and game.action is not None and game.action.area:
            declined = any(getattr(event, "declined", False) for event in events)
            assert declines(game.action) == declined
            asked[declined] += 1
    assert min(asked.values()) > 0
