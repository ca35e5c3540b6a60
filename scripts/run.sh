#!/usr/bin/env bash
# `make run`: builds Muster, starts it on this computer with nothing else
# installed, and makes this computer its first agent. Ctrl-C stops both.
#
# The build is the dev profile: it is ready in half the time of a release build,
# and for one person trying things the difference does not show.
#
# On the first start an administrator, an API key and a first client with one
# site are made; what one needs to know of them is kept in first-start.txt in
# the data directory and printed on every start. Each step is written down when
# it is done, so a start that was interrupted is continued by the next.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/processes.sh

export MUSTER_DATA=${MUSTER_DATA:-./data}
export MUSTER_LISTEN=${MUSTER_LISTEN:-127.0.0.1:8000}
export MUSTER_AGENT_DATA=${MUSTER_AGENT_DATA:-$MUSTER_DATA/agent}
key=
bin=${CARGO_TARGET_DIR:-target}/debug
identity=$MUSTER_AGENT_DATA/identity.json
notes=$MUSTER_DATA/first-start.txt
server_log=$MUSTER_DATA/server.log
agent_log=$MUSTER_DATA/agent.log

main() {
    check_machine
    build
    prepare_data
    trap stop_everything EXIT
    exit_on_signals
    start_server
    if [[ -z $(noted key) ]]; then create_administrator; fi
    key=$(noted key)
    if [[ -n $key && ! -e $identity ]]; then enrol_this_computer; fi
    start_agent
    print_where_to_look
    watch_processes
}

say() { printf '%s\n' "$*"; }
fail() {
    printf 'make run: %s\n' "$*" >&2
    exit 1
}

# --- before the first process ------------------------------------------------

check_machine() {
    local program
    for program in cargo node; do
        command -v "$program" >/dev/null || fail "$program is not installed, or not in PATH"
    done
    if [[ -n ${MUSTER_TLS_CERT:-} ]]; then
        fail "MUSTER_TLS_CERT is set, but this is plain HTTP for trying Muster out; start \`muster serve\` itself for TLS"
    fi

    local host=${MUSTER_LISTEN%:*}
    port=${MUSTER_LISTEN##*:}
    case $host in
        0.0.0.0 | '') host=127.0.0.1 ;;
        '[::]') host='[::1]' ;;
    esac
    url=http://$host:$port
    host=${host#[}
    if port_answers "${host%]}" "$port"; then
        if server_answers; then
            fail "Muster already runs at $url: stop it first, or choose another address with MUSTER_LISTEN=127.0.0.1:8001 make run"
        fi
        fail "another program already uses $MUSTER_LISTEN: choose another address with MUSTER_LISTEN=127.0.0.1:8001 make run"
    fi
}

build() {
    if [[ ! -x $bin/muster ]]; then
        say "Building Muster. The first time takes some minutes; later starts take seconds."
    fi
    # Downloads need the network while the interface needs the processors.
    # What cannot be fetched is named by the build below.
    cargo fetch --locked --quiet 2>/dev/null &
    # The interface comes first, because its files become a part of the program.
    scripts/web.sh build-when-older || fail "the web interface could not be built, see above"
    wait
    # Cargo chooses the features of libraries for all that it builds at once, and
    # differently when tests or examples are among it. There are no examples here:
    # naming them makes this build and that of `make test` share every library.
    cargo build --workspace --bins --examples
}

# The data directory holds keys: it is nobody else's business.
prepare_data() {
    mkdir -p "$MUSTER_DATA"
    chmod 700 "$MUSTER_DATA"
    mkdir -p "$MUSTER_AGENT_DATA"
    if [[ ! -e $notes ]]; then (umask 077 && : >"$notes"); fi
}

# --- notes: lines of "name value" -----------------------------------------------

noted() { if [[ -e $notes ]]; then sed -n "s/^$1  *//p" "$notes"; fi; }
note() { printf '%-9s %s\n' "$1" "$2" >>"$notes"; }

# --- server and agent ------------------------------------------------------------

server=
agent=

start_server() {
    say "Starting the server …"
    start_process "$server_log" "$bin/muster" serve
    server=$started
    local tenths=0
    until server_answers; do
        if ! alive "$server"; then show_death server "$server_log"; fi
        if ((++tenths > 300)); then fail "the server does not answer at $url; see $server_log"; fi
        sleep 0.1
    done
}

server_answers() {
    [[ $(api GET / 'answer.status' 2>/dev/null) == ok ]]
}

