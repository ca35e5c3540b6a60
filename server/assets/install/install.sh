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
# The programs that the server has for this system, each with its SHA-256.
programs=@PROGRAMS@
# 1: the static program, whatever libraries are here.
static=@STATIC@
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
        x86_64 | amd64) arch=amd64 ;;
        i?86) arch=386 ;;
        aarch64 | arm64) arch=arm64 ;;
        arm*) arch=arm ;;
        *) arch=$(uname -m) ;;
    esac
    builds=$(suitable_builds)
    [ -n "$builds" ] || fail "this computer is $arch, and the server has only these agents for $plat: $(known_builds)"
    if [ "$plat" = linux ] && ! has_systemd && ! has_openrc; then
        fail "neither systemd nor OpenRC runs here, so the agent cannot be made a service"
    fi
}

has_systemd() { [ -d /run/systemd/system ]; }
# Before OpenRC 0.25 its state was under /lib.
has_openrc() { [ -f /run/openrc/softlevel ] || [ -f /lib/rc/init.d/softlevel ]; }

# The programs of the server that may run here, the best one first.
suitable_builds() {
    if [ "$static" = 1 ]; then
        wanted="$arch-static"
    elif has_glibc; then
        wanted="$arch $arch-static"
    else
        wanted="$arch-static $arch"
    fi
    for build in $wanted; do
        if [ -n "$(hash_for "$build")" ]; then echo "$build"; fi
    done
}

# The usual program needs glibc 2.17.
has_glibc() {
    [ "$plat" = linux ] || return 0
    version=$(getconf GNU_LIBC_VERSION 2>/dev/null) || return 1
    version=${version#glibc }
    major=${version%%.*}
    minor=${version#*.}
    minor=${minor%%.*}
    case $major$minor in '' | *[!0-9]*) return 1 ;; esac
    [ "$major" -gt 2 ] || { [ "$major" -eq 2 ] && [ "$minor" -ge 17 ]; }
}

hash_for() {
    printf '%s\n' "$programs" | while read -r build sum; do
        if [ "$build" = "$1" ]; then printf '%s' "$sum"; fi
    done
}

known_builds() {
    names=$(printf '%s\n' "$programs" | while read -r build sum; do printf '%s, ' "$build"; done)
    printf '%s' "${names%, }"
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
    for build in $builds; do
        fetch_build "$build"
        if "$new" --version >/dev/null; then
            first=yes
            [ ! -e "$program" ] || first=
            mv -f "$new" "$program"
            return
        fi
        say "the program for $build does not run on this computer"
    done
    fail "no agent of this server runs on this computer: nothing was installed"
}

fetch_build() {
    address=$server/link/agent/$plat/$arch/
    if [ "$1" != "$arch" ]; then address="$address?file=static"; fi
    download "$address" "$new" || fail "the agent could not be fetched from $server"
    if [ "$(hash_of "$new")" != "$(hash_for "$1")" ]; then
        fail "what was fetched is not the agent this installer was made for (its SHA-256 differs): nothing was installed; get a new installer and try again"
    fi
    chmod 755 "$new"
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
    if [ "$enrolment" = --force ]; then stop_service >/dev/null 2>&1 || true; fi
    # In the environment, where other users cannot read it.
    if ! MUSTER_ENROLL_TOKEN=$token "$program" enroll --server "$server" "$enrolment" ${insecure:+"$insecure"} \
        ${publisher:+--publisher-key "$publisher"}; then
        [ -z "$first" ] || rm -f "$program"
        fail "this computer was not enrolled"
    fi
}

stop_service() {
    if has_systemd; then systemctl stop muster-agent.service; else rc-service muster-agent stop; fi
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
            log="the system's log"
            if has_systemd; then log="journalctl -u muster-agent"; fi
            printf '%s\n' "$said"
            fail "the agent runs as a service, but is not connected: see $log, or enrol it again with --force"
        fi
        sleep 1
    done
    say "done: this computer is an agent of $server"
}

main "$@"
