#!/usr/bin/env bash
# `make test`: everything there is to test.
#
#   scripts/test.sh            all parts
#   scripts/test.sh web        the web interface
#   scripts/test.sh browser    the web interface in Chromium, with real servers and agents
#   scripts/test.sh sqlite     the whole workspace, server on SQLite with the bus inside the process
#   scripts/test.sh postgres   the server again, on PostgreSQL and NATS
#   scripts/test.sh platforms  the agent for every platform, under Wine and qemu and in other roots
#   scripts/test.sh windows    of that, Windows
#
# The engines are private ones, started for the run (see with-engines.sh). One
# that cannot be had is skipped and named in the summary, and so are a browser,
# compilers and emulators; with CI=true that is a failure.
#
# Every test has a time limit. Tests that failed are run once more at the end, each
# alone; when that passes, the summary names them and the run counts as passed.
set -euo pipefail
cd -P "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/processes.sh
source scripts/engines.sh
source scripts/browser.sh
source scripts/display.sh
source scripts/programs.sh
source scripts/targets.sh
source scripts/wine-prefix.sh

target=$(realpath -m "$(target_folder)")
export MUSTER_TOOLS=$TOOLS
source scripts/agents.sh
source scripts/emulation.sh
source scripts/package-managers.sh
source scripts/platforms.sh
# Tests wait for servers, agents and engines more than they compute: a small
# machine runs four at once.
processors=$(nproc)
export RUST_TEST_THREADS=${RUST_TEST_THREADS:-$((processors < 4 ? 4 : processors))}
summary=()
flaky=()
failed=0

main() {
    local parts=${1:-all}
    case $parts in
        all | web | browser | sqlite | postgres | platforms | windows) ;;
        # Called by this script, with engines around it.
        programs)
            run_programs "${@:2}"
            return
            ;;
        *)
            echo "usage: scripts/test.sh [web|browser|sqlite|postgres|platforms|windows]" >&2
            exit 64
            ;;
    esac
    reports=$(mktemp -d "${TMPDIR:-/tmp}/muster-test.XXXXXX")
    trap clean_up EXIT
    exit_on_signals
    # What a developer has set for trying things must not decide what is tested.
    unset MUSTER_TEST_DATABASE_URL MUSTER_TEST_BUS_URL MUSTER_DATA MUSTER_LISTEN \
        MUSTER_DATABASE_URL MUSTER_BUS_URL MUSTER_AGENT_DATA MUSTER_SCREENSHOTS \
        MUSTER_TEST_DISPLAY
    export MUSTER_TEST_CARGO=$reports/cargo.json

    # What they wait for, others compute.
    if [[ $parts == all ]]; then
        start_beside platforms build_platforms
        start_beside agents test_platforms
    fi
    if [[ $parts == all || $parts == web ]]; then test_web; fi
    case $parts in
        web) ;;
        browser) test_browser_alone ;;
        *) test_workspace "$parts" ;;
    esac
    print_summary
    return "$failed"
}

clean_up() {
    stop_group
    stop_beside
    stop_display
    end_windows_below "$reports/windows-folders"
    rm -rf "$reports"
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
    if [[ $parts != platforms && $parts != windows ]]; then find_engines; fi
    # All targets at once: the binaries for the end-to-end tests come from the
    # same build as the tests, and no dependency is compiled a second time.
    if part "build" cargo build --workspace --all-targets; then
        export MUSTER_TEST_BIN=$target/debug
        ask_cargo >"$reports/cargo" && mv "$reports/cargo" "$MUSTER_TEST_CARGO"
        touch "$reports/built"
        case $parts in
            all | sqlite) prepare_display ;;
        esac
        case $parts in
            # They wait for servers and agents more than they compute.
            all) side_by_side ;;
            sqlite) test_on_sqlite && test_processes ;;
            postgres) test_on_engines ;;
            platforms | windows)
                build_platforms "$parts"
                test_platforms
                ;;
        esac
    else
        touch "$reports/not-built"
    fi
    if [[ $parts == all ]]; then
        finish_beside platforms
        # Also when it ended early: the others no longer wait for it.
        touch "$reports/platforms-ended"
        finish_beside agents
    fi
    run_again
}

# Test programs are run as cargo would run them. `cargo test --package` would
# build the dependencies again, with that package's features.
test_on_sqlite() {
    second_chance "workspace on SQLite" \
        run_programs "$reports/workspace" "" protocol schedule metrics alerting remote sim server agent sign
}

# Tests that start servers and agents as processes.
test_processes() {
    second_chance "agent process" run_programs "$reports/process" "" agent/process
    second_chance "end to end" run_programs "$reports/end-to-end" "--skip windows::" end_to_end
}

test_browser_alone() {
    if part "build" cargo build --workspace --bins --examples; then
        export MUSTER_TEST_BIN=$target/debug
        if prepare_browser; then test_browser; fi
        run_again
    fi
}

# Whether there is a browser.
prepare_browser() {
    if ! find_browser; then
        skipped "web interface in a browser" "$browser_missing"
        return 1
    fi
    export CHROMIUM=$chromium MUSTER_BROWSER_REPORT=$reports/browser.json
}

# An X server for the tests of screens, which draw on it and type into it.
prepare_display() {
    if ! find_display_server; then
        skipped "screens of agents" "$display_missing"
    elif start_display "$reports"; then
        export MUSTER_TEST_DISPLAY=$display
    else
        failed_part "screens of agents" "Xvfb did not start"
    fi
}

