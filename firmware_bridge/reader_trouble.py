"""Readers in trouble: told to the operator in words as it comes and goes, and kept for whoever asks."""

from collections.abc import Callable, Sequence
from typing import Any

from hardware.readers.reading import PadClear, PadEvent, PadGarbled, ReaderBack, ReaderLost

from .roster import Place


class ReaderTrouble:
    """Stands between the pads and the session, in the pads' thread; `values` may be asked from another.

    places: what each reader reads; put: where the events go on to; tell: is told in words.
    """

    def __init__(self, places: Sequence[Place], put: Callable[[PadEvent], None], tell: Callable[[str], None]) -> None:
        self._places = places
        self._put = put
        self._tell = tell
        self._known: dict[int, ReaderLost | PadGarbled] = {}

    def read_now(self, places: Sequence[Place]) -> None:
        """The readers read these places from now on."""
        self._places = places

    def put(self, event: PadEvent) -> None:
        """Something happened on the pads."""
        match event:
            case ReaderLost() | PadGarbled():
                self._known[event.reader] = event
                self._tell(f"{self._places[event.reader]}: {event.why}")
            case ReaderBack() | PadClear():
                self._known.pop(event.reader, None)
                self._tell(f"{self._places[event.reader]}: the reader is well again")
        self._put(event)

    def values(self) -> list[dict[str, Any]]:
        """The trouble that there is now, as values of JSON, in the readers' order.

        trouble: its kind, as `hardware.readers.trouble.Trouble`, or "garbled" where the chip is well and what lies on
        the pad can't be named; why: in words, with what to do.
        """
        return [
            {"reads": str(self._places[reader]), "trouble": _kind(event), "why": event.why}
            for reader, event in sorted(self._known.copy().items())
        ]


def _kind(event: ReaderLost | PadGarbled) -> str:
    if isinstance(event, PadGarbled):
        return "garbled"
    return event.trouble.value if event.trouble is not None else "absent"
