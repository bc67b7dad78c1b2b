"""The view as lines of text for a display: whose turn it is and what for, or what is wrong and how to mend it.

A problem takes the screen from everything else and gives it back when it is mended; what the view does not hold (a
menu, an enrolment) comes as a panel. Every text is in the visitor's language.
"""

from collections.abc import Sequence

from engine.era.components import AREAS
from engine.era.scoring import winners
from engine.era.state import Phase

from .clocks import clock_text
from .happenings import GameGoesOn
from .news_words import news_now
from .pages import Forms, Page, Size, filled, in_pages, turned, two_ends, with_news, wrap
from .panel_screens import drawn
from .panels import Line, Panel
from .referee import Problem
from .texts import PART, TIED, Message, Texts, say, texts
from .view import View

GREETING_S = 3.0
"""How long the display says which game goes on, before it says what differs (table talk, T8)."""
STANDARD = Size()

DOES = {
    Phase.PLACING: "turn.lay",
    Phase.RESOLVING: "turn.lift",
    Phase.SETTING_UP: "turn.deal",
    Phase.DEALING: "turn.deal",
    Phase.FINAL_MARKET: "turn.final-market",
}


def screen(
    view: View, now: float, columns: int = 20, rows: int = 4, language: str = "en", panel: Panel | None = None
) -> Page:
    """`rows` lines of exactly `columns` characters; `now` in seconds, on the clock of the session's events.

    Of several pages the one that is up at that time; `pages` tells them all. ConfigError for a language unknown.
    """
    return turned(pages(view, now, Size(columns, rows), language, panel), now - (view.over_at or 0.0))


def pages(
    view: View, now: float, size: Size = STANDARD, language: str = "en", panel: Panel | None = None
) -> tuple[Page, ...]:
    """All that is to be shown now, to be turned by `pages.turned`: one page wherever the display is large enough."""
    words = texts(language)
    if isinstance(view.news, GameGoesOn) and now < view.news.at + GREETING_S:
        return _greeting(view, view.news, size, words)
    clock = _clock(view, now)
    if view.problem is not None:
        return _problem(view, view.problem, size, words, clock)
    news = news_now(view, now)
    if panel is not None and not isinstance(panel, Line):
        return drawn(panel, size, words, news, clock)
    if view.phase is Phase.OVER:
        return _over(view, size, words)
    if news is None and panel is not None:
        news = panel.text
    return _turn(view, news, size, words, clock)


def problem_text(problem: Problem, in_turn: str | None, language: str = "en") -> str:
    """What is wrong, where and how to mend it, in one sentence or two."""
    return texts(language).text(problem_message(problem, in_turn)).replace(PART, " ")


def _greeting(view: View, news: GameGoesOn, size: Size, words: Texts) -> tuple[Page, ...]:
    said = [
        say("resumed.game", begun=news.begun),
        say("resumed.round", round=view.round, rounds=view.rounds),
        say("resumed.differ", count=view.problems) if view.problems else say("resumed.same"),
    ]
    if size.rows < len(said):  # it stands for a moment only, on one page
        del said[1]
    return in_pages((), [words.forms(message) for message in said], (), size)


def _clock(view: View, now: float) -> str:
    """What the clock of the player in turn says; empty where none is shown."""
    if view.clocks is None or view.in_turn is None:
        return ""
    return clock_text(view.clocks.read(now).get(view.in_turn, 0.0))


def _head(view: View, size: Size, words: Texts, clock: str) -> str:
    """The first line: the round, and whose turn it is; with the clock, if that is shown and there is room."""
    name = words.word(view.in_turn).upper() if view.in_turn else ""
    right = (f"{name} {clock}", name) if clock else (name,)
    return two_ends(words.forms(say("turn.head", round=view.round, rounds=view.rounds)), right, size.columns)


