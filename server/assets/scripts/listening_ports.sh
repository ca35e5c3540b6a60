#!/bin/sh
# Lists ports that something listens on, with the process where it can be seen.
# Exit code: 0 listed, 2 no program to find out with.
if command -v ss >/dev/null 2>&1; then
    ss -H -l -n -t -u -p | awk '{ printf "%-5s %-40s %s\n", $1, $5, $7 }' | sort -u
elif command -v lsof >/dev/null 2>&1; then
    lsof -nP -iTCP -sTCP:LISTEN | awk 'NR > 1 { printf "tcp   %-40s %s (%s)\n", $9, $1, $2 }' | sort -u
elif command -v netstat >/dev/null 2>&1; then
    netstat -an | grep -i listen
else
    echo "none of ss, lsof and netstat was found" >&2
    exit 2
fi
