#!/usr/bin/env bash
# The Windows agent on Linux, under Wine.
#
#   scripts/wine.sh test [FILTER]      builds its unit tests and runs them
#   scripts/wine.sh again REPORT       runs those that failed once more, each alone
#   scripts/wine.sh agent ARGUMENT…    builds the agent and runs it
#   scripts/wine.sh run PROGRAM…       runs a program
#
#   MUSTER_WINE_PREFIX=FOLDER   a Windows to keep; without, each call has a new one
#   MUSTER_TEST_REPORT=FILE     where `test` adds what failed, for rust-tests.mjs
#   MUSTER_TEST_PROGRAMS=FILE   names the unit tests, which are not built then
#
# Ends only what runs in its own Windows. Needs wine64 and gcc-mingw-w64-x86-64 of
# Debian, and Rust's library for x86_64-pc-windows-gnu.
set -euo pipefail
cd -P "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/processes.sh
source scripts/engines.sh
source scripts/programs.sh
source scripts/targets.sh
source scripts/wine-prefix.sh

target=x86_64-pc-windows-gnu

main() {
    local command=${1:-}
    case $command in
        test | again | agent | run) ;;
        *)
            echo "usage: scripts/wine.sh test [FILTER] | again REPORT | agent ARGUMENT… | run PROGRAM…" >&2
            exit 64
            ;;
    esac
    find_platform windows-amd64 || fail "$platform_missing"
    find_wine || fail "$wine_missing"
    work=$(mktemp -d "${TMPDIR:-/tmp}/muster-wine.XXXXXX")
    trap clean_up EXIT
    exit_on_signals
    # Before the other: what cannot be built needs no Windows.
    case $command in
        test) build_tests ;;
        agent) cargo build --quiet --package muster-agent --bins --target "$target" ;;
    esac
    make_wine "${MUSTER_WINE_PREFIX:-$work/prefix}" || fail "Wine did not start"
    case $command in
        test) run_in_group run_tests "${@:2}" ;;
        again) run_in_group node scripts/rust-tests.mjs again "$2" ;;
        agent) run_in_group "$wine" "$(target_folder)/$target/debug/muster-agent.exe" "${@:2}" ;;
        run) run_in_group "$wine" "${@:2}" ;;
    esac
}

fail() {
    printf 'wine: %s\n' "$*" >&2
    exit 1
}

clean_up() {
    local status=$?
    trap '' INT TERM HUP
    stop_group
    stop_wine
    rm -rf "$work"
    exit "$status"
}

build_tests() {
    if [[ -s ${MUSTER_TEST_PROGRAMS:-} ]]; then
        mapfile -t programs <"$MUSTER_TEST_PROGRAMS"
    else
        mapfile -t programs < <(windows_test_programs "$target")
    fi
    # Also when it does not compile, which is then said.
    if ((${#programs[@]} == 0)); then
        cargo test --no-run --package muster-agent --lib --target "$target" || true
        fail "cargo named no test program for $target"
    fi
}

run_tests() {
    local program starter status=0
    for program in "${programs[@]}"; do
        # A program that can be started as it is, also at a second try.
        starter=${program%.exe}-in-wine
        printf '#!/bin/sh\nexec %q %q "$@"\n' "$wine" "$program" >"$starter"
        chmod 755 "$starter"
        node scripts/rust-tests.mjs run "${MUSTER_TEST_REPORT:-$work/report}" "$PWD/agent" "$starter" "$@" ||
            status=1
    done
    return "$status"
}

main "$@"
