"""What people make of a display of 20x4 in English: whose turn it is, what can be chosen, what to mend by hand."""

import re
from dataclasses import dataclass

from engine.era.components import AREAS

from ..panel_screens import CURSOR

COUNT = re.compile(r"(\d+)/(\d+)\s*$")
TURN = re.compile(r"Round (\d+)/(\d+)\s+([A-Z]+)\s*$")
SCORE = re.compile(r"([A-Z]+)\s+(\d+) points?\s*$")
WINNER = re.compile(r"([A-Z]+) wins!|Shared win: ([A-Z, ]+?)\s+\d+ point")


@dataclass(frozen=True, slots=True)
class Seen:
    """What the display says.

    what: "menu", "steps" (work for the hands), "lay" and "lift" (a token of `player`), "score", "winner", "over" (no
    points are told), "mend", "idle", "paused", or "other": it may be just changing. lines: as they stand there. text:
    in one line, without the head of a menu, of steps or of a turn. at, count: the line of the cursor, from 1, or the
    step, of how many; 0 where there was no room to say so. areas: those that are named. named: whether they are full,
    or free, or where own tokens lie: "full", "free", "own", or empty.
    """

    what: str
    lines: tuple[str, ...]
    text: str
    player: str = ""
    at: int = 0
    count: int = 0
    areas: tuple[str, ...] = ()
    named: str = ""


def read_display(lines: tuple[str, ...]) -> Seen:
    """Take in what stands there."""
    head, rest = lines[0], _joined(lines[1:])
    text = _joined(lines)
    count, turn = COUNT.search(head), TURN.match(head)
    at, of = (int(count[1]), int(count[2])) if count else (0, 0)
    chosen = [line[len(CURSOR) :] for line in lines if line.startswith(CURSOR)]
    if chosen:
        return Seen("menu", lines, _joined(chosen), at=at, count=of)
    if turn:
        return _turn(lines, rest, turn[3].lower())
    if repair(text) is not None:
        return Seen("mend", lines, text)
    if count:
        return Seen("steps", lines, rest, at=at, count=of)
    if WINNER.search(text):
        return Seen("winner", lines, text)
    score = SCORE.match(head)
    if score:
        return Seen("score", lines, text, player=score[1].lower())
    for words, what in (("The game is over.", "over"), ("Count the points", "over"), ("to play", "idle")):
        if words in text:
            return Seen(what, lines, text)
    return Seen("paused" if "paused" in text else "other", lines, text)


def _turn(lines: tuple[str, ...], text: str, player: str) -> Seen:
    words = text.replace(",", " ").lower().split()
    what = next((what for what in ("lay", "lift") if what in words[:1]), "other")
    if "full:" in words or "free:" in words:
        named = "full" if "full:" in words else "free"
        listed = words[words.index(f"{named}:") :]
    else:
        named, listed = ("own", words) if what == "lift" else ("", [])
    areas = tuple(area for area in AREAS if area in listed)
    if ":" in text.partition(":")[2]:   # news stand at the foot, which may name areas, too
        named, areas = "", ()
    return Seen(what, lines, text, player, areas=areas, named=named if areas else "")


@dataclass(frozen=True, slots=True)
class Repair:
    """What hands can do about a problem.

    do: "plug" (the reader at `place`), "clear" (whatever lies at `place`), "off" (the player's token, off the area),
    "move" (from area to area `to`), "back" (the player's token, onto the area), or "one-back", "one-off" (one of the
    player's, wherever: only the player knows).
    """

    do: str
    area: str = ""
    player: str = ""
    to: str = ""
    place: str = ""


_PLACE = r"(?P<area>[A-Z]+)(?: (?P<space>\d))?"
_REPAIRS = tuple(
    (do, re.compile(pattern))
    for do, pattern in (
        ("plug", rf"Pad {_PLACE} is silent"),
        ("clear", rf"{_PLACE}: (?:I can't read|unreadable|a tag I do not|an unknown tag|a card whose|number changes)"),
        ("off", r"(?P<area>[A-Z]+): (?P<player>[A-Z]+)(?:'s token does not count| is extra)"),
        ("off", r"(?P<area>[A-Z]+) has two\. (?:Take )?(?P<player>[A-Z]+)'s"),
        ("off", r"(?P<player>[A-Z]+) lies on (?P<area>[A-Z]+) already|^(?P<a>[A-Z]+): (?P<p>[A-Z]+) is there"),
        ("off", r"(?P<player>[A-Z]+) does not play: take it off (?P<area>[A-Z]+)"),
        ("off", r"(?P<player>[A-Z]+)(?:'s)?(?: token)?(?:, wait: take it|:)? off (?P<area>[A-Z]+)"),
        ("move", r"(?P<player>[A-Z]+)(?:'s token)? slid to (?P<area>[A-Z]+): put it back on (?P<to>[A-Z]+)"),
        ("back", r"(?P<player>[A-Z]+): (?:put it )?back on (?P<area>[A-Z]+)"),
        ("back", r"(?P<area>[A-Z]+): (?P<player>[A-Z]+)(?:'s token is missing| is gone)"),
        ("one-back", r"(?P<player>[A-Z]+) lifted two"),
        ("one-off", r"(?P<player>[A-Z]+) laid two"),
    )
)


def repair(text: str) -> Repair | None:
    """What the text of a problem asks for; None for any other text."""
    for do, pattern in _REPAIRS:
        found = pattern.search(text)
        if found:
            said = {name: value.lower() for name, value in found.groupdict().items() if value}
            area, player = said.get("area") or said.get("a", ""), said.get("player") or said.get("p", "")
            place = f"{area}:{said['space']}" if "space" in said else area
            return Repair(do, area, player, said.get("to", ""), place)
    return None


def _joined(lines: tuple[str, ...] | list[str]) -> str:
    return " ".join(" ".join(lines).split())
