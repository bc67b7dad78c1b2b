"""systemd/install.sh run for real, in a Debian made for it: installed, started as the unit would, upgraded, removed.

Run as root by `python -m tests.systemd.in_a_debian_tree [TREE]`; takes some two minutes, half of it for the tree, which
mmdebstrap makes of this machine's own package sources. TREE: one that is kept for the next time.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path

from firmware_bridge.lamps import DARK, Tracks
from hardware.bench.hands import Hands
from hardware.bench.process import WorldProcess
from hardware.bench.remote import Connections
from tests.firmware_bridge.manager import Manager

ROOT = Path(__file__).parents[2]
PACKAGES = ("python3", "python3-venv", "systemd", "procps")
SOURCE = ("engine", "hardware", "firmware_bridge", "systemd", "docs", "pyproject.toml", "README.md", "LICENSE",
          "requirements.txt", "requirements-no-deps.txt")  # fmt: skip
SERVICE_USER = 61234
"""One of those that systemd gives to dynamic users (systemd.exec(5): 61184 to 65519)."""
STOP_S = 2.0


class Tree:
    """A Debian in a folder. Commands run in it with a /dev and a /proc that are gone again with the command."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def path(self, inside: str) -> Path:
        """A path of the tree, from outside."""
        return self.root / inside.lstrip("/")

    def command(self, command: Sequence[str], user: int = 0, groups: Sequence[str] = ()) -> list[str]:
        """The command line that runs a command in the tree, where there is no network."""
        as_user = [f"--userspec={user}:{user}", f"--groups={','.join(groups)}"] if user else []
        mounts = 'mount --rbind /dev "$1/dev" && mount -t proc proc "$1/proc" && shift && exec chroot "$@"'
        alone = ["unshare", "--mount", "--net", "sh", "-euc", mounts, "sh", str(self.root)]
        return [*alone, *as_user, str(self.root), *command]

    def run(self, *command: str, status: int = 0) -> str:
        """Run it to its end; what it said. The check fails for another status."""
        return run(self.command(command), " ".join(command), status)


