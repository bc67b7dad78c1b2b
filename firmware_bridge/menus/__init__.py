"""The dialogue by buttons: the pages that a display shows, what may be chosen on them, and what a press does."""
