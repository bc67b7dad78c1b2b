"""The guide in docs/ and systemd/: its links lead somewhere, and the commands that it names are there."""

import re
from pathlib import Path

import pytest

from firmware_bridge.cli import parser

ROOT = Path(__file__).parent.parent
PAGES = sorted([*(ROOT / "docs").glob("*.md"), ROOT / "systemd/README.md"])


def anchors(page: Path) -> set[str]:
    """A heading's anchor: small letters, blanks become hyphens, all else but letters, digits and hyphens goes."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w-]", "", heading.lower().replace(" ", "-")) for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)]+)\)", page.read_text()):
        name, _, anchor = target.partition("#")
        there = page.parent / name if name else page
        assert there.exists(), target
        assert not anchor or anchor in anchors(there), target


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_is_there(page: Path) -> None:
    (commands,) = [action.choices for action in parser()._actions if isinstance(action.choices, dict)]
    lines = re.findall(r"`[^`]+`|^sudo .*$", page.read_text(), re.MULTILINE)
    for name in re.findall(r"era-table ([a-z][a-z-]*)", "\n".join(lines)):
        assert name in commands, name


def test_every_page_is_in_the_table_of_contents() -> None:
    contents = (ROOT / "docs/README.md").read_text()
    for page in (ROOT / "docs").glob("*.md"):
        assert page.name == "README.md" or f"({page.name})" in contents, page.name
