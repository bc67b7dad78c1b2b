"""A second explanation of what lies on the table, written from the rules page: every sequence of moves is tried.

Nothing of the engine's moves and nothing of the referee is used here: where both agree, two readings of the rules do.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

AREAS = ("build", "produce", "buy", "manufacture", "market", "develop")
TOKENS = {3: 3, 4: 2, 5: 2}  # SETUP-1: action tokens each, by number of players
ROUNDS = {3: 9, 4: 8, 5: 10}  # SETUP-1, END-1

Token = tuple[str, str]  # a player's token on an area
Wrong = tuple[str, str, str | None, str | None]  # kind of problem, place, player, where a moved token came from


@dataclass(frozen=True, slots=True)
class Moment:
    """A game between two moves. half: "placing", "resolving" or "over"; turns: how many were taken in this half."""

    players: tuple[str, ...]
    round: int
    start: int
    half: str
    turns: int
    board: frozenset[Token]

    @property
    def turns_of_a_half(self) -> int:
        """Each token is laid once and taken back once (PLACE-1, RESOLVE-1)."""
        return len(self.players) * TOKENS[len(self.players)]

    @property
    def in_turn(self) -> str | None:
        """Clockwise from the start player, in both halves (PLACE-1, RESOLVE-1)."""
        return None if self.half == "over" else self.players[(self.start + self.turns) % len(self.players)]

    def load(self, area: str) -> int:
        """How many tokens lie on the area."""
        return sum(where == area for _, where in self.board)


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag on the table; player: whose token it is, None for nobody's; place: what its reader reads."""

    tag: str
    place: str
    player: str | None

    @property
    def area(self) -> str:
        """`build` of `build:1`."""
        return self.place.partition(":")[0]


def following(moment: Moment) -> Iterator[Moment]:
    """All moments that one legal move leads to."""
    player = moment.in_turn
    for area in AREAS:
        if player is None:
            return
        token = (player, area)
        if moment.half == "resolving":
            if token in moment.board:
                yield turn_taken(moment, moment.board - {token})
        elif moment.load(area) < 2 and token not in moment.board:  # PLACE-2, PLACE-3
            yield turn_taken(moment, moment.board | {token})


def turn_taken(moment: Moment, board: frozenset[Token]) -> Moment:
    """The next turn, half or round (ROUND-8), or the end of the game (END-1)."""
    players = len(moment.players)
    if moment.turns + 1 < moment.turns_of_a_half:
        return replace(moment, board=board, turns=moment.turns + 1)
    if moment.half == "placing":
        return replace(moment, board=board, half="resolving", turns=0)
    if moment.round == ROUNDS[players]:
        return replace(moment, board=board, half="over", turns=0)
    start = (moment.start + 1) % players
    return replace(moment, board=board, round=moment.round + 1, start=start, half="placing", turns=0)


def differences(board: frozenset[Token], table: Counter[Token]) -> int:
    """How many tokens would have to be laid or lifted to make the board of the table."""
    return sum(abs(table[token] - (token in board)) for token in board | set(table))


def explanations(moment: Moment, table: Counter[Token], hopeless: bool = True) -> set[Moment]:
    """Where all sequences of as many moves as there are differences may lead, if just these tokens lie there then.

    A move lays or lifts one token, so a shorter sequence can't do, and one that has more differences left than moves
    won't; `hopeless` tells whether those are dropped on the way, which is quicker and changes nothing.
    """
    left = differences(moment.board, table)
    moments = {moment}
    while left:
        left -= 1
        moments = {after for each in moments for after in following(each)}
        if hopeless:
            moments = {each for each in moments if differences(each.board, table) <= left}
    return {each for each in moments if not differences(each.board, table)}


def moments_of_round(moment: Moment, table: Counter[Token]) -> set[Moment]:
    """All moments of this round in which just these tokens lie on the board; an emptied second half has ended it."""
    first = replace(moment, half="placing", turns=0, board=frozenset())
    found = explanations(first, table)
    if any(count > 1 for count in table.values()):
        return found
    left = table.total()
    second = replace(moment, half="resolving", turns=first.turns_of_a_half - left, board=frozenset(table))
    if second.turns < 0 or not _was_complete(second, first):
        return found
    if left:
        return found | {second}
    last = replace(second, turns=second.turns - 1)
    return found | {turn_taken(last, frozenset())}


def _was_complete(moment: Moment, first: Moment) -> bool:
    """Whether tokens can be put back turn by turn until all lie as a first half may have laid them."""
    seats = len(moment.players)
    taken = Counter(moment.players[(moment.start + turn) % seats] for turn in range(moment.turns))
    for player in moment.players:  # spares a search that can't succeed: each turn gave one token back (RESOLVE-1)
        if sum(owner == player for owner, _ in moment.board) != TOKENS[seats] - taken[player]:
            return False
    if moment.turns == 0:
        return bool(explanations(first, Counter(moment.board)))
    player = moment.players[(moment.start + moment.turns - 1) % seats]
    return any(
        _was_complete(replace(moment, turns=moment.turns - 1, board=moment.board | {(player, area)}), first)
        for area in AREAS
        if moment.load(area) < 2 and (player, area) not in moment.board
    )


