"""Tables at random: a game in progress, what hands do to its tokens, and the pad events that tell of it."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import msgspec
from hypothesis import strategies as st

from engine.era.components import AREAS, COLOURS
from engine.era.game import apply, legal_moves, new_game
from engine.era.moves import Decline, Place, Resolve, TokenMove
from engine.era.state import Phase, State
from firmware_bridge.happenings import Event, Outcome, Tick
from firmware_bridge.reducer import SETTLING_S, step
from firmware_bridge.referee import Problem
from firmware_bridge.roster import Roster
from firmware_bridge.session import Session
from firmware_bridge.snapshot import read_snapshot, write_snapshot
from hardware.readers.reading import PadEvent, ReaderBack, ReaderLost, TableKnown, TokenLaid, TokenLifted

from .brute import Moment, Tag, Token, Verdict, Wrong, verdict

SPACES = tuple(f"{area}:{space}" for area in AREAS for space in (1, 2))
MIXED = ("build", "produce:1", "produce:2", "buy", "manufacture:1", "manufacture:2", "market", "develop:1", "develop:2")
OWNERS = {f"{seat:02x}0000{number:02x}": player for seat, player in enumerate(COLOURS) for number in range(1, 5)}
STRANGERS = ("ff000001", "ff000002")

Seen = Literal["live", "resumed", "bare"]
"""How the table is seen: live; after a restart, from the snapshot; or after one, with nothing but the game known."""

CALL_FOR_A_TOKEN = ("missing", "lifted-early", "two-lifted")
"""Kinds of problems that are mended by laying a token."""

Deed = tuple[str, int, int]
"""What a hand does, to the how-many-th tag, at which reader; both are counted around."""

deeds = st.lists(
    st.tuples(
        st.sampled_from(("lift", "move", "lay", "swap", "stack", "slide", "stranger", "cut")),
        st.integers(0, 99),
        st.integers(0, 11),
    ),
    max_size=6,
)


class TableTop:
    """Tags on pads as they really lie, and a session that is told of them as the readers would tell.

    lies: reader of each tag. seen: what the readers have told, which for a silent one is what lay there last.
    """

    def __init__(self, game: State, places: Sequence[str], seed: int) -> None:
        self.places = tuple(places)
        self.random = random.Random(seed)
        self.session = Session(Roster.of(OWNERS.items(), places), game)
        self.lies: dict[str, int] = {}
        self.seen: dict[str, int] = {}
        self.silent: set[int] = set()
        self.now = 100.0
        self.tell(TableKnown(self.now))

    # --- what hands do ---

    def play(self, moves: int) -> None:
        """So many legal moves, laid and lifted one after the other."""
        for _ in range(moves):
            if not token_moves(self.session.game):
                return
            self.move_by_hand(self.session.game)
            self.settle()
            assert self.session.problems == ()

    def play_unseen(self, moves: int, half: tuple[int, Phase] | None = None) -> State:
        """So many legal moves, of which the session is not told; none beyond the half of the round, if one is named."""
        game = self.session.game
        for _ in range(moves):
            if token_moves(game) and half in (None, (game.round, game.phase)):
                game = self.move_by_hand(game)
        return game

    def move_by_hand(self, game: State) -> State:
        """A legal move of the player in turn with a token; the state after it."""
        player, move = game.in_turn, self.random.choice(token_moves(game))
        own = [tag for tag, owner in OWNERS.items() if owner == player]
        if isinstance(move, Place):
            tag = self.random.choice([tag for tag in own if tag not in self.lies])
            free = [reader for reader in self.readers(move.area) if reader not in self.lies.values()]
            self.lies[tag] = self.random.choice(free or self.readers(move.area))
        else:
            del self.lies[next(tag for tag in own if self.lies.get(tag) in self.readers(move.area))]
        return apply(game, move)[0]

    def do(self, deed: Deed) -> None:
        """One deed of a hand that does not know the rules."""
        what, number, where = deed
        reader = where % len(self.places)
        lying = sorted(self.lies)
        in_hand = sorted(tag for tag in OWNERS if tag not in self.lies)
        match what:
            case "stranger":
                self.lies[STRANGERS[number % len(STRANGERS)]] = reader
            case "cut":
                self.silent.add(reader)
            case "lay" if in_hand:
                self.lies[in_hand[number % len(in_hand)]] = reader
            case "slide" if self.session.last is not None:
                self.slide(number, reader)
            case "lift" if lying:
                del self.lies[lying[number % len(lying)]]
            case "move" if lying:
                self.lies[lying[number % len(lying)]] = reader
            case "stack" if lying:
                self.lies[lying[number % len(lying)]] = self.lies[lying[where % len(lying)]]
            case "swap" if lying:
                one, other = lying[number % len(lying)], lying[where % len(lying)]
                self.lies[one], self.lies[other] = self.lies[other], self.lies[one]

    def slide(self, number: int, reader: int) -> None:
        """The token of the last move, or one of that player's, goes elsewhere, or back to where it was lifted."""
        assert self.session.last is not None
        move = self.session.last.move
        own = [tag for tag, owner in OWNERS.items() if owner == self.session.last.before.in_turn]
        assert isinstance(move, TokenMove)  # depth "referee" knows no others
        there = [tag for tag in own if self.lies.get(tag) in self.readers(move.area)]
        if isinstance(move, Place):
            self.lies[(there or own)[0]] = reader
        else:
            self.lies[own[number % len(own)]] = self.readers(move.area)[0]

    def can_mend(self, problem: Problem) -> bool:
        """False where it was done already and could not be seen, on a silent pad."""
        kind, _, player, _ = wrong(problem)
        if kind in CALL_FOR_A_TOKEN:
            return bool(self.in_hand(player))
        return kind == "pad-silent" or bool(self.called_off(problem))

    def mend(self, problem: Problem) -> None:
        """Do what the problem asks for, as a willing hand would."""
        kind, place, player, came_from = wrong(problem)
        if kind == "pad-silent":
            self.silent.remove(self.places.index(place))
        elif kind in CALL_FOR_A_TOKEN:
            self.lies[self.in_hand(player)[0]] = self.best(self.readers(place))
        elif came_from is not None:
            self.lies[self.called_off(problem)[0]] = self.best(self.readers(came_from))
        else:
            del self.lies[self.called_off(problem)[0]]

    def in_hand(self, player: str | None) -> list[str]:
        """The player's tags that lie nowhere."""
        return [tag for tag, owner in OWNERS.items() if owner == player and tag not in self.lies]

    def called_off(self, problem: Problem) -> list[str]:
        """The tags of which one has to leave the place of the problem."""
        _, place, player, _ = wrong(problem)
        at = self.places.index(place)
        return [
            tag for tag, reader in self.seen.items() if reader == at == self.lies.get(tag) and OWNERS.get(tag) == player
        ]

    def readers(self, where: str) -> list[int]:
        """The readers of an area or a place."""
        return [number for number, place in enumerate(self.places) if where in (place, place.partition(":")[0])]

    def best(self, readers: list[int]) -> int:
        """A reader that answers, and if there is one, whose pad is free."""
        return min(readers, key=lambda reader: (reader in self.silent, reader in self.lies.values()))

    # --- what the session is told ---

    def tell(self, event: Event) -> tuple[Outcome, ...]:
        """One event."""
        self.session, outcomes = step(self.session, event)
        return outcomes

    def settle(self) -> tuple[Outcome, ...]:
        """The readers tell what is new, in any order, and the table lies still."""
        return self.hear(self.news())

    def hear(self, news: Sequence[PadEvent]) -> tuple[Outcome, ...]:
        """The session hears this and judges: what came of it."""
        for event in news:
            self.tell(event)
        self.now += SETTLING_S
        return self.tell(Tick(self.now))

    def news(self) -> list[PadEvent]:
        """What the readers have to tell since they told last, in any order."""
        events: list[PadEvent] = []
        silent = {self.places.index(str(place)) for place in self.session.roster.read(self.session.table).silent}
        events += [ReaderLost(reader, "nothing answers", self.now) for reader in self.silent - silent]
        events += [ReaderBack(reader, self.now) for reader in silent - self.silent]
        for tag, reader in list(self.seen.items()):
            if reader not in self.silent and self.lies.get(tag) != reader:
                events.append(TokenLifted(tag, reader, self.now))
                del self.seen[tag]
        for tag, reader in self.lies.items():
            if reader not in self.silent and self.seen.get(tag) != reader:
                events.append(TokenLaid(tag, reader, self.now))
                self.seen[tag] = reader
        if not self.session.known:
            events.append(TableKnown(self.now))
        self.random.shuffle(events)
        return events

    def restart(self, seen: Seen) -> None:
        """Off and on again: what lies on the pads is not yet read."""
        if seen == "live":
            return
        old = self.session
        self.seen = {}
        self.session = read_snapshot(write_snapshot(old), old.roster)
        if seen == "bare":
            self.session = replace(self.session, homes={})

    # --- what the second explanation is asked ---

    def lying(self) -> list[Tag]:
        """What is seen, and on silent pads what lay there last, in the readers' order and then in that of the tags."""
        tags = [Tag(tag, self.places[reader], OWNERS.get(tag)) for tag, reader in self.seen.items()]
        homes = self.homes().values()
        tags += [home for home in homes if home.place in self.silent_places() and home.tag not in self.seen]
        return sorted(tags, key=lambda tag: (self.places.index(tag.place), tag.tag))

    def homes(self) -> dict[Token, Tag]:
        """Where the tokens of the game lay last, as far as the session knows."""
        return {
            pair: Tag(home.tag, str(home.place), home.player) for pair, home in self.session.homes.items() if home.tag
        }

    def silent_places(self) -> list[str]:
        """What the silent readers should read."""
        return [self.places[reader] for reader in sorted(self.silent)]

    def expected(self) -> Verdict:
        """What the second explanation makes of the table once all news are told."""
        session = self.session
        before = moment(session.last.before) if session.last else None
        return verdict(moment(session.game), before, self.lying(), self.silent_places(), self.homes())

    def differences(self) -> int:
        """How many things on the table are not as the game says."""
        board = moment(self.session.game).board
        table = Counter((tag.player, tag.area) for tag in self.lying())
        own = sum(abs(count - ((player, area) in board)) for (player, area), count in table.items() if player)
        nobodys = sum(tag.player is None for tag in self.lying())
        return own + nobodys + sum(token not in table for token in board) + len(self.silent)


