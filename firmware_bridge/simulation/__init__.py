"""Simulated tables: in one process, or in a world that outlives the service; the people at them; the demo."""
