"""What a simulated table does at each request that comes over its socket."""

import errno
import os
import threading
from collections.abc import Callable
from typing import Any, get_args

import msgspec

from hardware.bench import protocol as p
from hardware.bench.clock import PacedClock
from hardware.bench.deeds import AnyDeed, Deed
from hardware.bench.far_ends import FarEnds
from hardware.bench.gate import GatedClock
from hardware.bench.request import Request
from hardware.bench.world import Socket, World
from hardware.errors import BenchError

Reply = dict[str, Any]


class Answers:
    """Answers requests from all connections, about one world with its display and lights.

    places: (bus, device) of each reader.
    """

    def __init__(self, world: World, places: list[tuple[int, int]], far: FarEnds) -> None:
        self._world = world
        self._clock = world.clock
        self._places = places
        self._far = far
        self._wires: dict[tuple[int, int], Socket] = {}
        self._watchers: list[p.Lines] = []
        self._watchers_lock = threading.Lock()
        world.watch(self._tell_watchers)
        self._doers: dict[type[Request], Callable[[Any], Reply | None]] = {
            p.Hello: self._hello,
            p.Open: self._open,
            p.PinFunction: lambda asked: {"function": world.pin_function(asked.pin)},
            p.MakeInput: lambda asked: world.make_input(asked.pin, asked.pull),
            p.DriveOutput: lambda asked: world.drive_output(asked.pin, asked.level),
            p.PinLevel: lambda asked: {"level": world.level(asked.pin)},
            p.Now: lambda asked: {"now": world.clock.now()},
            p.Sleep: lambda asked: world.clock.sleep(asked.seconds),
            p.Lying: lambda asked: {
                "lying": [[uid.hex() for uid in world.lying_on(reader)] for reader in range(len(places))]
            },
            **dict.fromkeys(get_args(AnyDeed), self._do),
            p.DrivePin: lambda asked: world.gpio.drive(asked.pin, asked.level, asked.bounce, asked.seed),
            p.ReleasePin: lambda asked: world.gpio.release(asked.pin),
            p.Screen: self._screen,
            p.Leds: self._leds,
            p.PullPort: self._pull_port,
            p.PlugPort: self._plug_port,
            p.Transfers: lambda asked: {"transfers": world.spi.transfers},
            p.OpenGate: self._open_gate,
            p.Run: self._run,
        }

    def serve(self, lines: p.Lines) -> None:
        """Answer one connection until its other end closes. OSError, or Abandoned, when that was in the middle."""
        if isinstance(self._clock, GatedClock):
            self._clock.attend(lines.gone)
        while (line := lines.read()) is not None:
            try:
                asked = p.decode_request(line)
                if type(asked) is p.Transfer:
                    reply = self._transfer(asked)
                elif type(asked) is p.Watch:
                    with self._watchers_lock:
                        lines.write(b'{"ok":true}')
                        self._watchers.append(lines)
                    continue
                else:
                    reply = p.encode({"ok": True, **(self._doers[type(asked)](asked) or {})})
            except (msgspec.MsgspecError, UnicodeDecodeError) as error:
                reply = _refusal(errno.EINVAL, f"not a request: {error}")
            except ValueError as error:
                reply = _refusal(errno.EINVAL, str(error))
            except OSError as error:
                reply = _refusal(error.errno or errno.EIO, error.strerror or str(error))
            lines.write(reply)

    def leave(self, lines: p.Lines) -> None:
        """A connection has ended."""
        with self._watchers_lock:
            if lines in self._watchers:
                self._watchers.remove(lines)

    def _transfer(self, asked: p.Transfer) -> bytes:
        tx = p.some_bytes("tx", asked.tx)
        wire = self._wires.get((asked.bus, asked.device))
        if wire is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        rx = bytes(wire.transfer(tx, asked.hz))
        # Written out: the table's whole traffic goes through here.
        return b'{"ok":true,"rx":"%b","now_ns":%d}' % (rx.hex().encode(), self._clock.now_ns())

    def _hello(self, asked: p.Hello) -> Reply:
        table = {
            "protocol": p.VERSION,
            "readers": self._places,
            "clock": "virtual",
            "display": self._far.screen_wire.path,
            "lights": self._far.strip_wire.path,
            "leds": len(self._far.strip.leds),
        }
        if isinstance(self._clock, PacedClock):
            return {**table, "clock": "paced", "began_ns": self._clock.began_ns}
        return table

    def _open(self, asked: p.Open) -> None:
        self._wires[asked.bus, asked.device] = self._world.open(asked.bus, asked.device)

    def _do(self, deed: Deed) -> Reply | None:
        tag = deed.__struct_config__.tag
        arguments = msgspec.structs.asdict(deed)
        if "uid" in arguments:
            arguments["uid"] = bytes.fromhex(arguments["uid"])
        answered = getattr(self._world, str(tag))(**arguments)
        return None if answered is None else {"uid": answered.hex()}

    def _tell_watchers(self, pin: int, level: int) -> None:
        with self._watchers_lock:
            for lines in self._watchers:
                try:
                    lines.write(p.encode({"pin": pin, "level": level}))
                except OSError:
                    continue             # its own thread finds out, and takes it off the list

    # --- the far ends ---

    def _screen(self, asked: p.Screen) -> Reply:
        self._far.step(self._clock.now())
        return {"lines": self._far.lines(), "faults": self._far.screen.faults}

    def _leds(self, asked: p.Leds) -> Reply:
        self._far.step(self._clock.now())
        return {
            "now": self._far.leds(), "exposed": self._far.exposed(), "frames": self._far.strip.frames,
            "faults": self._far.strip.faults,
        }

    def _pull_port(self, asked: p.PullPort) -> None:
        self._far.step(self._clock.now())
        with self._far.lock:
            self._far.port(asked.port).pull()

    def _plug_port(self, asked: p.PlugPort) -> None:
        with self._far.lock:
            self._far.port(asked.port).plug()

    # --- time ---

    def _open_gate(self, asked: p.OpenGate) -> Reply:
        if not isinstance(self._clock, GatedClock):
            raise BenchError("a paced table has no gate: its time passes by itself")
        return {"gate": self._clock.open_gate(asked.seconds)}

    def _run(self, asked: p.Run) -> Reply:
        if not isinstance(self._clock, GatedClock):
            self._clock.sleep(asked.seconds)
        elif not self._clock.run(asked.seconds, asked.timeout):
            raise TimeoutError(
                errno.ETIMEDOUT,
                f"nobody lets time pass: it is {self._clock.now():g} s, and may get to {self._clock.gate:g} s. "
                "Is the program on this table running?",
            )
        return {"now": self._clock.now()}


def _refusal(number: int, words: str) -> bytes:
    return p.encode({"ok": False, "error": words, "errno": number})
