#!/usr/bin/env bash
# `make bench`: measures every budget of the architecture on what is handed out and
# writes bench/results/<date>.json and docs/benchmarks.md.
#
#   BENCH_AGENTS="1000 10000"        sizes of the fleet
#   BENCH_ENGINES="sqlite postgres"  what to store in
#   BENCH_SECONDS=15                 how long each measurement lasts
#   BENCH_TLS_SECONDS=600            how long the largest fleet is held over TLS
#   BENCH_AWAY_SECONDS=900           how long the server of the largest fleet is away, twice
#   BENCH_METRICS_SECONDS=180        how long the fleet sends metrics, five times as often as real agents
#   BENCH_CHECK_SECONDS=120          how long the fleet sends as many results of checks as the budget says
#   BENCH_MONITORING_SECONDS=300     how long it is monitored at its usual pace
#   BENCH_AUDIT_ROWS=1000000         rows of the audit log
#   BENCH_BIN=target/dist            a server that is built already
#   BENCH_AGENT=target/small/muster-agent  an agent that is built already
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

source scripts/bench/programs.sh
source scripts/bench/screen.sh
for program in node sqlite3; do
    command -v "$program" >/dev/null || { echo "make bench: $program is not installed" >&2; exit 1; }
done

if [[ " ${BENCH_ENGINES:-sqlite postgres} " == *" postgres "* ]]; then
    exec env ENGINE_AUTOVACUUM=on scripts/with-engines.sh node scripts/bench/bench.mjs
fi
exec node scripts/bench/bench.mjs
