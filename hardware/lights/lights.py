"""The worker that keeps an LED controller showing the newest frame."""

from ..serial_port import SerialPort
from .adalight import GREETING, adalight
from .frame import Frame

REPEAT_S = 1.0       # without frames WLED leaves its realtime mode after about 2.5 s, classic sketches blank after 15 s
MOST_A_SECOND = 30   # frames; faster than eyes care for
WIRE_SHARE = 0.9     # of what the wire could carry: the controller's clock may be slower, and it has LEDs to feed
SETTLE_S = 2.0       # opening a port resets an Arduino, and what it is sent while its boot loader listens is lost
LISTEN_S = 0.05      # how often an ear is lent to a controller that starts


class LightsWorker:
    """Keeps `count` LEDs showing the newest frame over Adalight; all dark until a frame is shown.

    settle_s: how long a controller gets to start after its port was opened, in seconds. An Arduino with automatic reset
    (Uno, Nano, Mega) needs the 2 s of its boot loader, less if its sketch says `Ada` and a line feed before that. 0 for
    a controller that does not reset; WLED never says `Ada`, so it would only lose time.
    Raises ValueError for fewer LEDs than one or more than Adalight counts to.
    """

    def __init__(self, port: SerialPort, count: int, settle_s: float = SETTLE_S) -> None:
        self.count = count
        self._port = port
        self._settle_s = settle_s
        self._wanted = Frame.dark(count)
        self.period = max(1 / MOST_A_SECOND, port.wire_time(len(adalight(self._wanted))) / WIRE_SHARE)
        """Seconds from one frame to the next at the earliest."""
        self._sent: Frame | None = None
        self._sent_at = 0.0
        self._openings = 0
        self._quiet_until = 0.0
        self._last_words = b""

    def show(self, frame: Frame) -> None:
        """Remember what to show; the next `step` sends it, so let that come soon (a step too early does no harm).

        Raises ValueError if the frame has another number of LEDs.
        """
        if len(frame) != self.count:
            raise ValueError(f"a frame of {len(frame)} LEDs does not fit a string of {self.count}")
        self._wanted = frame

    def step(self, now: float) -> float:
        """Send the newest frame if it is time; answers when a step is due next (s). Never blocks, never raises."""
        heard = self._port.heard(now)
        if not self._port.ready(now):
            return self._port.due
        if self._port.openings != self._openings:
            self._openings = self._port.openings
            self._quiet_until = now + self._settle_s
            self._last_words = b""
            self._sent = None
        if now < self._quiet_until:
            said = self._last_words + heard
            if GREETING not in said:
                self._last_words = said[1 - len(GREETING) :]   # a greeting may come in pieces
                return min(now + LISTEN_S, self._quiet_until)
            self._quiet_until = now
        if self._sent is not None:
            wait = REPEAT_S if self._wanted == self._sent else self.period
            if now < self._sent_at + wait:
                return self._sent_at + wait
        self._sent, self._sent_at = self._wanted, now
        self._port.send(adalight(self._sent), now)
        return self._port.due

    def close(self) -> None:
        """Put the LEDs out and close the port."""
        self._port.close(adalight(Frame.dark(self.count)))
