"""The tracks of a game of depth "full": influence, patents, the light that runs, the final count, and nobody's play."""

import itertools
import time
from dataclasses import replace

import pytest

from engine.era.components import COLOURS
from engine.era.events import Gained
from engine.era.scoring import Bonus, Score, scores, winners
from engine.era.state import Phase, State
from firmware_bridge.lamps import DARK, PLAYER_RGB, TRACKS, WHITE, Rgb, attract, picture, setting_up
from firmware_bridge.lamps.counting import COUNT_S, RISE_S, counted, in_order
from firmware_bridge.lamps.pawns import DIM, RUN_STEP_S, Pawn, standing
from firmware_bridge.view import Gain, View, view as view_of

from .hands import Hands
from .lights import AT, full_game, full_moves, seen, shown, with_pawns

YELLOW, GREEN, BROWN, ORANGE, PURPLE = (PLAYER_RGB[player] for player in COLOURS)


def leds(view: View, later: float, count: int = 60) -> tuple[Rgb, ...]:
    return picture(view, AT + later, {"influence": count})["influence"]


def hue(rgb: Rgb) -> str:
    """Whose colour it is, at whatever brightness."""
    def away(player: str) -> float:
        full = PLAYER_RGB[player]
        return sum(abs(a / max(rgb) - b / max(full)) for a, b in zip(rgb, full, strict=True))

    return "" if rgb == DARK else min(COLOURS, key=away)


# --- pawns ---


def test_space_n_is_led_n_and_after_the_last_comes_the_first() -> None:
    view = with_pawns(yellow=7, green=59, brown=60, orange=67)
    for moment in range(100):
        lit = {index: hue(led) for index, led in enumerate(leds(view, moment / 10)) if led != DARK}
        assert set(lit) <= {0, 7, 59}
        assert lit.get(7, "yellow") in ("yellow", "orange")
        assert lit[59] == "green"
        assert lit.get(0, "brown") == "brown"


def test_a_second_lap_winks_and_the_first_never_goes_dark() -> None:
    """In each fifth beat of half a second the light is out for a quarter: one wink in 2.5 s, so four in ten."""
    for player in COLOURS:
        first, second = (shown(standing((Pawn(player, lap),)), 10.0, start=0.0, rate=100) for lap in (0, 1))
        assert DARK not in first
        winks = [list(run) for dark, run in itertools.groupby(second, lambda rgb: rgb == DARK) if dark]
        assert [len(wink) for wink in winks] == [25] * 4


@pytest.mark.parametrize("laps", [0, 1])
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_each_of_several_pawns_on_one_space_is_seen_within_any_second(count: int, laps: int) -> None:
    players = COLOURS[:count]
    colours = shown(standing(tuple(Pawn(player, laps) for player in players)), 21.0, rate=20)
    for start in range(len(colours) - 20):
        assert {hue(rgb) for rgb in colours[start : start + 21]} >= set(players)


def test_pawns_on_one_space_are_shown_in_order_of_seats() -> None:
    view = with_pawns(green=4, yellow=4, purple=4)
    order = [hue(leds(view, step / 6)[4]) for step in range(1, 6, 2)]  # the middle of each third of a second
    assert order == ["green", "yellow", "purple"]


def test_the_rhythm_of_a_player_shows_on_a_shared_space_too() -> None:
    """Beats of a second: purple is bright in one of four, yellow always."""
    view = with_pawns(yellow=9, purple=9)
    beats = [(leds(view, beat + 0.25)[9], leds(view, beat + 0.75)[9]) for beat in range(4)]
    assert [first for first, _ in beats] == [YELLOW] * 4
    dim = tuple(round(part * DIM) for part in PURPLE)
    assert [second for _, second in beats] == [PURPLE, dim, dim, dim]


# --- T13, T14: a light runs along the track ---


def gained(*gains: Gain, **standing_still: int) -> View:
    spaces = {gain.player: gain.after for gain in gains} | standing_still
    return replace(with_pawns(**spaces), gains=gains)


def test_t13_a_light_runs_to_the_new_space_and_the_pawn_is_there_when_it_arrives() -> None:
    view = gained(Gain("green", 6, 9, AT))
    assert RUN_STEP_S == 0.12
    for step, space in enumerate((6, 7, 8)):
        now = leds(view, 0.12 * step + 0.06)
        assert now[space] == GREEN
        assert max(map(max, now[9:])) == 0  # nobody stands where the light has not come
    assert hue(leds(view, 0.37)[9]) == "green"
    assert [index for index, led in enumerate(leds(view, 2.0)) if led != DARK] == [9]


def test_t13_the_light_draws_a_tail_that_fades() -> None:
    view = gained(Gain("green", 6, 16, AT))
    levels = [led[1] / GREEN[1] for led in leds(view, 0.12 * 5 + 0.06)]
    assert levels[8:12] == pytest.approx([0, 0.06, 0.25, 1], abs=0.01)
    assert not any(levels[:8] + levels[12:])


