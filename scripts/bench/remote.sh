#!/usr/bin/env bash
# Of `make bench`, what is about remote sessions, alone: prints a table, and writes nothing.
#
#   scripts/bench/remote.sh
#
# It takes the same settings: BENCH_SECONDS, BENCH_BIN and BENCH_AGENT.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

source scripts/bench/programs.sh
source scripts/bench/screen.sh
exec node scripts/bench/remote.mjs
