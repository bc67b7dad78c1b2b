"""Reading the moves of the whole game: each as `str(move)` writes it, in any case and spacing, words cut short or not.

Three things can be wrong: a text is no move (UnreadableMove), it fits several (AmbiguousMove), or the move that it is
breaks a rule, which is not asked here (`game.apply`, IllegalMove).
"""

import json
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from engine.era.components import AREAS, FIELD_KINDS, INVENTIONS, Edition
from engine.era.corrections import CORRECTED
from engine.era.market import EXCHANGES
from engine.era.moves import (
    BONUS_KINDS,
    DONE,
    NOTHING,
    TRADED,
    WILD,
    Bonus,
    Build,
    Buy,
    Correct,
    Deal,
    Decline,
    Develop,
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
    quoted,
    whole_word,
)
from engine.errors import AmbiguousMove, UnreadableMove

_MOST_DIGITS: Final = 6
_DECKS: Final = ("factory", "invention")

_Words = Sequence[str]


def read_move(text: str, edition: Edition) -> Move:
    """The move that the text writes, with the cards and loads of that edition; raises UnreadableMove, AmbiguousMove."""
    words = text.casefold().split()
    if not words:
        raise UnreadableMove("nothing is no move: write one such as 'place build'")
    verbs = [words[0]] if words[0] in _READERS else [verb for verb in _READERS if verb.startswith(words[0])]
    if not verbs:
        raise UnreadableMove(f"{words[0]!r} is not one of {', '.join(_READERS)}")
    found: dict[str, Move] = {}
    refused: list[UnreadableMove | AmbiguousMove] = []
    for verb in verbs:
        try:
            found[verb] = _correct(text) if verb == "correct" else _READERS[verb](edition, words[1:])
        except (UnreadableMove, AmbiguousMove) as error:
            refused.append(error)
    if len(found) > 1 or (not found and len(verbs) > 1):
        raise AmbiguousMove(words[0], tuple(found or verbs))
    if not found:
        raise refused[0]
    return next(iter(found.values()))


def _one(words: _Words, what: str) -> str:
    if len(words) != 1:
        raise UnreadableMove(f"{' '.join(words)!r} is not one {what}: write its name in one word")
    return words[0]


def _token(kind: Callable[[str], Move], edition: Edition, words: _Words) -> Move:
    return kind(whole_word(_one(words, "area"), AREAS))


def _build(edition: Edition, words: _Words) -> Move:
    return Build(whole_word(_one(words, "factory"), _factories(edition)))


def _produce(edition: Edition, words: _Words) -> Move:
    return Produce(whole_word(_one(words, "factory"), (*_factories(edition), edition.starting_factory.id)))


def _buy(edition: Edition, words: _Words) -> Move:
    return Buy(whole_word(_one(words, "ship or warehouse"), [load.id for load in edition.loads]))


def _manufacture(edition: Edition, words: _Words) -> Move:
    return Manufacture(whole_word(_one(words, "card"), _cards(edition)))


def _pay(edition: Edition, words: _Words) -> Move:
    cubes = [whole_word(word, WILD) for word in words]
    if not cubes:
        raise UnreadableMove(f"say which cubes are paid: {', '.join(WILD)}")
    return Pay(tuple(sorted(cubes, key=WILD.index)))


def _exchange(edition: Edition, words: _Words) -> Move:
    fitting = [exchange for exchange in EXCHANGES if _fits(words, str(exchange).split()[1:])]
    if not fitting:
        known = ", ".join(f"{exchange.paid} -> {exchange.received}" for exchange in EXCHANGES)
        raise UnreadableMove(f"{' '.join(words)!r} is not one of {known}; cubes and a coin are given in pairs")
    return _only(" ".join(words), fitting)


def _give(edition: Edition, words: _Words) -> Move:
    if len(words) != 2:
        raise UnreadableMove(f"{' '.join(words)!r} are not two of {', '.join(TRADED)}")
    one, other = sorted((whole_word(word, TRADED) for word in words), key=TRADED.index)
    return Give(one, other)