@dataclass(frozen=True, slots=True)
class Verdict:
    """taken_back: whether the last move no longer holds; moment: the game now; problems: what differs from it."""

    taken_back: bool
    moment: Moment
    problems: Counter[Wrong]


def verdict(
    game: Moment, before: Moment | None, lying: Sequence[Tag], silent: Sequence[str], homes: Mapping[Token, Tag]
) -> Verdict:
    """What the table says to the game.

    before: the moment of the last move, if it may be taken back. lying: in the readers' order, those on one reader in
    the order of their tags. homes: where the tokens of the game lay last.
    """
    table = Counter((tag.player, tag.area) for tag in lying if tag.player in game.players)
    own: Counter[Token] = Counter({(player, area): count for (player, area), count in table.items() if player})

    def judged(taken_back: bool, moment: Moment) -> Verdict:
        return Verdict(taken_back, moment, Counter(problems(moment, lying, silent, homes)))

    for taken_back, start in ((False, game), (True, before)):
        for explained in explanations(start, own) if start else ():
            if start and explained.round > start.round and any(tag.tag in tags_of(start, homes) for tag in lying):
                continue  # lifted in one round and laid in the next, in one movement: it was pushed there
            return judged(taken_back, explained)
    stays = judged(False, certain(game, own))
    if before is None or stays.moment != game:  # the next player has moved: too late to slide a token
        return stays
    slid = judged(True, certain(before, own))
    return slid if slid.problems.total() < stays.problems.total() else stays


def tags_of(moment: Moment, homes: Mapping[Token, Tag]) -> set[str]:
    """The tags that stood for the tokens on the board."""
    return {homes[token].tag for token in moment.board if token in homes}


def certain(moment: Moment, table: Counter[Token]) -> Moment:
    """The game after the moves that hold though more is wrong (table talk, T5).

    While tokens are only too many, or only too few, the player in turn is heard, if only one move makes less differ.
    """
    while True:
        if any(table[token] > (token in moment.board) for token in table) and any(
            not table[token] for token in moment.board
        ):
            return moment
        now = differences(moment.board, table)
        nearer = [after for after in following(moment) if differences(after.board, table) < now]
        if len(nearer) != 1:
            return moment
        if any(table[token] > 1 for token in nearer[0].board - moment.board):
            return moment  # several of one player on one area are spilled, not laid
        moment = nearer[0]


def problems(
    moment: Moment, lying: Sequence[Tag], silent: Sequence[str], homes: Mapping[Token, Tag]
) -> Iterator[Wrong]:
    """All that is wrong; `lying`, `silent` and `homes` as for `verdict`."""
    for place in silent:
        yield "pad-silent", place, None, None
    too_many = []
    for tag in lying:
        if tag.player is None:
            yield "unknown-tag", tag.place, None, None
        elif tag.player not in moment.players:
            yield "not-playing", tag.place, tag.player, None
        else:
            too_many.append(tag)
    missing = {}
    for player, area in sorted(moment.board, key=lambda token: (token[0], AREAS.index(token[1]))):
        home = homes.get((player, area), Tag("", area, player))
        there = [tag for tag in too_many if (tag.player, tag.area) == (player, area)]
        if there:  # the token that lay there before is innocent, not the one that came to it
            too_many.remove(next((tag for tag in there if tag.tag == home.tag), there[0]))
        else:
            missing[player, area] = home
    for same_tag in (True, False):
        for token, home in list(missing.items()):
            for tag in too_many:
                if tag.tag == home.tag if same_tag else tag.player == home.player != moment.in_turn:
                    yield "moved", tag.place, tag.player, home.place
                    too_many.remove(tag)
                    del missing[token]
                    break
    yield from _too_many(moment, too_many)
    yield from _missing(moment, missing)


def _too_many(moment: Moment, tags: Sequence[Tag]) -> Iterator[Wrong]:
    if moment.half != "placing":
        kind = "game-over" if moment.half == "over" else "not-placing"
        yield from ((kind, tag.place, tag.player, None) for tag in tags)
        return
    fitting = []
    for area in AREAS:
        crowd = [tag for tag in tags if tag.area == area]
        crowd.sort(key=lambda tag: tag.player != moment.in_turn)  # who is in turn came first
        room = 2 - moment.load(area)
        for tag in crowd[room:]:
            yield "over-limit", tag.place, tag.player, None
        has_one = {player for player, where in moment.board if where == area}
        for tag in crowd[:room]:
            assert tag.player is not None
            if tag.player in has_one:
                yield "second-of-player", tag.place, tag.player, None
            elif tag.player != moment.in_turn:
                yield "out-of-turn", tag.place, tag.player, None
            else:
                fitting.append(tag)
            has_one.add(tag.player)
    if len(fitting) > 1:  # one alone is a legal move, which waits until the rest is right
        yield from (("two-laid", tag.place, tag.player, None) for tag in fitting)


def _missing(moment: Moment, missing: Mapping[Token, Tag]) -> Iterator[Wrong]:
    chosen = [token for token in missing if token[0] == moment.in_turn]
    for token, home in missing.items():
        if moment.half == "placing":
            yield "missing", home.place, token[0], None
        elif token not in chosen:
            yield "lifted-early", home.place, token[0], None
        elif len(chosen) > 1:  # one alone is a legal move, which waits until the rest is right
            yield "two-lifted", home.place, token[0], None
