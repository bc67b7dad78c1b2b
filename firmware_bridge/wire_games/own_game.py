"""The game as the people at a table know it, beside the table's: played by the rules with what they did and read."""

from collections.abc import Callable, Iterable, Sequence

from engine.era.components import AREAS
from engine.era.dealing import deck_in_turn
from engine.era.game import apply, legal_moves
from engine.era.moves import Done, Move, Place, Resolve
from engine.era.notation import read_state, write_state
from engine.era.scoring import scores, winners
from engine.era.state import Phase, State

from ..errors import PeopleError
from ..event_messages import round_end
from ..menus.choices import Option, declines, options
from ..menus.game_pages import choosing_title
from ..menus.move_words import group_words, move_words
from ..texts import PART, Message, say, texts
from .wire_reading import SCORE, WINNER, Seen

REMEMBERED = 6
"""So many states people remember: those that can be taken back to."""

Trail = tuple[State, ...]
"""A game that may be: the state now, and before it those that it came from, the newest last."""


class OwnGame:
    """People's own record: dealing is "cards" for them, be it that the table tells which card comes.

    After a kill nobody knows whether the last press was heard: then there are several games that may be, until the
    display tells. PeopleError wherever the display says what no game of theirs can say.
    """

    def __init__(self, trails: Iterable[Trail]) -> None:
        self.trails = tuple(dict.fromkeys(trails))

    @property
    def state(self) -> State:
        """The state now, as far as they know."""
        return self.trails[0][-1]

    @property
    def sure(self) -> bool:
        """Whether only one game may be."""
        return len(self.trails) == 1

    def values(self) -> list[list[str]]:
        """As values of JSON."""
        return [[write_state(state) for state in trail] for trail in self.trails]

    @classmethod
    def of(cls, values: Sequence[Sequence[str]]) -> "OwnGame":
        """What `values` gave."""
        return cls(tuple(read_state(state) for state in trail) for trail in values)

    # --- what people do ---

    def token(self, move: Place | Resolve) -> "OwnGame":
        """After a token was laid or lifted on purpose."""
        return OwnGame(_after(trail, move) for trail in self.trails if move in legal_moves(trail[-1]))

    def chosen(self, seen: Seen) -> "OwnGame":
        """After ok at the line of the cursor."""
        return OwnGame(_after(trail, move) if (move := _choice(trail[-1], seen)) else trail for trail in self.trails)

    def or_taken_back(self) -> "OwnGame":
        """A long press may have taken a step of the action back that goes on."""
        shorter_by_one = (trail[:-1] for trail in self.trails if len(trail) > 1 and trail[-1].action is not None)
        return OwnGame([*self.trails, *shorter_by_one])

    def or_(self, other: "OwnGame") -> "OwnGame":
        """One of both."""
        return OwnGame([*self.trails, *other.trails])

    def ends_choice(self, seen: Seen) -> bool:
        """Whether ok at the cursor makes a move, and opens no further list."""
        return any(_choice(trail[-1], seen) is not None for trail in self.trails)

    def way_to(self, first: Callable[[State], Move], seen: Seen) -> int:
        """How many lines on from the cursor, or back, the card stands that comes `first` in a game that may be, or the
        list that has it. 0 where the display has another list open: the card at the cursor is as good then."""
        for trail in self.trails:
            card = first(trail[-1])
            for line, option in enumerate(_listed(trail[-1], seen)):
                if card in (option.move, *(one.move for one in option.inside)):
                    return shorter(line - (seen.at - 1), seen.count)
        return 0

    # --- what people read ---

    def agreeing(self, seen: Seen) -> "OwnGame":
        """The games of which the display can say what it does."""
        those = tuple(trail for trail in self.trails if _says(trail[-1], seen))
        if not those:
            should = "\n".join(f"{trail[-1].phase.value}, {trail[-1].in_turn} in turn" for trail in self.trails)
            raise PeopleError(
                "the display says what can't be in this game:\n" + "\n".join(seen.lines) + f"\nit is {should}"
            )
        return self if len(those) == len(self.trails) else OwnGame(those)

    def laid_out(self, seen: Seen) -> "OwnGame":
        """After a card was laid out that the display named; other work for the hands, and a card that lies already,
        change nothing."""
        return OwnGame(_with_card(trail, seen.text) for trail in self.trails)

    def check_scores(self, pages: Iterable[Seen]) -> list[str]:
        """What is wrong with the pages of the final scoring; empty where all is told, and right."""
        told = tuple(pages)
        return min((_wrong_scores(trail[-1], told) for trail in self.trails), key=len)


def shorter(steps: int, lines: int) -> int:
    """The shorter way around a menu: steps on, or with a minus back."""
    ahead = steps % lines
    return ahead if 2 * ahead <= lines else ahead - lines


