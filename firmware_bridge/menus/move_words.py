"""A move as a line of a menu: what it is about, in messages that every language has."""

from engine.era.components import RESOURCES
from engine.era.moves import (
    Bonus,
    Build,
    Buy,
    Correct,
    Deal,
    Decline,
    Develop,
    Done,
    Exchange,
    Give,
    Manufacture,
    Move,
    Patent,
    Pay,
    Place,
    Produce,
    Resolve,
    Take,
)
from engine.era.state import EMPTY, State
from engine.era.tables import tables_of

from ..event_messages import TOP_ROW
from ..texts import Goods, Message, say
from .choices import Change, Option, declines

_KINDS = {"coin": "coins", "bonus token": "bonus"}
"""Words of moves that goods are called otherwise by."""


def move_words(move: Move, game: State) -> Message:
    """The line of a menu that chooses this move in this state."""
    match move:
        case Manufacture(card=card):
            return _place_of_twin(card, game) or say("choice.thing", what=card)
        case Build() | Produce() | Buy() | Develop() | Deal():
            return say("choice.thing", what=subject(move))
        case Pay(cubes=cubes):
            return say("choice.pay", goods=counted(cubes))
        case Exchange(paid=paid, received=received):
            return say("choice.exchange", paid=(goods_of(paid),), received=(goods_of(received),))
        case Give(one=one, other=other):
            return say("choice.give", goods=counted((one, other)))
        case Take(what=what):
            return say("choice.take", goods=(goods_of(what),))
        case Patent(field=None):
            return say("choice.patent-none")
        case Patent(field=field):
            return say("choice.patent", field=str(field))
        case Bonus(kind=kind):
            return say(f"choice.bonus-{kind}")
        case Done():
            action = game.action
            if action is not None and declines(action):
                return say("choice.decline", area=action.area)
            return say("choice.done")
        case Place(area=area):
            return say("choice.place", area=area)
        case Resolve(area=area):
            return say("choice.resolve", area=area)
        case Decline(area=area):
            return say("choice.decline", area=area)
        case Correct(what=what, amount=amount):
            return say("choice.correct", what=_KINDS.get(what, what), n=amount)


def subject(move: Move) -> str:
    """The card, load or field that a move is about, as the engine names it; empty where it is about none."""
    match move:
        case Build(card=what) | Produce(card=what) | Manufacture(card=what) | Buy(load=what) | Develop(field=what):
            return what
        case Deal(card=what):
            return what
        case _:
            return ""


def _place_of_twin(card: str, game: State) -> Message | None:
    """The line of a card whose like lies there, too: which of them goes matters at the round's end (MAKE-1)."""
    cards = tables_of(game.edition).cards
    lying = {cards[number].card.id: space for space, number in enumerate(game.display) if number != EMPTY}
    base = card.rpartition("-")[0]
    twins = [other for other in lying if other != card and base and other.rpartition("-")[0] == base]
    if not any(twin.rpartition("-")[2].isdecimal() for twin in twins) or not card.rpartition("-")[2].isdecimal():
        return None
    space = lying[card]
    if space >= TOP_ROW:
        return say("choice.top", what=card, n=space - TOP_ROW + 1)
    return say("choice.bottom", what=card, n=TOP_ROW - space)


def group_words(option: Option) -> Message:
    """The line of a menu that opens this group of moves."""
    verb, _, what = option.subject.partition(" ")
    if verb == "give":
        return say("choice.give-group", goods=(goods_of(what),))
    if verb == "patent":
        return say("choice.patent", field=what)
    return say("choice.thing", what=what or verb)


def said_in_words(move: Move) -> Change:
    """What the line of the move says already of its cost and gain, so that it need not be told again."""
    match move:
        case Pay(cubes=cubes):
            return Change(counted(cubes))
        case Exchange(paid=paid, received=received):
            return Change((goods_of(paid),), (goods_of(received),))
        case Take(what=what):
            return Change((), (goods_of(what),))
        case _:
            return Change()


def goods_of(words: str) -> tuple[str, int]:
    """`2 coins`, `development`, `bonus token`, `wood` as a pair of goods."""
    number, _, rest = words.partition(" ")
    kind = rest if number.isdecimal() else words
    return _KINDS.get(kind, kind), int(number) if number.isdecimal() else 1


def counted(pieces: tuple[str, ...]) -> Goods:
    """Single pieces as goods, in the order of the resources, coins last."""
    order = (*RESOURCES, "coin")
    return tuple((goods_of(kind)[0], pieces.count(kind)) for kind in order if kind in pieces)