def moment(game: State) -> Moment:
    """The engine's state, in the words of the second explanation."""
    board = frozenset((player, area) for area in AREAS for player in game.players_on(area))
    turns = {"placing": len(board), "resolving": len(game.players) * game.setup.tokens - len(board), "over": 0}
    return Moment(game.players, game.round, game.start, game.phase.value, turns[game.phase.value], board)


def wrong(problem: Problem) -> Wrong:
    """The referee's problem, in the words of the second explanation."""
    came_from = None if problem.came_from is None else str(problem.came_from)
    return problem.kind.value, str(problem.place), problem.player, came_from


def token_moves(game: State) -> list[TokenMove]:
    """The legal moves, which in depth "referee" are all of tokens; none once the game is over."""
    return [move for move in legal_moves(game) if isinstance(move, Place | Resolve | Decline)]


def played_to(game: State, round_number: int, moves: int, seed: int) -> State:
    """The game after so many legal moves of that round, and of the next if they are more."""
    source = random.Random(seed)
    game = msgspec.structs.replace(game, round=round_number)
    for _ in range(moves):
        if token_moves(game):
            game, _ = apply(game, source.choice(token_moves(game)))
    return game


@st.composite
def tables(draw: st.DrawFn) -> TableTop:
    """A table at which 3 to 5 people have played, rightly, to any moment of the first, a middle or the last round."""
    players = draw(st.integers(3, 5))
    begun = new_game(COLOURS[:players], draw(st.integers(0, players - 1)))
    game = played_to(begun, draw(st.sampled_from((1, 4, begun.rounds))), moves=0, seed=0)
    places = draw(st.sampled_from((SPACES, AREAS, MIXED)))
    top = TableTop(game, places, seed=draw(st.integers(0, 2**32 - 1)))
    top.play(draw(st.integers(0, 2 * players * begun.setup.tokens + 1)))
    return top
