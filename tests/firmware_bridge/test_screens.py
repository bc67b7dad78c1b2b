"""What stands on the display in each situation of the table talk (T1 to T22), on 20x4 and on 16x2."""

from dataclasses import replace

import pytest

from engine.era.events import CardDealt, CardsDiscarded, CardsRemoved, Corrected, Gained, LoadsRefilled
from engine.era.game import new_game
from engine.era.scoring import scores, winners
from engine.era.simulate import eager, steps
from engine.era.state import Phase
from firmware_bridge import event_messages, panels
from firmware_bridge.happenings import MoveTakenBack
from firmware_bridge.pages import Size
from firmware_bridge.panels import Choice, Line, Menu, Panel
from firmware_bridge.referee import Kind, Problem
from firmware_bridge.roster import Place
from firmware_bridge.screens import pages, problem_text, screen
from firmware_bridge.table import Table
from firmware_bridge.texts import say
from firmware_bridge.view import view
from hardware.readers.reading import TableKnown, TokenLaid

from .hands import Hands

SMALL = Size(16, 2)


def shown(hands: Hands, later: float = 10.0, panel: Panel | None = None) -> list[str]:
    return [line.rstrip() for line in screen(view(hands.session), hands.now + later, panel=panel)]


def small(hands: Hands, later: float = 10.0, panel: Panel | None = None) -> list[list[str]]:
    """All pages of a display of 16x2."""
    shown = pages(view(hands.session), hands.now + later, SMALL, panel=panel)
    return [[line.rstrip() for line in page] for page in shown]


def laid_down(hands: Hands) -> None:
    """All tokens of a round."""
    for number in (1, 2):
        for player, area in zip(hands.players, ("build", "build", "buy", "buy"), strict=True):
            place = {1: area, 2: {"build": "manufacture", "buy": "market"}[area]}[number]
            hands.lay(player, number, f"{place}:{1 + hands.players.index(player) % 2}")


def test_t1_whose_turn_it_is_and_what_for() -> None:
    hands = Hands()
    assert shown(hands) == ["Round 1/8     YELLOW", "lay a token (1 of 2)", "", ""]
    assert small(hands) == [["Round 1/8 YELLOW", "lay token 1/2"]]
    hands.lay("yellow", 1, "build:1")
    hands.lay("green", 1, "build:2")
    assert shown(hands) == ["Round 1/8      BROWN", "lay a token (1 of 2)", "full: BUILD", ""]
    assert small(hands) == [["Round 1/8  BROWN", "lay token 1/2"], ["Round 1/8  BROWN", "full: BUILD"]]


def test_t1_of_four_full_areas_the_two_that_are_free_are_named() -> None:
    # Five players lay ten tokens; before the last nine lie there, so at most four areas are full.
    seen = replace(view(Hands().session), full=("build", "produce", "buy", "develop"))
    assert " ".join(screen(seen, 0.0)[2:]).split() == ["free:", "MANUFACTURE,", "MARKET"]


def test_t2_the_last_move_stands_on_the_last_line_for_two_seconds() -> None:
    hands = Hands()
    hands.lay("yellow", 1, "build:1")
    assert shown(hands, later=1.9) == ["Round 1/8      GREEN", "lay a token (1 of 2)", "", "yellow: build"]
    assert shown(hands, later=2.0)[3] == ""
    assert small(hands, later=1.9) == [["Round 1/8  GREEN", "yellow: build"]]
    assert small(hands, later=2.0) == [["Round 1/8  GREEN", "lay token 1/2"]]


def test_t3_a_problem_says_what_where_how_to_mend_it_and_the_clause_and_gives_the_screen_back() -> None:
    hands = Hands()
    hands.lay("yellow", 1, "build:1")
    hands.lay("green", 1, "build:2")
    hands.lay("brown", 1, "build:1")
    assert shown(hands) == ["BUILD has two. Take", "BROWN's off, lay it", "elsewhere", "             PLACE-2"]
    hands.lay("brown", 1, "market:1")
    assert shown(hands)[0] == "Round 1/8     ORANGE"