def test_t13_a_long_way_takes_no_more_than_two_seconds() -> None:
    view = gained(Gain("green", 0, 50, AT))
    assert leds(view, 1.97)[50] == DARK
    assert hue(leds(view, 2.01)[50]) == "green"


def test_t13_the_light_passes_behind_a_pawn_that_stands() -> None:
    view = gained(Gain("green", 6, 9, AT), purple=7)
    assert {hue(leds(view, later / 100)[7]) for later in range(100)} == {"purple"}


def test_t13_the_light_comes_around_the_end_of_the_track() -> None:
    view = gained(Gain("green", 9, 12, AT))
    assert [leds(view, 0.12 * step + 0.06, count=10).index(GREEN) for step in range(3)] == [9, 0, 1]


def test_t13_a_space_that_gives_a_symbol_flashes_when_the_pawn_arrives() -> None:
    view = gained(Gain("green", 6, 9, AT, symbol="coins"))
    assert leds(view, 0.35)[9] == DARK
    assert [leds(view, 0.36 + later)[9] for later in (0.01, 0.15, 0.29)] == [WHITE] * 3
    assert hue(leds(view, 0.36 + 0.31)[9]) == "green"


def test_t13_the_symbol_of_the_space_is_for_who_acts_and_where_the_pawn_ends() -> None:
    """Against what the engine told: SYM-1 for the active player, none for who is rewarded or in the final market."""
    found = 0
    for before, after, events in (*full_moves(3), *full_moves(4), *full_moves(5)):
        symbols = [event for event in events if isinstance(event, Gained) and event.clause == "SYM-1"]
        told = {event.player: event.goods[0][0] for event in symbols}
        for gain in seen(before, after).gains:
            assert gain.symbol == told.get(gain.player, "")
            found += bool(gain.symbol)
    assert found >= 3


def test_t14_both_players_pawns_light_when_one_rewards_the_other() -> None:
    view = gained(Gain("green", 6, 9, AT), Gain("yellow", 20, 21, AT))
    now = leds(view, 0.06)
    assert (now[6], now[20]) == (GREEN, YELLOW)
    then = leds(view, 1.0)
    assert (hue(then[9]), hue(then[21])) == ("green", "yellow")


def test_t13_from_a_real_game_each_gain_of_a_move_runs() -> None:
    """Wherever a move of a whole game gave influence, the pawn comes from its old space to the new one."""
    moves = [
        (before, after)
        for before, after in itertools.pairwise(full_game())
        if any(has.influence > had.influence for had, has in zip(before.holdings, after.holdings, strict=True))
    ]
    assert len(moves) > 10
    for before, after in moves:
        view = replace(seen(before, after), scores=())
        for player, had, has in zip(after.players, before.holdings, after.holdings, strict=True):
            if has.influence > had.influence:
                assert (player, had.influence, has.influence) in [
                    (gain.player, gain.before, gain.after) for gain in view.gains
                ]
                if all(other.influence != had.influence for other in after.holdings):
                    assert hue(leds(view, 0.01)[had.influence]) == player
                assert player in {hue(leds(view, 3 + step / 20)[has.influence]) for step in range(21)}


# --- T11: an action is carried out ---


def test_t11_the_area_of_a_lifted_token_glows_in_the_players_colour() -> None:
    before, after = next(
        (before, after)
        for before, after in itertools.pairwise(full_game())
        if before.action is None and after.action is not None and len(after.players_on(after.action.area)) == 1
    )
    view = seen(before, after)
    assert after.action is not None
    assert view.acting == after.action.area
    for index, space in enumerate(view.spaces):
        shown_there = {picture(view, AT + step / 10, {"spaces": 12})["spaces"][index] for step in range(40)}
        if space.area == view.acting:
            assert {hue(rgb) for rgb in shown_there} == {view.in_turn}
            assert len(shown_there) > 10
        elif space.player != view.in_turn:
            assert len(shown_there) == 1


# --- patents ---


def test_patent_markers_stand_in_the_column_of_their_seat() -> None:
    view = replace(with_pawns(), patents=(("yellow", 1), ("green", 0), ("brown", 6), ("orange", 1), ("purple", 2)))
    now = picture(view, AT + 0.25, {"patents": 30})["patents"]
    lit = {index: hue(led) for index, led in enumerate(now) if led != DARK}
    assert lit == {0: "yellow", 3: "orange", 5 + 4: "purple", 5 * 5 + 2: "brown"}  # green's is below the first space


def test_on_a_patent_track_of_six_leds_markers_share_one() -> None:
    view = replace(with_pawns(), patents=(("yellow", 1), ("green", 0), ("brown", 6), ("orange", 1)))
    over = [picture(view, AT + step / 20, {"patents": 6})["patents"] for step in range(21)]
    assert {hue(now[0]) for now in over} == {"yellow", "orange"}
    assert {hue(now[5]) for now in over} == {"brown"}
    assert {hue(now[1]) for now in over} == {""}


def test_in_depth_referee_nothing_is_known_of_influence_and_patents() -> None:
    tracks = picture(view_of(Hands().session), 0.0, {"influence": 60, "patents": 30})
    assert set(tracks["influence"] + tracks["patents"]) == {DARK}


