#!/bin/sh
# Makes a table of this computer: installs the program and its service, upgrades them, or takes them away.
set -eu

usage() {
    cat <<END
usage: sudo systemd/install.sh [--dry-run] [--wheels DIR] [install | uninstall [--purge]]
       systemd/install.sh wheels DIR

install     installs the table, or upgrades it; config, tokens and games stay (the default)
uninstall   takes the program and its service away; config, tokens and games stay
  --purge   takes those away, too
wheels DIR  fetches all that is needed into DIR, for a table without a network: make it on a computer of the same kind

--dry-run     says what would be done, and does nothing
--wheels DIR  installs from that folder, and asks no network
END
}

here=$(cd -- "$(dirname -- "$(readlink -f -- "$0")")" && pwd)
source=$(dirname -- "$here")
program=/opt/era-table
state=/var/lib/era-table
unit=/etc/systemd/system/era-table.service
rules=/etc/udev/rules.d/99-era-table.rules
command=/usr/local/bin/era-table

dry=
wheels=
purge=
what=install
left=0

say() { echo "install.sh: $*"; }
fail() {
    echo "install.sh: $*" >&2
    exit 2
}
# step WORDS COMMAND...: says what it does, and does it unless this is a dry run
step() {
    say "$1"
    shift
    [ -n "$dry" ] || "$@"
}
# todo WORDS: something that the person who installs has to see to
todo() {
    left=$((left + 1))
    say "TO DO: $*"
}

# --- looking before touching ---

check_system() {
    bits=$(getconf LONG_BIT)
    [ "$bits" = 64 ] || fail "this is a $bits-bit system: install Raspberry Pi OS (64-bit) on the card and begin anew"
    command -v python3 >/dev/null || fail "python3 is not here: apt install python3 python3-venv"
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        fail "$(python3 --version) is too old: 3.11 is needed, as Debian 12 has it"
    python3 -c 'import ensurepip, venv' 2>/dev/null || fail "python3-venv is not here: apt install python3-venv"
    say "the system is well: $bits bits, $(python3 --version)"
}

model() { tr -d '\0' 2>/dev/null </proc/device-tree/model || echo "unknown"; }
has_package() { dpkg-query -W -f='${Status}' "$1" 2>/dev/null | grep -q 'ok installed'; }
kernel_from_6_6() {
    release=$(uname -r)
    major=${release%%.*}
    rest=${release#*.}
    minor=${rest%%[!0-9]*}
    [ "$major" -gt 6 ] || { [ "$major" -eq 6 ] && [ "$minor" -ge 6 ]; }
}

check_wires() {
    case $(model) in
    *Raspberry*) say "this is a $(model)" ;;
    *)
        todo "this is no Raspberry Pi: without pins and SPI no reader can be used"
        return
        ;;
    esac
    if ls /dev/spidev* >/dev/null 2>&1; then
        say "SPI is on"
    else
        todo "turn SPI on: sudo raspi-config nonint do_spi 0, then restart"
    fi
    if grep -Eq 'console=(serial0|ttyAMA0|ttyS0|ttyAMA10)' /proc/cmdline; then
        todo "the login console holds the serial port: sudo raspi-config nonint do_serial_cons 1, then restart"
    else
        say "no login console is on the serial port"
    fi
}

check_gpio() {
    if has_package python3-rpi.gpio && has_package python3-rpi-lgpio; then
        todo "RPi.GPIO and rpi-lgpio are both here and hide each other: apt remove python3-rpi.gpio"
    elif has_package python3-rpi-lgpio; then
        say "GPIO package: rpi-lgpio, which works on every Pi"
    elif has_package python3-rpi.gpio; then
        case $(model) in
        *"Pi 5"*) swap_gpio "it can't drive the pins of a Pi 5" ;;
        *)
            if kernel_from_6_6; then
                swap_gpio "from kernel 6.6 on it can't see edges"
            else
                say "GPIO package: RPi.GPIO, which suits this Pi"
            fi
            ;;
        esac
    else
        add_package python3-rpi-lgpio "pins are asked through it"
    fi
    has_package python3-spidev || add_package python3-spidev "readers are asked through it"
}
swap_gpio() { # WHY
    say "GPIO package: RPi.GPIO gives way to rpi-lgpio: $1"
    add_package python3-rpi-lgpio "apt takes RPi.GPIO away for it"
}
add_package() { # NAME WHY
    if [ -n "$wheels" ]; then
        todo "$1 is not here ($2): apt install $1, from a card or a network"
    elif [ -n "$dry" ]; then
        say "apt-get install $1 ($2)"
    else
        say "apt-get install $1 ($2)"
        DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$1" >/dev/null ||
            todo "apt could not install $1: look at the network, then apt install $1"
    fi
}

