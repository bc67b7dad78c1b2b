"""The browser that looks at the pages: the system's own Chromium, nothing is fetched."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from playwright.sync_api import Browser, sync_playwright

NAMES: Final = ("chromium", "chromium-browser", "google-chrome")


class NoBrowser(Exception):
    """There is none on this machine; in words, what to install."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """Chromium without a window. Raises NoBrowser."""
    path = next((found for name in NAMES if (found := shutil.which(name))), None)
    if path is None:
        raise NoBrowser("no browser is here: install Chromium (Debian: apt install chromium)")
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox"] if os.geteuid() == 0 else []  # root has no sandbox to go into
        browser = playwright.chromium.launch(executable_path=path, args=arguments)
        try:
            yield browser
        finally:
            browser.close()
