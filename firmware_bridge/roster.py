"""Which tag is whose token, and which reader is which place: the join between hex numbers and the game's words."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Self

from engine.era.components import AREAS, SPACES_PER_AREA

from .errors import RosterError
from .table import Table


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """What one reader reads: one space of an area (1 or 2), or with `space` None the whole area."""

    area: str
    space: int | None = None

    @classmethod
    def parse(cls, text: str) -> Self:
        """`build:1` or `build`; RosterError says what is allowed."""
        area, colon, number = text.partition(":")
        spaces = [str(n) for n in range(1, SPACES_PER_AREA + 1)]
        if area not in AREAS or (colon and number not in spaces):
            raise RosterError(
                f"no reader can read {text!r}: write an area ({', '.join(AREAS)}), "
                f"or one of its spaces ({AREAS[0]}:1, {AREAS[0]}:2)"
            )
        return cls(area, int(number) if colon else None)

    def __str__(self) -> str:
        return self.area if self.space is None else f"{self.area}:{self.space}"

    def overlaps(self, other: "Place") -> bool:
        """Whether some space would be read by both."""
        return self.area == other.area and (self.space is None or other.space is None or self.space == other.space)


@dataclass(frozen=True, slots=True)
class Lying:
    """One tag that lies on the table, in the game's words; `player` is None for a tag that nobody enrolled."""

    tag: str
    place: Place
    player: str | None


@dataclass(frozen=True, slots=True)
class Layout:
    """All that lies on the table in the game's words, in the readers' order.

    silent: the places whose reader tells nothing; garbled: those where something lies that can't be named; random:
    those where something has a new name at each look; copies: tags that lie elsewhere already, and where they are
    seen, too, and not believed.
    """

    lying: tuple[Lying, ...]
    silent: tuple[Place, ...] = ()
    garbled: tuple[Place, ...] = ()
    random: tuple[Place, ...] = ()
    copies: tuple[Lying, ...] = ()


@dataclass(frozen=True, slots=True)
class Roster:
    """tags: UID in hex to the player whose token it is; places: what each reader reads, by the scanner's index; fixed:
    those tags that stand in the table's file, which is for people to change.
    """

    tags: Mapping[str, str]
    places: tuple[Place, ...]
    fixed: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        for index, place in enumerate(self.places):
            for other in range(index):
                if place.overlaps(self.places[other]):
                    raise RosterError(
                        f"readers {other} and {index} both read {place}: give each space to one reader, "
                        "or an area to one that reads both tokens"
                    )

    @classmethod
    def of(cls, tokens: Iterable[tuple[str, str]], places: Iterable[str], fixed: Collection[str] = ()) -> Self:
        """From (UID in hex, player) pairs and texts of places; RosterError for a tag that is enrolled twice."""
        pairs = [(tag.lower(), player) for tag, player in tokens]
        for tag, times in Counter(tag for tag, _ in pairs).items():
            if times > 1:
                owners = " and ".join(sorted({player for other, player in pairs if other == tag}))
                raise RosterError(f"tag {tag} is enrolled {times} times (for {owners}): keep it for one token only")
        for tag, player in pairs:
            if len(tag) not in (8, 14, 20) or not set(tag) <= set("0123456789abcdef"):
                raise RosterError(f"{tag!r} (for {player}) is no tag: a UID is 8, 14 or 20 hexadecimal digits")
            if len(tag) == 8 and tag.startswith("08"):
                raise RosterError(
                    f"{tag} (for {player}) can be no token: a number of four bytes that begins with 08 is drawn anew "
                    "each time it is read (ISO/IEC 14443-3), as phones and bank cards do: take a tag of another kind"
                )
        return cls(dict(pairs), tuple(Place.parse(place) for place in places), frozenset(fixed))

    def enrolled(self, tag: str, player: str) -> "Roster":
        """A roster with one tag more; RosterError if it is enrolled already, or can't be a token."""
        return self._with([*self.tags.items(), (tag, player)])

    def replaced(self, old: str, new: str) -> "Roster":
        """A roster in which `new` stands for the token of `old`.

        RosterError if `old` is nobody's or stands in the table's file, or as `enrolled` for the new one.
        """
        self._check_free(old)
        return self._with([(new if tag == old else tag, player) for tag, player in self.tags.items()])

    def forgotten(self, tags: Collection[str]) -> "Roster":
        """A roster without these tags; RosterError if one of them is nobody's or stands in the table's file."""
        for tag in tags:
            self._check_free(tag)
        return replace(self, tags={tag: player for tag, player in self.tags.items() if tag not in tags})

    def _with(self, tokens: Iterable[tuple[str, str]]) -> "Roster":
        return Roster.of(tokens, (str(place) for place in self.places), self.fixed)

    def _check_free(self, tag: str) -> None:
        if tag not in self.tags:
            raise RosterError(f"tag {tag} is nobody's token: era-table tags list shows which there are")
        if tag in self.fixed:
            raise RosterError(
                f"tag {tag} stands in the table's file, table.toml, under [tags] {self.tags[tag]}: change it there and "
                "start the table anew (the game goes on); only what was enrolled at the table can be changed here"
            )

    def read(self, table: Table) -> Layout:
        """The table in the game's words."""
        return Layout(
            tuple(Lying(tag, self.places[reader], self.tags.get(tag)) for tag, reader in table.lying),
            tuple(self.places[reader] for reader in sorted(table.silent)),
            tuple(self.places[reader] for reader in sorted(table.garbled)),
            tuple(self.places[reader] for reader in sorted(table.random)),
            tuple(
                Lying(tag, self.places[reader], self.tags.get(tag))
                for tag, (_, *others) in table.copied
                for reader in others
            ),
        )
