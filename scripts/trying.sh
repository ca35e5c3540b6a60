# shellcheck shell=bash disable=SC2034,SC2154 # variables are shared with who sources this
# Trying things one after the other, with a line for each that holds, and a server to try
# them with. Sourced, never run; needs processes.sh and engines.sh. Who sources it sets
# `trying` (its own name), `expected` (how many things hold at the end: a step that was
# never reached is a failure) and, before a server is started, `work`, a folder.

held=0
server=
key=
url=
bin=${MUSTER_TEST_BIN:-${CARGO_TARGET_DIR:-target}/debug}

say() { printf '%s\n' "$*"; }

fail() {
    printf '%s: %s\n' "$trying" "$*" >&2
    exit 1
}

# holds SENTENCE COMMAND…: says the sentence when the command works.
holds() {
    local sentence=$1
    shift
    "$@" || fail "this does not hold: $sentence"
    held=$((held + 1))
    say "  ok  $sentence"
}

everything_holds() {
    ((held == expected)) || fail "$held things hold, and $expected should"
    say "everything holds"
}

# soon COMMAND…: whether the command works within 60 seconds.
soon() {
    local end=$((SECONDS + 60))
    until "$@" >/dev/null 2>&1; do
        ((SECONDS < end)) || return 1
        sleep 0.2
    done
}

# --- a server -----------------------------------------------------------------------------

# Starts one, and leaves in `token` what an agent enrols with.
start_server() {
    local attempt port
    for attempt in 1 2 3 4 5; do
        port=$((12000 + RANDOM % 20000))
        if port_answers 127.0.0.1 "$port"; then continue; fi
        url=http://127.0.0.1:$port
        start_process "$work/server.log" env "MUSTER_DATA=$work/server" "MUSTER_LISTEN=127.0.0.1:$port" "$bin/muster" serve
        server=$started
        if soon server_answers_or_ended && server_answers; then
            set_up_server
            return 0
        fi
        stop_process "$server"
        server=
    done
    fail "the server does not start (try $attempt)"
}

server_answers() { [[ $(api GET / answer.status) == ok ]]; }
server_answers_or_ended() { ! kill -0 "$server" || server_answers; }

api() { MUSTER_URL=$url MUSTER_KEY=$key node scripts/api.mjs "$@"; }

muster() { MUSTER_DATA=$work/server "$bin/muster" "$@"; }

set_up_server() {
    local site
    muster user create admin --superuser --password-stdin <<<'correct horse battery' >/dev/null
    key=$(muster apikey create try --user admin | tail -n 1)
    site=$(api POST /clients/ 'answer.sites[0].id' '{"client":{"name":"Acme"},"site":{"name":"Main"}}')
    token=$(muster enroll-token create --site "$site" --uses 1 --hours 1 | tail -n 1)
}

# Of the only agent.
fact() { api GET '/agents/' "answer[0].$1"; }
fact_is() { [[ $(fact "$1") == "$2" ]]; }

# Whether the process `agent` ends within ten seconds and well, when it is asked to.
ends_well() {
    local tenths=0
    while kill -0 "$agent" 2>/dev/null; do
        ((++tenths <= 100)) || return 1
        sleep 0.1
    done
    wait "$agent"
}
