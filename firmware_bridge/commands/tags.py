"""era-table tags: which tag is whose token."""

import argparse
import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from ..config import load
from ..enrolment import enrol_all, forget_tags, replace_lost
from ..errors import NoService
from ..roster_file import whole_roster
from ..table_pads import OwnPads, ServicePads
from .common import add_config, add_json, add_state, command, places, this_command


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Describe the arguments."""
    tags = commands.add_parser("tags", help="which tag is whose token")
    kinds = tags.add_subparsers(metavar="WHAT", required=True)
    enrol = kinds.add_parser("enrol", help="lay each token in turn: it is named and written to the roster")
    enrol.set_defaults(run=run_enrol)
    show = kinds.add_parser("list", help="the tags that are enrolled")
    add_json(show)
    show.set_defaults(run=run_list)
    replace = kinds.add_parser("replace", help="a token's tag is lost: give it another, in mid-game if need be")
    replace.add_argument("lost", metavar="TAG|COLOUR", type=str.lower, help="the lost tag, or whose token it is")
    replace.add_argument("new", metavar="NEW", type=str.lower, nargs="?", help="its successor (the one laid on a pad)")
    replace.set_defaults(run=run_replace)
    forget = kinds.add_parser("forget", help="a tag, or all of a colour, is nobody's token any more")
    forget.add_argument("who", metavar="TAG|COLOUR", type=str.lower, help="the tag, or whose")
    forget.set_defaults(run=run_forget)
    for kind in (enrol, show, replace, forget):
        add_state(kind)
        add_config(kind)


def run_list(asked: argparse.Namespace) -> int:
    """Say which tags there are, and where they lie if a service runs that knows."""
    try:
        known = command(asked, {"command": "tags"})
    except NoService:
        roster = whole_roster(load(asked.config), asked.config, places(asked).roster)
        known = {"tags": dict(roster.tags), "fixed": roster.fixed, "lying": [], "missing": None, "simulated": False}
    if asked.json:
        print(json.dumps(known["tags"]))
        return 0
    where = {token["tag"]: f"on {token['place']}" for token in known["lying"]}
    where |= {tag: f"missing on {place}" for tag, place in (known["missing"] or {}).items()}
    fixed = "is the simulated table's own" if known["simulated"] else "stands in table.toml"
    for tag, player in known["tags"].items():
        notes = [where.get(tag), fixed if tag in known["fixed"] else None]
        print(f"{player:<8} {tag:<20} {', '.join(filter(None, notes))}".rstrip())
    if not known["tags"]:
        print("No tag is enrolled.")
    return 0


def run_enrol(asked: argparse.Namespace) -> int:
    """Enrol what is missing."""
    with _pads(asked) as pads:
        enrolled = enrol_all(pads, pads.players, _say)
    print(f"{enrolled} tokens enrolled; every player has all.")
    return 0


def run_replace(asked: argparse.Namespace) -> int:
    """Replace a lost tag."""
    with _pads(asked) as pads:
        replace_lost(pads, asked.lost, asked.new, _say)
    return 0


def run_forget(asked: argparse.Namespace) -> int:
    """Forget a tag, or those of a player."""
    with _pads(asked) as pads:
        forget_tags(pads, asked.who, _say)
    return 0


@contextmanager
def _pads(asked: argparse.Namespace) -> Iterator[ServicePads | OwnPads]:
    """Those of the running service or, if none runs, those on the wires."""
    with ExitStack() as opened:
        try:
            service = ServicePads(lambda request: command(asked, request))
        except NoService:
            yield OwnPads(load(asked.config), asked.config, places(asked), this_command(), opened)
        else:
            yield service


def _say(words: str) -> None:
    print(words, flush=True)
