"""era-table bench: how fast and how rightly pads are read, how fast people see an event, how fast the rules are."""

import argparse
import json
import logging
import os
import sys
import time
from dataclasses import asdict
from typing import Any

from hardware.bench.measure import SLOW, Measurement, measure_scans
from hardware.bench.measure_events import EventFigures, measure_events, p99_ms

from ..measures.display_speed import measure_displays, words as display_words
from ..measures.engine_speed import RUNS, Speed, measure_engine
from ..measures.idle_cost import SECONDS as IDLE_SECONDS, measure_idle
from ..measures.light_speed import MINUTES as LIGHT_MINUTES, measure_lights
from ..measures.resume_speed import RUNS as RESUME_RUNS, measure_resume
from ..measures.soak import soak
from ..texts import languages
from ..wire_games.chaos import play_games
from .common import add_json

CHAOS_GAMES = 9
"""One of each kind."""
MINUTES = 30.0
PLACEMENTS = 400
NAMES = {"empty": "empty", "uid4": "4-byte UIDs", "uid7": "7-byte UIDs"}


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Describe the arguments."""
    command = commands.add_parser("bench", help="measure the simulated table and the rules engine")
    kinds = command.add_subparsers(metavar="WHAT", required=True)
    scan = kinds.add_parser("scan", help="how fast and how rightly twelve pads are read, beside the mfrc522 package")
    scan.add_argument("--json", action="store_true", help="one JSON line instead of a table")
    scan.add_argument(
        "--minutes", type=_minutes, default=MINUTES, metavar="M",
        help=f"simulated minutes in which tokens lie still, in each of four kinds of noise ({MINUTES:g})",
    )  # fmt: skip
    scan.add_argument(
        "--placements", type=_count, default=PLACEMENTS, metavar="N",
        help=f"tokens lifted and laid in each kind of noise ({PLACEMENTS})",
    )  # fmt: skip
    scan.add_argument("--jobs", type=_count, default=os.cpu_count() or 1, metavar="J", help="processes side by side")
    scan.set_defaults(run=run_scan)
    engine = kinds.add_parser("engine", help="how fast the rules engine plays whole games and single moves")
    add_json(engine)
    engine.add_argument("--runs", type=int, default=RUNS, metavar="N", help=f"the best of N runs counts ({RUNS})")
    engine.set_defaults(run=run_engine)
    lights = kinds.add_parser("lights", help="what an event costs until 150 LEDs show it, and what their wire carries")
    add_json(lights)
    lights.add_argument(
        "--minutes", type=_minutes, default=LIGHT_MINUTES, metavar="M",
        help=f"modelled minutes at full rate ({LIGHT_MINUTES:g})",
    )  # fmt: skip
    lights.set_defaults(run=run_lights)
    display = kinds.add_parser("display", help="what a change costs on a display of each kind: bytes, time, processor")
    display.add_argument("--json", action="store_true", help="one JSON line instead of a table")
    display.add_argument("--lang", choices=languages(), default="en", help="of the texts (%(default)s)")
    display.set_defaults(run=run_display)
    resume = kinds.add_parser("resume", help="what it costs to keep a whole game, and to go on with it after a start")
    add_json(resume)
    resume.add_argument("--runs", type=_count, default=RESUME_RUNS, metavar="N", help="the best of N (%(default)s)")
    resume.set_defaults(run=run_resume)
    chaos = kinds.add_parser("chaos", help="whole games while everything goes wrong, the service killed in them")
    add_json(chaos)
    chaos.add_argument("--games", type=_count, default=CHAOS_GAMES, metavar="N", help="so many (%(default)s)")
    chaos.add_argument("--seed", type=int, default=1, metavar="S", help="of the first one (%(default)s)")
    chaos.add_argument("--jobs", type=_count, default=os.cpu_count() or 1, metavar="J", help="games side by side")
    chaos.set_defaults(run=run_chaos)
    web = kinds.add_parser("web", help="the table in the browser: the first page, memory, fifty browsers, the scan")
    add_json(web)
    web.set_defaults(run=run_web)
    idle = kinds.add_parser("idle", help="what a service costs that has nothing to do: start, memory, processor")
    add_json(idle)
    idle.add_argument(
        "--seconds", type=_minutes, default=IDLE_SECONDS, metavar="S", help=f"how long it is watched ({IDLE_SECONDS:g})"
    )
    idle.set_defaults(run=run_idle)
    soaked = kinds.add_parser("soak", help="days with a fault every few minutes: does anything grow, is anything told")
    add_json(soaked)
    soaked.add_argument("--hours", type=_minutes, default=1.0, metavar="H", help="modelled hours (1)")
    soaked.add_argument("--seed", type=int, default=1, metavar="N", help="of the faults (1)")
    soaked.set_defaults(run=run_soak)


def _minutes(text: str) -> float:
    value = float(text)
    if not value > 0:
        raise argparse.ArgumentTypeError(f"{text}: give a number over 0")
    return value


def _count(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text}: give a whole number over 0")
    return value


def run_scan(asked: argparse.Namespace) -> int:
    """Measure and say."""
    since = time.perf_counter()
    measured = measure_scans()
    events = measure_events(asked.minutes, asked.placements, asked.jobs)
    if asked.json:
        print(json.dumps(figures(measured, events)))
    else:
        print(table(measured, events))
        print(f"Measured in {time.perf_counter() - since:.0f} s of real time, {asked.jobs} processes side by side.")
    return 0


def figures(measured: Measurement, events: EventFigures) -> dict[str, Any]:
    """The figures as values of JSON; ms of modelled time, but for cpu_ms_per_scan."""
    return {
        "solo_ms": measured.ms("solo"),
        "overlap_ms": measured.ms("overlap"),
        "package_empty_ms": measured.package[0].ms,
        "laid_p99_ms": {"0": events.laid_p99_ms(0.0), "10": events.laid_p99_ms(0.1)},
        "lifted_p99_ms": {"10": events.lifted_p99_ms(0.1), "30": events.lifted_p99_ms(0.3)},
        "wrong_events": {"10": events.wrong_events(0.1), "30": events.wrong_events(0.3)},
        "cpu_ms_per_scan": measured.cpu_ms,
        "solo_60us_ms": measured.ms("solo", SLOW),
        "overlap_60us_ms": measured.ms("overlap", SLOW),
        "bench_us": {"single": measured.bench_us_single, "burst": measured.bench_us_burst},
    }


def table(measured: Measurement, events: EventFigures) -> str:
    """The figures for people."""
    values = figures(measured, events)
    lines = [
        f"One scan of {measured.readers} pads at 4 MHz; tags as slow to wake as ISO 14443-3 allows. Milliseconds.",
        "",
        f"{'a transfer costs':24}{'20 us':>18}{'60 us':>18}{'package, 1 MHz, 20 us':>26}",
        f"{'pads':12}{'':12}{'solo':>9}{'overlap':>9}{'solo':>9}{'overlap':>9}{'ms':>16}{'read':>10}",
    ]
    keys = ("solo_ms", "overlap_ms", "solo_60us_ms", "overlap_60us_ms")
    for cost in measured.package:
        ours = "".join([f"{values[key][cost.load]:>9.1f}" for key in keys])
        lines.append(f"{NAMES[cost.load]:24}{ours}{cost.ms:>16.1f}{cost.read:>10}")
    ratio = measured.package[0].ms / values["overlap_ms"]["empty"]
    lines += [
        "",
        f"For empty pads the package needs {ratio:.1f} times as long as `overlap`. It stops at the first answer: of a",
        "longer UID it reads 4 bytes, of two tags none.",
        f"Processor time of our own code for a scan of 7-byte tags, driver to presence: {measured.cpu_ms:.2f} ms.",
        f"The bench itself: {measured.bench_us_single:.1f} us of real time a transfer, "
        f"{measured.bench_us_burst:.1f} us a transfer of our driver, which says more in one.",
        "",
        "Exchanges that fail in bursts; 7-byte tags, `overlap`. 99 of 100 are told within (ms):",
        f"{'failing':>8}{'bursts':>10}{'laid':>8}{'lifted':>8}{'wrong events, tokens lying still':>40}",
    ]
    still = {figure.weather: figure for figure in events.still}
    for handled in events.handled:
        weather = handled.weather
        bursts = f"{1e3 * weather.burst:.0f} ms" if weather.share else ""
        wrong = f"{still[weather].wrong} in {still[weather].minutes:g} minutes" if weather in still else ""
        lines.append(
            f"{weather.share:>8.0%}{bursts:>10}{p99_ms(handled.laid_s):>8.0f}{p99_ms(handled.lifted_s):>8.0f}{wrong:>40}"
        )
    told = sum(handled.wrong for handled in events.handled)
    lines.append(f"Wrong events while tokens were handled: {told}. All times but the processor's are modelled, exact.")
    return "\n".join(lines)


def run_lights(asked: argparse.Namespace) -> int:
    """Measure and say; 1 if a frame was lost."""
    measured = measure_lights(asked.minutes)
    print(json.dumps(measured.values()) if asked.json else measured.words())
    return 1 if measured.frames.lost else 0


def run_display(asked: argparse.Namespace) -> int:
    """Measure and say."""
    speeds = measure_displays(asked.lang)
    if asked.json:
        print(json.dumps({name: speed.values() for name, speed in speeds.items()}))
    else:
        print(display_words(speeds))
    return 0


def run_resume(asked: argparse.Namespace) -> int:
    """Measure and say."""
    speed = measure_resume(asked.runs)
    print(json.dumps(speed.values()) if asked.json else speed.words())
    return 0


def run_idle(asked: argparse.Namespace) -> int:
    """Measure and say."""
    cost = measure_idle(asked.seconds)
    print(json.dumps(cost.values()) if asked.json else cost.words())
    return 0


def run_web(asked: argparse.Namespace) -> int:
    """Measure and say."""
    from ..measures.web_speed import measure_web  # what speaks to browsers is imported where it is asked for only

    speed = measure_web()
    print(json.dumps(speed.values()) if asked.json else speed.words())
    return 0


def run_soak(asked: argparse.Namespace) -> int:
    """Let it run and say; 1 if something grew or was told wrongly."""
    logging.basicConfig(level=logging.ERROR)  # of each fault the log would have its line
    soaked = soak(asked.hours, asked.seed)
    print(json.dumps(soaked.values()) if asked.json else soaked.words())
    return 0 if soaked.is_well else 1


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


def run_chaos(asked: argparse.Namespace) -> int:
    """Play and say; 1 if a game was lost or scored wrongly."""
    tally = play_games(asked.games, asked.seed, asked.jobs)
    for lost in tally.lost:
        print(lost, file=sys.stderr)
    print(json.dumps(tally.values()) if asked.json else tally.words())
    return 0 if tally.finished == tally.games and not tally.wrong_scores else 1
