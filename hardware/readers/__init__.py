"""Pads: the reader chip, the tags over it, the scan over all readers, and what it says of tokens laid and lifted."""
