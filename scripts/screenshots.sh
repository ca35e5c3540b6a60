#!/usr/bin/env bash
# `make screenshots`: every page of the web interface, wide and narrow, light
# and dark, with the data of a small fleet.
#
#   scripts/screenshots.sh [FOLDER]   pictures into FOLDER (default target/screenshots)
#
# Those that the README shows are renewed in docs/screenshots/ when pngquant is
# there to make them small.
set -euo pipefail
cd -P "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/processes.sh
source scripts/engines.sh
source scripts/browser.sh

target=${CARGO_TARGET_DIR:-$PWD/target}
pictures=$(realpath -m "${1:-$target/screenshots}")

# The name in docs/screenshots/, and which picture it is.
shown=(
    fleet=agents-wide-light
    agent=agents-described-wide-light
    script=scripts-script-wide-dark
)

main() {
    if ! find_browser; then
        echo "$browser_missing" >&2
        exit 1
    fi
    if [[ -z ${MUSTER_TEST_BIN:-} ]]; then
        cargo build --workspace --bins
        export MUSTER_TEST_BIN=$target/debug
    fi
    export CHROMIUM=$chromium MUSTER_SCREENSHOTS=$pictures
    rm -rf "$pictures"
    scripts/web.sh browser firstStart pages
    echo "$(find "$pictures" -name '*.png' | wc -l) pictures in $pictures"
    renew_shown
}

renew_shown() {
    if ! command -v pngquant >/dev/null; then
        echo "docs/screenshots/ stays as it is: pngquant is not installed"
        return 0
    fi
    mkdir -p docs/screenshots
    local pair
    for pair in "${shown[@]}"; do
        pngquant --quality=70-95 --speed=1 --strip --force \
            --output "docs/screenshots/${pair%%=*}.png" "$pictures/${pair#*=}.png"
    done
}

main
