#!/usr/bin/env bash
# Tries what the agent does with a package manager, with the real one in a small Debian of
# its own: with a real server it installs packages, finds and installs an update, leaves
# alone what is held back, and uninstalls.
#
#   scripts/try-packages.sh MANAGER PROGRAM
#
# MANAGER is apt, dnf, zypper or pacman, PROGRAM an agent for linux-amd64 or
# linux-amd64-static. The server is the `muster` in MUSTER_TEST_BIN, or in target/debug.
# Needs root, as packages can be installed by nobody else. Prints a line for each thing
# that holds, and stops at the first that does not.
set -euo pipefail
cd -P "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/processes.sh
source scripts/engines.sh
source scripts/emulation.sh
source scripts/package-managers.sh
source scripts/trying.sh

trying=try-packages expected=18
agent=
root=

main() {
    if (($# != 2)); then
        echo "usage: scripts/try-packages.sh MANAGER PROGRAM" >&2
        exit 64
    fi
    [[ " ${MANAGERS[*]} " == *" $1 "* ]] || fail "there is no $1 to try: ${MANAGERS[*]}"
    program=$(realpath "$2")
    find_managers || fail "$managers_missing"
    work=$(mktemp -d "${TMPDIR:-/tmp}/muster-try-packages.XXXXXX")
    trap clean_up EXIT
    exit_on_signals
    make_root "$1" "$work/root"
    cp "$program" "$root/muster-agent"
    publish 1.0 >"$work/packages.log" 2>&1
    say "In Debian $(<"$root/etc/debian_version"), with $manager $(in_root "$manager" --version 2>/dev/null | sed -n '/[0-9]/{s/^[^0-9]*\([0-9][0-9.]*\).*/\1/p;q}'):"
    start_server
    start_agent
    try_installing
    publish 2.0 >>"$work/packages.log" 2>&1
    hold >>"$work/packages.log" 2>&1
    try_scanning
    try_updating
    try_removing
    try_ending
    everything_holds
}

clean_up() {
    local status=$?
    trap '' INT TERM HUP
    set +e
    if [[ -n $agent ]]; then stop_process "$agent"; fi
    if [[ -n $server ]]; then stop_process "$server"; fi
    if [[ -n $root ]]; then end_left_behind; fi
    if ((status)); then tail -n 20 "$work"/*.log >&2; fi
    rm -rf "$work"
    exit "$status"
}

# What package managers left in the background in the other root.
end_left_behind() {
    local process
    for process in /proc/[0-9]*; do
        if [[ $(readlink "$process/root") == "$root" ]]; then kill -KILL "${process#/proc/}"; fi
    done 2>/dev/null
}

# --- server and agent --------------------------------------------------------------------

start_agent() {
    local -a start=(env -i "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        MUSTER_AGENT_DATA=/data chroot "$root" /muster-agent)
    "${start[@]}" enroll --insecure --server "$url" --token "$token" --hostname elsewhere </dev/null >"$work/agent.log" 2>&1
    start_process "$work/agent.log" "${start[@]}" run
    agent=$started
    holds "the agent is online" soon fact_is status online
    id=$(fact agent_id)
}

# ends_as STATUS PATH BODY: whether the run that this starts ends so, within two minutes.
ends_as() {
    local wanted=$1 run end=$((SECONDS + 120)) status=
    run=$(api POST "$2?detail=true" answer.id "$3") || return 1
    while status=$(api GET "/runs/$run/" answer.status); [[ $status == queued || $status == running ]]; do
        ((SECONDS < end)) || return 1
        sleep 0.2
    done
    if [[ $status == "$wanted" ]]; then return 0; fi
    api GET "/runs/$run/" '[answer.status, answer.retcode, answer.problem, answer.results].join("\n")' >&2
    return 1
}

is_installed() { [[ $(version_of "$1" 2>/dev/null) == "$2" ]]; }

# inventory_says PACKAGE VERSION, which is empty for what is not there.
inventory_says() {
    [[ $(api PUT "/software/$id/" "answer.software.find(item => item.name === '$1')?.version ?? ''") == "$2" ]]
}

# update_says PACKAGE EXPRESSION TEXT: whether the expression about its update is this text.
update_says() {
    local said
    said=$(api GET "/winupdate/$id/" "(update => $2)(answer.find(update => update.kb === '$1'))")
    if [[ $said == "$3" ]]; then return 0; fi
    printf 'it was: %s\n' "$said" >&2
    return 1
}

# --- what is tried -----------------------------------------------------------------------

try_installing() {
    local body='{"name":"try-held","version":"1.0-1"}'
    # It has the newest version and no other.
    if [[ $manager == pacman ]]; then body='{"name":"try-held"}'; fi
    holds "a package is installed" ends_as passed "/software/$id/" '{"name":"try-tool"}'
    holds "the system has it" is_installed try-tool 1.0-1
    holds "and the inventory" inventory_says try-tool 1.0-1
    holds "so is another, named with its manager" ends_as passed "/software/$id/" "${body/\}/,\"manager\":\"$manager\"\}}"
    holds "the system has that as well" is_installed try-held 1.0-1
    holds "what nobody offers is not" ends_as failed "/software/$id/" '{"name":"try-nothing"}'
}

try_scanning() {
    local of_tool='Important Security' of_held=' Held'
    case $manager in
        apt) of_held='Important Security,Held' ;;
        pacman) of_tool=' ' ;;
    esac
    holds "updates are searched" ends_as passed "/winupdate/$id/scan/" '{}'
    holds "an update is found, with its severity if the manager knows one" soon is_offered try-tool "$of_tool"
    holds "the other is known to be held back" is_offered try-held "$of_held"
}

# is_offered PACKAGE SEVERITY-AND-CATEGORIES
is_offered() {
    # shellcheck disable=SC2016 # a template of JavaScript
    update_says "$1" '`${update.source}: ${update.description}, ${update.state}, ${update.severity} ${update.categories}`' \
        "$manager: 1.0-1 → 2.0-1, available, $2"
}

try_updating() {
    local guids
    guids=$(api GET "/winupdate/$id/" 'JSON.stringify(answer.map(update => update.guid))')
    holds "both are to be installed" ends_as passed "/winupdate/$id/install/" "{\"guids\":$guids}"
    holds "the one is" is_installed try-tool 2.0-1
    holds "the server knows" soon update_says try-tool update.state installed
    holds "the other stays as it is" is_installed try-held 1.0-1
    holds "with the reason" update_says try-held update.error 'the package is held back'
}

try_removing() {
    holds "a package is removed" ends_as passed "/software/$id/uninstall/" '{"name":"try-tool"}'
    holds "the inventory has it no more" inventory_says try-tool ''
}

try_ending() {
    kill -TERM "$agent"
    holds "asked to, the agent ends within ten seconds and well" ends_well
    agent=
}

main "$@"
