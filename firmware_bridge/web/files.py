"""The pages' own files, as they are installed, not sent again where nothing changed."""

import hashlib
from functools import cache
from importlib import resources
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".webmanifest": "application/manifest+json",
}
"""Kinds of files that there are; others are not given out."""

_STATIC: Final = resources.files("firmware_bridge.web").joinpath("static")


@cache
def pages_digest() -> str:
    """Another one for each other set of files: a page that was loaded from those of before is to be loaded anew."""
    found = hashlib.sha256()
    for file in sorted(_STATIC.iterdir(), key=lambda each: each.name):
        found.update(hashlib.sha256(file.name.encode()).digest() + hashlib.sha256(file.read_bytes()).digest())
    return found.hexdigest()[:16]


def file_response(request: Request, path: str) -> Response:
    """The file of that name below `static`; 404 for what is not there, 304 for what the browser has already."""
    parts = path.split("/")
    kind = TYPES.get("." + parts[-1].rpartition(".")[2])
    if kind is None or any(part in ("", ".", "..") or "\\" in part for part in parts):
        return Response("There is no such page.", 404, media_type="text/plain")
    file = _STATIC.joinpath(*parts)
    try:
        content = file.read_bytes()
    except (OSError, ValueError):  # a name with a NUL is a ValueError
        return Response("There is no such page.", 404, media_type="text/plain")
    tag = f'"{hashlib.sha256(content).hexdigest()[:16]}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if tag in [each.strip() for each in request.headers.get("if-none-match", "").split(",")]:
        return Response(status_code=304, headers=headers)
    return Response(content, headers=headers, media_type=kind)
