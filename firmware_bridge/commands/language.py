"""era-table language: in which language the display of a running table speaks, or is to speak from now on."""

import argparse
import json

from ..texts import languages
from .common import add_json, add_state, command


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Describe the arguments."""
    parser = commands.add_parser("language", help="the language of a running table's display: say it, or choose")
    parser.add_argument("language", nargs="?", choices=languages(), help="the one to speak from now on")
    add_state(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    """Ask the service, or tell it."""
    request = {"command": "language"} | ({"language": asked.language} if asked.language else {})
    answer = command(asked, request)
    if asked.json:
        print(json.dumps({"language": answer["language"], "languages": answer["languages"]}))
    else:
        print(f"The display speaks {answer['language']}; there are {', '.join(answer['languages'])}.")
    return 0
