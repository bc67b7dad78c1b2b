"""The table against the game: which legal moves explain what lies there, or what is wrong and how it is mended.

Nothing here counts what changed. What lies on the table is compared with what the game says lies there, each time anew;
so a knocked token, two players at once and a night without power all end the same way.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from engine.era.components import AREAS, SPACES_PER_AREA
from engine.era.game import apply, legal_moves
from engine.era.moves import Place as PlaceMove, Resolve, TokenMove
from engine.era.state import Phase, State

from .roster import Layout, Lying, Place

Pair = tuple[str, str]  # a player's token on an area: (player, area)
Homes = Mapping[Pair, Lying]  # where each token that the game knows was last seen to lie rightly


class Kind(Enum):
    """What can be wrong, the one that blocks most first (table talk, principle 4); values are keys of the texts."""

    SILENT = "pad-silent"
    GARBLED = "garbled-pad"
    COPIED = "copied-tag"
    RANDOM = "random-tag"
    UNKNOWN = "unknown-tag"
    NOT_PLAYING = "not-playing"
    VOID = "does-not-count"
    OVER_LIMIT = "over-limit"
    SECOND = "second-of-player"
    OVER = "game-over"
    CARDS_FIRST = "cards-first"
    FINAL_MARKET = "final-market"
    NOT_PLACING = "not-placing"
    OUT_OF_TURN = "out-of-turn"
    TWO_LAID = "two-laid"
    MOVED = "moved"
    LIFTED_EARLY = "lifted-early"
    TWO_LIFTED = "two-lifted"
    MISSING = "missing"


CLAUSES = {
    Kind.SILENT: "",
    Kind.GARBLED: "",
    Kind.COPIED: "",
    Kind.RANDOM: "",
    Kind.UNKNOWN: "",
    Kind.NOT_PLAYING: "SETUP-1",
    Kind.VOID: "",  # an operator's word, no rule: the move is taken back, or a new game began
    Kind.OVER_LIMIT: "PLACE-2",
    Kind.SECOND: "PLACE-3",
    Kind.OVER: "END-1",
    Kind.CARDS_FIRST: "ROUND-6",
    Kind.FINAL_MARKET: "END-3",
    Kind.NOT_PLACING: "RESOLVE-1",
    Kind.OUT_OF_TURN: "PLACE-1",
    Kind.TWO_LAID: "PLACE-1",
    Kind.MOVED: "RESOLVE-1",  # a token stays where it was laid until its player takes it back
    Kind.LIFTED_EARLY: "RESOLVE-3",
    Kind.TWO_LIFTED: "RESOLVE-1",
    Kind.MISSING: "RESOLVE-1",
}


NO_TOKENS = {
    Phase.SETTING_UP: Kind.CARDS_FIRST,
    Phase.DEALING: Kind.CARDS_FIRST,
    Phase.FINAL_MARKET: Kind.FINAL_MARKET,
    Phase.OVER: Kind.OVER,
    Phase.RESOLVING: Kind.NOT_PLACING,
}
"""What is wrong with a token that is laid while none is to be laid."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong: what, where, whose token; `place` is where the light calls.

    came_from: for MOVED, the place that the token has to go back to; other: for COPIED, where that tag lies already.
    """

    kind: Kind
    place: Place
    player: str | None = None
    came_from: Place | None = None
    other: Place | None = None

    @property
    def clause(self) -> str:
        """The clause that is broken; empty where no rule of the game is (a silent pad, an unknown tag)."""
        return CLAUSES[self.kind]

    @property
    def code(self) -> str:
        """The clause, or where there is none the kind: what problems are counted under."""
        return self.clause or self.kind.value


@dataclass(frozen=True, slots=True)
class Verdict:
    """take_back: the game's last move is taken back first; then `moves` are made; `problems` are what still differs."""

    take_back: bool
    moves: tuple[TokenMove, ...]
    problems: tuple[Problem, ...]


def on_board(game: State) -> Counter[Pair]:
    """The tokens that lie on the table if it agrees with the game; each counts 1 (PLACE-3).

    A token whose action is going on is in its player's hand: lifting it chose it.
    """
    acting = (game.in_turn, game.action.area) if game.action is not None else None
    return Counter(
        (player, area) for area in AREAS for player in game.players_on(area) if (player, area) != acting
    )


def on_table(layout: Layout, game: State) -> Counter[Pair]:
    """The tokens of the game's players that lie on the table, rightly or not."""
    return Counter((token.player, token.place.area) for token in layout.lying if token.player in game.players)


