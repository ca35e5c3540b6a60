#!/usr/bin/env bash
# Tries an agent that was built for another system than this one: it starts, enrols with
# a real server, connects, runs a command and ends.
#
#   scripts/try-agent.sh PLATFORM PROGRAM
#
#   linux-arm64         under qemu
#   linux-amd64         in the oldest Debian that its mirrors still have
#   linux-amd64-static  in a folder with nothing else in it, where no command can be run
#
# The server is the `muster` in MUSTER_TEST_BIN, or in target/debug. Prints a line for
# each thing that holds, and stops at the first that does not.
set -euo pipefail
cd -P "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/processes.sh
source scripts/engines.sh
source scripts/targets.sh
source scripts/agents.sh
source scripts/emulation.sh
source scripts/trying.sh

trying=try-agent expected=12
agent=

main() {
    if (($# != 2)); then
        echo "usage: scripts/try-agent.sh PLATFORM PROGRAM" >&2
        exit 64
    fi
    platform=$1 program=$(realpath "$2")
    find_runner "$platform" || fail "${runner_missing:-there is no platform $platform to try}"
    work=$(mktemp -d "${TMPDIR:-/tmp}/muster-try-agent.XXXXXX")
    trap clean_up EXIT
    exit_on_signals
    prepare_place
    try_starting
    start_server
    try_enrolling
    try_connecting
    case $platform in
        *-static) try_refusing ;;
        *) try_running ;;
    esac
    try_ending
    everything_holds
}

clean_up() {
    local status=$?
    trap '' INT TERM HUP
    set +e
    if [[ -n $agent ]]; then stop_process "$agent"; fi
    if [[ -n $server ]]; then stop_process "$server"; fi
    if ((status)); then tail -n 20 "$work"/*.log >&2; fi
    rm -rf "$work"
    exit "$status"
}

# --- where it runs -------------------------------------------------------------------

# Leaves in `start` the beginning of a command line that runs the agent.
prepare_place() {
    local root=$work/root data
    mkdir "$root"
    case $platform in
        linux-arm64)
            say "Under $("${qemu[0]}" --version | head -n 1):"
            data=$root/data
            start=("${qemu[@]}" "$program")
            ;;
        *)
            if [[ $platform == linux-amd64 ]]; then
                tar -x -f "$old_debian" -C "$root" --exclude='./dev/*'
                # What commands read from.
                mknod -m 666 "$root/dev/null" c 1 3 2>/dev/null || : >"$root/dev/null"
                say "In Debian $(<"$root/etc/debian_version"), with $(cd "$root" && echo lib/*/libc[.-]*):"
            else
                say "In an empty folder:"
            fi
            cp "$program" "$root/muster-agent"
            data=/data
            start=("${chroot[@]}" "$root" /muster-agent)
            ;;
    esac
    start=(env -i "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" "MUSTER_AGENT_DATA=$data" "${start[@]}")
}

run_agent() { "${start[@]}" "$@" </dev/null; }

# --- what is tried -----------------------------------------------------------------------

try_starting() {
    holds "it was built for $platform" check_program "$platform" "$program"
    holds "--version says the version of this source" says 0 "muster-agent $(workspace_version)" --version
    holds "status says that it is not enrolled" says 1 'not enrolled' status
}

# says CODE TEXT ARGUMENT…
says() {
    local code=$1 text=$2 said status=0
    shift 2
    said=$(run_agent "$@" 2>&1) || status=$?
    if [[ $status == "$code" && $said == *"$text"* ]]; then return 0; fi
    printf 'it ended with %s and said: %s\n' "$status" "$said" >&2
    return 1
}

try_enrolling() {
    holds "it enrols" says 0 '' enroll --insecure --server "$url" --token "$token" --hostname elsewhere
    start_process "$work/agent.log" "${start[@]}" run
    agent=$started
    holds "it is online" soon fact_is status online
}

try_connecting() {
    local architecture=amd64
    if [[ $platform == linux-arm64 ]]; then architecture=arm64; fi
    holds "the server knows its system" soon fact_is plat linux
    holds "and its architecture" soon fact_is goarch "$architecture"
    holds "status says that it is connected" soon says 0 'connected: yes' status
}

# command_gives SECONDS COMMAND EXPRESSION TEXT: whether the expression about its answer
# is this text.
command_gives() {
    local body given
    body=$(node -e 'console.log(JSON.stringify({ shell: "sh", timeout: +process.argv[1], cmd: process.argv[2] }))' "$1" "$2")
    given=$(MUSTER_SECONDS=90 api POST "/agents/$(fact agent_id)/cmd/?detail=true" "JSON.stringify($3)" "$body" 2>&1) || true
    if [[ $given == "$4" ]]; then return 0; fi
    printf 'the answer was: %s\n' "$given" >&2
    return 1
}

try_running() {
    holds "a command has both streams and its exit code" command_gives 60 'echo to one; echo to two >&2; exit 7' \
        '[answer.retcode, answer.stdout, answer.stderr]' '[7,"to one\n","to two\n"]'
    holds "a command that ran out of time ends" command_gives 10 'echo begun; sleep 300' \
        '[answer.retcode, answer.stdout]' '[98,"begun\n"]'
}

# There is no shell.
try_refusing() {
    holds "a command is refused, with the reason" refuses 'shell sh needs sh, which is not installed'
    holds "and so is one by its path" refuses '/bin/sh' /bin/sh
}

# refuses REASON [SHELL]
refuses() {
    local said
    said=$(api POST "/agents/$(fact agent_id)/cmd/" answer \
        "{\"shell\":\"${2:-sh}\",\"timeout\":60,\"cmd\":\"echo one\"}" 2>&1) || true
    if [[ $said == *"answered 400"*agent_error* && $said == *"$1"* ]]; then return 0; fi
    printf 'it said: %s\n' "$said" >&2
    return 1
}

try_ending() {
    kill -TERM "$agent"
    holds "asked to, it ends within ten seconds and well" ends_well
    agent=
    holds "the server sees that it is gone" soon fact_is connected false
}

main "$@"
