"""What may be chosen now, and what may be taken back, as values of JSON and as moves. Pure."""

from collections.abc import Iterator
from typing import Any

from engine.era.moves import Done, Move
from engine.era.state import Phase, State

from ..menus.choices import Option, change, declines, options
from ..menus.game_pages import choosing_title
from ..menus.main_menu import by_button
from ..menus.move_words import group_words, move_words, said_in_words
from ..session import Made, Session
from ..texts import Texts, say


def offered(session: Session) -> dict[str, Move]:
    """The moves that may be chosen now, by their notation: those that the table's own menu offers.

    Tokens move by hands, so their moves are here only where a pad tells nothing (table talk, T9).
    """
    return {str(move): move for option in _options(session) for move in _moves(option)}


def choices(session: Session, words: Texts) -> dict[str, Any]:
    """The choices of the player in turn, or with player None of the table while people deal cards."""
    game, shown = session.game, _options(session)
    player = game.in_turn
    asks = declines(game.action)
    told: dict[str, Any] = {"player": player, "title": "", "items": [], "ask": None}
    if not shown:
        return told
    if game.action is not None or game.phase in (Phase.SETTING_UP, Phase.DEALING):
        told["title"] = words.text(choosing_title(game))
    elif player is not None:
        told["title"] = words.word(player).upper()
    if asks and game.action is not None:
        told["ask"] = words.text(say("question.decline", area=game.action.area))
    told["items"] = [_item(game, option, words, told["ask"]) for option in shown]
    return told


def undo(session: Session, words: Texts) -> dict[str, Any]:
    """own: the move that its player may take back, and who that is; operator: the one that the operator may."""
    own, last = session.own_last, session.undoable
    return {
        "own": _made_words(own, words),
        "player": None if own is None else own.before.in_turn,
        "operator": _made_words(last, words),
    }


def _options(session: Session) -> tuple[Option, ...]:
    if session.idle or session.paused or not session.known:
        return ()
    return options(session.game) or tuple(map(Option, by_button(session)))


def _moves(option: Option) -> Iterator[Move]:
    if not option.inside:
        yield option.move
    for inner in option.inside:
        yield from _moves(inner)


def _item(game: State, option: Option, words: Texts, ask: str | None) -> dict[str, Any]:
    """A move with what it takes and gives; a group with the moves inside; ask: what is asked before it is made."""
    if option.inside:
        return {
            "move": None,
            "text": words.text(group_words(option)),
            "inside": [_item(game, inner, words, None) for inner in option.inside],
        }
    move = option.move
    brings, said = change(game, move), said_in_words(move)
    return {
        "move": str(move),
        "text": words.text(move_words(move, game)),
        "cost": brings.paid if brings.paid != said.paid else (),
        "gain": brings.gained if brings.gained != said.gained else (),
        "others": brings.others,
        "inside": [],
        "ask": ask if isinstance(move, Done) else None,
    }


def _made_words(made: Made | None, words: Texts) -> str | None:
    if made is None:
        return None
    what = words.text(move_words(made.move, made.before))
    player = made.before.in_turn
    return what if player is None else f"{words.word(player)}, {what}"
