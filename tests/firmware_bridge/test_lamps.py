"""What the lights of spaces, players and rounds say, row by row of the table talk: rhythm and place carry the meaning,
colour only helps."""

import itertools
from dataclasses import replace

import pytest

from firmware_bridge.lamps import DARK, MINIMAL, PLAYER_RGB, RED, RHYTHMS, VIOLET, WHITE, frame, led_name, picture
from firmware_bridge.referee import Kind
from firmware_bridge.view import Look, view

from .hands import PLACES, Hands


def led(hands: Hands, place: str, later: float) -> tuple[int, int, int]:
    return frame(view(hands.session), hands.now + later)[PLACES.index(place)]


def colours_over(hands: Hands, place: str, seconds: float = 4.0) -> set[tuple[int, int, int]]:
    return {led(hands, place, 1.0 + step / 50) for step in range(int(seconds * 50))}


def lamps(hands: Hands, later: float = 0.0) -> tuple[tuple[int, int, int], ...]:
    return picture(view(hands.session), hands.now + later)["players"]


def lamp_over(hands: Hands, seat: int) -> set[tuple[int, int, int]]:
    return {lamps(hands, step / 50)[seat] for step in range(200)}


def second_half() -> Hands:
    """All tokens are down: yellow's on BUILD and MARKET, yellow is in turn."""
    hands = Hands()
    for number, areas in ((1, ("build", "build", "buy", "buy")), (2, ("market", "market", "develop", "develop"))):
        for seat, player in enumerate(hands.players):
            hands.lay(player, number, f"{areas[seat]}:{1 + seat % 2}")
    return hands


def test_there_is_a_led_for_each_space_each_player_and_each_round() -> None:
    # Six areas of two spaces; five players at most; ten rounds at most (SETUP-1).
    assert dict(MINIMAL) == {"spaces": 12, "players": 5, "rounds": 10}
    assert len(frame(view(Hands().session), 0.0)) == 12 + 5 + 10


def test_a_frame_is_the_tracks_one_after_the_other() -> None:
    hands = Hands()
    seen = view(hands.session)
    tracks = picture(seen, hands.now, {"rounds": 3, "spaces": 12})
    assert frame(seen, hands.now, {"rounds": 3, "spaces": 12}) == tracks["rounds"] + tracks["spaces"]


def test_a_track_that_is_too_long_ends_dark_and_one_too_short_ends_early() -> None:
    tracks = picture(view(Hands().session), 1.0, {"spaces": 14, "players": 2})
    assert tracks["spaces"][12:] == (DARK, DARK)
    assert DARK not in tracks["spaces"][:12]
    assert tracks["players"] == (PLAYER_RGB["yellow"], DARK)


@pytest.mark.parametrize(
    ("track", "index", "name"),
    [
        ("spaces", 2, "spaces 3: produce 1"),
        ("players", 1, "players 2: seat 2"),
        ("rounds", 9, "rounds 10: round 10"),
        ("rounds", 10, "rounds 11: not used"),
        ("start", 0, "start 1: seat 1"),
        ("influence", 0, "influence 1: space 0"),
        ("influence", 75, "influence 76: space 75"),
        ("patents", 7, "patents 8: space 2, seat 3"),
    ],
)
def test_every_led_has_a_name(track: str, index: int, name: str) -> None:
    assert led_name(track, index) == name


def test_every_look_has_a_rhythm_of_its_own() -> None:
    moments = [step / 100 for step in range(400)]
    told = {look: tuple(round(rhythm(moment), 3) for moment in moments) for look, rhythm in RHYTHMS.items()}
    assert set(told) == set(Look)
    assert len(set(told.values())) == len(Look)


def test_the_leds_of_patent_tracks_of_any_width_have_names() -> None:
    assert led_name("patents", 5, {"patents": 6}) == "patents 6: space 6"
    assert led_name("patents", 5, {"patents": 18}) == "patents 6: space 2, seat 3"
    assert led_name("patents", 30, {"patents": 40}) == "patents 31: not used"


