#!/bin/sh
# Shows containers of Docker and Podman.
# Exit code: 0 all run, 1 one restarts, died or is unhealthy, 2 neither is
# installed or can be asked.
asked=0
attention=0
for program in docker podman; do
    command -v "$program" >/dev/null 2>&1 || continue
    list=$("$program" ps --all 2>/dev/null) || continue
    asked=1
    echo "$program:"
    printf '%s\n' "$list" | sed 's/^/  /'
    if printf '%s\n' "$list" | grep -Eq 'Restarting|Dead|\(unhealthy\)|Exited \([1-9]'; then
        attention=1
    fi
done
if [ "$asked" -eq 0 ]; then
    echo "neither Docker nor Podman can be asked" >&2
    exit 2
fi
exit $attention
