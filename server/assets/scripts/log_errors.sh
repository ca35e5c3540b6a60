#!/bin/sh
# Shows errors of the system log.
# Arguments: hours back (24), how many lines (100).
# Exit code: 0 none, 1 some, 2 could not find out.
hours=${1:-24}
lines=${2:-100}
for number in "$hours" "$lines"; do
    case $number in
        '' | *[!0-9]*) echo "hours and lines must be numbers" >&2; exit 2 ;;
    esac
done

if command -v journalctl >/dev/null 2>&1; then
    errors=$(journalctl --priority=err --since "$hours hours ago" --no-pager --quiet --lines="$lines" 2>/dev/null)
elif [ -r /var/log/syslog ]; then
    errors=$(grep -iE 'error|fatal|panic' /var/log/syslog | tail -n "$lines")
elif [ -r /var/log/messages ]; then
    errors=$(grep -iE 'error|fatal|panic' /var/log/messages | tail -n "$lines")
else
    echo "no system log was found" >&2
    exit 2
fi
if [ -z "$errors" ]; then
    echo "no errors in the last $hours hours"
    exit 0
fi
printf '%s\n' "$errors"
exit 1