def run(command: Sequence[str | Path], name: str, status: int = 0) -> str:
    """Run it to its end; what it said. The check fails for another status."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    said = done.stdout + done.stderr
    check(done.returncode == status, f"{name} ended with {done.returncode}:\n{said}")
    return said


def check(holds: bool, what: str) -> None:
    """End with words, and status 1, if something is not as it must be."""
    if not holds:
        sys.exit(f"in a Debian tree: NOT WELL: {what}")


def say(words: str) -> None:
    """What has been shown, for whoever watches."""
    sys.stdout.write(f"in a Debian tree: {words}\n")
    sys.stdout.flush()


def make(root: Path) -> None:
    """A small Debian of this machine's release, by this machine's package sources."""
    release = re.search(r"^VERSION_CODENAME=(\w+)", Path("/etc/os-release").read_text(), re.MULTILINE)
    check(release is not None, "this machine is no Debian: /etc/os-release names no release")
    assert release is not None
    sources = [Path("/etc/apt/sources.list"), *sorted(Path("/etc/apt/sources.list.d").glob("*"))]
    debian = [str(file) for file in sources if _names_debian(file)]
    include = f"--include={','.join(PACKAGES)}"
    run(["mmdebstrap", "--quiet", "--variant=minbase", include, release[1], root, *debian], "mmdebstrap")


def _names_debian(file: Path) -> bool:
    """Whether a file holds package sources of Debian itself, and not of some other vendor."""
    return file.suffix in (".list", ".sources") and file.is_file() and "main" in file.read_text().split()


def copy_source(tree: Tree) -> None:
    """The checkout, without what git does not know; what has a path outside has the same one inside from now on."""
    tree.path(str(tree.root)).parent.mkdir(parents=True, exist_ok=True)
    tree.path(str(tree.root)).unlink(missing_ok=True)
    tree.path(str(tree.root)).symlink_to("/")
    source = tree.path("/source")
    shutil.rmtree(source, ignore_errors=True)
    source.mkdir()
    for name in SOURCE:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, source / name)


def install(tree: Tree) -> None:
    """From a folder of wheels, without a network; a dry run before it says the same, and does nothing."""
    wheels = tree.path("/wheels")
    shutil.rmtree(wheels, ignore_errors=True)
    ours = run(["python3", "--version"], "python3")
    check(tree.run("python3", "--version").split(".")[:2] == ours.split(".")[:2],
          f"wheels are fetched by this machine's {ours.strip()}, and the tree has another")  # fmt: skip
    run([ROOT / "systemd/install.sh", "wheels", wheels], "install.sh wheels")
    tree.run("/source/systemd/install.sh", "uninstall", "--purge")  # what a kept tree may have from last time
    before = listing(tree)
    said = tree.run("/source/systemd/install.sh", "--dry-run", "--wheels", "/wheels")
    check("nothing has been changed" in said, f"a dry run that does not say so:\n{said}")
    check(listing(tree) == before, "a dry run has changed something")
    said = tree.run("/source/systemd/install.sh", "--wheels", "/wheels")
    for step in ("the group spi", "write /etc/systemd/system/era-table.service", "this is no Raspberry Pi"):
        check(step in said, f"the installer does not say {step!r}:\n{said}")
    check(tree.path("/etc/systemd/system/multi-user.target.wants/era-table.service").is_symlink(), "not enabled")
    version = tree.run("/usr/local/bin/era-table", "--version")
    check(version.startswith("era-table "), f"the command says {version!r}")


def verify_unit(tree: Tree) -> None:
    """As installed, with its program there: any output of systemd-analyze is a fault."""
    said = tree.run("systemd-analyze", "verify", "/etc/systemd/system/era-table.service")
    check(said == "", f"systemd-analyze verify:\n{said}")


def listing(tree: Tree) -> set[str]:
    """All files that an installation could touch."""
    folders = ("opt", "etc", "usr/local", "var/lib/era-table")
    return {f"/{file.relative_to(tree.root)}" for folder in folders for file in tree.path(folder).rglob("*")}


def lines_of_unit(tree: Tree, key: str) -> list[str]:
    """The values of a key of the installed unit."""
    unit = tree.path("/etc/systemd/system/era-table.service").read_text()
    return re.findall(rf"^{key}=(.*)$", unit, re.MULTILINE)


def environment_of_unit(tree: Tree) -> dict[str, str]:
    """What systemd would put into the service's environment."""
    lines = lines_of_unit(tree, "Environment")
    named = dict(pair.split("=", 1) for line in lines for pair in line.split())
    return {
        "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        "STATE_DIRECTORY": "/var/lib/era-table",
        "RUNTIME_DIRECTORY": "/run/era-table",
        **named,
    }


def started(tree: Tree, *arguments: str, more: Mapping[str, str] | None = None) -> list[str]:
    """The command line by which the unit's own starts, after what the unit does before it; as the unit's user.

    arguments: beside those of the unit; more: of the environment.
    """
    for folder in ("/var/lib/era-table", "/run/era-table"):
        tree.path(folder).mkdir(mode=0o700, exist_ok=True)
        os.chown(tree.path(folder), SERVICE_USER, SERVICE_USER)
    for command in lines_of_unit(tree, "ExecStartPre"):
        tree.run(*command.removeprefix("+").split())
    (command,) = lines_of_unit(tree, "ExecStart")
    (groups,) = lines_of_unit(tree, "SupplementaryGroups")
    environment = {**environment_of_unit(tree), **(more or {})}
    set_environment = ["env", "-i", *[f"{name}={value}" for name, value in environment.items()]]
    return tree.command([*set_environment, *command.split(), *arguments], SERVICE_USER, groups.split())


def open_for_all(world: WorldProcess) -> None:
    """Let every user have the simulated table's wires: who may use a Pi's is the business of udev's rules."""
    world.path.chmod(0o666)
    with closing(Connections(world.path)) as table:
        for port in ("display", "lights"):
            Path(table.hello[port]).chmod(0o666)


