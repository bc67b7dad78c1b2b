"""The picture of the README: every LED and every character on it is what the table really shows at that moment."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from engine.era.state import Phase
from firmware_bridge import cli
from firmware_bridge.lamps import picture
from firmware_bridge.pictures.picture import COUNTS, LOOKS_A_SECOND, drawing, on_screen, places
from firmware_bridge.pictures.scenes import Scene, scenes
from firmware_bridge.referee import Kind
from firmware_bridge.screens import screen

COMMITTED = Path(__file__).parents[3] / "docs" / "pictures" / "table.svg"
SVG = "{http://www.w3.org/2000/svg}"
SCENES = scenes()


def tables(text: str) -> list[ElementTree.Element]:
    return ElementTree.fromstring(text).findall(f"{SVG}g")


@pytest.fixture(scope="module")
def committed() -> str:
    return COMMITTED.read_text(encoding="utf-8")


def test_the_committed_picture_is_what_is_drawn_today(committed: str) -> None:
    assert drawing(SCENES) == committed, "draw it anew: era-table picture docs/pictures/table.svg"


def test_every_led_has_its_place_once() -> None:
    assert {track: len(points) for track, points in places().items()} == COUNTS
    points = [point for track in places().values() for point in track]
    assert len(set(points)) == len(points) == sum(COUNTS.values())


# IEC 61966-2-1: half the light is 188 of 255, a fifth of it (51) is 124; a LED that is off is lit by the room.
@pytest.mark.parametrize(
    ("rgb", "colour"), [((255, 255, 255), "#ffffff"), ((128, 128, 128), "#bcbcbc"), ((0, 51, 255), "#4e7cff")]
)
def test_amounts_of_light_are_drawn_as_they_look(rgb: tuple[int, int, int], colour: str) -> None:
    assert on_screen(rgb) == colour


@pytest.mark.parametrize("number", range(len(SCENES)), ids=[scene.name for scene in SCENES])
def test_every_led_shines_as_in_the_frames(number: int, committed: str) -> None:
    scene, table = SCENES[number], tables(committed)[number]
    still = dict(re.findall(r"^\.(a\d+)\{color:(#\w+)\}", committed, re.MULTILINE))
    moving = dict(re.findall(r"^@keyframes (a\d+)\{(.*)\}$", committed, re.MULTILINE))
    frames = [
        picture(scene.view, scene.at + look / LOOKS_A_SECOND, COUNTS)
        for look in range(round(scene.seconds * LOOKS_A_SECOND))
    ]
    drawn = table.findall(f"{SVG}use")
    assert len(drawn) == sum(COUNTS.values())
    for use in drawn:
        track, _, led = use.attrib["data-led"].partition(" ")
        shade = use.attrib["class"]
        assert still[shade] == on_screen(picture(scene.view, scene.still, COUNTS)[track][int(led)])
        wanted = [on_screen(frame[track][int(led)]) for frame in frames]
        assert played(moving.get(shade, ""), len(frames), still[shade]) == wanted


def played(rules: str, count: int, still: str) -> list[str]:
    """The colours that an animation in steps shows at `count` moments; one without rules stands still."""
    steps = {round(float(at) * count / 100): colour for at, colour in re.findall(r"([\d.]+)%\{color:(#\w+)\}", rules)}
    shown = [steps.get(0, still)]
    for moment in range(1, count):
        shown.append(steps.get(moment, shown[-1]))
    return shown


@pytest.mark.parametrize("number", range(len(SCENES)), ids=[scene.name for scene in SCENES])
def test_the_display_says_what_it_says(number: int, committed: str) -> None:
    scene = SCENES[number]
    lines = tuple(text.text for text in tables(committed)[number].iter(f"{SVG}text") if text.get("class") == "m")
    assert lines == screen(scene.view, scene.still)


def test_lights_stand_still_where_less_motion_is_asked_for(committed: str) -> None:
    for line in committed.splitlines():
        assert "animation:" not in line or line.startswith("@media(prefers-reduced-motion:no-preference){")


def test_the_scenes_are_what_their_captions_say() -> None:
    turn, problem, gain, score = SCENES
    assert (turn.view.in_turn, turn.view.problem, turn.view.phase) == ("orange", None, Phase.PLACING)
    assert problem.view.problem is not None
    assert (problem.view.problem.kind, problem.view.problem.place.area) == (Kind.OVER_LIMIT, "manufacture")
    assert [each.after - each.before for each in gain.view.gains] == [4]
    assert score.view.phase is Phase.OVER
    assert (score.still - score.at) < score.seconds


@pytest.mark.parametrize("scene", SCENES[:2], ids=[scene.name for scene in SCENES[:2]])
def test_lights_that_have_no_end_go_on_where_they_began(scene: Scene) -> None:
    assert picture(scene.view, scene.at, COUNTS) == picture(scene.view, scene.at + scene.seconds, COUNTS)


def test_the_command_draws_the_scenes_that_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "p.svg"
    assert cli.main(["picture", str(file), "gain", "turn", "--lang", "cs"]) == 0
    assert file.read_text(encoding="utf-8") == drawing((SCENES[2], SCENES[0]), "cs")
    assert capsys.readouterr().out == f"{file}: gain, turn\n"


@pytest.mark.parametrize(("file", "scene"), [("p.svg", "dance"), ("no/such/folder.svg", "turn")])
def test_the_command_says_what_it_can_not_draw(
    file: str, scene: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["picture", str(tmp_path / file), scene]) == 2
    assert ("turn, problem, gain, score" if scene == "dance" else "can't be written") in capsys.readouterr().err
