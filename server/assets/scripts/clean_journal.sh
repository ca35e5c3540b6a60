#!/bin/sh
# Clean-up: deletes archived entries of the systemd journal.
# Argument: days to keep (14, at least 1).
# Exit code: 0 done, 1 it failed, 2 wrong argument or no journal.
days=${1:-14}
case $days in
    '' | 0 | *[!0-9]*) echo "the days must be a number from 1: $days" >&2; exit 2 ;;
esac
if ! command -v journalctl >/dev/null 2>&1; then
    echo "this system has no systemd journal" >&2
    exit 2
fi
journalctl --disk-usage
journalctl --vacuum-time="${days}d" || exit 1
journalctl --disk-usage
