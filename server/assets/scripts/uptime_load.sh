#!/bin/sh
# Shows how long the computer runs and how busy it is.
# Argument: days after which the uptime counts as too long (0: never).
# Exit code: 0, or 1 if it runs for longer, 2 wrong argument.
limit=${1:-0}
case $limit in
    '' | *[!0-9]*) echo "the days must be a number: $limit" >&2; exit 2 ;;
esac

uptime
cores=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo unknown)
echo "processors: $cores"

if [ -r /proc/uptime ]; then
    seconds=$(cut -d. -f1 /proc/uptime)
else
    started=$(sysctl -n kern.boottime 2>/dev/null | sed 's/.*sec = \([0-9]*\),.*/\1/')
    seconds=$(($(date +%s) - ${started:-$(date +%s)}))
fi
days=$((seconds / 86400))
echo "running for $days days"
if [ "$limit" -gt 0 ] && [ "$days" -ge "$limit" ]; then
    echo "that is $limit days or more"
    exit 1
fi
exit 0
