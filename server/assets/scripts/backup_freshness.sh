#!/bin/sh
# Tells whether a folder holds a file that is young enough: the last backup.
# Arguments: file or folder, hours (26), part of the file's name (any).
# Exit code: 0 young enough, 1 too old or none, 2 wrong argument.
path=$1
hours=${2:-26}
part=$3
if [ -z "$path" ] || [ ! -e "$path" ]; then
    echo "no such file or folder: $path" >&2
    exit 2
fi
case $hours in
    '' | 0 | *[!0-9]*) echo "the hours must be a number from 1: $hours" >&2; exit 2 ;;
esac

minutes=$((hours * 60))
young=$(find "$path" -type f -name "*$part*" -mmin "-$minutes" 2>/dev/null)
if [ -n "$young" ]; then
    echo "younger than $hours hours:"
    printf '%s\n' "$young" | head -n 10 | sed 's/^/  /'
    exit 0
fi
echo "nothing below $path is younger than $hours hours"
exit 1
