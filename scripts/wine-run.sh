#!/usr/bin/env bash
# Runs a program in a Windows under Wine, which is made when it is not there. What the
# program leaves running goes on: the end-to-end tests call this, each with a Windows of
# its own, which it ends itself.
#
#   WINEPREFIX=FOLDER scripts/wine-run.sh PROGRAM ARGUMENT…
#
# Needs wine64 and gcc-mingw-w64-x86-64 of Debian.
set -euo pipefail
cd -P "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/engines.sh
source scripts/targets.sh
source scripts/wine-prefix.sh

if (($# == 0)) || [[ -z ${WINEPREFIX:-} ]]; then
    echo "usage: WINEPREFIX=FOLDER scripts/wine-run.sh PROGRAM ARGUMENT…" >&2
    exit 64
fi
find_wine || {
    printf 'wine-run: %s\n' "$wine_missing" >&2
    exit 69
}
make_wine "$WINEPREFIX" || {
    echo "wine-run: Wine did not start" >&2
    exit 1
}
exec "$wine" "$@"
