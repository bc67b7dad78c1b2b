"""[web] in table.toml, and `--web` on the command line."""

import argparse
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge.commands.common import add_web, with_web
from firmware_bridge.config import TableConfig, Web, load
from firmware_bridge.errors import ConfigError

TABLE = """
[game]
players = ["yellow", "green", "brown"]
[[reader]]
bus = 0
device = 0
reads = "build:1"
"""


def loaded(folder: Path, more: str = "") -> TableConfig:
    path = folder / "table.toml"
    path.write_text(TABLE + more)
    return load(path)


def asked(*words: str) -> dict[str, Any] | None:
    parser = argparse.ArgumentParser(exit_on_error=False)
    add_web(parser)
    web: dict[str, Any] | None = parser.parse_args(words).web
    return web


def test_a_table_has_no_pages_unless_somebody_asks(tmp_path: Path) -> None:
    config = loaded(tmp_path)
    assert config.web is None
    assert with_web(config, asked()).web is None


def test_pages_are_for_the_machine_itself_by_default(tmp_path: Path) -> None:
    assert loaded(tmp_path, "[web]\n").web == Web(host="127.0.0.1", port=8080, pin="", hosts=[])
    assert with_web(loaded(tmp_path), asked("--web")).web == Web()


def test_the_command_line_says_which_port(tmp_path: Path) -> None:
    config = loaded(tmp_path, '[web]\nhost = "0.0.0.0"\nport = 80\npin = "2718"\nhosts = ["table.example"]\n')
    assert with_web(config, asked()).web == config.web
    assert with_web(config, asked("--web")).web == config.web
    assert with_web(config, asked("--web", "8099")).web == Web("0.0.0.0", 8099, "2718", ["table.example"])
    assert with_web(loaded(tmp_path), asked("--web", "0")).web == Web(port=0)


def test_the_command_line_says_who_reaches_it(tmp_path: Path) -> None:
    config = loaded(tmp_path, '[web]\nport = 80\npin = "2718"\n')
    assert with_web(config, asked("--web", "0.0.0.0:8099")).web == Web("0.0.0.0", 8099, "2718")
    assert with_web(loaded(tmp_path), asked("--web", "[::]:0")).web == Web("::", 0)


@pytest.mark.parametrize("port", ["65536", "http", "-", "80.5", "٣", "0.0.0.0", "0.0.0.0:"])
def test_what_is_no_port_is_told(port: str) -> None:
    with pytest.raises(argparse.ArgumentError, match="a port is a number from 0 to 65535"):
        asked("--web", port)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("port = 65536", r"\$\.web\.port"),
        ('pin = "123"', r"a pin of 3 characters: take 4 or more, or none - at `\$\.web`"),
        ("pin = 1234", r"Expected `str`, got `int` - at `\$\.web\.pin`"),
        ('hosts = ["http://table.example"]', r"hosts has 'http://table.example': write .* - at `\$\.web`"),
        ('hosts = ["table.example:8080"]', "hosts has 'table.example:8080'"),
        ('hosts = ["*.example"]', r"hosts has '\*\.example'"),
        ('hosts = [""]', "hosts has ''"),
        ('name = "x"', r"unknown key 'name' in \[web\]"),
    ],
)
def test_a_mistake_names_the_key(tmp_path: Path, line: str, told: str) -> None:
    with pytest.raises(ConfigError, match=told):
        loaded(tmp_path, f"[web]\n{line}\n")
