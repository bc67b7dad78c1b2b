"""Whatever stands in a move, a game's text or a saved state: it is read, or one of our errors says why not.

What is read is as good as if it had been written here: moves are played or refused, states go on.
"""

import json
from copy import deepcopy
from functools import cache
from random import Random
from typing import Any, Final

from hypothesis import given, settings, strategies as st

from engine.era.full_state import encode
from engine.era.game import DEPTHS, apply, legal_moves, new_game
from engine.era.game_text import GameText, read_game, write_game
from engine.era.move_text import read_move
from engine.era.moves import Move, parse
from engine.era.notation import read_state, write_state
from engine.era.state import Phase, State
from engine.era.tables import tables_of
from engine.errors import GameError

from .full_games import LONG_RUNS, Run
from .full_moves import EVERY_MOVE
from .games import FIVE, THREE, random_game

MOVES, GAMES, STATES, REFEREE_STATES, VALUES = 55_000, 10_000, 17_000, 8_000, 10_000
assert MOVES + GAMES + STATES + REFEREE_STATES + VALUES == 100_000

PIECES: Final = (
    "", " ", "\n", "\r\n", "\t", ":", ": ", '"', "'", "\\", "#", "->", ",", "[", "]", "{", "}", "null", "true", "NaN",
    "-1", "0", "1", "7", "1e9", "9" * 30, "9" * 5000, "0x10", "-0", "1.5", "\x00", "\x7f", "\u0131", "\u00df", "\u2028",
    "\ud800", "\udfff", "\u0663", "\u216b", "\U0001f0cf", "yellow", "operator", "operator: ", "round 1", "the end",
    "place", "done", "deal", "nothing", "original", "coin", "p", "d", '"\\ud800"', "[" * 3000,
    '{"a":' * 3000, '"depth":"full"',
)  # fmt: skip

HOUSE: Final = tables_of(new_game(THREE, 0, "full").edition).edition


def spoilt(text: str, chance: Random) -> str:
    """The text with some of it cut, doubled, moved, or replaced by what might hurt."""
    for _ in range(chance.randint(1, 3)):
        at, length = chance.randrange(len(text) + 1), chance.choice((0, 1, 1, 2, 5, 12))
        put = chance.choice((chance.choice(PIECES), text[at : at + length], chr(chance.randrange(0x110000)), ""))
        text = text[:at] + put + text[at + chance.choice((0, length)) :]
    return text[: chance.randrange(len(text) + 1)] if not chance.randrange(10) else text


def swapped(text: str, chance: Random) -> str:
    """The text with lines moved, doubled or left out."""
    lines = text.split("\n")
    for _ in range(chance.randint(1, 2)):
        one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
        lines[one], lines[other] = lines[other], lines[one]
        if not chance.randrange(3):
            lines.insert(one, lines[other])
        if not chance.randrange(3) and len(lines) > 1:
            del lines[other]
    return "\n".join(lines)


def says_why(error: GameError) -> bool:
    """False: nothing was read or played, and the error says why."""
    assert str(error)
    return False


def move_or_refused(text: str) -> Move | None:
    """The move, where the text is one; any other exception than ours goes through."""
    for reader in (parse, lambda written: read_move(written, HOUSE)):
        try:
            move: Move = reader(text)
        except GameError as error:
            says_why(error)
            continue
        assert read_move(str(move), HOUSE) == move
        return move
    return None


def goes_on(state: State) -> None:
    """Every move of the menu of a state that was read can be played, and the state is written as it was read."""
    assert read_state(write_state(state)) == state
    menu = legal_moves(state)
    assert bool(menu) is (state.phase is not Phase.OVER)
    for move in menu:
        apply(state, move)


def state_or_refused(text: str | bytes) -> bool:
    """Whether a state was read; any other exception than ours goes through."""
    try:
        state = read_state(text)
    except GameError as error:
        return says_why(error)
    goes_on(state)
    return True


def game_or_refused(text: str | bytes) -> bool:
    """Whether a game was read; any other exception than ours goes through."""
    try:
        game = read_game(text)
    except GameError as error:
        return says_why(error)
    assert read_game(write_game(game)) == game
    return True


@cache
def positions() -> list[State]:
    """States from all parts of games of each kind."""
    runs = (run for run in LONG_RUNS if run.seed == 1)
    return [step.after for run in runs for number, step in enumerate(run.steps()) if number % 37 == 0]


def test_spoilt_moves_are_read_or_refused_and_then_played_or_refused() -> None:
    chance, written, came = Random(1), [str(move) for move in EVERY_MOVE], {True: 0, False: 0}
    written += ["correct yellow coins 5", 'correct "a b" influence 12', "PLACE  Build", "p man", "dev tele orig"]
    for _ in range(MOVES):
        move = move_or_refused(spoilt(chance.choice(written), chance))
        came[move is not None] += 1
        if move is not None:
            state = chance.choice(positions())
            before = encode(state)
            try:
                after, _ = apply(state, move)
                goes_on(after)
            except GameError as error:
                says_why(error)
            assert encode(state) == before
    # Both happen often, so that what lies behind the reading is reached too.
    assert min(came.values()) > MOVES // 10


