"""What stands on a display of 20x4 in each situation, and that every text fits it."""

import itertools
from dataclasses import replace

import pytest

from engine.era.components import AREAS, COLOURS
from engine.era.state import Phase
from firmware_bridge.errors import ConfigError
from firmware_bridge.referee import Kind, Problem
from firmware_bridge.roster import Place
from firmware_bridge.screens import screen
from firmware_bridge.table import Table
from firmware_bridge.texts import texts
from firmware_bridge.view import view
from hardware.readers.reading import TableKnown, TokenLaid

from .hands import Hands


def shown(hands: Hands, later: float = 10.0) -> list[str]:
    return [line.rstrip() for line in screen(view(hands.session), hands.now + later)]


def test_t1_whose_turn_it_is_and_what_for() -> None:
    hands = Hands()
    assert shown(hands) == ["Round 1/8     YELLOW", "lay a token (1 of 2)", "", ""]
    hands.lay("yellow", 1, "build:1")
    hands.lay("green", 1, "build:2")
    assert shown(hands) == ["Round 1/8      BROWN", "lay a token (1 of 2)", "full: BUILD", ""]


def test_t2_the_last_move_stands_on_the_last_line_for_two_seconds() -> None:
    hands = Hands()
    hands.lay("yellow", 1, "build:1")
    assert shown(hands, later=1.9) == ["Round 1/8      GREEN", "lay a token (1 of 2)", "", "yellow: build"]
    assert shown(hands, later=2.0)[3] == ""


def test_t3_a_problem_says_what_where_how_to_mend_it_and_the_clause() -> None:
    hands = Hands()
    hands.lay("yellow", 1, "build:1")
    hands.lay("green", 1, "build:2")
    hands.lay("brown", 1, "build:1")
    assert shown(hands) == ["BUILD has two. Take", "BROWN's off, lay it", "elsewhere", "             PLACE-2"]
    hands.lay("brown", 1, "market:1")
    assert shown(hands)[0] == "Round 1/8     ORANGE"


@pytest.mark.parametrize(
    ("lost", "said"), [((), "It goes on."), (("yellow",), "1 thing differs"), (("yellow", "green"), "2 things differ")]
)
def test_t8_after_power_up_the_display_says_which_game_goes_on_then_what_differs(
    lost: tuple[str, ...], said: str
) -> None:
    hands = Hands()
    for player, place in (("yellow", "build:1"), ("green", "buy:1"), ("brown", "market:1")):
        hands.lay(player, 1, place)
    lying = hands.session.table
    hands.session = replace(hands.session, begun="14:05", known=False, table=Table())
    hands.settle()
    assert hands.problems == []  # nothing is judged before every pad has been looked at
    for tag, reader in lying.lying:
        if hands.session.roster.tags[tag] not in lost:
            hands.told(TokenLaid(tag, reader, hands.now))
    hands.told(TableKnown(hands.now))
    hands.settle()
    assert shown(hands, later=0.1) == ["Game of 14:05", "round 1 of 8", said, ""]
    assert shown(hands, later=3.0)[0] == ("BUILD: YELLOW's" if lost else "Round 1/8     ORANGE")
    assert len(hands.moves) == 3  # and nothing was played by the power cut


def test_one_thing_at_a_time_and_how_many_more() -> None:
    hands = Hands()
    hands.lay("nobody", 1, "buy:1")
    hands.lay("brown", 1, "market:1")
    hands.lay("orange", 1, "market:2")
    assert shown(hands) == ["BUY 1: a tag I do", "not know. Take it", "off.", "2 more"]
    hands.lift("nobody", 1)
    assert shown(hands) == ["It is YELLOW's turn.", "BROWN, wait: take it", "off MARKET", "1 more       PLACE-1"]


def test_t10_the_second_half_says_what_may_be_lifted() -> None:
    hands = Hands()
    for number in (1, 2):
        for player, area in zip(hands.players, ("build", "build", "buy", "buy"), strict=True):
            place = {1: area, 2: {"build": "manufacture", "buy": "market"}[area]}[number]
            hands.lay(player, number, f"{place}:{1 + hands.players.index(player) % 2}")
    assert shown(hands) == ["Round 1/8     YELLOW", "lift one token:", "build, manufacture", ""]
    hands.lift("yellow", 2)
    assert shown(hands, later=1.0)[1:] == ["lift one token:", "build, manufacture", "yellow: manufacture"]


@pytest.mark.parametrize("kind", list(Kind))
def test_every_problem_fits_with_the_longest_names(kind: Kind) -> None:
    base = view(Hands().session)
    for area, other, player, turn in itertools.product(AREAS, AREAS, COLOURS, COLOURS):
        if area == other:
            continue  # a token that slid within its area is no problem
        problem = Problem(kind, Place(area, 2), player, Place(other, 1))
        seen = replace(base, problem=problem, problems=12, in_turn=turn)
        lines = screen(seen, 0.0)
        assert [len(line) for line in lines] == [20] * 4
        text = texts("en")["problem"][kind.value].format(
            AREA=area.upper(), PLACE=f"{area.upper()} 2", PLAYER=player.upper(), TURN=turn.upper(), FROM=other.upper()
        )
        assert " ".join(lines[:3]).split() == text.split()
        assert lines[3].split() == ["11", "more", *([problem.clause] if problem.clause else [])]


def test_every_turn_fits_with_the_longest_names() -> None:
    base = view(Hands().session)
    for player, round_ in itertools.product(COLOURS, range(1, 11)):
        lines = screen(replace(base, in_turn=player, round=round_, rounds=10), 0.0)
        assert lines[0].split() == ["Round", f"{round_}/10", player.upper()]
        for count in range(1, 4):
            for areas in itertools.combinations(AREAS, count):
                seen = replace(base, in_turn=player, phase=Phase.RESOLVING, own=areas)
                assert " ".join(screen(seen, 0.0)[2:]).split() == ", ".join(areas).split()


@pytest.mark.parametrize("count", [1, 2, 3])
def test_up_to_three_full_areas_are_named(count: int) -> None:
    base = view(Hands().session)
    for areas in itertools.combinations(AREAS, count):
        lines = screen(replace(base, full=areas), 0.0)
        assert " ".join(lines[2:]).split() == ["full:", *(area.upper() for area in areas)]


def test_of_four_full_areas_the_two_that_are_free_are_named() -> None:
    # Five players lay ten tokens; before the last nine lie there, so at most four areas are full.
    base = view(Hands().session)
    for areas in itertools.combinations(AREAS, 2):
        full = tuple(area for area in AREAS if area not in areas)
        lines = screen(replace(base, full=full), 0.0)
        assert " ".join(lines[2:]).split() == ["free:", *(area.upper() for area in areas)]


def test_a_language_that_is_not_there_is_named_with_those_that_are() -> None:
    with pytest.raises(ConfigError, match="language 'tlh' is not there: take one of en"):
        texts("tlh")
