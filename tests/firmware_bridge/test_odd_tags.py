"""Tags that can't be believed: two with one number, and one whose number changes at each look."""

from dataclasses import replace

import pytest

from firmware_bridge.referee import Kind, Problem
from firmware_bridge.roster import Place
from firmware_bridge.screens import problem_text
from firmware_bridge.telling import known_tags
from hardware.readers.reading import PadEvent, RandomTag, RandomTagGone, TagCopied, TagSingle, TokenLaid, TokenLifted

from .hands import PLACES, Hands, tag

BUILD, BUY, MARKET = (PLACES.index(place) for place in ("build:1", "buy:2", "market:1"))


@pytest.fixture
def hands() -> Hands:
    """Yellow lies on BUILD, and green is in turn."""
    hands = Hands()
    hands.lay("yellow", 1, "build:1")
    return hands


def settled(hands: Hands, *events: PadEvent) -> list[Problem]:
    for event in events:
        hands.told(event)
    hands.settle()
    return hands.problems


def test_a_second_tag_with_a_tokens_number_is_told_and_not_believed(hands: Hands) -> None:
    copied = TagCopied(tag("yellow", 1), (BUILD, BUY), hands.now)
    (problem,) = settled(hands, copied)
    assert problem == Problem(Kind.COPIED, Place("buy", 2), "yellow", other=Place("build", 1))
    assert hands.moves == ["yellow place build"]  # BUY counts for nobody
    assert problem_text(problem, "green").startswith("Two tags with one number: BUILD and BUY.")  # what and where
    assert problem_text(problem, "green").endswith("Take one off.")  # the mend


def test_play_goes_on_beside_a_copy_and_it_clears_when_one_of_the_two_is_gone(hands: Hands) -> None:
    settled(hands, TagCopied(tag("yellow", 1), (BUILD, BUY), hands.now))
    hands.lay("green", 1, "market:1")
    assert hands.moves[-1] == "green place market"
    assert [problem.kind for problem in hands.problems] == [Kind.COPIED]
    assert settled(hands, TagSingle(tag("yellow", 1), hands.now)) == []


def test_when_the_believed_one_is_taken_off_the_other_is_where_the_token_lies(hands: Hands) -> None:
    """Then it lies on BUY: yellow has slid the token there before green laid."""
    settled(hands, TagCopied(tag("yellow", 1), (BUILD, BUY), hands.now))
    gone = (TagSingle(tag("yellow", 1), hands.now), TokenLifted(tag("yellow", 1), BUILD, hands.now))
    assert settled(hands, *gone, TokenLaid(tag("yellow", 1), BUY, hands.now)) == []
    assert hands.moves[-1] == "yellow place buy"


def test_of_a_tag_that_lies_nowhere_there_is_no_copy(hands: Hands) -> None:
    """Its reader may tell of it first and of the lift after."""
    assert settled(hands, TagCopied(tag("brown", 1), (BUY, MARKET), hands.now)) == []


def test_a_stranger_that_is_there_twice_is_told_at_both_places(hands: Hands) -> None:
    twice = (TokenLaid("d3b07384", MARKET, hands.now), TagCopied("d3b07384", (MARKET, BUY), hands.now))
    assert [(each.kind, str(each.place)) for each in settled(hands, *twice)] == [
        (Kind.COPIED, "buy:2"),
        (Kind.UNKNOWN, "market:1"),
    ]


def test_three_tags_with_one_number_call_at_the_two_places_that_are_not_believed(hands: Hands) -> None:
    problems = settled(hands, TagCopied(tag("yellow", 1), (BUILD, BUY, MARKET), hands.now))
    assert [(str(each.place), str(each.other)) for each in problems] == [("buy:2", "build:1"), ("market:1", "build:1")]


def test_a_tag_whose_number_changes_is_told_once_and_clears(hands: Hands) -> None:
    (problem,) = settled(hands, RandomTag(MARKET, hands.now))
    assert (problem.kind, str(problem.place), problem.player) == (Kind.RANDOM, "market:1", None)
    assert problem_text(problem, "green").startswith("MARKET 1: ")
    assert problem_text(problem, "green").endswith("Take it off.")
    assert known_tags(hands.session)["changing"] == ["market:1"]
    assert settled(hands, RandomTagGone(MARKET, hands.now)) == []


def test_what_blocks_most_comes_first(hands: Hands) -> None:
    """Table talk, principle 4: dead pad, then tags that can't be known, then those that need only be known."""
    hands.told(TokenLaid("d3b07384", BUILD, hands.now))
    hands.told(RandomTag(BUY, hands.now))
    hands.told(TagCopied(tag("yellow", 1), (BUILD, MARKET), hands.now))
    hands.lose("develop:1")
    assert [problem.kind for problem in hands.problems] == [Kind.SILENT, Kind.COPIED, Kind.RANDOM, Kind.UNKNOWN]
    assert [problem.code for problem in hands.problems] == ["pad-silent", "copied-tag", "random-tag", "unknown-tag"]


def test_where_a_tag_lies_is_told_to_those_who_name_tags(hands: Hands) -> None:
    hands.lift("yellow", 1)
    hands.lay("yellow", 1, "build:1")
    hands.lay("green", 1, "buy:1")
    hands.lift("yellow", 1)
    assert known_tags(hands.session) | {"tags": {}} == {
        "players": ["yellow", "green", "brown", "orange"],
        "tags": {},
        "fixed": [],
        "lying": [{"tag": tag("green", 1), "place": "buy:1", "player": "green"}],
        "changing": [],
        "missing": {tag("yellow", 1): "build:1"},
    }
    assert known_tags(replace(hands.session, known=False))["missing"] is None
