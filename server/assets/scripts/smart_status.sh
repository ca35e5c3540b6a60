#!/bin/sh
# Asks each disk whether it is about to fail.
# Exit code: 0 all pass, 1 one does not, 2 could not find out.
if ! command -v smartctl >/dev/null 2>&1; then
    echo "smartctl is not installed (package smartmontools)" >&2
    exit 2
fi
disks=$(smartctl --scan 2>/dev/null | awk '{ print $1 }')
if [ -z "$disks" ]; then
    echo "no disk can be asked; virtual machines have none" >&2
    exit 2
fi

failed=0
for disk in $disks; do
    echo "$disk:"
    report=$(smartctl -i -H -A "$disk" 2>&1)
    printf '%s\n' "$report" | grep -E \
        'Model|Serial|overall-health|Health Status|Reallocated_Sector|Pending_Sector|Uncorrectable|Wear|Percentage Used|Power_On_Hours|Power On Hours|Temperature:|Temperature_Celsius' |
        sed 's/^/  /'
    if ! printf '%s\n' "$report" | grep -Eq 'PASSED|Health Status: OK'; then
        echo "  does not pass"
        failed=1
    fi
done
exit $failed
