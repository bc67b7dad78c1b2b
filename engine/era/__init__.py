"""Era of Inventions. `game` is the face; the clause ids in this room (PLACE-2) are those of the rules page.

The parts: components, state, moves, events, and one file per chapter of the rules.
"""
