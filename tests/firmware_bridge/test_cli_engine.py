"""The commands about the rules: `edition`, `simulate` and `bench engine`, from their arguments to what they print."""

import json
from pathlib import Path

import pytest

import engine.era.editions
from engine.era.edition_form import edition_form
from firmware_bridge.cli import main
from firmware_bridge.measures import engine_speed

HOUSE = Path(engine.era.editions.__file__).parent / "house.toml"


def test_edition_new_writes_the_form_and_check_says_what_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.toml"
    assert main(["edition", "new", str(file)]) == 0
    assert file.read_text(encoding="utf-8") == edition_form()
    assert f"era-table edition check {file}" in capsys.readouterr().out
    assert main(["edition", "check", str(file)]) == 1
    said = capsys.readouterr().out.splitlines()
    line = edition_form().splitlines().index(
        'telephone.original = { cost = "", influence = "", reward = "", amount = "", source = "owner" }'
    ) + 1  # fmt: skip
    assert f"missing     line {line}, field.telephone.original.cost: is to be filled in" in said


def test_edition_new_never_overwrites(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("hours of work", encoding="utf-8")
    assert main(["edition", "new", str(file)]) == 2
    assert file.read_text(encoding="utf-8") == "hours of work"
    assert "is there already" in capsys.readouterr().err


def test_edition_new_where_nothing_can_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["edition", "new", str(tmp_path / "no" / "mine.toml")]) == 2
    assert "No such file or directory" in capsys.readouterr().err


def test_edition_check_finds_nothing_in_the_house_edition(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["edition", "check", str(HOUSE)]) == 0
    # Known: 2 patents, 4 symbols, 1 field, 2 + 2 cards, the starting factory.
    assert "house is whole" in (said := capsys.readouterr().out)
    assert "12 rulebook" in said
    assert main(["edition", "check", str(HOUSE), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"file": str(HOUSE), "findings": []}


def test_edition_check_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.toml"
    text = HOUSE.read_text(encoding="utf-8")
    file.write_text(text.replace("technical = { cost = 7", "technical = { cost = 8"), encoding="utf-8")
    assert main(["edition", "check", str(file), "--json"]) == 1
    (finding,) = json.loads(capsys.readouterr().out)["findings"]
    line = next(number for number, line in enumerate(text.splitlines(), 1) if line.startswith("airplane.technical"))
    assert finding.pop("words").endswith("(DEV-2)")
    assert finding == {"kind": "impossible", "key": "field.airplane.technical.cost", "line": line}


@pytest.mark.parametrize("content", [None, b"name =", b"\xff\xfe"])
def test_edition_check_of_what_can_t_be_read(
    content: bytes | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.toml"
    if content is not None:
        file.write_bytes(content)
    assert main(["edition", "check", str(file)]) == 2
    assert str(file) in capsys.readouterr().err


def test_simulate_as_json_has_these_keys(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--players", "3", "--games", "5", "--seed", "9", "--policy", "eager", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert list(told) == [
        "games", "decisions", "seconds", "decisions_per_s", "games_per_s", "longest_menu", "score_mean", "score_sd",
        "seat_wins", "clause_firings",
    ]  # fmt: skip
    assert told["games"] == 5
    assert len(told["seat_wins"]) == 3
    assert told["clause_firings"]["END-1"] == 5
    assert told["score_mean"] > 0


def test_simulate_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--games", "2"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("2 games of 4 players, uniform play, seed 1; edition house")
    assert "END-1 2" in said


@pytest.mark.parametrize("arguments", [["--players", "2"], ["--games", "0"], ["--policy", "clever"], ["--seed", "x"]])
def test_simulate_refuses_what_it_can_t_play(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["simulate", *arguments])
    assert stopped.value.code == 2
    assert arguments[0] in capsys.readouterr().err


def test_bench_engine(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(engine_speed, "GAMES", 1)
    assert main(["bench", "engine", "--runs", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told.pop("players") == 4
    assert list(told) == [
        "decisions_per_s", "games_per_s", "menu_us", "apply_us", "other_us", "state_json_us", "state_checked_us",
        "first_round_us", "last_round_us",
    ]  # fmt: skip
    # How fast it is depends on the machine; what is left over may be nothing.
    assert min(value for name, value in told.items() if name != "other_us") > 0
    assert main(["bench", "engine", "--runs", "1"]) == 0
    assert "decisions/s" in capsys.readouterr().out
