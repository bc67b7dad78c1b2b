"""Pads on paper, for tests of how tags are named: what lies there is a list of looks."""

from collections.abc import Collection, Mapping, Sequence

from firmware_bridge.roster import Roster


class PaperPads:
    """At each look the next of `looks` lies there; who waits for more than they are fails the test.

    enrolled: whose each tag is; gone: UID to place of tokens that the game has there and no pad sees, known from the
    second look on; fixed: tags that stand in the table's file. `random` may say where something has a new number at
    each look, by how many looks are left.
    """

    def __init__(
        self,
        looks: Sequence[Sequence[str]],
        enrolled: Mapping[str, str] | None = None,
        gone: Mapping[str, str] | None = None,
        fixed: Collection[str] = (),
    ) -> None:
        self._looks = list(looks)
        self._gone = dict(gone or {})
        self._fixed = fixed
        self._waited = False
        self.enrolled = dict(enrolled or {})
        self.random: dict[int, Sequence[str]] = {}

    def lying(self) -> Sequence[tuple[str, str | None]]:
        assert self._looks, "it waits for what never comes"
        return [(tag, self.enrolled.get(tag)) for tag in self._looks[0]]

    def roster(self) -> Roster:
        return Roster.of(self.enrolled.items(), (), self._fixed)

    def missing(self) -> Mapping[str, str] | None:
        return self._gone if self._waited else None

    def changing(self) -> Sequence[str]:
        return self.random.get(len(self._looks), ())

    def enrol(self, tag: str, player: str) -> None:
        self.enrolled = dict(self.roster().enrolled(tag, player).tags)

    def replace(self, old: str, new: str) -> None:
        self.enrolled = dict(self.roster().replaced(old, new).tags)

    def forget(self, tags: Sequence[str]) -> None:
        self.enrolled = dict(self.roster().forgotten(tags).tags)

    def wait(self, seconds: float) -> None:
        self._waited = True
        self._looks.pop(0)


def one_by_one(tags: Sequence[str]) -> list[list[str]]:
    """Each lies there for two looks, then the next takes its place."""
    return [[tag] for tag in tags for _ in range(2)]
