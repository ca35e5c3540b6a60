#!/bin/sh
# Shows memory and swap.
# Argument: percent of memory that must be available (10).
# Exit code: 0 enough is available, 1 too little, 2 could not find out.
limit=${1:-10}
case $limit in
    '' | *[!0-9]*) echo "the percentage must be a number: $limit" >&2; exit 2 ;;
esac
if [ ! -r /proc/meminfo ]; then
    echo "/proc/meminfo cannot be read" >&2
    exit 2
fi
awk -v limit="$limit" '
    { sub(/:/, "", $1); value[$1] = $2 }
    END {
        total = value["MemTotal"]
        available = ("MemAvailable" in value) ? value["MemAvailable"] : value["MemFree"]
        if (total == 0) exit 2
        percent = 100 * available / total
        printf "memory    %8.1f GB, available %8.1f GB (%d%%)\n",
            total / 1048576, available / 1048576, percent
        printf "swap      %8.1f GB, free      %8.1f GB\n",
            value["SwapTotal"] / 1048576, value["SwapFree"] / 1048576
        exit percent < limit ? 1 : 0
    }
' /proc/meminfo
