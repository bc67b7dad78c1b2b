"""era-table replay: what presence and referee make of a recording."""

import argparse
import json
from pathlib import Path

from ..recording.replay import Replay
from ..recording.telling import happened_values, happened_words


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Describe the arguments."""
    parser = commands.add_parser("replay", help="replay a recording: what the pads told, and what the table made of it")
    parser.add_argument("file", type=Path, metavar="FILE", help="what era-table record has written")
    parser.add_argument("--json", action="store_true", help="JSON lines instead of words")
    parser.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    """Replay and say; 1 if the recording was cut off, or this program makes other things of it."""
    replay = Replay(asked.file)
    header = replay.header
    if not asked.json:
        print(f"Recorded by era-table {header.program}; {len(header.places)} pads.")
    for happened in replay:
        if asked.json:
            print(json.dumps(happened_values(happened, header)))
        else:
            print(happened_words(happened, header))
    notes = []
    if not replay.ended:
        notes.append("The recording was cut off here.")
    if not replay.same:
        notes.append("This program tells other things of these readings than the one that recorded them.")
    if asked.json:
        print(json.dumps({"event": "end", "ended": replay.ended, "same": replay.same}))
    else:
        print("\n".join(notes or [f"End: {replay.ended}."]))
    return 1 if notes else 0
