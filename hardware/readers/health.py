"""Whether a reader is to be believed, and when one that is not is tried again; no wire, no clock."""

from hardware.readers.trouble import Fault

FIRST_WAIT, LONGEST_WAIT = 0.1, 4.0   # s, a lost reader's back-off: doubled at each trial that fails
PROOF = 3                             # good looks in a row by which a lost reader shows that it is back
RELAPSE = 60.0                        # s; who is lost again so soon has twice as much to prove
MOST_RELAPSES = 5
FORGIVEN = 8                          # good looks in a row after which a fault is forgotten
TELL_EVERY = 60.0                     # s between two words about the faults of a reader that is not lost


class Health:
    """What is known of one reader. Times are seconds on whoever's clock.

    A first fault that could be cured costs one look. A second one soon after, or one that can't be cured, and the
    reader is lost: it waits, is tried again, and when a cure seems to have worked it has some looks to prove it.
    """

    __slots__ = (
        "_back_at", "_good", "_needed", "_proving", "_relapses", "_strike", "_told_at", "_wait", "fault", "retry_at",
    )

    def __init__(self) -> None:
        self.fault: Fault | None = None      # why it is lost
        self._strike = False
        self._good = 0
        self._needed = PROOF
        self._proving = False
        self._relapses = 0
        self._wait = FIRST_WAIT
        self.retry_at = 0.0                  # when it is to be tried again if it is `to_cure`
        self._back_at = self._told_at = float("-inf")

    @property
    def lost(self) -> bool:
        """Whether it is not to be believed."""
        return self.fault is not None

    @property
    def to_cure(self) -> bool:
        """Whether it is to be reset before it is looked at."""
        return self.lost and not self._proving

    def waits(self, now: float) -> bool:
        """Whether it is to be left alone."""
        return self.to_cure and now < self.retry_at

    def failed(self, fault: Fault, cured: bool, now: float) -> bool:
        """There was a fault, and a reset that cured it or not; whether it was forgiven and is worth a line in a log."""
        self._good = 0
        if not self.lost and cured and not self._strike:
            self._strike = True
            tell = now - self._told_at >= TELL_EVERY
            if tell:
                self._told_at = now
            return tell
        if self.lost:
            self._wait = min(2 * self._wait, LONGEST_WAIT)
        else:
            self._wait = FIRST_WAIT
            self._relapses = min(self._relapses + 1, MOST_RELAPSES) if now - self._back_at < RELAPSE else 0
            self._needed = PROOF << self._relapses
        self.fault = fault
        self._proving = False
        self.retry_at = now + self._wait
        return False

    def cured(self) -> None:
        """A lost reader seems to work again."""
        self._proving = True
        self._good = 0

    def worked(self, now: float) -> None:
        """A look without a fault."""
        self._good += 1
        if not self.lost:
            self._strike = self._strike and self._good < FORGIVEN
        elif self._good >= self._needed:
            self.fault = None
            self._proving = False
            self._strike = True
            self._good = 0
            self._back_at = now