test_browser() {
    second_chance "web interface in a browser" scripts/web.sh browser
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

test_on_engines() {
    if [[ -n $postgres_missing || -n $nats_missing ]]; then
        skipped "server on PostgreSQL and NATS" "an engine is missing"
        return 0
    fi
    choose_engine_folder
    second_chance "server on PostgreSQL and NATS" \
        run_programs_on_engines "$reports/engines" "" server
    # Of the end-to-end tests, those that need both engines.
    second_chance "replicas on PostgreSQL and NATS" \
        run_programs_on_engines "$reports/replicas" replicas end_to_end
}

run_programs_on_engines() {
    scripts/with-engines.sh scripts/test.sh programs "$@"
}

# run_programs REPORT FILTER CRATE…: the test programs of the crates, one after
# the other, or those tests that the words of FILTER choose. `agent/process` is the
# program that starts agents, which `agent` leaves out. Tests that fail are noted
# in REPORT.
run_programs() {
    local report=$1 status=0 crate program
    local -a words
    read -ra words <<<"$2"
    shift 2
    for crate; do
        local -a programs
        mapfile -t programs < <(test_programs "${crate%/*}")
        if ((${#programs[@]} == 0)); then
            echo "cargo named no test program of $crate" >&2
            return 1
        fi
        for program in "${programs[@]}"; do
            case $crate:${program##*/} in
                agent:process-*) continue ;;
                agent/process:process-*) ;;
                agent/process:*) continue ;;
            esac
            node scripts/rust-tests.mjs run "$report" "$PWD/${crate%/*}" "$program" "${words[@]}" ||
                status=1
        done
    done
    return "$status"
}

# --- parts beside each other ------------------------------------------------------

declare -A beside=()

side_by_side() {
    local browser=''
    if prepare_browser; then browser=test_browser; fi
    start_beside stories $browser test_processes_once
    test_on_sqlite
    test_on_engines
    test_processes_once
    finish_beside stories
}

# Whichever of the two lines comes to its end first goes on with them.
test_processes_once() {
    if mkdir "$reports/processes-begun" 2>/dev/null; then test_processes; fi
}

# start_beside NAME FUNCTION…: runs them in a process of its own.
start_beside() {
    printf '\n=== beside the others, output at the end: %s\n' "$1"
    start_process "$reports/$1.log" run_beside "$@"
    beside[$1]=$started
}

# run_beside NAME FUNCTION…: leaves the results for the main process.
run_beside() {
    local name=$1 tests
    shift
    trap stop_group EXIT
    exit_on_signals
    summary=() retries=() beside=()
    for tests; do "$tests"; done
    printf 'summary+=(%s)\nretries+=(%s)\nif ((%s)); then failed=1; fi\n' \
        "${summary[*]@Q}" "${retries[*]@Q}" "$failed" >"$reports/$name.results"
}

# finish_beside NAME: waits for it, and takes over its results.
finish_beside() {
    wait "${beside[$1]}" || failed_part "$1, beside the others" "ended early"
    unset "beside[$1]"
    cat "$reports/$1.log"
    # shellcheck source=/dev/null
    if [[ -s $reports/$1.results ]]; then source "$reports/$1.results"; fi
}

stop_beside() {
    local pid
    for pid in "${beside[@]}"; do
        kill -TERM "$pid" 2>/dev/null || true
        wait "$pid" 2>/dev/null || true
    done
}

# --- tests that failed once -------------------------------------------------------

retries=()

# second_chance NAME COMMAND…: a part whose failed tests are run again at the end.
second_chance() {
    local name=$1
    if run_part "$@"; then return 0; fi
    retries+=("$name")
}

run_again() {
    local name test
    for name in "${retries[@]}"; do
        printf '\n=== %s: what failed, once more and alone\n' "$name"
        local status=0
        run_in_group again "$name" </dev/null >"$reports/again" 2>&1 || status=$?
        cat "$reports/again"
        if ((status == 0)); then
            while read -r _ test; do flaky+=("$test"); done < <(grep '^passed ' "$reports/again")
            summary+=("$(printf 'ok       %-32s at the second try' "$name")")
        else
            failed_part "$name" "also at the second try"
        fi
    done
}

# Fails when nothing was noted: then the part failed as a whole.
again() {
    case $1 in
        "workspace on SQLite") try_again workspace ;;
        "server on PostgreSQL and NATS") try_again engines scripts/with-engines.sh ;;
        "agent process") try_again process ;;
        "end to end") try_again end-to-end ;;
        "agent on Windows")
            [[ -s $reports/windows ]] && on_platform 1200 scripts/wine.sh again "$reports/windows"
            ;;
        "end to end on Windows") with_windows try_again windows-end-to-end ;;
        "replicas on PostgreSQL and NATS") try_again replicas scripts/with-engines.sh ;;
        "web interface in a browser") node scripts/browser-again.mjs "$MUSTER_BROWSER_REPORT" ;;
    esac
}

try_again() {
    local report=$reports/$1
    shift
    [[ -s $report ]] && "$@" node scripts/rust-tests.mjs again "$report"
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
    if run_part "$@"; then return 0; fi
    failed_part "$1" "after $took s"
    return 1
}

# The same, and a failure is left to the caller.
run_part() {
    local name=$1 start=$SECONDS
    shift
    printf '\n=== %s\n' "$name"
    local status=0
    run_in_group "$@" </dev/null || status=$?
    took=$((SECONDS - start))
    if ((status == 0)); then passed_part "$name" "$took"; fi
    return "$status"
}

passed_part() {
    summary+=("$(printf 'ok       %-32s %4d s' "$1" "$2")")
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
    if ((${#flaky[@]} > 0)); then
        printf 'Passed only at the second try, which is a defect of the test or of what it tests:\n'
        printf '  %s\n' "${flaky[@]}"
    fi
    if [[ $failed == 0 ]]; then return 0; fi
    if [[ ${CI:-} == true && "${summary[*]}" == *SKIPPED* ]]; then
        echo "Nothing may be skipped when CI=true."
    fi
}

main "$@"
