"""The pages' colours against each other: text has at least the contrast that WCAG 2.2 asks of level AA."""

import re
from pathlib import Path

import pytest

import firmware_bridge.web
from engine.era.components import COLOURS

CSS = (Path(firmware_bridge.web.__file__).parent / "static" / "base.css").read_text(encoding="utf-8")
LEAST = 4.5
"""1.4.3, Contrast (Minimum): text of usual size."""


def variables(selector: str) -> dict[str, str]:
    block = re.search(rf"(?:^|[ ,]){re.escape(selector)}[^{{}}]*\{{([^}}]*)\}}", CSS, re.MULTILINE)
    assert block is not None, selector
    return dict(re.findall(r"--([a-z0-9-]+): (#[0-9a-f]{6})\b", block[1]))


def luminance(colour: str) -> float:
    """WCAG's relative luminance: 0 for black, 1 for white."""

    def linear(value: float) -> float:
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """WCAG's ratio: 1 for equal colours, 21 for black and white."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_the_ratio_is_that_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21.0)
    # 0x77 / 255 = 0.4667 -> 0.1845 linear: 1.05 / 0.2345 = 4.48, the grey that is known just to miss AA on white.
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)


@pytest.mark.parametrize(
    ("text", "ground"),
    [
        ("ink", "paper"),
        ("ink", "tan"),  # the darkest button
        ("ink-2", "paper"),
        ("brass-dark", "paper"),
        ("cream", "oak"),  # the trays, where they are lightest
        ("brass-light", "oak"),
        ("cream", "wenge"),  # the big screen's boxes
        ("cream-2", "wenge"),
        ("brass-light", "wenge"),
        ("alarm", "paper"),
    ],
)
def test_text_stands_out_from_its_ground(text: str, ground: str) -> None:
    root = variables(":root")
    assert contrast(root[text], root[ground]) >= LEAST


@pytest.mark.parametrize("player", COLOURS)
def test_a_players_name_stands_out_from_paper_and_from_the_players_own_wash(player: str) -> None:
    own, root = variables(f".player-{player}"), variables(":root")
    assert contrast(own["player-ink"], root["paper"]) >= LEAST
    assert contrast(own["player-ink"], own["player-wash"]) >= LEAST
    assert contrast(root["ink-2"], own["player-wash"]) >= LEAST


@pytest.mark.parametrize("player", COLOURS)
def test_the_sign_on_a_token_can_be_made_out(player: str) -> None:
    own, root = variables(f".player-{player}"), variables(":root")
    body = own.get("player") or root[player]
    assert contrast(own["player-sign"], body) >= 3.0  # 1.4.11, Non-text Contrast
