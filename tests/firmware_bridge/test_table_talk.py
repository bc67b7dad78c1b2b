"""Table talk, row by row, in games of depth "full": presses and tokens go in, display and lights are looked at."""


import pytest

from engine.era.components import COLOURS
from engine.era.events import CardDealt, Event, Gained
from engine.era.game import apply, legal_moves, new_game
from engine.era.moves import Correct, Manufacture, Move, Place, Resolve
from engine.era.scoring import scores, winners
from engine.era.simulate import eager, steps
from engine.era.state import Phase, State
from firmware_bridge import lamps
from firmware_bridge.happenings import Begin, GameBegun, MoveMade, Play, TakeBack
from firmware_bridge.lamps import DARK, PLAYER_RGB, TRACKS, VIOLET, WHITE, attract, setting_up
from firmware_bridge.menus.desk import QUIET_S
from firmware_bridge.news_words import HANDS_S, NEWS_S
from firmware_bridge.pages import PAGE_S
from firmware_bridge.texts import texts
from firmware_bridge.view import view

from .desk_table import DeskTable, done, second_half, table_at

Step = tuple[State, Move, tuple[Event, ...], State]


def played(players: int, seed: int) -> list[Step]:
    """The moves of a game by chance: state before, move, events, state after."""
    game, found = new_game(COLOURS[:players], 0, "full", seed=seed), []
    for _, move, events, after in steps(game, eager, seed):
        found.append((game, move, events, after))
        game = after
    return found


PLAYED = played(3, 5) + played(4, 4)


def gained(events: tuple[Event, ...], player: str, kind: str, clause: str = "") -> int:
    """How much of that a player gained by the events, of one clause or of all but the track's symbols."""
    return sum(
        dict(event.goods).get(kind, 0)
        for event in events
        if isinstance(event, Gained) and event.player == player
        and (event.clause == clause if clause else event.clause != "SYM-1")
    )  # fmt: skip


def carried_out(before: State, move: Move) -> DeskTable:
    """A table in that state at which the move has just been chosen."""
    table = table_at(before)
    table.told(Play(move, table.now))
    return table


def test_t9_a_pad_that_died_is_played_by_buttons_to_the_end_of_its_action() -> None:
    table = DeskTable()
    table.lose("build:2")
    assert table.text == "Pad BUILD 2 is silent: check its plug, or press OK."
    assert {leds[1] for leds in table.watch(2.0, "spaces")} == {VIOLET, DARK}  # build 2 is the second space
    table.press("ok")
    assert table.chosen == "lay: build"
    table.press("ok")
    assert table.game.players_on("build") == ("yellow",)
    assert table.lines[0].endswith("GREEN")
    table.play(*map(Place, ("produce", "manufacture", "buy", "market", "develop", "market", "buy", "produce")))
    table.wait(10.0)
    assert table.lines == ["Round 1/9     YELLOW", "lift one token:", "build, buy, market", ""]
    table.menu("lift: build")
    assert table.lines[0].startswith("YELLOW: build")
    table.find("leave unused", "yes")
    assert table.lines[0].endswith("GREEN")


def test_t10_second_half_the_own_tokens_breathe() -> None:
    table = second_half()
    assert table.lines == ["Round 1/9     YELLOW", "lift one token:", "build, buy, market", ""]
    looks = {(space.area, space.player) for space in table.seen.spaces if space.look.value == "liftable"}
    assert looks == {("build", "yellow"), ("buy", "yellow"), ("market", "yellow")}
    levels = {leds[4] for leds in table.watch(2.0, "spaces")}  # buy 1
    assert len(levels) > 3
    assert table.lights["players"][0] == PLAYER_RGB["yellow"]


def test_t11_the_menu_of_the_area_opens_the_area_glows_and_laid_back_it_is_chosen_anew() -> None:
    table = second_half()
    number = table.number_on("yellow", "buy")
    table.lift("yellow", number)
    assert table.lines[0] == "YELLOW: buy     1/13"  # 11 loads (SETUP-5), `nothing`, `menu`
    assert table.chosen == "wood ship"
    glow = {leds[4] for leds in table.watch(4.0, "spaces")}
    assert len(glow) > 3
    assert all(led[2] == 0 and led[0] > 0 for led in glow)  # yellow's light has no blue
    assert len({leds[0] for leds in table.watch(2.0, "spaces")}) == 1  # the own token on build asks for nothing now
    table.lay("yellow", number, "buy:1")
    table.wait(10.0)
    assert table.lines == ["Round 1/9     YELLOW", "lift one token:", "build, buy, market", ""]


