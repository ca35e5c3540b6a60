# shellcheck shell=bash
# Finding what cargo has built. Sourced by the other scripts, never run; needs
# the project's root as the working directory.

# test_programs CRATE: the test programs that cargo has built for it.
test_programs() {
    cargo test --workspace --no-run --message-format=json 2>/dev/null |
        grep -F "\"manifest_path\":\"$PWD/$1/Cargo.toml\"" |
        sed -n 's/.*"overflow_checks":[a-z]*,"test":true}.*"executable":"\([^"]*\)".*/\1/p'
}
