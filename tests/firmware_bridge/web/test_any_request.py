"""Whatever browsers ask for: the table goes on, in a position that the rules can come to, and its journal tells it."""

import random
from pathlib import Path
from typing import Any

from engine.era.components import COLOURS
from engine.era.full_state import check
from firmware_bridge.history import replayed
from firmware_bridge.web.choices_page import offered

from .rig import PLAYERS, Browser, Rig, rig

REQUESTS = 300
WORDS = (*COLOURS, "", "nobody", "build", "place build", "done", "influence", "full", "referee", "cards", "en", "tlh")


def anything(rng: random.Random, table: Rig) -> tuple[str, dict[str, Any]]:
    """A request: often one that fits, often none that does."""
    session = table.table.table.parts.worker.session
    moves = list(offered(session)) or ["done"]
    word, player = rng.choice(WORDS), rng.choice((*PLAYERS, *WORDS))
    number, on = rng.choice((-1, 0, 1, 5, 11, 12, 10**6)), rng.random() < 0.5
    players = rng.sample(COLOURS, rng.randint(1, 5)) + [word] * (rng.random() < 0.2)
    requests: list[tuple[str, dict[str, Any]]] = [
        *[("play", {"move": rng.choice(moves)})] * 6,
        ("play", {"move": word}),
        ("take-back", {"operator": on}),
        ("laid-out", {}),
        ("pause", {"on": rng.random() < 0.3}),
        ("accept", {}),
        ("correct", {"move": f"correct {player} {rng.choice(('coins', 'influence', 'patents', word))} {number}"}),
        ("move-track", {"player": player, "track": word, "space": number}),
        ("new", {"players": players, "start": rng.choice(players), "depth": rng.choice(("full", "full", word))}),
        ("new", {"players": players, "start": word, "depth": "full", "dealing": rng.choice(("cards", word))}),
        ("end", {}),
        ("clocks", {"on": on}),
        ("away", {"player": player, "away": on}),
        ("hand-over", {"player": player}),
        ("language", {"language": word}),
        ("retry", {"reader": number}),
        ("swap-reader", {"reader": number, "with": rng.randint(-1, 12)}),
        ("record", {"on": on}),
        ("ticket", {"what": rng.choice(("journal", "recording"))}),
    ]
    return rng.choice(requests)


def hands_do_something(rng: random.Random, table: Rig) -> None:
    """Somebody lays a token or lifts one, as it may be or not."""
    people = table.table
    lying = list(people.lying)
    if lying and rng.random() < 0.5:
        people.lift_tag(rng.choice(lying))
        return
    hand = [uid for uid in people.tokens_of(rng.choice(PLAYERS)) if uid not in people.lying]
    if hand:
        people.lay_tag(hand[0], rng.choice(("build", "produce", "buy", "manufacture", "market", "develop")))


def test_no_request_harms_the_table(tmp_path: Path) -> None:
    rng = random.Random(9)
    tally: dict[str, int] = {}
    with rig(tmp_path) as table:
        table.full_game()
        operator, phone = table.operator(), table.seat("green")
        for number in range(REQUESTS):
            if number % 4 == 0:
                hands_do_something(rng, table)
                table.run(0.3)
            who: Browser = operator if rng.random() < 0.85 else phone
            do, fields = anything(rng, table)
            answer = who.now(do, **fields)
            tally[answer["type"]] = tally.get(answer["type"], 0) + 1
        session = table.table.table.parts.worker.session
        if session.game.holdings:
            check(session.game)
        recorded = table.table.table.parts.journal.last()
        assert recorded is not None
        game, _ = replayed(recorded)
        assert game == session.game
    assert min(tally["done"], tally["refused"]) > REQUESTS / 8  # both came about
