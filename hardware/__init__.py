"""What hangs on the wires: readers, displays, lights, and the simulated table. Knows no rule of any game."""
