#!/bin/sh
# Clean-up: deletes files in /tmp and /var/tmp that nobody touched for days.
# Only plain files go; sockets, folders and other file systems stay.
# Argument: days (14, at least 1).
# Exit code: 0 done, 2 wrong argument.
days=${1:-14}
case $days in
    '' | 0 | *[!0-9]*) echo "the days must be a number from 1: $days" >&2; exit 2 ;;
esac

for folder in /tmp /var/tmp; do
    [ -d "$folder" ] || continue
    old() {
        find "$folder/" -xdev -type f -mtime "+$days" -atime "+$days" "$@" 2>/dev/null
    }
    count=$(old -print | wc -l | tr -d ' ')
    size=$(old -exec du -k {} + | awk '{ sum += $1 } END { printf "%.1f", sum / 1024 }')
    old -exec rm -f -- {} +
    echo "$folder: $count files older than $days days, $size MB"
done
exit 0
