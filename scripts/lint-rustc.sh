#!/usr/bin/env bash
# The compiler of this workspace for a build that also lints: what is compiled
# for tests goes through Clippy's driver, which is the compiler with more lints,
# called as `cargo clippy -- -D warnings` calls it. Whatever is in a library or
# program is in its tests, too: of itself it needs the compiler's own lints, which
# tests may hide (something that only they use, documentation that is missing).
# With LINT_ALL=true everything goes through Clippy, for platforms without tests.
#
# Cargo builds anew when the driver's arguments change, so they come from outside:
#   export RUSTC_WORKSPACE_WRAPPER=$PWD/scripts/lint-rustc.sh
#   export CLIPPY_ARGS=-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__
set -euo pipefail

if [[ ${LINT_ALL:-} == true ]]; then exec clippy-driver "$@"; fi
for word; do
    if [[ $word == --test ]]; then
        exec clippy-driver "$@"
    fi
done
exec "$@" -D warnings
