#!/bin/sh
# Shows deleted files that a process still holds: space that df misses.
# Exit code: 0 none, 1 some hold more than 100 MB in all, 2 could not find out.
if ! command -v lsof >/dev/null 2>&1; then
    echo "lsof is not installed" >&2
    exit 2
fi
lsof -nP +L1 2>/dev/null | awk '
    NR == 1 { next }
    $7 ~ /^[0-9]+$/ && $7 > 1048576 {
        printf "%10.1f MB  %s (%s)  %s\n", $7 / 1048576, $1, $2, $10
        sum += $7
    }
    END {
        printf "%10.1f MB in all\n", sum / 1048576
        exit sum > 104857600 ? 1 : 0
    }
'
