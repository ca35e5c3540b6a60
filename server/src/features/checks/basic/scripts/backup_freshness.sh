#!/bin/sh
# Fails when a backup is older than it may be.
# Arguments: the most hours, then files or folders that backups are written to.
# The newest file in a folder counts.
if [ "$#" -lt 2 ]; then
    echo "No backup is configured: give the most hours and the paths as arguments."
    exit 0
fi
hours=$1
shift
case $hours in
    '' | *[!0-9]*) echo "The first argument must be a number of hours."; exit 1 ;;
esac
failed=0
for path in "$@"; do
    if [ ! -e "$path" ]; then
        echo "Missing: $path"
        failed=1
    elif [ -n "$(find "$path" -type f -mmin "-$((hours * 60))" 2>/dev/null | head -n 1)" ]; then
        echo "Fresh: $path"
    else
        echo "Too old: $path has nothing from the last $hours hours."
        failed=1
    fi
done
exit "$failed"
