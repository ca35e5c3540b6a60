# Builds the programs that are measured, unless they are named; sourced in the project's root.

if [[ -z ${BENCH_BIN:-} ]]; then
    # The server as it is handed out.
    cargo build --profile dist --package muster-program
    export BENCH_BIN=${CARGO_TARGET_DIR:-target}/dist
fi
# The agent as it is handed out: smaller, and slower to build.
if [[ -z ${BENCH_AGENT:-} ]]; then
    cargo build --profile small --package muster-agent --bins
    export BENCH_AGENT=${CARGO_TARGET_DIR:-target}/small/muster-agent
fi
