"""Notation of the whole game's moves: each reads back, words may be cut short, and three things can be wrong."""

import pytest
from hypothesis import given, settings, strategies as st

from engine.era.components import INVENTIONS
from engine.era.market import EXCHANGES
from engine.era.move_text import read_move
from engine.era.moves import (
    BONUS_KINDS,
    DONE,
    TRADED,
    Bonus,
    Build,
    Buy,
    Correct,
    Deal,
    Develop,
    Exchange,
    Give,
    Manufacture,
    Move,
    Patent,
    Pay,
    Place,
    Produce,
    Take,
)
from engine.errors import AmbiguousMove, UnreadableMove
from tests.engine.table import EDITION
from tests.engine.test_moves import ALL_MOVES as TOKEN_MOVES

FIELDS = [f"{invention} {kind}" for invention in INVENTIONS for kind in ("original", "technical")]
FACTORIES = [card.id for card in EDITION.factories]
CARDS = [card.id for card in (*EDITION.cards, *EDITION.start_cards)]

ALL_MOVES: list[Move] = [
    *TOKEN_MOVES,
    *map(Build, FACTORIES),
    *map(Produce, [*FACTORIES, "starting-factory"]),
    *(Buy(load.id) for load in EDITION.loads),
    *map(Manufacture, CARDS),
    Pay(("metal",)),
    Pay(("metal", "technology", "tools", "tools")),
    *EXCHANGES,
    *(Give(one, other) for index, one in enumerate(TRADED) for other in TRADED[index:]),
    *map(Take, [*TRADED, "development"]),
    *map(Develop, FIELDS),
    *map(Patent, [*FIELDS, None]),
    *map(Bonus, BONUS_KINDS),
    DONE,
    *(Deal("factory", card) for card in FACTORIES),
    *(Deal("invention", card) for card in CARDS),
    Correct("yellow", "coins", 5),
    Correct("Zoë von der Höhe", "bonus-tokens", 0),
    Correct('say "hi"\n', "influence", 12),
]


def test_every_move_reads_back_and_no_two_look_alike() -> None:
    for move in ALL_MOVES:
        assert read_move(str(move), EDITION) == move
    assert len({str(move) for move in ALL_MOVES}) == len(ALL_MOVES)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("place build", Place("build")),
        ("exchange 2 coins -> development", Exchange("2 coins", "development")),
        ("develop telephone original", Develop("telephone original")),
        ("deal factory coal-mine-2", Deal("factory", "coal-mine-2")),
        ("give coal coal", Give("coal", "coal")),
        ("take coin", Take("coin")),
        ("pay metal tools", Pay(("metal", "tools"))),
        ("patent nothing", Patent(None)),
        ("correct yellow coins 5", Correct("yellow", "coins", 5)),
        ('correct "Zoë B" influence 7', Correct("Zoë B", "influence", 7)),
    ],
)
def test_notation_written_out(text: str, move: Move) -> None:
    assert read_move(text, EDITION) == move
    assert str(move) == text


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("  PLACE   Build ", "place build"),
        ("pl bui", "place build"),
        ("dev tel o", "develop telephone original"),
        ("ex 2 c -> d", "exchange 2 coins -> development"),
        ("pay to me te", "pay metal technology tools"),
        ("give to me", "give metal tools"),
        ("b sawmill-1", "build sawmill-1"),  # no other verb that begins with b takes it
        ("d", "done"),
        ("corr Yellow coi 5", "correct Yellow coins 5"),
        ("patent n", "patent nothing"),
        ("p telephone o", "patent telephone original"),  # nor any that begins with p
    ],
)
def test_case_order_and_length_of_words_do_not_matter(text: str, whole: str) -> None:
    assert str(read_move(text, EDITION)) == whole


@pytest.mark.parametrize(
    ("text", "candidates"),
    [
        ("build foundry", ("foundry-1", "foundry-2", "foundry-3", "foundry-4")),
        ("manufacture telep", ("telephone-1", "telephone-2", "telephone-copy")),
        ("take t", ("technology", "tools")),
        ("develop c o", ("cash-register", "camera", "car")),
        ("d telephone", ("decline", "develop", "done", "deal")),
    ],
)
def test_a_word_that_fits_several_is_ambiguous(text: str, candidates: tuple[str, ...]) -> None:
    with pytest.raises(AmbiguousMove) as error:
        read_move(text, EDITION)
    assert error.value.candidates == candidates


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is no move"),
        ("sing", "'sing' is not one of place, resolve"),
        ("build", "is not one factory"),
        ("build castle", "'castle' is not one of sawmill-1"),
        ("build starting-factory", "'starting-factory' is not one of"),
        ("pay", "which cubes"),
        ("pay wood", "'wood' is not one of metal"),
        ("give metal", "not two of"),
        ("develop telephone", "no field"),
        ("develop telephone gold", "'gold' is not one of original, technical"),
        ("exchange 3 coins -> influence", "is not one of 2 coins -> development"),
        ("done now", "after 'done'"),
        ("deal factory", "a deck"),
        ("deal factory telephone-1", "'telephone-1' is not one of"),
        ("correct", "begin with a name"),
        ("correct yellow coins", "how many"),
        ("correct yellow coins -1", "no number"),
        ("correct yellow coins ٣", "no number"),
        ('correct "yellow coins 1', "quotes do not end"),
    ],
)
def test_what_can_not_be_read_says_why(text: str, said: str) -> None:
    with pytest.raises(UnreadableMove, match=said):
        read_move(text, EDITION)


WORDS = st.sampled_from(sorted({word for move in ALL_MOVES for word in str(move).split()}) + ['"', "5", "->", "x"])


@settings(deadline=None, max_examples=400)
@given(st.one_of(st.text(), st.lists(WORDS | st.text(max_size=4), max_size=6).map(" ".join)))
def test_any_text_is_a_move_that_reads_back_or_one_of_our_errors(text: str) -> None:
    try:
        move = read_move(text, EDITION)
    except (UnreadableMove, AmbiguousMove):
        return
    assert read_move(str(move), EDITION) == move
