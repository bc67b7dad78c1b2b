"""Answers to browsers, as they go out."""

from collections.abc import Mapping
from typing import Any

import msgspec

from ..texts import texts
from .page import plain
from .refusals import Refused


def done(number: int, values: Mapping[str, Any]) -> bytes:
    """The answer to a request of that id that was done."""
    return msgspec.json.encode({"type": "done", "id": number, **values})


def refusal(number: int, refused: Refused, language: str) -> bytes:
    """The answer to one that was not."""
    return msgspec.json.encode(
        {
            "type": "refused",
            "id": number,
            "why": plain(texts(language), refused.why),
            "clause": refused.clause,
            "stale": refused.stale,
            "detail": refused.detail,
        }
    )
