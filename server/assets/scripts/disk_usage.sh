#!/bin/sh
# Shows how full each file system is.
# Argument: percent from which one counts as full (90).
# Exit code: 0 all below, 1 one is at or above, 2 wrong argument.
limit=${1:-90}
case $limit in
    '' | *[!0-9]*) echo "the limit must be a number: $limit" >&2; exit 2 ;;
esac

df -Pk | awk -v limit="$limit" '
    NR == 1 { printf "%-40s %8s %8s %6s\n", "MOUNTED ON", "SIZE GB", "FREE GB", "USED"; next }
    $1 ~ /^(tmpfs|devtmpfs|udev|overlay|none|devfs|map|squashfs|efivarfs)$/ { next }
    $1 ~ /^\/dev\/loop/ || $2 == 0 { next }
    {
        used = $5
        sub(/%/, "", used)
        mount = $6
        for (i = 7; i <= NF; i++) mount = mount " " $i
        full = (used + 0 >= limit + 0)
        if (full) count++
        printf "%-40s %8.1f %8.1f %5d%%%s\n", mount, $2 / 1048576, $4 / 1048576, used,
            full ? "  FULL" : ""
    }
    END { exit count > 0 ? 1 : 0 }
'
