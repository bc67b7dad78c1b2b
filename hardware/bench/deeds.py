"""What can be done to the tags, readers and wires of a simulated table in its own process, as requests (`protocol`)."""

from hardware.bench.request import Byte, Hertz, Hex, Level, Request, Seconds


class Deed(Request):
    """Root of the requests that do something to tags, readers and wires.

    Each is the method of `World` of the same name, with the same arguments; bytes go as hexadecimal digits. If the
    method answers bytes, they come back as `uid`.
    """


class Place(Deed, tag="place"):
    """Hands lay a tag on a pad."""

    uid: Hex
    reader: int


class PlaceCopy(Deed, tag="place_copy"):
    """Hands lay a copy of a tag on a pad."""

    uid: Hex
    reader: int
    number: int = 1


class PlaceRandom(Deed, tag="place_random"):
    """Hands lay a tag on a pad that has a new UID each time."""

    reader: int
    seed: int = 0


class Lift(Deed, tag="lift"):
    """Hands take a tag off the table."""

    uid: Hex


class Halt(Deed, tag="halt"):
    """Put a tag into HALT."""

    uid: Hex


class Couple(Deed, tag="couple"):
    """How well a tag is heard."""

    uid: Hex
    strength: float


class Noise(Deed, tag="noise"):
    """A share of all exchanges fails."""

    share: float
    burst: Seconds = 0.0
    reader: int | None = None
    seed: int = 0


class Neighbours(Deed, tag="neighbours"):
    """Two readers hear each other's tags."""

    one: int
    other: int
    strength: float


class Stack(Deed, tag="stack"):
    """Tags on a pad lie on one another."""

    reader: int
    shade: float


class Unplug(Deed, tag="unplug"):
    """Pull a reader's module off."""

    reader: int


class Plug(Deed, tag="plug"):
    """Plug a reader's module in."""

    reader: int


class BrownOut(Deed, tag="brown_out"):
    """A dip in a reader's supply."""

    reader: int
    in_exchange: bool = False


class SetVersion(Deed, tag="set_version"):
    """Make a reader another make of chip."""

    reader: int
    version: Byte


class Freeze(Deed, tag="freeze"):
    """A chip stops working."""

    reader: int
    seconds: Seconds | None = None
    clock_only: bool = False
    soft: bool = False


class HoldMiso(Deed, tag="hold_miso"):
    """A reader's MISO is stuck."""

    reader: int
    level: Level | None


class HoldBus(Deed, tag="hold_bus"):
    """A reader does not let go of MISO."""

    reader: int
    on: bool = True


class Cable(Deed, tag="cable"):
    """The cable to a reader is too long."""

    reader: int
    max_hz: Hertz | None
    seed: int = 0


class SwapSelects(Deed, tag="swap_selects"):
    """Two readers' chip selects are swapped."""

    one: int
    other: int


class Deny(Deed, tag="deny"):
    """Let opening a device fail for want of permission."""

    bus: int
    device: int


class Allow(Deed, tag="allow"):
    """Take `deny` back."""

    bus: int
    device: int


class Quiet(Deed, tag="quiet"):
    """End all noise and all faults."""


AnyDeed = (
    Place | PlaceCopy | PlaceRandom | Lift | Halt | Couple | Noise | Neighbours | Stack | Unplug | Plug | BrownOut
    | SetVersion | Freeze | HoldMiso | HoldBus | Cable | SwapSelects | Deny | Allow | Quiet
)