def _take(edition: Edition, words: _Words) -> Move:
    return Take(whole_word(_one(words, "cube, coin or development"), (*TRADED, "development")))


def _develop(edition: Edition, words: _Words) -> Move:
    return Develop(_field(words))


def _patent(edition: Edition, words: _Words) -> Move:
    if len(words) == 1 and NOTHING.startswith(words[0]):
        return Patent(None)
    return Patent(_field(words))


def _bonus(edition: Edition, words: _Words) -> Move:
    return Bonus(whole_word(_one(words, "kind of action"), BONUS_KINDS))


def _done(edition: Edition, words: _Words) -> Move:
    if words:
        raise UnreadableMove(f"after 'done' stands {' '.join(words)!r}: write the one word")
    return DONE


def _deal(edition: Edition, words: _Words) -> Move:
    if len(words) != 2:
        raise UnreadableMove(f"{' '.join(words)!r} is not a deck ({', '.join(_DECKS)}) and a card")
    deck = whole_word(words[0], _DECKS)
    return Deal(deck, whole_word(words[1], _factories(edition) if deck == "factory" else _cards(edition)))


def _correct(text: str) -> Move:
    """`correct yellow coins 5`; a name that is not one word stands in quotes, as `quoted` writes it."""
    parts = text.split(maxsplit=1)
    name, rest = read_name(parts[1] if len(parts) > 1 else "")
    words = rest.split()
    if len(words) != 2:
        raise UnreadableMove(f"{text[:80]!r}: write whose, what and how many, such as 'correct yellow coins 5'")
    what = whole_word(words[0].casefold(), CORRECTED)
    if not (words[1].isascii() and words[1].isdecimal() and len(words[1]) <= _MOST_DIGITS):
        raise UnreadableMove(f"{words[1]!r} is no number")
    return Correct(name, what, int(words[1]))


def read_name(text: str) -> tuple[str, str]:
    """The name at the beginning of a text, as `moves.quoted` writes it, and the rest; raises UnreadableMove."""
    text = text.lstrip()
    if text.startswith('"'):
        try:
            name, end = json.JSONDecoder().raw_decode(text)
        except ValueError as error:
            raise UnreadableMove(f"{text[:80]!r}: the name's quotes do not end") from error
        return str(name), text[end:]
    end = next((index for index, letter in enumerate(text) if quoted(letter) != letter), len(text))
    if not end:
        raise UnreadableMove(f"{text[:80]!r} does not begin with a name")
    return text[:end], text[end:]


def _field(words: _Words) -> str:
    if len(words) != 2:
        raise UnreadableMove(f"{' '.join(words)!r} is no field: write such as 'telephone original'")
    return f"{whole_word(words[0], INVENTIONS)} {whole_word(words[1], FIELD_KINDS)}"


def _factories(edition: Edition) -> list[str]:
    return [card.id for card in edition.factories]


def _cards(edition: Edition) -> list[str]:
    return [card.id for card in (*edition.cards, *edition.start_cards)]


def _fits(words: _Words, whole: _Words) -> bool:
    return len(words) == len(whole) and all(full.startswith(word) for word, full in zip(words, whole, strict=True))


def _only(text: str, fitting: list[Exchange]) -> Move:
    if len(fitting) > 1:
        raise AmbiguousMove(text, tuple(map(str, fitting)))
    return fitting[0]


_READERS: Final[dict[str, Callable[[Edition, _Words], Move]]] = {
    "place": partial(_token, Place),
    "resolve": partial(_token, Resolve),
    "decline": partial(_token, Decline),
    "build": _build,
    "produce": _produce,
    "buy": _buy,
    "manufacture": _manufacture,
    "pay": _pay,
    "exchange": _exchange,
    "give": _give,
    "take": _take,
    "develop": _develop,
    "patent": _patent,
    "bonus": _bonus,
    "done": _done,
    "deal": _deal,
    "correct": lambda _edition, words: _correct(f"correct {' '.join(words)}"),
}