def test_t3_two_lines_say_it_page_by_page_what_and_where_how_to_mend_it_whose_turn_and_the_clause() -> None:
    hands = Hands()
    hands.lay("yellow", 1, "build:1")
    hands.lay("green", 1, "build:2")
    hands.lay("brown", 1, "build:1")
    assert small(hands) == [
        ["BUILD has two.", ""],
        ["BROWN's: lay it", "elsewhere"],
        ["Round 1/8  BROWN", "         PLACE-2"],
    ]


def test_t4_second_token_of_a_player() -> None:
    hands = Hands()
    for player, place in (("yellow", "build:1"), ("green", "buy:1"), ("brown", "market:1"), ("orange", "develop:1")):
        hands.lay(player, 1, place)
    hands.lay("yellow", 2, "build:2")
    assert shown(hands) == ["YELLOW lies on BUILD", "already: choose", "another area", "             PLACE-3"]


def test_t5_a_token_out_of_turn() -> None:
    hands = Hands()
    hands.lay("brown", 1, "market:1")
    assert shown(hands) == ["It is YELLOW's turn.", "BROWN, wait: take it", "off MARKET", "             PLACE-1"]


def test_t6_an_unknown_tag() -> None:
    hands = Hands()
    hands.lay("nobody", 1, "buy:1")
    assert shown(hands) == ["BUY 1: a tag I do", "not know. Take it", "off.", ""]


def test_t7_a_token_that_should_lie_is_gone() -> None:
    hands = Hands()
    hands.lay("yellow", 1, "produce:1")
    hands.lay("green", 1, "buy:1")
    hands.lift("yellow", 1)
    assert shown(hands) == ["PRODUCE: YELLOW's", "token is missing.", "Put it back", "           RESOLVE-1"]
    assert small(hands)[:2] == [["PRODUCE: YELLOW", "is gone."], ["Put it back", ""]]


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
    assert small(hands, later=0.1) == [["Game of 14:05", said]]
    assert shown(hands, later=3.0)[0] == ("BUILD: YELLOW's" if lost else "Round 1/8     ORANGE")
    assert len(hands.moves) == 3  # and nothing was played by the power cut


def test_t8_one_thing_at_a_time_and_how_many_more() -> None:
    hands = Hands()
    hands.lay("nobody", 1, "buy:1")
    hands.lay("brown", 1, "market:1")
    hands.lay("orange", 1, "market:2")
    assert shown(hands) == ["BUY 1: a tag I do", "not know. Take it", "off.", "2 more"]
    assert small(hands)[-1] == ["Round 1/8 YELLOW", "2 more"]
    hands.lift("nobody", 1)
    assert shown(hands) == ["It is YELLOW's turn.", "BROWN, wait: take it", "off MARKET", "1 more       PLACE-1"]


def test_t9_a_pad_died() -> None:
    hands = Hands()
    hands.lose("build:2")
    assert shown(hands) == ["Pad BUILD 2 is", "silent: check its", "plug, or press OK.", ""]
    hands.find("build:2")
    assert shown(hands)[0] == "Round 1/8     YELLOW"


def test_t10_the_second_half_says_what_may_be_lifted() -> None:
    hands = Hands()
    laid_down(hands)
    assert shown(hands) == ["Round 1/8     YELLOW", "lift one token:", "build, manufacture", ""]
    hands.lift("yellow", 2)
    assert shown(hands, later=1.0)[1:] == ["lift one token:", "build, manufacture", "yellow: manufacture"]


TELEPHONE = Choice(
    say("word.telephone"), (("metal", 1), ("technology", 1), ("tools", 1), ("coal", 2)), (("influence", 3),)
)
"""A card that the rulebook shows: its cost and its profit."""
CAMERA, CAR = Choice(say("word.camera")), Choice(say("word.car"))


TITLE = say("choose.area", player="green", area="manufacture")


