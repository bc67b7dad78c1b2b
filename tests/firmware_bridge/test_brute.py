"""The second explanation itself, held against numbers that were counted by hand or elsewhere."""

from collections import Counter

import pytest
from hypothesis import given, settings

from engine.era.components import COLOURS

from .brute import Moment, explanations, following, moments_of_round
from .table_top import Deed, TableTop, deeds, moment, tables


def first_moment(players: int) -> Moment:
    return Moment(COLOURS[:players], 1, 0, "placing", 0, frozenset())


# Three players: 6 * 6 = 36; with both on one area the third has 5 areas left, so 6 * 5 + 30 * 6 = 210; the fourth token
# is the first player's second, or with more players a fourth player's first.
@pytest.mark.parametrize(
    ("players", "counts"), [(3, (6, 36, 210, 1020)), (4, (6, 36, 210, 1170)), (5, (6, 36, 210, 1170))]
)
def test_it_finds_as_many_placement_sequences_as_there_are(players: int, counts: tuple[int, ...]) -> None:
    sequences = [first_moment(players)]
    for count in counts:
        sequences = [after for each in sequences for after in following(each)]
        assert len(sequences) == count


def test_a_round_ends_with_the_pawn_at_the_left_neighbour_and_the_last_round_with_the_game() -> None:
    last_lift = Moment(COLOURS[:4], 7, 3, "resolving", 7, frozenset({("brown", "buy")}))
    assert set(following(last_lift)) == {Moment(COLOURS[:4], 8, 0, "placing", 0, frozenset())}
    last_of_all = Moment(COLOURS[:4], 8, 3, "resolving", 7, frozenset({("brown", "buy")}))
    assert set(following(last_of_all)) == {Moment(COLOURS[:4], 8, 3, "over", 0, frozenset())}


def test_one_token_in_a_round_may_be_the_first_laid_or_the_last_not_yet_lifted() -> None:
    # Yellow begins, so yellow's may be the first one down; the last one up is that of orange, at yellow's right hand.
    halves = {
        player: {each.half for each in moments_of_round(first_moment(4), Counter({(player, "buy"): 1}))}
        for player in COLOURS[:4]
    }
    assert halves == {"yellow": {"placing"}, "green": set(), "brown": set(), "orange": {"resolving"}}


@settings(max_examples=60, derandomize=True, deadline=None)
@given(tables(), deeds)
def test_dropping_hopeless_sequences_loses_no_explanation(top: TableTop, done: list[Deed]) -> None:
    top.play_unseen(1)
    for deed in done[:2]:
        top.do(deed)
    game = moment(top.session.game)
    top.news()
    table = Counter((tag.player, tag.area) for tag in top.lying() if tag.player in game.players)
    own: Counter[tuple[str, str]] = Counter({(player, area): n for (player, area), n in table.items() if player})
    assert explanations(game, own) == explanations(game, own, hopeless=False)
