"""Every text of every language on every size of display: nothing cut, nothing left out, whatever it names."""

import itertools
from collections.abc import Iterator
from dataclasses import replace

import pytest

from engine.era.components import AREAS, COLOURS, GOODS
from engine.era.moves import Done, Place as PlaceMove
from engine.era.scoring import Bonus, Score
from engine.era.state import Phase
from firmware_bridge import panels
from firmware_bridge.happenings import MoveMade, MoveTakenBack
from firmware_bridge.pages import Page, Size
from firmware_bridge.panels import Panel
from firmware_bridge.pictures.gallery import situations
from firmware_bridge.referee import CLAUSES, Kind, Problem
from firmware_bridge.roster import Place
from firmware_bridge.screens import pages
from firmware_bridge.texts import PART, say, texts
from firmware_bridge.view import Gain, View, view

from .hands import Hands

LANGUAGES = ("cs", "en", "hu")
LARGE, SMALL, WIDE = Size(20, 4), Size(16, 2), Size(20, 2)
EVERYWHERE = pytest.mark.parametrize(
    ("language", "size"),
    [(language, size) for language in LANGUAGES for size in (LARGE, SMALL, WIDE)],
    ids=lambda value: f"{value.columns}x{value.rows}" if isinstance(value, Size) else value,
)
BASE = view(Hands().session)


def to_size(shown: tuple[Page, ...], size: Size) -> bool:
    return {(len(page), *map(len, page)) for page in shown} == {(size.rows, *[size.columns] * size.rows)}


def words_of(shown: tuple[Page, ...], first_line: int = 0, last_line: int | None = None) -> list[str]:
    return [word for page in shown for line in page[first_line:last_line] for word in line.split()]


def problems() -> Iterator[tuple[Problem, str]]:
    """Each kind of problem with all that it may name, and who is in turn."""
    names = itertools.product(Kind, AREAS, AREAS, COLOURS)
    for kind, area, other, player in names:
        in_turn = COLOURS[COLOURS.index(player) - 1]
        yield Problem(kind, Place(area, 2), player, Place(other, 1), Place(other, 1)), in_turn


@EVERYWHERE
def test_every_problem_is_told_whole_with_its_clause_and_whose_turn_it_is(language: str, size: Size) -> None:
    words = texts(language)
    for problem, in_turn in problems():
        shown = pages(replace(BASE, problem=problem, problems=100, in_turn=in_turn), 0.0, size, language)
        assert to_size(shown, size)
        said = say(
            f"problem.{problem.kind.value}",
            area=problem.place.area, place=f"{problem.place.area} 2", player=problem.player or "", turn=in_turn,
            other=problem.other.area if problem.other else "", **{"from": str(problem.came_from).split(":")[0]},
        )  # fmt: skip
        forms = [form.split(PART) for form in words.forms(said)]
        whole = [" ".join(parts).split() for parts in forms]
        if len(shown) == 1:
            assert words_of(shown, 0, -1) in whole
        else:
            # What and where, how to mend it, and then whose turn it is: never more pages than that.
            assert size.rows == 2
            assert words_of(shown[:-1]) in whole
            if len(shown) > 2:
                told = [words_of(shown[:1]), words_of(shown[1:2])]
                assert told in [[part.split() for part in parts] for parts in forms]
            assert len(shown) <= 3
            assert words.word(in_turn).upper() in shown[-1][0]
        foot = shown[-1][-1].split()
        assert foot[-1] == CLAUSES[problem.kind] or not CLAUSES[problem.kind]
        assert any("99" in word for word in foot)


@EVERYWHERE
def test_every_turn_says_the_round_the_player_and_what_for(language: str, size: Size) -> None:
    words = texts(language)
    for player, phase in itertools.product(COLOURS, (Phase.PLACING, Phase.RESOLVING, Phase.FINAL_MARKET)):
        for areas in itertools.chain.from_iterable(itertools.combinations(AREAS, count) for count in range(5)):
            seen = replace(BASE, in_turn=player, round=10, rounds=10, phase=phase, full=areas, own=areas[:3], token=3)
            shown = pages(seen, 0.0, size, language)
            assert to_size(shown, size)
            assert size.rows == 2 or len(shown) == 1
            for page in shown:  # at every moment
                assert page[0].split()[-2:] == ["10/10", words.word(player).upper()]
            named = [word.strip(",") for word in words_of(shown, first_line=1)][-2:]
            free = tuple(area for area in AREAS if area not in areas)
            if phase is Phase.PLACING and areas:
                fewer = areas if len(areas) <= len(free) else free
                assert named == [words.word(area).upper() for area in fewer][-2:] or len(fewer) == 1
                assert named[-1] == words.word(fewer[-1]).upper()
            elif phase is Phase.RESOLVING and len(areas) >= 2:
                assert named == [words.word(area) for area in areas[:3]][-2:]


