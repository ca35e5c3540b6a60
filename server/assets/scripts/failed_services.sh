#!/bin/sh
# Lists services that have failed.
# Exit code: 0 none, 1 some, 2 no known service manager.
if command -v systemctl >/dev/null 2>&1; then
    failed=$(systemctl list-units --state=failed --no-legend --plain --no-pager) || exit 2
elif command -v rc-status >/dev/null 2>&1; then
    failed=$(rc-status --crashed --nocolor 2>/dev/null)
else
    echo "neither systemd nor OpenRC was found" >&2
    exit 2
fi
if [ -z "$failed" ]; then
    echo "no service has failed"
    exit 0
fi
echo "failed services:"
echo "$failed"
exit 1
