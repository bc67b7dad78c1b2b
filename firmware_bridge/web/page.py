"""A session as a page shows it: one value of JSON, its words in one language. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.era.state import Phase

from ..clocks import Clocks
from ..menus.game_pages import choosing_title
from ..news_words import all_news
from ..panels import WELCOME, Steps
from ..referee import Problem
from ..screens import areas_text, problem_message, turn_message
from ..session import Session
from ..texts import PART, Message, Texts, say
from ..view import View
from .board_page import board, holdings, tracks
from .choices_page import choices, undo
from .log_page import history, log
from .score_page import scores


@dataclass(frozen=True, slots=True)
class Scene:
    """What a page is made from.

    number: of this state; now: the moment (s) on the table's clock; hands: what the hands have still to lay out;
    trouble: what the table's display would say at its foot; simulated: whether the table's wires are.
    """

    session: Session
    seen: View
    number: int
    now: float
    hands: Steps | None = None
    trouble: Message | None = None
    simulated: bool = False


def state(scene: Scene, words: Texts) -> dict[str, Any]:
    """All that everybody may see; the pages read it by these names."""
    session, seen = scene.session, scene.seen
    game = session.game
    told = (*session.earlier, *session.past)
    return {
        "type": "state",
        "number": scene.number,
        "head": _head(scene, words),
        "round": seen.round,
        "rounds": seen.rounds,
        "phase": seen.phase.value,
        "depth": game.depth,
        "dealing": game.dealing or None,
        "players": seen.players,
        "start_player": seen.start_player,
        "in_turn": None if seen.rests else seen.in_turn,
        "acting": None if seen.rests else seen.acting,
        "token": seen.token,
        "tokens": seen.tokens,
        "paused": seen.paused,
        "idle": session.idle,
        "over": seen.phase is Phase.OVER,
        "simulated": scene.simulated,
        "known": session.known,
        "spaces": [
            {"area": space.area, "space": space.number, "look": space.look.value, "player": space.player}
            for space in seen.spaces
        ],
        "lying": _lying(session),
        "problems": [_problem(problem, seen.in_turn, words) for problem in session.problems],
        "news": " \N{MIDDLE DOT} ".join(plain(words, message) for message, _ in all_news(seen)),
        "trouble": plain(words, scene.trouble) if scene.trouble is not None else "",
        "log": log(told, words),
        "tracks": tracks(game, seen),
        "gains": [
            {"player": gain.player, "before": gain.before, "after": gain.after, "symbol": gain.symbol}
            for gain in seen.gains
        ],
        "board": board(game, words),
        "holdings": holdings(game, words),
        "choices": choices(session, words),
        "hands": _steps(scene.hands, words),
        "undo": undo(session, words),
        "clocks": _clocks(session.clocks, scene.now),
        "away": session.away,
        "scores": scores(seen.scores, words) if seen.scores else None,
        "history": history(told, seen),
    }


def plain(words: Texts, message: Message) -> str:
    """The message in one piece, as it stands where there is room."""
    return words.text(message).replace(PART, " ")


def _head(scene: Scene, words: Texts) -> dict[str, str]:
    """The display's first lines (table talk, T1); while nobody plays the invitation alone (T21)."""
    seen, game = scene.seen, scene.session.game
    if seen.rests:
        return {"round": "", "turn": "", "does": words.text(WELCOME.text).rpartition(PART)[2], "areas": ""}
    areas = ""
    if seen.paused:
        does: Message = say("paused")
    elif seen.phase is Phase.OVER:
        does = say("turn.over")
    elif game.action is not None:
        does = choosing_title(game)
    else:
        does = turn_message(seen)
        areas = areas_text(seen, words) if not seen.passes else ""
    return {
        "round": words.text(say("turn.head", round=seen.round, rounds=seen.rounds)),
        "turn": words.word(seen.in_turn).upper() if seen.in_turn else "",
        "does": plain(words, does),
        "areas": areas,
    }


def _lying(session: Session) -> list[dict[str, Any]]:
    """What the readers see, in their order."""
    return [
        {"tag": token.tag, "place": str(token.place), "player": token.player}
        for token in session.roster.read(session.table).lying
    ]


def _problem(problem: Problem, in_turn: str | None, words: Texts) -> dict[str, Any]:
    """wrong: what and where; mend: what to do about it; text: both."""
    wrong, _, mend = words.text(problem_message(problem, in_turn)).partition(PART)
    return {
        "text": f"{wrong} {mend}".strip(),
        "wrong": wrong,
        "mend": mend,
        "where": str(problem.place),
        "player": problem.player,
        "clause": problem.clause,
        "kind": problem.kind.value,
    }


def _steps(hands: Steps | None, words: Texts) -> dict[str, Any] | None:
    if hands is None:
        return None
    steps: Sequence[str] = [plain(words, step) for step in hands.steps]
    return {"title": words.text(hands.title), "steps": steps}


def _clocks(clocks: Clocks, now: float) -> dict[str, Any] | None:
    """The seconds that each player has spent until `now`; who is running spends on. None while nobody wants to see."""
    if not clocks.shown:
        return None
    return {"shown": True, "running": clocks.running, "at": round(now, 3), "spent": clocks.read(now)}
