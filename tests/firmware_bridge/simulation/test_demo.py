"""The demo's story, told by the real command: what came of it is what the story says."""

import json
import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]

# Each mistake of the story in demo.py, once:
PROBLEMS = {
    "PLACE-1": 1,  # orange lays on DEVELOP though it is green's turn
    "PLACE-2": 1,  # brown lays a third token on BUILD
    "PLACE-3": 1,  # brown lays a second token of its own on MARKET
    "RESOLVE-1": 2,  # yellow's is swept off BUILD; orange's goes to DEVELOP while the service is down
    "RESOLVE-3": 1,  # brown lifts a token though it is yellow's turn
    "pad-silent": 1,  # a plug comes off
    "unknown-tag": 1,  # a hotel key
}
MOVES = 4 * 2 * 2 * 2  # players, tokens each (SETUP-1), laid and lifted, rounds


def test_it_ends_well(demo: "subprocess.CompletedProcess[str]") -> None:
    assert demo.returncode == 0, demo.stdout + demo.stderr
    assert demo.stderr == ""


def test_its_last_line_sums_the_story_up(demo: "subprocess.CompletedProcess[str]") -> None:
    said = json.loads(demo.stdout.splitlines()[-1])
    assert said == {"moves": MOVES, "problems": PROBLEMS, "resumed": True, "rounds": 2}


@pytest.mark.parametrize(
    ("happened", "shown"),
    [
        ("Brown lays a third on BUILD", ["BUILD has two. Take", "BROWN's off, lay it", "elsewhere", "PLACE-2"]),
        ("Orange and yellow lay at once", ["Round 1/8      GREEN"]),
        ("Orange lays on DEVELOP though", ["It is GREEN's turn.", "ORANGE, wait: take", "it off DEVELOP", "PLACE-1"]),
        ("Brown lays a second token", ["BROWN lies on MARKET", "already: choose", "another area", "PLACE-3"]),
        ("Somebody's hotel key", ["MANUFACTURE 1: a tag", "I do not know. Take", "it off."]),
        ("A sleeve sweeps", ["BUILD: YELLOW's", "token is missing.", "Put it back", "RESOLVE-1"]),
        ("The plug of the first DEVELOP", ["Pad DEVELOP 1 is", "silent: check its", "plug, or press OK."]),
        ("The service is killed", ["Game of ", "round 1 of 8", "1 thing differs"]),
        ("Its journal knows", ["ORANGE's token slid", "to DEVELOP: put it", "back on PRODUCE", "RESOLVE-1"]),
        ("The token is put back", ["Round 1/8      BROWN"]),
        ("Brown lifts a token though", ["It is YELLOW's turn.", "BROWN: put it back", "on MARKET", "RESOLVE-3"]),
    ],
)
def test_each_moment_shows_what_happened_and_what_the_display_says(
    demo: "subprocess.CompletedProcess[str]", happened: str, shown: list[str]
) -> None:
    (moment,) = [moment for moment in demo.stdout.split("\n\n") if moment.lstrip().startswith(happened)]
    rows = [line.split("|")[1] for line in moment.splitlines() if line.count("|") == 2]
    assert len(rows) == 4
    for row, text in zip(rows, shown, strict=False):
        assert text in row


@pytest.mark.parametrize(
    ("language", "moments"),
    [
        (
            "cs",
            {
                "Brown lays a third on BUILD": ["STAVBA: dva už tu", "jsou. HNĚDÝ dejte", "jinam.", "PLACE-2"],
                "Orange lays on DEVELOP though": ["Na řadě je ZELENÝ.", "ORANŽOVÝ, čekejte.", "VÝVOJ: sejměte ho"],
                "A sleeve sweeps": ["STAVBA: chybí ŽLUTÝ", "žeton. Vraťte ho", "zpět", "RESOLVE-1"],
                "The service is killed": ["Hra z ", "kolo 1 z 8", "1 věc nesedí"],
                "The token is put back": ["Kolo 1/8       HNĚDÝ", "položte žeton 2/2"],
            },
        ),
        (
            "hu",
            {
                "Brown lays a third on BUILD": ["ÉPÍTÉS: már kettő", "van. BARNA menjen", "máshova.", "PLACE-2"],
                "Orange lays on DEVELOP though": ["ZÖLD van soron.", "NARANCS, várj.", "FEJLESZTÉS: vedd le."],
                "A sleeve sweeps": ["ÉPÍTÉS: SÁRGA", "zsetonja hiányzik.", "Tedd vissza", "RESOLVE-1"],
                "The service is killed": ["Játék: ", "1. kör, összesen 8", "1 dolog eltér"],
                "The token is put back": ["Kör 1/8        BARNA", "rakj egy zsetont 2/2"],
            },
        ),
    ],
)
def test_it_is_told_in_every_language(language: str, moments: dict[str, list[str]]) -> None:
    done = subprocess.run(
        ["./table", "demo", "--fast", "--json", "--rounds", "1", "--lang", language],
        cwd=ROOT, env=os.environ | {"NO_COLOR": "1"}, capture_output=True, text=True, check=False, timeout=240,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
    assert json.loads(done.stdout.splitlines()[-1]) == {
        "moves": MOVES // 2, "problems": PROBLEMS, "resumed": True, "rounds": 1,
    }  # fmt: skip
    for happened, shown in moments.items():
        (moment,) = [moment for moment in done.stdout.split("\n\n") if moment.lstrip().startswith(happened)]
        rows = [line.split("|")[1] for line in moment.splitlines() if line.count("|") == 2]
        for row, text in zip(rows, shown, strict=False):
            assert text in row
