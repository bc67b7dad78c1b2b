"""The view as lines of text for a display: whose turn it is and what for, or what is wrong and how to mend it."""

import textwrap

from engine.era.components import AREAS
from engine.era.moves import TokenMove
from engine.era.state import Phase

from .happenings import GameGoesOn, MoveTakenBack
from .referee import Problem
from .texts import texts
from .view import View

GREETING_S = 3.0
"""How long the display says which game goes on, before it says what differs (table talk, T8)."""
NEWS_S = 2.0
"""How long the last move stands on the display (table talk, T2)."""


def screen(view: View, now: float, columns: int = 20, rows: int = 4, language: str = "en") -> tuple[str, ...]:
    """`rows` lines of exactly `columns` characters; `now` in seconds, on the clock of the session's events."""
    words = texts(language)
    if isinstance(view.news, GameGoesOn) and now < view.news.at + GREETING_S:
        lines = _greeting(view, view.news, words["resumed"])
    elif view.problem is not None:
        text = problem_text(view.problem, view.in_turn, language)
        lines = _problem(text, view.problem.clause, view.problems - 1, columns, rows, words["problem"])
    elif view.phase is Phase.OVER:
        lines = _wrap(words["turn"]["over"], columns) + _wrap(words["turn"]["count"], columns)
    else:
        lines = _turn(view, columns, words["turn"])
        news = _news(view, now, columns, words["news"])
        if news:
            lines = (lines + [""] * rows)[: rows - len(news)] + news
    return tuple(line.ljust(columns) for line in (lines + [""] * rows)[:rows])


def _greeting(view: View, news: GameGoesOn, words: dict[str, str]) -> list[str]:
    differ = words["differs" if view.problems == 1 else "differ"].format(count=view.problems)
    return [
        words["game"].format(begun=news.begun),
        words["round"].format(round=view.round, rounds=view.rounds),
        differ if view.problems else words["same"],
    ]


def _wrap(text: str, columns: int) -> list[str]:
    return textwrap.wrap(text, columns, break_long_words=False, break_on_hyphens=False)


def _turn(view: View, columns: int, words: dict[str, str]) -> list[str]:
    head = words["head"].format(round=view.round, rounds=view.rounds)
    name = (view.in_turn or "").upper()
    lines = [head + name.rjust(columns - len(head))]
    if view.phase is Phase.RESOLVING:
        return lines + _wrap(words["lift"], columns) + _wrap(", ".join(view.own), columns)
    lines += _wrap(words["lay"].format(token=view.token, tokens=view.tokens), columns)
    free = [area for area in AREAS if area not in view.full]
    if view.full:
        # The shorter list of the two: so never more than three areas, which fit.
        key, areas = ("full", view.full) if len(view.full) <= len(free) else ("free", free)
        lines += _wrap(words[key].format(areas=" ".join(area.upper() for area in areas)), columns)
    return lines


def _news(view: View, now: float, columns: int, words: dict[str, str]) -> list[str]:
    news = view.news
    if news is None or isinstance(news, GameGoesOn) or now >= news.at + NEWS_S:
        return []
    if not isinstance(news.move, TokenMove):
        return []
    key = "taken-back" if isinstance(news, MoveTakenBack) else "made"
    return _wrap(words[key].format(player=news.player, area=news.move.area), columns)


def problem_text(problem: Problem, in_turn: str | None, language: str = "en") -> str:
    """What is wrong, where and how to mend it, in one sentence or two."""
    place = problem.place
    return texts(language)["problem"][problem.kind.value].format(
        AREA=place.area.upper(),
        PLACE=str(place).replace(":", " ").upper(),
        PLAYER=(problem.player or "").upper(),
        TURN=(in_turn or "").upper(),
        FROM=problem.came_from.area.upper() if problem.came_from else "",
        OTHER=problem.other.area.upper() if problem.other else "",
    )


def _problem(text: str, clause: str, more: int, columns: int, rows: int, words: dict[str, str]) -> list[str]:
    head = words["more"].format(count=more) if more else ""
    foot = head + clause.rjust(columns - len(head))
    return (_wrap(text, columns) + [""] * rows)[: rows - 1] + [foot]
