"""A table recorded and replayed: what readers said and what came of it."""
