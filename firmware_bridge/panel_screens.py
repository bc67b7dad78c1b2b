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
    title = words.forms(menu.title)
    chosen = menu.choices[menu.cursor]
    count = f"{menu.cursor + 1}/{len(menu.choices)}"
    # The count tells lines of the same words apart, such as two cards of one kind: a short title makes room for it.
    counted = [form for form in title if len(form) + 1 + len(count) <= size.columns]
    head = two_ends(counted or title, (*([f"{clock} {count}"] if clock else ()), count, ""), size.columns)
    at_cursor = _choice_lines(CURSOR, chosen, size, words)
    about = [words.forms(menu.about)] if menu.about is not None else []
    parts: list[Forms] = []
    if chosen.cost:
        parts.append(words.forms(say("menu.pay", goods=chosen.cost)))
    if chosen.gain:
        parts.append(words.forms(say("menu.get", goods=chosen.gain)))
    if size.rows <= len(at_cursor) + 1:
        beside = [news] if news else []
        if len(at_cursor) >= size.rows:
            return in_pages((), [(CURSOR + words.text(chosen.text),), *beside, *parts, *about, title], (), size)
        counted = two_ends(at_cursor, (count, ""), size.columns)
        return in_pages([counted], [*beside, *parts, *about, title], (), size)
    if news and len(parts) == 2 and len(at_cursor) + len(parts) + 1 >= size.rows:  # one line for both, if that will do
        both = " ".join(form[0] for form in parts)
        parts = [(both,)] if len(both) <= size.columns else parts
    top = [head, *(line for forms in about for line in fitting(forms, size.columns, 1))]
    shown = in_pages([*top, *at_cursor], parts, (), size)
    if len(shown) > 1:
        return shown
    spare = size.rows - len([line for line in shown[0] if line.strip()])
    if news and spare:
        return (with_news(shown[0], news, size),)
    after = menu.choices[menu.cursor + 1 :][:spare]
    before = menu.choices[: menu.cursor][max(0, menu.cursor - (spare - len(after))) :]
    above = [line for choice in before for line in _choice_lines(BESIDE, choice, size, words)[:1]]
    below = [line for choice in after for line in _choice_lines(BESIDE, choice, size, words)[:1]]
    details = [line.rstrip() for line in shown[0][len(top) + len(at_cursor) :] if line.strip()]
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
