"""What comes of a recording, told: in words for people, as values for programs. Pad events too, unlike `telling`."""

from dataclasses import fields
from typing import Any

from hardware.readers.reading import (
    PadClear,
    PadEvent,
    PadGarbled,
    RandomTag,
    RandomTagGone,
    ReaderBack,
    ReaderLost,
    TableKnown,
    TagCopied,
    TagSingle,
    TokenLaid,
    TokenLifted,
)

from ..telling import as_values, as_words
from .form import Header
from .replay import Happened


def happened_values(happened: Happened, header: Header) -> dict[str, Any]:
    """One thing that happened as values of JSON; `event` names its kind, `at` is in s since the recording began."""
    event = happened.event
    if isinstance(event, PadEvent):
        values = {field.name: getattr(event, field.name) for field in fields(event)}
        values = {"event": type(event).__name__, **values}
    else:
        values = as_values(event, happened.in_turn)
    return values | {"at": round(event.at - header.at, 6)}


def happened_words(happened: Happened, header: Header) -> str:
    """One thing that happened as a line, its time before it; what the table made of it is set in."""
    event = happened.event
    words = _pad_words(event, header) if isinstance(event, PadEvent) else f"  {as_words(event, happened.in_turn)}"
    return f"{event.at - header.at:10.3f} s  {words}"


def _pad_words(event: PadEvent, header: Header) -> str:
    places = header.places
    match event:
        case TokenLaid(tag=tag, reader=reader):
            return f"{places[reader]}: {_tag(tag, header)} laid"
        case TokenLifted(tag=tag, reader=reader):
            return f"{places[reader]}: {_tag(tag, header)} lifted"
        case ReaderLost(reader=reader, why=why):
            return f"{places[reader]}: the reader is lost. {why}"
        case ReaderBack(reader=reader):
            return f"{places[reader]}: the reader is back"
        case PadGarbled(reader=reader, why=why):
            return f"{places[reader]}: something that can't be named ({why})"
        case PadClear(reader=reader):
            return f"{places[reader]}: can be read again"
        case RandomTag(reader=reader):
            return f"{places[reader]}: something with a new number at each look"
        case RandomTagGone(reader=reader):
            return f"{places[reader]}: what had a new number at each look is gone"
        case TagCopied(tag=tag, readers=readers):
            return f"{' and '.join(places[reader] for reader in readers)}: two of {_tag(tag, header)}"
        case TagSingle(tag=tag):
            return f"only one of {_tag(tag, header)} is left"
        case TableKnown():
            return "every pad has been looked at"


def _tag(tag: str, header: Header) -> str:
    return f"tag {tag} ({header.tags.get(tag, 'unknown')})"