def test_t1_free_spaces_breathe_and_full_ones_do_not() -> None:
    hands = Hands()
    hands.lay("yellow", 1, "build:1")
    hands.lay("green", 1, "build:2")
    assert len(colours_over(hands, "market:1")) > 10
    assert len(colours_over(hands, "build:1")) == 1


def test_t2_one_flash_then_steady_in_the_players_look() -> None:
    hands = Hands()
    hands.lay("yellow", 1, "build:1")
    assert led(hands, "build:1", 0.1) == WHITE
    red, green, blue = PLAYER_RGB["yellow"]
    assert colours_over(hands, "build:1") == {(round(red * 0.8), round(green * 0.8), round(blue * 0.8))}


def test_t3_the_wrong_token_calls_not_the_innocent_one_beside_it() -> None:
    hands = Hands()
    hands.lay("yellow", 1, "build:1")
    hands.lay("green", 1, "build:2")
    hands.lay("brown", 1, "build:2")
    assert colours_over(hands, "build:2") == {RED, DARK}
    assert len(colours_over(hands, "build:1")) == 1


def test_t4_a_players_second_token_on_an_area_calls() -> None:
    hands = Hands()
    for player, place in zip(hands.players, ("build:1", "buy:1", "market:1", "develop:1"), strict=True):
        hands.lay(player, 1, place)
    hands.lay("yellow", 2, "build:2")
    assert colours_over(hands, "build:2") == {RED, DARK}
    assert len(colours_over(hands, "build:1")) == 1


def test_t5_a_token_out_of_turn_calls_softly_and_the_player_in_turn_keeps_the_lamp() -> None:
    hands = Hands()
    hands.lay("brown", 1, "market:1")
    called = colours_over(hands, "market:1")
    assert len(called) > 10  # softly: it never jumps between on and off
    assert DARK not in called
    assert all(0 < red < 255 and green == blue == 0 for red, green, blue in called)
    assert lamp_over(hands, 0) == {PLAYER_RGB["yellow"]}


def test_t5_the_lamp_of_who_is_to_wait_breathes_so_that_place_tells_whose_token_it_is() -> None:
    hands = Hands()
    hands.lay("brown", 1, "market:1")
    assert len(lamp_over(hands, 2)) > 10
    assert lamp_over(hands, 1) == {DARK}


def test_t6_an_unknown_tag_calls() -> None:
    hands = Hands()
    hands.lay("nobody", 1, "buy:1")
    assert colours_over(hands, "buy:1") == {RED, DARK}


def test_t7_an_empty_space_calls_in_the_look_of_the_player_whose_token_is_gone() -> None:
    hands = Hands()
    hands.lay("yellow", 1, "build:1")
    hands.lay("green", 1, "buy:1")
    hands.lift("yellow", 1)
    assert colours_over(hands, "build:1") == {PLAYER_RGB["yellow"], DARK}


def test_t7_the_lamp_of_whose_token_is_gone_breathes() -> None:
    hands = Hands()
    hands.lay("yellow", 1, "build:1")
    hands.lay("green", 1, "buy:1")
    hands.lift("yellow", 1)
    assert len(lamp_over(hands, 0)) > 10


def test_t7_of_a_token_that_was_moved_both_places_call_there_in_red_and_here_in_its_colour() -> None:
    hands = Hands()
    hands.lay("yellow", 1, "build:1")
    hands.lay("green", 1, "market:1")
    hands.lay("brown", 1, "buy:1")
    hands.up("yellow", 1)
    hands.lay("yellow", 1, "develop:2")
    assert [problem.kind for problem in hands.problems] == [Kind.MOVED]
    assert colours_over(hands, "develop:2") == {RED, DARK}
    assert colours_over(hands, "build:1") == {PLAYER_RGB["yellow"], DARK}


def test_t8_each_place_calls_and_the_first_one_loudest() -> None:
    hands = Hands()
    hands.lay("yellow", 1, "build:1")
    hands.lay("green", 1, "build:2")
    hands.lay("brown", 1, "build:2")
    hands.lay("nobody", 1, "buy:1")
    assert colours_over(hands, "buy:1") == {RED, DARK}  # an unknown tag blocks more than a third token
    assert colours_over(hands, "build:2") == {(102, 0, 0), DARK}  # 0.4 x 255


