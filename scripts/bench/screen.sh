# shellcheck shell=bash disable=SC2154 # variables are shared with who sources this
# What scrolls on a screen that is measured, installed when that needs no question; sourced in
# the project's root. Without it the measurement is left out, and the table says so.

source scripts/processes.sh
source scripts/engines.sh
source scripts/display.sh

find_display_server || echo "bench: $display_missing" >&2
if ! command -v xterm >/dev/null && ! install_package xterm; then
    echo "bench: xterm was not found and could not be installed (Debian: apt-get install xterm)" >&2
fi
