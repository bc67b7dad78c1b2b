"""The notation of moves: what is read, what is not, what is ambiguous. Whether a move is legal is not asked here."""

import pytest
from hypothesis import given, settings, strategies as st

from engine.era.components import AREAS
from engine.era.moves import Decline, Move, Place, Resolve, parse
from engine.errors import AmbiguousMove, GameError, IllegalMove, UnreadableMove

ALL_MOVES: list[Move] = [kind(area) for kind in (Place, Resolve, Decline) for area in AREAS]


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("place build", Place("build")),
        ("resolve market", Resolve("market")),
        ("decline market", Decline("market")),
    ],
)
def test_notation_of_each_move(text: str, move: Move) -> None:
    assert parse(text) == move
    assert str(move) == text


@pytest.mark.parametrize("move", ALL_MOVES, ids=str)
def test_every_move_reads_back(move: Move) -> None:
    assert parse(str(move)) == move


def test_moves_of_different_kinds_differ() -> None:
    assert len(set(ALL_MOVES)) == len(set(map(str, ALL_MOVES))) == 18


def test_case_and_spacing_do_not_matter() -> None:
    assert parse("  Place\tBUILD\n") == Place("build")


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("p bui", Place("build")),
        ("p buy", Place("buy")),
        ("r p", Resolve("produce")),
        ("dec man", Decline("manufacture")),
        ("res d", Resolve("develop")),
    ],
)
def test_words_may_be_cut_short(text: str, move: Move) -> None:
    assert parse(text) == move


@pytest.mark.parametrize(
    ("text", "word", "candidates"),
    [
        ("place b", "b", ("build", "buy")),
        ("place BU", "bu", ("build", "buy")),
        ("r ma", "ma", ("manufacture", "market")),
    ],
)
def test_a_word_that_fits_several_is_ambiguous(text: str, word: str, candidates: tuple[str, ...]) -> None:
    with pytest.raises(AmbiguousMove, match=f"'{word}' fits {', '.join(candidates)}") as refused:
        parse(text)
    assert refused.value.candidates == candidates
    assert refused.value.word == word


@pytest.mark.parametrize("text", ["", "place", "build", "place build buy", "placebuild", "place  "])
def test_not_two_words_can_not_be_read(text: str) -> None:
    with pytest.raises(UnreadableMove, match="write a verb and an area"):
        parse(text)


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("lay build", "'lay' is not one of place, resolve, decline"),
        ("place kitchen", "'kitchen' is not one of build, produce, buy, manufacture, market, develop"),
        ("place builds", "'builds' is not one of build"),
        ("build place", "'build' is not one of place"),
    ],
)
def test_an_unknown_word_is_named_beside_the_known(text: str, known: str) -> None:
    with pytest.raises(UnreadableMove, match=known):
        parse(text)


def test_three_errors_of_one_root_each_a_value_error() -> None:
    kinds = (UnreadableMove, AmbiguousMove, IllegalMove)
    for kind in kinds:
        assert issubclass(kind, GameError)
        assert issubclass(kind, ValueError)
        assert not any(issubclass(kind, other) for other in kinds if other is not kind)


@pytest.mark.parametrize("move", ALL_MOVES, ids=str)
def test_each_beginning_of_the_two_words_is_that_move_or_ambiguous(move: Move) -> None:
    # No two verbs begin alike; of the areas build and buy do for two letters, manufacture and market for two.
    verb, area = str(move).split()
    for verb_length in range(1, len(verb) + 1):
        for area_length in range(1, len(area) + 1):
            text = f"{verb[:verb_length]} {area[:area_length]}"
            if area[:area_length] in {"b", "bu", "m", "ma"}:
                with pytest.raises(AmbiguousMove):
                    parse(text)
            else:
                assert parse(text) == move


@settings(deadline=None)
@given(st.text())
def test_any_text_is_a_move_or_one_of_our_errors(text: str) -> None:
    try:
        move = parse(text)
    except (UnreadableMove, AmbiguousMove):
        return
    assert move in ALL_MOVES
