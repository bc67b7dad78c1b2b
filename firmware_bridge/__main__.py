"""The way in: `era-table`, and `python -m firmware_bridge`."""

import sys

INTERRUPTED = 130
"""Exit status after Ctrl-C, as shells have it: 128 and the signal's number."""


def main() -> int:
    """Run the command line; a Ctrl-C that comes while it is still being loaded is no fault either."""
    try:
        from .cli import main as command_line

        return command_line()
    except KeyboardInterrupt:
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
