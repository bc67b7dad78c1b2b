"""A whole game as text: it reads back to the same game, and what is wrong in it is told with its line."""

import pytest
from hypothesis import given, settings, strategies as st

from engine.era.game import RULES_VERSION, apply, legal_moves, new_game, replay
from engine.era.game_text import GameText, read_game, write_game
from engine.era.moves import Correct, Decline, Move, Place
from engine.era.shuffle import draw
from engine.era.state import Phase, State
from engine.errors import AmbiguousMove, GameError, IllegalMove, UnknownEdition, UnreadableGame, UnreadableMove
from tests.engine.games import FOUR, THREE
from tests.engine.table import EDITION


def played(begun: State, seed: int, stop: int = 10_000) -> tuple[Move, ...]:
    """A game by chance, some corrections in it."""
    state, chance = begun, seed
    moves: list[Move] = []
    while (legal := legal_moves(state)) and len(moves) < stop:
        chance, number = draw(chance)
        move = legal[number % len(legal)]
        if begun.depth == "full" and number % 50 == 0:
            move = Correct(state.players[0], "coins", number % 7)
        moves.append(move)
        state, _ = apply(state, move)
    return tuple(moves)


def test_a_game_written_out() -> None:
    begun = new_game(FOUR, "green", "full", EDITION, dealing="cards")
    cards = [card.id for card in EDITION.factories[:5]], [card.id for card in EDITION.start_cards[:7]]
    deals = [f"deal factory {card}" for card in cards[0]] + [f"deal invention {card}" for card in cards[1]]
    text = "\n".join(
        [
            "Era of Inventions",
            "players: yellow green brown orange",
            "start: green",
            "depth: full",
            f"rules: {RULES_VERSION}",
            f"edition: {EDITION.id}",
            "dealing: cards",
            "",
            "setup",
            *deals,
            "",
            "round 1",
            "green: place market",
            "operator: correct yellow coins 5",
            "brown: place build",
            "",
        ]
    )
    game = read_game(text, EDITION)
    assert game.begun == begun
    assert game.moves[12:] == (Place("market"), Correct("yellow", "coins", 5), Place("build"))
    assert write_game(game) == text


@pytest.mark.parametrize("dealing", ["virtual", "cards"])
@pytest.mark.parametrize("players", [THREE, FOUR, ("Zoë B", "operator", "a b", '"', "round 1")])
def test_a_whole_game_reads_back_to_the_same_bytes(players: tuple[str, ...], dealing: str) -> None:
    begun = new_game(players, 1, "full", EDITION, -5 if dealing == "virtual" else 0, dealing)
    game = GameText(begun, played(begun, 3), -5 if dealing == "virtual" else 0)
    text = write_game(game)
    again = read_game(text.encode())
    assert again == game
    assert write_game(again) == text
    assert replay(again.begun, again.moves).phase is Phase.OVER


def test_depth_referee_has_a_text_too() -> None:
    begun = new_game(THREE, "brown")
    game = GameText(begun, played(begun, 3, 40))
    text = write_game(game)
    headers = "Era of Inventions\nplayers: yellow green brown\nstart: brown\ndepth: referee\nrules: 1\n"
    assert text.startswith(f"{headers}\nround 1\nbrown: place ")
    assert read_game(text) == game


def test_remarks_and_who_moves_may_be_left_out() -> None:
    begun = new_game(THREE, "yellow")
    text = "Era of Inventions\nplayers: yellow green brown\nstart: yellow\ndepth: referee\nrules: 1\n"
    game = read_game(f"{text}\n# a remark\n  place build  \n\ngreen: p mar\n")
    assert game.moves == (Place("build"), Place("market"))
    assert read_game(text) == GameText(begun)


TEXT = write_game(GameText(new_game(THREE, "yellow"), (Place("build"), Place("build"))))


@pytest.mark.parametrize(
    ("old", "new", "error", "said"),
    [
        ("yellow: place build", "yellow: place castle", UnreadableMove, "line 8: 'castle' is not one of"),
        ("yellow: place build", "green: place build", UnreadableMove, "line 8: 'place build' is not green's"),
        ("yellow: place build", "pink: place build", UnreadableMove, "line 8: "),
        ("yellow: place build", "yellow: place b", AmbiguousMove, "line 8: 'b' fits build, buy"),
        ("yellow: place build", "yellow: resolve build", IllegalMove, "line 8: .*RESOLVE-1"),
        ("round 1", "round 2", UnreadableMove, "line 7: "),
        ("Era of Inventions", "Inventions", UnreadableGame, "first line is 'Era of Inventions'"),
        ("depth: referee", "depth: deep", UnreadableGame, "'deep' is not one of referee, full"),
        ("depth: referee", "depth: full", UnreadableGame, "see dealing, edition"),
        ("rules: 1", "rules: 0", UnreadableGame, "played under rules '0'"),
        ("rules: 1", "rules: 1\nrules: 1", UnreadableGame, "rules stands there twice"),
        ("start: yellow", "start: yellow green", UnreadableGame, "not one name"),
        ("start: yellow", 'start: "yellow', UnreadableGame, "no names"),
        ("start: yellow", "start: pink", GameError, "SETUP-6"),
        ("players: yellow green brown", "players: yellow", GameError, "SETUP-1"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(old: str, new: str, error: type[GameError], said: str) -> None:
    assert TEXT.count(old) == 1
    with pytest.raises(error, match=said):
        read_game(TEXT.replace(old, new))


def test_an_unknown_edition_is_never_played_with_other_numbers() -> None:
    text = write_game(GameText(new_game(THREE, 0, "full", EDITION, 4), (), 4))
    with pytest.raises(UnknownEdition, match="tests:000000000000"):
        read_game(text.replace(EDITION.id, "tests:000000000000"))
    with pytest.raises(UnreadableGame, match="seed 'x'"):
        read_game(text.replace("seed: 4", "seed: x"))
    with pytest.raises(UnreadableGame, match="dealing 'dice'"):
        read_game(text.replace("dealing: virtual\nseed: 4", "dealing: dice"))


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(UnreadableGame, match="no text of a game"):
        read_game(b"Era of Inventions\n\xff")


BEGUN = new_game(FOUR, 2, "full", EDITION, 9)
WHOLE = write_game(GameText(BEGUN, played(BEGUN, 1, 60), 9))


@settings(deadline=None, max_examples=300)
@given(st.integers(0, len(WHOLE)), st.integers(0, 12), st.text(max_size=8))
def test_a_text_with_a_piece_changed_is_a_game_or_one_of_our_errors(at: int, cut: int, put: str) -> None:
    try:
        game = read_game(WHOLE[:at] + put + WHOLE[at + cut :])
    except GameError:
        return
    assert read_game(write_game(game)) == game


@settings(deadline=None)
@given(st.binary() | st.text())
def test_any_text_or_bytes_is_refused_by_one_of_our_errors(text: str | bytes) -> None:
    with pytest.raises(GameError):
        read_game(text)


def test_a_game_that_breaks_a_rule_is_not_written() -> None:
    with pytest.raises(IllegalMove):
        write_game(GameText(new_game(THREE, 0), (Decline("build"),)))