def test_t12_each_choice_says_what_it_costs_and_gives_before_it_is_confirmed() -> None:
    table = second_half()
    table.play(Resolve("buy"))
    table.wait(10.0)
    # BUY-1: one coin for the first load; SETUP-5: two cubes on a ship.
    assert table.lines[1:] == ["> wood ship", "pay 1$", "get 2Wo"]
    before = table.game
    table.press("right", "left")
    assert table.game == before
    table.press("ok")
    table.wait(10.0)
    assert table.lines[1:] == ["> coal ship", "pay 1$", "get 2Co"]  # the wood ship is empty


def test_t13_influence_gained_and_the_coin_from_the_track() -> None:
    shown = 0
    for before, move, events, after in PLAYED:
        player = before.in_turn
        if player is None or before.action is None or after.in_turn != player or before.phase is not Phase.RESOLVING:
            continue
        symbols = [event for event in events if isinstance(event, Gained) and event.clause == "SYM-1"]
        influence = gained(events, player, "influence")
        if not influence or any(isinstance(event, Gained) and event.player != player for event in events):
            continue
        space = after.holdings[after.players.index(player)].influence
        table = carried_out(before, move)
        if table.has_room:
            assert f"{player} +{influence}" in table.text
            shown += 1
        (gain,) = table.seen.gains
        symbol = symbols[0].goods[0][0] if symbols else ""
        assert (gain.player, gain.after - gain.before, gain.after, gain.symbol) == (player, influence, space, symbol)
        led = [leds[space % 60] for leds in table.watch(3.0, "influence")]
        assert (WHITE in led) == bool(symbols)  # the space flashes that gave its symbol
        assert led[-1] != DARK
    assert shown > 5


def test_t13_the_last_gain_of_a_round_runs_though_cards_were_dealt_after_it() -> None:
    before, move, player = next(
        (before, move, before.in_turn)
        for before, move, events, after in played(3, 6)
        if after.phase is Phase.DEALING and before.in_turn and gained(events, before.in_turn, "influence")
    )
    table = carried_out(before, move)
    assert table.session.last is None  # cards were dealt after it
    assert [gain.player for gain in table.seen.gains] == [player]


def test_t14_a_reward_to_somebody_else_is_said_first_and_both_pawns_light() -> None:
    shown = 0
    for before, move, events, after in PLAYED:
        others = [event for event in events if isinstance(event, Gained) and event.player != before.in_turn]
        if not others or not isinstance(move, Manufacture) or before.in_turn is None:
            continue
        table = carried_out(before, move)
        for event in others:  # MAKE-3: influence or coins
            (what, count), *_ = event.goods
            if table.has_room:
                assert f"{event.player} +{count}{texts('en').code(what)}" in table.text
                shown += 1
            table.wait(HANDS_S)
        moved = {gain.player for gain in table.seen.gains}
        assert moved == {player for player in after.players if gained(events, player, "influence")}
    assert shown > 2


def test_t15_declining_is_asked_for() -> None:
    table = second_half()
    table.play(Resolve("market"))
    table.find("leave unused")
    assert table.lines == ["Skip MARKET?     1/2", "> yes", "  no", ""]
    table.find("no")
    assert table.lines[0].startswith("YELLOW: market")
    assert table.game.action is not None
    table.find("leave unused", "yes")
    assert table.game.in_turn == "green"  # RESOLVE-2


def test_t16_the_round_ends_card_by_card_and_the_lights_step_on() -> None:
    before, move, _, _ = next(step for step in PLAYED if step[3].phase is Phase.DEALING)
    table = carried_out(before, move)
    assert table.game.round == 2
    table.wait(10.0)  # what the last move brought has been said
    told = []
    while table.lines[0].startswith("End of round 1"):
        told.append(" ".join(" ".join(line for page in table.pages() for line in page[1:]).split()))
        table.press("ok")
    game, events = apply(before, move)
    dealt = [event for event in events if isinstance(event, CardDealt)]
    while game.phase is Phase.DEALING:
        game, more = apply(game, legal_moves(game)[0])  # the card that the engine's own shuffle deals
        dealt += [event for event in more if isinstance(event, CardDealt)]
    words = texts("en")
    for event in dealt:  # ROUND-3: p0 is the rightmost of the bottom row; ROUND-6: from the left
        if event.deck == "factory":
            place = f"factory row, {event.space + 1}"
        elif event.space < 3:
            place = f"bottom row, {3 - event.space}"
        else:
            place = f"top row, {event.space - 2}"
        assert any(text.startswith(f"{place}: {words.word(event.card)}") for text in told)
    assert told[-1] == f"start player: {game.players[1].upper()}"  # ROUND-8: the left neighbour
    assert "others: +1" in told[-3]  # ROUND-7
    assert table.lines[0].split() == ["Round", "2/9", "GREEN"]
    assert [led != DARK for led in table.lights["rounds"][:3]] == [True, True, False]


