"""era-table edition: the printed numbers of a copy of the game, checked, and the form in which an owner enters them."""

import argparse
import json
from collections import Counter
from dataclasses import asdict
from pathlib import Path

from engine.era.edition import check_edition, read_edition
from engine.era.edition_form import edition_form
from engine.errors import UnreadableEdition

from ..edition_file import bytes_of
from ..errors import ConfigError
from .common import add_json


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Describe the arguments."""
    edition = commands.add_parser("edition", help="the printed numbers of a copy of the game")
    kinds = edition.add_subparsers(metavar="WHAT", required=True)
    check = kinds.add_parser("check", help="name each value that is missing, impossible, or contradicts the rulebook")
    check.add_argument("file", type=Path, metavar="FILE")
    add_json(check)
    check.set_defaults(run=run_check)
    new = kinds.add_parser("new", help="write a form to fill in from your copy")
    new.add_argument("file", type=Path, metavar="FILE")
    new.set_defaults(run=run_new)


def run_check(asked: argparse.Namespace) -> int:
    """Say what is wrong with the file; 1 if anything is."""
    text = bytes_of(asked.file)
    try:
        findings = check_edition(text)
    except UnreadableEdition as error:
        raise ConfigError(f"{asked.file}: {error}") from error
    if asked.json:
        print(json.dumps({"file": str(asked.file), "findings": [asdict(finding) for finding in findings]}))
    else:
        print("\n".join(f"{finding.kind:<11} {finding}" for finding in findings) or whole(text))
    return 1 if findings else 0


def whole(text: bytes) -> str:
    """The words for an edition in which nothing is wrong: its name, and where its values are from."""
    edition = read_edition(text)
    sources = Counter(source for _, source in edition.sources)
    by_source = ", ".join(f"{count} {source}" for source, count in sources.most_common())
    return f"{edition.name} is whole. Entries by source: {by_source}."


def run_new(asked: argparse.Namespace) -> int:
    """Write the form, never over a file that is there."""
    try:
        with asked.file.open("x", encoding="utf-8") as file:
            file.write(edition_form())
    except FileExistsError as error:
        raise ConfigError(f"{asked.file} is there already and stays as it is: name another file") from error
    except OSError as error:
        raise ConfigError(f"{asked.file} can't be written: {error.strerror}") from error
    print(f'{asked.file}: fill in every "" and {{}}, then run era-table edition check {asked.file}')
    return 0