def test_t12_a_choice_says_what_it_costs_and_gives() -> None:
    menu = Menu(TITLE, (TELEPHONE, CAMERA))
    assert shown(Hands(), panel=menu) == [
        "GREEN            1/2", "> telephone", "pay 1Me 1Te 1To 2Co", "get 3In",
    ]  # fmt: skip
    assert small(Hands(), panel=menu) == [
        ["> telephone  1/2", "pay 1Me 1Te 1To"],
        ["> telephone  1/2", "2Co"],
        ["> telephone  1/2", "get 3In"],
        ["> telephone  1/2", "GREEN"],
    ]


@pytest.mark.parametrize(
    ("cursor", "lines"),
    [
        (0, ["> camera", "  car", "  3"]),
        (1, ["> car", "  3", "  4"]),
        (3, ["  car", "  3", "> 4"]),
    ],
)
def test_t12_other_choices_stand_where_there_is_room(cursor: int, lines: list[str]) -> None:
    choices = (CAMERA, CAR, Choice(say("number", n=3)), Choice(say("number", n=4)))
    assert shown(Hands(), panel=Menu(TITLE, choices, cursor))[1:] == lines


def test_t12_the_letters_are_explained_on_the_stock_screen() -> None:
    game = new_game(("yellow", "green", "brown", "orange"), "yellow", depth="full")
    hands = Hands()
    # SETUP-1: 2 coins, 1 wood, 1 metal, 1 technology, 1 tools, 3 coal, 1 development; 5 bonus tokens where four play.
    stock = panels.stock(game, "green")
    assert stock.amounts == (
        ("wood", 1), ("coal", 3), ("metal", 1), ("technology", 1), ("tools", 1), ("coins", 2), ("development", 1),
        ("influence", 0), ("bonus", 5), ("patents", 0),
    )  # fmt: skip
    told = pages(view(hands.session), 0.0, panel=stock)
    assert [line.rstrip() for line in told[0][:3]] == ["GREEN has", "1Wo 3Co 1Me 1Te 1To", "2$ 1De 0In 5Bo 0Pa"]
    assert [line.rstrip() for page in told for line in page[1:] if line.strip()][2:] == [
        "1Wo wood", "3Co coal", "1Me metal", "1Te technology", "1To tools", "2$ coins", "1De development",
        "0In influence", "5Bo bonus", "0Pa patents",
    ]  # fmt: skip


def test_t14_a_reward_to_somebody_else_says_for_what() -> None:
    event = Gained("yellow", (("influence", 1),), "sewing-machine original", "MAKE-3")
    reward = event_messages.news(event, by="green")
    assert reward is not None
    assert shown(Hands(), panel=Line(reward))[2:] == ["yellow +1In: sewing", "machine by green"]


def test_t16_the_end_of_a_round_goes_card_by_card() -> None:
    events = (
        CardsRemoved(("light-bulb",)),
        CardsDiscarded("invention", ("telephone-1", "camera-copy"), "ROUND-2"),
        # ROUND-3: the path is bottom row right to left, then top row left to right.
        CardDealt("invention", "car-1", 0, "ROUND-3"),
        CardDealt("invention", "car-2", 2, "ROUND-3"),
        CardDealt("invention", "airplane-1", 3, "ROUND-3"),
        CardDealt("invention", "airplane-2", 6, "ROUND-3"),
        CardDealt("factory", "bank-3", 0, "ROUND-6"),
        LoadsRefilled(()),
    )
    work = event_messages.round_end(3, events)
    assert work is not None
    told = [shown(Hands(), panel=replace(work, now=number)) for number in range(len(work.steps))]
    assert [lines[0] for lines in told] == [f"End of round 3   {number}/8" for number in range(1, 9)]
    assert [" ".join(lines[1:]).strip() for lines in told] == [
        "out of the game: light bulb",
        "discard telephone, camera ?; slide the rest right",
        "bottom row, 3: car",
        "bottom row, 1: car",
        "top row, 1: airplane",
        "top row, 4: airplane",
        "factory row, 1: bank 3",
        "empty ship, store: 2 coal store: 3 others: +1",
    ]
    assert event_messages.round_end(3, ()) is None


