"""roster.toml: what enrolment writes is what is read, and mistakes in it are told by file and remedy."""

from pathlib import Path

import pytest

from firmware_bridge.config import Game, Reader, TableConfig
from firmware_bridge.errors import ConfigError, PlaceError, RosterError
from firmware_bridge.roster_file import change_tags, load_tags, save_tags, whole_roster

CONFIG = TableConfig(
    game=Game(players=["yellow", "green", "brown"]),
    reader=[Reader(bus=0, device=0, reads="build")],
    tags={"yellow": ["5a31c410"]},
)


def test_no_file_holds_no_tags(tmp_path: Path) -> None:
    assert load_tags(tmp_path / "roster.toml") == []


def test_what_was_saved_is_loaded_in_the_order_of_the_colours(tmp_path: Path) -> None:
    path = tmp_path / "roster.toml"
    save_tags(path, {"04a1b2c3d4e5f6": "green", "5a31c410": "yellow", "5a31c411": "green"})
    assert load_tags(path) == [("5a31c410", "yellow"), ("04a1b2c3d4e5f6", "green"), ("5a31c411", "green")]
    assert path.read_text().startswith("# Which tag is whose token")
    assert [file.name for file in tmp_path.iterdir()] == ["roster.toml"]  # nothing half-written is left


def test_one_more_leaves_the_others(tmp_path: Path) -> None:
    path = tmp_path / "roster.toml"
    change_tags(path, {"5a31c411": "green"})
    change_tags(path, {"5a31c412": "yellow"})
    assert load_tags(path) == [("5a31c412", "yellow"), ("5a31c411", "green")]


def test_both_files_together_are_the_roster(tmp_path: Path) -> None:
    path = tmp_path / "roster.toml"
    change_tags(path, {"5a31c411": "green"})
    assert dict(whole_roster(CONFIG, Path("table.toml"), path).tags) == {"5a31c410": "yellow", "5a31c411": "green"}


def test_a_tag_that_both_files_give_to_the_same_player_is_no_mistake(tmp_path: Path) -> None:
    path = tmp_path / "roster.toml"
    path.write_text('[tags]\nyellow = ["5A31C410"]\n')  # by hand, as a reader of another maker prints it
    assert dict(whole_roster(CONFIG, Path("table.toml"), path).tags) == {"5a31c410": "yellow"}


def test_a_tag_that_the_files_give_to_two_players_names_both_files(tmp_path: Path) -> None:
    path = tmp_path / "roster.toml"
    change_tags(path, {"5a31c410": "green"})
    with pytest.raises(RosterError, match=r"tag 5a31c410 is enrolled 2 times \(for green and yellow\)") as caught:
        whole_roster(CONFIG, Path("table.toml"), path)
    assert str(caught.value).startswith(f"{path} and table.toml: ")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[tags", "is no TOML"),
        ('[tag]\nyellow = ["5a31c410"]', "unknown field `tag`"),
        ('[tags]\npink = ["5a31c410"]', r"'pink' in \[tags\] is no player; the colours are yellow, green"),
        ('[tags]\nyellow = "5a31c410"', r"Expected `array`, got `str` - at `\$.tags\[...\]`"),
        ("[tags]\nyellow = [5]", "Expected `str`, got `int`"),
    ],
)
def test_a_mistake_names_the_file(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "roster.toml"
    path.write_text(text)
    with pytest.raises(ConfigError, match=said) as caught:
        load_tags(path)
    assert str(path) in str(caught.value)
    with pytest.raises(ConfigError):
        change_tags(path, {"5a31c411": "green"})  # it would lose what it can't read
    assert path.read_text() == text


def test_a_folder_in_the_files_place_is_named(tmp_path: Path) -> None:
    path = tmp_path / "roster.toml"
    path.mkdir()
    with pytest.raises(ConfigError, match="can't be read: Is a directory"):
        load_tags(path)


def test_a_file_that_can_not_be_written_is_named(tmp_path: Path) -> None:
    path = tmp_path / "missing" / "roster.toml"
    with pytest.raises(PlaceError, match="can't be written: No such file or directory") as caught:
        save_tags(path, {"5a31c410": "yellow"})
    assert str(path) in str(caught.value)
