"""The table shown where no table is: every screen in turn, drawings for the guide, text for a terminal."""
