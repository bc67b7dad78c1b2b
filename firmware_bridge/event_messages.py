"""What the engine tells of a move, as messages for the display: news, and what hands do at the end of a round."""

from collections.abc import Iterable

from engine.era.events import (
    BonusTokenBought,
    BonusTokenSpent,
    CardDealt,
    CardManufactured,
    CardsDiscarded,
    CardsRemoved,
    Corrected,
    DeckShuffled,
    Event,
    FactoryBuilt,
    FieldDeveloped,
    Gained,
    LoadsRefilled,
    PatentRegistered,
    RoundMarkerMoved,
    StartPlayerMoved,
)

from .panels import Steps
from .texts import Message, say

TOP_ROW = 3
"""The first space of the display's path in its top row: the three before it lie below, right to left (ROUND-3)."""


def news(event: Event, by: str) -> Message | None:
    """The line for an event of a move by the player `by`; None for what is shown otherwise, or is silent when right.

    Whoever gains on somebody else's turn is told for what (T14); a symbol of the influence track by that (T13).
    """
    match event:
        case Gained(player=player, goods=goods, clause="SYM-1"):
            return say("news.symbol", player=player, goods=goods)
        case Gained(player=player, goods=goods, source=source) if player != by:
            invention = source.split(" ")[0]  # of which field, the board tells
            return say("news.reward", player=player, goods=goods, source=invention, by=by)
        case Gained(player=player, goods=goods, source=source):
            return say("news.gained", player=player, goods=goods, source=source)
        case FactoryBuilt(player=player, card=card):
            return say("news.built", player=player, card=card)
        case CardManufactured(player=player, card=card):
            return say("news.manufactured", player=player, card=card)
        case FieldDeveloped(player=player, field=field):
            return say("news.developed", player=player, field=field)
        case PatentRegistered(player=player, space=space):
            return say("news.patent", player=player, space=space)
        case BonusTokenBought(player=player):
            return say("news.bonus-bought", player=player)
        case BonusTokenSpent(player=player):
            return say("news.bonus-spent", player=player)
        case Corrected(player=player, what=what, before=before, after=after):
            return say("news.corrected", player=player, what=what, before=before, after=after)
        case _:
            return None


def round_end(ended: int, events: Iterable[Event]) -> Steps | None:
    """The work after the round number `ended`, card by card in the order in which it is done (T16); None for none."""
    steps = tuple(step for event in events if (step := _step(event)) is not None)
    return Steps(say("round.end", round=ended), steps) if steps else None


def _step(event: Event) -> Message | None:
    match event:
        case CardsRemoved(cards=cards):
            return say("round.remove", cards=cards)
        case CardsDiscarded(cards=cards):
            return say("round.discard", cards=cards)
        case DeckShuffled(deck=deck):
            return say(f"round.shuffle-{deck}")
        case CardDealt(deck="factory", card=card, space=space):
            return say("round.deal-factory", n=space + 1, card=card)
        case CardDealt(card=card, space=space) if space < TOP_ROW:
            return say("round.deal-bottom", n=TOP_ROW - space, card=card)
        case CardDealt(card=card, space=space):
            return say("round.deal-top", n=space - TOP_ROW + 1, card=card)
        case LoadsRefilled():
            return say("round.refill")
        case RoundMarkerMoved(round=round_):
            return say("round.marker", round=round_)
        case StartPlayerMoved(player=player):
            return say("round.start", player=player)
        case _:
            return None
