"""Random tables: the referee says what a second, brute-force explanation of the rules page says."""

from collections import Counter
from random import Random

from hypothesis import HealthCheck, given, settings, strategies as st

from firmware_bridge.happenings import MoveMade, MoveTakenBack, ProblemMended
from firmware_bridge.referee import Kind
from hardware.readers.reading import TableKnown

from .brute import following
from .table_top import CALL_FOR_A_TOKEN, Deed, Seen, TableTop, deeds, moment, tables, wrong

seens = st.sampled_from(("live", "resumed", "bare"))
unseen_moves = st.integers(0, 7)


def examples(number: int) -> settings:
    return settings(
        max_examples=number, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
    )


def scramble(top: TableTop, moves: int, done: list[Deed], seen: Seen) -> None:
    """People play on and hands do as they like, while the service watches or is down."""
    top.restart(seen)
    top.play_unseen(moves)
    for deed in done:
        top.do(deed)


@examples(400)
@given(tables(), unseen_moves, deeds, seens)
def test_the_outcome_is_that_of_the_second_explanation(
    top: TableTop, moves: int, done: list[Deed], seen: Seen
) -> None:
    scramble(top, moves, done, seen)
    news = top.news()
    expected = top.expected()
    outcomes = top.hear(news)
    assert moment(top.session.game) == expected.moment
    assert Counter(map(wrong, top.session.problems)) == expected.problems
    assert any(isinstance(outcome, MoveTakenBack) for outcome in outcomes) == expected.taken_back


@examples(200)
@given(tables(), unseen_moves, seens)
def test_legal_moves_of_a_half_that_nobody_saw_are_all_heard(top: TableTop, moves: int, seen: Seen) -> None:
    top.restart(seen)
    game = top.session.game
    played = top.play_unseen(moves, half=(game.round, game.phase))
    made = [outcome for outcome in top.settle() if isinstance(outcome, MoveMade)]
    assert moment(top.session.game) == moment(played)
    assert top.session.problems == ()
    on_board = sum(map(len, game.board)), sum(map(len, played.board))
    assert len(made) == max(on_board) - min(on_board)  # each lays one or takes one back


@examples(200)
@given(tables(), unseen_moves, deeds, seens)
def test_every_problem_is_a_difference_at_the_place_that_it_names(
    top: TableTop, moves: int, done: list[Deed], seen: Seen
) -> None:
    scramble(top, moves, done, seen)
    top.settle()
    assert len(top.session.problems) <= top.differences()
    assert bool(top.session.problems) == bool(top.differences())
    board = moment(top.session.game).board
    lying = top.lying()
    for problem in top.session.problems:
        kind, place, player, came_from = wrong(problem)
        pair = player, problem.place.area
        on_area = sum((tag.player, tag.area) == pair for tag in lying)
        if kind == "pad-silent":
            assert place in top.silent_places()
        elif kind in CALL_FOR_A_TOKEN:
            assert pair in board
            assert on_area == 0
        else:
            assert any((tag.player, tag.place) == (player, place) for tag in lying)
            assert on_area > (pair in board)
        if came_from is not None:
            home = player, came_from.partition(":")[0]
            assert home in board
            assert not any((tag.player, tag.area) == home for tag in lying)


@examples(100)
@given(tables(), unseen_moves, deeds, seens)
def test_what_blocks_most_comes_first(top: TableTop, moves: int, done: list[Deed], seen: Seen) -> None:
    # Table talk, principle 4.
    order = ["pad-silent", "unknown-tag", "over-limit", "out-of-turn", "missing"]
    scramble(top, moves, done, seen)
    top.settle()
    ranks = [order.index(kind) for kind, *_ in map(wrong, top.session.problems) if kind in order]
    assert ranks == sorted(ranks)


@examples(200)
@given(tables(), unseen_moves, deeds, seens, st.randoms(use_true_random=False))
def test_the_order_in_which_the_readers_tell_changes_nothing(
    top: TableTop, moves: int, done: list[Deed], seen: Seen, random: Random
) -> None:
    scramble(top, moves, done, seen)
    news = top.news()
    told = top.session
    top.hear(news)
    one = top.session
    top.session = told
    random.shuffle(news)
    top.hear(news)
    assert (top.session.game, top.session.problems) == (one.game, one.problems)
    assert (top.session.last, top.session.homes) == (one.last, one.homes)


@examples(200)
@given(tables(), unseen_moves, deeds, seens)
def test_judging_again_changes_nothing(top: TableTop, moves: int, done: list[Deed], seen: Seen) -> None:
    scramble(top, moves, done, seen)
    top.settle()
    before = top.session
    assert top.hear([TableKnown(top.now)]) == ()
    assert top.session == before


@examples(200)
@given(tables(), unseen_moves, deeds, seens, st.lists(st.integers(0, 99), min_size=60, max_size=60))
def test_mending_one_thing_after_the_other_in_any_order_ends_with_a_right_table(
    top: TableTop, moves: int, done: list[Deed], seen: Seen, choices: list[int]
) -> None:
    scramble(top, moves, done, seen)
    top.settle()
    for choice in choices:
        told = [problem for problem in top.session.problems if top.can_mend(problem)]
        if not told:
            break
        top.mend(told[choice % len(told)])
        news = top.news()
        expected = top.expected()  # on the way the table may become right in another way, and play goes on from there
        top.hear(news)
        assert moment(top.session.game) == expected.moment
    assert top.session.problems == ()
    assert top.differences() == 0


@examples(200)
@given(tables(), unseen_moves, deeds, seens)
def test_mending_all_at_once_ends_with_the_same_game_and_at_most_the_move_that_waited(
    top: TableTop, moves: int, done: list[Deed], seen: Seen
) -> None:
    scramble(top, moves, [deed for deed in done if deed[0] != "cut"], seen)
    top.settle()
    game = moment(top.session.game)
    named = sum(2 if problem.kind is Kind.MOVED else 1 for problem in top.session.problems)
    waiting = top.differences() - named
    for problem in top.session.problems:
        top.mend(problem)
    outcomes = top.settle()
    assert top.session.problems == ()
    assert [type(outcome) for outcome in outcomes if not isinstance(outcome, ProblemMended)] == [MoveMade] * waiting
    assert waiting <= 1
    assert moment(top.session.game) in ({*following(game)} if waiting else {game})