def test_t16_a_round_end_that_was_taken_back_is_laid_out_again() -> None:
    before, move, _, _ = next(step for step in PLAYED if step[3].phase is Phase.DEALING)
    table = carried_out(before, move)
    table.wait(10.0)
    assert table.lines[0].startswith("End of round 1")
    table.lay_out()
    table.told(TakeBack(table.now))
    table.wait(1.0)
    assert table.lines[0].startswith(str(before.in_turn).upper())
    table.told(Play(move, table.now))
    table.wait(10.0)
    assert table.lines[0].startswith("End of round 1")
    assert [led != DARK for led in table.lights["start"][:3]] == [False, True, False]


def test_t16_another_game_is_laid_out_though_it_is_as_old_as_the_one_before() -> None:
    table = DeskTable()
    players = table.game.players
    assert table.lines[0].endswith("YELLOW")  # the first game was laid out: SETUP-3 deals as many cards to each game
    table.told(Begin(new_game(players, players[0], "full", seed=2), table.now))
    table.wait(10.0)
    assert table.lines[0].startswith("Set-up")
    table.lay_out()
    assert table.lines[0].endswith("YELLOW")


def test_t17_a_take_back_says_which_move_it_is_and_the_place_goes_back() -> None:
    table = second_half()
    table.play(Resolve("buy"))
    table.wait(10.0)
    before, lights = table.lines, table.lights["players"]
    table.press("ok")
    table.wait(10.0)
    assert table.lines != before
    table.press("back")
    assert table.lines[-1] == "undo wood ship"  # beside cost and gain only the short words have room
    table.wait(10.0)
    assert table.lines == before
    assert table.lights["players"] == lights


def test_t17_the_operator_is_told_whose_move_and_which_it_would_be() -> None:
    table = second_half()
    table.play(Resolve("market"))
    table.told(Play(done(table.game), table.now))
    table.play(Resolve("produce"))
    table.told(Play(done(table.game), table.now))
    table.wait(10.0)
    table.menu("take back")
    assert table.lines == ["Undo GREEN?      1/2", "done", "> no", "  yes"]
    table.find("yes")
    assert table.game.in_turn == "green"


def test_t18_a_number_corrected_is_said_and_noted() -> None:
    table = DeskTable()
    table.menu("put right a number", "green", "coins")
    assert table.lines[0].startswith("GREEN")
    assert table.lines[1:3] == ["coins", "> 2"]  # SETUP-2
    table.press("right")
    assert table.lines[2] == "> 2 -> 3"
    table.press("ok")
    assert table.lines[2:] == ["GREEN coins 2 -> 3,", "noted"]
    made = [outcome.move for outcome in table.outcomes if isinstance(outcome, MoveMade)]
    assert made[-1] == Correct("green", "coins", 3)
    table.menu("who has what")
    table.press("right")
    assert table.lines[:3] == ["GREEN has", "1Wo 3Co 1Me 1Te 1To", "3$ 1De 0In 3Bo 0Pa"]


def test_t19_with_the_display_gone_the_round_track_says_so() -> None:
    table = second_half()
    seen = view(table.session)
    told = [lamps.picture(seen, table.now + part / 10, TRACKS, display_gone=True)["rounds"] for part in range(15)]
    assert {led for leds in told for led in leds} == {VIOLET, DARK}
    assert lamps.picture(seen, table.now, TRACKS)["rounds"][0] == WHITE  # round 1


def test_t20_the_scores_come_player_by_player_with_the_lights_and_the_winner_last() -> None:
    before, move, _, over = next(step for step in PLAYED if step[3].phase is Phase.OVER)
    table = carried_out(before, move)
    counted = sorted(scores(over), key=lambda score: (score.total, score.inventions))
    pages = table.pages()
    assert [page[0].split()[0].lower() for page in pages[:-1]] == [score.player for score in counted]
    assert all(name.upper() in " ".join(pages[-1]) for name in winners(scores(over)))
    for number, score in enumerate(counted):
        table.wait(0.5 if not number else PAGE_S)
        lit = table.lights["players"]
        assert [led != DARK for led in lit[:3]] == [player == score.player for player in over.players]


