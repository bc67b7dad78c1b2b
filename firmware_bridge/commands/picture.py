"""era-table picture: a picture of what people see, lights and display, drawn from what the table really shows."""

import argparse
from pathlib import Path

from ..errors import ConfigError
from ..pictures.picture import drawing
from ..pictures.scenes import scenes
from ..texts import languages


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Describe the arguments."""
    picture = commands.add_parser("picture", help="draw lights and display at moments of a game, as SVG")
    picture.add_argument("file", type=Path, metavar="FILE.svg", help="written anew if it is there")
    picture.add_argument("scene", nargs="*", metavar="SCENE", help="only these: turn, problem, gain, score (all)")
    picture.add_argument("--lang", choices=languages(), default="en", help="the language of the display (en)")
    picture.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    """Write the file. ConfigError for a scene that is not there, or a file that can't be written."""
    there = {scene.name: scene for scene in scenes()}
    for name in asked.scene:
        if name not in there:
            raise ConfigError(f"there is no scene {name!r}: take of {', '.join(there)}")
    shown = [there[name] for name in asked.scene or there]
    try:
        asked.file.write_text(drawing(shown, asked.lang), encoding="utf-8")
    except OSError as error:
        raise ConfigError(f"{asked.file} can't be written: {error.strerror}") from error
    print(f"{asked.file}: {', '.join(scene.name for scene in shown)}")
    return 0
