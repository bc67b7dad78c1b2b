"""The texts of a language: read from locale/LANGUAGE.toml, filled in with the game's words."""

import tomllib
from functools import cache
from importlib import resources

from .errors import ConfigError


@cache
def texts(language: str) -> dict[str, dict[str, str]]:
    """Section, then key, to text. ConfigError names the languages that are there."""
    folder = resources.files("firmware_bridge.locale")
    there = sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml"))
    if language not in there:
        raise ConfigError(f"language {language!r} is not there: take one of {', '.join(there)}")
    return tomllib.loads((folder / f"{language}.toml").read_text(encoding="utf-8"))