def judge(game: State, before: State | None, layout: Layout, homes: Homes) -> Verdict:
    """What the table says to the game.

    before: the state that the last move was made in, where that move may still be taken back, else None. homes: where
    the tokens of the game were last seen, to tell a moved token from an innocent one beside it.
    """
    table = on_table(layout, game)
    if _may_lie(game, table):
        for take_back, start in ((False, game), (True, before)):
            moves = None if start is None else _explain(start, table, set())
            if start is not None and moves is not None and not _swapped(start, moves, layout, homes):
                return _verdict(take_back, start, moves, layout, homes)
    stays = _verdict(False, game, _certain(game, table), layout, homes)
    if before is None:
        return stays
    slid = _verdict(True, before, _certain(before, table), layout, homes)
    return slid if len(slid.problems) < len(stays.problems) else stays


def _verdict(take_back: bool, game: State, moves: list[TokenMove], layout: Layout, homes: Homes) -> Verdict:
    return Verdict(take_back, tuple(moves), tuple(_problems(_played(game, moves), layout, homes)))


def _swapped(game: State, moves: Iterable[TokenMove], layout: Layout, homes: Homes) -> bool:
    """Whether the run lifts a token at a round's end and lays the same one in the next round: nobody does both before
    the table lies still. It was swapped with another, or pushed."""
    lifted: set[str] = set()
    laid = False
    for move in moves:
        home = homes.get((game.in_turn or "", move.area))
        if isinstance(move, PlaceMove):
            laid = laid or bool(lifted)
        elif home is not None:
            lifted.add(home.tag)
        game, _ = apply(game, move)
    return laid and any(token.tag in lifted for token in layout.lying)


def _played(game: State, moves: list[TokenMove]) -> State:
    for move in moves:
        game, _ = apply(game, move)
    return game


def _may_lie(game: State, table: Counter[Pair]) -> bool:
    """Whether these tokens may lie on the board at all; spares a search that would be long, for heaps of tokens."""
    loads, hands = Counter[str](), Counter[str]()
    for (player, area), count in table.items():
        loads[area] += count
        hands[player] += count
    return (
        all(count == 1 for count in table.values())  # PLACE-3
        and all(load <= SPACES_PER_AREA for load in loads.values())  # PLACE-2
        and all(count <= game.setup.tokens for count in hands.values())  # SETUP-1
    )


def _toward(game: State, table: Counter[Pair]) -> Iterator[TokenMove]:
    """The legal moves that bring the game one token nearer to the table.

    Lifting a token is always told as resolving it: that a player declined can't be seen from the token.
    """
    player = game.in_turn
    board = on_board(game)
    for move in legal_moves(game):
        if player is None or not isinstance(move, PlaceMove | Resolve):
            continue
        pair = (player, move.area)
        if (table[pair] > board[pair]) if isinstance(move, PlaceMove) else (table[pair] < board[pair]):
            yield move


def _explain(game: State, table: Counter[Pair], seen: set[frozenset[Pair]]) -> list[TokenMove] | None:
    """A run of legal moves after which the game says just what lies on the table; None if there is none.

    Each move of it removes one difference, so the run is as long as the difference is large, and boards with the same
    tokens come after equally many moves: which of two came first onto an area makes no difference.
    """
    board = on_board(game)
    if board == +table:
        return []
    tokens = frozenset(board)
    if tokens in seen:
        return None
    seen.add(tokens)
    for move in _toward(game, table):
        rest = _explain(apply(game, move)[0], table, seen)
        if rest is not None:
            return [move, *rest]
    return None


def _certain(game: State, table: Counter[Pair]) -> list[TokenMove]:
    """The moves that hold though more is wrong: tokens are only surplus, or only gone, and each move is the only one.

    So a token laid too early does not keep the others from playing on until its turn comes and it counts.
    """
    moves: list[TokenMove] = []
    while True:
        board = on_board(game)
        if (table - board) and (board - table):
            return moves
        towards = list(_toward(game, table))
        if len(towards) != 1 or _heaped(game, towards[0], table):
            return moves
        moves += towards
        game, _ = apply(game, towards[0])


def _heaped(game: State, move: TokenMove, table: Counter[Pair]) -> bool:
    """Whether several tokens of the player lie on that area: a heap that was spilled there, not a move."""
    return table[game.in_turn or "", move.area] > 1


