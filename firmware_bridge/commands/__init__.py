"""The commands of era-table, a file each: `add` describes its arguments, `run` does it and answers the exit status."""