@EVERYWHERE
def test_news_takes_one_page_under_whose_turn_it_is(language: str, size: Size) -> None:
    """It stands for two seconds: nobody sees a second page."""
    words = texts(language)
    game = Hands().game
    for player, area in itertools.product(COLOURS, AREAS):
        seen = replace(BASE, in_turn=player, round=10, rounds=10)
        made, gain = MoveMade(player, PlaceMove(area), game, 0.0), Gain(player, 0, 99, 0.0)
        done = MoveMade(player, Done(), game, 0.0)
        for news, gains, told in (
            (made, (), words.word(area)),
            (done, (gain,), "+99"),
            (done, (Gain(player, 0, 99, 0.0, "technology"),), "+99"),
            (MoveTakenBack(player, PlaceMove(area), game, 0.0), (), words.word(area) if size == LARGE else ""),
        ):
            first, *more = pages(replace(seen, news=news, gains=gains), 0.0, size, language)
            assert more == []
            assert words.word(player).upper() in first[0]
            assert told in " ".join(words_of((first,), first_line=1))



def panels_of_all_kinds() -> Iterator[tuple[Panel, int]]:
    """Each notice, stock and line of work with the longest that it may hold; pages that it may take on two lines."""
    yield panels.WELCOME, 2
    for player in COLOURS:
        for number, tokens in ((1, 2), (3, 3)):
            yield panels.enrolment(player, number, tokens), 2
            yield panels.enrolled(player, number, tokens), 2
        yield panels.known_tag(player), 3
        yield panels.Stock(player, tuple((good, 99) for good in (*GOODS, "influence", "bonus", "patents"))), 14
    for count in (1, 2, 5, 12):
        yield panels.several_tags(count), 2


@EVERYWHERE
def test_every_notice_and_stock_fits(language: str, size: Size) -> None:
    for panel, most in panels_of_all_kinds():
        shown = pages(BASE, 0.0, size, language, panel)
        assert to_size(shown, size)
        assert len(shown) <= (most if size.rows == 2 else 1 if isinstance(panel, panels.Notice) else 5), panel
        if isinstance(panel, panels.Notice):
            forms = [form.replace(PART, " ").split() for form in texts(language).forms(panel.text)]
            assert words_of(shown) in forms, panel


@EVERYWHERE
def test_every_player_s_score_fits_and_the_large_display_needs_one_screen(language: str, size: Size) -> None:
    words = texts(language)
    scores = tuple(
        Score(player, 99, 3, Bonus(6, 5), Bonus(40, 5), Bonus(30, 5), number) for number, player in enumerate(COLOURS)
    )
    over = replace(BASE, phase=Phase.OVER, in_turn=None, scores=scores)
    shown = pages(over, 0.0, size, language)
    assert to_size(shown, size)
    heads = [page[0].split()[0] for page in shown]
    assert [head for head, _ in itertools.groupby(heads[:-1])] == [words.word(player).upper() for player in COLOURS]
    assert words.word("purple").upper() in shown[-1][0]  # as many points as all, and most inventions (END-6)
    if size == LARGE:
        assert len(shown) == len(COLOURS) + 1
    total = 99 + 3 + 5 + 5 + 5  # END-2: influence, final market, three bonuses
    assert all(str(total) in page[0] for page in shown[:-1])


@EVERYWHERE
def test_every_screen_of_the_gallery_fits(language: str, size: Size) -> None:
    names = [situation.name for situation in situations()]
    assert len(set(names)) == len(names)
    for situation in situations():
        shown = pages(situation.view, 0.0, size, language, situation.panel)
        assert to_size(shown, size)
        assert all(any(line.strip() for line in page) for page in shown), situation.name


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_of_any_screen_is_wider_than_the_smallest_display(language: str) -> None:
    """Then nothing is ever cut in mid-word: only such a word would be (see `wrap`)."""
    widest: list[str] = []
    for situation in situations():
        widest += words_of(pages(situation.view, 0.0, Size(80, 24), language, situation.panel))
    for seen in every_problem():
        widest += words_of(pages(seen, 0.0, Size(80, 24), language))
    assert max(map(len, widest)) <= SMALL.columns


def every_problem() -> Iterator[View]:
    for problem, in_turn in problems():
        if problem.came_from and problem.came_from.area == problem.place.area:
            yield replace(BASE, problem=problem, problems=100, in_turn=in_turn)