start_agent() {
    if [[ ! -e $identity ]]; then return 0; fi
    local home tries=0
    home=$(identity_field server)
    if [[ ${home%/} != "$url" ]]; then
        say "The agent is not started: it was enrolled at $home. Use that address again, or remove $MUSTER_AGENT_DATA to enrol anew."
        return 0
    fi
    say "Starting the agent …"
    start_process "$agent_log" "$bin/muster-agent" run
    agent=$started
    if [[ -z $key ]]; then return 0; fi
    until agent_is_online; do
        if ! alive "$agent"; then show_death agent "$agent_log"; fi
        if ! alive "$server"; then show_death server "$server_log"; fi
        if ((++tries > 100)); then
            say "The agent is not online yet; see $agent_log."
            return 0
        fi
        sleep 0.3
    done
}

agent_is_online() {
    local status
    status=$(api GET '/agents/?detail=false' \
        "answer.find(one => one.agent_id === '$(identity_field agent_id)')?.status" 2>/dev/null) || return 1
    [[ $status == online ]]
}

identity_field() { sed -n "s/.*\"$1\": *\"\([^\"]*\)\".*/\1/p" "$identity"; }

watch_processes() {
    while true; do
        if ! alive "$server"; then show_death server "$server_log"; fi
        if [[ -n $agent ]] && ! alive "$agent"; then show_death agent "$agent_log"; fi
        sleep 1
    done
}

alive() { kill -0 "$1" 2>/dev/null; }

show_death() {
    printf '\nThe %s ended by itself. The last lines of %s:\n\n' "$1" "$2" >&2
    tail -n 20 "$2" >&2
    exit 1
}

stop_everything() {
    local status=$?
    # Nothing may keep this from its end: not a second Ctrl-C, not a closed terminal.
    trap '' INT TERM HUP PIPE
    set +e
    if [[ -n $server ]]; then printf '\nStopping …\n'; fi
    if [[ -n $agent ]]; then stop_process "$agent"; fi
    if [[ -n $server ]]; then stop_process "$server"; fi
    # Being told to stop is how this ends well.
    case $status in 129 | 130 | 143) exit 0 ;; *) exit "$status" ;; esac
}

# --- the first start -----------------------------------------------------------

create_administrator() {
    if [[ -z $(noted password) ]]; then
        note user admin
        note password "$(head -c 15 /dev/urandom | base64 | tr '+/' '-_')"
    fi
    if [[ -z $(noted created) ]]; then
        say "Creating the administrator …"
        local answer
        if ! answer=$(noted password | "$bin/muster" user create admin --superuser --password-stdin 2>&1); then
            if grep -qi 'exist\|already\|taken' <<<"$answer"; then
                # Made by hand, or the notes were removed: their business, not an error.
                rm -f "$notes"
                return 0
            fi
            fail "the administrator could not be created: $answer"
        fi
        note created "$(date +%Y-%m-%d)"
    fi
    note key "$("$bin/muster" apikey create make-run --user admin | tail -n 1)"
}

enrol_this_computer() {
    say "Enrolling this computer …"
    local site token waiting
    site=$(api GET /clients/ 'answer[0]?.sites[0]?.id')
    if [[ -z $site ]]; then
        site=$(api POST /clients/ 'answer.sites[0].id' \
            '{"client":{"name":"My company"},"site":{"name":"Main office"}}')
    fi
    token=$("$bin/muster" enroll-token create --site "$site" --uses 1 --hours 1 | tail -n 1)
    # This is plain HTTP, on an address of this computer.
    "$bin/muster-agent" enroll --insecure --server "$url" --token "$token" >>"$agent_log" 2>&1 ||
        fail "this computer could not be enrolled: $(tail -n 3 "$agent_log")"
    # One that was an agent here and lost its key waits for a person, who is the one that runs this.
    waiting=$(api GET /agents/pending/ \
        "answer.findLast(one => one.agent_id === '$(identity_field agent_id)')?.id")
    if [[ -n $waiting ]]; then api POST "/agents/pending/$waiting/approve/" answer '{}' >/dev/null; fi
}

api() { MUSTER_URL=$url MUSTER_KEY=$key node scripts/api.mjs "$@"; }

print_where_to_look() {
    printf '\nMuster is running. Ctrl-C stops it.\n\n'
    printf '  address   %s/ui/\n' "$url"
    if [[ -n $key ]]; then
        printf '  user      %s\n  password  %s\n  API key   %s\n' \
            "$(noted user)" "$(noted password)" "$key"
        printf '  kept in   %s\n' "$notes"
        printf '\nTry:\n\n  curl -H '\''X-API-KEY: %s'\'' %s/agents/\n' "$key" "$url"
    else
        printf '\nIts users were not made by make run, so their passwords are not known here.\n'
    fi
    printf '\nLogs: %s, %s\n' "$server_log" "$agent_log"
}

main