# --- T20: the final scoring ---


def over() -> tuple[State, View]:
    states = full_game()
    assert states[-1].phase is Phase.OVER
    return states[-1], replace(seen(states[-2], states[-1]), over_at=AT)


def score(player: str, total: int, inventions: int = 0) -> Score:
    return Score(player, total, 0, Bonus(0, 0), Bonus(0, 0), Bonus(0, 0), inventions)


def test_t20_the_players_are_counted_one_after_the_other_the_winner_last() -> None:
    counts = (score("yellow", 30), score("green", 12), score("brown", 30, inventions=2), score("orange", 25))
    order = in_order(counts)
    told = [counted(order, AT, AT + COUNT_S * place + 1.0) for place in range(4)]
    assert [each[0].player for each in told if each] == ["green", "orange", "yellow", "brown"]
    assert counted(order, AT, AT + COUNT_S * 4) is None
    assert counted(order, None, AT) is None


def test_t20_the_track_fills_up_to_the_total_of_the_player_whose_lamp_is_on() -> None:
    game, view = over()
    order = sorted(scores(game), key=lambda each: (each.total, each.inventions))
    for place, each in enumerate(order):
        at = COUNT_S * place
        halfway, full = leds(view, at + RISE_S / 2), leds(view, at + RISE_S)
        assert len([led for led in full if led != DARK]) == each.total + 1  # space 0 is where it begins
        assert len([led for led in halfway if led != DARK]) == each.total // 2 + 1
        assert full[each.total] == PLAYER_RGB[each.player]
        lamps = picture(view, AT + at + RISE_S, {"players": 5})["players"]
        assert [led != DARK for led in lamps] == [player == each.player for player in game.players]


def test_t20_a_total_beyond_the_track_shows_where_it_ends_and_what_is_filled_twice() -> None:
    view = replace(over()[1], scores=(score("orange", 13),))
    now = leds(view, RISE_S, count=10)  # spaces 0 to 13: LEDs 0 to 3 twice, the others once
    once, twice = ((round(255 * level), round(75 * level), 0) for level in (0.4, 0.8))
    assert now == (twice, twice, twice, ORANGE, *[once] * 6)


def test_t20_in_the_end_all_pawns_stand_at_their_totals_and_the_winners_lamp_breathes() -> None:
    game, view = over()
    end = COUNT_S * 5
    won = winners(scores(game))
    for each in scores(game):
        assert each.player in {hue(leds(view, end + step / 20)[each.total]) for step in range(21)}
        seat = game.players.index(each.player)
        lamp = {picture(view, AT + end + step / 20, {"players": 5})["players"][seat] for step in range(40)}
        assert (len(lamp) > 10) == (each.player in won)


def test_t20_after_a_restart_the_count_is_not_told_again() -> None:
    view = replace(over()[1], over_at=None)
    assert leds(view, 0.0) == leds(replace(view, over_at=AT - COUNT_S * 5), 0.0)


# --- T21, T22 ---


def test_t21_the_table_plays_with_itself_slowly_on_every_track() -> None:
    seen_colours: set[str] = set()
    for step in range(0, 80, 2):
        now, soon = attract(float(step), TRACKS), attract(step + 0.1, TRACKS)
        for name, count in TRACKS.items():
            assert len(now[name]) == count
            assert any(led != DARK for led in now[name])
            for led, then in zip(now[name], soon[name], strict=True):
                assert max(abs(a - b) for a, b in zip(led, then, strict=True)) <= 40  # of 255, in a tenth of a second
        seen_colours |= {hue(led) for led in now["influence"]}
    assert seen_colours >= set(COLOURS)


def test_t22_the_seats_of_the_new_game_light_in_turn() -> None:
    moments = [setting_up(second + 0.5, ("yellow", "green", "brown"), TRACKS) for second in range(4)]
    for second, now in enumerate(moments):
        lit = second % 3
        assert now["players"][lit] == PLAYER_RGB[COLOURS[lit]]
        assert now["players"][3:] == (DARK, DARK)
        for seat in {0, 1, 2} - {lit}:
            assert 0 < max(now["players"][seat]) < max(PLAYER_RGB[COLOURS[seat]]) / 2
        assert set(now["spaces"]) == {DARK}


# --- speed ---


def test_a_picture_of_150_leds_costs_little() -> None:
    """At most 0.3 ms of processor time, the best of many goes: others may be at the machine, and in its caches."""
    counts = {**TRACKS, "influence": 150 - sum(TRACKS.values()) + TRACKS["influence"]}
    assert sum(counts.values()) == 150
    running = tuple(Gain(player, 1, 12 + seat, AT) for seat, player in enumerate(COLOURS))
    middle = full_game()[len(full_game()) // 2]
    for view in (seen(middle, middle), replace(seen(middle, middle), gains=running), over()[1]):
        best = min(_cost(view, counts) for _ in range(60))
        assert best <= 0.0003


def _cost(view: View, counts: dict[str, int]) -> float:
    begun = time.process_time()
    for step in range(5):
        picture(view, AT + step / 30, counts)
    return (time.process_time() - begun) / 5

