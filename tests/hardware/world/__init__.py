"""The simulated table as a process of its own."""
