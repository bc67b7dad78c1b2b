"""What has just happened, as the display says it for a moment: what others gained by it, then what its player did.

One thing at a time: where a move brought about several, each has its moment.
"""

from collections.abc import Iterator

from engine.era.events import Gained
from engine.era.moves import Place, TokenMove

from .event_messages import news as event_news
from .happenings import GameGoesOn, MoveMade, MoveTakenBack, TrackMoved
from .menus.move_words import subject
from .texts import Message, say
from .view import View

NEWS_S = 2.0
"""How long the last move stands on the display (table talk, T2)."""
HANDS_S = 4.0
"""How long it does where hands have something to take or to move because of it."""


def news_now(view: View, now: float) -> Message | None:
    """What is to be said of the news at that moment (s); None once all is said."""
    if view.news is None:
        return None
    until = view.news.at
    for message, seconds in all_news(view):
        until += seconds
        if now < until:
            return message
    return None


def all_news(view: View) -> Iterator[tuple[Message, float]]:
    """All that is to be said of what happened last, in order, and how long the display says each (s)."""
    match view.news:
        case None | GameGoesOn():  # the greeting fills the display
            return
        case TrackMoved(player=player, track=track, before=before, after=after):
            yield say("news.corrected", player=player, what=track, before=before, after=after), NEWS_S
        case MoveTakenBack(player=player, move=move):
            what = move.area if isinstance(move, TokenMove) else subject(move)
            key = "news.taken-back" if what else "news.undone"
            yield say(key, player=player or "", **({"area": what} if what else {})), NEWS_S
        case MoveMade(player=player, move=Place(area=area)):
            yield say("news.made", player=player or "", area=area), NEWS_S
        case MoveMade() as made:
            yield from _made(view, made)


def _made(view: View, made: MoveMade) -> Iterator[tuple[Message, float]]:
    """Of a move that no laid token makes."""
    by = made.player or ""
    for event in made.events:
        if isinstance(event, Gained) and event.player != by:
            reward = event_news(event, by)
            if reward is not None:
                yield reward, HANDS_S
    for gain in view.gains:
        if gain.player == by:
            moved = say("news.gain", player=by, gain=gain.after - gain.before, space=gain.after)
            with_symbol = say("news.gain-symbol", symbol=gain.symbol, **dict(moved.values))
            yield with_symbol if gain.symbol else moved, HANDS_S
    goods: dict[str, int] = {}
    for event in made.events:
        if isinstance(event, Gained) and event.player == by and event.clause != "SYM-1":
            for kind, count in event.goods:
                if kind != "influence":
                    goods[kind] = goods.get(kind, 0) + count
    if goods:
        yield say("news.gets", player=by, goods=tuple(goods.items())), HANDS_S
        return
    told = (event_news(event, by) for event in reversed(made.events) if not isinstance(event, Gained))
    done = next((message for message in told if message is not None), None)
    if done is not None:
        yield done, NEWS_S
    elif isinstance(made.move, TokenMove) and made.game.action is None:  # else its menu opens, which says enough
        yield say("news.made", player=by, area=made.move.area), NEWS_S
