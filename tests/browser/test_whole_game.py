"""A whole game of three players in the browser: tokens dragged at the table page, choices by two phones and there."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from engine.era.moves import Decline, Place, Resolve
from engine.era.scoring import Score, scores, winners
from engine.era.state import Phase

from .kept_game import PLAYERS, decisions, keep
from .tables import WebTable
from .visitors import HALL, PHONE, Hall, Visitor

AT_THE_TABLE = "brown"
"""Who has no phone, and chooses at the table's page."""


def test_a_whole_game_by_two_phones_and_dragged_tokens(tmp_path: Path, browser: Browser) -> None:
    with WebTable(tmp_path, keep(tmp_path)) as service, Hall(browser, service.address) as hall:
        big = hall.visitor("/big", HALL)
        table = hall.visitor("/table")
        pages = {player: table if player == AT_THE_TABLE else hall.phone(player) for player in PLAYERS}
        import time
        t0=time.time(); T={}
        for before, move, after in decisions():
            t=time.time()
            player = before.in_turn
            assert player is not None  # the table deals by itself
            match move:
                case Place(area=area):
                    with table.something_happens():
                        table.lay(player, table.free(area))
                case Resolve(area=area):
                    with table.something_happens():
                        table.lift(table.of(player, area), player)
                case _:
                    pages[player].choose(before, move)
            print(player, move, round(time.time()-t,2), flush=True)
            d=T.setdefault(type(move).__name__,[]); d.append(time.time()-t)
            if after.round != before.round and not after.phase is Phase.OVER:
                pages["green"].page.locator("#hands button").click()
        print(time.time()-t0,{k:(len(v),sum(v)/len(v),max(v)) for k,v in T.items()})
        big.page.locator("#scores [data-key=all]").click()
        big.page.screenshot(path="/tmp/w/s3/webtests/end.png")