def _after(trail: Trail, move: Move) -> Trail:
    state, _ = apply(trail[-1], move)
    kept = trail if state.in_turn == trail[-1].in_turn else trail[-1:]
    return (*kept, state)[-REMEMBERED:]


def _choice(state: State, seen: Seen) -> Move | None:
    """The move that ok makes at the cursor, None where it opens a list or a question, or closes one."""
    if _is_question(state, seen):
        ends = (move for move in legal_moves(state) if isinstance(move, Done))
        return next(ends, None) if seen.text == "yes" else None
    option = _option(state, seen)
    if option is None or option.inside or (isinstance(option.move, Done) and declines(state.action)):
        return None
    return option.move


def _option(state: State, seen: Seen) -> Option | None:
    """The line at the cursor, None where there is no such line."""
    listed = _listed(state, seen)
    return listed[seen.at - 1] if listed else None


def _listed(state: State, seen: Seen) -> tuple[Option, ...]:
    """The list in which that line stands at that place: that of all choices, which has one more line for the menu, or
    one that a line of it opens."""
    shown = options(state)
    for behind, listed in ((1, shown), *((0, option.inside) for option in shown)):
        if 0 < seen.at <= len(listed) == seen.count - behind and seen.text in _words(listed[seen.at - 1], state):
            return listed
    return ()


def _words(option: Option, state: State) -> tuple[str, ...]:
    return _forms(group_words(option) if option.inside else move_words(option.move, state))


def _is_question(state: State, seen: Seen) -> bool:
    action = state.action
    if action is None or not declines(action):
        return False
    head = " ".join(seen.lines[0].split())
    return any(head.startswith(form) for form in _forms(say("question.decline", area=action.area)))


def _says(state: State, seen: Seen) -> bool:
    match seen.what:
        case "lay" | "lift":
            phase = Phase.PLACING if seen.what == "lay" else Phase.RESOLVING
            if state.phase is not phase or state.action is not None or state.in_turn != seen.player:
                return False
            return not seen.named or set(seen.areas) == _named(state, seen.named)
        case "menu":
            if not options(state):
                return False
            if _is_question(state, seen):
                return seen.text in ("yes", "no")
            titles = _forms(choosing_title(state))
            at_menu = seen.at == seen.count == len(options(state)) + 1
            return seen.lines[0].startswith(titles) and (at_menu or _option(state, seen) is not None)
        case "score" | "winner" | "over":
            return state.phase is Phase.OVER
        case "steps":   # nothing is laid out while somebody has still to lift a token, or is in an action
            return state.phase is not Phase.RESOLVING
        case _:
            return True


def _named(state: State, how: str) -> set[str]:
    match how:
        case "own":
            return {move.area for move in legal_moves(state) if isinstance(move, Resolve)}
        case "full":
            return {area for area in AREAS if len(state.players_on(area)) == 2}
        case _:
            return {area for area in AREAS if len(state.players_on(area)) < 2}


def _with_card(trail: Trail, text: str) -> Trail:
    state = trail[-1]
    if deck_in_turn(state) is None or state.phase not in (Phase.SETTING_UP, Phase.DEALING):
        return trail
    said = [
        (len(form), after)
        for after, work in (_dealt(state, move) for move in legal_moves(state))
        for form in _forms(work)
        if f"{text} ".startswith(f"{form} ")   # news may stand at the foot
    ]
    return (max(said, key=lambda pair: pair[0])[1],) if said else trail


def _dealt(state: State, move: Move) -> tuple[State, Message]:
    """After that card has come; what is said of where it is to lie."""
    after, events = apply(state, move)
    work = round_end(state.round, events)
    assert work is not None  # a card that is dealt is always laid somewhere
    return after, work.steps[0]


def _forms(message: Message) -> tuple[str, ...]:
    return tuple(form.replace(PART, " ").replace("\N{NO-BREAK SPACE}", " ") for form in texts("en").forms(message))


def _wrong_scores(state: State, pages: Sequence[Seen]) -> list[str]:
    counted = {score.player: score for score in scores(state)}
    wrong: list[str] = []
    told = set()
    for seen in pages:
        told.add(seen.player)
        if seen.what == "winner":
            found = WINNER.search(seen.text)
            assert found is not None  # that is what makes it the winner's page
            won = [name.strip().lower() for name in (found[1] or found[2]).split(",")]
            if sorted(won) != sorted(winners(tuple(counted.values()))):
                wrong.append(f"won: {won}")
            continue
        score = counted[seen.player]
        total = SCORE.match(seen.lines[0])
        clauses = (
            f"track {score.influence}, market {score.final_market}, patents {score.patents.points}, "
            f"fields {score.development.points}, factories {score.capacity.points}"
        )
        if total is None or int(total[2]) != score.total or clauses not in seen.text:
            wrong.append(f"{seen.text}: {score.total} points, {clauses}")
    if told != {*counted, ""}:
        wrong.append(f"only these pages came: {sorted(told)}")
    return wrong
