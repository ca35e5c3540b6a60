#!/usr/bin/env bash
# Measures the CPU time that the server spends on the lists of a large fleet,
# on SQLite, or on PostgreSQL when MUSTER_DATABASE_URL names an empty database:
#
#   scripts/bench/lists.sh target/release/muster
#
# CPU time is that of the server's process, user and system, divided by the
# number of requests; on PostgreSQL that of the engine is not in it. How long a
# request takes includes the engine, and whatever else the machine is doing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

muster=${1:?which program: target/release/muster}
requests=${REQUESTS:-20}
folder=$(mktemp -d)
server=
export MUSTER_DATA=$folder MUSTER_LISTEN=127.0.0.1:0 MUSTER_LOG=warn SWAGGER_ENABLED=true BETA_API_ENABLED=true

stop() {
    if [[ -n $server ]]; then
        kill "$server" 2>/dev/null || true
        wait "$server" 2>/dev/null || true
        server=
    fi
}
trap 'stop; rm -rf "$folder"' EXIT

# Runs a file of SQL on whichever engine it is.
fill() {
    if [[ -n ${MUSTER_DATABASE_URL:-} ]]; then
        psql --quiet --set ON_ERROR_STOP=1 --file "$1" "$MUSTER_DATABASE_URL"
        psql --quiet --command "vacuum analyze" "$MUSTER_DATABASE_URL"
    else
        sqlite3 "$folder/muster.db" <"$1"
    fi
}

start() {
    # A file, not a pipe: the server must not wait for whoever reads it.
    "$muster" serve >"$folder/out" 2>"$folder/log" &
    server=$!
    until url=$(grep -o 'http://[0-9.:]*' "$folder/out"); do
        kill -0 "$server" || { cat "$folder/log" >&2; exit 1; }
        sleep 0.1
    done
}

# Nanoseconds of processor time of all its threads so far. One that ended takes
# its own along, but those that serve requests stay.
used() { cat /proc/"$server"/task/*/schedstat | awk '{ sum += $1 } END { printf "%.0f", sum }'; }

call() {
    curl --silent --fail --output /dev/null --header "X-API-KEY: $key" "$@"
}

# All requests of a measurement go over one connection, as a browser's do.
measure() {
    local name=$1 before after median calls=()
    shift
    call "$@" # Once for the caches of both sides.
    for ((n = 0; n < requests; n++)); do
        calls+=(--next --silent --fail --output /dev/null --write-out '%{time_total}\n' --header "X-API-KEY: $key" "$@")
    done
    before=$(used)
    median=$(curl "${calls[@]:1}" | sort --numeric-sort | sed -n "$((requests / 2 + 1))p")
    after=$(used)
    awk -v name="$name" -v used=$((after - before)) -v n="$requests" -v median="$median" \
        'BEGIN { printf "%-48s %7.2f ms %7.2f ms\n", name, used / 1e6 / n, median * 1000 }'
}

echo correct-horse-battery | "$muster" user create admin --superuser --password-stdin >/dev/null
key=$("$muster" apikey create bench --user admin | tail -n 1)
fill scripts/bench/fleet.sql
start
echo "CPU time of the server per request, and the median of how long one took; $requests requests each"
measure 'GET /agents/, 10,000 agents' "$url/agents/"
measure 'GET /agents/?detail=false, 10,000 agents' "$url/agents/?detail=false"
measure 'GET /agents/?page_size=100' "$url/agents/?page_size=100"
measure 'GET /agents/?search=desktop' "$url/agents/?search=desktop"
measure 'GET /agents/?search=is:online -linux' --get --data-urlencode 'search=is:online -linux' "$url/agents/"
measure 'GET /agents/, compressed' --header 'Accept-Encoding: gzip' "$url/agents/"
measure 'GET /agents/<agent_id>/' "$url/agents/benchagentbenchagentbenchagentbench100001/"
measure 'GET /clients/' "$url/clients/"
measure 'GET /beta/v1/agent/?page_size=1000' "$url/beta/v1/agent/?page_size=1000"
for ((n = 0; n < 12; n++)); do
    calls=()
    for _ in 1 2 3 4; do call "$url/agents/" & calls+=($!); done
    wait "${calls[@]}"
done
awk '/VmHWM|VmRSS/ { printf "%-44s %7.0f MB\n", ($1 == "VmHWM:" ? "most memory" : "memory") " with four lists at once", $2 / 1024 }' "/proc/$server/status"
stop

fill scripts/bench/audit.sql
start
page() { printf '{"pagination": {"page": %d, "rowsPerPage": 50}}' "$1"; }
for number in 1 1000; do
    measure "PATCH /logs/audit/, page $number of 1,000,000 rows" --request PATCH \
        --header 'Content-Type: application/json' --data "$(page "$number")" "$url/logs/audit/"
done
