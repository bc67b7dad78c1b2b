"""Panels as pages of a display."""

from .pages import Forms, Page, Size, in_pages, two_ends, wrap
from .panels import Choice, Menu, Notice, Panel, Steps, Stock
from .texts import PART, Message, Texts, say

CURSOR = "> "
BESIDE = "  "


def drawn(panel: Panel, size: Size, words: Texts) -> tuple[Page, ...]:
    """The panel alone on the display."""
    match panel:
        case Menu():
            return _menu(panel, size, words)
        case Stock():
            return _stock(panel, size, words)
        case Steps(title=title, steps=steps, now=now):
            head = two_ends(words.forms(title), (f"{now + 1}/{len(steps)}",), size.columns)
            return in_pages([head], parts_of(words.forms(steps[now])), (), size)
        case Notice(text=text, foot=None):
            return in_pages((), parts_of(words.forms(text)), (), size)
        case Notice(text=text, foot=Message() as foot):
            parts, keys = parts_of(words.forms(text)), words.text(foot)
            shown = in_pages((), parts, [keys], size)
            return shown if len(shown) == 1 else in_pages((), [*parts, (keys,)], (), size)
        case _:  # a line has its place at the foot of the turn's screen; alone it is a notice
            return in_pages((), parts_of(words.forms(panel.text)), (), size)


def parts_of(forms: Forms) -> list[Forms]:
    """The parts of a text, each in all forms."""
    return list(zip(*(form.split(PART) for form in forms), strict=True))


def _menu(menu: Menu, size: Size, words: Texts) -> tuple[Page, ...]:
    """The title, and the choice at the cursor with what it costs and gives; other choices where there is room.

    On two lines the choice stays and the rest comes under it by turns.
    """
    title = words.forms(menu.title)
    chosen = menu.choices[menu.cursor]
    head = two_ends(title, (f"{menu.cursor + 1}/{len(menu.choices)}", ""), size.columns)
    at_cursor = _choice_lines(CURSOR, chosen, size, words)
    parts: list[Forms] = []
    if chosen.cost:
        parts.append(words.forms(say("menu.pay", goods=chosen.cost)))
    if chosen.gain:
        parts.append(words.forms(say("menu.get", goods=chosen.gain)))
    if len(at_cursor) >= size.rows:
        return in_pages((), [(CURSOR + words.text(chosen.text),), *parts, title], (), size)
    if parts and size.rows <= len(at_cursor) + 1:
        return in_pages(at_cursor, [*parts, title], (), size)
    shown = in_pages([head, *at_cursor], parts, (), size)
    if len(shown) > 1:
        return shown
    spare = size.rows - len([line for line in shown[0] if line.strip()])
    after = menu.choices[menu.cursor + 1 :][:spare]
    before = menu.choices[: menu.cursor][max(0, menu.cursor - (spare - len(after))) :]
    above = [line for choice in before for line in _choice_lines(BESIDE, choice, size, words)[:1]]
    below = [line for choice in after for line in _choice_lines(BESIDE, choice, size, words)[:1]]
    details = [line.rstrip() for line in shown[0][1 + len(at_cursor) :] if line.strip()]
    return in_pages([head, *above, *at_cursor, *details, *below], (), (), size)


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
