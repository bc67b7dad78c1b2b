"""Nothing flashes above 3 Hz: every light of every situation, looked at a thousand times a second for ten seconds."""

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import replace

import pytest

from engine.era.components import COLOURS
from firmware_bridge.lamps import TRACKS, attract, lights, setting_up
from firmware_bridge.lamps.palette import Rgb
from firmware_bridge.lamps.pawns import Pawn, Run, standing, track
from firmware_bridge.lamps.rhythms import Light, blinking, dark, pulsing
from firmware_bridge.view import Gain, Look, View, view

from .hands import Hands
from .lights import AT, flashes_a_second, full_game, seen, shown, transitions, with_pawns

MOST = 3
SECONDS = 10.0


def check(light: Light, start: float = AT, seconds: float = SECONDS) -> None:
    assert flashes_a_second(shown(light, seconds, start)) <= MOST


def check_together(lights_: Iterable[Light], seconds: float) -> None:
    """Lights that are cheap to ask all at once, as a picture does."""
    some = [light for light in lights_ if light is not dark]
    moments = [[light(AT + step / 1000) for light in some] for step in range(round(seconds * 1000))]
    for colours in zip(*moments, strict=True):
        assert flashes_a_second(colours) <= MOST


def changing(view: View, display_gone: bool = False, counts: dict[str, int] | None = None) -> list[Light]:
    """All lights of a view on all tracks, each once: lights that do the same are the same object."""
    tracks = lights(view, counts or TRACKS, display_gone)
    return [light for light in set(itertools.chain.from_iterable(tracks.values())) if light is not dark]


# --- the count itself ---


def test_a_flash_is_two_opposing_changes_of_a_tenth() -> None:
    assert transitions([0, 0.09, 0, 0.09]) == []
    assert transitions([0, 0.1, 0.2, 0.9, 0.85, 0.0]) == [1, 5]  # up once, down once: one flash
    assert transitions([0.5, 0.45, 0.41, 0.39]) == [3]  # slowly is down, too
    assert transitions([0, 1, 0, 1]) == [1, 2, 3]


@pytest.mark.parametrize(("period", "flashes"), [(0.5, 2), (0.25, 4)])
def test_the_count_finds_what_is_too_quick(period: float, flashes: int) -> None:
    assert flashes_a_second(shown(pulsing((255, 255, 255), blinking(period, on=period / 2)), 3)) == flashes


def test_the_count_finds_red_that_white_hides() -> None:
    """Red and a grey of its luminance in turn: nothing gets brighter, yet it flashes red."""
    grey: Rgb = (54, 54, 54)  # 0.2126 x 255
    colours: Sequence[Rgb] = [(255, 0, 0) if step // 100 % 2 else grey for step in range(2000)]
    assert flashes_a_second(colours) == 5


# --- the lights ---


def situations() -> dict[str, View]:
    """Views of a table of four in depth "referee", one for each thing that spaces can say."""
    found = {}
    hands = Hands()
    found["nothing lies"] = view(hands.session)
    hands.lay("yellow", 1, "build:1")
    found["just laid"] = view(hands.session)
    hands.lay("green", 1, "build:2")
    hands.lay("brown", 1, "build:2")
    found["a third token"] = view(hands.session)
    hands.lay("orange", 1, "market:1")
    hands.lay("nobody", 1, "buy:1")
    hands.lose("develop:2")
    hands.lift("yellow", 1)
    found["all at once"] = view(hands.session)
    return found


@pytest.mark.parametrize("looked_at", situations().values(), ids=situations())
def test_spaces_and_lamps(looked_at: View) -> None:
    start = looked_at.news.at if looked_at.news else AT
    for light in changing(looked_at):
        check(light, start)


def test_every_look_of_a_space() -> None:
    plain = view(Hands().session)
    for look in Look:
        spaces = tuple(replace(space, look=look, player="yellow") for space in plain.spaces)
        for light in changing(replace(plain, spaces=spaces)):
            check(light)


def test_the_display_is_gone() -> None:
    for light in changing(seen(full_game()[0], full_game()[1]), display_gone=True):
        check(light)


@pytest.mark.parametrize("laps", [0, 1])
def test_any_pawns_on_one_space(laps: int) -> None:
    for count in range(1, len(COLOURS) + 1):
        for players in itertools.combinations(COLOURS, count):
            check(standing(tuple(Pawn(player, laps) for player in players)))


def test_five_pawns_on_one_space_in_any_laps() -> None:
    for laps in itertools.product((0, 1), repeat=len(COLOURS)):
        check(standing(tuple(Pawn(*pair) for pair in zip(COLOURS, laps, strict=True))))


@pytest.mark.parametrize("count", [1, 2, 5, 60])
@pytest.mark.parametrize("runners", [1, 2, 5])
def test_running_lights_on_long_and_short_tracks(count: int, runners: int) -> None:
    """Everybody gains at once, as much as the track's symbols and rewards could ever give; nobody stands in the way."""
    runs = [
        Run(player, seat, 10 + 2 * seat, AT, count, symbol=True) for seat, player in enumerate(COLOURS[:runners])
    ]
    pawns = [(player, seat) for seat, player in enumerate(COLOURS)]
    pawns[:runners] = [(run.player, run.after) for run in runs]
    check_together(track(pawns, runs, count), 4.0)


def test_a_running_light_that_passes_five_pawns_on_one_space() -> None:
    runs = [Run("yellow", 3, 12, AT, 60)]
    pawns = [("yellow", 12), *((player, 7) for player in COLOURS[1:])]
    check_together(track(pawns, runs, 60), 4.0)


@pytest.mark.parametrize("start", [AT, AT + 24.0])
def test_the_final_scoring(start: float) -> None:
    """Six seconds for each of five players: the first two, and the last with what comes after."""
    states = full_game()
    over = replace(seen(states[-2], states[-1]), over_at=AT)
    counting = lights(over, {"players": 5, "influence": 20})
    for light in {*counting["players"], counting["influence"][0], counting["influence"][3]}:
        check(light, start, 12.0)


def test_gains_of_a_view() -> None:
    gains = tuple(Gain(player, 2, 6 + seat, AT) for seat, player in enumerate(COLOURS))
    gained = replace(with_pawns(**{gain.player: gain.after for gain in gains}), gains=gains)
    check_together(changing(gained, counts={"influence": 8}), 4.0)


@pytest.mark.parametrize("count", [5, 60])
def test_nobody_plays(count: int) -> None:
    """Two LEDs stand for all: the same passes all by. It is slow: 100 looks a second see all of it."""
    pictures = [attract(step / 100, {"influence": count})["influence"] for step in range(1000)]
    for led in (0, count // 2):
        assert flashes_a_second([leds[led] for leds in pictures], rate=100) <= 1


def test_a_game_is_set_up() -> None:
    pictures = [setting_up(step / 200, COLOURS[:3])["players"] for step in range(2000)]
    for seat in range(3):
        assert flashes_a_second([leds[seat] for leds in pictures], rate=200) <= 1
