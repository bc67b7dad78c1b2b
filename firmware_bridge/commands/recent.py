"""era-table recent: what the readers of a running table have said in the last hour."""

import argparse
import json
from typing import Any

from ..recording.recent import MOST_ANSWERED
from .common import add_json, add_state, command


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Describe the arguments."""
    recent = commands.add_parser("recent", help="what the readers have said in the last hour, from memory")
    add_state(recent)
    recent.add_argument("--reads", metavar="PLACE", help="of one reader only, such as build:1")
    recent.add_argument("--count", type=int, default=30, metavar="N", help=f"changes, {MOST_ANSWERED} at most (30)")
    add_json(recent)
    recent.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    """Ask and say, the newest last."""
    request: dict[str, Any] = {"command": "recent", "count": asked.count}
    if asked.reads is not None:
        request["reads"] = asked.reads
    answer = command(asked, request)
    if asked.json:
        print(json.dumps(answer))
        return 0
    for told in reversed(answer["runs"]):
        what = ", ".join(told["tags"]) or told["why"]
        print(
            f"{told['ago_s']:>8.1f} s ago, for {told['lasted_s']:>6.1f} s ({told['looks']} looks) "
            f"{told['reads']:<13} {told['seen']:<8} {what}".rstrip()
        )
    print(f"{len(answer['runs'])} of {answer['kept']} changes of the last hour.")
    return 0