def _turn(view: View, news: Message | None, size: Size, words: Texts, clock: str) -> tuple[Page, ...]:
    """Whose turn it is and what for; news where there is room, for they must not hide that.

    On two lines there never is: there they take the second one for their moment.
    """
    head = _head(view, size, words, clock)
    parts: list[Forms] = [words.forms(turn_message(view))]
    areas = areas_text(view, words)
    if areas and not view.passes:
        parts.append((areas, areas.replace(",", "")))  # without commas where those would cost a line
    shown = in_pages([head], parts, (), size)
    if news is None:
        return shown
    if size.rows <= 2:
        return in_pages([head], [words.forms(news)], (), size)
    return (with_news(shown[0], words.forms(news), size), *shown[1:])


def turn_message(view: View) -> Message:
    """What the player in turn is to do, of a game that is not over."""
    if view.passes:
        return say("turn.away-lay", area=view.passes)
    if view.passes is not None and view.phase is Phase.RESOLVING:
        return say("turn.away-lift")
    return say(DOES[view.phase], token=view.token, tokens=view.tokens)


def areas_text(view: View, words: Texts) -> str:
    """The areas that the player in turn must know of: where to lift, or the shorter of those full and those free."""
    if view.phase is Phase.RESOLVING:
        return ", ".join(map(words.word, view.own))
    if view.phase is not Phase.PLACING or not view.full:
        return ""
    free = tuple(area for area in AREAS if area not in view.full)
    fewer = ("turn.full", view.full) if len(view.full) <= len(free) else ("turn.free", free)
    return words.text(say(fewer[0], areas=fewer[1]))


def problem_message(problem: Problem, in_turn: str | None) -> Message:
    """What is wrong and where, and after `PART` how to mend it."""
    place, came_from, other = problem.place, problem.came_from, problem.other
    return say(
        f"problem.{problem.kind.value}",
        area=place.area,
        place=f"{place.area} {place.space}" if place.space else place.area,
        player=problem.player or "",
        turn=in_turn or "",
        other=other.area if other else "",
        **{"from": came_from.area if came_from else ""},
    )


def _problem(view: View, problem: Problem, size: Size, words: Texts, clock: str) -> tuple[Page, ...]:
    """On one page if there is room, else what and where, how to mend it, and at last whose turn it is."""
    forms = words.forms(problem_message(problem, view.in_turn))
    more = words.forms(say("problem.more", count=view.problems - 1)) if view.problems > 1 else ("",)
    foot = two_ends(more, (problem.clause,), size.columns)
    for form in forms:
        lines = wrap(form.replace(PART, " "), size.columns)
        if len(lines) < size.rows:
            return (filled(lines, [foot], size),)
    split = [form.split(PART) for form in forms]
    whole = [parts for parts in split if all(len(wrap(part, size.columns)) <= size.rows for part in parts)]
    told = in_pages((), [(part,) for part in (whole or split[-1:])[0]], (), size)
    return (*told, filled([_head(view, size, words, clock)], [foot], size))


def _over(view: View, size: Size, words: Texts) -> tuple[Page, ...]:
    """The points of each player, the winner last (T20); in depth "referee" the players count themselves."""
    if not view.scores:
        return in_pages((), [words.forms(say("turn.over")), words.forms(say("turn.count"))], (), size)
    shown: list[Page] = []
    for score in sorted(view.scores, key=lambda score: (score.total, score.inventions)):
        total = words.forms(say("score.total", count=score.total))
        head = two_ends((words.word(score.player).upper(),), total, size.columns)
        counted = (
            ("influence", score.influence),
            ("final-market", score.final_market),
            ("patents", score.patents.points),
            ("development", score.development.points),
            ("capacity", score.capacity.points),
        )
        clauses = [words.text(say(f"score.{of}", points=points)) for of, points in counted]
        shown += in_pages([head], [(_listed(clauses),)], (), size)
    won = winners(view.scores)
    best = max(score.total for score in view.scores)
    winner = say("score.winner", player=won[0]) if len(won) == 1 else say("score.shared", players=won)
    shown += in_pages((), [words.forms(winner), words.forms(say("score.total", count=best))], (), size)
    return tuple(shown)


def _listed(items: Sequence[str]) -> str:
    """The items in a row, each kept in one line."""
    return ", ".join(item.replace(" ", TIED) for item in items)
