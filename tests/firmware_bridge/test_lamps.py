"""What the lights say: rhythm and place carry the meaning, colour only helps; nothing flashes above 3 Hz."""

import itertools

import pytest

from firmware_bridge.lamps import DARK, PLAYER_RGB, RED, RHYTHMS, WHITE, Tracks, frame
from firmware_bridge.view import Look, view

from .hands import PLACES, Hands

TRACKS = Tracks()


def led(hands: Hands, place: str, later: float) -> tuple[int, int, int]:
    return frame(view(hands.session), hands.now + later)[PLACES.index(place)]


def colours_over(hands: Hands, place: str, seconds: float = 4.0) -> set[tuple[int, int, int]]:
    return {led(hands, place, 1.0 + step / 50) for step in range(int(seconds * 50))}


def test_there_is_a_led_for_each_space_each_player_and_each_round() -> None:
    assert TRACKS.count == 12 + 5 + 10  # six areas of two spaces; five players at most; ten rounds at most (SETUP-1)
    assert len(frame(view(Hands().session), 0.0)) == TRACKS.count


def test_every_look_has_a_rhythm_of_its_own() -> None:
    moments = [step / 100 for step in range(400)]
    told = {look: tuple(round(rhythm(moment), 3) for moment in moments) for look, rhythm in RHYTHMS.items()}
    assert set(told) == set(Look)
    assert len(set(told.values())) == len(Look)


@pytest.mark.parametrize("look", list(Look))
def test_nothing_flashes_above_3_hz(look: Look) -> None:
    levels = [RHYTHMS[look](step / 1000) for step in range(10_000)]
    rises = sum(1 for before, after in itertools.pairwise(levels) if before < 0.5 <= after)
    assert rises / 10 <= 3.0


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


def test_t7_an_empty_space_calls_in_the_look_of_the_player_whose_token_is_gone() -> None:
    hands = Hands()
    hands.lay("yellow", 1, "build:1")
    hands.lay("green", 1, "buy:1")
    hands.lift("yellow", 1)
    assert colours_over(hands, "build:1") == {PLAYER_RGB["yellow"], DARK}


def test_t9_a_dead_pad_has_the_trouble_rhythm() -> None:
    hands = Hands()
    hands.lose("buy:2")
    over = [max(led(hands, "buy:2", step / 50)) for step in range(76)]  # 1.5 s, the rhythm's period
    assert sum(1 for before, after in itertools.pairwise(over) if before == 0 < after) == 2


def test_t10_the_players_own_tokens_breathe_in_the_second_half() -> None:
    hands = Hands()
    for number, areas in ((1, ("build", "build", "buy", "buy")), (2, ("market", "market", "develop", "develop"))):
        for seat, player in enumerate(hands.players):
            hands.lay(player, number, f"{areas[seat]}:{1 + seat % 2}")
    assert len(colours_over(hands, "build:1")) > 10
    assert len(colours_over(hands, "market:1")) > 10
    assert len(colours_over(hands, "build:2")) == 1


def test_the_lamp_of_the_player_in_turn_is_on_and_the_round_is_told() -> None:
    hands = Hands()
    hands.lay("yellow", 1, "build:1")
    leds = frame(view(hands.session), hands.now)
    lamps = leds[TRACKS.players : TRACKS.players + 5]
    assert lamps[1] == PLAYER_RGB["green"]
    assert 0 < max(lamps[0]) < 100  # the start player's lamp glows
    assert lamps[2:] == (DARK, DARK, DARK)
    assert [led != DARK for led in leds[TRACKS.rounds :]] == [True] + [False] * 9
