"""What several commands share: where the table's state lives, and asking the service that runs it."""

import argparse
import json
import os
import shlex
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from ..config import TableConfig, Web
from ..control import ask
from ..errors import ServiceError
from ..places import Places
from ..telling import state_text


def add_state(command: argparse.ArgumentParser) -> None:
    """The folder that stands for one table."""
    command.add_argument(
        "--state", type=_folder, metavar="DIR", help="the folder of this table's state (~/.local/state/era-table)"
    )


def _folder(text: str) -> Path:
    if not text:  # of a variable that is not set; as a path it would be the folder that one stands in
        raise argparse.ArgumentTypeError("the name is empty: name the folder, or leave --state out")
    return Path(text)


def add_config(command: "argparse._ActionsContainer") -> None:
    """The table's file: the one named, else an installed table's ($ERA_TABLE_CONFIG), else one that lies here."""
    here = Path(os.environ.get("ERA_TABLE_CONFIG") or "table.toml")
    command.add_argument("--config", type=Path, default=here, help=f"the table's file ({here})")


def add_json(command: argparse.ArgumentParser) -> None:
    """For programs that read what the command says."""
    command.add_argument("--json", action="store_true", help="one JSON line instead of words")


def say_state(asked: argparse.Namespace, state: dict[str, Any]) -> None:
    """What a service says of its table, as asked: in words or as JSON."""
    print(json.dumps(state) if asked.json else state_text(state))


def add_web(command: argparse.ArgumentParser) -> None:
    """The table in the browser, see `config.Web`; parsed to what of it the command line says, None without `--web`."""
    command.add_argument(
        "--web", type=_where, nargs="?", const={}, metavar="[HOST:]PORT",
        help=f"show the table in the browser, at this port of this machine ({Web().port}; 0: any that is free); with "
        "0.0.0.0: in front phones and other computers reach it too",
    )  # fmt: skip


def _where(text: str) -> dict[str, Any]:
    host, _, port = text.rpartition(":")
    if not port.isascii() or not port.isdecimal() or int(port) > 65535:
        raise argparse.ArgumentTypeError(f"{text}: a port is a number from 0 to 65535")
    return {"port": int(port)} | ({"host": host.removeprefix("[").removesuffix("]")} if host else {})


def with_web(config: TableConfig, asked: Mapping[str, Any] | None) -> TableConfig:
    """The config with what `--web` says, None where it was not given; without a port the file's, else the usual one."""
    if asked is None:
        return config
    return msgspec.structs.replace(config, web=msgspec.structs.replace(config.web or Web(), **asked))


def this_command() -> str:
    """The command line, for whoever finds the table taken."""
    return shlex.join(["era-table", *sys.argv[1:]])


def places(asked: argparse.Namespace) -> Places:
    """The folders that the arguments and the environment name."""
    return Places.of(asked.state, os.environ)


def command(asked: argparse.Namespace, request: dict[str, Any]) -> dict[str, Any]:
    """Give the running service a command; its answer. Raises what `control.ask` raises, and ServiceError for a no."""
    answer = ask(places(asked).socket, request)
    if not answer["ok"]:
        raise ServiceError(answer["error"])
    return answer
