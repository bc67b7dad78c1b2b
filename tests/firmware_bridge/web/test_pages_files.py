"""The pages as files: they need nothing from elsewhere, run under the server's policy, and know all of the game."""

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import get_args

import pytest

import firmware_bridge.web
from engine.era.components import AREAS, COLOURS, GOODS
from engine.era.edition import house
from firmware_bridge.view import Look
from firmware_bridge.web import messages

STATIC = Path(firmware_bridge.web.__file__).parent / "static"
PAGES = ("table", "big", "seat", "operator")
SCRIPTS = sorted(STATIC.glob("*.js"))
INLINE = ("script", "style")


class Page(HTMLParser):
    """One page's file: its tags with their attributes, and the text inside scripts and styles."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.inline: list[str] = []
        self._open = ""
        self.feed((STATIC / f"{name}.html").read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._open = tag
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        self._open = ""

    def handle_data(self, data: str) -> None:
        if self._open in INLINE and data.strip():
            self.inline.append(data)

    def values(self, name: str) -> list[str]:
        return [value for _, attributes in self.tags if (value := attributes.get(name))]

    def count(self, wanted: str) -> int:
        return sum(tag == wanted for tag, _ in self.tags)


def text_of(name: str) -> str:
    return (STATIC / name).read_text(encoding="utf-8")


def imports(script: str) -> set[str]:
    return set(re.findall(r'from "\./([a-z_]+\.js)"', text_of(script)))


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_what_readers_of_screens_need(name: str) -> None:
    page = Page(name)
    assert [page.count(tag) for tag in ("main", "h1", "title", "header")] == [1, 1, 1, 1]
    assert ("html", {"lang": "en"}) in page.tags
    assert any(attributes.get("name") == "viewport" for tag, attributes in page.tags if tag == "meta")
    ids = page.values("id")
    assert len(ids) == len(set(ids))
    live = [attributes.get("id") for _, attributes in page.tags if attributes.get("aria-live")]
    assert {"problems", "turn"} <= set(live)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_runs_nothing_and_styles_nothing_inline(name: str) -> None:
    # The server's policy is default-src 'self' without 'unsafe-inline': what stands inline is dead.
    page = Page(name)
    assert page.inline == []
    attributes = {attribute for _, had in page.tags for attribute in had}
    assert "style" not in attributes
    assert {attribute for attribute in attributes if attribute.startswith("on")} == set()


@pytest.mark.parametrize("name", PAGES)
def test_a_page_loads_only_files_that_are_there(name: str) -> None:
    page = Page(name)
    loading = [attributes for tag, attributes in page.tags if tag != "a"]
    links = [attributes[key] or "" for attributes in loading for key in ("src", "href") if key in attributes]
    assert f"/static/{name}.js" in links
    for link in links:
        assert link.startswith("/static/"), link
        assert (STATIC / link.removeprefix("/static/").partition("#")[0]).is_file(), link


def test_the_table_opens_the_other_pages_in_tabs_of_their_own() -> None:
    links = [attributes for tag, attributes in Page("table").tags if tag == "a" and attributes.get("target")]
    assert [(link["href"], link["target"]) for link in links] == [("/big", "_blank"), ("/operator", "_blank")]


def test_every_script_is_used_and_every_import_is_there() -> None:
    reached: set[str] = set()
    waiting = {f"{name}.js" for name in PAGES}
    while waiting:
        script = waiting.pop()
        reached.add(script)
        waiting |= imports(script) - reached
    assert reached == {script.name for script in SCRIPTS}


@pytest.mark.parametrize("name", PAGES)
def test_a_script_finds_every_element_that_it_asks_for(name: str) -> None:
    asked = re.search(r"parts\(([^)]*)\)", text_of(f"{name}.js"))
    assert asked is not None
    ids = set(Page(name).values("id"))
    assert set(re.findall(r'"([^"]+)"', asked[1])) <= ids
    assert {"notice", "language", "lost"} <= ids  # those that all pages have in common


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_data_never_becomes_markup_or_code(script: Path) -> None:
    text = script.read_text(encoding="utf-8")
    assert re.findall(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", text) == []
    assert re.findall(r"https?://\S+", text.replace("http://www.w3.org/2000/svg", "")) == []
    assert len(text.splitlines()) < 400


def test_pages_ask_for_nothing_that_the_server_does_not_know() -> None:
    known = {kind.__struct_config__.tag for kind in get_args(messages.AnyAsked)}
    asked: set[str] = set()
    for script in SCRIPTS:
        for call in re.findall(r'\bask\(\s*((?:[a-z]+ \? )?"[^)]*)', script.read_text(encoding="utf-8")):
            first = call.partition(",")[0]
            asked |= set(re.findall(r'"([a-z.-]+)"', first))
    assert {"play", "bench.lay", "bench.unplug", "bench.plug", "pause", "swap-reader"} <= asked
    assert asked <= known


def test_each_player_each_good_and_each_look_has_its_picture() -> None:
    players, goods, base, board = (text_of(name) for name in ("players.js", "goods.js", "base.css", "board.css"))
    for colour in COLOURS:
        assert re.search(rf"^  {colour}:\s+\"M", players, re.MULTILINE), colour
        assert f".player-{colour} {{" in base
    signs = re.findall(r"^  [a-z]+:\s+\"(M[^\"]+)\"", players, re.MULTILINE)
    assert len(set(signs)) == len(COLOURS)  # told apart by shape too
    for good in (*GOODS, "influence", "bonus", "patents", "wild"):
        assert re.search(rf"^  {good}: \[", goods, re.MULTILINE), good
        assert f".good-{good} .good-body" in base
    for look in (Look.CALLS, Look.CALLS_SOFTLY, Look.GONE, Look.SILENT, Look.LIFTABLE):
        assert f".look-{look.value} .mark {{" in board or f".look-{look.value} .mark," in board


def test_the_layout_has_the_areas_in_board_order() -> None:
    listed = re.search(r"AREAS = \[([^\]]*)\]", text_of("layout.js"))
    assert listed is not None
    assert tuple(re.findall(r'"([a-z]+)"', listed[1])) == AREAS


def test_every_card_load_and_area_is_drawn() -> None:
    drawn = set(re.findall(r'^  "?([a-z-]+)"?:\s+[`"]', text_of("art.js"), re.MULTILINE))
    edition = house()
    ids = [card.id for card in (*edition.cards, *edition.start_cards)]
    ids += [factory.id for factory in (*edition.factories, edition.starting_factory)]
    wanted = {re.sub(r"-(\d+|copy)$", "", name) for name in ids}
    wanted |= {*AREAS, *(load.kind for load in edition.loads)}
    assert wanted <= drawn
