"""What things cost: time, memory, bytes on a wire; each measured as `era-table bench` reports it."""
