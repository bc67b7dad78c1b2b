"""era-table simulate: many games of players who decide by chance, with figures."""

import argparse
import json
import time
from pathlib import Path
from statistics import fmean, pstdev
from typing import Any

from engine.era.components import COLOURS, SETUPS
from engine.era.edition import house
from engine.era.simulate import POLICIES, Figures, simulate

from ..edition_file import load_edition
from .common import add_json


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Describe the arguments."""
    command = commands.add_parser("simulate", help="play many games by chance and say how they went")
    command.add_argument("--players", type=int, choices=sorted(SETUPS), default=4, help="how many play (4)")
    command.add_argument("--games", type=_positive, default=100, metavar="G", help="how many games (100)")
    command.add_argument("--seed", type=int, default=1, metavar="S", help="the same seed plays the same games (1)")
    command.add_argument(
        "--policy", choices=sorted(POLICIES), default="uniform",
        help="uniform: each legal move alike; eager: never stops an action early while it can do more (uniform)",
    )  # fmt: skip
    command.add_argument("--edition", type=Path, metavar="FILE", help="play with an owner's numbers (house)")
    add_json(command)
    command.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    """Play and say."""
    begun = time.perf_counter()
    edition = house() if asked.edition is None else load_edition(asked.edition)
    figures = simulate(asked.players, asked.games, asked.seed, POLICIES[asked.policy], edition)
    summary = summed_up(figures, time.perf_counter() - begun)
    print(json.dumps(summary) if asked.json else table(summary, asked, edition.name))
    return 0


def summed_up(figures: Figures, seconds: float) -> dict[str, Any]:
    """The figures as JSON has them; of `seconds` of real time all is made, counting and scoring too."""
    return {
        "games": figures.games,
        "decisions": figures.decisions,
        "seconds": round(seconds, 3),
        "decisions_per_s": round(figures.decisions / seconds),
        "games_per_s": round(figures.games / seconds, 1),
        "longest_menu": figures.longest_menu,
        "score_mean": round(fmean(figures.totals), 2),
        "score_sd": round(pstdev(figures.totals), 2),
        "seat_wins": figures.seat_wins,
        "clause_firings": dict(sorted(figures.clause_firings.items())),
    }


def table(summary: dict[str, Any], asked: argparse.Namespace, edition: str) -> str:
    """The figures for people."""
    wins = ", ".join(f"{colour} {won}" for colour, won in zip(COLOURS, summary["seat_wins"], strict=False))
    fired = [f"{clause} {count}" for clause, count in summary["clause_firings"].items()]
    rows = ["  ".join(f"{text:<16}" for text in fired[at : at + 6]).rstrip() for at in range(0, len(fired), 6)]
    return "\n".join([
        f"{summary['games']} games of {asked.players} players, {asked.policy} play, seed {asked.seed}; "
        f"edition {edition}",
        f"score     {summary['score_mean']} on average, standard deviation {summary['score_sd']}",
        f"wins      {wins}",
        f"decisions {summary['decisions']}, the longest menu had {summary['longest_menu']} moves",
        f"time      {summary['seconds']} s: {summary['decisions_per_s']} decisions/s, {summary['games_per_s']} games/s",
        "",
        "What happened, by clause:",
        *rows,
    ])


def _positive(text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number") from None
    if number < 1:
        raise argparse.ArgumentTypeError(f"{number} is too few: 1 at least")
    return number
