"""The server over loopback: pages, files, downloads, and names by which nobody may call it."""

import http.client
import socket
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from firmware_bridge.errors import ServiceError
from firmware_bridge.journal import Journal
from firmware_bridge.web import server as servers
from firmware_bridge.web.server import Listening

from .loopback import SECRET, WAIT_S, Served, served

PAGES = ("/", "/table", "/big", "/operator", f"/seat/{SECRET}", "/seat/wrong")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("state")
    Journal.open(folder / "games.journal").close()
    (folder / "recording.jsonl.gz").write_bytes(b"recorded")
    with served(folder) as running:
        yield running


@pytest.mark.parametrize("path", PAGES)
def test_pages_may_load_nothing_from_elsewhere(site: Served, path: str) -> None:
    status, headers, body = site.get(path)
    assert status == 200
    assert headers["content-type"] == "text/html; charset=utf-8"
    assert body.lower().startswith(b"<!doctype html>")
    rules = dict(rule.strip().split(" ", 1) for rule in headers["content-security-policy"].split(";"))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == rules["style-src"] == "'self'"
    assert rules["frame-ancestors"] == rules["form-action"] == rules["base-uri"] == "'none'"
    assert rules["connect-src"] == f"'self' ws://{site.host} wss://{site.host}"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"  # a seat's address is its secret


def test_the_first_page_is_the_virtual_table_where_there_is_one(site: Served, tmp_path: Path) -> None:
    assert site.get("/")[2] == site.get("/table")[2]
    with served(tmp_path, simulated=False) as real:
        assert real.get("/")[2] == real.get("/big")[2]


def test_files_are_sent_once(site: Served) -> None:
    status, headers, body = site.get("/static/table.html")
    assert (status, headers["cache-control"]) == (200, "no-cache")
    assert body
    assert site.get("/static/table.html", If_None_Match=headers["etag"])[::2] == (304, b"")
    assert site.get("/static/table.html", If_None_Match=f'"0", {headers["etag"]}')[0] == 304
    assert site.get("/static/table.html", If_None_Match='"0"')[0] == 200


@pytest.mark.parametrize(
    "path",
    ["/static/../app.py", "/static/%2e%2e/app.py", "/static/..%2fapp.py", "/static/%2fetc%2fpasswd", "/static/",
     "/static//table.html", "/static/table.html/", "/static/none.html", "/static/..\\app.py", "/web.key", "/nothing",
     "/static/%00.html", "/seat/", "/download/", "/qr/x"],
)  # fmt: skip
def test_nothing_else_is_given_out(site: Served, path: str) -> None:
    assert site.get(path)[0] in (403, 404)


def test_a_link_is_drawn_for_who_knows_it(site: Served) -> None:
    status, headers, body = site.get(f"/qr/{SECRET}.svg")
    assert (status, headers["content-type"], headers["cache-control"]) == (200, "image/svg+xml", "no-store")
    assert body.startswith(b"<svg")
    assert site.get("/qr/abcdefghijklmnopqrstuw.svg")[0] == 404


@pytest.mark.parametrize("host", ["evil.example", f"evil.example:{1}", "192.0.2.1", "localhost.evil.example", ""])
def test_a_name_that_is_not_ours_is_refused(site: Served, host: str) -> None:
    status, _, body = site.get("/", host=host)
    assert (status, b"html" in body) == (421, False)


def test_a_request_with_two_names_is_refused(site: Served) -> None:
    assert site.get("/", host="localhost", Host="evil.example")[0] in (400, 421)


def test_names_of_this_machine_are_heard(site: Served) -> None:
    for host in (f"localhost:{site.port}", site.host, "pi.local"):
        assert site.get("/", host=host)[0] == 200


def test_a_page_from_elsewhere_gets_no_socket(site: Served) -> None:
    for origin in ("http://evil.example", f"http://localhost:{site.port}", "http://127.0.0.1:1", "null"):
        with pytest.raises(InvalidStatus) as refused:
            site.socket(origin=origin)
        assert refused.value.response.status_code == 403
    with site.socket(origin=f"http://{site.host}") as own, site.socket(origin=None) as program:
        own.send('{"do":"hello"}')
        program.send('{"do":"hello"}')
        assert own.recv(WAIT_S) == program.recv(WAIT_S) == '{"type":"state"}'


def test_a_ticket_opens_one_download_once(site: Served, tmp_path: Path) -> None:
    assert site.get("/download/journal")[0] == 403
    assert site.get("/download/journal?ticket=")[0] == 403
    word = site.tickets.issue("journal", 0.0)
    status, headers, body = site.get(f"/download/journal?ticket={word}")
    assert (status, headers["cache-control"]) == (200, "no-store")
    assert headers["content-disposition"] == 'attachment; filename="games.journal"'
    copy = tmp_path / "copy"
    copy.write_bytes(body)
    with closing(sqlite3.connect(copy)) as opened:
        assert opened.execute("SELECT count(*) FROM game").fetchone() == (0,)
    assert site.get(f"/download/journal?ticket={word}")[0] == 403
    word = site.tickets.issue("recording", 0.0)
    assert site.get(f"/download/journal?ticket={word}")[0] == 403
    word = site.tickets.issue("recording", 0.0)
    assert site.get(f"/download/recording?ticket={word}")[2] == b"recorded"
    word = site.tickets.issue("recording", -61.0)
    assert site.get(f"/download/recording?ticket={word}")[0] == 403


