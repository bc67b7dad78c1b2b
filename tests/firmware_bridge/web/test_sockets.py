"""Browsers that do what they should not: too much, too often, too long, or nothing at all."""

import asyncio
import json
import socket
import struct
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from firmware_bridge.web import hub as hubs, sockets
from firmware_bridge.web.hub import MOST_ANSWERS, Client, TooSlow
from firmware_bridge.web.messages import Hello, SwapReader, decode
from firmware_bridge.web.sockets import Allowance

from .loopback import WAIT_S, Served, served

HELLO = '{"do":"hello","id":1}'


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("state")) as running:
        yield running


@contextmanager
def greeted(site: Served, name: str = "127.0.0.1", **headers: str) -> Iterator[ClientConnection]:
    """A socket that has said hello."""
    with site.socket(name=name, **headers) as wire:
        wire.send(HELLO)
        assert wire.recv(WAIT_S) == '{"type":"state"}'
        yield wire


def closing_code(wire: ClientConnection, *messages: str | list[str]) -> int | None:
    """By which it was closed: while these messages (a list is one in pieces) were still being sent, or after them."""
    with pytest.raises(ConnectionClosed) as closed:
        _send_and_read_on(wire, messages)
    return None if closed.value.rcvd is None else closed.value.rcvd.code


def _send_and_read_on(wire: ClientConnection, messages: Iterable[str | list[str]]) -> None:
    for message in messages:
        wire.send(message)
    while True:
        wire.recv(WAIT_S)


def test_what_is_no_request_is_refused_in_words(site: Served) -> None:
    with greeted(site) as wire:
        for text in ("", "{", "[]", '{"do":"dance"}', '{"do":"play"}', '{"do":"play","move":7}', "[" * 3000,
                     '{"do":"hello","id":"one"}', '{"id":1}', '{"do":"bench.press","button":"off"}'):  # fmt: skip
            wire.send(text)
            answer = json.loads(wire.recv(WAIT_S))
            assert (answer["type"], answer["id"]) == ("refused", 0), text
            assert answer["why"] == "The table does not understand that."
        wire.send(b"\xff\xfe")
        assert json.loads(wire.recv(WAIT_S))["type"] == "refused"


def test_a_message_of_4096_bytes_is_heard_and_a_longer_one_is_not(site: Served) -> None:
    with greeted(site) as wire:
        wire.send(HELLO + " " * (4096 - len(HELLO)))
        assert wire.recv(WAIT_S) == '{"type":"state"}'
        assert closing_code(wire, HELLO + " " * (4097 - len(HELLO))) == 1009


def test_long_messages_in_pieces_are_long(site: Served) -> None:
    with greeted(site) as wire:
        assert closing_code(wire, [HELLO, *[" " * 1000] * 5]) == 1009


def test_who_speaks_too_often_is_sent_away(site: Served) -> None:
    with greeted(site) as wire:
        # 40 at once and 20 a second: what a second of them holds is too much, however fast it goes.
        assert closing_code(wire, *[HELLO] * 60) == 1008


def test_allowance_is_forty_at_once_and_twenty_a_second() -> None:
    now = [100.0]
    allowance = Allowance(lambda: now[0])
    assert [allowance.take() for _ in range(41)] == [True] * 40 + [False]
    now[0] += 0.2  # 0.2 s at 20 a second are 4, one of which was owed
    assert [allowance.take() for _ in range(4)] == [True] * 3 + [False]
    now[0] += 1000.0
    assert [allowance.take() for _ in range(41)] == [True] * 40 + [False]


def test_who_says_nothing_is_sent_away(site: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "HELLO_S", 0.1)
    with site.socket() as wire:
        assert closing_code(wire) == 1008


@pytest.mark.parametrize(
    "header", ["X-Forwarded-For", "X-Forwarded-Host", "Forwarded", "Via", "X-Real-IP", "CF-Connecting-IP"]
)
def test_who_was_passed_on_is_not_on_this_machine(site: Served, header: str) -> None:
    with greeted(site), greeted(site, **{header: "127.0.0.1"}):
        assert [(client.address, client.local) for client in site.table.came[-2:]] == [
            ("127.0.0.1", True),
            ("127.0.0.1", False),
        ]


def test_who_calls_it_by_a_name_for_others_is_not_on_this_machine(site: Served) -> None:
    # A server before ours that passes requests on, their name with them, need not say that it did.
    with greeted(site, "pi"), greeted(site, "localhost"):
        assert [client.local for client in site.table.came[-2:]] == [False, True]


def test_who_reads_nothing_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hubs, "PATIENCE_S", 0.3)
    with served(tmp_path) as site, socket.create_connection(("127.0.0.1", site.port)) as wire:
        wire.sendall(
            f"GET /ws HTTP/1.1\r\nHost: {site.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        assert b" 101 " in wire.recv(4096)
        text = HELLO.encode()
        wire.sendall(struct.pack("!BBI", 0x81, 0x80 | len(text), 0) + text)  # masked with zeros (RFC 6455, 5.3)
        with site.table.changed:
            assert site.table.changed.wait_for(lambda: bool(site.table.came), WAIT_S)
        (client,) = site.table.came
        for number in range(40):
            site.hub.post([client], f"state {number}", b'"' + b"x" * 1_000_000 + b'"')
        site.table.wait_until_left()
        assert site.table.left == [client]
        # The connection is cut: else it would stay until all of that is read, which is never.
        end = time.monotonic() + WAIT_S
        while site.server.connections and time.monotonic() < end:
            time.sleep(0.01)
        assert site.server.connections == 0


def test_a_newer_state_takes_the_place_of_one_that_was_not_sent() -> None:
    sent: list[str] = []

    async def send(text: str) -> None:
        sent.append(text)
        if len(sent) == 4:
            raise TooSlow

    async def run() -> None:
        client = Client("127.0.0.1", local=True)
        client.put("state", "old")
        client.put("far", "lights")
        client.put("", "first answer")
        client.put("state", "new")
        client.put("", "second answer")
        await client.send_all(send)

    with pytest.raises(TooSlow):
        asyncio.run(run())
    assert sent == ["first answer", "second answer", "new", "lights"]


def test_who_lets_answers_pile_up_is_too_slow() -> None:
    async def run() -> None:
        client = Client("127.0.0.1", local=True)
        for number in range(MOST_ANSWERS + 1):
            client.put("", str(number))

        async def send(text: str) -> None:
            return

        with pytest.raises(TooSlow):
            await client.send_all(send)

    asyncio.run(run())


def test_messages_are_read_by_what_they_do() -> None:
    assert decode('{"do":"hello","language":"cs","more":1}') == Hello(language="cs")
    assert decode('{"do":"swap-reader","reader":1,"with":2}') == SwapReader(reader=1, other=2)
    for text in ('{"do":"play","move":"' + "x" * 201 + '"}', '{"do":"retry","reader":-2}', '{"do":"hello","id":1e99}'):
        with pytest.raises(ValueError, match="Expected"):
            decode(text)
