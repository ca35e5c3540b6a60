#!/usr/bin/env bash
# What somebody new does, tried before anything else is built: `make run` in a
# clean clone, then the page it names, in a browser. Port and data are its own.
#
#   scripts/newcomer.sh
#
# The browser's part is web/browser/newcomer/. Ends non-zero when anything fails.
set -euo pipefail
cd -P "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/processes.sh
source scripts/engines.sh
source scripts/browser.sh

# The first start compiles everything.
limit_seconds=${NEWCOMER_SECONDS:-2400}
run=

main() {
    folder=$(mktemp -d)
    trap clean_up EXIT
    exit_on_signals
    find_browser || fail "$browser_missing"
    choose_settings
    start_make_run
    NEWCOMER_GROUP=$run NEWCOMER_LOG=$log CHROMIUM=$chromium scripts/web.sh newcomer ||
        fail "see above, and here is what make run printed: $(cat "$log")"
    printf 'Somebody new had the page %d s after typing make run.\n' "$took"
}

fail() {
    printf 'newcomer: %s\n' "$*" >&2
    exit 1
}

choose_settings() {
    log=$folder/make-run.log
    export MUSTER_DATA=$folder/data
    MUSTER_LISTEN=127.0.0.1:$(free_port)
    export MUSTER_LISTEN
    unset MUSTER_AGENT_DATA MUSTER_DATABASE_URL MUSTER_BUS_URL MUSTER_WEB_FOLDER
}

free_port() {
    node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => {
        console.log(s.address().port); s.close(); })'
}

start_make_run() {
    local began=$SECONDS
    printf '=== make run\n'
    # A shell without job control starts its background jobs with Ctrl-C ignored,
    # and `make run` would inherit that.
    start_process "$log" env --default-signal=INT make --no-print-directory run
    run=$started
    until grep -qs '^Logs:' "$log"; do
        kill -0 "$run" 2>/dev/null || fail "make run ended: $(tail -n 50 "$log")"
        if ((SECONDS - began > limit_seconds)); then
            fail "make run is not ready after $limit_seconds s: $(tail -n 50 "$log")"
        fi
        sleep 0.5
    done
    took=$((SECONDS - began))
    printf 'ready after %d s\n' "$took"
}

# What the tests have not stopped. The group may be another `make run` by then,
# which its test stops by itself.
clean_up() {
    local status=$?
    trap '' INT TERM HUP
    if [[ -n $run ]] && kill -0 "$run" 2>/dev/null; then
        kill -INT -- "-$run" 2>/dev/null || true
        wait "$run" 2>/dev/null || true
    fi
    rm -rf "$folder"
    exit "$status"
}

main
