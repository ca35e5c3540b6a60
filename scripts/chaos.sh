#!/usr/bin/env bash
# `make chaos`: what must not be lost when the world breaks, at length.
#
#   CHAOS_ROUNDS=100   sudden deaths of a server or an agent during a command
#   CHAOS_POWER_CUTS=200  power cuts of a server with SQLite (root: it mounts a disk of its own)
#   CHAOS_AGENTS=2000  simulated agents when a replica is killed
#   CHAOS_FLEET=10000  simulated agents whose server is away for CHAOS_AWAY_MINUTES=15, plain and with TLS
#   CHAOS_SECONDS=20   how long each load lasts when a server is overloaded or attacked
#   CHAOS_STRANGERS=500  slow connections of strangers, while others run commands
#   CHAOS_REMOTE_ROUNDS=50  deaths of each of viewer, relay and agent, under terminals and under uploads
#   CHAOS_UPLOAD_MIB=2048  size of one upload, under which one of them dies CHAOS_UPLOAD_KILLS=50 times
#   CHAOS_SEED=1       the same seed brings the same deaths
#   CHAOS_ONLY=        the beginning of a test's name: sudden, power, a_large, a_fleet, overload, slow,
#                      a_hostile, remote, measured
#   CHAOS_DEBUG=       not empty: with the programs of the tests, which are there
#                      sooner, but too slow for what is promised under overload
#
# Prints how far it is and a table at the end; ends non-zero when a promise is
# broken. Everything happens on this machine's loopback, with engines, servers
# and agents of its own.
set -euo pipefail
cd -P "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/processes.sh
source scripts/engines.sh
source scripts/programs.sh

target=${CARGO_TARGET_DIR:-$PWD/target}
log=$(mktemp "${TMPDIR:-/tmp}/muster-chaos.XXXXXX")

clean_up() {
    trap '' INT TERM HUP PIPE
    stop_group
    rm -f "$log"
}
trap clean_up EXIT
exit_on_signals

main() {
    find_postgres || { engine_note "$postgres_missing"; exit 69; }
    find_nats || { engine_note "$nats_missing"; exit 69; }
    export MUSTER_TEST_POSTGRES_BIN=$postgres_bin MUSTER_TEST_NATS_SERVER=$nats_server
    cargo build --workspace --all-targets
    export MUSTER_TEST_BIN=$target/debug
    if [[ -z ${CHAOS_DEBUG:-} ]]; then
        cargo build --release --package muster-program --package muster-agent --bins
        MUSTER_TEST_BIN=$target/release
    fi
    program=$(test_programs end_to_end)
    server_program=$(test_programs server)
    local status=0
    run_in_group long_tests || status=$?
    printf '\n=== chaos (%d s)\n' "$SECONDS"
    sed -n 's/^summary: /ok       /p' "$log"
    sed -n 's/^    \([a-z_:]*::\(chaos::long::\|measured\)[a-z_]*\)$/BROKEN   \1/p' "$log" | sort -u
    return "$status"
}

long_tests() {
    every_test 2>&1 | tee "$log"
}

every_test() {
    local status=0
    "$program" "chaos::long::${CHAOS_ONLY:-}" --ignored --nocapture --test-threads=1 || status=$?
    # What tests of the server measure, for a machine that has nothing else to
    # do: `make test` does not ask for it.
    if [[ measured == "${CHAOS_ONLY:-}"* ]]; then
        (cd server && "$server_program" ::measured --ignored --nocapture --test-threads=1) || status=$?
    fi
    return "$status"
}

main "$@"
