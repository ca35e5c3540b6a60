#!/bin/sh
# Lists the processes that use most processor time and most memory.
# Argument: how many of each (10).
# Exit code: 0 listed, 2 wrong argument.
count=${1:-10}
case $count in
    '' | *[!0-9]*) echo "the count must be a number: $count" >&2; exit 2 ;;
esac

list() {
    ps -A -o pid= -o user= -o pcpu= -o pmem= -o comm= | sort -rn -k "$1,$1" | head -n "$count" |
        awk 'BEGIN { printf "%8s %-16s %6s %6s  %s\n", "PID", "USER", "CPU%", "MEM%", "COMMAND" }
             { command = $5; for (i = 6; i <= NF; i++) command = command " " $i
               printf "%8s %-16s %6s %6s  %s\n", $1, $2, $3, $4, command }'
}
echo "by processor:"
list 3
echo
echo "by memory:"
list 4
