"""Pads: the reader chip, the tags over it, the scan over all readers, and from its readings to tokens laid and lifted."""
