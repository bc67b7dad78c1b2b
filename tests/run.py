"""./table test: ruff, mypy, import-linter, then pytest with the README's examples; the first failure ends it.

Arguments go to pytest, and then pytest alone is run: `./table test -k placement`.
"""

import os
import signal
import subprocess
import sys

CHECKS = (
    ("ruff", ["-m", "ruff", "check", "."]),
    ("mypy", ["-m", "mypy"]),
    ("import-linter", ["-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"]),
)


def main(arguments: list[str]) -> int:
    """Exit status: that of the first check that failed, 0 if none did."""
    # A shell that starts it in the background has it ignore Ctrl-C, and so would the services to which tests send that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ["ERA_TABLE_TEST"] = "1"  # tells the README's test that its own command is what runs
    steps = [] if arguments else list(CHECKS)
    # All files on all cores; each file's tests stay together, in their order and with what they share. In the order of
    # their names, so that the browser's, of which one takes minutes, do not come last.
    every = ["-n", "auto", "--dist", "loadfile", "--no-loadscope-reorder"]
    steps.append(("pytest", ["-m", "pytest", *(arguments or every)]))
    for name, command in steps:
        sys.stdout.write(f"-- {name}\n")
        sys.stdout.flush()
        status = subprocess.run([sys.executable, *command], check=False).returncode
        if status:
            sys.stdout.write(f"-- {name} failed\n")
            return status
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
