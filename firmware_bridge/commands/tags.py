"""era-table tags: which tag is whose token."""

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from hardware.clock import RealClock
from hardware.readers.reading import PadEvent

from ..config import TableConfig, load
from ..enrolment import enrol_all
from ..errors import NoService
from ..lock import TableLock
from ..places import Places
from ..roster_file import add_tag, whole_roster
from ..table import Table
from ..wires import opened_pads
from .common import add_config, add_state, command, places, this_command


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Describe the arguments."""
    tags = commands.add_parser("tags", help="which tag is whose token")
    kinds = tags.add_subparsers(metavar="WHAT", required=True)
    enrol = kinds.add_parser("enrol", help="lay each token in turn: it is named and written to the roster")
    add_state(enrol)
    add_config(enrol)
    enrol.set_defaults(run=run_enrol)
    show = kinds.add_parser("list", help="the tags that are enrolled")
    add_state(show)
    add_config(show)
    show.add_argument("--json", action="store_true", help="one JSON line instead of words")
    show.set_defaults(run=run_list)


def run_list(asked: argparse.Namespace) -> int:
    """Say which tags there are."""
    tags = whole_roster(load(asked.config), asked.config, places(asked).roster).tags
    if asked.json:
        print(json.dumps(dict(tags)))
    else:
        print("\n".join(f"{player:<8} {tag}" for tag, player in tags.items()) or "No tag is enrolled.")
    return 0


def run_enrol(asked: argparse.Namespace) -> int:
    """Enrol what is missing, through the running service or, if none runs, on the wires."""
    with ExitStack() as opened:
        try:
            service = ServicePads(asked)
        except NoService:
            config = load(asked.config)
            pads: ServicePads | OwnPads = OwnPads(config, asked.config, places(asked), opened)
            players = config.game.players
        else:
            pads, players = service, service.players
        enrolled = enrol_all(pads, players, lambda words: print(words, flush=True))
    print(f"{enrolled} tokens enrolled; every player has all.")
    return 0


class ServicePads:
    """The pads of a running service, asked by its socket."""

    def __init__(self, asked: argparse.Namespace) -> None:
        self._asked = asked
        self.players: list[str] = self._ask({"command": "state"})["players"]

    def lying(self) -> Sequence[tuple[str, str | None]]:
        """See `enrolment.Pads`."""
        return [(token["tag"], token["player"]) for token in self._ask({"command": "state"})["lying"]]

    def counts(self) -> dict[str, int]:
        """See `enrolment.Pads`."""
        tokens: dict[str, int] = self._ask({"command": "state"})["tokens"]
        return tokens

    def enrol(self, tag: str, player: str) -> None:
        """See `enrolment.Pads`."""
        self._ask({"command": "enrol", "tag": tag, "player": player})

    def wait(self, seconds: float) -> None:
        """See `enrolment.Pads`."""
        RealClock().sleep(seconds)

    def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        return command(self._asked, request)


class OwnPads:
    """The pads of a table that no service runs: this command owns the wires meanwhile."""

    def __init__(self, config: TableConfig, path: Path, where: Places, opened: ExitStack) -> None:
        where.make()
        opened.callback(TableLock(where.lock, this_command()).close)
        self._path = where.roster
        self._roster = whole_roster(config, path, where.roster)
        self._table = Table()
        self._clock = RealClock()
        self._pads = opened_pads(config, self._clock, self._laid, opened)

    def _laid(self, event: PadEvent) -> None:
        self._table = self._table.after(event)

    def lying(self) -> Sequence[tuple[str, str | None]]:
        """See `enrolment.Pads`."""
        return [(token.tag, token.player) for token in self._roster.read(self._table).lying]

    def counts(self) -> dict[str, int]:
        """See `enrolment.Pads`."""
        return dict(Counter(self._roster.tags.values()))

    def enrol(self, tag: str, player: str) -> None:
        """See `enrolment.Pads`."""
        roster = self._roster.enrolled(tag, player)
        add_tag(self._path, tag, player)
        self._roster = roster

    def wait(self, seconds: float) -> None:
        """See `enrolment.Pads`."""
        end = self._clock.now() + seconds
        while self._clock.now() < end:
            self._clock.sleep(self._pads.step(self._clock.now()) - self._clock.now())
