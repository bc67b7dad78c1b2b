"""Tags that were never named before: believed when named twice, and told apart from those that change their names."""

CONFIRM_S = 1.0
"""How long a first sighting waits for the second one; what noise makes of a UID hardly comes twice."""


class Strangers:
    """Who is known, and who was seen once and by which reader.

    A UID of four bytes that begins with 08 may be a random one (ISO/IEC 14443-3). Whether it is shows at the second
    look, for the field was off in between: then it is another one.
    """

    def __init__(self) -> None:
        self.known: set[str] = set()    # tags that were named twice
        self.once: dict[int, dict[str, float]] = {}    # by reader: name and when it was seen (s)

    def believed(self, reader: int, tags: tuple[str, ...], at: float) -> tuple[tuple[str, ...], bool]:
        """Those of the tags named by a look that are believed, and whether there is one that is not.

        Whatever has a random UID is called `random_name(reader)`.
        """
        if self.known.issuperset(tags):
            return tags, False
        once = {name: seen for name, seen in self.once.get(reader, {}).items() if at - seen <= CONFIRM_S}
        changing = any(_may_be_random(name) for name in once.keys() - set(tags))
        self.once[reader] = once
        believed: list[str] = []
        doubt = False
        for tag in tags:
            if once.pop(tag, None) is not None:
                self.known.add(tag)
            if tag in self.known:
                believed.append(tag)
                continue
            once[tag] = at
            if changing and _may_be_random(tag):
                believed.append(random_name(reader))
            else:
                doubt = True
        return tuple(dict.fromkeys(believed)), doubt


def random_name(reader: int) -> str:
    """What stands for the UIDs of one thing that has many; no UID, and another one for each reader."""
    return f"random {reader}"


def is_random(name: str) -> bool:
    """Whether that is such a name."""
    return name.startswith("random ")


def _may_be_random(uid: str) -> bool:
    return len(uid) == 8 and uid.startswith("08")
