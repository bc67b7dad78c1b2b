"""Which wire goes where on a Raspberry Pi: as a table of pins, as a drawing, as a device-tree overlay."""
