"""The addresses of the table in the browser: pages, their files, pictures of links, downloads, the socket."""

import io
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Final

import segno
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from .downloads import CopyResponse, copy_of_journal
from .files import file_response
from .hosts import Hosts
from .sockets import Table, serve
from .tickets import Tickets

HEADERS: Final = (
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),  # a seat's address is its secret
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
)
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self' ws://{host} wss://{host}; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""What a page may load: its own files only. Browsers differ on whether 'self' means the socket too, so it is named."""


@dataclass(frozen=True, slots=True)
class Site:
    """What the addresses lead to.

    table: where requests go; hosts: by which names browsers may call; url: how phones reach the server, without a
    path; simulated: whether `/` is the virtual table; seat: whether a secret opens a seat; journal, recording: the
    files for download; now: the clock of the tickets (s); language: of the table.
    """

    table: Table
    hosts: Hosts
    url: Callable[[], str]
    simulated: bool
    seat: Callable[[str], bool]
    tickets: Tickets
    journal: Path
    recording: Path
    now: Callable[[], float]
    language: str


def made(site: Site) -> ASGIApp:
    """The application."""
    first = "table.html" if site.simulated else "big.html"
    pages = {
        "/": first,
        "/table": "table.html",
        "/big": "big.html",
        "/operator": "operator.html",
        "/seat/{secret}": "seat.html",
        "/favicon.ico": "favicon.svg",
    }
    routes = [
        *(Route(path, partial(_page, name)) for path, name in pages.items()),
        Route("/static/{path:path}", _static),
        Route("/qr/{secret}.svg", partial(_qr, site)),
        Route("/download/{what}", partial(_download, site)),
        WebSocketRoute("/ws", partial(_socket, site)),
    ]
    return _Guard(Starlette(routes=routes), site.hosts)


class _Guard:
    """Refuses who calls us by a name that is not ours, and tells browsers what a page of ours may do."""

    def __init__(self, app: ASGIApp, hosts: Hosts) -> None:
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        hosts = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
        server = scope.get("server")
        if len(hosts) != 1 or not self._hosts.may_be(hosts[0], server[0] if server else None):
            await self._refuse(scope, receive, send)
            return
        policy = POLICY.format(host=hosts[0])

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                more = (*HEADERS, ("Content-Security-Policy", policy))
                message["headers"] = [
                    *message.get("headers", ()),
                    *((name.lower().encode(), value.encode("latin-1")) for name, value in more),
                ]
            await send(message)

        await self._app(scope, receive, with_headers)

    @staticmethod
    async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": ""})
            return
        answer = Response(
            "This is not the name of the table. Name it under [web] hosts in table.toml.", 421, media_type="text/plain"
        )
        await answer(scope, receive, send)


async def _page(name: str, request: Request) -> Response:
    return file_response(request, name)


async def _static(request: Request) -> Response:
    return file_response(request, request.path_params["path"])


async def _qr(site: Site, request: Request) -> Response:
    """The picture of a seat's link; for whoever knows the link only."""
    secret = request.path_params["secret"]
    if not site.seat(secret):
        return Response("There is no such seat.", 404, media_type="text/plain")
    picture = _picture(f"{site.url()}/seat/{secret}")
    return Response(picture, headers={"Cache-Control": "no-store"}, media_type="image/svg+xml")


@lru_cache(maxsize=16)
def _picture(text: str) -> bytes:
    """The QR code as SVG, black on white, which every phone reads."""
    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(out, kind="svg", border=4, scale=8, light="#fff", xmldecl=False)
    return out.getvalue()


async def _download(site: Site, request: Request) -> Response:
    what = request.path_params["what"]
    if not site.tickets.take(request.query_params.get("ticket", ""), what, site.now()):
        return Response("This link has been used, or is too old: ask for it again.", 403, media_type="text/plain")
    headers = {"Cache-Control": "no-store"}
    kind = "application/octet-stream"
    try:
        if what == "recording":
            site.recording.stat()
            return FileResponse(site.recording, filename=site.recording.name, media_type=kind, headers=headers)
        copy = await run_in_threadpool(copy_of_journal, site.journal)
    except (OSError, sqlite3.Error) as error:
        return Response(f"It can't be read: {error}", 503, media_type="text/plain")
    return CopyResponse(copy, site.journal.name, kind, headers)


async def _socket(site: Site, socket: WebSocket) -> None:
    await serve(socket, site.table, site.language)