def beginnings() -> list[str]:
    """Texts of games of each kind that stop after some moves; short, so that most of each is looked at."""
    texts: list[str] = []
    for run in (run for run in LONG_RUNS if run.seed == 2):
        moves = [step.move for step, _ in zip(run.steps(), range(14 + len(texts)), strict=False)]
        texts.append(write_game(GameText(run.begun(), tuple(moves), run.seed if run.dealing == "virtual" else 0)))
    quoted = new_game(["a b", '"c"', "operator", "\u00fc"], "operator")
    texts.append(write_game(GameText(quoted, tuple(move for _, move, _ in random_game(quoted, 1))[:30])))
    return texts


def test_spoilt_texts_of_games_are_read_or_refused() -> None:
    chance, written, came = Random(2), beginnings(), {True: 0, False: 0}
    for number in range(GAMES):
        text = chance.choice(written)
        if not number % 2 or chance.randrange(4):
            text = (swapped if number % 2 else spoilt)(text, chance)
        as_bytes = number % 3 == 0
        came[game_or_refused(text.encode(errors="surrogatepass") if as_bytes else text)] += 1
    assert min(came.values()) > GAMES // 20


def test_spoilt_bytes_of_games_and_states_are_read_or_refused() -> None:
    chance, games = Random(3), [text.encode() for text in beginnings()]
    states = [write_state(state).encode() for state in positions()]
    for _ in range(600):
        text = bytearray(chance.choice((*games, *states)))
        for _ in range(chance.randint(1, 4)):
            text[chance.randrange(len(text))] = chance.randrange(256)
        game_or_refused(bytes(text))
        state_or_refused(bytes(text))


def test_spoilt_states_are_read_or_refused_and_go_on() -> None:
    chance, written = Random(4), [write_state(state) for state in positions()]
    read = sum(state_or_refused(spoilt(chance.choice(written), chance)) for _ in range(STATES))
    assert 0 < read < STATES


def test_spoilt_states_of_the_referee_are_read_or_refused_and_go_on() -> None:
    chance, written = Random(5), [write_state(state) for state, _, _ in random_game(new_game(FIVE, 2), 1)]
    read = sum(state_or_refused(spoilt(chance.choice(written), chance)) for _ in range(REFEREE_STATES))
    assert 0 < read < REFEREE_STATES


ODD: Final[tuple[Any, ...]] = (
    None, True, False, -1, 0, 1, 2, 3, 4, 5, 6, 7, 17, 23, 24, 27, 38, 39, 40, 10**9, 10**9 + 1, 2**63, 2**64, -(2**63),
    1.5, "", "x", "full", "referee", "virtual", "cards", "exchange", "bonus", "manufacture", "build", "produce",
    "develop", "patent", "placing", "resolving", "dealing", "setting-up", "final-market", "over", "market", "\u00e9",
    [], [0], [1, 1], [5], {}, {"a": 1},
)  # fmt: skip


def places_in(value: Any) -> list[tuple[Any, Any]]:
    """Each container in a JSON value with each key or index of it."""
    keys = list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []
    return [(value, key) for key in keys] + [place for key in keys for place in places_in(value[key])]


def test_states_with_other_values_are_read_or_refused_and_go_on() -> None:
    """As JSON all is well there; so what the position says is looked at, value by value."""
    chance, read = Random(6), 0
    written = [write_state(state) for state in positions()]
    written += [write_state(state) for state, _, _ in random_game(new_game(THREE, 1), 2)][::9]
    for _ in range(VALUES):
        value = json.loads(chance.choice(written))
        for _ in range(chance.randint(1, 2)):
            places = places_in(value)
            holder, key = chance.choice(places)
            other, its_key = chance.choice(places)
            how = chance.randrange(4)
            if how == 0:
                holder[key], other[its_key] = deepcopy(other[its_key]), deepcopy(holder[key])
            elif how == 1 and isinstance(holder[key], int):
                holder[key] += chance.choice((-1, 1))
            else:
                holder[key] = deepcopy(chance.choice(ODD))
        read += state_or_refused(json.dumps(value, separators=(",", ":")))
    assert VALUES // 50 < read < VALUES


@settings(max_examples=400, deadline=None, derandomize=True)
@given(st.text())
def test_any_text(text: str) -> None:
    move_or_refused(text)
    state_or_refused(text)
    game_or_refused(text)


@settings(max_examples=400, deadline=None, derandomize=True)
@given(st.binary())
def test_any_bytes(text: bytes) -> None:
    game_or_refused(text)
    state_or_refused(text)
    move_or_refused(text.decode(errors="surrogateescape"))
    state_or_refused(text.decode(errors="surrogateescape"))


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.lists(st.text(min_size=1), min_size=3, max_size=5, unique=True), st.integers(), st.sampled_from(DEPTHS))
def test_names_and_seeds_of_any_kind_survive_the_text_of_a_game(names: list[str], seed: int, depth: str) -> None:
    try:
        begun = new_game(names, 0, depth, seed=seed)
    except GameError:
        return
    game = GameText(begun, legal_moves(begun)[:1], seed if depth == "full" else 0)
    assert read_game(write_game(game)) == game


def test_whole_games_spoilt_in_one_line() -> None:
    chance, came = Random(7), {True: 0, False: 0}
    run = Run(FIVE, "eager", "virtual", 9)
    whole = write_game(GameText(run.begun(), tuple(step.move for step in run.steps()), run.seed))
    for _ in range(60):
        came[game_or_refused(swapped(whole, chance) if chance.randrange(2) else spoilt(whole, chance))] += 1
    assert min(came.values()) > 0
