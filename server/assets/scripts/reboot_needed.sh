#!/bin/sh
# Tells whether the computer should be restarted.
# Exit code: 0 no, 1 yes.
needed=0

if [ -e /run/reboot-required ] || [ -e /var/run/reboot-required ]; then
    echo "the package manager asks for a restart"
    sed 's/^/  for /' /run/reboot-required.pkgs 2>/dev/null
    needed=1
fi

if command -v needs-restarting >/dev/null 2>&1; then
    if ! needs-restarting -r >/dev/null 2>&1; then
        echo "needs-restarting asks for a restart"
        needed=1
    fi
fi

running=$(uname -r)
if [ -d /lib/modules ] && [ "$(ls /lib/modules 2>/dev/null | wc -l)" -gt 0 ] &&
    [ ! -d "/lib/modules/$running" ]; then
    echo "the running kernel $running is no longer installed"
    needed=1
fi

if [ "$needed" -eq 0 ]; then
    echo "no restart is needed"
fi
exit $needed
