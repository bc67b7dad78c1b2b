"""Golden playthroughs: whole games written down with every menu and a digest of every state.

`python -m tests.engine.playthroughs` writes tests/playthroughs/ anew. Each file is the text of a game as `game_text`
reads it; around each move stand, as remarks, its menu, a digest of the state and events that it led to, and the events'
clauses.
"""

import hashlib
from pathlib import Path
from typing import Final

from engine.era.events import Event
from engine.era.full_state import encode
from engine.era.game import apply, legal_moves
from engine.era.game_text import GameText, write_game
from engine.era.scoring import scores
from engine.era.state import State

from .full_games import Run
from .games import FIVE, FOUR, THREE

FOLDER: Final = Path(__file__).parent.parent / "playthroughs"

RUNS: Final = {
    f"{number}-players-{policy}-{dealing}.txt": Run(players, policy, dealing, seed)
    for number, players in ((3, THREE), (4, FOUR), (5, FIVE))
    for policy, dealing, seed in (("uniform", "virtual", 1), ("eager", "virtual", 2), ("corrected", "cards", 3))
}
"""Three games for each number of players, by the name of their file."""


def game_of(run: Run) -> GameText:
    """The game that a run plays."""
    moves = tuple(step.move for step in run.steps())
    return GameText(run.begun(), moves, run.seed if run.dealing == "virtual" else 0)


def written(game: GameText) -> str:
    """The text of a game with its menus, digests and, at its end, the scores."""
    text = write_game(game)
    head, _, played = text.partition("\n\n")
    lines, state, moves, heading = [head, "", f"# state {digest(game.begun, ())}"], game.begun, iter(game.moves), True
    for line in played.splitlines():
        if not line or heading:  # blank lines stand before headings only
            lines.append(line)
            heading = not line
            continue
        lines.append(f"# menu {', '.join(map(str, legal_moves(state)))}")
        state, events = apply(state, next(moves))
        told = " ".join(dict.fromkeys(event.clause for event in events))
        lines += [line, f"# state {digest(state, events)} {told}".rstrip()]
    for score in scores(state):
        bonuses = f"{score.patents.points} + {score.development.points} + {score.capacity.points}"
        parts = f"{score.influence} + {score.final_market} + {bonuses} = {score.total}"
        lines.append(f"# {score.player}: {parts}, inventions {score.inventions}")
    return "\n".join(lines) + "\n"


def digest(state: State, events: tuple[Event, ...]) -> str:
    """The first 48 bits of the SHA-256 of the state's JSON and of what has led to it."""
    return hashlib.sha256(encode(state) + repr(events).encode()).hexdigest()[:12]


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, run in RUNS.items():
        (FOLDER / name).write_text(written(game_of(run)), encoding="utf-8")