def start_and_stop(tree: Tree, world: WorldProcess, resumes: bool) -> None:
    """Ready, alive, and gone within two seconds of SIGTERM, its lights out; as a user who owns nothing else."""
    notify = tree.path("/run/era-table/notify")
    shutil.rmtree(notify.parent, ignore_errors=True)  # systemd makes it anew for each start
    notify.parent.mkdir(mode=0o700)
    with Manager(notify.parent, watchdog_s=1.0) as manager, Hands(world.path) as hands:
        os.chown(notify, SERVICE_USER, SERVICE_USER)
        service = subprocess.Popen(
            started(tree, "--json", "--world", str(world.path), more=manager.environment),
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, stdin=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            manager.until("READY=1")
            fed = manager.alive(2.0)
            lit = any(led != DARK for led in hands.leds())
            began = time.monotonic()
            service.send_signal(signal.SIGTERM)
            said, _ = service.communicate(timeout=20)
            took_s = time.monotonic() - began
        finally:
            service.kill()
        check(service.returncode == 0, f"the service ended with {service.returncode}:\n{said}")
        check(fed >= 2, f"the watchdog is fed {fed} times in 2 s, not twice a second:\n{said}")
        check(lit, f"the lights stay dark:\n{said}")
        check(took_s < STOP_S, f"the service took {took_s:.1f} s to end")
        check("STOPPING=1" in manager.hear(0.1), "the manager is not told that it ends")
        check(all(led == DARK for led in hands.leds()), "the lights stay on")
        goes_on = "does not go on" if resumes else "goes on"
        check(('"resumed"' in said) is resumes, f"the game of before {goes_on}:\n{said}")


def a_bad_config_is_not_started_for_ever(tree: Tree) -> None:
    """It ends with the status that the unit does not restart after."""
    config = tree.path("/var/lib/era-table/table.toml")
    config.write_text("[game]\nplayers = 3\n")
    (status,) = lines_of_unit(tree, "RestartPreventExitStatus")
    said = run(started(tree), "a start with a bad config", int(status))
    check("table.toml: Expected `array`, got `int` - at `$.game.players`" in said, f"it is not told so: {said!r}")


def upgrade(tree: Tree) -> None:
    """Installed once more: another release, and everything else as it was, the table's own folder above all."""
    state = {file: file.read_bytes() for file in tree.path("/var/lib/era-table").iterdir() if file.is_file()}
    check({file.name for file in state} >= {"table.toml", "games.journal"}, f"the table has kept only {[*state]}")
    before = outside_releases(tree)
    said = tree.run("/source/systemd/install.sh", "--wheels", "/wheels")
    check(said.count("is as it should be") == 3, f"the second time something else is written:\n{said}")
    check([folder.name for folder in tree.path("/opt/era-table/releases").iterdir()] == ["2"], "more than one release")
    check(outside_releases(tree) == before, "the second time other files are there")
    check(all(file.read_bytes() == held for file, held in state.items()), "the upgrade touched config or games")


def outside_releases(tree: Tree) -> set[str]:
    """All files of an installation but the program's own."""
    return {name for name in listing(tree) if not name.startswith("/opt/era-table/releases/")}


def uninstall(tree: Tree) -> None:
    """Gone, but for what is the people's; and with --purge that, too."""
    tree.run("/source/systemd/install.sh", "uninstall")
    left = [name for name in listing(tree) if "era-table" in name and not name.startswith("/var/lib/")]
    check(not left, f"left behind: {left}")
    check(tree.path("/var/lib/era-table/games.journal").exists(), "the games are gone")
    tree.run("/source/systemd/install.sh", "uninstall")  # once more does no harm
    tree.run("/source/systemd/install.sh", "uninstall", "--purge")
    check(not tree.path("/var/lib/era-table").exists(), "--purge leaves the games")


def main(arguments: Sequence[str]) -> None:
    """All of it, in this order."""
    with tempfile.TemporaryDirectory(prefix="era-table-debian-") as folder:
        tree = Tree(Path(arguments[0]).absolute() if arguments else Path(folder) / "tree")
        if not tree.root.exists():
            say("making a Debian ...")
            make(tree.root)
        copy_source(tree)
        install(tree)
        say("installed, without a network")
        verify_unit(tree)
        say("the unit is verified")
        with WorldProcess(tree.path("/run/world"), leds=Tracks().count) as world:
            open_for_all(world)
            start_and_stop(tree, world, resumes=False)
            say("ready, watched, stopped")
            a_bad_config_is_not_started_for_ever(tree)
            say("a bad config ends it for good")
            upgrade(tree)
            start_and_stop(tree, world, resumes=True)
            say("upgraded, and the game goes on")
        uninstall(tree)
        say("removed: all is well")


if __name__ == "__main__":
    main(sys.argv[1:])
