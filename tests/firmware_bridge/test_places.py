"""Where state, lock and socket lie, by what was asked and what the environment says."""

import stat
from pathlib import Path

import pytest

from firmware_bridge.errors import PlaceError
from firmware_bridge.places import Places

SYSTEMD = {"STATE_DIRECTORY": "/var/lib/era-table", "RUNTIME_DIRECTORY": "/run/era-table"}


def test_the_named_folder_comes_before_all_others() -> None:
    places = Places.of(Path("/srv/table"), {"STATE_DIRECTORY": "/var/lib/era-table", "XDG_STATE_HOME": "/home/a/state"})
    assert places == Places(Path("/srv/table"), Path("/srv/table"))


def test_a_relative_folder_stays_the_same_wherever_the_service_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert Places.of(Path("here"), {}).state == tmp_path / "here"


def test_under_systemd_its_folders_count() -> None:
    places = Places.of(None, SYSTEMD | {"XDG_STATE_HOME": "/home/a/state", "HOME": "/home/a"})
    assert places.journal == Path("/var/lib/era-table/games.journal")
    assert places.lock == Path("/var/lib/era-table/lock")
    assert places.socket == Path("/run/era-table/control.socket")


def test_of_several_folders_the_first_counts() -> None:
    # systemd.exec(5): "In case of multiple directories ... the full paths are separated by colon"
    places = Places.of(None, {"STATE_DIRECTORY": "/var/lib/one:/var/lib/two", "RUNTIME_DIRECTORY": "/run/one:/run/two"})
    assert places == Places(Path("/var/lib/one"), Path("/run/one"))


@pytest.mark.parametrize(
    ("environment", "state"),
    [
        ({"XDG_STATE_HOME": "/home/a/state", "HOME": "/home/a"}, "/home/a/state/era-table"),
        ({"HOME": "/home/a"}, "/home/a/.local/state/era-table"),
        ({"STATE_DIRECTORY": "", "XDG_STATE_HOME": "", "HOME": "/home/a"}, "/home/a/.local/state/era-table"),
        ({"XDG_STATE_HOME": "state", "HOME": "/home/a"}, "/home/a/.local/state/era-table"),  # relative: to be ignored
    ],
)
def test_without_systemd_it_is_the_users_state_folder(environment: dict[str, str], state: str) -> None:
    assert Places.of(None, environment) == Places(Path(state), Path(state))


def test_with_no_home_the_remedy_is_named() -> None:
    with pytest.raises(PlaceError, match="--state DIR"):
        Places.of(None, {})


def test_folders_are_made_for_their_owner_only(tmp_path: Path) -> None:
    places = Places(tmp_path / "var/state", tmp_path / "run/table")
    places.make()
    places.make()  # what is there already is fine
    assert [stat.S_IMODE(folder.stat().st_mode) for folder in (places.state, places.runtime)] == [0o700, 0o700]


def test_a_folder_that_can_not_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    places = Places(tmp_path / "file/state", tmp_path / "file/state")
    with pytest.raises(PlaceError) as caught:
        places.make()
    assert str(places.state) in str(caught.value)
    assert "--state DIR" in str(caught.value)
