#!/bin/sh
# Fails (code 3) when the system has waited for a reboot for some days.
# Argument: the days, 7 by default.
days=${1:-7}
case $days in
    *[!0-9]*) echo "The argument must be a number of days."; exit 1 ;;
esac
mark=/var/run/reboot-required
if [ -f "$mark" ]; then
    if [ -n "$(find "$mark" -mmin "+$((days * 1440))" 2>/dev/null)" ]; then
        echo "A reboot has been pending for more than $days days."
        exit 3
    fi
    echo "A reboot is pending."
    exit 0
fi
echo "No reboot is pending."
