"""From noisy looks at pads to what happened there: a token laid, a token lifted, a reader lost, a reader back."""

from collections.abc import Callable

from hardware.readers.reading import PadEvent, ReaderBack, ReaderLost, Reading, Seen, TokenLaid, TokenLifted
