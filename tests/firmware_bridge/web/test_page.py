"""The state that everybody is told: what stands in it in each phase of a game, and what never does."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from engine.era.components import AREAS, SETUPS
from engine.era.game import apply, legal_moves, new_game
from engine.era.state import Phase, State
from engine.era.tables import tables_of
from firmware_bridge.clocks import Clocks
from firmware_bridge.happenings import MoveMade
from firmware_bridge.referee import Kind, Problem
from firmware_bridge.roster import Place
from firmware_bridge.session import Made, Session
from firmware_bridge.simulation.people import tokens_of
from firmware_bridge.simulation.simulated import simulated_config
from firmware_bridge.table import Table
from firmware_bridge.texts import texts
from firmware_bridge.view import view
from firmware_bridge.web.page import Scene, state

PLAYERS = ("yellow", "green", "brown")
ROSTER = simulated_config(PLAYERS, tokens_of(PLAYERS, 3), "", "").roster()


def page(session: Session, language: str = "en", now: float = 0.0) -> dict[str, Any]:
    """As a browser has it."""
    made = state(Scene(session, view(session), 7, now), texts(language))
    read: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(made))
    return read


def played(moves: int | None, dealing: str = "virtual", last: Phase | None = None) -> Session:
    """A game of depth "full" after so many moves, or at its end, or as it first comes to a phase; always the move in
    the middle of those that are legal."""
    game = new_game(PLAYERS, 0, "full", seed=5, dealing=dealing)
    past: list[Made] = []
    news = None
    while (moves is None or len(past) < moves) and game.phase is not last and game.phase is not Phase.OVER:
        legal = legal_moves(game)
        move = legal[len(legal) // 2]
        past.append(Made(game, move))
        player = game.in_turn
        game, events = apply(game, move)
        news = MoveMade(player, move, game, float(len(past)), events)
    return Session(ROSTER, game, past=tuple(past), just_moved=bool(past), known=True, news=news)


@pytest.fixture(scope="module")
def whole() -> Session:
    """A game that is over."""
    return played(None)


def test_a_game_of_depth_referee_has_no_board() -> None:
    told = page(Session(ROSTER, new_game(PLAYERS, 0), known=True))
    assert (told["board"], told["holdings"], told["scores"], told["dealing"]) == (None, {}, None, None)
    assert told["head"] == {"round": "Round 1/9", "turn": "YELLOW", "does": "lay a token (1 of 3)", "areas": ""}
    assert [(space["area"], space["space"]) for space in told["spaces"]] == [
        (area, number) for area in AREAS for number in (1, 2)
    ]
    assert {space["look"] for space in told["spaces"]} == {"open"}
    assert told["choices"] == {"player": "yellow", "title": "", "items": [], "ask": None}
    assert told["number"] == 7


def test_the_order_of_decks_is_never_told() -> None:
    session = played(40, last=Phase.OVER)
    deck = session.game.factory_deck
    swapped = replace(session, game=msgspec.structs.replace(session.game, factory_deck=deck[::-1], random=1))
    assert deck != deck[::-1]
    assert page(session) == page(swapped)


def test_the_board_is_what_the_edition_prints() -> None:
    session = played(12, last=Phase.PLACING)
    game, tables = session.game, tables_of(session.game.edition)
    told = page(session)["board"]
    assert [card["card"] for card in told["row"]] == [tables.factories[number].card.id for number in game.row]
    assert len(told["display"]) == 7
    assert len(told["fields"]) == 18
    telephone = next(field for field in tables.edition.fields if field.id == "telephone original")
    field = next(each for each in told["fields"] if each["field"] == "telephone original")
    assert field == {
        "field": "telephone original",
        "text": "telephone original",
        "cost": telephone.cost,
        "influence": telephone.influence,
        "reward": [[telephone.reward, telephone.amount]],
        "owner": None,
        "patented": False,
    }
    # SETUP-5: two cubes on each ship and warehouse, three in the coal warehouse; BUY-1: a coin a load.
    stocks = {load["id"]: load["stock"] for load in told["loads"]}
    assert stocks == {load.id: 3 if load.id.startswith("coal-warehouse") else 2 for load in tables.edition.loads}
    assert {load["price"] for load in told["loads"]} == {1}


def test_a_counterfeits_question_marks_are_part_of_its_cost(whole: Session) -> None:
    tables = tables_of(whole.game.edition)
    copy = next(number for number, card in enumerate(tables.cards) if card.card.id == "telephone-copy")
    printed = tables.cards[copy].card.cost
    game = msgspec.structs.replace(whole.game, display=(copy, *whole.game.display[1:]))
    card = page(replace(whole, game=game))["board"]["display"][0]
    assert card["counterfeit"] is True
    assert card["text"] == "telephone ?"
    assert dict(card["cost"])["wild"] == printed.wild > 0  # MAKE-2
    assert card["field"] == "telephone original"


def test_problems_say_what_where_and_how_to_mend_it() -> None:
    problem = Problem(Kind.OVER_LIMIT, Place("build", 1), "green")
    told = page(Session(ROSTER, new_game(PLAYERS, 0), known=True, problems=(problem,)))["problems"]
    assert told == [
        {
            "text": "BUILD has two. Take GREEN's off, lay it elsewhere",
            "wrong": "BUILD has two.",
            "mend": "Take GREEN's off, lay it elsewhere",
            "where": "build:1",
            "player": "green",
            "clause": "PLACE-2",
            "kind": "over-limit",
        }
    ]


def test_a_silent_pads_tokens_are_moved_by_choice() -> None:
    session = Session(ROSTER, new_game(PLAYERS, 0), known=True, table=Table(silent=frozenset({0})))
    told = page(session)["choices"]
    assert [(item["move"], item["ask"]) for item in told["items"]] == [("place build", None)]
    assert told["title"] == "YELLOW"
    assert page(replace(session, paused=True))["choices"]["items"] == []


def test_in_dealing_cards_people_say_which_card_came() -> None:
    session = played(0, dealing="cards")
    told = page(session)["choices"]
    assert (told["player"], session.game.phase) == (None, Phase.SETTING_UP)
    groups = [item for item in told["items"] if item["inside"]]
    assert groups
    inside = groups[0]["inside"]
    assert all(item["move"].startswith("deal factory ") for item in inside)


def test_clocks_are_told_while_somebody_wants_to_see_them() -> None:
    session = Session(ROSTER, new_game(PLAYERS, 0), known=True)
    clocks = Clocks(shown=True, spent=(("green", 12.0),), running="yellow", since=5.0)
    assert page(session)["clocks"] is None
    told = page(replace(session, clocks=clocks), now=9.5)["clocks"]
    # 9.5 s - 5 s of yellow's turn so far
    assert told == {"shown": True, "running": "yellow", "at": 9.5, "spent": {"green": 12.0, "yellow": 4.5}}


def test_a_game_that_is_over_tells_its_scores_the_winner_last(whole: Session) -> None:
    told = page(whole)
    assert told["over"] is True
    players = told["scores"]["players"]
    totals = [player["total"] for player in players]
    assert totals == sorted(totals)
    assert players[-1]["player"] in told["scores"]["winners"]
    for player in players:
        assert [clause["clause"] for clause in player["clauses"]] == ["END-2", "END-3", "END-4", "END-4", "END-4"]
        assert sum(clause["points"] for clause in player["clauses"]) == player["total"]
    assert told["head"]["does"] == "The game is over."


def test_the_chart_has_each_round_once_and_ends_with_now(whole: Session) -> None:
    told = page(whole)
    assert [point["round"] for point in told["history"]] == list(range(1, SETUPS[3].rounds + 1))
    assert told["history"][-1]["scores"] == told["tracks"]["influence"]
    third = next(made.before for made in whole.past if made.before.round == 4)
    ended = dict(zip(PLAYERS, [player.influence for player in third.holdings], strict=True))
    assert told["history"][2]["scores"] == ended


def test_the_log_tells_the_last_moves_of_people(whole: Session) -> None:
    told = page(whole)["log"]
    assert len(told) == 60
    # In dealing "virtual" the cards come by themselves.
    people = [made for made in whole.past if made.before.in_turn is not None]
    assert [line["player"] for line in told] == [made.before.in_turn for made in people[-60:]]
    assert told[-1]["text"].startswith(f"{people[-1].before.in_turn}: ")


@pytest.mark.parametrize("language", ["en", "cs", "hu"])
def test_every_position_can_be_told_in_every_language(language: str, whole: Session) -> None:
    states: Sequence[tuple[int, State]] = [(n, made.before) for n, made in enumerate(whole.past)][::7]
    kinds = set()
    for number, game in states:
        told = page(replace(whole, game=game, past=whole.past[:number]), language)
        kinds.add(told["phase"])
        assert told["players"] == list(PLAYERS)
        assert "{" not in "".join([*told["head"].values(), told["choices"]["title"]])  # all is filled in
    assert {"placing", "resolving"} <= kinds
