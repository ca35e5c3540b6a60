#!/bin/sh
# Makes this computer an agent of a Muster server: fetches the agent, checks it,
# enrols it and runs it as a service. Running it again brings the agent up to
# date.
#
#   sudo sh muster-install.sh            install, or bring up to date
#   sudo sh muster-install.sh --force    enrol again a computer that is enrolled
#
# Needs curl or wget. The token below is a secret until it expires.
set -eu

server=@SERVER@
token=@TOKEN@
plat=@PLAT@
arch=@ARCH@
sha256=@SHA256@
place=@PLACE@
# The agent takes updates of this publisher alone; empty: those of its server.
publisher=@PUBLISHER@

program=/usr/local/bin/muster-agent
new=
insecure=

# Called on the last line, so that a script that arrived in part does nothing.
main() {
    enrolment=--if-needed
    case ${1-} in
        '') ;;
        --force) enrolment=--force ;;
        *) fail "unknown option $1: there is only --force" ;;
    esac
    check_machine
    warn_without_tls
    trap 'rm -f "$new"' EXIT
    trap 'exit 1' HUP INT TERM
    say "fetching the agent from $server"
    fetch_program
    say "enrolling this computer: $place"
    enrol
    "$program" install || fail "the agent is enrolled, but could not be made a service"
    wait_until_connected
}

say() { printf 'muster: %s\n' "$*"; }

fail() {
    printf 'muster: %s\n' "$*" >&2
    exit 1
}

# --- before anything is changed ---------------------------------------------

check_machine() {
    [ "$(id -u)" = 0 ] || fail "this needs root: run it with sudo"
    case $(uname -s) in
        Linux) here=linux ;;
        Darwin) here=darwin ;;
        *) here=$(uname -s) ;;
    esac
    [ "$here" = "$plat" ] || fail "this installer is for $plat, and this computer is $here"
    case $(uname -m) in
        x86_64 | amd64) here=amd64 ;;
        i?86) here=386 ;;
        aarch64 | arm64) here=arm64 ;;
        arm*) here=arm ;;
        *) here=$(uname -m) ;;
    esac
    [ "$here" = "$arch" ] || fail "this installer is for $arch, and this computer is $here"
    if [ "$plat" = linux ] && [ ! -d /run/systemd/system ]; then
        fail "systemd does not run here, so the agent cannot be made a service"
    fi
}

warn_without_tls() {
    case $server in
        https://* | http://127.* | http://localhost | http://localhost[:/]* | http://\[::1\]*) ;;
        *)
            # The address was chosen when this installer was made.
            insecure=--insecure
            say "warning: $server is not encrypted: anybody on the network path can take over this computer"
            ;;
    esac
}

# --- the program ------------------------------------------------------------

fetch_program() {
    mkdir -p "${program%/*}"
    # Beside its place, so that it is moved there as a whole.
    new=$(mktemp "$program.XXXXXX")
    download "$server/link/agent/$plat/$arch/" "$new" || fail "the agent could not be fetched from $server"
    if [ "$(hash_of "$new")" != "$sha256" ]; then
        fail "what was fetched is not the agent this installer was made for (its SHA-256 differs): nothing was installed; get a new installer and try again"
    fi
    chmod 755 "$new"
    "$new" --version >/dev/null || fail "the agent does not run on this computer: nothing was installed"
    first=yes
    [ ! -e "$program" ] || first=
    mv -f "$new" "$program"
}

download() {
    if command -v curl >/dev/null 2>&1; then
        curl -fsSL --retry 2 --connect-timeout 30 --max-time 900 -o "$2" "$1"
    elif command -v wget >/dev/null 2>&1; then
        wget -q -T 60 -O "$2" "$1"
    else
        fail "neither curl nor wget is installed"
    fi
}

hash_of() {
    if command -v sha256sum >/dev/null 2>&1; then
        sum=$(sha256sum <"$1")
    else
        sum=$(shasum -a 256 <"$1")
    fi
    printf '%s' "${sum%% *}"
}

# --- the agent --------------------------------------------------------------

enrol() {
    # A running agent would keep its old identity.
    if [ "$enrolment" = --force ]; then systemctl stop muster-agent.service 2>/dev/null || true; fi
    # In the environment, where other users cannot read it.
    if ! MUSTER_ENROLL_TOKEN=$token "$program" enroll --server "$server" "$enrolment" ${insecure:+"$insecure"} \
        ${publisher:+--publisher-key "$publisher"}; then
        [ -z "$first" ] || rm -f "$program"
        fail "this computer was not enrolled"
    fi
}

wait_until_connected() {
    seconds=0
    until said=$("$program" status 2>&1); do
        case $said in
            *'must approve this computer'*)
                say "this computer waits until a person approves it on $server"
                return
                ;;
        esac
        seconds=$((seconds + 1))
        if [ "$seconds" -gt 30 ]; then
            printf '%s\n' "$said"
            fail "the agent runs as a service, but is not connected: see journalctl -u muster-agent, or enrol it again with --force"
        fi
        sleep 1
    done
    say "done: this computer is an agent of $server"
}

main "$@"
