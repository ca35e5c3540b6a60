#!/usr/bin/env bash
# Runs a command while a private PostgreSQL and a private NATS server are up:
#
#   scripts/with-engines.sh cargo test --workspace --lib -- enrolment
#   scripts/with-engines.sh bash        # look around: psql "$MUSTER_TEST_DATABASE_URL"
#
# Both listen on free loopback ports, keep everything in one temporary
# directory, and are gone when the command ends, however it ends. The command
# finds them in MUSTER_TEST_DATABASE_URL (a user who may create databases) and
# MUSTER_TEST_BUS_URL, and the programs in MUSTER_TEST_POSTGRES_BIN and
# MUSTER_TEST_NATS_SERVER. Exit code: the command's; 69 when an engine cannot
# be had. ENGINE_FOLDER names another place for their files than TMPDIR.
set -euo pipefail

if (($# == 0)); then
    echo "usage: scripts/with-engines.sh COMMAND…" >&2
    exit 64
fi

here=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/processes.sh
source scripts/engines.sh

dir=
clean_up() {
    # Nothing may keep this from its end: not a second Ctrl-C, not a closed terminal.
    trap '' INT TERM HUP PIPE
    set +e
    stop_group
    stop_nats
    stop_postgres
    if [[ -n $dir ]]; then rm -rf "$dir"; fi
}
trap clean_up EXIT
exit_on_signals

find_postgres || { engine_note "$postgres_missing"; exit 69; }
find_nats || { engine_note "$nats_missing"; exit 69; }

# PostgreSQL may run as another user, who has to get as far as its own part.
dir=$(mktemp -d "${ENGINE_FOLDER:-${TMPDIR:-/tmp}}/muster-engines.XXXXXX")
chmod 711 "$dir"
start_postgres "$dir/postgres" || exit 69
start_nats "$dir/nats" || exit 69
engine_note "PostgreSQL and NATS are up, in $dir"

export MUSTER_TEST_DATABASE_URL=$postgres_url
export MUSTER_TEST_BUS_URL=$nats_url
export MUSTER_TEST_POSTGRES_BIN=$postgres_bin
export MUSTER_TEST_NATS_SERVER=$nats_server

# What PostgreSQL says of transactions that waited for each other or for too long: a
# test only learns that the server asked to try again.
show_conflicts() {
    local found
    found=$(grep -E -A 12 'deadlock detected|due to lock timeout' "$dir/postgres.log" | tail -n 200) || return 0
    printf '=== conflicts of transactions, in the words of PostgreSQL (some are meant by tests)\n%s\n' "$found"
}

# A command at a terminal keeps the terminal, so that a shell or psql works.
cd "$here"
status=0
if [[ -t 0 ]]; then "$@" || status=$?; else run_in_group "$@" || status=$?; fi
if ((status != 0)); then show_conflicts; fi
exit "$status"
