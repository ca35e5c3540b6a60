#!/usr/bin/env bash
# `make test`: everything there is to test.
#
#   scripts/test.sh            all parts
#   scripts/test.sh web        the web interface
#   scripts/test.sh browser    the web interface in Chromium, with real servers and agents
#   scripts/test.sh sqlite     the whole workspace, server on SQLite with the bus inside the process
#   scripts/test.sh postgres   the server again, on PostgreSQL and NATS
#
# The engines are private ones, started for the run (see with-engines.sh). One
# that cannot be had is skipped and named in the summary, and so is a browser;
# with CI=true that is a failure.
set -euo pipefail
cd -P "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/processes.sh
source scripts/engines.sh
source scripts/browser.sh
source scripts/programs.sh

target=${CARGO_TARGET_DIR:-$PWD/target}
# Tests wait for servers, agents and engines more than they compute: a small
# machine runs four at once.
processors=$(nproc)
export RUST_TEST_THREADS=${RUST_TEST_THREADS:-$((processors < 4 ? 4 : processors))}
summary=()
failed=0

main() {
    local parts=${1:-all}
    case $parts in
        all | web | browser | sqlite | postgres) ;;
        *)
            echo "usage: scripts/test.sh [web|browser|sqlite|postgres]" >&2
            exit 64
            ;;
    esac
    trap stop_group EXIT
    exit_on_signals
    # What a developer has set for trying things must not decide what is tested.
    unset MUSTER_TEST_DATABASE_URL MUSTER_TEST_BUS_URL MUSTER_DATA MUSTER_LISTEN \
        MUSTER_DATABASE_URL MUSTER_BUS_URL MUSTER_AGENT_DATA MUSTER_SCREENSHOTS

    if [[ $parts == all || $parts == web ]]; then test_web; fi
    case $parts in
        web) ;;
        browser) test_browser_alone ;;
        *) test_workspace "$parts" ;;
    esac
    print_summary
    return "$failed"
}

test_web() {
    if ! command -v npm >/dev/null; then
        skipped "web interface" "Node is not installed"
        return 0
    fi
    part "web interface" scripts/web.sh test || true
}

test_workspace() {
    local parts=$1
    find_engines
    # All targets at once: the binaries for the end-to-end tests come from the
    # same build as the tests, and no dependency is compiled a second time.
    if part "build" cargo build --workspace --all-targets; then
        export MUSTER_TEST_BIN=$target/debug
        if [[ $parts == all ]]; then test_browser; fi
        if [[ $parts != postgres ]]; then
            part "workspace on SQLite" cargo test --workspace --no-fail-fast || true
        fi
        if [[ $parts != sqlite ]]; then test_on_engines; fi
    fi
}

test_browser_alone() {
    if part "build" cargo build --workspace --bins; then
        export MUSTER_TEST_BIN=$target/debug
        test_browser
    fi
}

test_browser() {
    if ! find_browser; then
        skipped "web interface in a browser" "$browser_missing"
        return 0
    fi
    part "web interface in a browser" env CHROMIUM="$chromium" scripts/web.sh browser || true
}

# The programs, for tests that stop and start an engine by themselves.
find_engines() {
    if find_postgres; then
        export MUSTER_TEST_POSTGRES_BIN=$postgres_bin
    else
        skipped "everything on PostgreSQL" "$postgres_missing"
    fi
    if find_nats; then
        export MUSTER_TEST_NATS_SERVER=$nats_server
    else
        skipped "everything on NATS" "$nats_missing"
    fi
}

# The server's test programs are run as cargo would run them. `cargo test
# --package` would build the dependencies again, with that package's features.
test_on_engines() {
    if [[ -n $postgres_missing || -n $nats_missing ]]; then
        skipped "server on PostgreSQL and NATS" "an engine is missing"
        return 0
    fi
    local -a programs
    mapfile -t programs < <(test_programs server)
    local replicas
    replicas=$(test_programs end_to_end)
    if ((${#programs[@]} == 0)) || [[ -z $replicas ]]; then
        failed_part "server on PostgreSQL and NATS" "cargo named no test program"
        return 0
    fi
    choose_engine_folder
    # shellcheck disable=SC2016 # expanded by the inner shell
    part "server on PostgreSQL and NATS" scripts/with-engines.sh \
        env CARGO_MANIFEST_DIR="$PWD/server" bash -c '
            cd "$CARGO_MANIFEST_DIR" && status=0
            for program; do "$program" || status=1; done
            exit "$status"' bash "${programs[@]}" || true
    # Of the end-to-end tests, those that need both engines.
    part "replicas on PostgreSQL and NATS" scripts/with-engines.sh \
        env CARGO_MANIFEST_DIR="$PWD/end_to_end" "$replicas" replicas || true
}

# A database for every test is a lot of files: where there is memory to spare,
# they never see a disk.
choose_engine_folder() {
    local free available
    free=$(df --output=avail --block-size=1M /dev/shm 2>/dev/null | tail -n 1) || return 0
    available=$(awk '/^MemAvailable:/ { print int($2 / 1024) }' /proc/meminfo 2>/dev/null) || return 0
    if ((${free:-0} > 4096 && ${available:-0} > 8192)); then export ENGINE_FOLDER=/dev/shm; fi
}

# part NAME COMMAND…: runs it, and remembers how it went and how long it took.
part() {
    local name=$1 start=$SECONDS
    shift
    printf '\n=== %s\n' "$name"
    if run_in_group "$@" </dev/null; then
        summary+=("$(printf 'ok       %-32s %4d s' "$name" $((SECONDS - start)))")
        return 0
    fi
    failed_part "$name" "after $((SECONDS - start)) s"
    return 1
}

failed_part() {
    failed=1
    summary+=("$(printf 'FAILED   %-32s %s' "$1" "$2")")
}

skipped() {
    printf 'SKIPPED: %s: %s\n' "$1" "$2" >&2
    summary+=("$(printf 'SKIPPED  %-32s %s' "$1" "$2")")
    if [[ ${CI:-} == true ]]; then failed=1; fi
}

print_summary() {
    printf '\n=== summary (%d s)\n' "$SECONDS"
    printf '%s\n' "${summary[@]}"
    if [[ $failed == 0 ]]; then return 0; fi
    if [[ ${CI:-} == true && "${summary[*]}" == *SKIPPED* ]]; then
        echo "Nothing may be skipped when CI=true."
    fi
}

main "$@"
