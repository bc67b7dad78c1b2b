"""What a doctor finds: a part of the table, whether it is well, and what to do about it."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Verdict(StrEnum):
    """How a part is."""

    WELL = "well"
    NOTE = "note"  # it works; somebody should know all the same
    BAD = "bad"  # the table can't be relied upon before this is mended


@dataclass(frozen=True, slots=True)
class Finding:
    """One part looked at. what: what was found; remedy: what to do, none where all is well."""

    part: str
    verdict: Verdict
    what: str
    remedy: str = ""


def well(part: str, what: str) -> Finding:
    """Nothing needs to be done."""
    return Finding(part, Verdict.WELL, what)


def note(part: str, what: str, remedy: str = "") -> Finding:
    """It works, and somebody should know."""
    return Finding(part, Verdict.NOTE, what, remedy)


def bad(part: str, what: str, remedy: str) -> Finding:
    """It has to be mended."""
    return Finding(part, Verdict.BAD, what, remedy)


def is_bad(findings: Sequence[Finding]) -> bool:
    """Whether anything has to be mended."""
    return any(finding.verdict is Verdict.BAD for finding in findings)


def as_values(findings: Sequence[Finding]) -> list[dict[str, str]]:
    """The findings as values of JSON."""
    return [
        {"part": each.part, "verdict": each.verdict.value, "what": each.what, "remedy": each.remedy}
        for each in findings
    ]


def from_values(values: Sequence[dict[str, Any]]) -> list[Finding]:
    """The findings that `as_values` made these of."""
    return [Finding(each["part"], Verdict(each["verdict"]), each["what"], each["remedy"]) for each in values]


def as_words(findings: Sequence[Finding]) -> str:
    """The findings for people, a line each and the remedy below it."""
    lines = []
    for each in findings:
        lines.append(f"{each.verdict.value:<5} {each.part}: {each.what}")
        if each.remedy:
            lines.append(f"      -> {each.remedy}")
    return "\n".join(lines)