def test_t21_with_no_game_the_table_plays_by_itself_and_any_token_or_press_wakes_it() -> None:
    table = second_half()
    table.menu("give up this game", "yes")
    assert table.text == "Era of Inventions lay any token to play"
    assert table.lights == attract(table.now, TRACKS)
    table.press("left")
    assert table.chosen == "new game"
    table.press("back")
    assert table.text == "Era of Inventions lay any token to play"
    table.lift("brown", table.number_on("brown", "develop"))
    table.down("brown", 3, "develop:2")
    assert table.lines[0].startswith("Players?")
    table.find("3", "yellow", "green", "brown")
    assert table.lines[:2] == ["Who starts?      3/3", "or lay a token"]
    assert table.chosen == "brown"  # whose token woke the table is proposed


def test_t21_a_finished_game_gives_way_after_a_while_and_a_press_brings_its_scores_back() -> None:
    before, move, _, _ = next(step for step in PLAYED if step[3].phase is Phase.OVER)
    table = carried_out(before, move)
    scored = table.pages()
    table.wait(QUIET_S - 1.0)
    assert table.pages() == scored
    table.wait(1.0)
    assert table.lines[0] == "Era of Inventions"
    assert table.lights == attract(table.now, TRACKS)
    table.press("right")
    assert table.pages() == scored
    table.wait(QUIET_S)
    table.down("green", 1, "buy:1")
    assert table.lines[0].startswith("Players?")


def test_t22_seats_light_in_turn_while_a_game_is_asked_for_and_a_token_names_who_starts() -> None:
    table = DeskTable()
    table.menu("new game")
    assert table.lines == ["Players?         1/3", "> 3", "  4", "  5"]
    table.find("4", "orange", "yellow")
    assert table.lines[0] == "Seat 3 of 4?     2/3"  # brown sat there in the last game
    assert table.lights == setting_up(table.now, ("orange", "yellow"), TRACKS)
    table.find("green", "brown")
    table.down("green", 1, "market:2")
    assert table.lines[0] == "Watch what?      2/2"  # as in the last game
    table.find("the whole game", "the table")
    assert table.lines[0] == "4: GREEN starts  1/2"
    table.find("begin")
    begun = [outcome for outcome in table.outcomes if isinstance(outcome, GameBegun)]
    assert (begun[-1].game.players, begun[-1].game.start_player) == (("orange", "yellow", "green", "brown"), "green")
    table.settle()
    assert table.text.startswith("MARKET: GREEN's token does not count. Take it off")


def test_what_was_opened_closes_when_the_game_goes_on_without_it_or_nobody_reads_it() -> None:
    table = DeskTable()
    table.menu("who has what")
    table.play(Place("build"))
    assert table.lines[0].split() == ["Round", "1/9", "GREEN"]
    table.menu("who has what")
    table.wait(QUIET_S)
    assert table.lines[0].split() == ["Round", "1/9", "GREEN"]


def test_paused_lights_are_calm_and_nothing_is_asked_of_a_hand() -> None:
    table = second_half()
    table.menu("pause")
    assert table.lines == ["Paused           1/2", "> go on", "  menu", ""]
    shown = table.watch(2.0, "spaces")
    assert all(picture == shown[0] for picture in shown)
    assert [led != DARK for led in shown[0]] == [space.player is not None for space in table.seen.spaces]
    table.find("go on")
    assert table.lines[1] == "lift one token:"


@pytest.mark.parametrize("later", [0.1, NEWS_S + 0.1])
def test_news_never_hides_what_is_to_be_done(later: float) -> None:
    table = second_half()
    table.play(Resolve("market"))
    table.find("leave unused", "yes")
    table.wait(later)
    # Three areas with long names take both lines: the news has none.
    assert table.lines == ["Round 1/9      GREEN", "lift one token:", "build, produce,", "market"]


def test_two_of_a_kind_on_the_display_are_told_apart_by_their_places() -> None:
    twins = 0
    for before, _, _, _ in PLAYED:
        if before.action is None or before.action.kind != "manufacture" or before.action.pending:
            continue
        scene = table_at(before)
        said = _lines(scene)
        assert len(set(said)) == len(said)
        twins += any(", top" in line or ", bottom" in line for line in said)
    assert twins


def _lines(table: DeskTable) -> list[str]:
    found = [table.chosen]
    while True:
        table.press("right")
        if table.chosen == found[0]:
            return found
        found.append(table.chosen)
