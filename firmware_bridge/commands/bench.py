"""era-table bench scan: what a scan of twelve pads costs."""
import argparse
def add(commands): pass
