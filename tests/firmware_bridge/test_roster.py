"""Which tag is whose, which reader is which space: what fits, and what is refused with words that help."""

import pytest

from firmware_bridge.errors import RosterError
from firmware_bridge.roster import Layout, Lying, Place, Roster
from firmware_bridge.table import Table
from hardware.readers.reading import ReaderBack, ReaderLost, TokenLaid, TokenLifted

YELLOW, GREEN, STRANGER = "04a1b2c3", "04112233445566", "d3b07384"


def roster(*places: str) -> Roster:
    return Roster.of([(YELLOW, "yellow"), (GREEN, "green")], places)


@pytest.mark.parametrize("text", ["build", "build:1", "develop:2"])
def test_a_place_reads_back(text: str) -> None:
    assert str(Place.parse(text)) == text


@pytest.mark.parametrize("text", ["bild", "build:3", "build:0", "build:", "", "Build", "build:one"])
def test_a_place_that_is_not_on_the_board_is_refused_naming_what_is(text: str) -> None:
    with pytest.raises(RosterError, match=r"build, produce, buy, manufacture, market, develop.*build:1, build:2"):
        Place.parse(text)


def test_two_readers_for_one_space_are_refused_naming_both() -> None:
    with pytest.raises(RosterError, match=r"readers 0 and 2 both read build:1"):
        roster("build:1", "build:2", "build:1")


def test_a_reader_for_an_area_excludes_one_for_a_space_of_it() -> None:
    with pytest.raises(RosterError, match=r"readers 0 and 1 both read"):
        roster("buy", "buy:2")


def test_a_tag_enrolled_twice_is_refused_naming_tag_and_owners() -> None:
    with pytest.raises(RosterError, match=r"tag 04a1b2c3 is enrolled 2 times \(for green and yellow\)"):
        Roster.of([(YELLOW, "yellow"), (YELLOW.upper(), "green")], ["build"])


@pytest.mark.parametrize("tag", ["04a1b2", "04a1b2cg", "04:a1:b2:c3"])
def test_what_is_no_uid_is_refused(tag: str) -> None:
    with pytest.raises(RosterError, match="8, 14 or 20 hexadecimal digits"):
        Roster.of([(tag, "yellow")], ["build"])


def test_the_table_is_told_in_the_games_words() -> None:
    table = Table()
    for event in (TokenLaid(STRANGER, 1, 1.0), TokenLaid(YELLOW, 0, 2.0), ReaderLost(1, "no answer", 3.0)):
        table = table.after(event)
    assert roster("build:1", "market").read(table) == Layout(
        (Lying(YELLOW, Place("build", 1), "yellow"), Lying(STRANGER, Place("market"), None)), (Place("market"),)
    )


def test_a_tag_lies_in_one_place_only_and_what_lay_on_a_dead_pad_stays() -> None:
    table = Table().after(TokenLaid(YELLOW, 0, 1.0)).after(TokenLaid(YELLOW, 1, 2.0))
    assert table.lying == ((YELLOW, 1),)
    table = table.after(ReaderLost(1, "no answer", 3.0))
    assert table.lying == ((YELLOW, 1),)
    assert table.silent == {1}
    table = table.after(ReaderBack(1, 4.0)).after(TokenLifted(YELLOW, 1, 4.1))
    assert table == Table()


def test_a_lift_that_comes_after_the_token_was_seen_elsewhere_changes_nothing() -> None:
    table = Table().after(TokenLaid(YELLOW, 0, 1.0)).after(TokenLaid(YELLOW, 1, 2.0))
    assert table.after(TokenLifted(YELLOW, 0, 2.1)) == table


def test_tokens_stacked_on_one_pad_stay_in_the_order_in_which_they_came() -> None:
    table = Table().after(TokenLaid(GREEN, 0, 1.0)).after(TokenLaid(YELLOW, 0, 2.0))
    assert table.lying == ((GREEN, 0), (YELLOW, 0))
