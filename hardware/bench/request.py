"""What all requests to a simulated table in its own process are made of; see `protocol`."""

from typing import Annotated, Literal

import msgspec

from hardware.bench.header import PINS

Seconds = Annotated[float, msgspec.Meta(ge=0, le=1e9)]       # some thirty years: more, the system's waits refuse
Hertz = Annotated[int, msgspec.Meta(gt=0)]
Hex = Annotated[str, msgspec.Meta(pattern="^([0-9A-Fa-f]{2})*$")]
Pin = Annotated[int, msgspec.Meta(ge=0, lt=PINS)]
Byte = Annotated[int, msgspec.Meta(ge=0, le=255)]
Level = Literal[0, 1]
Port = Literal["display", "lights"]


class Request(msgspec.Struct, tag_field="op", forbid_unknown_fields=True):
    """Root of all requests; `op` names which."""
