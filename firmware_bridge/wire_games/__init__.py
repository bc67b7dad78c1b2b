"""Whole games played through the wires alone, and through everything that may go wrong in a hall."""
