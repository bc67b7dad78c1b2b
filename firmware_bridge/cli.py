"""era-table: the command line."""


def main() -> int:
    """Run the command that the arguments name; the exit status tells how it went."""
    return 0
