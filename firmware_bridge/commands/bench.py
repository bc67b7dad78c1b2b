"""era-table bench: `scan` measures what one look at each of twelve pads costs, `engine` how fast the rules are."""

import argparse
import json
from dataclasses import asdict

from hardware.bench.measure import Measurement, measure_scans

from ..engine_speed import RUNS, Speed, measure_engine


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Describe the arguments."""
    command = commands.add_parser("bench", help="measure the simulated table and the rules engine")
    kinds = command.add_subparsers(metavar="WHAT", required=True)
    scan = kinds.add_parser("scan", help="what one look at each of twelve pads costs, our driver beside the package")
    scan.add_argument("--json", action="store_true", help="one JSON line instead of a table")
    scan.set_defaults(run=run_scan)
    engine = kinds.add_parser("engine", help="how fast the rules engine plays whole games and single moves")
    engine.add_argument("--json", action="store_true", help="one JSON line instead of words")
    engine.add_argument("--runs", type=int, default=RUNS, metavar="N", help=f"the best of N runs counts ({RUNS})")
    engine.set_defaults(run=run_engine)


def run_scan(asked: argparse.Namespace) -> int:
    """Measure and say."""
    measured = measure_scans()
    print(json.dumps(asdict(measured)) if asked.json else table(measured))
    return 0


def table(measured: Measurement) -> str:
    """The figures for people."""
    lines = [
        f"One scan of {measured.readers} pads at 4 MHz, 20 us a transfer; tags as slow to wake as ISO 14443-3 allows.",
        "",
        f"{'':8}{'our driver':>32}{'':6}{'mfrc522 package, 1 MHz':>32}",
        f"{'pads':8}{'read':>5}{'ms':>8}{'transfers':>11}{'cpu ms':>8}{'':6}{'read':>10}{'ms':>10}{'transfers':>12}",
    ]
    for cost in measured.scans:
        ours = f"{cost.read:>5}{cost.ms:>8.1f}{cost.transfers:>11}{cost.cpu_ms:>8.2f}"
        theirs = f"{cost.package_read:>10}{cost.package_ms:>10.1f}{cost.package_transfers:>12}"
        lines.append(f"{cost.load:8}{ours}{'':6}{theirs}")
    lines += [
        "",
        "The package stops at the first answer: it reads 4 bytes of a longer UID, and of two tags none.",
        "ms: modelled, exact. cpu ms: real processor time of our own code, against recorded answers (median).",
        f"The bench itself: {measured.bench_us_single:.1f} us of real time a transfer, "
        f"{measured.bench_us_burst:.1f} us a transfer of our driver, which says more in one.",
    ]
    return "\n".join(lines)


def run_engine(asked: argparse.Namespace) -> int:
    """Measure and say."""
    speed = measure_engine(asked.runs)
    print(json.dumps({name: round(value, 2) for name, value in asdict(speed).items()}) if asked.json else words(speed))
    return 0


def words(speed: Speed) -> str:
    """The figures for people."""
    return "\n".join([
        f"Whole games of {speed.players} players by chance, processor time of one core, best of several runs.",
        "",
        f"uniform play, full menus   {speed.decisions_per_s:>9.0f} decisions/s",
        f"eager play                 {speed.games_per_s:>9.0f} games/s",
        "",
        f"one menu                   {speed.menu_us:>9.2f} us",
        f"one move, legality checked {speed.apply_us:>9.2f} us",
        f"choosing, and the loop     {speed.other_us:>9.2f} us",
        f"menu and move, round 1     {speed.first_round_us:>9.2f} us",
        f"menu and move, last round  {speed.last_round_us:>9.2f} us",
        f"a state to JSON and back   {speed.state_json_us:>9.2f} us",
        f"the same, and checked      {speed.state_checked_us:>9.2f} us",
    ])
