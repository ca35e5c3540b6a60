#!/bin/sh
# Looks names up and tells which cannot be found.
# Arguments: names (example.com).
# Exit code: 0 all found, 1 one was not.
[ $# -gt 0 ] || set -- example.com

look_up() {
    if command -v getent >/dev/null 2>&1; then
        getent ahosts "$1" | awk '{ print $1 }' | sort -u
    elif command -v dscacheutil >/dev/null 2>&1; then
        dscacheutil -q host -a name "$1" | awk '/address:/ { print $2 }' | sort -u
    else
        nslookup "$1" 2>/dev/null | awk '/^Name:/ { seen = 1 } seen && /^Address/ { print $NF }'
    fi
}

missing=0
for name in "$@"; do
    addresses=$(look_up "$name" | tr '\n' ' ')
    if [ -n "$addresses" ]; then
        printf '%-40s %s\n' "$name" "$addresses"
    else
        printf '%-40s NOT FOUND\n' "$name"
        missing=1
    fi
done
exit $missing
