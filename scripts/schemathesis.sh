#!/usr/bin/env bash
# `make schemathesis`: calls every route of the API with what its description
# allows and with what it forbids, for five minutes. The server must
# never fail inside; whether each refusal is the right one, the tests say.
#
#   SCHEMATHESIS_EXAMPLES=100 SCHEMATHESIS_SECONDS=3600 make schemathesis   longer
#
# Schemathesis (a Python program from PyPI) is kept in target/schemathesis; the
# server is a debug build (or MUSTER_TEST_BIN) with a database that is removed
# afterwards.
set -euo pipefail
cd -P "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/processes.sh

version=4.32.5
target=${CARGO_TARGET_DIR:-$PWD/target}
tools=$PWD/target/schemathesis
examples=${SCHEMATHESIS_EXAMPLES:-20}
seconds=${SCHEMATHESIS_SECONDS:-300}
folder=
server=

# What cannot be called by chance, and why.
left_out=(
    /events/                           # a stream that has no end
    '/accounts/apikeys/{id}/'          # would revoke the key of this very run
    '/accounts/apikeys/{id}/rotate/'   # the same
    '/accounts/users/{id}/sessions/'   # its owner may be the one who calls
    /core/emailtest/                   # would look for mail servers that were made up
)

main() {
    trap stop_everything EXIT
    exit_on_signals
    install_schemathesis
    if [[ -z ${MUSTER_TEST_BIN:-} ]]; then cargo build --workspace --bins; fi
    start_server
    local -a words=(
        run "$url/api/schema/?format=json"
        --header "X-API-KEY: $key"
        --checks not_a_server_error
        --phases "examples,coverage,fuzzing"
        --max-examples "$examples"
        --max-time "$seconds"
        --request-timeout 20
        --seed 1
        --continue-on-failure
        --no-shrink
        --warnings off
        --workers 2
    )
    local path
    for path in "${left_out[@]}"; do words+=(--exclude-path "$path"); done
    local status=0
    # It keeps the time by itself, unless an answer never comes.
    run_in_group timeout $((seconds + 120)) "$tools/bin/schemathesis" "${words[@]}" || status=$?
    if ((status != 0)); then grep -a ERROR "$folder/server.log" | tail -n 40 >&2 || true; fi
    return "$status"
}

install_schemathesis() {
    if [[ $("$tools/bin/schemathesis" --version 2>/dev/null) == *" $version" ]]; then return 0; fi
    rm -rf "$tools"
    mkdir -p "$(dirname "$tools")"
    python3 -m venv "$tools"
    "$tools/bin/pip" install --quiet "schemathesis==$version"
}

start_server() {
    folder=$(mktemp -d "${TMPDIR:-/tmp}/muster-schemathesis.XXXXXX")
    export MUSTER_DATA=$folder MUSTER_LISTEN=127.0.0.1:0 MUSTER_LOG=warn
    export SWAGGER_ENABLED=true BETA_API_ENABLED=true SERVER_SCRIPTS_DISABLED=true
    unset MUSTER_DATABASE_URL MUSTER_BUS_URL
    local muster=${MUSTER_TEST_BIN:-$target/debug}/muster
    "$muster" user create admin --superuser >/dev/null
    key=$("$muster" apikey create schemathesis --user admin | tail -n 1)
    start_process "$folder/server.log" "$muster" serve
    server=$started
    local tenths=0
    until url=$(grep -aom1 'http://[0-9.:]*' "$folder/server.log"); do
        if ! kill -0 "$server" 2>/dev/null || ((++tenths > 300)); then
            cat "$folder/server.log" >&2
            exit 1
        fi
        sleep 0.1
    done
}

stop_everything() {
    # Nothing may keep this from its end: not a second Ctrl-C, not a closed terminal.
    trap '' INT TERM HUP PIPE
    set +e
    stop_group
    if [[ -n $server ]]; then stop_process "$server"; fi
    if [[ -n $folder ]]; then rm -rf "$folder"; fi
}

main