def _problems(game: State, layout: Layout, homes: Homes) -> list[Problem]:
    """All that differs between table and game, the one that blocks most first."""
    problems = [Problem(Kind.SILENT, place) for place in layout.silent]
    problems += [Problem(Kind.GARBLED, place) for place in layout.garbled]
    problems += [Problem(Kind.RANDOM, place) for place in layout.random]
    believed = {token.tag: token.place for token in layout.lying}
    problems += [
        Problem(Kind.COPIED, copy.place, copy.player, other=believed[copy.tag])
        for copy in layout.copies
        if copy.tag in believed
    ]
    for token in layout.lying:
        if token.player is None:
            problems.append(Problem(Kind.UNKNOWN, token.place))
        elif token.player not in game.players:
            problems.append(Problem(Kind.NOT_PLAYING, token.place, token.player))
    surplus, missing = _differences(game, layout, homes)
    for same_token in (True, False):  # first each token's own way, then any token of a player who has nothing to lay
        for pair, home in list(missing.items()):
            for token in surplus:
                if token.tag == home.tag if same_token else token.player == pair[0] != game.in_turn:
                    problems.append(Problem(Kind.MOVED, token.place, pair[0], home.place))
                    surplus.remove(token)
                    del missing[pair]
                    break
    problems += _surplus_problems(game, surplus)
    problems += _missing_problems(game, missing)
    return most_blocking_first(problems)


def most_blocking_first(problems: Iterable[Problem]) -> list[Problem]:
    """In the order in which they are shown; of one kind, in the order in which they were found."""
    order = list(Kind)
    return sorted(problems, key=lambda problem: order.index(problem.kind))


def _differences(game: State, layout: Layout, homes: Homes) -> tuple[list[Lying], dict[Pair, Lying]]:
    """Tokens that lie where the game has none of theirs, and the last places of those that are gone."""
    surplus: list[Lying] = []
    missing: dict[Pair, Lying] = {}
    board = on_board(game)
    there: dict[Pair, list[Lying]] = {pair: [] for pair in board}
    for token in layout.lying:
        if token.player in game.players:
            there.setdefault((token.player, token.place.area), []).append(token)
    for pair, tokens in there.items():
        home = homes.get(pair)
        rightly = [token for token in tokens if home is not None and token.tag == home.tag] or tokens
        innocent = rightly[: board[pair]]
        surplus += [token for token in tokens if token not in innocent]
        if board[pair] and not innocent:
            missing[pair] = home or Lying("", Place(pair[1]), pair[0])
    return [token for token in layout.lying if token in surplus], missing


def _surplus_problems(game: State, surplus: list[Lying]) -> Iterator[Problem]:
    board = on_board(game)
    load = Counter(area for _, area in board)
    fits: list[Lying] = []
    for token in sorted(surplus, key=lambda token: token.player != game.in_turn):  # a legal one first: it has the space
        player, area = token.player, token.place.area
        assert player is not None  # surplus holds tokens of the game's players only
        if game.phase is Phase.PLACING and load[area] >= SPACES_PER_AREA:
            yield Problem(Kind.OVER_LIMIT, token.place, player)
        elif game.phase is Phase.PLACING and board[player, area]:
            yield Problem(Kind.SECOND, token.place, player)
        elif game.phase in NO_TOKENS:
            yield Problem(NO_TOKENS[game.phase], token.place, player)
        elif player != game.in_turn:
            yield Problem(Kind.OUT_OF_TURN, token.place, player)
        else:
            fits.append(token)
        board[player, area] += 1
        load[area] += 1
    if len(fits) > 1:  # one alone is a legal move, which waits for what else is wrong
        yield from (Problem(Kind.TWO_LAID, token.place, token.player) for token in fits)


def _missing_problems(game: State, missing: Mapping[Pair, Lying]) -> Iterator[Problem]:
    lifted = [pair for pair in missing if game.phase is Phase.RESOLVING and pair[0] == game.in_turn]
    in_hand = game.action is not None  # one token is in the hand already: its action comes first
    for pair, home in missing.items():
        if pair in lifted:
            if in_hand or len(lifted) > 1:  # one alone is a legal move, which waits for what else is wrong
                yield Problem(Kind.TWO_LIFTED, home.place, pair[0])
        elif game.phase is Phase.RESOLVING:
            yield Problem(Kind.LIFTED_EARLY, home.place, pair[0])
        else:
            yield Problem(Kind.MISSING, home.place, pair[0])
