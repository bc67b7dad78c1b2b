"""The drivers of the pads, over the wire of the simulated table."""