# --- the program ---

make_wheels() { # DIR
    work=$(mktemp -d)
    python3 -m venv "$work/tools"
    # A copy, since building leaves things behind, and the source may be another user's.
    mkdir "$work/source"
    (cd "$source" && cp -R engine hardware firmware_bridge pyproject.toml README.md LICENSE requirements*.txt "$work/source")
    pip="$work/tools/bin/python -m pip --quiet --disable-pip-version-check"
    # The pins say which version; what is not needed to run is not fetched.
    if (
        cd "$work/source"
        $pip wheel --wheel-dir "$1" --constraint requirements.txt . &&
            $pip wheel --wheel-dir "$1" --no-deps --requirement requirements-no-deps.txt
    ); then
        rm -rf "$work"
    else
        rm -rf "$work"
        fail "what the program needs could not be fetched; what pip said stands above. Is the network there?"
    fi
}

# A release lies in a folder of its own, and `venv` points at it: whatever goes wrong before, the old one still runs.
install_program() {
    number=1
    while [ -e "$program/releases/$number" ]; do number=$((number + 1)); done
    release=$program/releases/$number
    fetched=
    if [ -z "$wheels" ]; then
        if [ -z "$dry" ]; then fetched=$(mktemp -d); fi
        wheels=$fetched
        step "fetch what the program needs" make_wheels "$fetched"
    fi
    step "make $release" build_release "$release" "$wheels"
    step "let $program/venv be $release" point "$release" "$program/venv"
    [ -z "$fetched" ] || rm -rf "$fetched"
}
# Not before the service has been started anew: until then it runs from the old one.
remove_old_releases() {
    for old in "$program"/releases/*; do
        if [ -e "$old" ] && [ "$(readlink -f "$program/venv")" != "$(readlink -f "$old")" ] && [ -z "$dry" ]; then
            step "take $old away" rm -rf "$old"
        fi
    done
}
build_release() { # DIR WHEELS
    mkdir -p "$program/releases"
    # On top of the system's packages: spidev and the GPIO package are Debian's.
    if python3 -m venv --system-site-packages "$1" &&
        "$1/bin/python" -m pip --quiet --disable-pip-version-check install --no-index --no-deps --ignore-installed \
            "$2"/*.whl; then
        return
    fi
    rm -rf "$1"
    fail "the program could not be installed; what pip said stands above. The table is as it was."
}
point() { # TARGET LINK
    ln -sfn "$1" "$2.new"
    mv -T "$2.new" "$2"
}

# put TEXT FILE MODE: a file that is to have this text
put() {
    if [ -f "$2" ] && [ "$(cat "$2")" = "$1" ]; then
        say "$2 is as it should be"
        return
    fi
    step "write $2" write "$1" "$2" "$3"
}
write() {
    mkdir -p "$(dirname -- "$2")"
    printf '%s\n' "$1" >"$2.new"
    chmod "$3" "$2.new"
    mv "$2.new" "$2"
}

wrapper() {
    cat <<'END'
#!/bin/sh
# era-table for the table of this computer: its file, its games, its service. Written by install.sh.
if [ "$(id -u)" != 0 ]; then exec sudo -- "$0" "$@"; fi
STATE_DIRECTORY=/var/lib/era-table RUNTIME_DIRECTORY=/run/era-table LG_WD=/run
ERA_TABLE_CONFIG=/var/lib/era-table/table.toml
export STATE_DIRECTORY RUNTIME_DIRECTORY LG_WD ERA_TABLE_CONFIG
exec /opt/era-table/venv/bin/era-table "$@"
END
}

install_files() {
    put "$(wrapper)" "$command" 0755
    put "$(cat "$here/era-table.service")" "$unit" 0644
    put "$(cat "$here/99-era-table.rules")" "$rules" 0644
    step "copy the guide to $program/docs" copy_docs
    if [ -d /boot/firmware/overlays ]; then
        if command -v dtc >/dev/null; then
            step "compile the overlay for twelve readers into /boot/firmware/overlays" \
                dtc -@ -I dts -O dtb -o /boot/firmware/overlays/era-table-spi.dtbo "$here/era-table-spi.dts"
        else
            todo "for more than five readers: apt install device-tree-compiler, and run this again"
        fi
    fi
}
copy_docs() {
    mkdir -p "$program/docs"
    cp "$source"/docs/*.md "$source"/docs/*.svg "$program/docs/"
}

add_groups() {
    # Plain Debian has no groups gpio and spi, and a unit that names one that is not there does not start (216/GROUP).
    for group in gpio spi dialout input; do
        if getent group "$group" >/dev/null; then
            say "the group $group is there"
        else
            step "make the group $group" groupadd --system "$group"
        fi
    done
}

# --- the service ---

running() { [ -d /run/systemd/system ]; }
start_service() {
    if ! command -v systemctl >/dev/null; then
        todo "there is no systemd here: start $program/venv/bin/era-table run by other means"
        return
    fi
    step "have the service start with the computer" systemctl --quiet enable era-table.service
    if ! running; then
        say "systemd does not run here: the service starts with the computer"
        return
    fi
    step "tell systemd and udev" reload_managers
    if [ -e "$state/table.toml" ]; then
        step "start the service" systemctl restart era-table.service
    else
        todo "say what hangs where: sudo era-table setup; then sudo systemctl start era-table"
    fi
}
reload_managers() {
    systemctl daemon-reload
    if command -v udevadm >/dev/null; then
        udevadm control --reload
        udevadm trigger --subsystem-match=tty --subsystem-match=spidev --subsystem-match=gpio
    fi
}

uninstall() {
    if command -v systemctl >/dev/null && [ -e "$unit" ]; then
        if running; then step "stop the service" systemctl stop era-table.service; fi
        step "have it start no more" systemctl --quiet disable era-table.service
    fi
    for file in "$unit" "$rules" "$command" /boot/firmware/overlays/era-table-spi.dtbo; do
        if [ -e "$file" ]; then step "take $file away" rm "$file"; fi
    done
    if [ -e "$program" ]; then step "take $program away" rm -rf "$program"; fi
    if running; then step "tell systemd and udev" reload_managers; fi
    if [ -n "$purge" ]; then
        step "take $state away: config, tokens, games" rm -rf "$state" /var/lib/private/era-table
    elif [ -e "$state" ]; then
        say "$state stays: config, tokens, games (uninstall --purge takes it away)"
    fi
}

while [ $# -gt 0 ]; do
    case $1 in
    --dry-run) dry=yes ;;
    --purge) purge=yes ;;
    --wheels)
        [ $# -gt 1 ] || fail "--wheels needs a folder"
        wheels=$(cd -- "$2" && pwd) || fail "$2 is no folder"
        shift
        ;;
    install | uninstall) what=$1 ;;
    wheels)
        [ $# -gt 1 ] || fail "wheels needs a folder"
        mkdir -p "$2"
        make_wheels "$(cd -- "$2" && pwd)"
        say "all that is needed lies in $2: sudo systemd/install.sh --wheels $2"
        exit 0
        ;;
    -h | --help)
        usage
        exit 0
        ;;
    *)
        usage >&2
        exit 2
        ;;
    esac
    shift
done
if [ -z "$purge" ] || [ "$what" = uninstall ]; then :; else fail "--purge goes with uninstall"; fi
if [ -z "$dry" ] && [ "$(id -u)" != 0 ]; then fail "this changes the system: run it with sudo, or with --dry-run"; fi

if [ "$what" = uninstall ]; then
    uninstall
else
    check_system
    check_wires
    check_gpio
    add_groups
    install_program
    install_files
    start_service
    remove_old_releases
fi
if [ -n "$dry" ]; then say "this was a dry run: nothing has been changed"; fi
if [ "$left" -gt 0 ]; then say "$left left to do, see TO DO above"; fi
