"""systemd/install.sh run for real, in a Debian made for it: installed, started as the unit would, upgraded, removed.

Run as root by `python -m tests.systemd.in_a_debian_tree [TREE]`; takes some two minutes, most of it for the tree, which
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
from collections.abc import Sequence
from pathlib import Path

from firmware_bridge.lamps import Tracks
from hardware.bench.process import WorldProcess
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
        """The command line that runs a command in the tree."""
        as_user = [f"--userspec={user}:{user}", f"--groups={','.join(groups)}"] if user else []
        mounts = 'mount --rbind /dev "$1/dev" && mount -t proc proc "$1/proc" && shift && exec chroot "$@"'
        return ["unshare", "--mount", "sh", "-euc", mounts, "sh", str(self.root), *as_user, str(self.root), *command]

    def run(self, *command: str, status: int = 0) -> str:
        """Run it to its end; what it said. The check fails for another status."""
        done = subprocess.run(self.command(command), capture_output=True, text=True, check=False)
        said = done.stdout + done.stderr
        check(done.returncode == status, f"{' '.join(command)} ended with {done.returncode}:\n{said}")
        return said


def check(holds: bool, what: str) -> None:
    """End with words if something is not as it must be."""
    if not holds:
        sys.exit(f"in a Debian tree: {what}")


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
    subprocess.run(
        ["mmdebstrap", "--quiet", "--variant=minbase", f"--include={','.join(PACKAGES)}", release[1], root, *debian],
        check=True,
    )


def _names_debian(file: Path) -> bool:
    """Whether a file holds package sources of Debian itself, and not of some other vendor."""
    return file.suffix in (".list", ".sources") and file.is_file() and "main" in file.read_text().split()


def copy_source(tree: Tree) -> None:
    """The checkout, without what git does not know."""
    source = tree.path("/source")
    shutil.rmtree(source, ignore_errors=True)
    source.mkdir()
    for name in SOURCE:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, source / name)


def install(tree: Tree) -> None:
    """Twice: the second time is an upgrade, and changes no file of the system."""
    wheels = tree.path("/wheels")
    if not wheels.exists():
        subprocess.run([ROOT / "systemd/install.sh", "wheels", wheels], check=True, stdout=subprocess.DEVNULL)
    before = listing(tree)
    said = tree.run("/source/systemd/install.sh", "--dry-run", "--wheels", "/wheels")
    check("nothing has been changed" in said, f"a dry run that does not say so:\n{said}")
    check(listing(tree) == before, "a dry run has changed something")
    said = tree.run("/source/systemd/install.sh", "--wheels", "/wheels")
    for step in ("make the group spi", "write /etc/systemd/system/era-table.service", "this is no Raspberry Pi"):
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


def environment_of_unit(tree: Tree) -> dict[str, str]:
    """What systemd would put into the service's environment."""
    unit = tree.path("/etc/systemd/system/era-table.service").read_text()
    lines = re.findall(r"^Environment=(.*)$", unit, re.MULTILINE)
    named = dict(pair.split("=", 1) for line in lines for pair in line.split())
    return {
        "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        "STATE_DIRECTORY": "/var/lib/era-table",
        "RUNTIME_DIRECTORY": "/run/era-table",
        **named,
    }


def start_and_stop(tree: Tree, world: WorldProcess, resumes: bool) -> None:
    """Ready, alive, and gone within two seconds of SIGTERM, as a user who owns nothing else."""
    for folder in ("/var/lib/era-table", "/run/era-table"):
        tree.path(folder).mkdir(mode=0o700, exist_ok=True)
        os.chown(tree.path(folder), SERVICE_USER, SERVICE_USER)
    with Manager(tree.path("/run/era-table"), watchdog_s=1.0) as manager:
        os.chown(tree.path("/run/era-table/notify"), SERVICE_USER, SERVICE_USER)
        environment = environment_of_unit(tree) | manager.environment | {"NOTIFY_SOCKET": "/run/era-table/notify"}
        set_environment = ["env", "-i", *[f"{name}={value}" for name, value in environment.items()]]
        socket = "/" + str(world.path.relative_to(tree.root))
        service = subprocess.Popen(
            tree.command(
                [*set_environment, "/opt/era-table/venv/bin/era-table", "run", "--json", "--world", socket],
                SERVICE_USER, ("spi", "gpio", "dialout", "tty"),
            ),
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, stdin=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            manager.until("READY=1")
            check(manager.alive(2.0) >= 2, "the watchdog is not fed")
            began = time.monotonic()
            service.send_signal(signal.SIGTERM)
            said, _ = service.communicate(timeout=20)
        finally:
            service.kill()
        check(service.returncode == 0, f"the service ended with {service.returncode}:\n{said}")
        check(time.monotonic() - began < STOP_S, "the service took too long to end")
        check(
            ('"resumed"' in said) is resumes, f"the game of before {'does not go' if resumes else 'goes'} on:\n{said}"
        )
    tree.path("/run/era-table/notify").unlink()


def a_bad_config_is_not_started_for_ever(tree: Tree) -> None:
    """It ends with the status that the unit does not restart after."""
    config = tree.path("/var/lib/era-table/table.toml")
    config.write_text("[game]\nplayers = 3\n")
    said = tree.run("/usr/local/bin/era-table", "run", status=2)
    check("table.toml" in said, f"a bad config is told so: {said!r}")
    unit = tree.path("/etc/systemd/system/era-table.service").read_text()
    check("RestartPreventExitStatus=2" in unit, "the unit would start it for ever")


def upgrade(tree: Tree) -> None:
    """Installed once more: another release, and the table's own folder as it was."""
    state = {file: file.read_bytes() for file in tree.path("/var/lib/era-table").iterdir() if file.is_file()}
    said = tree.run("/source/systemd/install.sh", "--wheels", "/wheels")
    check("era-table.service is as it should be" in said, f"the second time something else is written:\n{said}")
    check([folder.name for folder in tree.path("/opt/era-table/releases").iterdir()] == ["2"], "more than one release")
    check(all(file.read_bytes() == held for file, held in state.items()), "the upgrade touched config or games")


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
        say("installed")
        verify_unit(tree)
        say("the unit is verified")
        with WorldProcess(tree.path("/run/world"), leds=Tracks().count) as world:
            world.path.chmod(0o666)
            start_and_stop(tree, world, resumes=False)
            say("ready, watched, stopped")
            a_bad_config_is_not_started_for_ever(tree)
            upgrade(tree)
            start_and_stop(tree, world, resumes=True)
            say("upgraded, and the game goes on")
        uninstall(tree)
        say("removed: all is well")


if __name__ == "__main__":
    main(sys.argv[1:])
