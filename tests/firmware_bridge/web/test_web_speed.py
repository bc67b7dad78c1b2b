"""`era-table bench web`: small, that the figures come from what they say; large ones are for quiet machines."""

import pytest

from firmware_bridge.measures.web_speed import WebSpeed, measure_web


def test_figures_of_a_small_measurement() -> None:
    speed = measure_web(pairs=1, seconds=0.5, browsers=3)
    assert speed.first_page_ms > 0
    assert 10 < speed.rss_mb <= speed.rss_mb_50 < 150  # a process of Python, on whatever machine
    assert len(speed.events_ms) >= 2  # a token laid, and lifted
    assert min(speed.events_ms) > 0  # no browser has it before it has happened
    (alone, watched), = speed.rounds
    assert min(alone, watched) > 1
    assert max(alone, watched) < 100  # twelve pads, 5 ms from field to first frame, at most two fields at a time


def test_what_is_made_of_the_figures() -> None:
    events = tuple(float(ms) for ms in range(1, 101))
    speed = WebSpeed(50.04, 45.0, 46.0, events, ((10.0, 9.0), (20.0, 19.0), (10.0, 5.0)))
    assert speed.event_p95_ms == pytest.approx(95.0, abs=1.0)
    assert speed.scan_slowdown_pct == pytest.approx(10.0)  # 10, 5 and 50 % fewer: the one in the middle
    assert set(speed.values()) >= {"first_page_ms", "rss_mb", "rss_mb_50", "event_p95_ms", "scan_slowdown_pct"}
    assert speed.values()["first_page_ms"] == 50.0
    assert "10.0 % fewer" in speed.words()
