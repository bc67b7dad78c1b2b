"""A table that runs: its workers built from the config, its journal, the socket for commands."""

import gc
import secrets
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Self

from engine.era.edition import house
from engine.era.game import new_game
from engine.era.tables import register
from hardware.button_events import ButtonEvent, Pressed
from hardware.clock import Clock
from hardware.displays.display import DisplayWorker
from hardware.lights.strings import LightStrings
from hardware.serial_port import PortEvent, PortLost

from .config import TableConfig
from .control import ControlServer
from .edition_file import load_edition
from .errors import TableError
from .happenings import Begin, GameBegun, Outcome
from .journal import Journal
from .language_file import load_language, save_language
from .menus.desk import Desk, key_of, trouble_of
from .no_output import NoOutput
from .notify import CountedRounds
from .panels import NOT_SAVED
from .places import Places
from .reader_trouble import ReaderTrouble
from .recorder import Recorder, Resumed, Saver, resume
from .recording.recent import RememberingPresence
from .recording.tap import Tap
from .reloading import changes
from .roster import Roster
from .roster_file import whole_roster
from .service import FRAME_S, SessionWorker, Stepper, Worker
from .session import Session
from .table_commands import TableParts, handle
from .texts import languages, next_language
from .wires import opened_buttons, opened_lights, opened_pads, serial_port


def spare_collections() -> None:
    """Tell the collector that what is there now stays for the life of this process, once all is up: looking at all of
    it again takes 20 ms of processor time, in the middle of whatever is to be answered."""
    gc.collect()
    gc.freeze()


def new_seed() -> int:
    """For the cards of a new game: nobody can foresee it."""
    return secrets.randbits(64)


