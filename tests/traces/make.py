"""Makes the recorded sessions anew: `python -m tests.traces.make`.

A script of what hands do, at which second; the bench plays it in its noise. What is written down beside each recording
as the truth comes from the script alone, and from the bench's clock when a deed was done; never from what our own
readers, presence or referee said of it.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from firmware_bridge.simulation.people import PLACES

from .overheard import OverheardTable

HERE = Path(__file__).parent
REST_S = 2.5
"""Between two deeds: in the worst air here a lift is told after a second, and a copy takes one to be told."""
WAIT_S = 8.0
"""A reader that was dead is tried again at the latest after so long."""


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing that hands do.

    words: `lay yellow1 build:1` (the first of yellow's tokens), `lift yellow1`, `slide yellow1 buy:2`, `unplug buy:1`,
    `plug buy:1`, `copy yellow1 market:2`, `take-copy`, `phone buy:1`, `take-phone`, `stranger buy:1`, `take-stranger`,
    `wait`. move: what the rules make of it (PLACE-1, RESOLVE-1), if they make something of it.
    """

    words: str
    move: str = ""


@dataclass(frozen=True, slots=True)
class Session:
    """name: of its files; noise: share, burst (s) and seed; lying: what lies there before; deeds: in order."""

    name: str
    noise: tuple[float, float, int]
    deeds: Sequence[Deed]


SESSIONS = (
    Session(
        "round",
        (0.1, 0.05, 11),
        (
            Deed("lay yellow1 build:1", "yellow place build"),
            Deed("lay green1 market:1", "green place market"),
            Deed("lay brown1 build:2", "brown place build"),
            Deed("lay orange1 develop:2", "orange place develop"),
            Deed("slide orange1 buy:1", "-orange place develop, orange place buy"),
            Deed("lay yellow2 buy:2", "yellow place buy"),
            Deed("lay green2 produce:1", "green place produce"),
            Deed("lay brown2 manufacture:2", "brown place manufacture"),
            Deed("lay orange2 market:2", "orange place market"),
            Deed("lift yellow2", "yellow resolve buy"),
            Deed("lift green1", "green resolve market"),
            Deed("lift brown1", "brown resolve build"),
            Deed("lift orange2", "orange resolve market"),
            Deed("lift yellow1", "yellow resolve build"),
            Deed("lift green2", "green resolve produce"),
        ),
    ),
    Session(
        "storm",
        (0.3, 0.15, 12),
        (
            Deed("lay yellow1 develop:1", "yellow place develop"),
            Deed("lay green1 develop:2", "green place develop"),
            Deed("unplug build:2"),
            Deed("lay brown1 build:1", "brown place build"),
            Deed("slide brown1 market:2", "-brown place build, brown place market"),
            Deed("plug build:2"),
            Deed("wait"),
            Deed("lay orange1 build:2", "orange place build"),
            Deed("lift green1"),
            Deed("lay green1 develop:2"),
            Deed("lay yellow2 build:1", "yellow place build"),
            Deed("stranger buy:2"),
            Deed("take-stranger"),
        ),
    ),
    Session(
        "oddities",
        (0.1, 0.15, 13),
        (
            Deed("lay yellow1 build:1", "yellow place build"),
            Deed("phone market:1"),
            Deed("lay green1 produce:1", "green place produce"),
            Deed("take-phone"),
            Deed("copy green1 develop:1"),
            Deed("lay brown1 market:1", "brown place market"),
            Deed("take-copy"),
            Deed("stranger manufacture:1"),
            Deed("lay orange1 buy:1", "orange place buy"),
            Deed("take-stranger"),
            Deed("phone build:2"),
            Deed("take-phone"),
        ),
    ),
)

STRANGER = bytes.fromhex("d3b07384")


class Hands:
    """Do deeds on a table, and write down what readers ought to say of each."""

    def __init__(self, table: OverheardTable) -> None:
        self._table = table
        self._lying: dict[str, int] = {}
        self._names: dict[str, bytes] = {}
        self.truth: list[dict[str, Any]] = []

    def do(self, deed: Deed) -> None:
        """One deed."""
        what, *more = deed.words.split()
        bench = self._table.bench
        reader = PLACES.index(more[-1]) if more and ":" in more[-1] else -1
        said: list[list[Any]] = []
        match what:
            case "wait":
                self._table.run(WAIT_S)
            case "lay" | "slide" | "stranger":
                uid = STRANGER if what == "stranger" else self._token(more[0])
                said = [["TokenLaid", uid.hex(), reader]]
                if what == "slide":
                    said.insert(0, ["TokenLifted", uid.hex(), self._lying[uid.hex()]])
                bench.place(uid, reader)
                self._lying[uid.hex()] = reader
            case "lift" | "take-stranger":
                uid = STRANGER if what == "take-stranger" else self._token(more[0])
                bench.lift(uid)
                said = [["TokenLifted", uid.hex(), self._lying.pop(uid.hex())]]
            case "unplug" | "plug":
                getattr(bench, what)(reader)
                said = [["ReaderLost" if what == "unplug" else "ReaderBack", None, reader]]
            case "copy":
                uid = self._token(more[0])
                self._names["copy"] = bench.place_copy(uid, reader)
                said = [["TagCopied", uid.hex(), [self._lying[uid.hex()], reader]]]
                self._names["copied"] = uid
            case "take-copy":
                bench.lift(self._names["copy"])
                said = [["TagSingle", self._names["copied"].hex(), None]]
            case "phone":
                self._names["phone"] = bench.place_random(reader)
                said = [["RandomTag", None, reader]]
                self._lying["phone"] = reader
            case _:
                assert what == "take-phone"
                bench.lift(self._names["phone"])
                said = [["RandomTagGone", None, self._lying.pop("phone")]]
        self.truth.append({"at": self._table.now, "deed": deed.words, "said": said, "move": deed.move})

    def lying(self) -> dict[str, int]:
        """UID to reader of all tags that have one."""
        return {tag: reader for tag, reader in self._lying.items() if tag != "phone"}

    def _token(self, name: str) -> bytes:
        return self._table.tokens[name[:-1]][int(name[-1]) - 1]


def make(session: Session, folder: Path) -> None:
    """Play a session; `NAME.gz` is the recording, `NAME.json` the truth."""
    recording = folder / f"{session.name}.gz"
    recording.unlink(missing_ok=True)
    with OverheardTable() as table:
        hands = Hands(table)
        table.record(recording)
        table.run(1.0)   # the table is looked at in clear air, as at every start
        share, burst, seed = session.noise
        table.bench.noise(share, burst, seed=seed)
        for deed in session.deeds:
            table.run(REST_S)
            hands.do(deed)
        table.run(REST_S)
        table.tap.stop()
    truth = {"noise": session.noise, "deeds": hands.truth, "lying": hands.lying()}
    (folder / f"{session.name}.json").write_text(json.dumps(truth, indent=1) + "\n")


if __name__ == "__main__":
    for one in SESSIONS:
        make(one, HERE)