def test_t9_a_dead_pad_has_the_trouble_rhythm() -> None:
    hands = Hands()
    hands.lose("buy:2")
    over = [max(led(hands, "buy:2", step / 50)) for step in range(76)]  # 1.5 s, the rhythm's period
    assert sum(1 for before, after in itertools.pairwise(over) if before == 0 < after) == 2


def test_t9_trouble_is_violet_not_the_red_of_what_people_can_mend() -> None:
    hands = Hands()
    hands.lose("buy:2")
    assert colours_over(hands, "buy:2") == {VIOLET, DARK}


def test_t10_the_players_own_tokens_breathe_in_the_second_half() -> None:
    hands = second_half()
    assert len(colours_over(hands, "build:1")) > 10
    assert len(colours_over(hands, "market:1")) > 10
    assert len(colours_over(hands, "build:2")) == 1


def test_t16_the_round_track_steps_and_the_start_players_lamp_moves() -> None:
    hands = second_half()
    tracks = picture(view(hands.session), hands.now, {"rounds": 10, "start": 5, "players": 5})
    assert [max(led) > 0 for led in tracks["start"]] == [True, False, False, False, False]
    for number in (1, 2):
        for player in hands.players:
            hands.lift(player, number)
    assert hands.game.round == 2
    tracks = picture(view(hands.session), hands.now, {"rounds": 10, "start": 5, "players": 5})
    assert [max(led) for led in tracks["rounds"]] == [38, 255, *[0] * 8]  # 0.15 x 255: played
    assert [max(led) > 0 for led in tracks["start"]] == [False, True, False, False, False]  # ROUND-8


def test_t17_a_place_taken_back_is_what_it_was() -> None:
    hands = Hands()
    hands.lay("yellow", 1, "build:1")
    before = colours_over(hands, "buy:1"), lamps(hands)
    hands.lay("green", 1, "buy:1")
    assert colours_over(hands, "buy:1") != before[0]
    hands.lift("green", 1)
    assert (colours_over(hands, "buy:1"), lamps(hands)) == before


def test_t19_with_the_display_gone_the_round_track_has_the_trouble_rhythm() -> None:
    seen = view(Hands().session)
    over = [picture(seen, step / 50, display_gone=True)["rounds"] for step in range(75)]
    assert {led for leds in over for led in leds} == {VIOLET, DARK}
    lit = [leds[0] != DARK for leds in over]
    assert sum(1 for before, after in itertools.pairwise([False, *lit]) if after and not before) == 2  # in 1.5 s
    assert picture(seen, 1.0, display_gone=True)["spaces"] == picture(seen, 1.0)["spaces"]


def test_the_lamp_of_the_player_in_turn_is_on_and_the_round_is_told() -> None:
    hands = Hands()
    hands.lay("yellow", 1, "build:1")
    tracks = picture(view(hands.session), hands.now)
    assert tracks["players"][1] == PLAYER_RGB["green"]
    assert 0 < max(tracks["players"][0]) < 100  # the start player's lamp glows
    assert tracks["players"][2:] == (DARK, DARK, DARK)
    assert [led != DARK for led in tracks["rounds"]] == [True] + [False] * 9


def test_with_a_track_for_the_start_player_the_players_lamps_tell_only_who_is_in_turn() -> None:
    hands = Hands()
    hands.lay("yellow", 1, "build:1")
    tracks = picture(view(hands.session), hands.now, {"players": 5, "start": 5})
    assert tracks["players"] == (DARK, PLAYER_RGB["green"], DARK, DARK, DARK)
    assert [led != DARK for led in tracks["start"]] == [True, False, False, False, False]


def test_a_colour_that_nobody_knows_is_white() -> None:
    """A view may hold names that are no colours: they are lit, though nothing tells them apart but the place."""
    seen = replace(view(Hands().session), players=("Ann", "Bob", "Cem"), in_turn="Bob", start_player="Ann")
    assert picture(seen, 0.0)["players"][1] == WHITE
