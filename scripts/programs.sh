# shellcheck shell=bash
# Finding what cargo has built. Sourced by the other scripts, never run; needs
# the project's root as the working directory.

# test_programs CRATE: the test programs that cargo has built for it. Whoever asks for many
# lets cargo look at everything once, and names what it said in MUSTER_TEST_CARGO.
test_programs() {
    if [[ -s ${MUSTER_TEST_CARGO:-} ]]; then cat "$MUSTER_TEST_CARGO"; else ask_cargo; fi |
        grep -F "\"manifest_path\":\"$PWD/$1/Cargo.toml\"" |
        sed -n 's/.*"overflow_checks":[a-z]*,"test":true}.*"executable":"\([^"]*\)".*/\1/p'
}

# windows_test_programs TARGET: those of the agent for Windows.
windows_test_programs() {
    cargo test --no-run --package muster-agent --lib --target "$1" --message-format=json 2>/dev/null |
        sed -n 's/.*"overflow_checks":[a-z]*,"test":true}.*"executable":"\([^"]*\)".*/\1/p'
}

ask_cargo() {
    cargo test --workspace --no-run --message-format=json 2>/dev/null
}
