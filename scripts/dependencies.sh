#!/usr/bin/env bash
# `make dependencies`: what we take from others.
#
# Checks licences, bans and sources of all crates (deny.toml), and looks up known
# vulnerabilities of the crates and of the packages in the web interface. Those are
# in databases on the network: where one cannot be reached, a line that begins with
# NOT CHECKED says so, and the rest counts.
#
#   REQUIRE_ADVISORIES=true   a database that cannot be reached is a failure
#
# cargo-deny is the one in PATH, or is built once into target/tools.
set -euo pipefail
cd -P "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/processes.sh

version=0.20.2
tools=${CARGO_TARGET_DIR:-$PWD/target}/tools
# How long a database may take to answer, in seconds.
patience=180
cargo_deny=
folder=
failed=0

main() {
    trap clean_up EXIT
    exit_on_signals
    folder=$(mktemp -d "${TMPDIR:-/tmp}/muster-dependencies.XXXXXX")
    find_cargo_deny
    check "licences, bans and sources of crates" \
        "$cargo_deny" --locked check licenses bans sources
    check_crates
    check_packages
    return "$failed"
}

clean_up() {
    stop_group
    if [[ -n $folder ]]; then rm -rf "$folder"; fi
}

# Without optimisation, which would take longer than all checks together; and
# without the lints that CI adds to our own crates.
find_cargo_deny() {
    if cargo_deny=$(command -v cargo-deny); then return 0; fi
    cargo_deny=$tools/bin/cargo-deny
    if [[ $("$cargo_deny" --version 2>/dev/null) == "cargo-deny $version" ]]; then return 0; fi
    echo "Building cargo-deny $version into $tools …"
    run_in_group env -u RUSTC_WORKSPACE_WRAPPER -u CLIPPY_ARGS -u CARGO_TARGET_DIR \
        cargo install --quiet --locked --debug --root "$tools" --version "$version" cargo-deny </dev/null
}

check_crates() {
    local what="known vulnerabilities of crates"
    # Fetching alone says whether the database can be reached.
    if ! run_in_group timeout "$patience" "$cargo_deny" --locked fetch db </dev/null \
        >"$folder/fetch" 2>&1; then
        not_checked "$what" "the advisory database was not fetched: $(last_line "$folder/fetch")"
        return 0
    fi
    check "$what" "$cargo_deny" --locked check advisories
}

check_packages() {
    local what="known vulnerabilities of npm packages" report=$folder/audit.json status=0
    if ! command -v npm >/dev/null; then
        not_checked "$what" "npm is not installed"
        return 0
    fi
    run_in_group audit_packages --json >"$report" 2>"$folder/npm" </dev/null || status=$?
    # npm ends in the same way when it has found something and when nobody answered.
    if ! grep -q '"auditReportVersion"' "$report"; then
        not_checked "$what" "npm audit has no answer: $(reason_of_npm "$report")"
        return 0
    fi
    if ((status != 0)); then audit_packages || true; fi
    check "$what" test "$status" = 0
}

# What the built interface contains; what builds it is not handed out.
audit_packages() {
    (cd web && timeout "$patience" npm audit --package-lock-only --omit=dev --audit-level=high \
        --fetch-retries=1 "$@")
}

# check WHAT COMMAND…
check() {
    local what=$1
    shift
    if run_in_group "$@" </dev/null; then
        printf 'ok: %s\n' "$what"
    else
        printf 'FAILED: %s\n' "$what"
        failed=1
    fi
}

# not_checked WHAT REASON
not_checked() {
    printf 'NOT CHECKED: %s: %s\n' "$1" "$2"
    if [[ ${REQUIRE_ADVISORIES:-} == true ]]; then failed=1; fi
}

last_line() {
    local line
    line=$(grep -v '^[[:space:]]*$' "$1" | tail -n 1 || true)
    printf '%s' "${line:-no answer within $patience s}"
}

reason_of_npm() {
    local message
    message=$(sed -n 's/^  "message": "\(.*\)",*$/\1/p' "$1" | head -n 1)
    printf '%s' "${message:-$(last_line "$folder/npm")}"
}

main "$@"
