"""What can be wrong with a reader, told from what its registers say, in words for whoever has to mend it."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from hardware.readers import registers as reg


class Trouble(StrEnum):
    """Kinds of trouble that a driver can tell apart.

    Two chip selects that are swapped are none of them: both chips answer, each for the other's pad. Only a tag laid on
    a known pad can show that.
    """

    ABSENT = "absent"        # nothing drives MISO, or it is stuck: every register reads 00, or FF
    UNKNOWN = "unknown"      # the version byte of no chip that we know
    FROZEN = "frozen"        # it answers, and does not do what it is told
    RESET = "reset"          # it answers, with its registers at their reset values: its supply has dipped
    GARBLING = "garbling"    # the same register reads differently from one moment to the next


@dataclass(frozen=True, slots=True)
class Fault:
    """One trouble of one reader; why: what was found, where, and what to do."""

    trouble: Trouble
    why: str


def diagnose(path: str, reads: Sequence[Sequence[int]], setup: Sequence[int]) -> Fault:
    """Which trouble it is, from register checks (`registers.READ_HEALTH`) of which the first was not as it should be.

    setup: what the registers of the set-up should hold.
    """
    version, *held, field = reads[0][1:]
    if all(map(is_nobody, reads)):
        return Fault(
            Trouble.ABSENT,
            f"Reader {path} does not answer (everything reads 0x{version:02x}). Look at its power and wires, MISO "
            "above all; a module on the same bus that does not let go of MISO does this too.",
        )
    if any(read[1:] != reads[0][1:] for read in reads):
        return Fault(
            Trouble.GARBLING,
            f"Reader {path} reads differently from one moment to the next. Give it a slower speed_hz or a shorter "
            "cable; or another module on its bus does not let go of MISO.",
        )
    if version not in reg.MAKES:
        return Fault(
            Trouble.UNKNOWN,
            f"Reader {path}: version byte 0x{version:02x}, which no chip that we know has. Look at the wiring, MISO "
            "above all; try a slower speed_hz; or replace the module.",
        )
    if held == reg.RESET_VALUES:
        return Fault(Trouble.RESET, f"Reader {path} has lost its set-up. Look at its supply: it dips.")
    if held != setup:
        return Fault(Trouble.FROZEN, f"Reader {path} does not keep what is written to it. Turn its power off and on.")
    return Fault(
        Trouble.FROZEN,
        f"Reader {path} does not switch its antenna (TxControlReg reads 0x{field:02x}). Turn its power off and on.",
    )


def is_nobody(read: Sequence[int]) -> bool:
    """Whether no chip can have given this answer: all bits 0, or all 1."""
    return read[1] in (0x00, 0xFF) and len(set(read[1:])) == 1
