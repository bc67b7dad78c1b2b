"""Panels as pages of a display."""

from .pages import Forms, Page, Size, fitting, in_pages, two_ends, with_news, wrap
from .panels import Choice, Menu, Notice, Panel, Steps, Stock
from .texts import PART, Message, Texts, say

CURSOR = "> "
BESIDE = "  "


def drawn(panel: Panel, size: Size, words: Texts, news: Message | None = None, clock: str = "") -> tuple[Page, ...]:
    """The panel on the whole display. news: what is said at its foot where there is room. clock: of the player in turn,
    for the head of a menu."""
    told: Forms = words.forms(news) if news is not None else ()
    match panel:
        case Menu():
            return _menu(panel, size, words, told, clock)
        case Stock():
            return _stock(panel, size, words)
        case Steps(title=title, steps=steps, now=now):
            head = two_ends(words.forms(title), (f"{now + 1}/{len(steps)}",), size.columns)
            first, *more = in_pages([head], parts_of(words.forms(steps[now])), (), size)
            return (with_news(first, told, size), *more)
        case Notice():
            return in_pages((), parts_of(words.forms(panel.text)), (), size)
        case _:  # a line has its place at the foot of the turn's screen; alone it is a notice
            return in_pages((), parts_of(words.forms(panel.text)), (), size)


def parts_of(forms: Forms) -> list[Forms]:
    """The parts of a text, each in all forms."""
    return list(zip(*(form.split(PART) for form in forms), strict=True))


def _menu(menu: Menu, size: Size, words: Texts, news: Forms, clock: str) -> tuple[Page, ...]:
    """The title, and the choice at the cursor with what it costs and gives; news or other choices where there is room.

    On two lines the choice stays and the rest comes under it by turns.
    """
    title, chosen = words.forms(menu.title), menu.choices[menu.cursor]
    at_cursor = _choice_lines(CURSOR, chosen, size, words)
    about = [words.forms(menu.about)] if menu.about is not None else []
    pay: list[Forms] = [words.forms(say("menu.pay", goods=chosen.cost))] if chosen.cost else []
    get: list[Forms] = [words.forms(say("menu.get", goods=chosen.gain))] if chosen.gain else []
    count = f"{menu.cursor + 1}/{len(menu.choices)}"
    if size.rows <= len(at_cursor) + 1:
        first = two_ends(at_cursor[:1], (count, ""), size.columns)
        rest = [(line[len(CURSOR) :],) for line in at_cursor[1:]]
        return in_pages([first], [*([news] if news else []), *rest, *pay, *get, *about, title], (), size)
    spare = size.rows - 1 - len(about) - len(at_cursor) - len(pay) - len(get)
    if pay and get and spare < bool(news):  # one line for both, if that will do
        costs, gains = words.amounts(chosen.cost), words.amounts(chosen.gain)
        short = f"{costs.replace(' ', '')} -> {gains.replace(' ', '')}"
        lines = (f"{pay[0][0]} {get[0][0]}", f"{costs} -> {gains}", short)
        both = [line for line in lines if len(line) <= size.columns]
        if both:
            pay, get = [both], []
    counts = (*([f"{clock} {count}"] if clock else ()), count, "")
    top = [two_ends(title, counts, size.columns), *(line for each in about for line in fitting(each, size.columns, 1))]
    shown = in_pages([*top, *at_cursor], [*pay, *get], (), size)
    if len(shown) > 1:
        return shown
    details = [line.rstrip() for line in shown[0][len(top) + len(at_cursor) :] if line.strip()]
    spare = size.rows - len(top) - len(at_cursor) - len(details)
    if news and spare:
        return (with_news(shown[0], news, size),)
    after = menu.choices[menu.cursor + 1 :][:spare]
    before = menu.choices[: menu.cursor][max(0, menu.cursor - (spare - len(after))) :]
    above = [line for choice in before for line in _choice_lines(BESIDE, choice, size, words)[:1]]
    below = [line for choice in after for line in _choice_lines(BESIDE, choice, size, words)[:1]]
    return in_pages([*top, *above, *at_cursor, *details, *below], (), (), size)


def _choice_lines(mark: str, choice: Choice, size: Size, words: Texts) -> list[str]:
    for form in words.forms(choice.text):
        lines = wrap(form, size.columns - len(mark))
        if len(lines) == 1:
            break
    return [mark + line for line in lines]


def _stock(stock: Stock, size: Size, words: Texts) -> tuple[Page, ...]:
    """All in letters at a glance, then what the letters mean."""
    heads = words.forms(say("stock.head", player=stock.player))
    head = next((form for form in heads if len(form) <= size.columns), heads[-1])
    glance = words.amounts(stock.amounts)
    legend = [(f"{count}{words.code(what)} {words.word(what)}",) for what, count in stock.amounts]
    return in_pages([head], [(glance,), *legend], (), size)