def test_a_journal_that_is_not_there_is_told(tmp_path: Path) -> None:
    with served(tmp_path) as running:
        for what in ("journal", "recording"):
            word = running.tickets.issue(what, 0.0)
            assert running.get(f"/download/{what}?ticket={word}")[0] == 503


def test_at_the_end_every_browser_is_told_to_come_back(tmp_path: Path) -> None:
    with served(tmp_path) as running, running.socket() as wire:
        wire.send('{"do":"hello"}')
        assert wire.recv(WAIT_S) == '{"type":"state"}'
        since = time.monotonic()
        running.server.close()
        assert time.monotonic() - since < 1.5  # a second for the browsers, and what a busy machine takes
        with pytest.raises(ConnectionClosed) as closed:
            wire.recv(WAIT_S)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012
        running.hub.post(running.table.came, "state", b"{}")  # nobody is there any more, and that is no fault


def test_answers_do_not_wait_for_acknowledgements() -> None:
    # Else a page whose files come one after the other waits 40 ms for each: Nagle's algorithm.
    listening = Listening("127.0.0.1", 0)
    with (
        listening.socket,
        socket.create_connection(("127.0.0.1", listening.port)),
        listening.socket.accept()[0] as accepted,
    ):
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


@pytest.mark.parametrize(
    ("method", "range_"),
    [("GET", ""), ("HEAD", ""), ("GET", "bytes=x"), ("GET", "bytes=999999999-"), ("GET", "bytes=0-1")],
)
def test_no_copy_of_the_journal_is_left_behind(
    site: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, method: str, range_: str
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    wire = http.client.HTTPConnection("127.0.0.1", site.port, timeout=WAIT_S)
    with closing(wire):
        word = site.tickets.issue("journal", 0.0)
        wire.request(method, f"/download/journal?ticket={word}", headers={"Range": range_} if range_ else {})
        answer = wire.getresponse()
        body = answer.read()
        assert answer.status == 200
        assert len(body) == (0 if method == "HEAD" else int(answer.headers["Content-Length"]))
    assert list(tmp_path.iterdir()) == []


def silent(site: Served, begun: bytes = b"", address: str = "127.0.0.1") -> socket.socket:
    """A connection on which a request is begun at most; address: where it comes from."""
    wire = socket.create_connection(("127.0.0.1", site.port), WAIT_S, (address, 0))
    wire.sendall(begun)
    return wire


def is_cut(wire: socket.socket) -> bool:
    """Whether the server ends the connection, within `WAIT_S`, without a word."""
    try:
        return wire.recv(1) == b""
    except ConnectionResetError:
        return True


def test_more_connections_than_a_table_can_hold_are_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Sockets count as the others do: a table that can't open one more file can't go on.
    monkeypatch.setattr(servers, "MOST_CONNECTIONS", 2)
    with served(tmp_path) as running, running.socket() as wire:
        with silent(running) as second, silent(running) as third:
            assert is_cut(third)
            wire.send('{"do":"hello"}')
            assert wire.recv(WAIT_S) == '{"type":"state"}'
            assert running.server.connections == 2
            second.sendall(b"GET /big HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert second.recv(12) == b"HTTP/1.1 200"
        end = time.monotonic() + WAIT_S  # real: that a connection is gone is seen by the server's own thread
        while running.server.connections > 1 and time.monotonic() < end:
            time.sleep(0.01)
        assert running.get("/big")[0] == 200  # there is room again


def test_one_address_leaves_room_for_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(servers, "MOST_OF_ONE", 1)
    with served(tmp_path) as running, running.socket(), silent(running) as greedy:  # a socket counts, too
        assert is_cut(greedy)
        with silent(running, b"GET /big HTTP/1.1\r\nHost: localhost\r\n\r\n", "127.0.0.2") as other:
            assert other.recv(12) == b"HTTP/1.1 200"


@pytest.mark.parametrize(
    "begun", [b"", b"GET / HT", b"GET /big HTTP/1.1\r\nHost: localhost\r\nX: ", b"POST / HTTP/1.1\r\n"]
)
def test_who_asks_for_nothing_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, begun: bytes) -> None:
    monkeypatch.setattr(servers, "REQUEST_S", 0.05)
    with served(tmp_path) as running, running.socket() as wire, silent(running, begun) as idle:
        assert is_cut(idle)
        wire.send('{"do":"hello"}')  # a socket stays
        assert wire.recv(WAIT_S) == '{"type":"state"}'


def test_a_port_that_is_taken_is_told(tmp_path: Path) -> None:
    with served(tmp_path) as running, pytest.raises(ServiceError, match=f"port {running.port}: another program has it"):
        Listening("127.0.0.1", running.port)
    with pytest.raises(ServiceError, match=r"the pages can't be served at 192\.0\.2\.1"):
        Listening("192.0.2.1", 0)


@pytest.mark.parametrize("host", ["[::1]", "a..b", "x\0y", "\N{LATIN SMALL LETTER E WITH ACUTE}" * 70, "*"])
def test_what_is_no_address_of_this_machine_is_told(host: str) -> None:
    with pytest.raises(ServiceError, match=r"Write one that it has as host under \[web\] in table\.toml"):
        Listening(host, 0)


def test_all_addresses_of_ipv6_are_those_of_ipv4_too() -> None:  # phones are shown one of IPv4
    listening = Listening("::", 0)
    with closing(listening.socket), socket.create_connection(("127.0.0.1", listening.port), WAIT_S) as phone:
        reached, (address, *_) = listening.socket.accept()
        reached.close()
        assert (address, phone.recv(1)) == ("::ffff:127.0.0.1", b"")
