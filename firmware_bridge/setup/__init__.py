"""A table set up for the first time: its readers, buttons, display and lights found, and table.toml written."""