def test_t17_a_move_taken_back_is_said() -> None:
    hands = Hands()
    hands.lay("yellow", 1, "build:1")
    hands.lift("yellow", 1)
    assert isinstance(hands.session.news, MoveTakenBack)
    assert shown(hands, later=1.0) == ["Round 1/8     YELLOW", "lay a token (1 of 2)", "taken back: yellow", "build"]


def test_t18_a_number_corrected_is_said() -> None:
    corrected = event_messages.news(Corrected("orange", "coins", 4, 5), by="yellow")
    assert corrected is not None
    assert shown(Hands(), panel=Line(corrected))[2:] == ["ORANGE coins 4 -> 5,", "noted"]
    assert small(Hands(), panel=Line(corrected)) == [["Round 1/8 YELLOW", "coins: 5"]]


def test_t20_the_final_scoring_is_a_player_a_screen_the_winner_last() -> None:
    begun = new_game(("yellow", "green", "brown"), "yellow", depth="full", seed=7)
    *_, (_, _, _, game) = steps(begun, eager, seed=8)
    counted = scores(game)
    assert len({score.total for score in counted}) == 3
    assert max(counted, key=lambda score: score.inventions).player not in winners(counted)  # not what is counted first
    seen = replace(view(Hands().session), phase=Phase.OVER, in_turn=None, scores=counted)
    told = pages(seen, 0.0)
    assert len(told) == len(counted) + 1
    by_name = {score.player.upper(): score for score in counted}
    totals = []
    for page in told[:-1]:
        score = by_name[page[0].split()[0]]
        totals.append(score.total)
        assert page[0].split()[1] == str(score.total)
        numbers = [int(word.strip(",")) for line in page[1:] for word in line.split() if word.strip(",").isdigit()]
        # In the order of END-2 and END-4.
        assert numbers == [
            score.influence, score.final_market, score.patents.points, score.development.points, score.capacity.points,
        ]  # fmt: skip
        assert sum(numbers) == score.total
    assert totals == sorted(totals)
    won = winners(counted)
    for name in won:
        assert name.upper() in " ".join(told[-1])
    assert {page[0].split()[0].lower() for page in told[-1 - len(won) : -1]} == set(won)


def test_t20_in_depth_referee_the_players_count() -> None:
    seen = replace(view(Hands().session), phase=Phase.OVER, in_turn=None)
    assert [line.rstrip() for line in screen(seen, 0.0)] == [
        "The game is over.", "Count the points by", "the rulebook.", "",
    ]  # fmt: skip


def test_t21_nobody_plays() -> None:
    assert shown(Hands(), panel=panels.WELCOME) == ["Era of Inventions", "lay any token to", "play", ""]


def test_cards_are_laid_out_and_the_final_market_is_named() -> None:
    seen = view(Hands().session)
    assert screen(replace(seen, phase=Phase.DEALING, in_turn=None), 0.0)[1].rstrip() == "Lay out the cards."
    market = screen(replace(seen, phase=Phase.FINAL_MARKET), 0.0)
    assert (market[0].split()[-1], market[1].rstrip()) == ("YELLOW", "final market: change")


def test_the_log_has_the_sentence_whole() -> None:
    problem = Problem(Kind.MOVED, Place("buy", 2), "green", Place("market", 1))
    assert problem_text(problem, "yellow") == "GREEN's token slid to BUY: put it back on MARKET"
    assert problem_text(problem, "yellow", "cs") == "ZELENÝ se posunul na pole NÁKUP. Vraťte ho: TRH"


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        # The rulebooks' words: "nákup surovin" and "žeton akce", "erőforrások vásárlása" and "akció zseton".
        ("cs", ["Kolo 1/8      ZELENÝ", "položte žeton 1/2", "", "žlutý: nákup"]),
        ("hu", ["Kör 1/8         ZÖLD", "rakj egy zsetont 1/2", "", "sárga: vásárlás"]),
    ],
)
def test_the_display_speaks_the_rulebook_s_language(language: str, lines: list[str]) -> None:
    hands = Hands()
    hands.lay("yellow", 1, "buy:1")
    assert [line.rstrip() for line in screen(view(hands.session), hands.now, 20, 4, language)] == lines
