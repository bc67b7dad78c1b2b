"""The protocol as its page tells it, and what is no request."""

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from hardware.bench import protocol
from hardware.bench.process import WorldProcess
from tests.hardware.world.talk import Talk

PAGE = Path(protocol.__file__).with_name("PROTOCOL.md")
EXAMPLE = re.compile(r"([A-Z])([<>]) (\{.*\})")


@pytest.fixture(scope="module")
def still(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WorldProcess]:
    """A table that no test changes."""
    with WorldProcess(tmp_path_factory.mktemp("still"), clock="virtual", readers=2) as world:
        yield world


def examples() -> Iterator[tuple[str, str, str]]:
    """(connection, direction, line) of each example on the page, in order."""
    for block in PAGE.read_text().split("```")[1::2]:
        if block.startswith("\n"):
            for line in block.strip().splitlines():
                found = EXAMPLE.fullmatch(line)
                assert found is not None, line
                yield found[1], found[2], found[3]


def test_every_example_of_the_page_is_true(virtual: WorldProcess, tmp_path: Path) -> None:
    with ExitStack() as opened:
        talks: dict[str, Talk] = {}
        for name, direction, line in examples():
            if name not in talks:
                talks[name] = opened.enter_context(Talk(virtual.path))
            line = line.replace("DIR/", f"{tmp_path}/")
            if direction == ">":
                talks[name].send(line)
            else:
                assert talks[name].hear() == json.loads(line), line


def test_the_page_shows_every_request() -> None:
    shown = {json.loads(line)["op"] for _, direction, line in examples() if direction == ">"}
    known = {request.__struct_config__.tag for request in protocol.AnyRequest.__args__}
    assert shown - {"dance"} == known


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", "not a request"),
        ("place 04a1b2c3", "not a request"),
        ("[]", "not a request"),
        ("{}", "op"),
        (b"\xff\xfe", "not a request"),
        ('{"op":"now","hurry":true}', "hurry"),
        ('{"op":"transfer","bus":0,"device":0,"hz":1000000}', "tx"),
        ('{"op":"transfer","bus":0,"device":0,"hz":0,"tx":"ee00"}', "hz"),
        ('{"op":"transfer","bus":0,"device":0,"hz":1000000,"tx":"ee0"}', "tx"),
        ('{"op":"transfer","bus":0,"device":0,"hz":1000000,"tx":""}', "tx"),
        ('{"op":"transfer","bus":0,"device":0,"hz":1000000,"tx":"ee 00"}', "tx"),
        ('{"op":"transfer","bus":0,"device":0,"hz":1000000,"tx":"eg00"}', "tx"),
        ('{"op":"transfer","bus":0,"device":0,"hz":"fast","tx":"ee00"}', "hz"),
        ('{"op":"sleep","seconds":-1}', "seconds"),
        ('{"op":"sleep","seconds":1e300}', "seconds"),
        ('{"op":"sleep","seconds":1e999}', "not a request"),
        ('{"op":"place","uid":"04a1b2","reader":0}', "UID of 3 bytes"),
        ('{"op":"place","uid":"04a1b2c3","reader":2}', "no reader 2"),
        ('{"op":"level","pin":54}', "pin"),
        ('{"op":"pull_port","port":"printer"}', "printer"),
    ],
)
def test_what_is_no_request_is_refused_in_words_and_the_connection_goes_on(
    still: WorldProcess, line: str | bytes, words: str,
) -> None:
    with Talk(still.path) as talk:
        talk.send(line)
        reply = talk.hear()
        assert (reply["ok"], reply["errno"]) == (False, 22)
        assert words in reply["error"]
        assert talk.ask(op="now") == {"ok": True, "now": 0.0}


def test_transfer_on_a_device_that_nobody_opened_fails_as_on_a_closed_one(still: WorldProcess) -> None:
    with Talk(still.path) as talk:
        reply = talk.ask(op="transfer", bus=0, device=0, hz=1_000_000, tx="ee00")
        assert (reply["ok"], reply["errno"]) == (False, 9)       # EBADF


def test_several_requests_in_one_write_are_answered_in_order(still: WorldProcess) -> None:
    with Talk(still.path) as talk:
        talk.send('{"op":"transfers"}\n{"op":"now"}\n{"op":"level","pin":4}')
        assert [sorted(talk.hear()) for _ in range(3)] == [["ok", "transfers"], ["now", "ok"], ["level", "ok"]]


def test_a_request_may_come_byte_by_byte(still: WorldProcess) -> None:
    with Talk(still.path) as talk:
        for byte in b'{"op":"now"}':
            talk.send_raw(bytes((byte,)))
        talk.send("")
        assert talk.hear() == {"ok": True, "now": 0.0}


def test_a_line_without_end_ends_its_connection_and_no_other(still: WorldProcess) -> None:
    with Talk(still.path) as talk, Talk(still.path) as other:
        talk.send_raw(b"x" * (protocol.LONGEST + 1))
        assert talk.hear() is None
        assert other.ask(op="now") == {"ok": True, "now": 0.0}
