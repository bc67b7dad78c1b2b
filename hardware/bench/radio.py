"""Tags on the pads of a simulated table, and what can befall the air between them and the readers."""

from random import Random

from hardware.bench.noise import Bursts, Coins
from hardware.bench.parts import Parts
from hardware.bench.tag import HALT, KINDS, RandomTag, Tag
from hardware.errors import BenchError

_OFF_TABLE = -1


class Radio(Parts):
    """The side of the table that has to do with tags.

    A tag goes by its UID (`uid`), but for two kinds: a copy has the UID of another, and goes by that and the copy's
    number as one more byte; a tag that draws a new UID each time goes by the one that it had when it was new.
    """

    # --- tags ---

    def place(self, uid: bytes, reader: int) -> None:
        """Lay the tag with this UID (4, 7 or 10 bytes) on a reader's pad; if it lies elsewhere it is moved.

        Raises BenchError for a reader that the table does not have, and for a UID of another length.
        """
        self._lay(bytes(uid), reader, _tag(uid))

    def place_copy(self, uid: bytes, reader: int, number: int = 1) -> bytes:
        """Lay a copy, that one of all copies, of the tag with this UID on a reader's pad, or move it there; its name.

        Raises BenchError, as `place`, and for a number that is not 0 to 255.
        """
        if not 0 <= number <= 0xFF:
            raise BenchError(f"copy {number} of tag {uid.hex(' ')}: number copies 0 to 255")
        name = bytes(uid) + bytes((number,))
        self._lay(name, reader, _tag(uid))
        return name

    def place_random(self, reader: int, seed: int = 0) -> bytes:
        """Lay a tag on a reader's pad that draws a new UID (first byte 0x08) in each field that comes on; its name.

        Each seed is another tag; one that lies elsewhere is moved. Raises BenchError as `place`.
        """
        tag = RandomTag(seed)
        name = tag.uid
        known = self._tags.get(name)
        if known is not None and not isinstance(known[0], RandomTag):
            raise BenchError(f"the random tag of seed {seed} goes by {name.hex(' ')}, as another tag does")
        self._lay(name, reader, tag)
        return name

    def lift(self, uid: bytes) -> None:
        """Take a tag off the table; it keeps its memory. Raises BenchError when no such tag lies there."""
        with self._lock:
            tag, reader = self._lying(uid)
            self._take_off(tag, reader)
            self._tags[bytes(uid)] = (tag, _OFF_TABLE)

    def lying_on(self, reader: int) -> list[bytes]:
        """Names of the tags on a reader's pad, in the order in which they were laid."""
        names = {tag: name for name, (tag, _) in self._tags.items()}
        return [names[tag] for tag in self._module(reader).pad.tags]

    def halt(self, uid: bytes) -> None:
        """Put a tag into HALT, as a HLTA does: until its field goes off it hears only WUPA.

        Raises BenchError when it does not lie in a field: it has no state there.
        """
        with self._lock:
            tag, reader = self._lying(uid)
            module = self._module(reader)
            self._settle(module)
            if not module.pad.powered:
                raise BenchError(f"tag {uid.hex(' ')} lies in no field: switch one on before halt()")
            tag.hear_noise()
            tag.state = HALT

    def couple(self, uid: bytes, strength: float) -> None:
        """How well a tag is heard from now on, wherever it lies, 0 not at all, 1 always, as all are at first.

        It is the chance that an exchange with it goes well, at the receiver's gain after reset (see `noise.RoughAir`).
        Raises BenchError when no such tag lies on the table, and for other strengths.
        """
        _check("strength", strength)
        with self._lock:
            tag, _ = self._lying(uid)
            self._settle_all()
            tag.strength = strength
            self._clear_up()

    def _lay(self, name: bytes, reader: int, new: Tag) -> None:
        module = self._module(reader)
        with self._lock:
            tag, before = self._tags.get(name, (new, _OFF_TABLE))
            if before != _OFF_TABLE:
                self._take_off(tag, before)
            module.pad.place(tag, self._settle(module))
            self._tags[name] = (tag, reader)
            self._clear_up()

    def _lying(self, name: bytes) -> tuple[Tag, int]:
        tag, reader = self._tags.get(bytes(name), (None, _OFF_TABLE))
        if tag is None or reader == _OFF_TABLE:
            raise BenchError(f"no tag {name.hex(' ')} lies on the table: place() it first")
        return tag, reader

    def _take_off(self, tag: Tag, reader: int) -> None:
        now = self._settle_all()
        for module in self._modules:     # a neighbour may be listening to it
            module.chip.tag_gone(tag, now)
        self._module(reader).pad.lift(tag)
        self._clear_up()

    # --- the air ---

    def noise(self, share: float, burst: float = 0.0, reader: int | None = None, seed: int = 0) -> None:
        """From now on this share (0 to 1) of all exchanges fails at this reader, or at all; 0 ends it.

        burst: 0, and each exchange fails by itself; or the mean length (s) of bad times in which every exchange fails,
        and which make up `share` of the time (see `noise.Bursts`). Those of all readers are the same: a lamp or a motor
        troubles the whole table. One reader's alone are its own: a hand. What noise does to an exchange: `noise`.
        Raises BenchError for a share or a burst that can't be.
        """
        _check("share", share)
        if not burst >= 0:
            raise BenchError(f"bursts of {burst:g} s: give their mean length, or 0 for failures one by one")
        with self._lock:
            now = self._settle_all()
            sources = range(len(self._modules)) if reader is None else (reader,)
            for source in sources:
                rough = self._module(source).rough
                random = Random(f"{seed} noise {source}")
                if not share:
                    rough.weather = None
                elif burst:
                    sky = Random(f"{seed} weather {'all' if reader is None else source}")
                    rough.spoil(Bursts(share, burst, now, sky), random)
                else:
                    rough.spoil(Coins(share, random), random)
            self._clear_up()

    def neighbours(self, one: int, other: int, strength: float) -> None:
        """From now on each of two readers also powers and hears the other one's tags, so strongly; 0 ends it.

        What two readers send at the same time does not mix. Raises BenchError for a strength that is not 0 to 1, and
        for a reader beside itself.
        """
        _check("strength", strength)
        if one == other:
            raise BenchError(f"reader {one} is no neighbour of itself: name two")
        here, there = self._module(one), self._module(other)
        with self._lock:
            now = self._settle_all()
            for module, beside in ((here, there), (there, here)):
                if strength:
                    module.rough.heard[beside.pad] = strength
                    module.pad.join(beside.pad, now)
                else:
                    module.rough.heard.pop(beside.pad, None)
                    module.pad.part(beside.pad, now)
            self._clear_up()

    def stack(self, reader: int, shade: float) -> None:
        """From now on tags on this pad lie on one another, and each that is not alone loses this share of its strength.

        shade: 0 ends it (tags lie side by side, and collide); 1: none of them is heard. Raises BenchError for others.
        """
        _check("shade", shade)
        module = self._module(reader)
        with self._lock:
            self._settle_all()
            module.pad.shade = shade
            self._clear_up()

    def _clear_up(self) -> None:
        for module in self._modules:
            module.clear_up()

    def _quieten_air(self) -> None:
        self.noise(0)
        for tag, _ in self._tags.values():
            tag.strength = 1.0
        now = self._settle_all()
        for module in self._modules:
            module.pad.shade = 0.0
            for other in [pad for pad in module.rough.heard if pad is not module.pad]:
                del module.rough.heard[other]
                module.pad.part(other, now)
        self._clear_up()


def _tag(uid: bytes) -> Tag:
    if len(uid) not in KINDS:
        raise BenchError(f"a UID of {len(uid)} bytes ({uid.hex(' ')}): ISO 14443-3 knows 4, 7 and 10")
    return Tag(bytes(uid))


def _check(what: str, share: float) -> None:
    if not 0 <= share <= 1:
        raise BenchError(f"{what} {share:g}: give a share, from 0 to 1")
