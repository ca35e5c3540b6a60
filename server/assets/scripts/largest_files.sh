#!/bin/sh
# Lists the largest files below a folder, without leaving its file system.
# Arguments: folder (/), how many (20).
# Exit code: 0 listed, 2 wrong argument.
folder=${1:-/}
count=${2:-20}
if [ ! -d "$folder" ]; then
    echo "no such folder: $folder" >&2
    exit 2
fi
case $count in
    '' | *[!0-9]*) echo "the count must be a number: $count" >&2; exit 2 ;;
esac

echo "largest files below $folder, in MB"
# From 10 MB; smaller ones would only make the sorting slower.
find "$folder" -xdev -type f -size +20480 -exec du -k {} + 2>/dev/null |
    sort -rn |
    head -n "$count" |
    awk '{ size = $1; $1 = ""; printf "%10.1f %s\n", size / 1024, $0 }'
