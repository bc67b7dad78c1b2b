"""What all tests share: the reader driver made importable, and skipped tests told of.

On a desktop the reader driver can only be imported while the simulated table's stand-ins are in place. A test whose
program is missing may skip there and is named at the end; with ERA_TABLE_SKIPS=fail in the environment it fails.
"""

import os
import subprocess
from pathlib import Path

import pytest

from hardware.bench import Bench

ROOT = Path(__file__).parent.parent

with Bench():
    import hardware.readers.mfrc522  # noqa: F401  # from here on every test module may import it


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """The last lines say which tests were skipped and what would make them run."""
    for report in terminalreporter.stats.get("skipped", []):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        terminalreporter.write_line(f"not run: {report.nodeid}: {reason}")


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Skipped tests are failures where everything ought to be there."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("ERA_TABLE_SKIPS") == "fail" and reporter is not None and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(scope="session")
def demo() -> "subprocess.CompletedProcess[str]":
    """The story of `./table demo`, told once for all tests and without waiting for the wall clock."""
    return subprocess.run(
        ["./table", "demo", "--fast", "--json"],
        cwd=ROOT,
        env=os.environ | {"NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