class RunningTable:
    """One table from the opening of its wires to the letting go of them; a context manager.

    config: what `path` says; places: where its state lives, whose folders are there and whose lock the caller holds;
    clock: the wires' clock; threaded: the pads have a thread of their own, as they must on real wires; else one thread
    steps everybody, as it must on a virtual clock. hear: is told each outcome, and who is in turn then; on_resume: is
    told once if the last game goes on; tell: is told in words what a person at the table should know. new_seed: of the
    cards of a new game, for tables whose games shall come out the same again.

    Raises errors of ours where the table can't run: a bad journal, wires that are not there.
    """

    def __init__(
        self,
        config: TableConfig,
        path: Path,
        places: Places,
        clock: Clock,
        threaded: bool,
        hear: Callable[[Outcome, str | None], None],
        on_resume: Callable[[Resumed], None],
        tell: Callable[[str], None],
        new_seed: Callable[[], int] = new_seed,
    ) -> None:
        self._new_seed = new_seed
        self._path = path
        self._ports: dict[str, PortEvent] = {}
        self._clock = clock
        self._threaded = threaded
        self._hear = hear
        self._tell = tell
        self._stop = threading.Event()
        self._pads_fault: list[BaseException] = []
        self.powered_off = False
        """Whether somebody asked for the machine to be switched off."""
        edition_file = config.game.edition_file(path)
        self._edition = None if edition_file is None else load_edition(edition_file)
        if self._edition is not None:
            register(self._edition)  # before the journal is read, which may have games that were played with it
        house()  # read now: the first page of a new game would read it in the middle of an answer
        with ExitStack() as opened:
            self._journal = opened.enter_context(Journal.open(places.journal))
            recorder = Recorder(self._journal, places.roster)
            roster = whole_roster(config, path, places.roster)
            resumed = resume(self._journal, roster, places.journal)
            if resumed is not None:
                on_resume(resumed)
            session = self._first_game(config, roster) if resumed is None else resumed.session
            stepper = self._stepper = Stepper(clock)
            display = self._display(config, path, opened)
            lights = self._strings = self._lights(config, path, opened)
            self._language_path, self._configured = places.language, config.game.language
            language = load_language(places.language, config.game.language, languages())
            presence = RememberingPresence(len(config.reader), config.neighbours())
            tap = Tap(presence, config, tell)
            opened.callback(tap.close)
            self._worker = SessionWorker(
                session, display, lights, stepper.wake, recorder.record, self._heard, language, tap.took
            )
            self.desk = self._worker.presenter = Desk(
                lambda: self._worker.session,
                self._worker.take,
                self._speak,
                self._power_off,
                new_seed,
                lambda: self._worker.language,
                languages(),
                self._edition,
            )
            self._trouble = ReaderTrouble(session.roster.places, self._worker.put, tell)
            pads = opened_pads(config, clock, self._trouble.put, opened, presence)
            self._pads = CountedRounds(pads)
            self.parts = TableParts(
                config, clock, self._worker, self._journal, places.journal, recorder, tap, presence, pads.scanner,
                self._trouble, self._speak, on_resume, new_seed, self._edition, self._ports, resumed is not None,
                "" if resumed is None else resumed.note,
            )  # fmt: skip
            control = opened.enter_context(ControlServer(places.socket, partial(handle, self.parts)))
            saver = Saver(recorder, self._saved)
            workers: list[Worker] = [self._worker, control, display, lights, saver, tap]
            workers += opened_buttons(config, path, self._button, partial(self._port_event, "buttons"), opened)
            for worker in workers if threaded else [self._pads, *workers]:
                stepper.add(worker)
            if resumed is None:  # last of all: a table that can't run begins no game
                self._worker.take(Begin(session.game, clock.now(), session.seed))
            self._open = opened.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.close()

    def _heard(self, outcome: Outcome) -> None:
        if isinstance(outcome, GameBegun):  # what was said of the game before is not said of this one
            self.parts.resumed, self.parts.note = False, ""
        self._hear(outcome, self._worker.session.game.in_turn)

    def _saved(self, trouble: str) -> None:
        self._worker.trouble = NOT_SAVED if trouble else None
        if trouble:
            self._tell(f"The game is not saved: {trouble}. It goes on in memory, and is saved when that is possible")
        else:
            self._tell("the game is saved again")

    def _power_off(self) -> None:
        self.powered_off = True
        self.stop()

    def stop(self) -> None:
        """End `run` soon; may be called from a signal's handler or another thread."""
        self._stop.set()

    def add(self, worker: Worker) -> None:
        """Step one more worker in the thread that runs the table."""
        self._stepper.add(worker)

    def measure(self, around: Callable[[Worker], AbstractContextManager[None]]) -> None:
        """Do each step of a worker in what `around` gives, on a table that one thread steps."""
        self._stepper.around = around

    def run_for(self, seconds: float) -> None:
        """Let so much of the table's time pass, on a table that one thread steps."""
        self._stepper.run(seconds)

    def rounds(self) -> int:
        """How often the loop of the pads has gone round."""
        return self._pads.rounds

    def run(self) -> None:
        """Run the table until `stop`."""
        thread = threading.Thread(target=self._run_pads, name="pads", daemon=True)
        if self._threaded:
            thread.start()
        try:
            while not self._stop.is_set():
                self._stepper.run(FRAME_S)
        finally:
            self._stop.set()
            if self._threaded:
                thread.join(timeout=1.0)
        if self._pads_fault:
            raise self._pads_fault[0]

    def _run_pads(self) -> None:
        try:
            while not self._stop.is_set():
                due = self._pads.step(self._clock.now())
                self._clock.sleep(due - self._clock.now())
        except BaseException as error:  # noqa: BLE001  # it must end the table, which another thread runs
            self._pads_fault.append(error)
            self._stop.set()

    def _first_game(self, config: TableConfig, roster: Roster) -> Session:
        """A new one of the config's players, where there is none to go on with."""
        players = config.game.players
        seed = self._new_seed()
        game = new_game(players, players[0], config.game.depth, self._edition, seed, config.game.dealing)
        return Session(roster, game, seed=seed)

    def _display(self, config: TableConfig, path: Path, opened: ExitStack) -> "DisplayWorker | NoOutput":
        if config.display is None:
            return NoOutput()
        tell = partial(self._port_event, "display")
        port = serial_port("display", config.display.port, config.display.speed, path, tell)
        worker = DisplayWorker(port, config.display.made())
        opened.callback(worker.close)
        return worker

    def _lights(self, config: TableConfig, path: Path, opened: ExitStack) -> "LightStrings | NoOutput":
        if not config.light_strings:
            return NoOutput()
        return opened_lights(config, path, partial(self._port_event, "lights"), opened)

    def _port_event(self, section: str, event: PortEvent) -> None:
        self._ports[section] = event
        if section == "display":
            self._worker.display_gone = isinstance(event, PortLost)
        elif section == "lights":
            self._worker.lights_gone = isinstance(event, PortLost)
        self._tell(f"{section}: " + (event.why if isinstance(event, PortLost) else f"{event.path} is back"))

    def _button(self, event: ButtonEvent) -> None:
        key = key_of(event)
        if key is not None:
            self.desk.press(key, event.at)
            self._worker.redraw()
            return
        trouble = trouble_of(event)
        if trouble is not None:
            self._tell(trouble)
        if not isinstance(event, Pressed) or event.name != "language":
            return
        try:
            self._speak(next_language(self._worker.language, languages()))
        except TableError as error:  # nobody at the table waits for an answer
            self._tell(str(error))

    def _speak(self, language: str) -> None:
        """Show everything in that language from now on, over a restart too."""
        if language not in languages():
            raise TableError(f"language {language!r} is not there: take one of {', '.join(languages())}")
        self._worker.language = language
        save_language(self._language_path, language, self._configured)

    def reload(self, config: TableConfig) -> str:
        """Go on with another config as far as that is safe, in the table's own thread; what came of it, in words.

        Raises WiringError, and changes nothing, for lights that may draw less than they do when dark.
        """
        differ = changes(self.parts.config, config)
        done = []
        if differ.dimmed and isinstance(self._strings, LightStrings):
            self._strings.dim([string.power for string in differ.config.light_strings])
            done.append("the lights' brightness")
        if differ.language:
            self._configured = self._worker.language = config.game.language
            done.append("the language")
        self.parts.config = differ.config
        words = f"{self._path} was read again: {' and '.join(done) or 'nothing'} changed."
        if differ.restart:
            words += f" What it says of {', '.join(differ.restart)} counts from the next start."
        return words
