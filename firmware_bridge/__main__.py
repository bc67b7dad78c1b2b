"""`python -m firmware_bridge` is `era-table`."""

import sys

from .cli import main

sys.exit(main())
